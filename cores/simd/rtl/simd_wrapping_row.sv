// SPDX-License-Identifier: Apache-2.0
//
// A row of full adders modulo 257: sum + carry = a + b + c + 1. The carry out of bit 7, which is worth 2^8 = -1, comes
// back inverted at bit 0, where it is worth 1 more than it should.
//
// Ports: combinational.

module simd_wrapping_row (
    input  logic [7:0] a,
    input  logic [7:0] b,
    input  logic [7:0] c,
    output logic [7:0] sum,
    output logic [7:0] carry
);

  logic [7:0] majority;

  assign sum = a ^ b ^ c;
  assign majority = (a & b) | (c & (a ^ b));
  assign carry = {majority[6:0], !majority[7]};

endmodule
