// SPDX-License-Identifier: Apache-2.0
//
// A round of SHA-2 a clock cycle with the delay of a balanced against that of e: figure 4 of L. Dadda, M. Macchetti,
// J. Owen, "The Design of a High Speed ASIC Unit for the Hash Function SHA-256 (384, 512)", DATE 2004.
//
// The register of a holds it in carry-save form, a = a_sum + a_carry (the paper's A', A''). The adder of a stands
// behind it, in front of Maj and Sigma_0:
//
//   h, k, w -> faa1 -> + Ch -> faa2 -> + Sigma_1 -> faa3 -+-> + d -> faa6 -> cla2 -> e
//                                                         `-> + Maj -> faa4 -> + Sigma_0 -> faa5 -> a_sum, a_carry
//   a_sum, a_carry -> cla1 -> a -> Maj, Sigma_0, b
//
// Slowest path: faa1 => faa2 => faa3 => faa6 => cla2 (Ch takes as long as faa1).
//
// Parameters: WORD; CARRY_SAVE as carry_save_adder; ADDER, carry network of the carry-propagating adders.
// Ports: see sha2_compressor. W_t and K_t are those of the round that ends with the cycle.

module sha2_compressor_balanced #(
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
    input logic [8*WORD-1:0] value,

    input  logic [WORD-1:0] k,
    input  logic [WORD-1:0] w,
    output logic [WORD-1:0] words_a,
    output logic [WORD-1:0] words_e
);

  generate
    if (CARRY_SAVE != 0 && CARRY_SAVE != 1) begin : gen_refused_carry_save
      sha2_compressor_balanced_needs_CARRY_SAVE_of_0_or_1 refused ();
    end
  endgenerate

  logic [WORD-1:0] a_sum, a_carry, b, c, d, e, f, g, h;
  logic [WORD-1:0] a;
  logic [WORD-1:0] ch, maj, sigma_0, sigma_1;
  logic [WORD-1:0] sum_1, carry_1, sum_2, carry_2, sum_3, carry_3;  // sum_3 + carry_3 = T_1
  logic [WORD-1:0] sum_4, carry_4, sum_5, carry_5, sum_6, carry_6;
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
      .a(h),
      .b(k),
      .c(w),
      .sum(sum_1),
      .carry(carry_1)
  );
  carry_save_adder #(
      .WIDTH(WORD),
      .SAVE (CARRY_SAVE)
  ) faa_2 (
      .a(sum_1),
      .b(carry_1),
      .c(ch),
      .sum(sum_2),
      .carry(carry_2)
  );
  carry_save_adder #(
      .WIDTH(WORD),
      .SAVE (CARRY_SAVE)
  ) faa_3 (
      .a(sum_2),
      .b(carry_2),
      .c(sigma_1),
      .sum(sum_3),
      .carry(carry_3)
  );

  carry_save_adder #(
      .WIDTH(WORD),
      .SAVE (CARRY_SAVE)
  ) faa_4 (
      .a(sum_3),
      .b(carry_3),
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
  ) cla_1 (
      .a  (a_sum),
      .b  (a_carry),
      .sum(a)
  );

  carry_save_adder #(
      .WIDTH(WORD),
      .SAVE (CARRY_SAVE)
  ) faa_6 (
      .a(sum_3),
      .b(carry_3),
      .c(d),
      .sum(sum_6),
      .carry(carry_6)
  );
  prefix_adder #(
      .WIDTH  (WORD),
      .NETWORK(ADDER)
  ) cla_2 (
      .a  (sum_6),
      .b  (carry_6),
      .sum(next_e)
  );

  assign words_a = a;
  assign words_e = e;

  always_ff @(posedge clk) begin
    // a that stands still is added up and stays so.
    a_sum <= step_a ? sum_5 : load_a ? value[7*WORD+:WORD] : hold_a ? a : '0;
    a_carry <= step_a ? carry_5 : '0;
    {b, c, d} <= load_a ? value[4*WORD+:3*WORD] : {a, b, c};
    e <= step_e ? next_e : load_e ? value[3*WORD+:WORD] : hold_e ? e : '0;
    {f, g, h} <= load_e ? value[0+:3*WORD] : {e, f, g};
  end

endmodule
