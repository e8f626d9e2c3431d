// SPDX-License-Identifier: Apache-2.0
//
// The adder chain of a round of SHA-2: the new words e and a out of the words that are added to them, mod 2^WORD,
//
//   e = h + K_t + W_t + Ch + Sigma_1 + d              (= d + T_1)
//   a = h + K_t + W_t + Ch + Sigma_1 + Maj + Sigma_0  (= T_1 + T_2)
//
// in the ways that table 1 of L. Dadda, M. Macchetti, J. Owen, "The Design of a High Speed ASIC Unit for the Hash
// Function SHA-256 (384, 512)", DATE 2004, compares. FAA is a row of full adders (carry_save_adder), CLA a
// carry-propagating adder (prefix_adder). Ch, Sigma_1, Maj and Sigma_0 come one FAA later than the other words, and
// no chain makes them wait for those. Two CLAs end every chain; in front of them stand
//
//   SAVED_CHAIN    (3,2)-cla #2           figure 2: h, K_t, W_t -> FAA -> + Ch -> FAA -> + Sigma_1 -> FAA, from there
//                                         + Maj -> FAA -> + Sigma_0 -> FAA for a, + d -> FAA for e
//   SAVED_TREE     (3,2)-cla #1           figure 3: 8 FAAs, the first for both words, no path through more than 4
//   COUNTER_7_3    (7,3)-(3,2)-cla        for each word a counter of all of its 7 or 6 operands, and an FAA
//   COUNTER_5_3    (5,3)-(3,2)-cla        FAAs that leave 5 words (h, K_t, W_t for both; three of those of a), and
//                                         for each word a counter of 5 and an FAA
//   COUNTER_4_4_4  (4,4; 4)-(3,2)-cla     h, K_t, W_t, Ch -> counter -> + Sigma_1, d -> counter for e,
//                                         + Sigma_1, Maj -> counter -> + Sigma_0 -> FAA for a
//   ADDER_TREE     cla #1                 6 more CLAs, every word behind a path of 3: h + K_t + Ch + Sigma_1 for
//                                         both, with W_t + d and W_t + (Maj + Sigma_0)
//   ADDER_CHAIN    cla #2                 5 more CLAs: T_1 as a chain, T_2 = Maj + Sigma_0 beside it
//
// The paper draws the first two; of the others it gives the name, the delay and the area. What stands here for those
// has the parts of the name, in its order. cla #1 and cla #2 have 8 and 7 CLAs, and the printed areas are as 8 to 7.1;
// (4,4; 4) has three counters, of the size that is left for them beside two CLAs and an FAA.
//
// Parameters
//   WORD   bits of a word, at least 2
//   CHAIN  which of these, a name of sha2_adder_chain_pkg
//   ADDER  carry network of the CLAs, a name of adder_pkg; with TOOL, CLAs are carry chains on FPGAs
// Ports: combinational; ch, sigma_1, maj, sigma_0 are the values of the functions, d_t is d.

module sha2_adder_chain #(
    parameter integer WORD  = 32,
    parameter integer CHAIN = sha2_adder_chain_pkg::SAVED_CHAIN,
    parameter integer ADDER = adder_pkg::BRENT_KUNG
) (
    input  logic [WORD-1:0] h,
    input  logic [WORD-1:0] k,
    input  logic [WORD-1:0] w,
    input  logic [WORD-1:0] ch,
    input  logic [WORD-1:0] sigma_1,
    input  logic [WORD-1:0] d_t,
    input  logic [WORD-1:0] maj,
    input  logic [WORD-1:0] sigma_0,
    output logic [WORD-1:0] e,
    output logic [WORD-1:0] a
);

  generate
    if (WORD < 2) begin : gen_refused_word
      sha2_adder_chain_needs_WORD_of_2_or_more refused ();
    end
    if (CHAIN < sha2_adder_chain_pkg::SAVED_CHAIN ||
        CHAIN > sha2_adder_chain_pkg::ADDER_CHAIN) begin : gen_refused_chain
      sha2_adder_chain_needs_CHAIN_of_sha2_adder_chain_pkg refused ();
    end
  endgenerate

  // The operands of the last CLAs: a = a_0 + a_1, e = e_0 + e_1.
  logic [WORD-1:0] a_0, a_1, e_0, e_1;

  generate
    if (CHAIN == sha2_adder_chain_pkg::SAVED_TREE) begin : gen_saved_tree
      logic [WORD-1:0] sum_1, carry_1, sum_2, carry_2, sum_3, carry_3;
      logic [WORD-1:0] sum_4, carry_4, sum_5, carry_5, sum_6, carry_6;
      logic [WORD-1:0] sum_7, carry_7, sum_8, carry_8;
      carry_save_adder #(
          .WIDTH(WORD)
      ) faa_1 (
          .a(h),
          .b(k),
          .c(w),
          .sum(sum_1),
          .carry(carry_1)
      );
      carry_save_adder #(
          .WIDTH(WORD)
      ) faa_2 (
          .a(sum_1),
          .b(carry_1),
          .c(ch),
          .sum(sum_2),
          .carry(carry_2)
      );
      carry_save_adder #(
          .WIDTH(WORD)
      ) faa_3 (
          .a(sigma_1),
          .b(maj),
          .c(sigma_0),
          .sum(sum_3),
          .carry(carry_3)
      );
      carry_save_adder #(
          .WIDTH(WORD)
      ) faa_4 (
          .a(sum_2),
          .b(carry_2),
          .c(sum_3),
          .sum(sum_4),
          .carry(carry_4)
      );
      carry_save_adder #(
          .WIDTH(WORD)
      ) faa_5 (
          .a(sum_4),
          .b(carry_4),
          .c(carry_3),
          .sum(sum_5),
          .carry(carry_5)
      );
      carry_save_adder #(
          .WIDTH(WORD)
      ) faa_6 (
          .a(ch),
          .b(sigma_1),
          .c(d_t),
          .sum(sum_6),
          .carry(carry_6)
      );
      carry_save_adder #(
          .WIDTH(WORD)
      ) faa_7 (
          .a(sum_1),
          .b(carry_1),
          .c(sum_6),
          .sum(sum_7),
          .carry(carry_7)
      );
      carry_save_adder #(
          .WIDTH(WORD)
      ) faa_8 (
          .a(sum_7),
          .b(carry_7),
          .c(carry_6),
          .sum(sum_8),
          .carry(carry_8)
      );
      assign a_0 = sum_5;
      assign a_1 = carry_5;
      assign e_0 = sum_8;
      assign e_1 = carry_8;
    end else if (CHAIN == sha2_adder_chain_pkg::COUNTER_7_3) begin : gen_counter_7_3
      logic [WORD-1:0] ones_a, twos_a, fours_a;
      logic [WORD-1:0] ones_e, twos_e, fours_e;
      logic [WORD-1:0] sum_1, carry_1, sum_2, carry_2;
      parallel_counter_7_3 #(
          .WIDTH(WORD)
      ) counter_a (
          .a(h),
          .b(k),
          .c(w),
          .d(ch),
          .e(sigma_1),
          .f(maj),
          .g(sigma_0),
          .ones(ones_a),
          .twos(twos_a),
          .fours(fours_a)
      );
      parallel_counter_7_3 #(
          .WIDTH(WORD)
      ) counter_e (
          .a(h),
          .b(k),
          .c(w),
          .d(ch),
          .e(sigma_1),
          .f(d_t),
          .g({WORD{1'b0}}),
          .ones(ones_e),
          .twos(twos_e),
          .fours(fours_e)
      );
      carry_save_adder #(
          .WIDTH(WORD)
      ) faa_1 (
          .a(ones_a),
          .b(twos_a),
          .c(fours_a),
          .sum(sum_1),
          .carry(carry_1)
      );
      carry_save_adder #(
          .WIDTH(WORD)
      ) faa_2 (
          .a(ones_e),
          .b(twos_e),
          .c(fours_e),
          .sum(sum_2),
          .carry(carry_2)
      );
      assign a_0 = sum_1;
      assign a_1 = carry_1;
      assign e_0 = sum_2;
      assign e_1 = carry_2;
    end else if (CHAIN == sha2_adder_chain_pkg::COUNTER_5_3) begin : gen_counter_5_3
      logic [WORD-1:0] ones_a, twos_a, fours_a;
      logic [WORD-1:0] ones_e, twos_e, fours_e;
      logic [WORD-1:0] sum_1, carry_1, sum_2, carry_2, sum_3, carry_3, sum_4, carry_4;
      carry_save_adder #(
          .WIDTH(WORD)
      ) faa_1 (
          .a(h),
          .b(k),
          .c(w),
          .sum(sum_1),
          .carry(carry_1)
      );
      carry_save_adder #(
          .WIDTH(WORD)
      ) faa_2 (
          .a(sigma_1),
          .b(maj),
          .c(sigma_0),
          .sum(sum_2),
          .carry(carry_2)
      );
      parallel_counter_5_3 #(
          .WIDTH(WORD)
      ) counter_a (
          .a(sum_1),
          .b(carry_1),
          .c(ch),
          .d(sum_2),
          .e(carry_2),
          .ones(ones_a),
          .twos(twos_a),
          .fours(fours_a)
      );
      carry_save_adder #(
          .WIDTH(WORD)
      ) faa_3 (
          .a(ones_a),
          .b(twos_a),
          .c(fours_a),
          .sum(sum_3),
          .carry(carry_3)
      );
      parallel_counter_5_3 #(
          .WIDTH(WORD)
      ) counter_e (
          .a(sum_1),
          .b(carry_1),
          .c(d_t),
          .d(ch),
          .e(sigma_1),
          .ones(ones_e),
          .twos(twos_e),
          .fours(fours_e)
      );
      carry_save_adder #(
          .WIDTH(WORD)
      ) faa_4 (
          .a(ones_e),
          .b(twos_e),
          .c(fours_e),
          .sum(sum_4),
          .carry(carry_4)
      );
      assign a_0 = sum_3;
      assign a_1 = carry_3;
      assign e_0 = sum_4;
      assign e_1 = carry_4;
    end else if (CHAIN == sha2_adder_chain_pkg::COUNTER_4_4_4) begin : gen_counter_4_4_4
      logic [WORD-1:0] sum_1, carry_1, sum_2, carry_2;
      logic [WORD-1:0] sum_3, carry_3, sum_4, carry_4;
      parallel_counter_4_4_4 #(
          .WIDTH(WORD)
      ) counter_1 (
          .a(h),
          .b(k),
          .c(w),
          .d(ch),
          .sum(sum_1),
          .carry(carry_1)
      );
      parallel_counter_4_4_4 #(
          .WIDTH(WORD)
      ) counter_2 (
          .a(sum_1),
          .b(carry_1),
          .c(sigma_1),
          .d(maj),
          .sum(sum_2),
          .carry(carry_2)
      );
      carry_save_adder #(
          .WIDTH(WORD)
      ) faa_3 (
          .a(sum_2),
          .b(carry_2),
          .c(sigma_0),
          .sum(sum_3),
          .carry(carry_3)
      );
      parallel_counter_4_4_4 #(
          .WIDTH(WORD)
      ) counter_4 (
          .a(sum_1),
          .b(carry_1),
          .c(sigma_1),
          .d(d_t),
          .sum(sum_4),
          .carry(carry_4)
      );
      assign a_0 = sum_3;
      assign a_1 = carry_3;
      assign e_0 = sum_4;
      assign e_1 = carry_4;
    end else if (CHAIN == sha2_adder_chain_pkg::ADDER_TREE) begin : gen_adder_tree
      logic [WORD-1:0] h_k, ch_sigma_1, t_1, maj_sigma_0, w_t_2, w_d;  // t_1 without w
      prefix_adder #(
          .WIDTH  (WORD),
          .NETWORK(ADDER)
      ) cla_1 (
          .a  (h),
          .b  (k),
          .sum(h_k)
      );
      prefix_adder #(
          .WIDTH  (WORD),
          .NETWORK(ADDER)
      ) cla_2 (
          .a  (ch),
          .b  (sigma_1),
          .sum(ch_sigma_1)
      );
      prefix_adder #(
          .WIDTH  (WORD),
          .NETWORK(ADDER)
      ) cla_3 (
          .a  (h_k),
          .b  (ch_sigma_1),
          .sum(t_1)
      );
      prefix_adder #(
          .WIDTH  (WORD),
          .NETWORK(ADDER)
      ) cla_4 (
          .a  (maj),
          .b  (sigma_0),
          .sum(maj_sigma_0)
      );
      prefix_adder #(
          .WIDTH  (WORD),
          .NETWORK(ADDER)
      ) cla_5 (
          .a  (w),
          .b  (maj_sigma_0),
          .sum(w_t_2)
      );
      prefix_adder #(
          .WIDTH  (WORD),
          .NETWORK(ADDER)
      ) cla_6 (
          .a  (w),
          .b  (d_t),
          .sum(w_d)
      );
      assign a_0 = t_1;
      assign a_1 = w_t_2;
      assign e_0 = t_1;
      assign e_1 = w_d;
    end else if (CHAIN == sha2_adder_chain_pkg::ADDER_CHAIN) begin : gen_adder_chain
      logic [WORD-1:0] sum_1, sum_2, sum_3, t_1, t_2;
      prefix_adder #(
          .WIDTH  (WORD),
          .NETWORK(ADDER)
      ) cla_1 (
          .a  (h),
          .b  (k),
          .sum(sum_1)
      );
      prefix_adder #(
          .WIDTH  (WORD),
          .NETWORK(ADDER)
      ) cla_2 (
          .a  (sum_1),
          .b  (w),
          .sum(sum_2)
      );
      prefix_adder #(
          .WIDTH  (WORD),
          .NETWORK(ADDER)
      ) cla_3 (
          .a  (sum_2),
          .b  (ch),
          .sum(sum_3)
      );
      prefix_adder #(
          .WIDTH  (WORD),
          .NETWORK(ADDER)
      ) cla_4 (
          .a  (sum_3),
          .b  (sigma_1),
          .sum(t_1)
      );
      prefix_adder #(
          .WIDTH  (WORD),
          .NETWORK(ADDER)
      ) cla_5 (
          .a  (maj),
          .b  (sigma_0),
          .sum(t_2)
      );
      assign a_0 = t_1;
      assign a_1 = t_2;
      assign e_0 = t_1;
      assign e_1 = d_t;
    end else begin : gen_saved_chain
      logic [WORD-1:0] sum_1, carry_1, sum_2, carry_2, sum_3, carry_3;
      logic [WORD-1:0] sum_4, carry_4, sum_5, carry_5, sum_6, carry_6;
      carry_save_adder #(
          .WIDTH(WORD)
      ) faa_1 (
          .a(h),
          .b(k),
          .c(w),
          .sum(sum_1),
          .carry(carry_1)
      );
      carry_save_adder #(
          .WIDTH(WORD)
      ) faa_2 (
          .a(sum_1),
          .b(carry_1),
          .c(ch),
          .sum(sum_2),
          .carry(carry_2)
      );
      carry_save_adder #(
          .WIDTH(WORD)
      ) faa_3 (
          .a(sum_2),
          .b(carry_2),
          .c(sigma_1),
          .sum(sum_3),
          .carry(carry_3)
      );
      carry_save_adder #(
          .WIDTH(WORD)
      ) faa_4 (
          .a(sum_3),
          .b(carry_3),
          .c(maj),
          .sum(sum_4),
          .carry(carry_4)
      );
      carry_save_adder #(
          .WIDTH(WORD)
      ) faa_5 (
          .a(sum_4),
          .b(carry_4),
          .c(sigma_0),
          .sum(sum_5),
          .carry(carry_5)
      );
      carry_save_adder #(
          .WIDTH(WORD)
      ) faa_6 (
          .a(sum_3),
          .b(carry_3),
          .c(d_t),
          .sum(sum_6),
          .carry(carry_6)
      );
      assign a_0 = sum_5;
      assign a_1 = carry_5;
      assign e_0 = sum_6;
      assign e_1 = carry_6;
    end
  endgenerate

  prefix_adder #(
      .WIDTH  (WORD),
      .NETWORK(ADDER)
  ) cla_a (
      .a  (a_0),
      .b  (a_1),
      .sum(a)
  );
  prefix_adder #(
      .WIDTH  (WORD),
      .NETWORK(ADDER)
  ) cla_e (
      .a  (e_0),
      .b  (e_1),
      .sum(e)
  );

endmodule
