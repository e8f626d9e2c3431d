// SPDX-License-Identifier: Apache-2.0
//
// A digit of a rotated, or shifted, word that is on its way through a shift register, the lowest digit first. The
// word moves from its place into the next one, a digit a cycle; so all its bits are in these two places as long as it
// takes, and a bit of the result is in one of two of them: that where it was, or, once it has left, that where it has gone.
// Combinational.
//
//            ,---- WORD ----,---- WORD ----,
//   ... -->  |     line     |     line     | --> ...
//            '--------------'--------------'
//             before digit 0  behind its last
//             the word is here   digit it is here
//
// Parameters
//   WORD   bits in a word            DIGIT  bits in a digit, which divides WORD
//   BY     places to the right, 0 .. WORD - 1
//   SHIFT  0: the word is rotated; 1: shifted, with zeros from the left
//
// Ports
//   index  number of the digit, from 0
//   line   the two places, the first one in the higher bits
//   digit  that digit of the result: the lowest one is of the lowest bits

module serial_rotation #(
    parameter integer WORD = 32,
    parameter integer DIGIT = 32,
    parameter integer BY = 0,
    parameter integer SHIFT = 0,
    localparam integer DIGITS = WORD / DIGIT,
    localparam integer INDEX_BITS = (DIGITS > 2) ? $clog2(DIGITS) : 1
) (
    input  logic [INDEX_BITS-1:0] index,
    input  logic [    2*WORD-1:0] line,
    output logic [     DIGIT-1:0] digit
);

  generate
    if (DIGIT < 1 || WORD < DIGIT || WORD % DIGIT != 0) begin : gen_refused_digit
      serial_rotation_needs_DIGIT_that_divides_WORD refused ();
    end
    if (BY < 0 || BY >= WORD) begin : gen_refused_by
      serial_rotation_needs_BY_of_0_to_WORD_less_1 refused ();
    end
    if (SHIFT != 0 && SHIFT != 1) begin : gen_refused_shift
      serial_rotation_needs_SHIFT_of_0_or_1 refused ();
    end
  endgenerate

  generate
    for (genvar i = 0; i < DIGIT; i = i + 1) begin : gen_bit
      localparam integer PLACE = BY + i;  // of the bit in the first digit
      localparam integer FROM = (WORD - PLACE + DIGIT - 1) / DIGIT;  // the first digit in which it comes round
      if (PLACE >= WORD) begin : gen_round
        assign digit[i] = (SHIFT == 0) & line[PLACE];
      end else if (FROM >= DIGITS) begin : gen_within
        assign digit[i] = line[WORD+PLACE];
      end else begin : gen_either
        assign digit[i] = (index < INDEX_BITS'(FROM)) ? line[WORD+PLACE] : (SHIFT == 0) & line[PLACE];
      end
    end
  endgenerate

  logic unused;
  assign unused = &{1'b0, index, line};

endmodule
