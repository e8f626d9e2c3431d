// SPDX-License-Identifier: Apache-2.0
//
// One stage of a Threefish loop: the loop rounds FIRST .. FIRST + COUNT - 1 with their subkeys, and the key ring moved
// on by one word for each subkey added. A loop that decrypts has the inverse rounds; its subkeys are subtracted, come
// from the last, number N_r / 4, to the first, and the ring moves back.
//
// Parameters: as threefish_rounds and threefish_inverse_rounds, and
//   INVERSE  0: encrypts; 1: decrypts
//   MERGE    1: subkeys merged into MIX by carry-save adders; 0: added, or subtracted, apart
// Ports: combinational
//   state, ring     the state and the N_w + 1 key words, word 0 in the lowest bits; the next subkey is the first
//                   N_w words of the ring
//   special         the three subkey words with tweak or number, if the first round here begins with a subkey
//   t0, t1          the tweak
//   pass            pass of the loop, from 0
//   s_mod_3         number of the first subkey of this pass, modulo 3
//   state_out, ring_out  the same after the rounds

module threefish_stage #(
    parameter integer BLOCK = 512,
    parameter integer VERSION = 13,
    parameter integer UNROLL = 8,
    parameter integer FIRST = 0,
    parameter integer COUNT = 8,
    parameter integer INVERSE = 0,
    parameter integer MERGE = 1,
    parameter integer MIX_ADDER = adder_pkg::BRENT_KUNG,
    parameter integer KEY_ADDER = adder_pkg::BRENT_KUNG
) (
    input  logic [   BLOCK-1:0] state,
    input  logic [BLOCK+64-1:0] ring,
    input  logic [       191:0] special,
    input  logic [        63:0] t0,
    input  logic [        63:0] t1,
    input  logic [         6:0] pass,
    input  logic [         1:0] s_mod_3,
    output logic [   BLOCK-1:0] state_out,
    output logic [BLOCK+64-1:0] ring_out
);

  generate
    if (BLOCK != 256 && BLOCK != 512 && BLOCK != 1024) begin : gen_refused_block
      threefish_stage_needs_BLOCK_of_256_512_or_1024 refused ();
    end
    if (VERSION != 11 && VERSION != 12 && VERSION != 13) begin : gen_refused_version
      threefish_stage_needs_VERSION_of_11_12_or_13 refused ();
    end
    if (UNROLL != 1 && UNROLL != 2 && UNROLL != 4 && UNROLL != 8) begin : gen_refused_unroll
      threefish_stage_needs_UNROLL_of_1_2_4_or_8 refused ();
    end
    if (FIRST < 0 || COUNT < 1 || FIRST + COUNT > UNROLL) begin : gen_refused_rounds
      threefish_stage_needs_FIRST_and_COUNT_of_rounds_below_UNROLL refused ();
    end
    if (INVERSE != 0 && INVERSE != 1) begin : gen_refused_inverse
      threefish_stage_needs_INVERSE_of_0_or_1 refused ();
    end
    if (MERGE != 0 && MERGE != 1) begin : gen_refused_merge
      threefish_stage_needs_MERGE_of_0_or_1 refused ();
    end
  endgenerate

  localparam integer RING = BLOCK + 64;
  localparam logic [4:0] LAST_SUBKEY = 5'(skein_pkg::rounds(BLOCK) / 4);
  // Subkeys of the loop that come before this stage, and those of this stage.
  localparam integer BEFORE = (FIRST + 3) / 4;
  localparam integer SUBKEYS = (FIRST + COUNT + 3) / 4 - BEFORE;
  localparam integer BUSES = (SUBKEYS > 0) ? SUBKEYS : 1;

  logic [BUSES*BLOCK-1:0] subkeys;
  logic inject;  // this pass has subkeys; always, unless the loop is shorter than four rounds
  logic [2:0] turn;

  generate
    if (UNROLL >= 4) begin : gen_each_pass
      assign inject = 1'b1;
      assign turn   = {2'b00, pass[0]};
    end else if (UNROLL == 2) begin : gen_second_pass
      assign inject = !pass[0];
      assign turn   = {1'b0, pass[1:0]};
    end else begin : gen_fourth_pass
      assign inject = pass[1:0] == 2'd0;
      assign turn   = pass[2:0];
    end

    for (genvar n = 0; n < SUBKEYS; n = n + 1) begin : gen_subkey
      logic [RING-1:0] entering;
      logic [RING-1:0] moved;
      logic [RING-1:0] leaving;
      logic [191:0] words;

      if (n == 0) begin : gen_first
        assign entering = ring;
      end else begin : gen_later
        assign entering = gen_subkey[n-1].leaving;
      end
      if (n == 0 && FIRST % 4 == 0) begin : gen_registered
        assign words = special;
      end else begin : gen_added
        localparam integer INDEX = BEFORE + n;
        logic [4:0] count;  // of subkeys before this one
        logic [4:0] s;
        logic [1:0] number_mod_3;
        assign count = skein_pkg::subkey_number(UNROLL, pass, INDEX[4:0]);
        assign s = (INVERSE != 0) ? LAST_SUBKEY - count : count;
        assign number_mod_3 = skein_pkg::add_mod_3(s_mod_3, (INVERSE != 0) ? 2 * INDEX : INDEX);  // 2 n is - n
        threefish_subkey #(
            .ADDER(KEY_ADDER)
        ) subkey (
            .key(entering[BLOCK-192+:192]),
            .t0,
            .t1,
            .s,
            .s_mod_3(number_mod_3),
            .words
        );
      end
      assign subkeys[n*BLOCK+:BLOCK] = inject ? {words, entering[BLOCK-193:0]} : '0;
      if (INVERSE != 0) begin : gen_moved_back
        assign moved = {entering[RING-65:0], entering[RING-1:RING-64]};
      end else begin : gen_moved_on
        assign moved = {entering[63:0], entering[RING-1:64]};
      end
      assign leaving = inject ? moved : entering;
    end
    if (SUBKEYS == 0) begin : gen_no_subkey
      assign subkeys  = '0;
      assign ring_out = ring;
      logic unused;
      assign unused = inject;
    end else begin : gen_last_subkey
      assign ring_out = gen_subkey[SUBKEYS-1].leaving;
    end
    if (!(SUBKEYS > 0 && FIRST % 4 == 0)) begin : gen_no_special
      logic unused;
      assign unused = ^special;
    end
    if (!(SUBKEYS > ((FIRST % 4 == 0) ? 1 : 0))) begin : gen_no_tweak
      logic unused;
      assign unused = ^{t0, t1, s_mod_3};
    end
    if (1) begin : gen_pass
      logic unused;
      assign unused = ^pass;
    end
  endgenerate

  generate
    if (INVERSE != 0) begin : gen_inverse
      threefish_inverse_rounds #(
          .BLOCK(BLOCK),
          .VERSION(VERSION),
          .UNROLL(UNROLL),
          .FIRST(FIRST),
          .COUNT(COUNT),
          .MERGE(MERGE),
          .MIX_ADDER(MIX_ADDER),
          .KEY_ADDER(KEY_ADDER),
          .SUBKEYS(BUSES)
      ) rounds (
          .state,
          .subkey(subkeys),
          .turn,
          .result(state_out)
      );
    end else begin : gen_forward
      threefish_rounds #(
          .BLOCK(BLOCK),
          .VERSION(VERSION),
          .UNROLL(UNROLL),
          .FIRST(FIRST),
          .COUNT(COUNT),
          .MERGE_FIRST((MERGE != 0) ? 1 : 0),
          .MERGE_LATER((MERGE != 0) ? 2 : 0),
          .MIX_ADDER(MIX_ADDER),
          .KEY_ADDER(KEY_ADDER),
          .SUBKEYS(BUSES)
      ) rounds (
          .state,
          .subkey(subkeys),
          .turn,
          .result(state_out)
      );
    end
  endgenerate

endmodule
