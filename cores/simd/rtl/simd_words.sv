// SPDX-License-Identifier: Apache-2.0
//
// The words of UNROLL steps: the inner code of the residues at the head of the array, or words of the old chaining
// value.
//
// Parameters
//   LADDERS, UNROLL  as simd_core        HOLD  1: the words can stay; 0: `hold` is not used
//   CUT              1: `head` and `late` are there one cycle before the others
//   SAVE, ADDER      see simd_code
// Ports
//   head    C = 2 LADDERS residues of each of UNROLL rows, lowest first; those of column 2 j and 2 j + 1 make word j
//   hash    words of the chaining value      late, chain, hold  the factor is 233; take `hash`; stay
//   words   one cycle later: word j of step u at [32*(LADDERS*u+j) +: 32]

module simd_words #(
    parameter integer LADDERS = 4,
    parameter integer UNROLL = 1,
    parameter integer HOLD = 0,
    parameter integer CUT = 0,
    parameter integer SAVE = 1,
    parameter integer ADDER = adder_pkg::BRENT_KUNG
) (
    input  logic                         clk,
    input  logic                         late,
    input  logic                         chain,
    input  logic                         hold,
    input  logic [18*LADDERS*UNROLL-1:0] head,
    input  logic [32*LADDERS*UNROLL-1:0] hash,
    output logic [32*LADDERS*UNROLL-1:0] words
);

  generate
    if (LADDERS != 4 && LADDERS != 8) begin : gen_refused_ladders
      simd_words_needs_LADDERS_of_4_or_8 refused ();
    end
    if (UNROLL != 1 && UNROLL != 2 && UNROLL != 4) begin : gen_refused_unroll
      simd_words_needs_UNROLL_of_1_2_or_4 refused ();
    end
    if (HOLD != 0 && HOLD != 1) begin : gen_refused_hold
      simd_words_needs_HOLD_of_0_or_1 refused ();
    end
    if (CUT != 0 && CUT != 1) begin : gen_refused_cut
      simd_words_needs_CUT_of_0_or_1 refused ();
    end
  endgenerate

  localparam integer SIZE = 32 * LADDERS * UNROLL;

  logic [SIZE-1:0] coded;

  generate
    for (genvar i = 0; i < 2 * LADDERS * UNROLL; i = i + 1) begin : gen_half
      simd_code #(
          .CUT  (CUT),
          .SAVE (SAVE),
          .ADDER(ADDER)
      ) code (
          .clk(clk),
          .residue(head[9*i+:9]),
          .late(late),
          .word(coded[16*i+:16])
      );
    end

    if (HOLD != 0) begin : gen_hold
      logic other;
      assign other = !chain && !hold;
      always_ff @(posedge clk) words <= (coded & {SIZE{other}}) | (hash & {SIZE{chain}}) | (words & {SIZE{hold}});
    end else begin : gen_move
      always_ff @(posedge clk) words <= chain ? hash : coded;
      logic unused;
      assign unused = hold;
    end
  endgenerate

endmodule
