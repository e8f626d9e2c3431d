// SPDX-License-Identifier: Apache-2.0
//
// The sum of any number of words as two words, sum + carry mod 2^WIDTH, by rows of full adders in a tree (C. S. Wallace,
// "A Suggestion for a Fast Multiplier", IEEE Trans. Electronic Computers EC-13, 1964).
//
// The words wait in a line: a row takes the first three of it and puts its two results to the end, until two are left.
// OPERANDS = 4, 6, 9, 13, 19 words take 2, 3, 4, 5, 6 rows one behind the other.
//
// Parameters
//   WIDTH     bits of the words, at least 1      OPERANDS  how many, at least 2
//   SAVE      1: as said; 0: sum alone is the result, by a tree of the tool's adders, carry = 0 (carry_save_adder)
// Ports: combinational; operands, word i at [i*WIDTH +: WIDTH]; those that come late belong to the end.

module carry_save_tree #(
    parameter integer WIDTH = 32,
    parameter integer OPERANDS = 4,
    parameter integer SAVE = 1
) (
    input  logic [OPERANDS*WIDTH-1:0] operands,
    output logic [         WIDTH-1:0] sum,
    output logic [         WIDTH-1:0] carry
);

  generate
    if (WIDTH < 1) begin : gen_refused_width
      carry_save_tree_needs_WIDTH_of_1_or_more refused ();
    end
    if (OPERANDS < 2) begin : gen_refused_operands
      carry_save_tree_needs_OPERANDS_of_2_or_more refused ();
    end
    if (SAVE != 0 && SAVE != 1) begin : gen_refused_save
      carry_save_tree_needs_SAVE_of_0_or_1 refused ();
    end
  endgenerate

  // Words that an adder takes and gives, and how many adders there are.
  localparam integer TAKES = (SAVE != 0) ? 3 : 2;
  localparam integer GIVES = TAKES - 1;
  localparam integer ADDERS = (SAVE != 0) ? OPERANDS - 2 : OPERANDS - 1;

  generate
    for (genvar k = 0; k < ADDERS; k = k + 1) begin : gen_adder
      logic [TAKES*WIDTH-1:0] in;
      logic [GIVES*WIDTH-1:0] out;
      for (genvar i = 0; i < TAKES; i = i + 1) begin : gen_word
        localparam integer PLACE = TAKES * k + i;  // in the line
        localparam integer FROM = (PLACE < OPERANDS) ? 0 : (PLACE - OPERANDS) / GIVES;
        localparam integer RESULT = (PLACE < OPERANDS) ? 0 : (PLACE - OPERANDS) % GIVES;
        if (PLACE < OPERANDS) begin : gen_operand
          assign in[i*WIDTH+:WIDTH] = operands[PLACE*WIDTH+:WIDTH];
        end else begin : gen_result
          assign in[i*WIDTH+:WIDTH] = gen_adder[FROM].out[RESULT*WIDTH+:WIDTH];
        end
      end

      if (SAVE != 0) begin : gen_row
        carry_save_adder #(
            .WIDTH(WIDTH)
        ) row (
            .a(in[0+:WIDTH]),
            .b(in[WIDTH+:WIDTH]),
            .c(in[2*WIDTH+:WIDTH]),
            .sum(out[0+:WIDTH]),
            .carry(out[WIDTH+:WIDTH])
        );
      end else begin : gen_tool
        prefix_adder #(
            .WIDTH  (WIDTH),
            .NETWORK(adder_pkg::TOOL)
        ) add (
            .a  (in[0+:WIDTH]),
            .b  (in[WIDTH+:WIDTH]),
            .sum(out)
        );
      end
    end

    if (ADDERS == 0) begin : gen_pair
      assign {carry, sum} = operands;
    end else if (SAVE != 0) begin : gen_saved
      assign {carry, sum} = gen_adder[ADDERS-1].out;
    end else begin : gen_added
      assign sum = gen_adder[ADDERS-1].out;
      assign carry = '0;
    end
  endgenerate

endmodule
