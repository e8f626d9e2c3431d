// SPDX-License-Identifier: Apache-2.0
//
// Which turn of its expansion a lane is in, beside the steps of the block before, and what all parts do in that turn.
//
// A block is looked at from the turn in which it is offered, or from that in which the steps of the block before come
// so far that the rows of the array become free, and taken when it is expanded:
//
//   stage 0                     waits for a block, or for the array
//   1 .. ROWS                   simd_rows gets the rows; they come to the array DELAY turns later
//   .. + SIDEWAYS               the array transforms its columns
//   .. + 1, without LOAD_TURN   the words of the first steps are computed
//   READY                       waits for the turn in which the block is taken
//
// Parameters
//   UNROLL, STAGES, LOAD_TURN  as simd_core      ROUNDS  turns of a block, as round_control
//   DELAY     turns from simd_rows to the array      SIDEWAYS  turns of the transform of the columns
// Ports
//   block_valid  of the lane at rank 0; step, load, next_step, next_waiting of round_control
//   ready        the lane at rank 0 can take its block
//   index        rows that simd_rows gets, of the lane at rank 0
//   go           with LOAD_TURN: the lane at rank 0 makes steps in its turn; not in the first after rst
//   take         load, from a register: what is offered while `ready` is not withdrawn
//   down .. hold, fresh, paired   of simd_array, chain, stay   of simd_words: of the lane whose turn ends
//   late         of simd_words, of that lane or with more stages of that whose turn ends one cycle later

module simd_control #(
    parameter integer UNROLL = 1,
    parameter integer STAGES = 1,
    parameter integer LOAD_TURN = 1,
    parameter integer ROUNDS = 37,
    parameter integer DELAY = 3,
    parameter integer SIDEWAYS = 5,
    localparam integer STEP_BITS = $clog2(ROUNDS + 1)
) (
    input  logic                 clk,
    input  logic                 rst,
    input  logic                 block_valid,
    input  logic [STEP_BITS-1:0] step,
    input  logic                 load,
    input  logic [STEP_BITS-1:0] next_step,
    input  logic                 next_waiting,
    output logic                 ready,
    output logic [          3:0] index,
    output logic                 go,
    output logic                 take,
    output logic                 down,
    output logic                 side,
    output logic                 permute,
    output logic                 hold,
    output logic                 fresh,
    output logic                 paired,
    output logic                 late,
    output logic                 chain,
    output logic                 stay
);

  generate
    if (UNROLL != 1 && UNROLL != 2 && UNROLL != 4) begin : gen_refused_unroll
      simd_control_needs_UNROLL_of_1_2_or_4 refused ();
    end
    if (STAGES != 1 && (STAGES != 2 || UNROLL != 1 || LOAD_TURN != 1)) begin : gen_refused_stages
      simd_control_needs_STAGES_of_1_or_of_2_with_UNROLL_1_and_LOAD_TURN_1 refused ();
    end
    if (LOAD_TURN != 1 && (LOAD_TURN != 0 || UNROLL == 1)) begin : gen_refused_load_turn
      simd_control_needs_LOAD_TURN_of_1_or_of_0_with_UNROLL_2_or_4 refused ();
    end
    if (ROUNDS != 36 / UNROLL + LOAD_TURN) begin : gen_refused_rounds
      simd_control_needs_ROUNDS_of_36_by_UNROLL_and_LOAD_TURN refused ();
    end
    if (DELAY < 0 || DELAY > 16 / UNROLL + LOAD_TURN - 2) begin : gen_refused_delay
      simd_control_needs_DELAY_of_0_to_16_by_UNROLL_and_LOAD_TURN_less_2 refused ();
    end
    if (SIDEWAYS < 1) begin : gen_refused_sideways
      simd_control_needs_SIDEWAYS_of_1_or_more refused ();
    end
  endgenerate

  localparam integer ROWS = 16 / UNROLL;
  localparam integer SIDE = ROWS + DELAY + 1;  // first stage of the transform of the columns
  localparam integer READY = SIDE + SIDEWAYS + ((LOAD_TURN != 0) ? 0 : 1);
  localparam integer STAGE_BITS = $clog2(READY + 1);
  // The residues of turn t of words leave the array in turn t - AHEAD; after ROWS such turns its rows become free.
  localparam integer AHEAD = 1 - LOAD_TURN;
  localparam logic [STEP_BITS-1:0] START = STEP_BITS'(ROWS - AHEAD - DELAY - 1);

  logic [STAGE_BITS-1:0] stage, stage_turn, next_stage;
  logic start, next_load, dropped, next_dropped, moves;
  logic next_permute, next_side, next_hold, next_fresh;
  logic unused_late, unused;
  logic [STEP_BITS:0] reading;
  // What is done in the turn of the lane that comes to rank 0 next, of that at rank 0, of that at the last rank.
  logic [8:0] next_here, here, there;

  // In the first turn after rst the step is not yet 0.
  assign start = stage == '0 && block_valid && !dropped && (step == '0 || step >= START);
  assign stage_turn = load ? '0 : start ? STAGE_BITS'(1) :
      (stage == '0 || stage == STAGE_BITS'(READY)) ? stage : stage + 1'b1;
  assign ready = stage == STAGE_BITS'(READY);
  assign index = 4'(stage - 1'b1);

  generate
    if (STAGES == 1) begin : gen_one
      assign next_stage = stage_turn;
      assign next_dropped = 1'b0;
      assign there = here;
      assign late = here[6];
    end else begin : gen_ranks
      logic [(STAGES-1)*STAGE_BITS-1:0] stages;
      logic [STAGES-2:0] drops;
      logic [(STAGES-1)*9-1:0] waiting;
      assign next_stage = stages[(STAGES-1)*STAGE_BITS-1-:STAGE_BITS];
      assign next_dropped = drops[STAGES-2];
      assign there = waiting[(STAGES-1)*9-1-:9];
      logic [STAGES*9-1:0] ranks;
      assign ranks = {waiting, here};
      assign late = ranks[9*(STAGES-2)+6];
      always_ff @(posedge clk) begin
        stages <= rst ? '0 : (STAGES*STAGE_BITS - STAGE_BITS)'({stages, stage_turn});
        drops <= rst ? '1 : (STAGES-1)'({drops, 1'b0});
        waiting <= ranks[9*(STAGES-1)-1:0];
      end
    end
  endgenerate

  assign next_load = next_waiting && next_stage == STAGE_BITS'(READY);
  assign moves = next_load || next_step != '0;
  assign reading = {1'b0, next_step} + (STEP_BITS + 1)'(AHEAD);

  assign next_permute = moves && reading == (STEP_BITS + 1)'(ROWS - 1);
  assign next_side = next_stage >= STAGE_BITS'(SIDE) && next_stage < STAGE_BITS'(SIDE + SIDEWAYS);
  assign next_hold = next_stage == STAGE_BITS'(READY) && !next_load;
  assign next_fresh = next_stage > STAGE_BITS'(DELAY) && next_stage < STAGE_BITS'(SIDE);
  assign next_here = {
    next_hold,
    reading >= (STEP_BITS + 1)'(2 * ROWS) && reading < (STEP_BITS + 1)'(2 * ROWS + 4 / UNROLL),
    reading >= (STEP_BITS + 1)'(ROWS) && reading < (STEP_BITS + 1)'(2 * ROWS),
    next_fresh && next_stage > STAGE_BITS'(DELAY + ROWS / 2),
    next_fresh,
    !(next_permute || next_side || next_hold),
    next_hold,
    next_side,
    next_permute
  };
  assign {stay, chain, unused_late, paired, fresh, down, hold, side, permute} = there;
  assign unused = unused_late;

  always_ff @(posedge clk) begin
    stage <= rst ? '0 : next_stage;
    here <= next_here;
    take <= next_load && !rst;
    dropped <= rst || next_dropped;
    go <= next_step != '0 && next_step != STEP_BITS'(ROUNDS) && !rst && !next_dropped;
  end

endmodule
