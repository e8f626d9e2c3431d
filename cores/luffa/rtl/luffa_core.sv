// SPDX-License-Identifier: Apache-2.0
//
// Luffa, version 2, at block level, one step a clock cycle, for one message or two. The loop of a step, with the second
// register for two messages:
//
//     block --> injection ----------------------,
//                ^                              v
//     ,-> state -+--> SubCrumb --> [select] -(register)-> MixWord, AddConstant --> [select] --,
//     '---------------------------------------------------------------------------------------'
//
// Message injection has a turn of its own (APART), in which a lane without a block rests, or goes before the first step
// of a block.
//
// Parameters
//   DIGEST      256 (w = 3) or 512 (w = 5, two beats)
//   UNROLL      1: steps a cycle
//   STAGES      1 or 2: messages in flight
//   APART       1: nine turns a block; 0, with one message: eight
//   COUNT_BITS  width of block_count
//   CONTEXT     1: a message can go on from V_0 .. V_{w-1}, and end with them (docs/context.md)
//
// Ports: the block-level contract (docs/core-contract.md); words of 32 bits with their most significant bit first.
// block_first, block_empty and block_count are not needed: the state is the initial one after a digest and after rst,
// and the padding is in block_data. Only rst drops a message.
//
// Cycles, S = STAGES, R = 8 + APART
//   block to block of a lane, and from a beat to the next:           S R
//   from the cycle that takes the first of n blocks to that with digest_valid:  S R (n + 1), with a blank round

module luffa_core #(
    parameter integer DIGEST = 256,
    parameter integer UNROLL = 1,
    parameter integer STAGES = 1,
    parameter integer APART = 1,
    parameter integer COUNT_BITS = 64,
    parameter integer CONTEXT = 0,
    localparam integer CHAIN = (DIGEST > 256) ? 1280 : 768,
    localparam integer INPUT = 256 + CONTEXT * (CHAIN + 2),
    localparam integer OUTPUT = (CONTEXT != 0) ? CHAIN : 256,
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
      luffa_core_needs_DIGEST_of_256_or_512 refused ();
    end
    if (UNROLL != 1) begin : gen_refused_unroll
      luffa_core_needs_UNROLL_of_1 refused ();
    end
    if (STAGES != 1 && STAGES != 2) begin : gen_refused_stages
      luffa_core_needs_STAGES_of_1_or_2 refused ();
    end
    if (APART != 1 && (APART != 0 || STAGES != 1)) begin : gen_refused_apart
      luffa_core_needs_APART_of_1_or_of_0_with_STAGES_1 refused ();
    end
    if (COUNT_BITS < 1) begin : gen_refused_count_bits
      luffa_core_needs_COUNT_BITS_of_1_or_more refused ();
    end
    if (CONTEXT != 0 && CONTEXT != 1) begin : gen_refused_context
      luffa_core_needs_CONTEXT_of_0_or_1 refused ();
    end
  endgenerate

  localparam integer WIDTH = (DIGEST > 256) ? 5 : 3;  // w
  localparam integer BITS = 256 * WIDTH;
  localparam integer ROUNDS = 8 + APART;  // turns from block to block
  localparam logic [BITS-1:0] INITIAL = luffa_pkg::INITIAL_VALUE[BITS-1:0];
  localparam integer BEATS = DIGEST / 256;
  localparam integer BEAT_BITS = (BEATS > 2) ? $clog2(BEATS) : 1;
  localparam integer STEP_BITS = 5;
  localparam logic [STEP_BITS-1:0] BLANK = STEP_BITS'(ROUNDS);  // the first turn of the blank round
  localparam logic [STEP_BITS-1:0] DONE = STEP_BITS'(2 * ROUNDS);

  // Control

  logic [STAGES*STEP_BITS-1:0] step;
  logic [STAGES-1:0] active, first, last;
  logic [BEAT_BITS-1:0] beat;
  logic load, restart, next_waiting;
  logic [STEP_BITS-1:0] next_step;

  logic unused_restore;
  logic block_give;

  round_control #(
      .STAGES (STAGES),
      .ROUNDS (ROUNDS),
      .FINAL  (ROUNDS),
      .BEATS  (BEATS),
      .SQUEEZE(ROUNDS),
      .CONTEXT(CONTEXT),
      .SKIP   (CONTEXT * ROUNDS)
  ) control (
      .block_load(1'b0),
      .block_give(block_give),
      .restore(unused_restore),
      .*
  );

  // The turn at rank 0.
  logic waiting;  // it can take a block
  logic blank;  // it begins a blank round: an injection without a message
  logic run;  // it has a step
  logic [7:0] hot, next_hot;  // hot[i]: it is step i, if it has one
  logic inject;
  logic [255:0] message;

  assign inject = blank || (waiting && block_valid);
  assign message = block_data[255:0] & {256{waiting && block_valid}};
  assign next_hot = (run && !restart) ? {hot[6:0], hot[7]} : 8'd1;

  generate
    if (APART != 0) begin : gen_run
      always_ff @(posedge clk) run <= next_step != '0 && next_step != BLANK && next_step != DONE && !rst;
    end else begin : gen_run_at_once
      assign run = active[0];
    end

    if (STAGES == 1) begin : gen_one_lane
      always_ff @(posedge clk) hot <= next_hot;
    end else begin : gen_two_lanes
      logic [7:0] turn_hot;
      always_ff @(posedge clk) {hot, turn_hot} <= {turn_hot, next_hot};
    end
  endgenerate

  always_ff @(posedge clk) begin
    waiting <= next_waiting;
    blank <= next_step == BLANK;
  end

  // Datapath. The registers hold the difference to the initial state, inverted, because the gates that select invert.

  logic [BITS-1:0] held, state;  // V_0 .. V_{w-1} at rank 0, V_0 lowest
  logic [BITS-1:0] entering;  // V_0 .. V_{w-1} before an injection
  logic [BITS-1:0] injected, before_tweak, rested;  // rested: tweaked in a turn of injection
  logic [255:0] total;
  logic [BITS-1:0] before_step, crumbs, before_mix, mixed;
  logic [7:0] step_hot;
  logic do_step, do_tweak, keep;

  assign state = ~held ^ INITIAL;

  luffa_injection #(
      .WIDTH(WIDTH)
  ) injection (
      .state(entering),
      .message(message),
      .inject(inject),
      .next(injected),
      .total(total)
  );

  generate
    if (CONTEXT != 0) begin : gen_context
      logic block_load, give;
      logic [BITS-1:0] block_chain, chain, saved;  // chain: as state; saved: state as block_chain

      assign {block_give, block_load, block_chain} = block_data[256+:BITS+2];
      for (genvar j = 0; j < WIDTH; j = j + 1) begin : gen_word
        assign chain[256*j+:256] = block_chain[BITS-1-256*j-:256];
        assign saved[BITS-1-256*j-:256] = state[256*j+:256];
      end
      assign entering = (waiting && block_valid && block_load) ? chain : state;
      context_give #(
          .STAGES(STAGES)
      ) giving (
          .clk(clk),
          .load(load),
          .block_give(block_give),
          .give(give)
      );
      assign digest_data = {give ? saved[BITS-1-:256] : total, saved[BITS-257:0]};
    end else begin : gen_no_context
      assign entering = state;
      assign digest_data = total;
      assign block_give = 1'b0;
    end
  endgenerate

  generate
    for (genvar j = 0; j < WIDTH; j = j + 1) begin : gen_permutation
      localparam integer HERE = 256 * j;
      localparam logic [511:0] CONSTANTS = luffa_pkg::step_constants(j);
      logic [63:0] constant;

      always_comb begin
        constant = '0;
        for (integer i = 0; i < 8; i = i + 1) begin
          constant = constant | (64'(CONSTANTS >> (64 * i)) & {64{step_hot[i]}});
        end
      end

      luffa_sub_crumb sub_crumb (
          .in (before_step[HERE+:256]),
          .out(crumbs[HERE+:256])
      );
      luffa_mix_word mix_word (
          .in(before_mix[HERE+:256]),
          .constant(constant),
          .out(mixed[HERE+:256])
      );
      assign rested[HERE+:256] = (luffa_pkg::tweak(before_tweak[HERE+:256], j) & {256{do_tweak}}) |
          (before_tweak[HERE+:256] & {256{!do_tweak}});
    end

    if (STAGES == 1) begin : gen_whole
      assign before_step = (APART != 0) ? state : rested;
      assign before_mix = crumbs;
      assign before_tweak = injected;
      assign step_hot = hot;
      assign do_step = run;
      assign do_tweak = inject;
      assign keep = !run && !restart;
    end else begin : gen_cut
      logic [BITS-1:0] cut;  // rank 1
      assign before_step = state;
      assign before_mix = cut;
      assign before_tweak = cut;
      always_ff @(posedge clk) begin
        cut <= (crumbs & {BITS{run}}) | (injected & {BITS{!run}});
        step_hot <= hot;
        do_step <= run && !restart;
        do_tweak <= inject;
        keep <= !run && !restart;
      end
    end
  endgenerate

  always_ff @(posedge clk) held <= ~(((mixed ^ INITIAL) & {BITS{do_step}}) | ((rested ^ INITIAL) & {BITS{keep}}));

  logic unused;
  assign unused = &{1'b0, block_first, block_empty, block_count, step, active, first, last, beat, load, next_step,
                    UNROLL != 1};

endmodule
