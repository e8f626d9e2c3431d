// SPDX-License-Identifier: Apache-2.0
//
// skein_tree_leaves loses, repeats and reorders no block of a lane, gives every block to the lane of its leaf, marks the
// beginnings and ends of leaves of 2^leaf_log blocks, counts leaves, and has room until a lane's memory is full.
//
// One lane is followed, any, and any block of it: `pick` marks it as it comes. Lanes are asked in any order.
//
// Parameters: those of skein_tree_leaves.

module check_skein_tree_leaves #(
    parameter integer BLOCK = 4,
    parameter integer STAGES = 2,
    parameter integer COUNT_BITS = 6,
    parameter integer ROOM = 2,
    parameter integer SECRET = 0,
    localparam integer LANE_BITS = hash_pkg::index_bits(STAGES),
    localparam integer PENDING_BITS = $clog2(STAGES * (ROOM + 2) + 1)
) (
    input logic                  clk,
    input logic                  rst,
    input logic                  enable,
    input logic                  sequential,
    input logic [           7:0] leaf_log,
    input logic                  string_valid,
    input logic [     BLOCK-1:0] string_data,
    input logic                  string_last,
    input logic [COUNT_BITS-1:0] string_count,
    input logic [ LANE_BITS-1:0] lane,
    input logic                  block_ready,
    input logic                  result_taken,
    input logic                  pick
);

  localparam integer NUMBER_BITS = COUNT_BITS - $clog2(BLOCK);
  localparam integer HELD_BITS = $clog2(ROOM + 1);
  localparam integer OFFER = BLOCK + COUNT_BITS + 2;

  logic string_ready, block_valid, block_first, block_last, complete;
  logic [BLOCK-1:0] block_data;
  logic [COUNT_BITS-1:0] block_count;
  logic [PENDING_BITS-1:0] pending;

  skein_tree_leaves #(
      .BLOCK(BLOCK),
      .STAGES(STAGES),
      .COUNT_BITS(COUNT_BITS),
      .ROOM(ROOM),
      .SECRET(SECRET)
  ) leaves (
      .*
  );

  (* anyconst *) logic [LANE_BITS-1:0] followed;
  logic begun, came, came_here, gone_here, ends, over;
  logic [NUMBER_BITS-1:0] place;  // in its leaf, of the block that comes
  logic [NUMBER_BITS:0] length;  // blocks of a leaf; no message is longer than NUMBER_BITS tell
  logic [LANE_BITS-1:0] leaf_lane;
  logic [PENDING_BITS-1:0] results;
  logic [HELD_BITS-1:0] held, ahead;
  logic marked;
  logic [OFFER-1:0] mark, offer;
  logic enabled, sequential_before;
  logic [7:0] log_before;

  assign length = (sequential || 32'(leaf_log) >= NUMBER_BITS) ? (NUMBER_BITS + 1)'(2 ** NUMBER_BITS) :
      (NUMBER_BITS + 1)'(1) << leaf_log;
  assign ends = string_last || {1'b0, place} == length - 1'b1;
  assign came = string_valid && string_ready;
  assign came_here = came && leaf_lane == followed;
  assign gone_here = lane == followed && block_valid && block_ready;
  assign offer = {block_first, block_last, block_count, block_data};

  // The blocks that came: a message ends before their number overflows.
  logic [NUMBER_BITS-1:0] number;

  initial begun = 1'b0;
  always_ff @(posedge clk) begin
    begun <= 1'b1;
    held  <= held + HELD_BITS'(came_here) - HELD_BITS'(gone_here);
    if (gone_here && marked) begin
      ahead <= ahead - 1'b1;
      if (ahead == '0) marked <= 1'b0;
    end
    if (came_here && pick && !marked) begin
      marked <= 1'b1;
      ahead  <= held - HELD_BITS'(gone_here);
      mark   <= {place == '0, ends, string_count, string_data};
    end
    if (came) begin
      number <= number + 1'b1;
      place <= ends ? '0 : place + 1'b1;
      if (ends) leaf_lane <= (32'(leaf_lane) == STAGES - 1) ? '0 : leaf_lane + 1'b1;
      over <= string_last;
    end
    results <= results + PENDING_BITS'(came && place == '0) - PENDING_BITS'(result_taken);
    if (rst || !enable) begin
      number <= '0;
      held <= '0;
      marked <= 1'b0;
      place <= '0;
      leaf_lane <= '0;
      results <= '0;
      over <= 1'b0;
    end
    enabled <= enable;
    log_before <= leaf_log;
    sequential_before <= sequential;
  end

  always @(posedge clk) begin
    assume (begun || rst);
    assume (32'(followed) < STAGES && 32'(lane) < STAGES);
    if (begun && enabled && enable) assume (leaf_log == log_before && sequential == sequential_before);
    if (number == '1) assume (string_last);
    if (begun && !rst) begin
      ended : assert (complete == over);
      counted : assert (pending == results);
      if (over) nothing_more : assert (!string_ready);
      if (leaf_lane == followed) room : assert (string_ready == (enable && !over && 32'(held) != ROOM));
      if (lane == followed) offers : assert (block_valid == (held != '0));
      if (lane == followed && marked && ahead == '0) found : assert (block_valid && offer == mark);
      second_leaf : cover (gone_here && marked && ahead == '0 && !mark[OFFER-1] && mark[OFFER-2] && 32'(number) > 2);
      room_used : cover (32'(held) == ROOM && gone_here && marked && 32'(ahead) == 1);
    end
  end

endmodule
