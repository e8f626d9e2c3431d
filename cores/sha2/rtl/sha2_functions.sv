// SPDX-License-Identifier: Apache-2.0
//
// The four functions of the working variables (FIPS 180-4, sections 4.1.2 and 4.1.3):
//
//   Ch(e, f, g) = (e and f) xor (not e and g)         Sigma_1(e) = e >>> 6  xor e >>> 11 xor e >>> 25
//   Maj(a, b, c) = (a and b) xor (a and c) xor (b and c)   Sigma_0(a) = a >>> 2  xor a >>> 13 xor a >>> 22
//
// with words of 32 bits; with words of 64 bits Sigma_1 rotates by 14, 18, 41 and Sigma_0 by 28, 34, 39.
//
// Parameters: WORD, 32 or 64 bits in a word.
// Ports: combinational.

module sha2_functions #(
    parameter integer WORD = 32
) (
    input  logic [WORD-1:0] a,
    input  logic [WORD-1:0] b,
    input  logic [WORD-1:0] c,
    input  logic [WORD-1:0] e,
    input  logic [WORD-1:0] f,
    input  logic [WORD-1:0] g,
    output logic [WORD-1:0] ch,
    output logic [WORD-1:0] maj,
    output logic [WORD-1:0] sigma_0,
    output logic [WORD-1:0] sigma_1
);

  generate
    if (WORD != 32 && WORD != 64) begin : gen_refused_word
      sha2_functions_needs_WORD_of_32_or_64 refused ();
    end
  endgenerate

  localparam logic LONG = WORD == 64;

  function automatic [WORD-1:0] rotr(input logic [WORD-1:0] x, input integer n);
    begin
      rotr = (x >> n) | (x << (WORD - n));
    end
  endfunction

  assign ch = (e & f) ^ (~e & g);
  assign maj = (b & c) | (a & (b | c));
  assign sigma_0 = LONG ? rotr(a, 28) ^ rotr(a, 34) ^ rotr(a, 39) : rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22);
  assign sigma_1 = LONG ? rotr(e, 14) ^ rotr(e, 18) ^ rotr(e, 41) : rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25);

endmodule
