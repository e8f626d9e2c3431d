// SPDX-License-Identifier: Apache-2.0
//
// A row of (7,3) counters: a + b + c + d + e + f + g = ones + twos + fours mod 2^WIDTH, without a carry that travels.
//
// Each counter counts the ones of a column of seven bits (L. Dadda, "Some Schemes for Parallel Multipliers",
// Alta Frequenza 34 (1965)). The columns are counted in unary: x_i says that at least i of the first three
// bits are 1, y_i the same of the last four, and "at least n of all" is the OR of x_i y_(n-i).
//
// Parameters: WIDTH, bits of the operands, 1 or more.
// Ports: combinational; a..g operands; ones, twos, fours the bits of the counts by weight, moved up by 0, 1, 2.

module parallel_counter_7_3 #(
    parameter integer WIDTH = 64
) (
    input  logic [WIDTH-1:0] a,
    input  logic [WIDTH-1:0] b,
    input  logic [WIDTH-1:0] c,
    input  logic [WIDTH-1:0] d,
    input  logic [WIDTH-1:0] e,
    input  logic [WIDTH-1:0] f,
    input  logic [WIDTH-1:0] g,
    output logic [WIDTH-1:0] ones,
    output logic [WIDTH-1:0] twos,
    output logic [WIDTH-1:0] fours
);

  generate
    if (WIDTH < 1) begin : gen_refused_width
      parallel_counter_7_3_needs_WIDTH_of_1_or_more refused ();
    end
  endgenerate

  logic [WIDTH-1:0] x_1, x_2, x_3, y_1, y_2, y_3, y_4;
  logic [WIDTH-1:0] least_2, least_4, least_6;

  assign x_1 = a | b | c;
  assign x_2 = (a & b) | (c & (a | b));
  assign x_3 = a & b & c;
  assign y_1 = (d | e) | (f | g);
  assign y_2 = (d & e) | (f & g) | ((d | e) & (f | g));
  assign y_3 = ((d & e) & (f | g)) | ((d | e) & (f & g));
  assign y_4 = (d & e) & (f & g);

  assign least_2 = x_2 | y_2 | (x_1 & y_1);
  assign least_4 = y_4 | (x_1 & y_3) | (x_2 & y_2) | (x_3 & y_1);
  assign least_6 = (x_2 & y_4) | (x_3 & y_3);

  assign ones = (a ^ b ^ c) ^ ((d ^ e) ^ (f ^ g));
  assign twos = ((least_2 & ~least_4) | least_6) << 1;
  assign fours = least_4 << 2;

endmodule
