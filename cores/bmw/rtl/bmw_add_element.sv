// SPDX-License-Identifier: Apache-2.0
//
// AddElement of BMW: (a + b - c + K) ^ h mod 2^WORD, where a, b, c are words of M, rotated.
//
// Parameters: WORD: bits in a word, 1 or more; SAVE: 1: rows of full adders; 0: the tool's adders; NETWORK: with SAVE,
// carry network of the last adder, a name of adder_pkg.
// Ports: combinational.

module bmw_add_element #(
    parameter integer WORD = 32,
    parameter integer SAVE = 1,
    parameter integer NETWORK = adder_pkg::BRENT_KUNG
) (
    input  logic [WORD-1:0] a,
    input  logic [WORD-1:0] b,
    input  logic [WORD-1:0] c,
    input  logic [WORD-1:0] k,
    input  logic [WORD-1:0] h,
    output logic [WORD-1:0] y
);

  generate
    if (WORD < 1) begin : gen_refused_word
      bmw_add_element_needs_WORD_of_1_or_more refused ();
    end
    if (SAVE != 0 && (NETWORK < adder_pkg::TOOL || NETWORK > adder_pkg::HAN_CARLSON)) begin : gen_refused_network
      bmw_add_element_needs_NETWORK_of_adder_pkg refused ();
    end
  endgenerate

  logic [WORD-1:0] sum;
  assign y = sum ^ h;

  generate
    if (SAVE == 0) begin : gen_propagated
      logic [WORD-1:0] first, second;
      prefix_adder #(
          .WIDTH  (WORD),
          .NETWORK(adder_pkg::TOOL)
      ) add_1 (
          .a  (a),
          .b  (b),
          .sum(first)
      );
      prefix_adder #(
          .WIDTH(WORD),
          .NETWORK(adder_pkg::TOOL),
          .SUBTRACT(1)
      ) add_2 (
          .a  (k),
          .b  (c),
          .sum(second)
      );
      prefix_adder #(
          .WIDTH  (WORD),
          .NETWORK(adder_pkg::TOOL)
      ) add_3 (
          .a  (first),
          .b  (second),
          .sum(sum)
      );
    end else begin : gen_saved
      logic [WORD-1:0] sum_1, carry_1, sum_2, carry_2;
      carry_save_adder #(
          .WIDTH(WORD)
      ) row_1 (
          .a(a),
          .b(b),
          .c(~c),
          .sum(sum_1),
          .carry(carry_1)
      );
      // The one that ~c lacks takes the place below the lowest carry.
      carry_save_adder #(
          .WIDTH(WORD)
      ) row_2 (
          .a(sum_1),
          .b(carry_1 | WORD'(1)),
          .c(k),
          .sum(sum_2),
          .carry(carry_2)
      );
      prefix_adder #(
          .WIDTH  (WORD),
          .NETWORK(NETWORK)
      ) add (
          .a  (sum_2),
          .b  (carry_2),
          .sum(sum)
      );
    end
  endgenerate

endmodule
