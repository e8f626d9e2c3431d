// SPDX-License-Identifier: Apache-2.0
//
// Skein's trees at block level (section 3.5.6): one request at a time, the leaves of its message hashed in all lanes of the
// loop side by side. A request whose command names no tree is hashed as by skein_argument_core with one lane.
//
//   string_* --> skein_sequencer ------------> lane 0 --+
//        `-----> skein_tree_leaves --> all lanes -------+--> skein_engine --> digest_*
//        ,-----> skein_tree_nodes ---> a free lane -----+         |
//        `--------------------------- results -------------------'
//
// The sequencer does what comes before the message, which gives G, and after it, from the result of the tree.
//
// Parameters: as skein_engine; ROOM as skein_tree_leaves; HEIGHT as skein_tree_nodes.
// Ports: as skein_argument_core with one lane.

module skein_tree_core #(
    parameter integer BLOCK = 512,
    parameter integer VERSION = 13,
    parameter integer UNROLL = 8,
    parameter integer STAGES = 1,
    parameter integer COUNT_BITS = 64,
    parameter integer ROOM = 4,
    parameter integer HEIGHT = 16,
    parameter integer MERGE = 1,
    parameter integer MIX_ADDER = adder_pkg::BRENT_KUNG,
    parameter integer KEY_ADDER = adder_pkg::BRENT_KUNG,
    localparam integer BITS_WIDTH = $clog2(BLOCK) + 1
) (
    input logic clk,
    input logic rst,

    input  logic                  string_valid,
    output logic                  string_ready,
    input  logic [     BLOCK-1:0] string_data,
    input  logic                  string_first,
    input  logic                  string_last,
    input  logic                  string_empty,
    input  logic [COUNT_BITS-1:0] string_count,

    output logic                  digest_valid,
    input  logic                  digest_ready,
    output logic [     BLOCK-1:0] digest_data,
    output logic                  digest_last,
    output logic [BITS_WIDTH-1:0] digest_bits
);

  localparam integer LANE_BITS = hash_pkg::index_bits(STAGES);
  localparam integer PENDING_BITS = $clog2(STAGES * (ROOM + 2) + 1);
  localparam logic [5:0] T_MSG = 6'd48;
  localparam logic [5:0] T_OUT = 6'd63;

  // The engine
  logic block_valid, block_ready, block_first, block_last, block_load, block_give;
  logic [LANE_BITS-1:0] block_lane, beat_lane;
  logic [BLOCK-1:0] block_data, block_chain, beat;
  logic [COUNT_BITS-1:0] block_count;
  logic [5:0] block_type;
  logic [6:0] block_level;
  logic beat_valid, beat_ready, beat_taken, only_beat;

  // What goes to it
  logic sequence_valid, sequence_ready, sequence_first, sequence_last, sequence_load, sequence_give;
  logic [BLOCK-1:0] sequence_data;
  logic [COUNT_BITS-1:0] sequence_count;
  logic [5:0] sequence_type;
  logic sequence_string_ready, leaf_string_ready;
  logic leaf_valid, leaf_first, leaf_last;
  logic [BLOCK-1:0] leaf_data;
  logic [COUNT_BITS-1:0] leaf_count;
  logic job_valid, job_first, job_last;
  logic [BLOCK-1:0] job_data, job_chain;
  logic [COUNT_BITS-1:0] job_count;
  logic [6:0] job_level;

  logic wants_chain, hashing, hashed;
  logic [23:0] tree;
  logic sequential;
  logic [BLOCK-1:0] chain;  // G
  logic [BLOCK-1:0] result;  // of the message
  logic complete;
  logic leaf_result_taken;
  logic [PENDING_BITS-1:0] pending;

  assign sequential = tree[23:16] == '0;

  skein_sequencer #(
      .BLOCK(BLOCK),
      .COUNT_BITS(COUNT_BITS),
      .TREE(1)
  ) sequencer (
      .clk(clk),
      .rst(rst),
      .string_valid(string_valid),
      .string_ready(sequence_string_ready),
      .string_data(string_data),
      .string_first(string_first),
      .string_last(string_last),
      .string_empty(string_empty),
      .string_count(string_count),
      .block_valid(sequence_valid),
      .block_ready(sequence_ready),
      .block_data(sequence_data),
      .block_first(sequence_first),
      .block_last(sequence_last),
      .block_count(sequence_count),
      .block_type(sequence_type),
      .block_load(sequence_load),
      .block_give(sequence_give),
      .beat_taken(beat_taken),
      .digest_last(digest_last),
      .digest_bits(digest_bits),
      .wants_chain(wants_chain),
      .hashing(hashing),
      .hashed(hashed),
      .tree(tree)
  );

  assign string_ready = hashing ? leaf_string_ready : sequence_string_ready;

  // The lane whose turn it is takes a job at the boundary of a leaf, or the next block of its leaf.
  logic [STAGES-1:0] within_leaf;
  logic job_here, leaf_here;
  // A lane that gave a result begins no leaf before it is known whether that makes a job. So every job finds a lane, even
  // when the results of all others wait for it.
  logic [LANE_BITS-1:0] kept_lane;
  logic undecided, kept_free;

  assign kept_free = (undecided && block_lane == kept_lane) || (beat_taken && block_lane == beat_lane);
  assign job_here = job_valid && !within_leaf[block_lane];
  assign leaf_here = hashing && !job_here && !(leaf_first && kept_free);

  skein_tree_leaves #(
      .BLOCK(BLOCK),
      .STAGES(STAGES),
      .COUNT_BITS(COUNT_BITS),
      .ROOM(ROOM)
  ) leaves (
      .clk(clk),
      .rst(rst),
      .enable(hashing),
      .sequential(sequential),
      .leaf_log(tree[7:0]),
      .string_valid(string_valid),
      .string_ready(leaf_string_ready),
      .string_data(string_data),
      .string_last(string_last),
      .string_count(string_count),
      .lane(block_lane),
      .block_valid(leaf_valid),
      .block_ready(leaf_here && block_ready),
      .block_data(leaf_data),
      .block_first(leaf_first),
      .block_last(leaf_last),
      .block_count(leaf_count),
      .complete(complete),
      .pending(pending),
      .result_taken(leaf_result_taken)
  );

  // Results: of the job in its lane, of leaves in the order of the lanes.
  logic job_running;
  logic [LANE_BITS-1:0] job_lane, next_lane;
  logic job_beat, leaf_beat, nodes_ready;

  assign job_beat = hashing && job_running && beat_lane == job_lane;
  assign leaf_beat = hashing && !job_beat && beat_lane == next_lane;
  assign leaf_result_taken = beat_valid && leaf_beat && nodes_ready;

  skein_tree_nodes #(
      .BLOCK(BLOCK),
      .COUNT_BITS(COUNT_BITS),
      .HEIGHT(HEIGHT)
  ) nodes (
      .clk(clk),
      .rst(rst),
      .enable(hashing),
      .fan_log(tree[15:8]),
      .height(tree[23:16]),
      .chain(chain),
      .leaf_valid(beat_valid && leaf_beat),
      .leaf_ready(nodes_ready),
      .leaf_result(beat),
      .ended(complete && pending == '0),
      .job_valid(job_valid),
      .job_taken(job_here && block_ready),
      .job_data(job_data),
      .job_chain(job_chain),
      .job_first(job_first),
      .job_last(job_last),
      .job_count(job_count),
      .job_level(job_level),
      .job_done(beat_valid && job_beat),
      .job_result(beat),
      .undecided(undecided),
      .done(hashed),
      .result(result)
  );

  assign sequence_ready = !hashing && block_ready && block_lane == '0;
  assign beat_ready = wants_chain || job_beat || (leaf_beat && nodes_ready) || (digest_valid && digest_ready);
  assign beat_taken = beat_valid && beat_ready;
  assign digest_valid = beat_valid && !hashing && !wants_chain;
  assign digest_data = beat & ~({BLOCK{1'b1}} >> digest_bits);

  always_comb begin
    if (!hashing) begin
      block_valid = sequence_valid && block_lane == '0;
      block_data = sequence_data;
      block_first = sequence_first;
      block_last = sequence_last;
      block_count = sequence_count;
      block_type = sequence_type;
      block_level = 7'd0;
      block_load = sequence_load;
      block_chain = (sequence_type == T_OUT) ? result : '0;
      block_give = sequence_give;
    end else if (job_here) begin
      block_valid = 1'b1;
      block_data = job_data;
      block_first = job_first;
      block_last = job_last;
      block_count = job_count;
      block_type = T_MSG;
      block_level = job_level;
      block_load = 1'b1;
      block_chain = job_chain;
      block_give = 1'b1;
    end else begin
      block_valid = leaf_valid && leaf_here;
      block_data = leaf_data;
      block_first = leaf_first;
      block_last = leaf_last;
      block_count = leaf_count;
      block_type = T_MSG;
      block_level = sequential ? 7'd0 : 7'd1;
      block_load = leaf_first;
      block_chain = chain;
      block_give = leaf_last;
    end
  end

  always_ff @(posedge clk) begin
    if (wants_chain && beat_valid) chain <= beat;
    if (beat_taken) kept_lane <= beat_lane;
    if (job_here && block_ready) job_lane <= block_lane;
    job_running <= hashing && (job_running ? !(beat_valid && job_beat) : job_here && block_ready);
    if (leaf_result_taken) next_lane <= (next_lane == LANE_BITS'(STAGES - 1)) ? '0 : next_lane + 1'b1;
    for (integer l = 0; l < STAGES; l = l + 1) begin
      if (block_lane == LANE_BITS'(l) && leaf_here && leaf_valid && block_ready) within_leaf[l] <= !leaf_last;
    end
    if (rst || !hashing) begin
      job_running <= 1'b0;
      next_lane   <= '0;
      within_leaf <= '0;
    end
  end

  skein_engine #(
      .BLOCK(BLOCK),
      .VERSION(VERSION),
      .UNROLL(UNROLL),
      .STAGES(STAGES),
      .COUNT_BITS(COUNT_BITS),
      .ARGUMENTS(1),
      .MERGE(MERGE),
      .MIX_ADDER(MIX_ADDER),
      .KEY_ADDER(KEY_ADDER)
  ) engine (
      .clk(clk),
      .rst(rst),
      .block_valid(block_valid),
      .block_ready(block_ready),
      .block_lane(block_lane),
      .block_data(block_data),
      .block_first(block_first),
      .block_last(block_last),
      .block_count(block_count),
      .block_type(block_type),
      .block_level(block_level),
      .block_load(block_load),
      .block_chain(block_chain),
      .block_give(block_give),
      .digest_valid(beat_valid),
      .digest_ready(beat_ready),
      .digest_lane(beat_lane),
      .digest_data(beat),
      .digest_last(only_beat)
  );

  logic unused;
  assign unused = only_beat;

endmodule
