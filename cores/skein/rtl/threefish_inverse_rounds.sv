// SPDX-License-Identifier: Apache-2.0
//
// The inverse rounds FIRST .. FIRST + COUNT - 1 of a loop of UNROLL rounds that decrypts (section 3.3): inverse round 0
// of the first pass undoes the last round of Threefish. Before each whose number is a multiple of four a subkey is
// subtracted; each undoes the permutation, then the MIX functions. A subkey between two of them is merged into the
// first, so that only one before the first inverse round here is a subtraction of its own.
//
// Parameters
//   BLOCK, VERSION  block size in bits; Skein version times ten
//   UNROLL          rounds in the loop (1, 2, 4 or 8)
//   FIRST, COUNT    inverse rounds of the loop that are computed here
//   MERGE           how a subkey joins the inverse MIX (MERGE of threefish_inverse_mix)
//   MIX_ADDER, KEY_ADDER  carry networks, names of adder_pkg
// Ports: combinational; word 0 of state and subkey in the lowest bits
//   state    the state before the first inverse round
//   subkey   one subkey for each inverse round here whose number is a multiple of four, the first in the lowest bits;
//            with UNROLL < 4 it is zero in the passes that subtract none
//   turn     pass of the loop modulo 8 / UNROLL: selects the rotation constants
//   result   the state after the last inverse round

module threefish_inverse_rounds #(
    parameter integer BLOCK = 512,
    parameter integer VERSION = 13,
    parameter integer UNROLL = 8,
    parameter integer FIRST = 0,
    parameter integer COUNT = 8,
    parameter integer MERGE = 1,
    parameter integer MIX_ADDER = adder_pkg::BRENT_KUNG,
    parameter integer KEY_ADDER = adder_pkg::BRENT_KUNG,
    parameter integer SUBKEYS = 2
) (
    input  logic [        BLOCK-1:0] state,
    input  logic [SUBKEYS*BLOCK-1:0] subkey,
    input  logic [              2:0] turn,
    output logic [        BLOCK-1:0] result
);

  generate
    if (BLOCK != 256 && BLOCK != 512 && BLOCK != 1024) begin : gen_refused_block
      threefish_inverse_rounds_needs_BLOCK_of_256_512_or_1024 refused ();
    end
    if (VERSION != 11 && VERSION != 12 && VERSION != 13) begin : gen_refused_version
      threefish_inverse_rounds_needs_VERSION_of_11_12_or_13 refused ();
    end
    if (UNROLL != 1 && UNROLL != 2 && UNROLL != 4 && UNROLL != 8) begin : gen_refused_unroll
      threefish_inverse_rounds_needs_UNROLL_of_1_2_4_or_8 refused ();
    end
    if (FIRST < 0 || COUNT < 1 || FIRST + COUNT > UNROLL) begin : gen_refused_rounds
      threefish_inverse_rounds_needs_FIRST_and_COUNT_of_rounds_below_UNROLL refused ();
    end
    if (MERGE != 0 && MERGE != 1) begin : gen_refused_merge
      threefish_inverse_rounds_needs_MERGE_of_0_or_1 refused ();
    end
    if (SUBKEYS < 1 || SUBKEYS < (FIRST + COUNT + 3) / 4 - (FIRST + 3) / 4) begin : gen_refused_subkeys
      threefish_inverse_rounds_needs_SUBKEYS_for_each_fourth_round refused ();
    end
  endgenerate

  localparam integer WORDS = BLOCK / 64;

  logic [BLOCK-1:0] begun;  // the state without the subkey before the first inverse round

  generate
    if (FIRST % 4 == 0) begin : gen_subkey_before
      for (genvar i = 0; i < WORDS; i = i + 1) begin : gen_word
        prefix_adder #(
            .WIDTH   (64),
            .NETWORK (KEY_ADDER),
            .SUBTRACT(1)
        ) subtract (
            .a  (state[64*i+:64]),
            .b  (subkey[64*i+:64]),
            .sum(begun[64*i+:64])
        );
      end
    end else begin : gen_no_subkey_before
      assign begun = state;
    end

    for (genvar n = 0; n < COUNT; n = n + 1) begin : gen_round
      localparam integer NEXT = FIRST + n + 1;
      localparam integer HAS_SUBKEY = (NEXT % 4 == 0 && n < COUNT - 1) ? 1 : 0;
      // How many subkeys come before this one here.
      localparam integer INDEX = (NEXT + 3) / 4 - (FIRST + 3) / 4;
      logic [BLOCK-1:0] entering;
      logic [BLOCK-1:0] mixed;
      logic [BLOCK-1:0] leaving;

      if (n == 0) begin : gen_first
        assign entering = begun;
      end else begin : gen_later
        assign entering = gen_round[n-1].leaving;
      end

      for (genvar i = 0; i < WORDS; i = i + 1) begin : gen_permutation
        localparam logic [3:0] TO = skein_pkg::permutation(BLOCK, i);
        assign mixed[64*TO+:64] = entering[64*i+:64];
      end

      for (genvar j = 0; j < WORDS / 2; j = j + 1) begin : gen_mix
        logic [127:0] k;
        assign k = (HAS_SUBKEY != 0) ? subkey[((HAS_SUBKEY != 0) ? INDEX : 0)*BLOCK+128*j+:128] : '0;
        threefish_inverse_mix #(
            .SUBKEY(HAS_SUBKEY),
            .MERGE(MERGE),
            .BLOCK(BLOCK),
            .VERSION(VERSION),
            .UNROLL(UNROLL),
            .ROUND(FIRST + n),
            .PLACE(j),
            .MIX_ADDER(MIX_ADDER),
            .KEY_ADDER(KEY_ADDER)
        ) mix (
            .y0(mixed[128*j+:64]),
            .y1(mixed[128*j+64+:64]),
            .k0(k[63:0]),
            .k1(k[127:64]),
            .turn,
            .x0(leaving[128*j+:64]),
            .x1(leaving[128*j+64+:64])
        );
      end
    end
    if (SUBKEYS > (FIRST + COUNT + 3) / 4 - (FIRST + 3) / 4) begin : gen_unused
      logic unused;
      assign unused = ^subkey;
    end
  endgenerate

  assign result = gen_round[COUNT-1].leaving;

endmodule
