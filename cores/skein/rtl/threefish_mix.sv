// SPDX-License-Identifier: Apache-2.0
//
// MIX of Threefish (section 3.3.1), with the addition of a subkey merged into it where the round has one:
//   e_0 = v_0 + k_0,  e_1 = v_1 + k_1          (e = v without a subkey)
//   y_0 = e_0 + e_1,  y_1 = (e_1 <<< R) xor y_0
// With MERGE = 1, y_0 = v_0 + v_1 + k_0 + k_1 is reduced by carry-save adders to one carry-propagate addition,
// which runs beside that of e_1: one adder on the path where the plain order has two.
//
// Parameters
//   SUBKEY         1 where the round adds a subkey
//   MERGE          0: plain order. 1: carry-save. 2: carry-save with k_0 + k_1 added before, for subkeys that
//                  are there earlier than the state
//   BLOCK, VERSION block size in bits; Skein version times ten
//   UNROLL         rounds in the loop: the MIX takes 8 / UNROLL rotation constants in turn
//   ROUND, PLACE   number of the round in the loop and of the MIX in the round
//   MIX_ADDER      network of the adder of y_0; KEY_ADDER of e_0, e_1 and k_0 + k_1 (names of adder_pkg)
// Ports: combinational; v0, v1 state words; k0, k1 subkey words; turn selects the rotation constant.

module threefish_mix #(
    parameter integer SUBKEY = 0,
    parameter integer MERGE = 1,
    parameter integer BLOCK = 512,
    parameter integer VERSION = 13,
    parameter integer UNROLL = 8,
    parameter integer ROUND = 0,
    parameter integer PLACE = 0,
    parameter integer MIX_ADDER = adder_pkg::BRENT_KUNG,
    parameter integer KEY_ADDER = adder_pkg::BRENT_KUNG
) (
    input  logic [63:0] v0,
    input  logic [63:0] v1,
    input  logic [63:0] k0,
    input  logic [63:0] k1,
    input  logic [ 2:0] turn,
    output logic [63:0] y0,
    output logic [63:0] y1
);

  generate
    if (SUBKEY != 0 && SUBKEY != 1) begin : gen_refused_subkey
      threefish_mix_needs_SUBKEY_of_0_or_1 refused ();
    end
    if (MERGE < 0 || MERGE > 2) begin : gen_refused_merge
      threefish_mix_needs_MERGE_of_0_1_or_2 refused ();
    end
    if (BLOCK != 256 && BLOCK != 512 && BLOCK != 1024) begin : gen_refused_block
      threefish_mix_needs_BLOCK_of_256_512_or_1024 refused ();
    end
    if (VERSION != 11 && VERSION != 12 && VERSION != 13) begin : gen_refused_version
      threefish_mix_needs_VERSION_of_11_12_or_13 refused ();
    end
    if (UNROLL != 1 && UNROLL != 2 && UNROLL != 4 && UNROLL != 8) begin : gen_refused_unroll
      threefish_mix_needs_UNROLL_of_1_2_4_or_8 refused ();
    end
    if (ROUND < 0 || ROUND >= UNROLL) begin : gen_refused_round
      threefish_mix_needs_ROUND_of_0_to_UNROLL_less_1 refused ();
    end
    if (PLACE < 0 || PLACE >= BLOCK / 128) begin : gen_refused_place
      threefish_mix_needs_PLACE_of_0_to_BLOCK_by_128_less_1 refused ();
    end
  endgenerate

  logic [63:0] e1;
  logic [63:0] a;  // the operands of the carry-propagate adder of y_0
  logic [63:0] b;

  generate
    if (SUBKEY == 0) begin : gen_plain
      assign a  = v0;
      assign b  = v1;
      assign e1 = v1;
      logic unused;
      assign unused = ^{k0, k1};
    end else begin : gen_subkey
      prefix_adder #(
          .WIDTH  (64),
          .NETWORK(KEY_ADDER)
      ) add_e1 (
          .a  (v1),
          .b  (k1),
          .sum(e1)
      );
      if (MERGE == 0) begin : gen_apart
        prefix_adder #(
            .WIDTH  (64),
            .NETWORK(KEY_ADDER)
        ) add_e0 (
            .a  (v0),
            .b  (k0),
            .sum(a)
        );
        assign b = e1;
      end else if (MERGE == 1) begin : gen_merged
        logic [63:0] s;
        logic [63:0] c;
        carry_save_adder #(
            .WIDTH(64)
        ) reduce_key (
            .a(v0),
            .b(k0),
            .c(k1),
            .sum(s),
            .carry(c)
        );
        carry_save_adder #(
            .WIDTH(64)
        ) reduce_state (
            .a(s),
            .b(c),
            .c(v1),
            .sum(a),
            .carry(b)
        );
      end else begin : gen_key_first
        logic [63:0] k;
        prefix_adder #(
            .WIDTH  (64),
            .NETWORK(KEY_ADDER)
        ) add_key (
            .a  (k0),
            .b  (k1),
            .sum(k)
        );
        carry_save_adder #(
            .WIDTH(64)
        ) reduce (
            .a(v0),
            .b(v1),
            .c(k),
            .sum(a),
            .carry(b)
        );
      end
    end
  endgenerate

  prefix_adder #(
      .WIDTH  (64),
      .NETWORK(MIX_ADDER)
  ) add_y0 (
      .a  (a),
      .b  (b),
      .sum(y0)
  );

  // The rotated word, selected among the constants that this place of the loop takes in turn.
  localparam integer ROTATIONS = 8 / UNROLL;
  logic [ROTATIONS*64-1:0] rotated;
  generate
    for (genvar r = 0; r < ROTATIONS; r = r + 1) begin : gen_rotation
      localparam logic [7:0] R = skein_pkg::rotation(VERSION, BLOCK, r * UNROLL + ROUND, PLACE);
      assign rotated[64*r+:64] = {e1[63-R:0], e1[63:64-R]};
    end
    if (ROTATIONS == 1) begin : gen_fixed
      assign y1 = rotated ^ y0;
      logic unused_turn;
      assign unused_turn = ^turn;
    end else begin : gen_select
      localparam integer TURN = $clog2(ROTATIONS);
      assign y1 = rotated[64*turn[TURN-1:0]+:64] ^ y0;
      if (TURN < 3) begin : gen_unused
        logic unused_turn;
        assign unused_turn = ^turn[2:TURN];
      end
    end
  endgenerate

endmodule
