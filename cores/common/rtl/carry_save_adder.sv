// SPDX-License-Identifier: Apache-2.0
//
// A row of full adders: a + b + c = sum + carry mod 2^WIDTH, without a carry that travels.
//
// Parameters: WIDTH, bits of the operands.
// Ports: combinational; a, b, c operands; sum the bitwise parity, carry the majority moved up by one bit.

module carry_save_adder #(
    parameter integer WIDTH = 64
) (
    input  logic [WIDTH-1:0] a,
    input  logic [WIDTH-1:0] b,
    input  logic [WIDTH-1:0] c,
    output logic [WIDTH-1:0] sum,
    output logic [WIDTH-1:0] carry
);

  logic [WIDTH-1:0] majority;

  assign majority = (a & b) | (c & (a ^ b));
  assign sum = a ^ b ^ c;
  assign carry = {majority[WIDTH-2:0], 1'b0};

  logic unused;
  assign unused = majority[WIDTH-1];

endmodule
