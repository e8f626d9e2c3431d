// SPDX-License-Identifier: Apache-2.0
//
// One round of SHA-2 (FIPS 180-4, sections 6.2.2 and 6.4.2, step 3):
//
//   T_1 = h + Sigma_1(e) + Ch(e, f, g) + K_t + W_t      T_2 = Sigma_0(a) + Maj(a, b, c)
//   (a, b, c, d, e, f, g, h) <- (T_1 + T_2, a, b, c, d + T_1, e, f, g)
//
// With carry-save adders (FAA: a row of full adders) and one carry-propagating adder (CPA) for each of the new words,
// as in figure 2 of L. Dadda, M. Macchetti, J. Owen, "The Design of a High Speed ASIC Unit for the Hash Function
// SHA-256 (384, 512)", DATE 2004:
//
//   h, K_t, W_t -> FAA -> + Ch -> FAA -> + Sigma_1 -> FAA -+-> + d -> FAA -> CPA -> e
//                                                          `-> + Maj -> FAA -> + Sigma_0 -> FAA -> CPA -> a
//
// Parameters
//   WORD        32 or 64 bits in a word
//   CARRY_SAVE  1: as drawn; 0: a carry-propagating adder for each addition, which is smaller where a LUT has a carry
//   ADDER       carry network of the carry-propagating adders, a name of adder_pkg
// Ports: combinational; state a..h with a in the highest bits; `next` the state after the round.

module sha2_round #(
    parameter integer WORD = 32,
    parameter integer CARRY_SAVE = 1,
    parameter integer ADDER = adder_pkg::BRENT_KUNG
) (
    input  logic [8*WORD-1:0] state,
    input  logic [  WORD-1:0] k,
    input  logic [  WORD-1:0] w,
    output logic [8*WORD-1:0] next
);

  localparam logic LONG = WORD == 64;

  function automatic [WORD-1:0] rotr(input logic [WORD-1:0] x, input integer n);
    begin
      rotr = (x >> n) | (x << (WORD - n));
    end
  endfunction

  // Sections 4.1.2 and 4.1.3.
  function automatic [WORD-1:0] Ch(input logic [WORD-1:0] x, y, z);
    begin
      Ch = (x & y) ^ (~x & z);
    end
  endfunction

  function automatic [WORD-1:0] Maj(input logic [WORD-1:0] x, y, z);
    begin
      Maj = (x & y) ^ (x & z) ^ (y & z);
    end
  endfunction

  function automatic [WORD-1:0] Sigma_0(input logic [WORD-1:0] x);
    begin
      Sigma_0 = LONG ? rotr(x, 28) ^ rotr(x, 34) ^ rotr(x, 39) : rotr(x, 2) ^ rotr(x, 13) ^ rotr(x, 22);
    end
  endfunction

  function automatic [WORD-1:0] Sigma_1(input logic [WORD-1:0] x);
    begin
      Sigma_1 = LONG ? rotr(x, 14) ^ rotr(x, 18) ^ rotr(x, 41) : rotr(x, 6) ^ rotr(x, 11) ^ rotr(x, 25);
    end
  endfunction

  logic [WORD-1:0] a, b, c, d, e, f, g, h;
  logic [WORD-1:0] next_a, next_e;

  assign {a, b, c, d, e, f, g, h} = state;
  assign next = {next_a, a, b, c, next_e, e, f, g};

  generate
    if (CARRY_SAVE == 0) begin : gen_propagated
      logic [WORD-1:0] t_1, t_2;
      assign t_1 = h + Sigma_1(e) + Ch(e, f, g) + k + w;
      assign t_2 = Sigma_0(a) + Maj(a, b, c);
      assign next_a = t_1 + t_2;
      assign next_e = d + t_1;
    end else begin : gen_saved
      logic [WORD-1:0] sum_1, carry_1, sum_2, carry_2, sum_3, carry_3;  // sum_3 + carry_3 = T_1
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
          .c(Ch(e, f, g)),
          .sum(sum_2),
          .carry(carry_2)
      );
      carry_save_adder #(
          .WIDTH(WORD)
      ) faa_3 (
          .a(sum_2),
          .b(carry_2),
          .c(Sigma_1(e)),
          .sum(sum_3),
          .carry(carry_3)
      );

      carry_save_adder #(
          .WIDTH(WORD)
      ) faa_4 (
          .a(sum_3),
          .b(carry_3),
          .c(Maj(a, b, c)),
          .sum(sum_4),
          .carry(carry_4)
      );
      carry_save_adder #(
          .WIDTH(WORD)
      ) faa_5 (
          .a(sum_4),
          .b(carry_4),
          .c(Sigma_0(a)),
          .sum(sum_5),
          .carry(carry_5)
      );
      prefix_adder #(
          .WIDTH  (WORD),
          .NETWORK(ADDER)
      ) cpa_a (
          .a  (sum_5),
          .b  (carry_5),
          .sum(next_a)
      );

      carry_save_adder #(
          .WIDTH(WORD)
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
      ) cpa_e (
          .a  (sum_6),
          .b  (carry_6),
          .sum(next_e)
      );
    end
  endgenerate

endmodule
