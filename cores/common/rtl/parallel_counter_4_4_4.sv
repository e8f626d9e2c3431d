// SPDX-License-Identifier: Apache-2.0
//
// A row of (4,4; 4) counters: a + b + c + d = sum + carry mod 2^WIDTH, without a carry that travels.
//
// Each counter takes two columns of four bits, x of weight 1 and y of weight 2, and gives their sum, 0 .. 12, in
// four bits (L. Dadda, "On Parallel Digital Multipliers", Alta Frequenza 45 (1976)). Of the sum of bits 2 i and
// 2 i + 1, the two low bits stay in their places in `sum`, the two high ones go to 2 i + 2 and 2 i + 3 in `carry`.
//
// Parameters: WIDTH, bits of the operands, 1 or more.
// Ports: combinational; a..d operands; sum, carry the low and the high bits of the counts.

module parallel_counter_4_4_4 #(
    parameter integer WIDTH = 64
) (
    input  logic [WIDTH-1:0] a,
    input  logic [WIDTH-1:0] b,
    input  logic [WIDTH-1:0] c,
    input  logic [WIDTH-1:0] d,
    output logic [WIDTH-1:0] sum,
    output logic [WIDTH-1:0] carry
);

  generate
    if (WIDTH < 1) begin : gen_refused_width
      parallel_counter_4_4_4_needs_WIDTH_of_1_or_more refused ();
    end
  endgenerate

  localparam integer PAIRS = (WIDTH + 1) / 2;

  function automatic majority(input logic x, input logic y, input logic z);
    begin
      majority = (x & y) | (z & (x ^ y));
    end
  endfunction

  // The sum of four bits x and four bits y of twice the weight, by full adders and half adders.
  function automatic [3:0] count(input logic [3:0] x, input logic [3:0] y);
    logic x_3, y_3, y_4;  // the sum of three x; of three y; of the fourth and the carries of x
    logic c_1, c_2;  // of weight 2
    logic c_3, c_4, c_5;  // of weight 4
    begin
      x_3 = x[0] ^ x[1] ^ x[2];
      c_1 = majority(x[0], x[1], x[2]);
      c_2 = x_3 & x[3];
      y_3 = y[0] ^ y[1] ^ y[2];
      c_3 = majority(y[0], y[1], y[2]);
      y_4 = y[3] ^ c_1 ^ c_2;
      c_4 = majority(y[3], c_1, c_2);
      c_5 = y_3 & y_4;
      count = {majority(c_3, c_4, c_5), c_3 ^ c_4 ^ c_5, y_3 ^ y_4, x_3 ^ x[3]};
    end
  endfunction

  logic [2*PAIRS-1:0] a_all, b_all, c_all, d_all;  // with a bit 0 above an odd WIDTH
  logic [2*PAIRS-1:0] low, high;

  assign a_all = (2 * PAIRS)'(a);
  assign b_all = (2 * PAIRS)'(b);
  assign c_all = (2 * PAIRS)'(c);
  assign d_all = (2 * PAIRS)'(d);

  generate
    for (genvar i = 0; i < PAIRS; i = i + 1) begin : gen_pair
      assign {high[2*i+:2], low[2*i+:2]} = count(
          {a_all[2*i], b_all[2*i], c_all[2*i], d_all[2*i]},
          {a_all[2*i+1], b_all[2*i+1], c_all[2*i+1], d_all[2*i+1]}
      );
    end
  endgenerate

  assign sum = low[WIDTH-1:0];
  assign carry = WIDTH'(high << 2);

  logic unused;
  assign unused = ^{low, high};

endmodule
