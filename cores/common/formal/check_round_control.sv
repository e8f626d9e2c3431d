// SPDX-License-Identifier: Apache-2.0
//
// What the header of round_control promises of its ports, one lane followed from its turn to its next.
//
// The lane is any; `model` is its number of the turn as the header words it. Proven of it: it takes a block in turn 0
// only, goes from turn to turn, stops at the digest until that is taken, hands out BEATS beats, SQUEEZE + 1 turns one
// after another where SQUEEZE turns come once more between them, and is back at turn 0, at the first block of its
// next message, a turn after the last beat.
//
// The check begins with rst, or anywhere: circuit and model in any state in which they are related as `related` says,
// wherever the lane is among the ranks. That they stay so, and become so by rst from any state, is asserted: the
// assertions together are inductive. An escaped name with a dot in it is the circuit's register: yosys joins the two
// where it flattens. If they were not joined, the name would be free, and the assertions would fail.
//
// Parameters: those of round_control.

module check_round_control #(
    parameter integer STAGES = 1,
    parameter integer ROUNDS = 4,
    parameter integer FINAL = 0,
    parameter integer BEATS = 1,
    parameter integer SQUEEZE = 1,
    localparam integer LANE_BITS = (STAGES > 1) ? $clog2(STAGES) : 1,
    localparam integer STEP_BITS = $clog2(ROUNDS + FINAL + 1),
    localparam integer BEAT_BITS = (BEATS > 2) ? $clog2(BEATS) : 1
) (
    input logic clk,
    input logic rst,
    input logic block_valid,
    input logic block_last,
    input logic digest_ready
);

  logic block_ready, digest_valid, digest_last, load, restart, next_waiting;
  logic [LANE_BITS-1:0] block_lane, digest_lane;
  logic [BEAT_BITS-1:0] beat;
  logic [STAGES*STEP_BITS-1:0] step;
  logic [STAGES-1:0] active, first, last;
  logic [STEP_BITS-1:0] next_step;

  logic unused_restore;

  round_control #(
      .STAGES (STAGES),
      .ROUNDS (ROUNDS),
      .FINAL  (FINAL),
      .BEATS  (BEATS),
      .SQUEEZE(SQUEEZE)
  ) control (
      .block_load(1'b0),
      .block_give(1'b0),
      .restore(unused_restore),
      .*
  );

  localparam logic [STEP_BITS-1:0] DONE = STEP_BITS'(ROUNDS + FINAL);

  (* anyconst *) logic [LANE_BITS-1:0] lane;
  logic here;  // the turn of that lane
  assign here = block_lane == lane;

  // The lane by the header's words.
  logic begun;  // rst came
  logic dirty;  // since the lane's last turn
  logic waits;  // for a block
  logic [STEP_BITS-1:0] model;  // number of the turn
  logic [BEAT_BITS-1:0] beats;
  logic started;  // the first block of the message is in work or still to come
  logic final_block;
  logic end_of_block, taken;

  assign taken = here && digest_valid && digest_ready;
  assign end_of_block = model == STEP_BITS'(ROUNDS - 1);

  initial begun = 1'b0;
  always_ff @(posedge clk) begin
    begun <= 1'b1;
    if (rst) dirty <= 1'b1;
    else if (here) dirty <= 1'b0;
    if (here) begin
      if (dirty) begin
        model <= '0;
        waits <= 1'b1;
        beats <= '0;
        started <= 1'b1;
      end else if (model == DONE) begin
        if (digest_ready && beats == BEAT_BITS'(BEATS - 1)) begin
          model <= '0;
          waits <= 1'b1;
          beats <= '0;
          started <= 1'b1;
        end else if (digest_ready) begin
          model <= STEP_BITS'(ROUNDS + FINAL - SQUEEZE);
          beats <= beats + 1'b1;
        end
      end else if (!waits || block_valid) begin
        if (waits) final_block <= block_last;
        waits <= end_of_block && !(waits ? block_last : final_block);
        model <= (end_of_block && !(waits ? block_last : final_block)) ? '0 : model + 1'b1;
        if (end_of_block) started <= 1'b0;
      end
    end
  end

  // Progress: cycles since the lane could go on with nobody in its way.
  localparam integer LONGEST = STAGES * (ROUNDS + FINAL + 1);
  logic [$clog2(LONGEST+2)-1:0] patience;
  always_ff @(posedge clk) begin
    if (rst || (here && (block_ready || digest_valid))) patience <= '0;
    else if (32'(patience) <= LONGEST) patience <= patience + 1'b1;
  end

  // The turn in which a beat was taken, to see the next one come.
  localparam integer BETWEEN = STAGES * (SQUEEZE + 1);
  logic [$clog2(BETWEEN+2)-1:0] since;
  logic squeezing;
  always_ff @(posedge clk) begin
    if (rst) squeezing <= 1'b0;
    else if (taken) squeezing <= !digest_last;
    else if (here && digest_valid) squeezing <= 1'b0;
    since <= taken ? 1 : (32'(since) <= BETWEEN) ? since + 1'b1 : since;
  end

  // The registers of the circuit at the rank of the lane, and what they have to do with the model.
  (* hierconn *) logic [STAGES*STEP_BITS-1:0] \control.number ;
  (* hierconn *) logic [STAGES*BEAT_BITS-1:0] \control.beats ;
  (* hierconn *) logic [STAGES-1:0] \control.squeezing ;
  (* hierconn *) logic [STAGES-1:0] \control.dirty ;
  (* hierconn *) logic [STAGES-1:0] \control.working ;
  (* hierconn *) logic [STAGES-1:0] \control.ending ;
  (* hierconn *) logic [STAGES-1:0] \control.beginning ;
  localparam integer WAITING = (ROUNDS > 2) ? ROUNDS - 1 : 1;  // turns, at most, from a block or rst to turn 0

  logic [31:0] rank, elapsed;  // cycles since the lane's last turn
  logic [31:0] turns_done;  // since it had a block or a digest, at most
  logic [STEP_BITS-1:0] number, number_next;
  logic [STAGES-1:0] there;
  logic ends, related_turn, related_flags, related_times, related;
  assign rank = (32'(block_lane) >= 32'(lane)) ? 32'(block_lane) - 32'(lane) : 32'(block_lane) + STAGES - 32'(lane);
  assign elapsed = (rank == 0) ? STAGES - 1 : rank - 1;
  assign there = STAGES'(1) << rank;
  assign number = STEP_BITS'(\control.number >> (STEP_BITS * rank));
  assign ends = rank != 0 && |(\control.working & there) && number == STEP_BITS'(ROUNDS - 1);
  assign number_next = (rank == 0) ? number : (ends && !(|(\control.ending & there))) ? '0 :
      number + STEP_BITS'(|(\control.working & there));

  assign related_turn = number_next == model && 32'(model) < ROUNDS + FINAL + 1 && BEAT_BITS'(\control.beats >> (BEAT_BITS * rank)) == beats &&
      32'(beats) < BEATS && (beats == '0 || 32'(model) + SQUEEZE > ROUNDS + FINAL - 1);
  assign related_flags = (|(\control.squeezing & there)) == (beats != '0) && waits == (model == '0 && beats == '0) &&
      (waits || (|(\control.ending & there)) == final_block) &&
      (final_block || (beats == '0 && 32'(model) < ROUNDS) || waits) &&
      started == ((|(\control.beginning & there)) && !ends);
  assign turns_done = dirty ? 0 : (beats != '0) ? 32'(model) - (ROUNDS + FINAL - SQUEEZE) : waits ? WAITING : 32'(model) - 1;
  assign related_times = 32'(patience) <= STAGES * turns_done + elapsed &&
      (!squeezing || (!dirty && beats != '0 && 32'(since) == STAGES * turns_done + elapsed + 1));
  assign related = 32'(block_lane) < STAGES && (|(\control.dirty & there)) == dirty &&
      (dirty || (related_turn && related_flags)) && related_times;

  logic [3:0] age;  // cycles since the beginning; covers are reached one behind the other
  initial age = '0;
  always_ff @(posedge clk) if (age != '1) age <= age + 1'b1;

  // The lane that had the turn in the cycle before.
  logic [LANE_BITS-1:0] lane_before;
  logic [STEP_BITS-1:0] step_said;
  logic waiting_said, rst_before;
  always_ff @(posedge clk) begin
    lane_before <= block_lane;
    step_said <= next_step;
    waiting_said <= next_waiting;
    rst_before <= rst;
  end

  always @(posedge clk) begin
    assume (begun || rst || related);
    assume (32'(lane) < STAGES);
    if (begun && !rst_before) begin
      turns : assert (block_lane == ((32'(lane_before) == STAGES - 1) ? '0 : LANE_BITS'(lane_before + 1'b1)));
      step_foretold : assert (step[STEP_BITS-1:0] == step_said);
      waiting_foretold : assert (block_ready == waiting_said);
    end
    if (begun) begin
      stay_related : assert (related);
      same_lane : assert (digest_lane == block_lane);
      a_block_or_a_digest : assert (!(block_ready && digest_valid));
      load_is_a_block : assert (load == (block_ready && block_valid));
      restart_rests : assert (!(restart && active[0]));
      ready_in_time : assert (32'(patience) <= LONGEST);
    end
    if (begun && here && dirty) begin
      reset_closes : assert (!block_ready && !digest_valid && restart && !active[0]);
    end
    if (begun && here && !dirty) begin
      step_right : assert (step[STEP_BITS-1:0] == model);
      ready_right : assert (block_ready == (waits && model == '0));
      valid_right : assert (digest_valid == (model == DONE));
      works_right : assert (active[0] == (waits ? block_valid : model != DONE));
      first_right : assert (first[0] == started);
      last_right : assert (waits || last[0] == final_block);
      beat_right : assert (beat == beats && digest_last == (beats == BEAT_BITS'(BEATS - 1)));
      restart_right : assert (restart == (digest_valid && digest_ready && digest_last));
      squeeze_right : assert (!(squeezing && digest_valid) || 32'(since) == BETWEEN);
      not_early : assert (!squeezing || digest_valid || 32'(since) < BETWEEN);
      digest_taken : cover (age >= 2 && taken && digest_last);
      second_block : cover (age >= 4 && block_ready && !started);
      digest_waits : cover (age >= 6 && digest_valid && !digest_ready);
      message_after_message : cover (age >= 8 && block_ready && block_valid && block_last && 32'(since) == STAGES);
    end
  end

endmodule
