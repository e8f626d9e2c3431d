// SPDX-License-Identifier: Apache-2.0
//
// The rounds of sha2_compressor_staggered for two messages that take turns, a clock cycle each: a round of a lane takes
// two cycles, and a word that is added up has one of its two registers within the sum, so that no cycle holds more than
// one carry-propagating adder and what is around it.
//
//   CARRY_SAVE = 1                                        CARRY_SAVE = 0
//   k, w, g -> faa1 -> + a -> faa2 -> | -> cla1 -> x      k + w, g + a     | -> + -> x
//   x, Ch, Sigma_1 -> faa3 ->         | -> cla2 -> e      x + Ch, Sigma_1  | -> + -> e
//   e, c ->                           | -> cla3 -> t      e, c             | -> - -> t
//   t, Maj, Sigma_0 -> faa4 ->        | -> cla4 -> a      t + Maj, Sigma_0 | -> + -> a
//
// What a selection costs decides where it is made. a and e stand still as sums with zero: with CARRY_SAVE = 0 they take
// the place of Maj and Ch, t and x being zero. They are loaded with CARRY_SAVE = 1 as sums of what the hash value adds
// up, in the first cycle, else in the second with its sum. When no round follows, c and g are H_3 and H_7 of the rings,
// which are d and h of the first round.
//
// Slowest paths: the adders; with CARRY_SAVE = 0 with one selection before (a, Ch) or behind (a, e).
//
// Parameters: WORD; CARRY_SAVE as carry_save_adder; ADDER, carry network of the carry-propagating adders.
// Ports: see sha2_compressor, and sha2_compressor_staggered. They belong to the lane in turn, but for `value`, which
// belongs to the lane of the turn before: the words of its rings as that turn has left them; the lowest word of each has
// no meaning. clear makes a and e zero, load_a and step_a say the same as there, and without any of them a stands still;
// likewise e. step_t and step_x: step_a and step_e of the lane's next turn. last_a and last_e: the words of the hash
// value to which a and e are added in the turn of load_a and load_e.

module sha2_compressor_interleaved #(
    parameter integer WORD = 32,
    parameter integer CARRY_SAVE = 1,
    parameter integer ADDER = adder_pkg::BRENT_KUNG
) (
    input logic clk,

    input logic              clear,
    input logic              load_a,
    input logic              load_e,
    input logic              step_a,
    input logic              step_e,
    input logic              step_t,
    input logic              step_x,
    input logic [  WORD-1:0] last_a,
    input logic [  WORD-1:0] last_e,
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
      sha2_compressor_interleaved_needs_CARRY_SAVE_of_0_or_1 refused ();
    end
  endgenerate

  // As in sha2_compressor_staggered. With _1: the first of two registers, a cycle before.
  logic [WORD-1:0] a, b, c, t, e, f, g, x;
  logic [WORD-1:0] b_1, c_1, f_1, g_1;
  logic [WORD-1:0] ch, maj, sigma_0, sigma_1;
  logic [WORD-1:0] d;
  // The summands that the first cycle leaves, and their sums.
  logic [WORD-1:0] left_a, left_e, left_x, right_a, right_e, right_x, right_t;
  logic [WORD-1:0] sum_a, sum_e, sum_x, sum_t;
  logic [WORD-1:0] next_a, next_e;
  logic load_a_1, load_e_1, take_c_1, take_g_1;

  assign d = early ? early_d : a;

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

  generate
    if (CARRY_SAVE != 0) begin : gen_saved
      logic [WORD-1:0] sum_1, carry_1, sum_2, carry_2, sum_3, carry_3, sum_4, carry_4;

      carry_save_adder #(
          .WIDTH(WORD)
      ) faa_1 (
          .a(k),
          .b(w),
          .c(g),
          .sum(sum_1),
          .carry(carry_1)
      );
      carry_save_adder #(
          .WIDTH(WORD)
      ) faa_2 (
          .a(sum_1),
          .b(carry_1),
          .c(d),
          .sum(sum_2),
          .carry(carry_2)
      );
      carry_save_adder #(
          .WIDTH(WORD)
      ) faa_3 (
          .a(x),
          .b(ch),
          .c(sigma_1),
          .sum(sum_3),
          .carry(carry_3)
      );
      carry_save_adder #(
          .WIDTH(WORD)
      ) faa_4 (
          .a(t),
          .b(maj),
          .c(sigma_0),
          .sum(sum_4),
          .carry(carry_4)
      );

      always_ff @(posedge clk) begin
        {left_x, right_x} <= {sum_2, carry_2};
        left_e <= clear ? '0 : step_e ? sum_3 : e;
        right_e <= clear ? '0 : step_e ? carry_3 : load_e ? last_e : '0;
        left_a <= clear ? '0 : step_a ? sum_4 : a;
        right_a <= clear ? '0 : step_a ? carry_4 : load_a ? last_a : '0;
        x <= sum_x;
        t <= sum_t;
      end

      assign next_a = sum_a;
      assign next_e = sum_e;

      logic unused;
      assign unused = &{1'b0, value};
    end else begin : gen_propagated
      logic [WORD-1:0] left_sum_a, left_sum_e, left_sum_x, right_sum_x;
      logic clear_1, step_t_1, step_x_1;

      prefix_adder #(
          .WIDTH  (WORD),
          .NETWORK(ADDER)
      ) add_k (
          .a  (k),
          .b  (w),
          .sum(left_sum_x)
      );
      prefix_adder #(
          .WIDTH  (WORD),
          .NETWORK(ADDER)
      ) add_h (
          .a  (g),
          .b  (d),
          .sum(right_sum_x)
      );
      prefix_adder #(
          .WIDTH  (WORD),
          .NETWORK(ADDER)
      ) add_ch (
          .a  (x),
          .b  (step_e ? ch : e),
          .sum(left_sum_e)
      );
      prefix_adder #(
          .WIDTH  (WORD),
          .NETWORK(ADDER)
      ) add_maj (
          .a  (t),
          .b  (step_a ? maj : a),
          .sum(left_sum_a)
      );

      always_ff @(posedge clk) begin
        {step_t_1, step_x_1} <= {step_t, step_x};
        {left_x, right_x} <= {left_sum_x, right_sum_x};
        clear_1 <= clear;
        left_e <= load_e ? '0 : left_sum_e;
        right_e <= step_e ? sigma_1 : '0;
        left_a <= load_a ? '0 : left_sum_a;
        right_a <= step_a ? sigma_0 : '0;
        x <= step_x_1 ? sum_x : '0;
        t <= step_t_1 ? sum_t : '0;
      end

      assign next_a = clear_1 ? '0 : load_a_1 ? value[7*WORD+:WORD] : sum_a;
      assign next_e = clear_1 ? '0 : load_e_1 ? value[3*WORD+:WORD] : sum_e;

      logic unused;
      assign unused = &{1'b0, value, last_a, last_e};
    end
  endgenerate

  prefix_adder #(
      .WIDTH  (WORD),
      .NETWORK(ADDER)
  ) cla_1 (
      .a  (left_x),
      .b  (right_x),
      .sum(sum_x)
  );
  prefix_adder #(
      .WIDTH  (WORD),
      .NETWORK(ADDER)
  ) cla_2 (
      .a  (left_e),
      .b  (right_e),
      .sum(sum_e)
  );
  prefix_adder #(
      .WIDTH(WORD),
      .NETWORK(ADDER),
      .SUBTRACT(1)
  ) cla_3 (
      .a  (f_1),
      .b  (right_t),
      .sum(sum_t)
  );
  prefix_adder #(
      .WIDTH  (WORD),
      .NETWORK(ADDER)
  ) cla_4 (
      .a  (left_a),
      .b  (right_a),
      .sum(sum_a)
  );

  assign words_a = a;
  assign words_e = e;

  always_ff @(posedge clk) begin
    load_a_1 <= load_a;
    load_e_1 <= load_e;
    right_t <= c;
    take_c_1 <= load_a || !step_t;
    take_g_1 <= load_e || !step_x;
    {b_1, c_1} <= {a, b};
    {f_1, g_1} <= {e, f};
    a <= next_a;
    b <= load_a_1 ? value[6*WORD+:WORD] : b_1;
    c <= take_c_1 ? value[5*WORD+:WORD] : c_1;
    e <= next_e;
    f <= load_e_1 ? value[2*WORD+:WORD] : f_1;
    g <= take_g_1 ? value[WORD+:WORD] : g_1;
  end

endmodule
