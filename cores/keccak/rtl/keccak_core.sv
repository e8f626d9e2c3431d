// SPDX-License-Identifier: Apache-2.0
//
// Keccak at block level: the sponge over Keccak-f[1600] (FIPS 202, section 4), one round a clock cycle, for one message
// or two. The loop of a round, with the second register for two messages:
//
//     ,-> state --> theta --(register)--> rho, pi, chi, iota --> [select] --,
//     |      '----------------------------- rests, or zero --------^        |
//     '---------------------------------------------------------------------'
//
// With APART a block is added in a turn of its own: in place of what theta adds, or, with two messages, on the way to
// the second register. Without, it is added behind the last round of the block before, or while the lane rests.
//
// Parameters
//   RATE        bits in a block, a multiple of 8, below 1600
//   DIGEST      bits in a digest, a multiple of 8; beyond RATE it leaves in several beats
//   MODE        the padding: 0 Keccak of round 2, 1 Keccak of round 3, 2 SHA-3, 3 SHAKE; see keccak_top, not used here
//   UNROLL      1: rounds a cycle
//   STAGES      1 or 2: messages in flight
//   APART       1: a block takes 25 turns, the first of them without a round; 0, with one message: 24
//   COUNT_BITS  width of block_count
//   CONTEXT     1: a message can go on from a state, and end with one, of 1600 bits (docs/context.md)
//
// Ports: the block-level contract (docs/core-contract.md). block_first, block_empty and block_count are not needed: the
// state is zero after a digest and after rst, and the padding is in block_data. Only rst drops a message.
//
// Cycles, S = STAGES
//   block to block of a lane:                                        S (24 + APART)
//   from the cycle that takes the first of n blocks to that with digest_valid:  S ((24 + APART) n + 1 - APART)
//   from a beat to the next:                                         25 S

module keccak_core #(
    parameter integer RATE = 1088,
    parameter integer DIGEST = 256,
    parameter integer MODE = 2,
    parameter integer UNROLL = 1,
    parameter integer STAGES = 1,
    parameter integer APART = 1,
    parameter integer COUNT_BITS = 64,
    parameter integer CONTEXT = 0,
    localparam integer LANE_BITS = (STAGES > 1) ? $clog2(STAGES) : 1,
    localparam integer BEAT = (DIGEST < RATE) ? DIGEST : RATE,
    localparam integer INPUT = RATE + CONTEXT * 1602,
    localparam integer OUTPUT = (CONTEXT != 0) ? 1600 : BEAT
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
    if (RATE < 8 || RATE > 1592 || RATE % 8 != 0) begin : gen_refused_rate
      keccak_core_needs_RATE_a_multiple_of_8_from_8_to_1592 refused ();
    end
    if (DIGEST < 8 || DIGEST % 8 != 0) begin : gen_refused_digest
      keccak_core_needs_DIGEST_a_multiple_of_8_from_8_on refused ();
    end
    if (MODE < 0 || MODE > 3) begin : gen_refused_mode
      keccak_core_needs_MODE_of_0_to_3 refused ();
    end
    if (UNROLL != 1) begin : gen_refused_unroll
      keccak_core_needs_UNROLL_of_1 refused ();
    end
    if (STAGES != 1 && STAGES != 2) begin : gen_refused_stages
      keccak_core_needs_STAGES_of_1_or_2 refused ();
    end
    if (APART != 1 && (APART != 0 || STAGES != 1)) begin : gen_refused_apart
      keccak_core_needs_APART_of_1_or_of_0_with_STAGES_1 refused ();
    end
    if (COUNT_BITS < 1) begin : gen_refused_count_bits
      keccak_core_needs_COUNT_BITS_of_1_or_more refused ();
    end
    if (CONTEXT != 0 && CONTEXT != 1) begin : gen_refused_context
      keccak_core_needs_CONTEXT_of_0_or_1 refused ();
    end
  endgenerate

  localparam integer ROUNDS = 24 + APART;  // turns from block to block
  localparam integer BEATS = (DIGEST + RATE - 1) / RATE;
  localparam integer LAST_BITS = DIGEST - (BEATS - 1) * RATE;  // of the digest in its last beat
  localparam integer BEAT_BITS = (BEATS > 2) ? $clog2(BEATS) : 1;
  localparam integer STEP_BITS = 5;
  localparam logic [STEP_BITS-1:0] END = STEP_BITS'(ROUNDS - 1);  // the turn before a block
  localparam logic [STEP_BITS-1:0] LAST_ROUND = 5'd24;
  // The planes that the register holds inverted: pi moves a plane to a sheet, chi takes one of two neighbouring sheets
  // inverted, and the gates that select invert.
  localparam logic [1599:0] INVERTED = {{320{1'b1}}, 320'd0, {320{1'b1}}, 320'd0, {320{1'b1}}};

  // Control

  logic [STAGES*STEP_BITS-1:0] step;
  logic [STAGES-1:0] active, first, last;
  logic [BEAT_BITS-1:0] beat;
  logic load, restart, next_waiting;
  logic [STEP_BITS-1:0] next_step;

  logic unused_restore;

  round_control #(
      .STAGES (STAGES),
      .ROUNDS (ROUNDS),
      .FINAL  (1 - APART),
      .BEATS  (BEATS),
      .SQUEEZE(25)
  ) control (
      .block_load(1'b0),
      .block_give(1'b0),
      .restore(unused_restore),
      .*
  );

  // The turn at rank 0.
  logic run;  // it has a round
  logic waiting;  // it can take a block
  logic [7:0] constant;  // of the round, seven bits, and one more to make the next from
  logic [7:0] next_constant;

  assign next_constant = (run && !waiting) ? keccak_pkg::next_constant(constant) : keccak_pkg::FIRST_CONSTANT;

  // The turn that the lane ends that is at rank 0 in the next cycle.
  logic [STEP_BITS-1:0] turn;
  logic turn_active;
  logic next_run, next_waits, next_dirty;  // next_dirty: rst came since its last turn
  logic [7:0] turn_constant;

  assign turn = step[STEP_BITS*(STAGES-1)+:STEP_BITS];
  assign turn_active = active[STAGES-1];
  assign next_run = turn_active && turn != LAST_ROUND;

  generate
    if (STAGES == 1) begin : gen_one_lane
      assign next_waits = next_waiting;
      assign next_dirty = rst;
      assign turn_constant = next_constant;
    end else begin : gen_two_lanes
      // As next_waiting of the control, by fewer levels of gates.
      logic stays, was_rst;
      assign next_waits = stays || (turn_active ? turn == END && !last[1] : first[1]);
      assign next_dirty = rst || was_rst;
      always_ff @(posedge clk) begin
        stays <= waiting && !block_valid;
        was_rst <= rst;
        turn_constant <= next_constant;
      end
    end
  endgenerate

  always_ff @(posedge clk) begin
    run <= next_run && !next_dirty;
    waiting <= next_waits;
    constant <= turn_constant;
  end

  // Datapath

  logic [3:0] take;  // `waiting` for many gates
  logic [1599:0] block;  // a block that is taken, as a state; else 0
  logic [1599:0] held, state;  // at rank 0, as it is held and as it is
  logic [319:0] effect;
  logic [1599:0] sum;  // behind theta
  logic [6:0] iota;
  logic [1599:0] mixed;  // behind iota

  // What is added behind the round is not cleared.
  keccak_select select_take (
      .clk(clk),
      .next(next_waits && (APART != 0 || !rst)),
      .idle(rst && APART != 0),
      .copies(take)
  );

  assign state = held ^ INVERTED;

  // A message that goes on: its first block is added to a state of zeros, and what was saved with it.
  logic [1599:0] chain;  // byte i at [8*i +: 8]
  generate
    if (CONTEXT != 0) begin : gen_context
      logic block_give;  // changes nothing: all of the state is there in place of a digest
      logic block_load;
      logic [1599:0] block_chain;
      assign {block_give, block_load, block_chain} = block_data[RATE+:1602];
      for (genvar i = 0; i < 200; i = i + 1) begin : gen_chain
        assign chain[8*i+:8] = block_chain[1599-8*i-:8] & {8{block_load}};
      end
      logic unused;
      assign unused = block_give;
    end else begin : gen_no_context
      assign chain = '0;
      logic unused;
      assign unused = &{1'b0, chain};
    end
  endgenerate

  generate
    for (genvar i = 0; i < 200; i = i + 1) begin : gen_byte
      if (CONTEXT != 0) begin : gen_chained
        logic taken;
        logic [7:0] added;
        assign taken = block_valid && take[i%4];
        if (i < RATE / 8) begin : gen_rate
          assign added = block_data[RATE-1-8*i-:8] ^ chain[8*i+:8];
        end else begin : gen_capacity
          assign added = chain[8*i+:8];
        end
        assign block[8*i+:8] = added & {8{taken}};
      end else if (i < RATE / 8) begin : gen_rate
        assign block[8*i+:8] = block_data[RATE-1-8*i-:8] & {8{block_valid && take[i%4]}};
      end else begin : gen_capacity
        assign block[8*i+:8] = '0;
      end
    end
  endgenerate

  keccak_theta theta (
      .state (state),
      .effect(effect)
  );

  keccak_chi chi (
      .state(sum),
      .constant(iota),
      .next(mixed)
  );

  generate
    if (STAGES == 1) begin : gen_whole
      logic [3:0] rest;  // !run for many gates
      logic [1599:0] added, next;

      keccak_select select_rest (
          .clk(clk),
          .next(!next_run),
          .idle(rst),
          .copies(rest)
      );

      // In a turn without a round theta adds the block, or nothing.
      assign added = {5{effect & {320{run}}}} | ((APART != 0) ? block : '0);
      assign sum = state ^ added;
      assign iota = constant[6:0];
      for (genvar i = 0; i < 4; i = i + 1) begin : gen_quarter
        logic keep;
        assign keep = rest[i] && !restart;
        assign next[400*i+:400] = (mixed[400*i+:400] & {400{run}}) | (sum[400*i+:400] & {400{keep}});
      end
      always_ff @(posedge clk) held <= (next ^ INVERTED) ^ ((APART != 0) ? '0 : block);
    end else begin : gen_cut
      logic [1599:0] cut_held, cut_state;  // rank 1
      logic [319:0] cut_effect;
      logic cut_run, cut_keep;

      assign cut_state = ~cut_held ^ INVERTED;
      assign sum = cut_state ^ {5{cut_effect}};
      always_ff @(posedge clk) begin
        cut_held <= ~(state ^ block) ^ INVERTED;
        cut_effect <= effect;
        cut_run <= run;
        cut_keep <= !run && !restart;
        iota <= constant[6:0];
        held <= ((mixed & {1600{cut_run}}) | (cut_state & {1600{cut_keep}})) ^ INVERTED;
      end
    end

    for (genvar i = 0; i < OUTPUT / 8; i = i + 1) begin : gen_digest
      if (CONTEXT != 0) begin : gen_state
        assign digest_data[OUTPUT-1-8*i-:8] = state[8*i+:8];
      end else if (8 * i >= LAST_BITS) begin : gen_not_last
        assign digest_data[BEAT-1-8*i-:8] = state[8*i+:8] & {8{!digest_last}};
      end else begin : gen_always
        assign digest_data[BEAT-1-8*i-:8] = state[8*i+:8];
      end
    end
  endgenerate

  logic unused;
  assign unused = &{1'b0, block_first, block_empty, block_count, step, active, first, last, beat, load, next_step,
                    next_waiting, constant[7], MODE != 0, UNROLL != 1};

endmodule
