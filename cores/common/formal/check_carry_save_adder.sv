// SPDX-License-Identifier: Apache-2.0
//
// The two words of a carry_save_adder add up to what its three do. Parameters: those of carry_save_adder.

module check_carry_save_adder #(
    parameter integer WIDTH = 8,
    parameter integer SAVE  = 1
) (
    input logic [WIDTH-1:0] a,
    input logic [WIDTH-1:0] b,
    input logic [WIDTH-1:0] c
);

  logic [WIDTH-1:0] sum, carry;

  carry_save_adder #(
      .WIDTH(WIDTH),
      .SAVE (SAVE)
  ) adder (
      .*
  );

  always_comb kept : assert (WIDTH'(sum + carry) == WIDTH'(a + b + c));

endmodule
