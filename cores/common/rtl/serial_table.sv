// SPDX-License-Identifier: Apache-2.0
//
// A digit of a word of a table of constants: a tree of multiplexers, in which each bit of the word's and of the digit's number
// halves what is left of the table. Combinational.
//
// Parameters
//   WORD, DIGIT  bits in a word and in a digit, which divides it into a power of two of digits
//   WORDS        words in the table, 2 or more
//   TABLE        the table, the first word in the lowest bits
//
// Ports: number of the word, index of the digit, from 0; the lowest digit is of the lowest bits. Of a number from WORDS on
// the digit is 0.

module serial_table #(
    parameter integer WORD = 32,
    parameter integer DIGIT = 32,
    parameter integer WORDS = 8,
    parameter [WORDS*WORD-1:0] TABLE = '0,
    localparam integer DIGITS = WORD / DIGIT,
    localparam integer NUMBER_BITS = $clog2(WORDS),
    localparam integer INDEX_BITS = (DIGITS > 2) ? $clog2(DIGITS) : 1
) (
    input  logic [NUMBER_BITS-1:0] number,
    input  logic [ INDEX_BITS-1:0] index,
    output logic [      DIGIT-1:0] digit
);

  generate
    if (DIGIT < 1 || WORD < DIGIT || WORD % DIGIT != 0 || DIGITS != 2 ** $clog2(DIGITS)) begin : gen_refused_digit
      serial_table_needs_DIGIT_that_divides_WORD_into_a_power_of_two refused ();
    end
    if (WORDS < 2) begin : gen_refused_words
      serial_table_needs_WORDS_of_2_or_more refused ();
    end
  endgenerate

  localparam integer LEVELS = $clog2(WORDS * DIGITS);

  logic [LEVELS-1:0] place;  // of the digit in the table

  generate
    if (DIGITS > 1) begin : gen_digits
      assign place = {number, index};
    end else begin : gen_words
      assign place = number;
      logic unused;
      assign unused = index;
    end
  endgenerate

  function automatic [DIGIT-1:0] looked_up(input logic [LEVELS-1:0] at);
    logic [(DIGIT<<LEVELS)-1:0] table_left;
    begin
      table_left = (DIGIT << LEVELS)'(TABLE);
      for (integer level = 0; level < LEVELS; level = level + 1) begin
        for (integer i = 0; i < ((1 << LEVELS) >> (level + 1)); i = i + 1) begin
          table_left[DIGIT*i+:DIGIT] = at[level] ? table_left[DIGIT*(2*i+1)+:DIGIT] : table_left[DIGIT*2*i+:DIGIT];
        end
      end
      looked_up = table_left[DIGIT-1:0];
    end
  endfunction

  assign digit = looked_up(place);

endmodule
