// SPDX-License-Identifier: Apache-2.0
//
// Sum mod 2^WORD of EARLY words in a carry-save tree and of three that come late, each later than the one before: the
// last one passes one row of full adders and the carry-propagating adder.
//
// Parameters: WORD: bits in a word, 1 or more; EARLY: words in `early`, at least 2, or 1 with SAVE 0; SAVE: 1: as
// said; 0: a tree of the tool's adders; NETWORK: with SAVE, carry network of the last adder, a name of adder_pkg.
// Ports: combinational; early, late, word i at [i*WORD +: WORD]; sum.

module bmw_sum #(
    parameter integer WORD = 32,
    parameter integer EARLY = 8,
    parameter integer SAVE = 1,
    parameter integer NETWORK = adder_pkg::BRENT_KUNG
) (
    input  logic [EARLY*WORD-1:0] early,
    input  logic [    3*WORD-1:0] late,
    output logic [      WORD-1:0] sum
);

  generate
    if (EARLY < 1 || (EARLY == 1 && SAVE != 0)) begin : gen_refused_early
      bmw_sum_needs_EARLY_of_2_or_more_or_of_1_with_SAVE_0 refused ();
    end
    if (SAVE != 0 && (NETWORK < adder_pkg::TOOL || NETWORK > adder_pkg::HAN_CARLSON)) begin : gen_refused_network
      bmw_sum_needs_NETWORK_of_adder_pkg refused ();
    end
  endgenerate

  generate
    if (SAVE == 0) begin : gen_propagated
      multi_operand_adder #(
          .WIDTH(WORD),
          .OPERANDS(EARLY + 3),
          .SAVE(0)
      ) add (
          .operands({late, early}),
          .sum(sum)
      );
    end else begin : gen_saved
      logic [4*WORD-1:0] sums, carries;  // behind the tree, and behind each row
      carry_save_tree #(
          .WIDTH(WORD),
          .OPERANDS(EARLY)
      ) tree (
          .operands(early),
          .sum(sums[0+:WORD]),
          .carry(carries[0+:WORD])
      );
      for (genvar i = 0; i < 3; i = i + 1) begin : gen_late
        carry_save_adder #(
            .WIDTH(WORD)
        ) row (
            .a(sums[i*WORD+:WORD]),
            .b(carries[i*WORD+:WORD]),
            .c(late[i*WORD+:WORD]),
            .sum(sums[(i+1)*WORD+:WORD]),
            .carry(carries[(i+1)*WORD+:WORD])
        );
      end
      prefix_adder #(
          .WIDTH  (WORD),
          .NETWORK(NETWORK)
      ) add (
          .a  (sums[3*WORD+:WORD]),
          .b  (carries[3*WORD+:WORD]),
          .sum(sum)
      );
    end
  endgenerate

endmodule
