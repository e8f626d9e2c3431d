// SPDX-License-Identifier: Apache-2.0
//
// W_j of BMW's f0: the sum mod 2^WORD of five words, some of which are subtracted.
//
// A subtracted word goes in inverted, and the one that this lacks takes the place below the lowest carry of a row of
// full adders. There are three such places; where four words are subtracted, all go in the other way and the sum
// inverted.
//
// Parameters: WORD: bits in a word, 1 or more; NEGATIVE: which are subtracted, x[0] in the highest bit, four at most
// with SAVE; SAVE: 1: as said; 0: five of the tool's adders; NETWORK: with SAVE, carry network of the last adder, a
// name of adder_pkg.
// Ports: combinational; x, word i at [i*WORD +: WORD]; sum.

module bmw_signed_sum #(
    parameter integer WORD = 32,
    parameter logic [4:0] NEGATIVE = 5'b01000,
    parameter integer SAVE = 1,
    parameter integer NETWORK = adder_pkg::BRENT_KUNG
) (
    input  logic [5*WORD-1:0] x,
    output logic [  WORD-1:0] sum
);

  generate
    if (SAVE != 0 && NEGATIVE == 5'b11111) begin : gen_refused_negative
      bmw_signed_sum_needs_NEGATIVE_of_four_words_at_most_or_SAVE_0 refused ();
    end
    if (SAVE != 0 && (NETWORK < adder_pkg::TOOL || NETWORK > adder_pkg::HAN_CARLSON)) begin : gen_refused_network
      bmw_signed_sum_needs_NETWORK_of_adder_pkg refused ();
    end
  endgenerate

  localparam integer COUNT = 32'(NEGATIVE[0]) + 32'(NEGATIVE[1]) + 32'(NEGATIVE[2]) + 32'(NEGATIVE[3]) +
      32'(NEGATIVE[4]);
  localparam integer TURNED = (COUNT > 3) ? 1 : 0;
  localparam integer ONES = (TURNED != 0) ? 4 - COUNT : COUNT;

  logic [5*WORD-1:0] operands;
  logic [WORD-1:0] total;
  assign sum = total ^ {WORD{TURNED != 0}};

  generate
    for (genvar i = 0; i < 5; i = i + 1) begin : gen_operand
      assign operands[i*WORD+:WORD] = x[i*WORD+:WORD] ^ {WORD{NEGATIVE[4-i] != (TURNED != 0)}};
    end

    if (SAVE == 0) begin : gen_propagated
      multi_operand_adder #(
          .WIDTH(WORD),
          .OPERANDS(6),
          .SAVE(0)
      ) add (
          .operands({operands, WORD'(ONES)}),
          .sum(total)
      );
    end else begin : gen_saved
      logic [WORD-1:0] sum_1, carry_1, sum_2, carry_2, sum_3, carry_3;
      carry_save_adder #(
          .WIDTH(WORD)
      ) add_1 (
          .a(operands[0+:WORD]),
          .b(operands[WORD+:WORD]),
          .c(operands[2*WORD+:WORD]),
          .sum(sum_1),
          .carry(carry_1)
      );
      carry_save_adder #(
          .WIDTH(WORD)
      ) add_2 (
          .a(operands[3*WORD+:WORD]),
          .b(sum_1),
          .c(carry_1 | WORD'(ONES > 0)),
          .sum(sum_2),
          .carry(carry_2)
      );
      carry_save_adder #(
          .WIDTH(WORD)
      ) add_3 (
          .a(operands[4*WORD+:WORD]),
          .b(sum_2),
          .c(carry_2 | WORD'(ONES > 1)),
          .sum(sum_3),
          .carry(carry_3)
      );
      prefix_adder #(
          .WIDTH  (WORD),
          .NETWORK(NETWORK)
      ) add (
          .a  (sum_3),
          .b  (carry_3 | WORD'(ONES > 2)),
          .sum(total)
      );
    end
  endgenerate

endmodule
