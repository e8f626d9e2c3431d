// SPDX-License-Identifier: Apache-2.0
//
// A digit of one of the functions Sigma and sigma (FIPS 180-4, sections 4.1.2 and 4.1.3) of a word that moves through a
// shift register: the parity of the word rotated by two distances, and rotated or shifted by a third. Combinational.
//
// Parameters
//   WORD, DIGIT           bits in a word and in a digit, which divides it
//   BY_1, BY_2, BY_3      places to the right
//   SHIFT                 1: the third is a shift
//
// Ports: as serial_rotation.

module sha2_digit_sigma #(
    parameter integer WORD = 32,
    parameter integer DIGIT = 32,
    parameter integer BY_1 = 2,
    parameter integer BY_2 = 13,
    parameter integer BY_3 = 22,
    parameter integer SHIFT = 0,
    localparam integer INDEX_BITS = (WORD / DIGIT > 2) ? $clog2(WORD / DIGIT) : 1
) (
    input  logic [INDEX_BITS-1:0] index,
    input  logic [    2*WORD-1:0] line,
    output logic [     DIGIT-1:0] digit
);

  logic [DIGIT-1:0] digit_1, digit_2, digit_3;

  serial_rotation #(
      .WORD (WORD),
      .DIGIT(DIGIT),
      .BY   (BY_1)
  ) by_1 (
      .index(index),
      .line (line),
      .digit(digit_1)
  );
  serial_rotation #(
      .WORD (WORD),
      .DIGIT(DIGIT),
      .BY   (BY_2)
  ) by_2 (
      .index(index),
      .line (line),
      .digit(digit_2)
  );
  serial_rotation #(
      .WORD (WORD),
      .DIGIT(DIGIT),
      .BY   (BY_3),
      .SHIFT(SHIFT)
  ) by_3 (
      .index(index),
      .line (line),
      .digit(digit_3)
  );

  assign digit = digit_1 ^ digit_2 ^ digit_3;

endmodule
