// SPDX-License-Identifier: Apache-2.0
//
// Every other word of a stream, rotated by as many places as its place in the stream wants. A word comes digit by digit, the
// lowest first, and leaves one word time later. Within a digit the places are rotated by multiplexers; by digits a
// word is rotated as it moves, in pieces of 1/2, 1/4 .. of its digits that the rest of the word can pass (serial_swap): so
// each of them is a delay of the stream, and only the multiplexers are more than that. A bit that comes round within its
// digit is of the next digit, so that each bit of the digits has its own amount of the two.
//
//   in --> digit --> D/2 digits --> D/4 digits ... --> one digit --+--> out
//                                                                  '--> rotation within a digit --> rotated
//
// Parameters
//   WORD, DIGIT  bits in a word and in a digit, powers of two, which divide one another into D digits
//
// Ports
//   index    number of the digit that comes, from 0
//   turning  the word that comes is to be rotated; the next one is not, and the one before was not
//   by       places to the right, in the word time in which the word comes and in that in which it leaves
//   hold     the first digit stands still, and the one that comes is dropped
//   held     the first digit: what came the cycle before
//   out      a digit of the word of one word time before; if that was to be rotated, only `rotated` is of use

module serial_rotator #(
    parameter integer WORD = 64,
    parameter integer DIGIT = 64,
    localparam integer DIGITS = WORD / DIGIT,
    localparam integer INDEX_BITS = (DIGITS > 2) ? $clog2(DIGITS) : 1,
    localparam integer BY_BITS = (WORD > 2) ? $clog2(WORD) : 1
) (
    input logic clk,

    input  logic [INDEX_BITS-1:0] index,
    input  logic                  turning,
    input  logic [   BY_BITS-1:0] by,
    input  logic                  hold,
    input  logic [     DIGIT-1:0] in,
    output logic [     DIGIT-1:0] held,
    output logic [     DIGIT-1:0] out,
    output logic [     DIGIT-1:0] rotated
);

  generate
    if (DIGIT < 2 || DIGIT != 2 ** $clog2(DIGIT) || WORD < DIGIT || WORD != 2 ** $clog2(WORD)) begin : gen_refused_digit
      serial_rotator_needs_WORD_and_DIGIT_powers_of_two_from_2_on_and_DIGIT_at_most_WORD refused ();
    end
  endgenerate

  localparam integer LOW = $clog2(DIGIT);
  localparam integer HIGH = $clog2(DIGITS);

  always_ff @(posedge clk) if (!hold) held <= in;

  generate
    if (DIGITS > 1) begin : gen_digits
      logic [HIGH-1:0] digits, more;  // to rotate by, and those where a bit comes round within its digit
      logic [DIGIT-1:0] around;  // bits that do
      logic [(HIGH+1)*DIGIT-1:0] stream;

      assign digits = by[BY_BITS-1:LOW];
      assign more = digits + 1'b1;
      assign stream[DIGIT-1:0] = held;
      assign out = stream[HIGH*DIGIT+:DIGIT];

      for (genvar i = 0; i < DIGIT; i = i + 1) begin : gen_around
        assign around[i] = {1'b0, by[LOW-1:0]} > (LOW + 1)'(i);
      end

      for (genvar g = 0; g < HIGH; g = g + 1) begin : gen_piece
        localparam integer LENGTH = DIGITS >> (g + 1);
        logic passable;  // digits of the word that can pass come by
        assign passable = turning ? 32'(index) > 32'(DIGITS - LENGTH) : 32'(index) < 32'(DIGITS + 1 - 2 * LENGTH);
        serial_swap #(
            .DIGIT (DIGIT),
            .LENGTH(LENGTH)
        ) piece (
            .clk (clk),
            .pass({DIGIT{passable}} & ((around & {DIGIT{more[HIGH-1-g]}}) | (~around & {DIGIT{digits[HIGH-1-g]}}))),
            .in  (stream[g*DIGIT+:DIGIT]),
            .out (stream[(g+1)*DIGIT+:DIGIT])
        );
      end
    end else begin : gen_whole
      assign out = held;
      logic unused;
      assign unused = &{1'b0, index, turning};
    end
  endgenerate

  function automatic [DIGIT-1:0] rotate(input logic [DIGIT-1:0] digit, input logic [LOW-1:0] places);
    begin
      rotate = digit;
      for (integer i = 0; i < LOW; i = i + 1) begin
        if (places[i]) rotate = DIGIT'({rotate, rotate} >> (1 << i));
      end
    end
  endfunction

  assign rotated = rotate(out, by[LOW-1:0]);

endmodule
