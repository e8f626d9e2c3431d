// SPDX-License-Identifier: Apache-2.0
//
// A round of SHA-2 in two pipeline sections with a in carry-save form, one round a clock cycle: figure 6 of L. Dadda,
// M. Macchetti, J. Owen, "The Design of a High Speed ASIC Unit for the Hash Function SHA-256 (384, 512)", DATE 2004.
//
// The first section adds what a round needs of its own: K_t, W_t and h, and d for e. It works a round ahead and takes
// g and c for h and d, except before the first round of a block (mux1, mux2). a = a_sum + a_carry (the paper's A', A'').
//
//   k, w, h or g -> faa1 -+-> l_1_sum, l_1_carry
//                         `-> + d or c -> faa2 -> l_2_sum, l_2_carry
//   l_2_sum, l_2_carry, Ch -> faa4 -> + Sigma_1 -> faa6 -> cla1 -> e
//   l_1_sum, l_1_carry, Ch -> faa3 -> + Sigma_1 -> faa5 -> + Maj -> faa7 -> + Sigma_0 -> faa8 -> a_sum, a_carry
//   a_sum, a_carry -> cla2 -> a -> Maj, Sigma_0, b
//
// Slowest path: Ch => faa4 => faa6 => cla1. cla2 => Maj => faa7 => faa8 has as many parts.
//
// Parameters: WORD; CARRY_SAVE as carry_save_adder; ADDER, carry network of the carry-propagating adders.
// Ports: see sha2_compressor. W_t and K_t are those of the round that ends with the next cycle.

module sha2_compressor_combined #(
    parameter integer WORD = 32,
    parameter integer CARRY_SAVE = 1,
    parameter integer ADDER = adder_pkg::BRENT_KUNG
) (
    input logic clk,

    input logic              load_a,
    input logic              load_e,
    input logic              hold_a,
    input logic              hold_e,
    input logic              step_a,
    input logic              step_e,
    input logic              first_a,
    input logic              first_e,
    input logic [8*WORD-1:0] value,

    input  logic [WORD-1:0] k,
    input  logic [WORD-1:0] w,
    output logic [WORD-1:0] words_a,
    output logic [WORD-1:0] words_e
);

  generate
    if (CARRY_SAVE != 0 && CARRY_SAVE != 1) begin : gen_refused_carry_save
      sha2_compressor_combined_needs_CARRY_SAVE_of_0_or_1 refused ();
    end
  endgenerate

  logic [WORD-1:0] a_sum, a_carry, b, c, e, f, g, l_1_sum, l_1_carry, l_2_sum, l_2_carry;
  logic [WORD-1:0] a;
  logic [WORD-1:0] ch, maj, sigma_0, sigma_1;
  logic [WORD-1:0] sum_1, carry_1, sum_2, carry_2, sum_3, carry_3, sum_4, carry_4;
  logic [WORD-1:0] sum_5, carry_5, sum_6, carry_6, sum_7, carry_7, sum_8, carry_8;
  logic [WORD-1:0] next_e;

  sha2_functions #(
      .WORD(WORD)
  ) functions (
      .a(a),
      .b(b),
      .c(c),
      .e(e),
      .f(f),
      .g(g),
      .ch(ch),
      .maj(maj),
      .sigma_0(sigma_0),
      .sigma_1(sigma_1)
  );

  carry_save_adder #(
      .WIDTH(WORD),
      .SAVE (CARRY_SAVE)
  ) faa_1 (
      .a(k),
      .b(w),
      .c(first_e ? value[0+:WORD] : g),
      .sum(sum_1),
      .carry(carry_1)
  );
  carry_save_adder #(
      .WIDTH(WORD),
      .SAVE (CARRY_SAVE)
  ) faa_2 (
      .a(sum_1),
      .b(carry_1),
      .c(first_a ? value[4*WORD+:WORD] : c),
      .sum(sum_2),
      .carry(carry_2)
  );

  carry_save_adder #(
      .WIDTH(WORD),
      .SAVE (CARRY_SAVE)
  ) faa_4 (
      .a(l_2_sum),
      .b(l_2_carry),
      .c(ch),
      .sum(sum_4),
      .carry(carry_4)
  );
  carry_save_adder #(
      .WIDTH(WORD),
      .SAVE (CARRY_SAVE)
  ) faa_6 (
      .a(sum_4),
      .b(carry_4),
      .c(sigma_1),
      .sum(sum_6),
      .carry(carry_6)
  );
  prefix_adder #(
      .WIDTH  (WORD),
      .NETWORK(ADDER)
  ) cla_1 (
      .a  (sum_6),
      .b  (carry_6),
      .sum(next_e)
  );

  carry_save_adder #(
      .WIDTH(WORD),
      .SAVE (CARRY_SAVE)
  ) faa_3 (
      .a(l_1_sum),
      .b(l_1_carry),
      .c(ch),
      .sum(sum_3),
      .carry(carry_3)
  );
  carry_save_adder #(
      .WIDTH(WORD),
      .SAVE (CARRY_SAVE)
  ) faa_5 (
      .a(sigma_1),
      .b(carry_3),
      .c(sum_3),
      .sum(sum_5),
      .carry(carry_5)
  );
  carry_save_adder #(
      .WIDTH(WORD),
      .SAVE (CARRY_SAVE)
  ) faa_7 (
      .a(sum_5),
      .b(carry_5),
      .c(maj),
      .sum(sum_7),
      .carry(carry_7)
  );
  carry_save_adder #(
      .WIDTH(WORD),
      .SAVE (CARRY_SAVE)
  ) faa_8 (
      .a(sigma_0),
      .b(carry_7),
      .c(sum_7),
      .sum(sum_8),
      .carry(carry_8)
  );
  prefix_adder #(
      .WIDTH  (WORD),
      .NETWORK(ADDER)
  ) cla_2 (
      .a  (a_sum),
      .b  (a_carry),
      .sum(a)
  );

  assign words_a = a;
  assign words_e = e;

  always_ff @(posedge clk) begin
    l_1_sum <= sum_1;
    l_1_carry <= carry_1;
    l_2_sum <= sum_2;
    l_2_carry <= carry_2;
    // a that stands still is added up and stays so.
    a_sum <= step_a ? sum_8 : load_a ? value[7*WORD+:WORD] : hold_a ? a : '0;
    a_carry <= step_a ? carry_8 : '0;
    {b, c} <= load_a ? value[5*WORD+:2*WORD] : {a, b};
    e <= step_e ? next_e : load_e ? value[3*WORD+:WORD] : hold_e ? e : '0;
    {f, g} <= load_e ? value[WORD+:2*WORD] : {e, f};
  end

endmodule
