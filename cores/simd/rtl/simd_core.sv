// SPDX-License-Identifier: Apache-2.0
//
// SIMD-256 and SIMD-512 at block level, round 2 (G. Leurent, C. Bouillaguet, P.-A. Fouque: SIMD Is a Message Digest,
// 2009), with 1, 2 or 4 of the 36 steps of a block in a turn, and the transform of the block that follows beside them.
//
//   block --> simd_rows --> simd_array --> simd_words --> simd_ladders --> digest
//      '------------------------------------------------------^
//
// Parameters
//   LADDERS    4: SIMD-256, 8: SIMD-512
//   UNROLL     steps in a turn, 1, 2, 4
//   STAGES     messages in flight: 1, with UNROLL 1 and LOAD_TURN 1 also 2
//   LOAD_TURN  1: a turn more for a block, in which it is taken, for a shorter clock period; 0 with UNROLL 2 or 4
//   COUNT_BITS width of block_count
//   SAVE       1: carry-save adders before the adders of words; 0: adders instead (FPGAs)
//   ADDER, RESIDUE_ADDER, CODE_ADDER   carry networks, names of adder_pkg: of the steps, of the transform, of the code
//   CONTEXT    1: a message can go on from a chaining value, and end with one, as long as a block (docs/context.md)
//
// Ports: the block-level contract (docs/core-contract.md). The block is expanded from the port, and taken when that is
// done and the steps of the block before are, too; see simd_control. block_first, block_empty and block_count are
// not needed: a message begins after a digest or rst, and the padding is in block_data.
//
// Cycles
//   block to block: STAGES (36 / UNROLL + LOAD_TURN); from the cycle that takes the first of n blocks to that with
//   digest_valid: n times as many

module simd_core #(
    parameter integer LADDERS = 4,
    parameter integer UNROLL = 1,
    parameter integer STAGES = 1,
    parameter integer LOAD_TURN = 1,
    parameter integer COUNT_BITS = 64,
    parameter integer SAVE = 1,
    parameter integer ADDER = adder_pkg::SKLANSKY,
    parameter integer RESIDUE_ADDER = adder_pkg::BRENT_KUNG,
    parameter integer CODE_ADDER = adder_pkg::BRENT_KUNG,
    parameter integer CONTEXT = 0,
    localparam integer LANE_BITS = (STAGES > 1) ? $clog2(STAGES) : 1,
    localparam integer BLOCK = 128 * LADDERS,
    localparam integer DIGEST = 64 * LADDERS,
    localparam integer INPUT = BLOCK + CONTEXT * (BLOCK + 2),
    localparam integer OUTPUT = (CONTEXT != 0) ? BLOCK : DIGEST
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
    if (LADDERS != 4 && LADDERS != 8) begin : gen_refused_ladders
      simd_core_needs_LADDERS_of_4_or_8 refused ();
    end
    if (UNROLL != 1 && UNROLL != 2 && UNROLL != 4) begin : gen_refused_unroll
      simd_core_needs_UNROLL_of_1_2_or_4 refused ();
    end
    if (STAGES != 1 && (STAGES != 2 || UNROLL != 1 || LOAD_TURN != 1)) begin : gen_refused_stages
      simd_core_needs_STAGES_of_1_or_of_2_with_UNROLL_1_and_LOAD_TURN_1 refused ();
    end
    if (LOAD_TURN != 1 && (LOAD_TURN != 0 || UNROLL == 1)) begin : gen_refused_load_turn
      simd_core_needs_LOAD_TURN_of_1_or_of_0_with_UNROLL_2_or_4 refused ();
    end
    if (COUNT_BITS < 1) begin : gen_refused_count_bits
      simd_core_needs_COUNT_BITS_of_1_or_more refused ();
    end
    if (SAVE != 0 && SAVE != 1) begin : gen_refused_save
      simd_core_needs_SAVE_of_0_or_1 refused ();
    end
    if (CONTEXT != 0 && CONTEXT != 1) begin : gen_refused_context
      simd_core_needs_CONTEXT_of_0_or_1 refused ();
    end
  endgenerate

  localparam integer ROUNDS = 36 / UNROLL + LOAD_TURN;
  localparam integer STEP_BITS = $clog2(ROUNDS + 1);
  // Registers in simd_rows, such that what goes in at rank 0 comes out when a turn of that lane ends.
  localparam integer CUTS = (UNROLL == 4) ? 0 : (UNROLL == 2) ? 1 : (STAGES == 1) ? 3 : 5;
  localparam integer DELAY = (CUTS + 1) / STAGES - 1;
  localparam integer LATER = (UNROLL == 1) ? 1 : 0;
  localparam integer ROW = 18 * LADDERS * UNROLL;

  logic [STAGES*STEP_BITS-1:0] step;
  logic [STAGES-1:0] active, first, last;
  logic load, restart, next_waiting, beat;
  logic [STEP_BITS-1:0] next_step;
  logic waiting, ready, go, take;
  logic [3:0] index;
  logic down, side, permute, hold, fresh, paired, late, chain, stay;
  logic [BLOCK-1:0] bytes, state;
  logic restore;  // the message goes on from `saved`
  logic [BLOCK-1:0] saved;
  logic ends;  // the block is the last of a message that ends in padding
  logic [ROW-1:0] rows, head;
  logic [32*LADDERS*UNROLL-1:0] words, hash;

  generate
    for (genvar i = 0; i < BLOCK / 8; i = i + 1) begin : gen_byte
      assign bytes[8*i+:8] = block_data[BLOCK-1-8*i-:8];
    end
    for (genvar i = 0; i < OUTPUT / 8; i = i + 1) begin : gen_digest
      assign digest_data[OUTPUT-1-8*i-:8] = state[8*i+:8];
    end

    if (CONTEXT != 0) begin : gen_context
      logic block_give;
      logic [BLOCK-1:0] block_chain;
      assign {block_give, restore, block_chain} = block_data[BLOCK+:BLOCK+2];
      assign ends = block_last && !block_give;
      for (genvar i = 0; i < BLOCK / 8; i = i + 1) begin : gen_chain
        assign saved[8*i+:8] = block_chain[BLOCK-1-8*i-:8];
      end
    end else begin : gen_no_context
      assign ends = block_last;
      assign restore = 1'b0;
      assign saved = '0;
    end
  endgenerate

  assign block_ready = waiting && ready;

  logic unused_restore;

  round_control #(
      .STAGES(STAGES),
      .ROUNDS(ROUNDS)
  ) control (
      .clk(clk),
      .rst(rst),
      .block_valid(block_valid && ready),
      .block_ready(waiting),
      .block_lane(block_lane),
      .block_last(block_last),
      .block_load(1'b0),
      .block_give(1'b0),
      .restore(unused_restore),
      .digest_valid(digest_valid),
      .digest_ready(digest_ready),
      .digest_lane(digest_lane),
      .digest_last(digest_last),
      .beat(beat),
      .step(step),
      .active(active),
      .first(first),
      .last(last),
      .load(load),
      .restart(restart),
      .next_step(next_step),
      .next_waiting(next_waiting)
  );

  simd_control #(
      .UNROLL(UNROLL),
      .STAGES(STAGES),
      .LOAD_TURN(LOAD_TURN),
      .ROUNDS(ROUNDS),
      .DELAY(DELAY),
      .SIDEWAYS(4 / UNROLL + LATER)
  ) expansion (
      .clk(clk),
      .rst(rst),
      .block_valid(block_valid),
      .step(step[STEP_BITS-1:0]),
      .load(load),
      .next_step(next_step),
      .next_waiting(next_waiting),
      .ready(ready),
      .index(index),
      .go(go),
      .take(take),
      .down(down),
      .side(side),
      .permute(permute),
      .hold(hold),
      .fresh(fresh),
      .paired(paired),
      .late(late),
      .chain(chain),
      .stay(stay)
  );

  simd_rows #(
      .LADDERS(LADDERS),
      .UNROLL(UNROLL),
      .CUTS(CUTS),
      .ADDER(RESIDUE_ADDER)
  ) inner_sums (
      .clk(clk),
      .bytes(bytes),
      .last(ends),
      .index(index),
      .rows(rows)
  );

  simd_array #(
      .LADDERS(LADDERS),
      .UNROLL(UNROLL),
      .STAGES(STAGES),
      .LATER(LATER),
      .ADDER(RESIDUE_ADDER)
  ) array (
      .clk(clk),
      .down(down),
      .side(side),
      .permute(permute),
      .hold(hold),
      .fresh(fresh),
      .paired(paired),
      .rows(rows),
      .head(head)
  );

  simd_words #(
      .LADDERS(LADDERS),
      .UNROLL(UNROLL),
      .HOLD(1 - LOAD_TURN),
      .CUT((STAGES > 1) ? 1 : 0),
      .SAVE(SAVE),
      .ADDER(CODE_ADDER)
  ) code (
      .clk(clk),
      .late(late),
      .chain(chain),
      .hold(stay),
      .head(head),
      .hash(hash),
      .words(words)
  );

  simd_ladders #(
      .LADDERS(LADDERS),
      .UNROLL(UNROLL),
      .STAGES(STAGES),
      .LOAD_TURN(LOAD_TURN),
      .ROUNDS(ROUNDS),
      .SAVE(SAVE),
      .ADDER(ADDER),
      .CONTEXT(CONTEXT)
  ) ladders (
      .clk(clk),
      .active(active[0]),
      .load(take),
      .restart(restart),
      .go(go),
      .next_step(next_step),
      .bytes(bytes),
      .restore(restore),
      .chain(saved),
      .words(words),
      .hash(hash),
      .state(state)
  );

  logic unused;
  assign unused = &{1'b0, block_first, block_empty, block_count, step, active, first, last, beat, state};

endmodule
