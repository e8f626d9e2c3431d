// SPDX-License-Identifier: Apache-2.0
//
// Control of a core that works on a block in a loop of rounds, for STAGES messages in flight: who may bring a block, which
// turn of its work a lane is in, and when it has a digest.
//
// The loop has STAGES ranks of registers. A lane passes them one a cycle and is at rank 0 once in STAGES cycles, its
// turn. The turns of a lane are numbered by `step`:
//
//   0                       takes a block, or waits for one
//   1 .. ROUNDS-1           go on with it; back to 0 unless the block was the last of its message
//   ROUNDS .. ROUNDS+FINAL-1   follow a last block
//   ROUNDS+FINAL            has the digest, or a beat of it, until it is taken
//
// Between two beats of a digest the last SQUEEZE turns before it come once more. After the last beat, and after rst, a
// lane has `restart` in one turn, in which its state becomes the initial one.
//
// Parameters
//   STAGES   messages in flight, at least 1
//   ROUNDS   turns from block to block, at least 1
//   FINAL    further turns after a last block, or 0
//   BEATS    beats of a digest, at least 1         SQUEEZE  turns from one to the next, 1 .. ROUNDS + FINAL
//   CONTEXT  1: a message can go on from a context, and end with one (docs/context.md); 0: block_load and block_give are
//            not used
//   SKIP     with CONTEXT 1: so many of the turns that follow a last block, the first ones, do not follow one with
//            block_give; 0 .. FINAL
//
// Ports
//   block_*, digest_*   of the block-level contract; block_lane = digest_lane is the lane at rank 0
//   block_load   its message goes on from a context: before the block is taken its lane has a turn with `restore`
//   block_give   with block_last: a context is to come, see SKIP
//   beat      number of the beat in work at rank 0, counted from 0
//   step      number of the turn of the lane at rank j, at [j*STEP_BITS +: STEP_BITS]
//   active    the lane at rank j works in this turn: its state goes on. Otherwise it rests, and its state stays
//   first     the block in work, or the next one, of the lane at rank j is the first of its message
//   last      the block in work of the lane at rank j is the last of its message; at rank 0 from step 1 on
//   load      rank 0: a block is taken
//   restart   rank 0: the state of the lane is to become the initial one; comes only where active is 0
//   restore   rank 0: it is to become the one that comes with the block offered, which the lane takes in its next turn;
//             comes only where active and restart are 0
//   next_step, next_waiting   rank 0 one cycle later: step, and whether it is 0 in a turn that can take a block, so that
//             what a round needs of them can come from a register
//
// Cycles
//   block to block of a lane                                STAGES ROUNDS
//   from the cycle that takes the first of n blocks to that with digest_valid:  STAGES (ROUNDS n + FINAL)
//   from a beat to the next                                 STAGES SQUEEZE
//   The next message's first block can be taken STAGES cycles after the last beat.

module round_control #(
    parameter integer STAGES = 1,
    parameter integer ROUNDS = 16,
    parameter integer FINAL = 0,
    parameter integer BEATS = 1,
    parameter integer SQUEEZE = 1,
    parameter integer CONTEXT = 0,
    parameter integer SKIP = 0,
    localparam integer LANE_BITS = (STAGES > 1) ? $clog2(STAGES) : 1,
    localparam integer STEP_BITS = $clog2(ROUNDS + FINAL + 1),
    localparam integer BEAT_BITS = (BEATS > 2) ? $clog2(BEATS) : 1
) (
    input logic clk,
    input logic rst,

    input  logic                 block_valid,
    output logic                 block_ready,
    output logic [LANE_BITS-1:0] block_lane,
    input  logic                 block_last,
    input  logic                 block_load,
    input  logic                 block_give,

    output logic                 digest_valid,
    input  logic                 digest_ready,
    output logic [LANE_BITS-1:0] digest_lane,
    output logic                 digest_last,
    output logic [BEAT_BITS-1:0] beat,

    output logic [STAGES*STEP_BITS-1:0] step,
    output logic [          STAGES-1:0] active,
    output logic [          STAGES-1:0] first,
    output logic [          STAGES-1:0] last,
    output logic                        load,
    output logic                        restart,
    output logic                        restore,
    output logic [       STEP_BITS-1:0] next_step,
    output logic                        next_waiting
);

  generate
    if (STAGES < 1) begin : gen_refused_stages
      round_control_needs_STAGES_of_1_or_more refused ();
    end
    if (ROUNDS < 1) begin : gen_refused_rounds
      round_control_needs_ROUNDS_of_1_or_more refused ();
    end
    if (FINAL < 0) begin : gen_refused_final
      round_control_needs_FINAL_of_0_or_more refused ();
    end
    if (BEATS < 1) begin : gen_refused_beats
      round_control_needs_BEATS_of_1_or_more refused ();
    end
    if (SQUEEZE < 1 || SQUEEZE > ROUNDS + FINAL) begin : gen_refused_squeeze
      round_control_needs_SQUEEZE_of_1_to_ROUNDS_and_FINAL refused ();
    end
    if (CONTEXT != 0 && CONTEXT != 1) begin : gen_refused_context
      round_control_needs_CONTEXT_of_0_or_1 refused ();
    end
    if (SKIP < 0 || SKIP > FINAL) begin : gen_refused_skip
      round_control_needs_SKIP_of_0_to_FINAL refused ();
    end
  endgenerate

  localparam logic [STEP_BITS-1:0] LAST_ROUND = STEP_BITS'(ROUNDS - 1);
  localparam logic [STEP_BITS-1:0] DONE = STEP_BITS'(ROUNDS + FINAL);
  localparam logic [STEP_BITS-1:0] SQUEEZE_FROM = STEP_BITS'(ROUNDS + FINAL - SQUEEZE);
  localparam logic [STEP_BITS-1:0] SKIP_TO = STEP_BITS'(ROUNDS + SKIP);

  // The lane at rank j, as it came there; _turn: with what happens at rank 0; _out: as it leaves the rank.
  logic [STAGES*STEP_BITS-1:0] number, number_out;
  logic [STAGES*BEAT_BITS-1:0] beats, beats_turn;
  logic [STAGES-1:0] squeezing, squeezing_turn;  // turns for a further beat: step 0 waits for no block
  logic [STAGES-1:0] dirty, dirty_turn;  // rst came since its last turn
  logic [STAGES-1:0] working;
  logic [STAGES-1:0] ending, ending_turn;
  logic [STAGES-1:0] beginning, beginning_turn, beginning_out;

  logic waiting;
  logic working_here;  // active at rank 0
  logic beat_taken;
  logic beat_follows;

  assign waiting = number[STEP_BITS-1:0] == '0 && !squeezing[0] && !dirty[0];
  assign digest_valid = number[STEP_BITS-1:0] == DONE && !dirty[0];
  assign digest_last = beats[BEAT_BITS-1:0] == BEAT_BITS'(BEATS - 1);
  assign beat_taken = digest_valid && digest_ready;
  assign beat_follows = beat_taken && !digest_last;
  assign restart = dirty[0] || (beat_taken && digest_last);
  assign working_here = load || !(waiting || digest_valid || dirty[0]);
  assign beat = beats[BEAT_BITS-1:0];
  assign step = number;
  assign first = beginning;
  assign last = ending;

  generate
    if (CONTEXT != 0) begin : gen_context
      // Cycles ago in which there was `restore`. The turn of a lane that follows rst takes no block: none is left over.
      logic [STAGES-1:0] restored;
      logic waits;
      assign waits = block_load && !restored[STAGES-1];
      assign block_ready = waiting && !waits;
      assign load = block_ready && block_valid;
      assign restore = block_valid && waiting && waits;
      always_ff @(posedge clk) restored <= STAGES'({restored, restore});
    end else begin : gen_no_context
      assign block_ready = waiting;
      assign load = waiting && block_valid;
      assign restore = 1'b0;
      logic unused;
      assign unused = &{1'b0, block_load, block_give};
    end

    for (genvar j = 0; j < STAGES; j = j + 1) begin : gen_rank
      localparam integer FROM = (j == 0) ? STAGES - 1 : j - 1;
      logic [STEP_BITS-1:0] here;

      if (j == 0) begin : gen_turn
        assign here = restart ? '0 : beat_follows ? SQUEEZE_FROM : number[STEP_BITS-1:0];
        assign beats_turn[BEAT_BITS-1:0] = restart ? '0 : beats[BEAT_BITS-1:0] + BEAT_BITS'(beat_follows);
        assign squeezing_turn[0] = !restart && (squeezing[0] || beat_follows);
        assign dirty_turn[0] = 1'b0;
        assign ending_turn[0] = load ? block_last : ending[0];
        assign beginning_turn[0] = restart || beginning[0];
        assign active[0] = working_here;
      end else begin : gen_move
        assign here = number[j*STEP_BITS+:STEP_BITS];
        assign beats_turn[j*BEAT_BITS+:BEAT_BITS] = beats[j*BEAT_BITS+:BEAT_BITS];
        assign squeezing_turn[j] = squeezing[j];
        assign dirty_turn[j] = dirty[j];
        assign ending_turn[j] = ending[j];
        assign beginning_turn[j] = beginning[j];
        assign active[j] = working[j];
      end

      if (j == STAGES - 1) begin : gen_next_turn
        logic end_of_block;
        logic [STEP_BITS-1:0] onward;
        assign end_of_block = active[j] && here == LAST_ROUND;
        assign number_out[j*STEP_BITS+:STEP_BITS] = (end_of_block && !ending_turn[j]) ? '0 : onward;
        if (CONTEXT != 0 && SKIP > 0) begin : gen_skip
          logic [STAGES-1:0] giving, giving_turn;  // the block in work came with block_give
          assign onward = (end_of_block && giving_turn[j]) ? SKIP_TO : here + STEP_BITS'(active[j]);
          always_comb begin
            giving_turn = giving;
            if (load) giving_turn[0] = block_give;
          end
          always_ff @(posedge clk) giving <= STAGES'({giving_turn, giving_turn[j]});
        end else begin : gen_no_skip
          assign onward = here + STEP_BITS'(active[j]);
          logic unused;
          assign unused = block_give;
        end
        assign beginning_out[j] = beginning_turn[j] && !end_of_block;
      end else begin : gen_same_turn
        assign number_out[j*STEP_BITS+:STEP_BITS] = here;
        assign beginning_out[j] = beginning_turn[j];
      end

      always_ff @(posedge clk) begin
        number[j*STEP_BITS+:STEP_BITS] <= number_out[FROM*STEP_BITS+:STEP_BITS];
        beats[j*BEAT_BITS+:BEAT_BITS] <= beats_turn[FROM*BEAT_BITS+:BEAT_BITS];
        squeezing[j] <= squeezing_turn[FROM];
        working[j] <= active[FROM];
        ending[j] <= ending_turn[FROM];
        beginning[j] <= beginning_out[FROM];
        dirty[j] <= rst || dirty_turn[FROM];
      end
    end

    if (STAGES == 1) begin : gen_one_lane
      assign digest_lane = '0;
    end else begin : gen_lanes
      always_ff @(posedge clk) begin
        digest_lane <= (rst || digest_lane == LANE_BITS'(STAGES - 1)) ? '0 : digest_lane + 1'b1;
      end
    end
  endgenerate

  assign next_step = number_out[(STAGES-1)*STEP_BITS+:STEP_BITS];
  assign next_waiting = next_step == '0 && !squeezing_turn[STAGES-1] && !dirty_turn[STAGES-1];
  assign block_lane = digest_lane;

  logic unused;
  assign unused = working[0];

endmodule
