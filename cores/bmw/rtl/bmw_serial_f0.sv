// SPDX-License-Identifier: Apache-2.0
//
// f0 of BMW word by word: Q_j = s_{j mod 5}(W_j) + H_{j+1}, four cycles from the words to Q_j.
//
//   x -- signs, rows of full adders --|-- adder --|-- s --|-- + H --|-- Q_j        |: register
//
// Parameters: WORD: bits in a word, 32 or 64; SAVE: 1: rows of full adders; 0: the tool's adders; NETWORK: carry
// network of the other adders, a name of adder_pkg.
// Ports
//   x         the five words of M xor H that W_j is made of, one at [i*WORD +: WORD]
//   negative  which of them are subtracted, x[0] in the highest bit      ones  their number, unary
//   chosen    two cycles after x: j mod 5, one-hot
//   h         three cycles after x: H_{j+1}
//   q         four cycles after x: Q_j

module bmw_serial_f0 #(
    parameter integer WORD = 32,
    parameter integer SAVE = 1,
    parameter integer NETWORK = adder_pkg::BRENT_KUNG
) (
    input logic clk,

    input  logic [5*WORD-1:0] x,
    input  logic [       4:0] negative,
    input  logic [       3:0] ones,
    input  logic [       4:0] chosen,
    input  logic [  WORD-1:0] h,
    output logic [  WORD-1:0] q
);

  generate
    if (WORD != 32 && WORD != 64) begin : gen_refused_word
      bmw_serial_f0_needs_WORD_of_32_or_64 refused ();
    end
    if (NETWORK < adder_pkg::TOOL || NETWORK > adder_pkg::HAN_CARLSON) begin : gen_refused_network
      bmw_serial_f0_needs_NETWORK_of_adder_pkg refused ();
    end
  endgenerate

  // A subtracted word goes in inverted; the ones that this lacks take the places below the lowest carries.
  logic [5*WORD-1:0] operands;
  logic [WORD-1:0] sum_1, carry_1, sum_2, carry_2, sum_3, carry_3;
  logic [WORD-1:0] sum, carry;
  logic last_one;
  logic [WORD:0] total;
  logic [WORD-1:0] w, v, v_next, q_next;
  logic [5*WORD-1:0] spread;

  generate
    for (genvar i = 0; i < 5; i = i + 1) begin : gen_term
      assign operands[i*WORD+:WORD] = x[i*WORD+:WORD] ^ {WORD{negative[4-i]}};
      bmw_s #(
          .WORD  (WORD),
          .NUMBER(i)
      ) spread_w (
          .x(w),
          .y(spread[i*WORD+:WORD])
      );
    end
  endgenerate

  carry_save_adder #(
      .WIDTH(WORD),
      .SAVE (SAVE)
  ) add_1 (
      .a(operands[0+:WORD]),
      .b(operands[WORD+:WORD]),
      .c(operands[2*WORD+:WORD]),
      .sum(sum_1),
      .carry(carry_1)
  );
  carry_save_adder #(
      .WIDTH(WORD),
      .SAVE (SAVE)
  ) add_2 (
      .a(operands[3*WORD+:WORD]),
      .b(sum_1),
      .c({carry_1[WORD-1:1], ones[0]}),
      .sum(sum_2),
      .carry(carry_2)
  );
  carry_save_adder #(
      .WIDTH(WORD),
      .SAVE (SAVE)
  ) add_3 (
      .a(operands[4*WORD+:WORD]),
      .b(sum_2),
      .c({carry_2[WORD-1:1], ones[1]}),
      .sum(sum_3),
      .carry(carry_3)
  );
  prefix_adder #(
      .WIDTH  (WORD + 1),
      .NETWORK(NETWORK)
  ) add_w (
      .a  ({sum, last_one}),
      .b  ({carry, last_one}),
      .sum(total)
  );
  prefix_adder #(
      .WIDTH  (WORD),
      .NETWORK(NETWORK)
  ) add_h (
      .a  (v),
      .b  (h),
      .sum(q_next)
  );

  always_comb begin
    v_next = '0;
    for (integer i = 0; i < 5; i = i + 1) v_next = v_next | (spread[i*WORD+:WORD] & {WORD{chosen[i]}});
  end

  always_ff @(posedge clk) begin
    sum <= sum_3;
    carry <= {carry_3[WORD-1:1], ones[2]};
    last_one <= ones[3];
    w <= total[WORD:1];
    v <= v_next;
    q <= q_next;
  end

  logic unused;
  assign unused = ^{carry_1[0], carry_2[0], carry_3[0], total[0]};

endmodule
