// SPDX-License-Identifier: Apache-2.0
//
// What L of Hamsi adds to the words a, b, c, d by xor, digit by digit, for hamsi_compact_core; digit i of a word is its
// bits 31 - i and 15 - i. No word is rotated here. In the 16 cycles of the first step a and c leave a place of their
// rings, and b and d get
//
//   b' = b + (a <<< 13) + (c <<< 3)          d' = d + (c <<< 3) + ((a <<< 13) << 3)
//
// In those of the second step b' and d' leave the next place, and a and c get, in terms that are rotated back,
//
//   a' = a + (b' <<< 20) + (d' <<< 26)       c' = c + (d' <<< 4) + ((b' <<< 8) << 7 >>> 10)
//
// So the words of L are a' <<< 18, b' <<< 1, c' <<< 25, d' <<< 7 in the end.
//
// Digit i of a word that is rotated by n places has the bits i + n and i + n + 16 mod 32, counted from the highest one.
// One of them is still in the place that the word leaves, n mod 16 digits behind the one that leaves; or it is at the
// same distance from the end of the next place already, and in the other half.
//
// Ports
//   digit              number of the digit that leaves
//   first, second      the step is on
//   a, c, b, d         halves, the upper one higher, of the place that the word leaves in the step in which it is read
//   a_next .. d_next   and of the one that it enters
//   added_a .. added_d what is added to a digit that leaves, the bit of the upper half higher

module hamsi_compact_diffusion (
    input  logic [ 3:0] digit,
    input  logic        first,
    input  logic        second,
    input  logic [31:0] a,
    input  logic [31:0] a_next,
    input  logic [31:0] b,
    input  logic [31:0] b_next,
    input  logic [31:0] c,
    input  logic [31:0] c_next,
    input  logic [31:0] d,
    input  logic [31:0] d_next,
    output logic [ 1:0] added_a,
    output logic [ 1:0] added_b,
    output logic [ 1:0] added_c,
    output logic [ 1:0] added_d
);

  function automatic [1:0] rotated(input logic [31:0] word, input logic [31:0] next, input logic [3:0] at,
                                   input integer n);
    logic upper, lower;
    begin
      if (32'(at) < 16 - n % 16) {upper, lower} = {word[31-n%16], word[15-n%16]};
      else {lower, upper} = {next[31-n%16], next[15-n%16]};
      rotated = (n < 16) ? {upper, lower} : {lower, upper};
    end
  endfunction

  logic [1:0] a_13, a_16, b_20, b_5, c_3, d_26, d_4;

  assign a_13 = rotated(a, a_next, digit, 13);
  assign a_16 = rotated(a, a_next, digit, 16) & {1'b1, digit < 4'd13};
  assign c_3  = rotated(c, c_next, digit, 3);
  assign b_20 = rotated(b, b_next, digit, 20);
  assign b_5  = rotated(b, b_next, digit, 5) & {digit >= 4'd3, digit < 4'd12};
  assign d_26 = rotated(d, d_next, digit, 26);
  assign d_4  = rotated(d, d_next, digit, 4);

  assign added_a = (b_20 ^ d_26) & {2{second}};
  assign added_b = (a_13 ^ c_3) & {2{first}};
  assign added_c = (d_4 ^ b_5) & {2{second}};
  assign added_d = (c_3 ^ a_16) & {2{first}};

  logic unused;
  assign unused = &{1'b0, a, a_next, b, b_next, c, c_next, d, d_next};

endmodule
