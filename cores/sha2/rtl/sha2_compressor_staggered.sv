// SPDX-License-Identifier: Apache-2.0
//
// A round of SHA-2 in four pipeline sections, one round a clock cycle, no section longer than one row of full adders
// and one carry-propagating adder. a stands two rounds behind e: since e_{t+1} = d_t + T_1, a round of a needs nothing of
// that of e but its result, and a third adder makes of it what the round of a adds:
//
//   x_t     = h_t + d_t + K_t + W_t
//   e_{t+1} = x_t + Sigma_1(e_t) + Ch(e_t, f_t, g_t)
//   t_t     = e_{t+1} - d_t                              (T_1 of the round)
//   a_{t+1} = t_t + Sigma_0(a_t) + Maj(a_t, b_t, c_t)
//
// each line a cycle behind the one before. Two rounds are what the recurrence allows: d_t is a_{t-3}, which x_t needs in
// the cycle after it has entered a. The registers are a, b, c, t, e, f, g, x: as many words as the state. It goes on
// from the rescheduling of R. Chaves et al. (sha2_compressor_rescheduled) and the pipelining of L. Dadda et al.
// (sha2_compressor_pipelined), which leave two rows of full adders and one adder in the path of a.
//
//   k, w, g -> faa1 -> + a -> faa2 -> cla1 -> x
//   x, Ch, Sigma_1 -> faa3 -> cla2 -> e
//   e, c -> cla3 -> t
//   t, Maj, Sigma_0 -> faa4 -> cla4 -> a
//
// Slowest paths: faa1 => faa2 => cla1, Sigma_1 => faa3 => cla2, Sigma_0 => faa4 => cla4.
//
// Parameters: WORD; CARRY_SAVE as carry_save_adder; ADDER, carry network of the carry-propagating adders.
// Ports: see sha2_compressor. W_t and K_t are those of the round that ends with the next cycle in
// e..h, three cycles later in a..d. early_d, which counts if `early`: d of the round of which K and W are there, for the
// first three of a block, which take it from the hash value.

module sha2_compressor_staggered #(
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
    input logic              early,
    input logic [  WORD-1:0] early_d,

    input  logic [WORD-1:0] k,
    input  logic [WORD-1:0] w,
    output logic [WORD-1:0] words_a,
    output logic [WORD-1:0] words_e
);

  generate
    if (CARRY_SAVE != 0 && CARRY_SAVE != 1) begin : gen_refused_carry_save
      sha2_compressor_staggered_needs_CARRY_SAVE_of_0_or_1 refused ();
    end
  endgenerate

  logic [WORD-1:0] a, b, c, t, e, f, g, x;
  logic [WORD-1:0] ch, maj, sigma_0, sigma_1;
  logic [WORD-1:0] sum_3, carry_3, sum_4, carry_4;
  logic [WORD-1:0] next_a, next_e, next_x, next_t;

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

  four_word_adder #(
      .WIDTH  (WORD),
      .SAVE   (CARRY_SAVE),
      .NETWORK(ADDER)
  ) add_1 (
      .a  (k),
      .b  (w),
      .c  (first_e ? value[0+:WORD] : g),
      .d  (early ? early_d : a),
      .sum(next_x)
  );

  carry_save_adder #(
      .WIDTH(WORD),
      .SAVE (CARRY_SAVE)
  ) faa_3 (
      .a(x),
      .b(ch),
      .c(sigma_1),
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

  prefix_adder #(
      .WIDTH(WORD),
      .NETWORK(ADDER),
      .SUBTRACT(1)
  ) cla_3 (
      .a  (e),
      .b  (first_a ? value[4*WORD+:WORD] : c),
      .sum(next_t)
  );

  carry_save_adder #(
      .WIDTH(WORD),
      .SAVE (CARRY_SAVE)
  ) faa_4 (
      .a(t),
      .b(maj),
      .c(sigma_0),
      .sum(sum_4),
      .carry(carry_4)
  );
  prefix_adder #(
      .WIDTH  (WORD),
      .NETWORK(ADDER)
  ) cla_4 (
      .a  (sum_4),
      .b  (carry_4),
      .sum(next_a)
  );

  assign words_a = a;
  assign words_e = e;

  always_ff @(posedge clk) begin
    x <= next_x;
    t <= next_t;
    a <= step_a ? next_a : load_a ? value[7*WORD+:WORD] : hold_a ? a : '0;
    {b, c} <= load_a ? value[5*WORD+:2*WORD] : {a, b};
    e <= step_e ? next_e : load_e ? value[3*WORD+:WORD] : hold_e ? e : '0;
    {f, g} <= load_e ? value[WORD+:2*WORD] : {e, f};
  end

endmodule
