// SPDX-License-Identifier: Apache-2.0
//
// The sum of any number of words mod 2^WIDTH: a carry_save_tree and one adder behind it.
//
// Parameters
//   WIDTH     bits of the words, at least 1      OPERANDS  how many, at least 2
//   SAVE      1: as said; 0: a tree of the tool's adders, which suits FPGAs
//   NETWORK   carry network of the adder, a name of adder_pkg
// Ports: combinational; operands, word i at [i*WIDTH +: WIDTH]; those that come late belong to the end.

module multi_operand_adder #(
    parameter integer WIDTH = 32,
    parameter integer OPERANDS = 4,
    parameter integer SAVE = 1,
    parameter integer NETWORK = adder_pkg::KOGGE_STONE
) (
    input  logic [OPERANDS*WIDTH-1:0] operands,
    output logic [         WIDTH-1:0] sum
);

  generate
    if (WIDTH < 1) begin : gen_refused_width
      multi_operand_adder_needs_WIDTH_of_1_or_more refused ();
    end
    if (OPERANDS < 2) begin : gen_refused_operands
      multi_operand_adder_needs_OPERANDS_of_2_or_more refused ();
    end
    if (SAVE != 0 && SAVE != 1) begin : gen_refused_save
      multi_operand_adder_needs_SAVE_of_0_or_1 refused ();
    end
  endgenerate

  logic [WIDTH-1:0] partial, carry;

  carry_save_tree #(
      .WIDTH(WIDTH),
      .OPERANDS(OPERANDS),
      .SAVE(SAVE)
  ) tree (
      .operands(operands),
      .sum(partial),
      .carry(carry)
  );

  generate
    if (SAVE != 0) begin : gen_add
      prefix_adder #(
          .WIDTH  (WIDTH),
          .NETWORK(NETWORK)
      ) add (
          .a  (partial),
          .b  (carry),
          .sum(sum)
      );
    end else begin : gen_done
      assign sum = partial;
      logic unused;
      assign unused = ^carry;
    end
  endgenerate

endmodule
