// SPDX-License-Identifier: Apache-2.0
//
// d of the first three rounds of a block, for COMPRESSOR = STAGGERED, where e is two rounds ahead of a: a..d are not yet
// loaded then.
//
// It is H_3, then H_2, then H_1 of the hash value, out of the ring that the block before still turns, or has turned.
// `place` is where the next one stands: in the highest word when it has just been added up, a word lower with each turn
// of the ring, none before that; for the next round it is the word above.
//
// Parameters
//   WORD        32 or 64 bits in a word
//   STAGES      messages in flight, 1, or 2, which take turns
//   CARRY_SAVE  0: with two messages d is selected in the two cycles before the one that needs it
//
// Ports, of the lane in turn where nothing else is said:
//   clear        of sha2_control
//   load, turn   a..d are loaded; their ring turns
//   early        a block was taken in one of the last three turns: d counts
//   words        the ring but for its lowest word
//   moved        the same as this turn leaves it
//   sum          with two messages, of the lane of the turn before: its highest word, added up

module sha2_early_d #(
    parameter integer WORD = 32,
    parameter integer STAGES = 1,
    parameter integer CARRY_SAVE = 1
) (
    input logic clk,

    input  logic              clear,
    input  logic              load,
    input  logic              turn,
    input  logic              early,
    input  logic [3*WORD-1:0] words,
    input  logic [3*WORD-1:0] moved,
    input  logic [  WORD-1:0] sum,
    output logic [  WORD-1:0] d
);

  generate
    if (STAGES != 1 && STAGES != 2) begin : gen_refused_stages
      sha2_early_d_needs_STAGES_of_1_or_2 refused ();
    end
    if (CARRY_SAVE != 0 && CARRY_SAVE != 1) begin : gen_refused_carry_save
      sha2_early_d_needs_CARRY_SAVE_of_0_or_1 refused ();
    end
  endgenerate

  localparam integer LINE = 3 * STAGES;

  logic [2:0] place, moved_place;
  logic [LINE-1:0] line;  // the places of the lanes, that in turn in the highest bits

  // The word at a place.
  function automatic [WORD-1:0] at_place(input logic [2:0] which, input logic [3*WORD-1:0] upper);
    begin
      at_place = ({WORD{which[2]}} & upper[2*WORD+:WORD]) | ({WORD{which[1]}} & upper[WORD+:WORD]) |
          ({WORD{which[0]}} & upper[0+:WORD]);
    end
  endfunction

  assign place = line[LINE-1-:3];
  assign moved_place = load ? '0 :
      (turn && !early) ? ((place == '0) ? 3'b100 : place >> 1) :
      (early && !turn) ? place << 1 : place;

  always_ff @(posedge clk) line <= LINE'({line, clear ? 3'b001 : moved_place});

  generate
    if (STAGES > 1 && CARRY_SAVE == 0) begin : gen_ahead
      // What stands in the highest word is added up in the second of the two cycles.
      logic [WORD-1:0] lower;
      always_ff @(posedge clk) begin
        lower <= at_place({1'b0, moved_place[1:0]}, moved);
        d <= line[2] ? sum : lower;
      end
    end else begin : gen_here
      assign d = at_place(place, words);
    end
  endgenerate

  logic unused;
  assign unused = &{1'b0, words, moved, sum};

endmodule
