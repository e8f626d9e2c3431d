// SPDX-License-Identifier: Apache-2.0
//
// A piece of a shift register that what comes can pass, while what is in it stays: its digits go round in themselves in
// that cycle. In a stream of digits, one a cycle, a digit that passes changes places with the one LENGTH before it; one
// that passes in each of several cycles, LENGTH apart, moves that one on. If in a word of D digits all but the first LENGTH
// pass, then the word leaves rotated by LENGTH digits to the right.
//
//            ,---------------------------------,
//            |   ,--<-- pass --<------------,  |
//            |   v                          |  v
//   in ------+->mux--> LENGTH digits -------+->mux--> out
//
// Parameters
//   DIGIT   bits in a digit, 1 or more      LENGTH  digits, 1 or more
//
// Ports
//   pass     for each bit of a digit: it passes in this cycle
//   in, out  a digit every cycle; out is that of LENGTH cycles before, or that of this cycle

module serial_swap #(
    parameter integer DIGIT  = 8,
    parameter integer LENGTH = 1
) (
    input logic clk,

    input  logic [DIGIT-1:0] pass,
    input  logic [DIGIT-1:0] in,
    output logic [DIGIT-1:0] out
);

  generate
    if (DIGIT < 1) begin : gen_refused_digit
      serial_swap_needs_DIGIT_of_1_or_more refused ();
    end
    if (LENGTH < 1) begin : gen_refused_length
      serial_swap_needs_LENGTH_of_1_or_more refused ();
    end
  endgenerate

  logic [LENGTH*DIGIT-1:0] line;
  logic [DIGIT-1:0] oldest, entering;

  assign oldest = line[DIGIT-1:0];

  generate
    for (genvar i = 0; i < DIGIT; i = i + 1) begin : gen_bit
      assign out[i] = pass[i] ? in[i] : oldest[i];
      assign entering[i] = pass[i] ? oldest[i] : in[i];
    end
  endgenerate

  always_ff @(posedge clk) line <= (LENGTH * DIGIT)'({entering, line} >> DIGIT);

endmodule
