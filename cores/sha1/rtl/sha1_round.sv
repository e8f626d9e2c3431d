// SPDX-License-Identifier: Apache-2.0
//
// One round of SHA-1 (FIPS 180-4, section 6.1.2, step 3):
//
//   T = ROTL^5(a) + f_t(b, c, d) + e + K_t + W_t
//   (a, b, c, d, e) <- (T, a, ROTL^30(b), c, d)
//
// With carry-save adders (FAA: a row of full adders) and one carry-propagating adder (CPA), as Dadda, Macchetti and
// Owen do it for SHA-2 (DATE 2004); the operand that may come last, a, goes in last:
//
//   e, W_t, K_t -> FAA -> + f_t -> FAA -> + ROTL^5(a) -> FAA -> CPA -> T
//
// Parameters
//   CARRY_SAVE  1: as drawn; 0: every addition behind the first FAA propagates its carries, which is smaller where a
//               LUT has a carry
//   ADDER       carry network of the carry-propagating adders, a name of adder_pkg
// Ports: combinational; quarter is t / 20, next_a is T.

module sha1_round #(
    parameter integer CARRY_SAVE = 1,
    parameter integer ADDER = adder_pkg::BRENT_KUNG
) (
    input  logic [ 1:0] quarter,
    input  logic [31:0] a,
    input  logic [31:0] b,
    input  logic [31:0] c,
    input  logic [31:0] d,
    input  logic [31:0] e,
    input  logic [31:0] w,
    output logic [31:0] next_a
);

  generate
    if (CARRY_SAVE != 0 && CARRY_SAVE != 1) begin : gen_refused_carry_save
      sha1_round_needs_CARRY_SAVE_of_0_or_1 refused ();
    end
  endgenerate

  logic [31:0] f, k;

  assign f = sha1_pkg::f(quarter, b, c, d);
  assign k = sha1_pkg::round_constant(quarter);

  logic [31:0] sum_1, carry_1;
  carry_save_adder #(
      .WIDTH(32)
  ) faa_1 (
      .a(e),
      .b(w),
      .c(k),
      .sum(sum_1),
      .carry(carry_1)
  );

  generate
    if (CARRY_SAVE == 0) begin : gen_propagated
      logic [31:0] sum_2, sum_3;
      prefix_adder #(
          .WIDTH  (32),
          .NETWORK(ADDER)
      ) cpa_2 (
          .a  (sum_1),
          .b  (carry_1),
          .sum(sum_2)
      );
      prefix_adder #(
          .WIDTH  (32),
          .NETWORK(ADDER)
      ) cpa_3 (
          .a  (sum_2),
          .b  (f),
          .sum(sum_3)
      );
      prefix_adder #(
          .WIDTH  (32),
          .NETWORK(ADDER)
      ) cpa_a (
          .a  (sum_3),
          .b  (sha1_pkg::rotl(a, 5)),
          .sum(next_a)
      );
    end else begin : gen_saved
      logic [31:0] sum_2, carry_2, sum_3, carry_3;
      carry_save_adder #(
          .WIDTH(32)
      ) faa_2 (
          .a(sum_1),
          .b(carry_1),
          .c(f),
          .sum(sum_2),
          .carry(carry_2)
      );
      carry_save_adder #(
          .WIDTH(32)
      ) faa_3 (
          .a(sum_2),
          .b(carry_2),
          .c(sha1_pkg::rotl(a, 5)),
          .sum(sum_3),
          .carry(carry_3)
      );
      prefix_adder #(
          .WIDTH  (32),
          .NETWORK(ADDER)
      ) cpa_a (
          .a  (sum_3),
          .b  (carry_3),
          .sum(next_a)
      );
    end
  endgenerate

endmodule
