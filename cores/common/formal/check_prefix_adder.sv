// SPDX-License-Identifier: Apache-2.0
//
// prefix_adder adds, or subtracts, whatever its carry network. Parameters: those of prefix_adder.

module check_prefix_adder #(
    parameter integer WIDTH = 8,
    parameter integer NETWORK = adder_pkg::KOGGE_STONE,
    parameter integer SUBTRACT = 0
) (
    input logic [WIDTH-1:0] a,
    input logic [WIDTH-1:0] b
);

  logic [WIDTH-1:0] sum;

  prefix_adder #(
      .WIDTH(WIDTH),
      .NETWORK(NETWORK),
      .SUBTRACT(SUBTRACT)
  ) adder (
      .*
  );

  always_comb result : assert (sum == ((SUBTRACT != 0) ? a - b : a + b));

endmodule
