// SPDX-License-Identifier: Apache-2.0
//
// Inverse of MIX of Threefish (section 3.3.1), with the subtraction of the subkey that decryption meets after it:
//   e_1 = (y_0 xor y_1) >>> R,  e_0 = y_0 - e_1
//   x_0 = e_0 - k_0,  x_1 = e_1 - k_1          (x = e without a subkey)
// With MERGE = 1, x_0 = not (not y_0 + e_1 + k_0) is reduced by a carry-save adder to one carry-propagate addition,
// which runs beside that of x_1.
//
// Parameters
//   SUBKEY         1 where a subkey is subtracted
//   MERGE          0: one subtraction after the other. 1: carry-save
//   BLOCK, VERSION block size in bits; Skein version times ten
//   UNROLL         rounds in the loop: the MIX takes 8 / UNROLL rotation constants in turn
//   ROUND, PLACE   number of the inverse round in the loop, from 0 for the last round of Threefish, and of the MIX in
//                  the round
//   MIX_ADDER      network of the subtraction of e_1; KEY_ADDER of the other subtractions of k_0, k_1 (names of
//                  adder_pkg)
// Ports: combinational; y0, y1 state words; k0, k1 subkey words; turn selects the rotation constant.

module threefish_inverse_mix #(
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
    input  logic [63:0] y0,
    input  logic [63:0] y1,
    input  logic [63:0] k0,
    input  logic [63:0] k1,
    input  logic [ 2:0] turn,
    output logic [63:0] x0,
    output logic [63:0] x1
);

  generate
    if (SUBKEY != 0 && SUBKEY != 1) begin : gen_refused_subkey
      threefish_inverse_mix_needs_SUBKEY_of_0_or_1 refused ();
    end
    if (MERGE != 0 && MERGE != 1) begin : gen_refused_merge
      threefish_inverse_mix_needs_MERGE_of_0_or_1 refused ();
    end
    if (BLOCK != 256 && BLOCK != 512 && BLOCK != 1024) begin : gen_refused_block
      threefish_inverse_mix_needs_BLOCK_of_256_512_or_1024 refused ();
    end
    if (VERSION != 11 && VERSION != 12 && VERSION != 13) begin : gen_refused_version
      threefish_inverse_mix_needs_VERSION_of_11_12_or_13 refused ();
    end
    if (UNROLL != 1 && UNROLL != 2 && UNROLL != 4 && UNROLL != 8) begin : gen_refused_unroll
      threefish_inverse_mix_needs_UNROLL_of_1_2_4_or_8 refused ();
    end
    if (ROUND < 0 || ROUND >= UNROLL) begin : gen_refused_round
      threefish_inverse_mix_needs_ROUND_of_0_to_UNROLL_less_1 refused ();
    end
    if (PLACE < 0 || PLACE >= BLOCK / 128) begin : gen_refused_place
      threefish_inverse_mix_needs_PLACE_of_0_to_BLOCK_by_128_less_1 refused ();
    end
  endgenerate

  // The rotated word, selected among the constants that this place of the loop takes in turn. N_r is a multiple of
  // eight, so that inverse round n undoes a round 7 - n modulo eight.
  localparam integer ROTATIONS = 8 / UNROLL;
  logic [63:0] turned;
  logic [ROTATIONS*64-1:0] rotated;
  logic [63:0] e1;

  assign turned = y0 ^ y1;
  generate
    for (genvar r = 0; r < ROTATIONS; r = r + 1) begin : gen_rotation
      localparam logic [7:0] CONSTANT = skein_pkg::rotation(VERSION, BLOCK, 7 - (r * UNROLL + ROUND), PLACE);
      localparam logic [5:0] R = CONSTANT[5:0];
      assign rotated[64*r+:64] = {turned[R-1:0], turned[63:R]};
    end
    if (ROTATIONS == 1) begin : gen_fixed
      assign e1 = rotated;
      logic unused_turn;
      assign unused_turn = ^turn;
    end else begin : gen_select
      localparam integer TURN = $clog2(ROTATIONS);
      assign e1 = rotated[64*turn[TURN-1:0]+:64];
      if (TURN < 3) begin : gen_unused
        logic unused_turn;
        assign unused_turn = ^turn[2:TURN];
      end
    end

    if (SUBKEY != 0 && MERGE != 0) begin : gen_merged
      logic [63:0] s;
      logic [63:0] c;
      logic [63:0] sum;
      carry_save_adder #(
          .WIDTH(64)
      ) reduce (
          .a(~y0),
          .b(e1),
          .c(k0),
          .sum(s),
          .carry(c)
      );
      prefix_adder #(
          .WIDTH  (64),
          .NETWORK(MIX_ADDER)
      ) add (
          .a  (s),
          .b  (c),
          .sum(sum)
      );
      assign x0 = ~sum;
    end else begin : gen_apart
      logic [63:0] e0;
      prefix_adder #(
          .WIDTH   (64),
          .NETWORK (MIX_ADDER),
          .SUBTRACT(1)
      ) subtract_e1 (
          .a  (y0),
          .b  (e1),
          .sum(e0)
      );
      if (SUBKEY != 0) begin : gen_subkey
        prefix_adder #(
            .WIDTH   (64),
            .NETWORK (KEY_ADDER),
            .SUBTRACT(1)
        ) subtract_k0 (
            .a  (e0),
            .b  (k0),
            .sum(x0)
        );
      end else begin : gen_plain
        assign x0 = e0;
      end
    end

    if (SUBKEY != 0) begin : gen_subkey
      prefix_adder #(
          .WIDTH   (64),
          .NETWORK (KEY_ADDER),
          .SUBTRACT(1)
      ) subtract_k1 (
          .a  (e1),
          .b  (k1),
          .sum(x1)
      );
    end else begin : gen_plain
      assign x1 = e1;
      logic unused;
      assign unused = ^{k0, k1};
    end
  endgenerate

endmodule
