// SPDX-License-Identifier: Apache-2.0
//
// SHA-1 with one round a clock cycle, everything but ROTL^5(a) added ahead, and two cycles more a block.
//
// Of the five operands of round t only ROTL^5(a_t) hangs on round t - 1; b_t is a_{t-1}, c_t ROTL^30(a_{t-2}), and so
// on. So the cycle of round t also forms the rest of the next one,
//
//   P_{t+1} = f_{t+1}(a_t, ROTL^30(b_t), c_t) + Q_{t+1}      Q_{t+1} = d_t + K_{t+1} + W_{t+1}
//
// and the loop is one addition, a_{t+1} = ROTL^5(a_t) + P_t; e is in P. After R. Chaves, G. Kuzmanov, L. Sousa,
// S. Vassiliadis, "Rescheduling for Optimized SHA-1 Calculation", SAMOS 2006. With carry-save adders (FAA: a row of
// full adders, HAA: of half adders) and carry-propagating adders (CPA):
//
//   e, W, K -> FAA -> [Q] -> + f -> FAA -> HAA -> [P] -> + ROTL^5(a) -> HAA -> CPA -> [a]
//
// P is two words then, the sum and the carry bits of half adders. Where a sum bit is 1 the carry bit of its place is 0;
// so in front of the CPA half adders, and gates that join their carries with those of P, do for full adders.
//
// Between blocks. The five words of the hash value are a ring h_0 .. h_4 with one adder; it turns in cycles 76 to 80,
// counted from round 0, and in cycle i adds a_i, rotated where it ends as c, d or e. The words of the new hash value
// come out in the order e, d, c, b, a, in which the next block takes them: h_1 goes to b in cycles 78 to 80 and from
// there to c and d, h_0 to a in cycles 80 and 81. Cycle 81 forms P_0; cycle 82 is round 0.
//
//   cycle           ..  76   77   78   79   80   81    0  ..
//   a               ..  a_76 a_77 a_78 a_79 a_80 H_1  H_0
//   enters h_0          H_4  H_3  H_2  H_1  H_0
//   enters b                      H_4  H_3  H_2
//
// Where no block is there in time, and before a message, the circuit goes round cycles 75 to 80. Then a is 0, so that
// the ring turns without a change; only the first time after a message or rst it brings the words of the initial value,
// and h_4 counts as 0.
//
// Parameters
//   AHEAD       additions made ahead: 1: P alone is a register; 2: Q too, a cycle earlier
//   CARRY_SAVE  1: as drawn; 0: P, and Q if it is a register, are one word, which is smaller where a LUT has a carry
//   ADDER       carry network of the carry-propagating adders, a name of adder_pkg
//   INVERT      see sha1_schedule
//   CONTEXT     1: block_load and block_chain count
// Ports: as sha1_core, without what no architecture needs.
//
// Cycles
//   block to block:                                               82
//   from the cycle that takes the first of n blocks to that with digest_valid: 82 n + AHEAD
//   The first block of the next message is taken 7 - AHEAD cycles after the digest; a block that is late within its
//   message when the circuit, every 6 cycles, is ready again. With CONTEXT = 1 a first block is taken in the first of
//   these 6 that begin with the block there; with block_load the words that come are those of block_chain.

module sha1_rescheduled #(
    parameter integer AHEAD = 1,
    parameter integer CARRY_SAVE = 1,
    parameter integer ADDER = adder_pkg::BRENT_KUNG,
    parameter integer INVERT = 0,
    parameter integer CONTEXT = 0
) (
    input logic clk,
    input logic rst,

    input  logic         block_valid,
    output logic         block_ready,
    input  logic [511:0] block_data,
    input  logic         block_last,
    input  logic         block_load,
    input  logic [159:0] block_chain,

    output logic         digest_valid,
    input  logic         digest_ready,
    output logic [159:0] digest
);

  generate
    if (AHEAD != 1 && AHEAD != 2) begin : gen_refused_ahead
      sha1_rescheduled_needs_AHEAD_of_1_or_2 refused ();
    end
    if (CARRY_SAVE != 0 && CARRY_SAVE != 1) begin : gen_refused_carry_save
      sha1_rescheduled_needs_CARRY_SAVE_of_0_or_1 refused ();
    end
  endgenerate

  // The cycle that takes a block: the next one has W_0, for Q_0.
  localparam logic [6:0] TAKE = 7'(81 - AHEAD);

  logic [6:0] t;  // number of the cycle
  logic [31:0] a, b, c;
  logic [31:0] h_0, h_1, h_2, h_3, h_4;
  logic [31:0] round_a, next_h;
  logic [31:0] w, k, f;
  logic [1:0] quarter;  // number of the round that k is for / 20
  logic [1:0] f_quarter;  // number of the round that f is for / 20

  logic load;  // a block is taken
  logic taken;  // the block that follows was taken
  logic go;  // at cycle 80: the block that follows is there
  logic last;  // the block in work is the last of its message
  logic idle;  // no block is in work
  logic fresh;  // the ring gets the initial value, or block_chain
  logic admitted;  // a block may be taken
  logic again;  // the ring is to get block_chain

  // What depends on t, a cycle ahead.
  logic turn;  // the ring turns
  logic rotate;  // a is added rotated
  logic load_a;  // a is not of a round
  logic load_b;  // h_1 goes to b
  logic from_h;  // h_0 goes to a

  assign load = block_valid && block_ready;
  assign go = (AHEAD == 1) ? load : taken;
  assign digest = {h_0, h_1, h_2, h_3, h_4};

  sha1_schedule #(
      .UNROLL(1),
      .INVERT(INVERT)
  ) schedule (
      .clk(clk),
      .load(load),
      .block(block_data),
      .w(w)
  );

  assign k = sha1_pkg::round_constant(quarter);
  assign f = sha1_pkg::f(f_quarter, a, sha1_pkg::rotl(b, 30), c);

  logic [31:0] e;  // of the round that k and w are for: d, or a cycle earlier c
  logic [31:0] q_sum, q_carry;  // their sum

  carry_save_adder #(
      .WIDTH(32)
  ) faa_q (
      .a(e),
      .b(w),
      .c(k),
      .sum(q_sum),
      .carry(q_carry)
  );

  generate
    if (AHEAD == 1) begin : gen_one
      logic [31:0] d;
      always_ff @(posedge clk) d <= c;
      assign e = d;
      assign f_quarter = quarter;
    end else begin : gen_two
      assign e = c;
      always_ff @(posedge clk) f_quarter <= quarter;
    end

    if (CARRY_SAVE == 0) begin : gen_propagated
      logic [31:0] p, next_p;
      if (AHEAD == 1) begin : gen_q
        logic [31:0] sum, carry;
        carry_save_adder #(
            .WIDTH(32)
        ) faa_p (
            .a(q_sum),
            .b(q_carry),
            .c(f),
            .sum(sum),
            .carry(carry)
        );
        prefix_adder #(
            .WIDTH  (32),
            .NETWORK(ADDER)
        ) cpa_p (
            .a  (sum),
            .b  (carry),
            .sum(next_p)
        );
      end else begin : gen_q
        logic [31:0] q, next_q;
        prefix_adder #(
            .WIDTH  (32),
            .NETWORK(ADDER)
        ) cpa_q (
            .a  (q_sum),
            .b  (q_carry),
            .sum(next_q)
        );
        always_ff @(posedge clk) q <= next_q;
        prefix_adder #(
            .WIDTH  (32),
            .NETWORK(ADDER)
        ) cpa_p (
            .a  (q),
            .b  (f),
            .sum(next_p)
        );
      end
      always_ff @(posedge clk) p <= next_p;
      prefix_adder #(
          .WIDTH  (32),
          .NETWORK(ADDER)
      ) cpa_a (
          .a  (sha1_pkg::rotl(a, 5)),
          .b  (p),
          .sum(round_a)
      );
    end else begin : gen_saved
      logic [31:0] held_sum, held_carry;  // Q
      logic [31:0] sum, carry;
      logic [31:0] p_sum, p_carry;  // P = p_sum + 2 p_carry; no place has a 1 in both
      logic [31:0] a_5, half_sum, half_carry;

      if (AHEAD == 1) begin : gen_q
        assign {held_sum, held_carry} = {q_sum, q_carry};
      end else begin : gen_q
        always_ff @(posedge clk) {held_sum, held_carry} <= {q_sum, q_carry};
      end
      carry_save_adder #(
          .WIDTH(32)
      ) faa_p (
          .a(held_sum),
          .b(held_carry),
          .c(f),
          .sum(sum),
          .carry(carry)
      );
      always_ff @(posedge clk) begin
        p_sum <= sum ^ carry;
        p_carry <= sum & carry;
      end

      assign a_5 = sha1_pkg::rotl(a, 5);
      assign half_sum = a_5 ^ p_sum;
      assign half_carry = (a_5 & p_sum) | p_carry;
      prefix_adder #(
          .WIDTH  (32),
          .NETWORK(ADDER)
      ) cpa_a (
          .a  (half_sum),
          .b  ({half_carry[30:0], 1'b0}),
          .sum(round_a)
      );

      logic unused;
      assign unused = half_carry[31];
    end
  endgenerate

  logic [31:0] initial_0, initial_1, initial_2, initial_3, initial_4;
  generate
    if (CONTEXT != 0) begin : gen_context
      logic between;  // no message is in work
      logic seen;  // the block was there when these turns of the ring began
      logic loading;  // with block_load
      assign admitted = !between || seen;
      assign again = between && block_valid && block_load;
      assign {initial_0, initial_1, initial_2, initial_3, initial_4} = loading ? block_chain : sha1_pkg::INITIAL;
      always_ff @(posedge clk) begin
        if ((t == 7'd80 && !go) || digest_valid) begin
          seen <= block_valid;
          loading <= block_valid && block_load;
        end
        if (t == 7'd80) between <= !go && (last || between);
        if (rst) begin
          between <= 1'b1;
          seen <= 1'b0;
          loading <= 1'b0;
        end
      end
    end else begin : gen_no_context
      assign admitted = 1'b1;
      assign again = 1'b0;
      assign {initial_0, initial_1, initial_2, initial_3, initial_4} = sha1_pkg::INITIAL;
      logic unused;
      assign unused = &{1'b0, block_load, block_chain};
    end
  endgenerate

  // The word of the initial value that a brings in the next cycle; t is 75 to 80, and 80 needs a zero here.
  logic [31:0] initial_word;
  logic [2:0] low_t;
  assign low_t = t[2:0];
  always_comb begin
    case (low_t)
      3'd3: initial_word = initial_4;
      3'd4: initial_word = initial_3;
      3'd5: initial_word = initial_2;
      3'd6: initial_word = initial_1;
      3'd7: initial_word = initial_0;
      default: initial_word = '0;
    endcase
  end

  prefix_adder #(
      .WIDTH  (32),
      .NETWORK(ADDER)
  ) add_h (
      .a  (h_4 & {32{!fresh}}),
      .b  (rotate ? sha1_pkg::rotl(a, 30) : a),
      .sum(next_h)
  );

  always_ff @(posedge clk) begin
    a <= load_a ? (h_0 & {32{from_h}}) | (initial_word & {32{fresh}}) : round_a;
    b <= load_b ? sha1_pkg::rotl(h_1, 2) : a;
    c <= sha1_pkg::rotl(b, 30);
    if (turn) {h_0, h_1, h_2, h_3, h_4} <= {next_h, h_0, h_1, h_2, h_3};

    rotate <= !idle && (t == 7'd75 || t == 7'd76 || t == 7'd77);
    load_a <= idle || t == 7'd79 || t == 7'd80;
    load_b <= t == 7'd77 || t == 7'd78 || t == 7'd79;
    from_h <= t == 7'd79 || (t == 7'd80 && go);
    block_ready <= t == TAKE - 7'd1 && !last && admitted;

    if (t == TAKE - 7'd62 || t == TAKE - 7'd42 || t == TAKE - 7'd22) quarter <= quarter + 2'd1;
    if (t == TAKE) quarter <= '0;

    t <= (t == 7'd81) ? '0 : t + 7'd1;
    if (t == 7'd75) turn <= 1'b1;
    if (load) begin
      last <= block_last;
      taken <= AHEAD != 1;
    end
    if (t == 7'd80) begin
      turn <= 1'b0;
      taken <= 1'b0;
      idle <= !go;
      if (go) begin
        fresh <= 1'b0;
      end else begin
        t <= 7'd75;
        fresh <= last || again;
        digest_valid <= last;
        last <= 1'b0;
      end
    end
    if (digest_valid) begin
      t <= 7'd75;
      turn <= 1'b0;
      digest_valid <= !digest_ready;
    end
    if (rst) begin
      t <= 7'd75;
      turn <= 1'b0;
      load_a <= 1'b1;
      from_h <= 1'b0;
      block_ready <= 1'b0;
      last <= 1'b0;
      taken <= 1'b0;
      idle <= 1'b1;
      fresh <= 1'b1;
      digest_valid <= 1'b0;
    end
  end

endmodule
