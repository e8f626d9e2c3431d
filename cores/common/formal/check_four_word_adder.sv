// SPDX-License-Identifier: Apache-2.0
//
// four_word_adder makes the sum of its operands. Parameters: those of four_word_adder.

module check_four_word_adder #(
    parameter integer WIDTH = 4,
    parameter integer SAVE = 1,
    parameter integer NETWORK = adder_pkg::KOGGE_STONE
) (
    input logic [WIDTH-1:0] a,
    input logic [WIDTH-1:0] b,
    input logic [WIDTH-1:0] c,
    input logic [WIDTH-1:0] d
);

  logic [WIDTH-1:0] sum;

  four_word_adder #(
      .WIDTH(WIDTH),
      .SAVE(SAVE),
      .NETWORK(NETWORK)
  ) adder (
      .*
  );

  always_comb result : assert (sum == WIDTH'(a + b + c + d));

endmodule
