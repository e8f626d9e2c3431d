// SPDX-License-Identifier: Apache-2.0
//
// SHA-2's rounds (FIPS 180-4, sections 6.2.2 and 6.4.2, step 3), UNROLL of them a clock cycle:
//
//   T_1 = h + Sigma_1(e) + Ch(e, f, g) + K_t + W_t      T_2 = Sigma_0(a) + Maj(a, b, c)
//   (a, b, c, d, e, f, g, h) <- (T_1 + T_2, a, b, c, d + T_1, e, f, g)
//
// All additions of a round are one adder chain between two visits of the registers. With the chain SAVED_CHAIN this
// is figure 2 of L. Dadda, M. Macchetti, J. Owen, "The Design of a High Speed ASIC Unit for the Hash Function SHA-256
// (384, 512)", DATE 2004, with SAVED_TREE figure 3.
//
// Parameters
//   WORD    32 or 64 bits in a word
//   UNROLL  rounds a cycle
//   CHAIN   adder chain, a name of sha2_adder_chain_pkg
//   ADDER   carry network of its carry-propagating adders, a name of adder_pkg
// Ports: see sha2_compressor. W_t and K_t are those of the round that ends with the cycle. Of several
// rounds a cycle the first has the lowest bits of k and w, and the highest word of a and e is the newest.

module sha2_compressor_direct #(
    parameter integer WORD = 32,
    parameter integer UNROLL = 1,
    parameter integer CHAIN = sha2_adder_chain_pkg::SAVED_CHAIN,
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

    input  logic [UNROLL*WORD-1:0] k,
    input  logic [UNROLL*WORD-1:0] w,
    output logic [UNROLL*WORD-1:0] words_a,
    output logic [UNROLL*WORD-1:0] words_e
);

  generate
    if (UNROLL != 1 && UNROLL != 2) begin : gen_refused_unroll
      sha2_compressor_direct_needs_UNROLL_of_1_or_2 refused ();
    end
  endgenerate

  logic [WORD-1:0] a, b, c, d, e, f, g, h;

  generate
    for (genvar i = 0; i < UNROLL; i = i + 1) begin : gen_round
      logic [4*WORD-1:0] abcd, efgh;
      logic [WORD-1:0] ch, maj, sigma_0, sigma_1;
      logic [WORD-1:0] next_a, next_e;

      if (i == 0) begin : gen_first
        assign abcd = {a, b, c, d};
        assign efgh = {e, f, g, h};
      end else begin : gen_later
        assign abcd = {gen_round[i-1].next_a, gen_round[i-1].abcd[4*WORD-1:WORD]};
        assign efgh = {gen_round[i-1].next_e, gen_round[i-1].efgh[4*WORD-1:WORD]};
      end

      sha2_functions #(
          .WORD(WORD)
      ) functions (
          .a(abcd[3*WORD+:WORD]),
          .b(abcd[2*WORD+:WORD]),
          .c(abcd[WORD+:WORD]),
          .e(efgh[3*WORD+:WORD]),
          .f(efgh[2*WORD+:WORD]),
          .g(efgh[WORD+:WORD]),
          .ch(ch),
          .maj(maj),
          .sigma_0(sigma_0),
          .sigma_1(sigma_1)
      );

      sha2_adder_chain #(
          .WORD (WORD),
          .CHAIN(CHAIN),
          .ADDER(ADDER)
      ) chain (
          .h(efgh[0+:WORD]),
          .k(k[i*WORD+:WORD]),
          .w(w[i*WORD+:WORD]),
          .ch(ch),
          .sigma_1(sigma_1),
          .d_t(abcd[0+:WORD]),
          .maj(maj),
          .sigma_0(sigma_0),
          .e(next_e),
          .a(next_a)
      );
    end
  endgenerate

  // The state after the rounds of a cycle.
  logic [8*WORD-1:0] next;
  assign next = {
    gen_round[UNROLL-1].next_a,
    gen_round[UNROLL-1].abcd[4*WORD-1:WORD],
    gen_round[UNROLL-1].next_e,
    gen_round[UNROLL-1].efgh[4*WORD-1:WORD]
  };

  generate
    if (UNROLL == 1) begin : gen_one_word
      assign words_a = a;
      assign words_e = e;
    end else begin : gen_two_words
      assign words_a = {a, b};
      assign words_e = {e, f};
    end
  endgenerate

  always_ff @(posedge clk) begin
    {b, c, d} <= load_a ? value[4*WORD+:3*WORD] : next[4*WORD+:3*WORD];
    {f, g, h} <= load_e ? value[0+:3*WORD] : next[0+:3*WORD];
    // Words that the hash value does not wait for need not stand still.
    a <= step_a ? next[7*WORD+:WORD] : load_a ? value[7*WORD+:WORD] : hold_a ? a : '0;
    e <= step_e ? next[3*WORD+:WORD] : load_e ? value[3*WORD+:WORD] : hold_e ? e : '0;
    if (UNROLL > 1) begin
      b <= step_a ? next[6*WORD+:WORD] : load_a ? value[6*WORD+:WORD] : hold_a ? b : '0;
      f <= step_e ? next[2*WORD+:WORD] : load_e ? value[2*WORD+:WORD] : hold_e ? f : '0;
    end
  end

endmodule
