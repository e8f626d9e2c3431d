// SPDX-License-Identifier: Apache-2.0
//
// multi_operand_adder, with the carry_save_tree in it, makes the sum of its operands. Parameters: those of
// multi_operand_adder.

module check_multi_operand_adder #(
    parameter integer WIDTH = 4,
    parameter integer OPERANDS = 4,
    parameter integer SAVE = 1,
    parameter integer NETWORK = adder_pkg::KOGGE_STONE
) (
    input logic [OPERANDS*WIDTH-1:0] operands
);

  logic [WIDTH-1:0] sum, total;

  multi_operand_adder #(
      .WIDTH(WIDTH),
      .OPERANDS(OPERANDS),
      .SAVE(SAVE),
      .NETWORK(NETWORK)
  ) adder (
      .*
  );

  always_comb begin
    total = '0;
    for (integer i = 0; i < OPERANDS; i = i + 1) total = total + operands[i*WIDTH+:WIDTH];
    result : assert (sum == total);
  end

endmodule
