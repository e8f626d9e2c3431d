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
// Parameters: as skein_engine; ROOM as skein_tree_leaves; HEIGHT as skein_tree_nodes; KINDS as skein_sequencer. SECRET: 1:
// reset lasts until the memories are cleared, HEIGHT or 2^LANE_BITS ROOM cycles more, and then as skein_argument_core.
// Ports: as skein_argument_core with one lane.

module skein_tree_core #(
    parameter integer BLOCK = 512,
    parameter integer VERSION = 13,
    parameter integer UNROLL = 8,
    parameter integer STAGES = 1,
    parameter integer COUNT_BITS = 64,
    parameter integer ROOM = 4,
    parameter integer HEIGHT = 16,
    parameter integer KINDS = 0,
    parameter integer SECRET = 0,
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
    input  logic [           2:0] string_kind,

    output logic                  digest_valid,
    input  logic                  digest_ready,
    output logic [     BLOCK-1:0] digest_data,
    output logic                  digest_last,
    output logic [BITS_WIDTH-1:0] digest_bits,
    output logic                  digest_error
);

  generate
    if (BLOCK != 256 && BLOCK != 512 && BLOCK != 1024) begin : gen_refused_block
      skein_tree_core_needs_BLOCK_of_256_512_or_1024 refused ();
    end
    if (VERSION != 11 && VERSION != 12 && VERSION != 13) begin : gen_refused_version
      skein_tree_core_needs_VERSION_of_11_12_or_13 refused ();
    end
    if (UNROLL != 1 && UNROLL != 2 && UNROLL != 4 && UNROLL != 8) begin : gen_refused_unroll
      skein_tree_core_needs_UNROLL_of_1_2_4_or_8 refused ();
    end
    if (STAGES < 1 || STAGES > UNROLL) begin : gen_refused_stages
      skein_tree_core_needs_STAGES_of_1_to_UNROLL refused ();
    end
    if (COUNT_BITS < 9 || COUNT_BITS > 64) begin : gen_refused_count_bits
      skein_tree_core_needs_COUNT_BITS_of_9_to_64 refused ();
    end
    if (KINDS < 0 || KINDS > 1) begin : gen_refused_kinds
      skein_tree_core_needs_KINDS_of_0_or_1 refused ();
    end
    if (SECRET < 0 || SECRET > 1) begin : gen_refused_secret
      skein_tree_core_needs_SECRET_of_0_or_1 refused ();
    end
    if (MERGE < 0 || MERGE > 1) begin : gen_refused_merge
      skein_tree_core_needs_MERGE_of_0_or_1 refused ();
    end
    if (ROOM < 2 || ROOM != 2 ** $clog2(ROOM)) begin : gen_refused_room
      skein_tree_core_needs_ROOM_that_is_a_power_of_2 refused ();
    end
    if (HEIGHT < 2 || HEIGHT > 64) begin : gen_refused_height
      skein_tree_core_needs_HEIGHT_of_2_to_64 refused ();
    end
  endgenerate

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

  // With SECRET reset lasts until the memories of leaves and nodes are cleared.
  logic reset;
  generate
    if (SECRET != 0) begin : gen_wipe
      localparam integer PLACES = 2 ** LANE_BITS * ROOM;
      localparam integer WIPE = (PLACES > HEIGHT) ? PLACES : HEIGHT;
      logic [$clog2(WIPE+1)-1:0] left;
      always_ff @(posedge clk) begin
        if (rst) left <= ($clog2(WIPE + 1))'(WIPE);
        else if (left != '0) left <= left - 1'b1;
      end
      assign reset = rst || left != '0;
    end else begin : gen_no_wipe
      assign reset = rst;
    end
  endgenerate

  // With SECRET each lane of the engine hashes a block of zeros after a reset, which overwrites what it held.
  logic flush_here;  // the block of zeros of this lane has not gone
  generate
    if (SECRET != 0) begin : gen_flush
      logic [STAGES-1:0] flush;  // of each lane
      always_comb begin
        flush_here = 1'b0;
        for (integer l = 0; l < STAGES; l = l + 1) if (block_lane == LANE_BITS'(l)) flush_here = flush_here | flush[l];
      end
      always_ff @(posedge clk) begin
        for (integer l = 0; l < STAGES; l = l + 1) begin
          if (block_ready && block_lane == LANE_BITS'(l)) flush[l] <= 1'b0;
        end
        if (reset) flush <= '1;
      end
    end else begin : gen_no_flush
      assign flush_here = 1'b0;
    end
  endgenerate

  logic wants_chain, hashing, hashed, failed;
  logic refusal;
  logic [BITS_WIDTH-1:0] beat_bits;
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
      .TREE(1),
      .KINDS(KINDS)
  ) sequencer (
      .clk(clk),
      .rst(reset),
      .string_valid(string_valid),
      .string_ready(sequence_string_ready),
      .string_data(string_data),
      .string_first(string_first),
      .string_last(string_last),
      .string_empty(string_empty),
      .string_count(string_count),
      .string_kind(string_kind),
      .block_valid(sequence_valid),
      .block_ready(sequence_ready),
      .block_data(sequence_data),
      .block_first(sequence_first),
      .block_last(sequence_last),
      .block_count(sequence_count),
      .block_type(sequence_type),
      .block_load(sequence_load),
      .block_give(sequence_give),
      .beat_taken(beat_taken || (refusal && digest_ready)),
      .digest_last(digest_last),
      .digest_bits(beat_bits),
      .refusal(refusal),
      .wants_chain(wants_chain),
      .hashing(hashing),
      .hashed(hashed),
      .failed(failed),
      .tree(tree)
  );

  assign string_ready = !(SECRET != 0 && reset) && (hashing ? leaf_string_ready : sequence_string_ready);

  // The lane whose turn it is takes a job at the boundary of a leaf, or the next block of its leaf.
  logic [STAGES-1:0] within_leaf;
  logic job_here, leaf_here;
  // A lane that gave a result begins no leaf before it is known whether that makes a job. So every job finds a lane, even
  // when the results of all others wait for it.
  logic [LANE_BITS-1:0] kept_lane;
  logic undecided, kept_free;

  assign kept_free = (undecided && block_lane == kept_lane) || (beat_taken && block_lane == beat_lane);
  assign job_here = job_valid && !within_leaf[block_lane] && !flush_here;
  assign leaf_here = hashing && !flush_here && !job_here && !(leaf_first && kept_free);

  skein_tree_leaves #(
      .BLOCK(BLOCK),
      .STAGES(STAGES),
      .COUNT_BITS(COUNT_BITS),
      .ROOM(ROOM),
      .SECRET(SECRET)
  ) leaves (
      .clk(clk),
      .rst(reset),
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
      .HEIGHT(HEIGHT),
      .SECRET(SECRET)
  ) nodes (
      .clk(clk),
      .rst(reset),
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
      .failed(failed),
      .result(result)
  );

  assign sequence_ready = !hashing && block_ready && block_lane == '0 && !flush_here;
  assign beat_ready = wants_chain || job_beat || (leaf_beat && nodes_ready) || (digest_valid && digest_ready);
  assign beat_taken = beat_valid && beat_ready;
  assign digest_valid = refusal || (beat_valid && !hashing && !wants_chain);
  assign digest_error = refusal;
  assign digest_bits = digest_valid ? beat_bits : '0;
  assign digest_data = beat & ~({BLOCK{1'b1}} >> digest_bits);

  always_comb begin
    if (flush_here) begin
      block_valid = 1'b1;
      block_data = '0;
      block_first = 1'b1;
      block_last = 1'b1;
      block_count = '0;
      block_type = 6'd0;
      block_level = 7'd0;
      block_load = 1'b1;
      block_chain = '0;
      block_give = 1'b0;
    end else if (!hashing) begin
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
    if (SECRET != 0 && reset) chain <= '0;
    if (reset || !hashing) begin
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
      .rst(reset),
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
