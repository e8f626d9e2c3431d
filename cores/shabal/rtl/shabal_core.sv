// SPDX-License-Identifier: Apache-2.0
//
// Shabal at block level (Shabal, a Submission to NIST's Cryptographic Hash Algorithm Competition, 2008), for STAGES
// messages in flight, one step of the permutation a turn.
//
// A, B, C and the block M are rings of 12, 16, 16 and 16 words. A step takes its words at fixed places and moves each
// ring by one; only C, which a step reads backwards, has eight places to choose from:
//
//   A[i] <- 3 (A[i] xor 5 (A[i-1] <<< 15) xor C[8-i]) xor B[i+13] xor (B[i+9] and not B[i+6]) xor M[i]
//   B[i] <- (B[i] <<< 1) xor not A[i]
//
// After the last step that uses it, each word of A passes an adder for C[i+3] + C[i+15] + C[i+11].
//
// Between the steps of two blocks, or before a final round, the rings fall into small rings of LOAD words, those of A
// into small rings of at most four, which turn LOAD cycles long while their words change as they pass:
//
//   B <- (C - M + M') <<< 17,  C <- B,  M <- M',  A[0] <- A[0] xor W_0,  A[1] <- A[1] xor W_1
//
// with the new block M'. LOAD = 1 does it at once with sixteen adders, LOAD = 16 word by word with one. A message
// begins with the initial state in place of A, B and C - M. In a final round M' = M. A lane that waits turns without a
// change, so that no word needs to stand still, but those of a digest. shabal_sequence has the order of the cycles.
//
// With STAGES = 2 the second rank of registers lies between the multiplications by 5 and by 3.
//
// Cycles
//   block to block of a lane:  STAGES (48 + LOAD)
//   from the cycle that takes the first of n blocks to that with digest_valid:
//     STAGES ((48 + LOAD) (n + 3) - LOAD + 1)
//   Before a context there are no final rounds, but a turn of LOAD cycles that exchanges B and C with M' = 0.
//   A block is taken LOAD STAGES cycles after it is seen, and a lane that waits looks for one in one of LOAD turns.
//
// Parameters
//   DIGEST      256 or 512
//   UNROLL      1, steps in the loop      STAGES  1 or 2 messages in flight
//   LOAD        1, 2, 4, 8 or 16, with STAGES = 2 not 1: see above
//   COUNT_BITS  messages are shorter than 2^COUNT_BITS bits; 9 or more
//   CONTEXT     1: a message can go on from A, B and C, and end with them (docs/context.md); W is the number of the
//               block, from block_count
//   ADDER, SIDE_ADDER  carry networks, names of adder_pkg: of a step, and of the additions of C and of M' - M
// Ports: the block-level contract (docs/core-contract.md); block_first and block_empty are not needed, nor with
// CONTEXT 0 block_count.

module shabal_core #(
    parameter integer DIGEST = 256,
    parameter integer UNROLL = 1,
    parameter integer STAGES = 1,
    parameter integer LOAD = 1,
    parameter integer COUNT_BITS = 64,
    parameter integer ADDER = adder_pkg::BRENT_KUNG,
    parameter integer SIDE_ADDER = adder_pkg::BRENT_KUNG,
    parameter integer CONTEXT = 0,
    localparam integer INPUT = 512 + CONTEXT * 1410,
    localparam integer OUTPUT = (CONTEXT != 0) ? 1408 : DIGEST,
    localparam integer LANE_BITS = (STAGES > 1) ? $clog2(STAGES) : 1
) (
    input logic clk,
    input logic rst,

    input  logic                  block_valid,
    output logic                  block_ready,
    output logic [ LANE_BITS-1:0] block_lane,
    input  logic [     INPUT-1:0] block_data,
    input  logic                  block_first,
    input  logic                  block_last,
    input  logic                  block_empty,
    input  logic [COUNT_BITS-1:0] block_count,

    output logic                 digest_valid,
    input  logic                 digest_ready,
    output logic [LANE_BITS-1:0] digest_lane,
    output logic [   OUTPUT-1:0] digest_data,
    output logic                 digest_last
);

  generate
    if (DIGEST != 256 && DIGEST != 512) begin : gen_refused_digest
      shabal_core_needs_DIGEST_of_256_or_512 refused ();
    end
    if (UNROLL != 1) begin : gen_refused_unroll
      shabal_core_needs_UNROLL_of_1 refused ();
    end
    if (STAGES != 1 && STAGES != 2) begin : gen_refused_stages
      shabal_core_needs_STAGES_of_1_or_2 refused ();
    end
    if (LOAD != 1 && LOAD != 2 && LOAD != 4 && LOAD != 8 && LOAD != 16) begin : gen_refused_load
      shabal_core_needs_LOAD_of_1_2_4_8_or_16 refused ();
    end
    if (LOAD == 1 && STAGES > 1) begin : gen_refused_load_of_lanes
      shabal_core_needs_LOAD_of_2_or_more_with_STAGES_2 refused ();
    end
    if (COUNT_BITS < 9) begin : gen_refused_count_bits
      shabal_core_needs_COUNT_BITS_of_9_or_more refused ();
    end
    if (CONTEXT != 0 && CONTEXT != 1) begin : gen_refused_context
      shabal_core_needs_CONTEXT_of_0_or_1 refused ();
    end
  endgenerate

  localparam integer SMALL = (LOAD > 4) ? 4 : LOAD;  // words of a small ring of A
  localparam integer GROUPS = 16 / LOAD;
  localparam integer ROUNDS = 48 / UNROLL + 1;
  localparam integer FINAL = 3 * (48 + LOAD);
  localparam integer STEP_BITS = $clog2(ROUNDS + FINAL + 1);
  localparam integer W_BITS = COUNT_BITS - 8;
  localparam logic [511:0] INITIAL_A = shabal_pkg::initial_a(DIGEST);
  localparam logic [511:0] INITIAL_C = shabal_pkg::initial_c(DIGEST);

  logic [0:0] beat;
  logic [STAGES*STEP_BITS-1:0] step;
  logic [STAGES-1:0] active, first, last;
  logic load, restart, next_waiting;
  logic [STEP_BITS-1:0] next_step;
  logic ready, take;

  logic unused_restore;
  logic block_load, block_give;
  logic give;  // the lane at rank 0 has a context in place of a digest

  round_control #(
      .STAGES (STAGES),
      .ROUNDS (ROUNDS),
      .FINAL  (FINAL),
      .CONTEXT(CONTEXT),
      .SKIP   (CONTEXT * (FINAL - LOAD))
  ) control (
      .block_valid(block_valid && take),
      .block_ready(ready),
      .block_load(1'b0),
      .block_give(block_give),
      .restore(unused_restore),
      .*
  );

  assign block_ready = ready && take;

  // As at rank 0, with _in, and at the last rank, where words move.
  logic stepping_in, turning_in, done_in, adding_in, exchange_in, loading_in, initial_in, low_in, high_in;
  logic turning, done, adding, exchange, initial_load, low, high;
  logic giving_in;
  logic stay_in, stay;  // with CONTEXT: no word moves, for a context waits
  logic [7:0] tap_in;
  logic [LOAD-1:0] phase_in, phase;
  logic [W_BITS-1:0] w, block_number;
  logic [63:0] number;

  assign number = 64'(w);

  shabal_sequence #(
      .STAGES(STAGES),
      .LOAD(LOAD),
      .COUNT_BITS(COUNT_BITS),
      .STEP_BITS(STEP_BITS),
      .DONE(ROUNDS + FINAL),
      .CONTEXT(CONTEXT)
  ) sequencer (
      .clk(clk),
      .rst(rst),
      .block_valid(block_valid),
      .restart(restart),
      .next_waiting(next_waiting),
      .next_step(next_step),
      .first(first[STAGES-1]),
      .last(last[STAGES-1]),
      .restore(turning_in && initial_in && block_load),
      .number(block_number),
      .take(take),
      .stepping(stepping_in),
      .turning(turning_in),
      .done(done_in),
      .adding(adding_in),
      .exchange(exchange_in),
      .loading(loading_in),
      .initial_load(initial_in),
      .giving(giving_in),
      .low(low_in),
      .high(high_in),
      .tap(tap_in),
      .phase(phase_in),
      .w(w)
  );

  // The rings, position p at [32*p +: 32]; words move from position p + 1 to p, and from 0 to the last.
  logic [383:0] a_in, a, next_a;
  logic [511:0] b_in, b, next_b, c_in, c, next_c, m_in, m, next_m;

  generate
    if (CONTEXT != 0 && LOAD > 1) begin : gen_stay
      always_ff @(posedge clk) {a_in, b_in, c_in} <= stay ? {a, b, c} : {next_a, next_b, next_c};
    end else begin : gen_move
      always_ff @(posedge clk) begin
        a_in <= next_a;
        b_in <= next_b;
        c_in <= next_c;
      end
    end
  endgenerate
  always_ff @(posedge clk) m_in <= next_m;

  logic [31:0] y_in, y;  // A[i] xor 5 (A[i-1] <<< 15) xor C[8-i]
  logic [31:0] a_sum_in, a_carry_in, a_sum, a_carry;  // position 11 of A with its words of C, in carry-save form
  // Of each small ring: its next word of M, and C - M + M' - 1 in carry-save form.
  logic [GROUPS*32-1:0] word_in, word, b_sum_in, b_sum, b_carry_in, b_carry;

  // With CONTEXT: what A, B and C are before the first block of the message, and words of A and C that come to each
  // small ring, in a turn with initial_load.
  logic [1407:0] start;
  logic [12/SMALL*32-1:0] start_a_in, start_a;
  logic [GROUPS*32-1:0] start_c_in, start_c;

  generate
    if (CONTEXT != 0) begin : gen_context
      logic [1407:0] block_chain, chain, saved;

      assign {block_give, block_load, block_chain} = block_data[512+:1410];
      // The last block of a message has less than 512 of its bits.
      assign block_number = W_BITS'(block_count >> 9) + W_BITS'(block_last && !block_give);
      for (genvar i = 0; i < 44; i = i + 1) begin : gen_chain
        assign chain[32*i+:32] = shabal_pkg::swap_bytes(block_chain[1407-32*i-:32]);
        assign digest_data[1407-32*i-:32] = shabal_pkg::swap_bytes((i < DIGEST / 32 && !give) ?
            b_in[32*((16-DIGEST/32+i)%16)+:32] : saved[32*i+:32]);
      end
      assign start = block_load ? chain : {INITIAL_C, shabal_pkg::initial_b(DIGEST), INITIAL_A[383:0]};
      for (genvar g = 0; g < 12 / SMALL; g = g + 1) begin : gen_start_a
        logic [31:0] comes;
        assign start_a_in[32*g+:32] = comes;
        always_comb begin
          comes = '0;
          for (integer n = 0; n < LOAD; n = n + 1)
          comes = comes | (start[32*(SMALL*g+n%SMALL)+:32] & {32{phase_in[n]}});
        end
      end
      for (genvar g = 0; g < GROUPS; g = g + 1) begin : gen_start_c
        logic [31:0] comes;
        assign start_c_in[32*g+:32] = comes;
        always_comb begin
          comes = '0;
          for (integer n = 0; n < LOAD; n = n + 1)
          comes = comes | (start[32*(28+LOAD*g+n)+:32] & {32{phase_in[n]}});
        end
      end

      context_give #(
          .STAGES(STAGES)
      ) giver (
          .clk(clk),
          .load(load),
          .block_give(block_give),
          .give(give)
      );
      assign stay_in = done_in && give;
      for (genvar i = 0; i < 16; i = i + 1) begin : gen_saved
        if (i < 12) assign saved[32*i+:32] = a_in[32*i+:32];
        assign saved[32*(12+i)+:32] = shabal_pkg::rotl(b_in[32*i+:32], 15);  // back by 17
        assign saved[32*(28+i)+:32] = c_in[32*i+:32];
      end

      if (STAGES == 1) begin : gen_one_rank
        assign {stay, start_a, start_c} = {stay_in, start_a_in, start_c_in};
      end else begin : gen_two_ranks
        always_ff @(posedge clk) {stay, start_a, start_c} <= {stay_in, start_a_in, start_c_in};
      end
    end else begin : gen_no_context
      for (genvar i = 0; i < DIGEST / 32; i = i + 1) begin : gen_digest
        assign digest_data[DIGEST-1-32*i-:32] = shabal_pkg::swap_bytes(b_in[32*(16-DIGEST/32+i)+:32]);
      end
      assign {block_load, block_give, give, stay_in, stay} = '0;
      assign block_number = '0;
      assign start = '0;
      assign {start_a_in, start_a, start_c_in, start_c} = '0;
    end
  endgenerate

  shabal_front #(
      .DIGEST (DIGEST),
      .LOAD   (LOAD),
      .ADDER  (ADDER),
      .CONTEXT(CONTEXT)
  ) front (
      .stepping(stepping_in),
      .loading(loading_in),
      .initial_load(initial_in),
      .tap(tap_in),
      .phase(phase_in),
      .block_data(block_data[511:0]),
      .a(a_in),
      .c(c_in),
      .m(m_in),
      .giving(giving_in),
      .start_b(start[384+:512]),
      .y(y_in),
      .a_sum(a_sum_in),
      .a_carry(a_carry_in),
      .word(word_in),
      .b_sum(b_sum_in),
      .b_carry(b_carry_in)
  );

  generate
    if (STAGES == 1) begin : gen_one_rank
      assign {a, b, c, m} = {a_in, b_in, c_in, m_in};
      assign {y, a_sum, a_carry, word, b_sum, b_carry} = {y_in, a_sum_in, a_carry_in, word_in, b_sum_in, b_carry_in};
      assign {turning, done, adding, exchange, initial_load, low, high, phase} = {
        turning_in, done_in, adding_in, exchange_in, initial_in, low_in, high_in, phase_in
      };
    end else begin : gen_two_ranks
      always_ff @(posedge clk) begin
        {a, b, c, m} <= {a_in, b_in, c_in, m_in};
        {y, a_sum, a_carry, word, b_sum, b_carry} <= {y_in, a_sum_in, a_carry_in, word_in, b_sum_in, b_carry_in};
        {turning, done, adding, exchange, initial_load, low, high, phase} <= {
          turning_in, done_in, adding_in, exchange_in, initial_in, low_in, high_in, phase_in
        };
      end
    end
  endgenerate

  // At the last rank: the multiplication by 3, and where words go.
  logic [31:0] u, rest, a_with_c, a_11;

  prefix_adder #(
      .WIDTH  (32),
      .NETWORK(ADDER)
  ) times_3 (
      .a  (y),
      .b  ({y[30:0], 1'b0}),
      .sum(u)
  );
  assign rest = b[32*13+:32] ^ (b[32*9+:32] & ~b[32*6+:32]) ^ m[31:0];

  prefix_adder #(
      .WIDTH  (32),
      .NETWORK(SIDE_ADDER)
  ) add_c (
      .a  (a_sum),
      .b  (a_carry),
      .sum(a_with_c)
  );
  assign a_11 = adding ? a_with_c : a[32*11+:32];

  generate
    for (genvar p = 0; p < 12; p = p + 1) begin : gen_a
      logic [31:0] stepped;
      if (p == 11) assign stepped = rest;
      else if (p == 10) assign stepped = a_11;
      else assign stepped = a[32*(p+1)+:32];

      if (p % SMALL == SMALL - 1) begin : gen_entry
        localparam integer HEAD = p - SMALL + 1;
        logic [31:0] kept, constant, flip, turned;
        if (HEAD == 11) assign kept = a_11;
        else assign kept = a[32*HEAD+:32];
        if (CONTEXT != 0) begin : gen_start
          assign constant = start_a[32*(HEAD/SMALL)+:32];
        end else begin : gen_initial
          always_comb begin
            constant = '0;
            for (integer n = 0; n < LOAD; n = n + 1)
            constant = constant | (INITIAL_A[32*(HEAD+n%SMALL)+:32] & {32{phase[n]}});
          end
        end
        // A[0] and A[1] pass one place, or have a place each.
        assign flip = (number[31:0] & {32{HEAD == 0 && low}}) |
            (number[63:32] & {32{HEAD == ((SMALL == 1) ? 1 : 0) && high}});
        assign turned = (initial_load ? constant : kept) ^ flip;
        assign next_a[32*p+:32] = (turning ? turned : stepped) ^ ((p == 11) ? u : '0);
      end else begin : gen_shift
        assign next_a[32*p+:32] = stepped;
      end
    end

    for (genvar p = 0; p < 16; p = p + 1) begin : gen_bcm
      localparam integer NEXT = (p + 1) % 16;
      localparam integer HOLD = (LOAD > 1 && p >= 16 - DIGEST / 32) ? 1 : 0;  // a word of a digest
      logic [31:0] stepped_b, moved_b;
      assign stepped_b = (p == 15) ? ~(rest ^ shabal_pkg::rotl(b[31:0], 1)) : b[32*NEXT+:32];

      if (p % LOAD == LOAD - 1) begin : gen_entry
        localparam integer HEAD = p - LOAD + 1;
        logic [31:0] constant, total, turned_b, turned_c;
        if (CONTEXT != 0) begin : gen_start
          assign constant = start_c[32*(HEAD/LOAD)+:32];
        end else begin : gen_initial
          always_comb begin
            constant = '0;
            for (integer n = 0; n < LOAD; n = n + 1)
            constant = constant | (INITIAL_C[32*(HEAD+n)+:32] & {32{phase[n]}});
          end
        end
        prefix_adder #(
            .WIDTH  (32),
            .NETWORK(SIDE_ADDER)
        ) add_m (
            .a  (b_sum[32*(p/LOAD)+:32]),
            .b  (b_carry[32*(p/LOAD)+:32] | 32'd1),
            .sum(total)
        );
        assign turned_b = exchange ? shabal_pkg::rotl(total, 17) : b[32*HEAD+:32];
        assign turned_c = !exchange ? c[32*HEAD+:32] : initial_load ? constant : b[32*HEAD+:32];
        assign moved_b = turning ? turned_b : stepped_b;
        assign next_c[32*p+:32] = turning ? turned_c : c[32*NEXT+:32];
        assign next_m[32*p+:32] = turning ? word[32*(p/LOAD)+:32] : m[32*NEXT+:32];
      end else begin : gen_shift
        assign moved_b = stepped_b;
        assign next_c[32*p+:32] = c[32*NEXT+:32];
        assign next_m[32*p+:32] = m[32*NEXT+:32];
      end
      assign next_b[32*p+:32] = ((HOLD != 0 && done) ? b[32*p+:32] : moved_b) ^ ((p == 15) ? u : '0);
    end
  endgenerate

  logic unused;
  assign unused = ^{
    block_first, block_empty, block_count, beat, step, active, first, last, load, done, block_load, give, stay_in,
    stay, phase, block_number, start, start_a_in, start_a, start_c_in, start_c
  };

endmodule
