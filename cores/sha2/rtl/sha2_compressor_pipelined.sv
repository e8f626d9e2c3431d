// SPDX-License-Identifier: Apache-2.0
//
// A round of SHA-2 in three pipeline sections, one round a clock cycle: figure 5 of L. Dadda, M. Macchetti, J. Owen,
// "The Design of a High Speed ASIC Unit for the Hash Function SHA-256 (384, 512)", DATE 2004.
//
// The sections of a round follow each other by a cycle, so that e..h are a round ahead of a..d. What a section needs of
// a round that is not yet there, it finds a place earlier in the shift registers: d_{t+1} is c_t, h_{t+1} is g_t. The
// first round of a block takes d and h themselves (mux1, mux2).
//
//   k, w, h or g -> faa1 -> cla1 -> m
//   m, Ch, Sigma_1 -> faa2 -+-> + d or c -> faa3 -> cla2 -> e
//                           `-> l_sum, l_carry
//   l_sum, l_carry, Maj -> faa4 -> + Sigma_0 -> faa5 -> cla3 -> a
//
// Slowest path: Maj => faa4 => faa5 => cla3.
//
// Parameters: WORD; CARRY_SAVE as carry_save_adder; ADDER, carry network of the carry-propagating adders of a and e;
// SIDE_ADDER, that of m.
// Ports: see sha2_compressor. W_t and K_t are those of the round that ends with the next cycle in
// e..h, with the cycle after it in a..d.

module sha2_compressor_pipelined #(
    parameter integer WORD = 32,
    parameter integer CARRY_SAVE = 1,
    parameter integer ADDER = adder_pkg::BRENT_KUNG,
    parameter integer SIDE_ADDER = adder_pkg::BRENT_KUNG
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
      sha2_compressor_pipelined_needs_CARRY_SAVE_of_0_or_1 refused ();
    end
  endgenerate

  logic [WORD-1:0] a, b, c, e, f, g, m, l_sum, l_carry;
  logic [WORD-1:0] ch, maj, sigma_0, sigma_1;
  logic [WORD-1:0] sum_1, carry_1, sum_2, carry_2, sum_3, carry_3;  // sum_2 + carry_2 = T_1
  logic [WORD-1:0] sum_4, carry_4, sum_5, carry_5;
  logic [WORD-1:0] next_a, next_e, next_m;

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
  prefix_adder #(
      .WIDTH  (WORD),
      .NETWORK(SIDE_ADDER)
  ) cla_1 (
      .a  (sum_1),
      .b  (carry_1),
      .sum(next_m)
  );

  carry_save_adder #(
      .WIDTH(WORD),
      .SAVE (CARRY_SAVE)
  ) faa_2 (
      .a(m),
      .b(ch),
      .c(sigma_1),
      .sum(sum_2),
      .carry(carry_2)
  );
  carry_save_adder #(
      .WIDTH(WORD),
      .SAVE (CARRY_SAVE)
  ) faa_3 (
      .a(first_a ? value[4*WORD+:WORD] : c),
      .b(carry_2),
      .c(sum_2),
      .sum(sum_3),
      .carry(carry_3)
  );
  prefix_adder #(
      .WIDTH  (WORD),
      .NETWORK(ADDER)
  ) cla_2 (
      .a  (sum_3),
      .b  (carry_3),
      .sum(next_e)
  );

  carry_save_adder #(
      .WIDTH(WORD),
      .SAVE (CARRY_SAVE)
  ) faa_4 (
      .a(l_sum),
      .b(l_carry),
      .c(maj),
      .sum(sum_4),
      .carry(carry_4)
  );
  carry_save_adder #(
      .WIDTH(WORD),
      .SAVE (CARRY_SAVE)
  ) faa_5 (
      .a(sum_4),
      .b(carry_4),
      .c(sigma_0),
      .sum(sum_5),
      .carry(carry_5)
  );
  prefix_adder #(
      .WIDTH  (WORD),
      .NETWORK(ADDER)
  ) cla_3 (
      .a  (sum_5),
      .b  (carry_5),
      .sum(next_a)
  );

  assign words_a = a;
  assign words_e = e;

  always_ff @(posedge clk) begin
    m <= next_m;
    l_sum <= sum_2;
    l_carry <= carry_2;
    a <= step_a ? next_a : load_a ? value[7*WORD+:WORD] : hold_a ? a : '0;
    {b, c} <= load_a ? value[5*WORD+:2*WORD] : {a, b};
    e <= step_e ? next_e : load_e ? value[3*WORD+:WORD] : hold_e ? e : '0;
    {f, g} <= load_e ? value[WORD+:2*WORD] : {e, f};
  end

endmodule
