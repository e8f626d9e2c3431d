// SPDX-License-Identifier: Apache-2.0
//
// f1 of BMW, a word a cycle.
//
// expand1 adds s_i of all of Q_0 .. Q_15: two sums, which begin with AddElement and to which s_i(Q_n) is added as Q_n
// comes. expand2 adds 16 words of which only Q_{j+15} is of the cycle before: all others and AddElement come from a
// register, in carry-save form.
//
// Parameters: WORD: bits in a word, 32 or 64; SAVE, NETWORK: as bmw_serial_f0.
// Ports
//   window   words of Q, the last one highest
//   q        Q_0 .. Q_15, one a cycle, each one cycle before it is the last word of the window
//   number   n mod 4 of q              start  q is Q_0
//   element  AddElement
//   begin_1, begin_2   AddElement(0), AddElement(1) come      ending  the last word of the window is Q_16
//   first, second      combinational: Q_16 while the last word of the window is Q_15; Q_17 while it is Q_16
//   next               combinational: Q_{j+16} while the last word of the window is Q_{j+15}; AddElement(j) was there
//                      in the cycle before

module bmw_serial_f1 #(
    parameter integer WORD = 32,
    parameter integer SAVE = 1,
    parameter integer NETWORK = adder_pkg::BRENT_KUNG
) (
    input logic clk,

    input  logic [16*WORD-1:0] window,
    input  logic [   WORD-1:0] q,
    input  logic [        1:0] number,
    input  logic               start,
    input  logic [   WORD-1:0] element,
    input  logic               begin_1,
    input  logic               begin_2,
    input  logic               ending,
    output logic [   WORD-1:0] first,
    output logic [   WORD-1:0] second,
    output logic [   WORD-1:0] next
);

  generate
    if (WORD != 32 && WORD != 64) begin : gen_refused_word
      bmw_serial_f1_needs_WORD_of_32_or_64 refused ();
    end
    if (NETWORK < adder_pkg::TOOL || NETWORK > adder_pkg::HAN_CARLSON) begin : gen_refused_network
      bmw_serial_f1_needs_NETWORK_of_adder_pkg refused ();
    end
  endgenerate

  // expand1
  logic [4*WORD-1:0] spread;  // s_0 .. s_3 of q
  logic [WORD-1:0] last_spread;  // s_0 of the last word of the window
  logic [WORD-1:0] term_1, term_2, sum_1, sum_2;
  logic [WORD-1:0] chosen_1, chosen_2;

  generate
    for (genvar i = 0; i < 4; i = i + 1) begin : gen_spread
      bmw_s #(
          .WORD  (WORD),
          .NUMBER(i)
      ) spread_q (
          .x(q),
          .y(spread[i*WORD+:WORD])
      );
    end
  endgenerate

  bmw_s #(
      .WORD  (WORD),
      .NUMBER(0)
  ) spread_last (
      .x(window[15*WORD+:WORD]),
      .y(last_spread)
  );

  always_comb begin
    chosen_1 = '0;
    chosen_2 = '0;
    for (integer i = 0; i < 4; i = i + 1) begin
      chosen_1 = chosen_1 | (spread[i*WORD+:WORD] & {WORD{number + 2'd1 == 2'(i)}});
      chosen_2 = chosen_2 | (spread[i*WORD+:WORD] & {WORD{number == 2'(i) && !start}});
    end
  end

  prefix_adder #(
      .WIDTH  (WORD),
      .NETWORK(NETWORK)
  ) add_first (
      .a  (sum_1),
      .b  (term_1),
      .sum(first)
  );
  prefix_adder #(
      .WIDTH  (WORD),
      .NETWORK(NETWORK)
  ) add_second (
      .a  (sum_2),
      .b  (ending ? last_spread : term_2),
      .sum(second)
  );

  always_ff @(posedge clk) begin
    term_1 <= chosen_1;
    term_2 <= chosen_2;
    sum_1  <= begin_2 ? sum_2 : first;
    sum_2  <= (begin_1 || begin_2) ? element : second;
  end

  // expand2
  logic [14*WORD-1:0] early;
  logic [WORD-1:0] middle, late, partial_1, partial_2, tree_1, tree_2, saved_1, saved_2, last_1, last_2;

  generate
    for (genvar i = 0; i < 7; i = i + 1) begin : gen_term
      localparam integer R = bmw_pkg::r(WORD, i + 1);
      logic [WORD-1:0] x;
      assign early[2*i*WORD+:WORD] = window[(2*i+1)*WORD+:WORD];
      assign x = window[(2*i+2)*WORD+:WORD];
      assign early[(2*i+1)*WORD+:WORD] = {x[WORD-1-R:0], x[WORD-1-:R]};
    end
  endgenerate

  bmw_s #(
      .WORD  (WORD),
      .NUMBER(4)
  ) spread_4 (
      .x(window[15*WORD+:WORD]),
      .y(middle)
  );
  bmw_s #(
      .WORD  (WORD),
      .NUMBER(5)
  ) spread_5 (
      .x(window[15*WORD+:WORD]),
      .y(late)
  );
  carry_save_tree #(
      .WIDTH(WORD),
      .OPERANDS(16),
      .SAVE(SAVE)
  ) tree (
      .operands({middle, element, early}),
      .sum(tree_1),
      .carry(tree_2)
  );
  always_ff @(posedge clk) begin
    saved_1 <= tree_1;
    saved_2 <= tree_2;
  end
  generate
    if (SAVE != 0) begin : gen_saved
      carry_save_adder #(
          .WIDTH(WORD)
      ) row (
          .a(saved_1),
          .b(saved_2),
          .c(late),
          .sum(partial_1),
          .carry(partial_2)
      );
      assign last_1 = partial_1;
      assign last_2 = partial_2;
    end else begin : gen_propagated
      assign {partial_1, partial_2} = {saved_1, saved_2};
      assign last_1 = saved_1;
      assign last_2 = late;
      logic unused_carry;
      assign unused_carry = ^{partial_1, partial_2};
    end
  endgenerate
  prefix_adder #(
      .WIDTH  (WORD),
      .NETWORK(NETWORK)
  ) add_next (
      .a  (last_1),
      .b  (last_2),
      .sum(next)
  );

  logic unused;
  assign unused = ^window[0+:WORD];

endmodule
