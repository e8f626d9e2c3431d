// SPDX-License-Identifier: Apache-2.0
//
// JH at block level: a loop of one round, for one message or for two.
//
//   STAGES = 1      state --> S-boxes --> L, P --> (*) --> state
//   STAGES = 2      state --> L, P --> (*) --> state_1 --> S-boxes --> (**) --> state
//
// The state stays in the order of the elements of E_8; grouping and degrouping are the wiring of blocks, initial value
// and digest. Between two blocks, at (*), L and P are passed by, the old block is added to the second half of the
// state and the new one to the first. A message that waits passes by the S-boxes also, at (**).
//
// Parameters
//   VERSION     2: as in round 2 of the SHA-3 competition, 35 rounds and the S-boxes of one more; 3: final, 42 rounds
//   DIGEST      256 or 512
//   UNROLL      1: rounds in the loop
//   STAGES      1 or 2: messages in flight
//   STORED      see jh_constants
//   COUNT_BITS  width of block_count, 1 or more
//   CONTEXT     1: a message can go on from a state, and end with one, of 1024 bits (docs/context.md)
//
// Ports: the block-level contract (docs/core-contract.md). block_first, block_empty and block_count are not needed.
// Only rst drops a message.
//
// Cycles, R = 36 with VERSION 2, 43 with 3
//   block to block of a lane                                                    STAGES R
//   from the cycle that takes the first of n blocks to that with digest_valid:  STAGES (R n + 1)

module jh_core #(
    parameter integer VERSION = 3,
    parameter integer DIGEST = 256,
    parameter integer UNROLL = 1,
    parameter integer STAGES = 1,
    parameter integer STORED = 0,
    parameter integer COUNT_BITS = 64,
    parameter integer CONTEXT = 0,
    localparam integer INPUT = 512 + CONTEXT * 1026,
    localparam integer OUTPUT = (CONTEXT != 0) ? 1024 : DIGEST,
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
    if (VERSION != 2 && VERSION != 3) begin : gen_refused_version
      jh_core_needs_VERSION_of_2_or_3 refused ();
    end
    if (DIGEST != 256 && DIGEST != 512) begin : gen_refused_digest
      jh_core_needs_DIGEST_of_256_or_512 refused ();
    end
    if (UNROLL != 1) begin : gen_refused_unroll
      jh_core_needs_UNROLL_of_1 refused ();
    end
    if (STAGES != 1 && STAGES != 2) begin : gen_refused_stages
      jh_core_needs_STAGES_of_1_or_2 refused ();
    end
    if (COUNT_BITS < 1) begin : gen_refused_count_bits
      jh_core_needs_COUNT_BITS_of_1_or_more refused ();
    end
    if (CONTEXT != 0 && CONTEXT != 1) begin : gen_refused_context
      jh_core_needs_CONTEXT_of_0_or_1 refused ();
    end
  endgenerate

  localparam integer ROUNDS = (VERSION == 2) ? 36 : 43;
  localparam logic [1023:0] INITIAL = jh_pkg::group(jh_tables_pkg::initial_value(VERSION, DIGEST));
  // Slices of the state, each with its own registers for what selects its sources. Each register hangs on itself, so
  // that no tool makes one of them.
  localparam integer SLICES = 16;
  localparam integer SLICE = 1024 / SLICES;

  logic [STAGES*6-1:0] step;
  logic [5:0] next_step;
  logic [STAGES-1:0] active, first, last;
  logic load, restart, beat, next_waiting;
  logic waiting, taken;  // a block can be taken; is taken

  // At rank 0:
  logic [SLICES-1:0] round;  // L and P are computed: steps 1 .. ROUNDS-1
  logic [SLICES-1:0] fresh;  // the lane waits for the first block of a message, or takes it
  logic ends;  // the last of these steps
  logic [511:0] block;  // the block in work, 0 once it was added to the second half
  logic [1023:0] state;
  logic [1023:0] through;  // after L and P
  logic [1023:0] rest;  // what goes on where these are passed by
  logic [1023:0] added;  // with the blocks added
  logic [1023:0] start;  // of a message: what the state is before its first block
  logic [511:0] offered, next_block;
  logic [1023:0] flat;  // the state in the order of its bits
  logic [255:0] choices;

  logic unused_restore;

  round_control #(
      .STAGES(STAGES),
      .ROUNDS(ROUNDS),
      .FINAL (1)
  ) control (
      .block_load(1'b0),
      .block_give(1'b0),
      .restore(unused_restore),
      .*
  );

  jh_constants #(
      .STORED(STORED),
      .STAGES(STAGES)
  ) constants (
      .clk(clk),
      .next_step(next_step),
      .round(round[0]),
      .choices(choices)
  );

  always_ff @(posedge clk) waiting <= next_waiting && !rst;

  assign taken = waiting && block_valid;
  assign ends = step[5:0] == 6'(ROUNDS - 1);
  assign offered = block_data[511:0] & {512{taken}};
  assign added = jh_pkg::group({offered, block});

  generate
    for (genvar s = 0; s < SLICES; s = s + 1) begin : gen_block_slice
      assign next_block[SLICE/2*s+:SLICE/2] = offered[SLICE/2*s+:SLICE/2] |
          (block[SLICE/2*s+:SLICE/2] & {(SLICE / 2) {round[s]}});
    end

    if (STAGES == 1) begin : gen_one
      logic [SLICES-1:0] follows;  // the step after a round
      logic [1023:0] substituted;

      jh_substitution substitution (
          .x(state),
          .choices(choices),
          .y(substituted)
      );
      jh_linear linear (
          .x(substituted),
          .y(through)
      );

      for (genvar s = 0; s < SLICES; s = s + 1) begin : gen_slice
        localparam integer AT = SLICE * s;
        // The S-boxes of half a round are those of the step in which the next block can be taken.
        assign rest[AT+:SLICE] = (VERSION == 2 && follows[s]) ? substituted[AT+:SLICE] : state[AT+:SLICE];
        always_ff @(posedge clk) begin
          round[s]   <= (taken || (round[s] && !ends)) && !rst;
          follows[s] <= round[s];
          fresh[s]   <= restart || (fresh[s] && !round[s]);
          state[AT+:SLICE] <= round[s] ? through[AT+:SLICE] :
              ((rest[AT+:SLICE] & {SLICE{!fresh[s]}}) | (start[AT+:SLICE] & {SLICE{fresh[s]}})) ^ added[AT+:SLICE];
        end
      end

      always_ff @(posedge clk) block <= next_block;
    end else begin : gen_two
      logic [SLICES-1:0] substitutes, fresh_1;  // rank 1: the S-boxes are computed; fresh
      logic ends_1, restarts_1;
      logic [511:0] block_1;
      logic [1023:0] state_1, substituted;

      jh_linear linear (
          .x(state),
          .y(through)
      );
      jh_substitution substitution (
          .x(state_1),
          .choices(choices),
          .y(substituted)
      );

      assign rest   = state;
      assign ends_1 = step[11:6] == 6'(ROUNDS - 1);

      for (genvar s = 0; s < SLICES; s = s + 1) begin : gen_slice
        localparam integer AT = SLICE * s;
        // The last step has the S-boxes of half a round, or none.
        always_ff @(posedge clk) begin
          substitutes[s] <= (taken || (round[s] && !(VERSION == 3 && ends))) && !rst;
          round[s] <= substitutes[s] && !(VERSION == 2 && ends_1) && !rst;
          fresh_1[s] <= fresh[s] && !round[s];
          fresh[s] <= fresh_1[s] || restarts_1;
          state_1[AT+:SLICE] <= round[s] ? through[AT+:SLICE] :
              ((rest[AT+:SLICE] & {SLICE{!fresh[s]}}) | (start[AT+:SLICE] & {SLICE{fresh[s]}})) ^ added[AT+:SLICE];
          state[AT+:SLICE] <= substitutes[s] ? substituted[AT+:SLICE] : state_1[AT+:SLICE];
        end
      end

      always_ff @(posedge clk) begin
        block_1 <= next_block;
        block <= block_1;
        restarts_1 <= restart;
      end
    end
  endgenerate

  assign flat = jh_pkg::degroup(state);

  generate
    if (CONTEXT != 0) begin : gen_context
      logic block_give, block_load, give;
      logic [1023:0] block_chain;
      assign {block_give, block_load, block_chain} = block_data[512+:1026];
      assign start = block_load ? jh_pkg::group(block_chain) : INITIAL;
      context_give #(
          .STAGES(STAGES)
      ) giving (
          .clk(clk),
          .load(load),
          .block_give(block_give),
          .give(give)
      );
      assign digest_data = {give ? flat[1023-:DIGEST] : flat[DIGEST-1:0], flat[1023-DIGEST:0]};
    end else begin : gen_no_context
      assign start = INITIAL;
      assign digest_data = flat[DIGEST-1:0];
    end
  endgenerate

  logic unused;
  assign unused = &{
    1'b0, block_first, block_empty, block_count, 1'(UNROLL), load, active, first, last, next_step, step,
    next_waiting, beat, flat
  };

endmodule
