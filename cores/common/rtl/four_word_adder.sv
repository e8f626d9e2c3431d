// SPDX-License-Identifier: Apache-2.0
//
// sum = a + b + c + d mod 2^WIDTH, where c and d may come later than a and b.
//
// Parameters
//   WIDTH    bits of the operands, 1 or more
//   SAVE     1: two rows of full adders and one carry-propagating adder; 0: three of these, as a tree, which is smaller
//            and faster where every LUT has a carry chain beside it
//   NETWORK  carry network of the carry-propagating adders, a name of adder_pkg
// Ports: combinational.

module four_word_adder #(
    parameter integer WIDTH   = 64,
    parameter integer SAVE    = 1,
    parameter integer NETWORK = adder_pkg::KOGGE_STONE
) (
    input  logic [WIDTH-1:0] a,
    input  logic [WIDTH-1:0] b,
    input  logic [WIDTH-1:0] c,
    input  logic [WIDTH-1:0] d,
    output logic [WIDTH-1:0] sum
);

  generate
    if (WIDTH < 1) begin : gen_refused_width
      four_word_adder_needs_WIDTH_of_1_or_more refused ();
    end
    if (SAVE != 0 && SAVE != 1) begin : gen_refused_save
      four_word_adder_needs_SAVE_of_0_or_1 refused ();
    end
  endgenerate

  logic [WIDTH-1:0] last_0, last_1;

  generate
    if (SAVE != 0) begin : gen_saved
      logic [WIDTH-1:0] sum_1, carry_1;
      carry_save_adder #(
          .WIDTH(WIDTH)
      ) row_1 (
          .a(a),
          .b(b),
          .c(c),
          .sum(sum_1),
          .carry(carry_1)
      );
      carry_save_adder #(
          .WIDTH(WIDTH)
      ) row_2 (
          .a(sum_1),
          .b(carry_1),
          .c(d),
          .sum(last_0),
          .carry(last_1)
      );
    end else begin : gen_tree
      prefix_adder #(
          .WIDTH  (WIDTH),
          .NETWORK(NETWORK)
      ) add_1 (
          .a  (a),
          .b  (b),
          .sum(last_0)
      );
      prefix_adder #(
          .WIDTH  (WIDTH),
          .NETWORK(NETWORK)
      ) add_2 (
          .a  (c),
          .b  (d),
          .sum(last_1)
      );
    end
  endgenerate

  prefix_adder #(
      .WIDTH  (WIDTH),
      .NETWORK(NETWORK)
  ) last (
      .a  (last_0),
      .b  (last_1),
      .sum(sum)
  );

endmodule
