// SPDX-License-Identifier: Apache-2.0
//
// Through a gmu_lane the words of all digests leave, once, in order, in I/O words, as many as their bits need, each with the
// error of its word, whatever the two clocks do; nothing is shown while nothing is offered; the lane does not stop.
//
// The clocks are free inputs, see check_asynchronous_fifo. A word of the hash function leaves as RATIO I/O words, or
// fewer at the end of a digest. Any one of them after a reset is followed: `pick` marks it as it comes, and its I/O
// words must leave in their turn.
//
// Parameters: those of gmu_lane. clk: the steps; io_clk, core_clk: the clocks of the lane.

module check_gmu_lane_digest #(
    parameter integer WORD = 16,
    parameter integer RATIO = 2,
    parameter integer DEPTH = 4,
    localparam integer IO_WORD = WORD / RATIO,
    localparam integer BITS_WIDTH = $clog2(WORD) + 1,
    localparam integer COUNT_BITS = $clog2(DEPTH) + 1,
    localparam integer INDEX_BITS = $clog2(RATIO)
) (
    (* gclk *) input logic clk,
    input logic                  io_clk,
    input logic                  core_clk,
    input logic                  rst,
    input logic                  dst_ready,
    input logic                  out_valid,
    input logic [      WORD-1:0] out_data,
    input logic                  out_last,
    input logic [BITS_WIDTH-1:0] out_bits,
    input logic                  out_error,
    input logic                  pick
);

  logic src_read, dst_write, dst_error, in_valid, in_last, in_error, out_ready;
  logic [IO_WORD-1:0] dout;
  logic [WORD-1:0] in_data;
  logic [BITS_WIDTH-1:0] in_bits;

  gmu_lane #(
      .WORD (WORD),
      .RATIO(RATIO),
      .DEPTH(DEPTH)
  ) lane (
      .clk(core_clk),
      .rst(rst),
      .io_rst(rst),
      .din('0),
      .src_ready(1'b1),
      .in_ready(1'b0),
      .*
  );

  logic runs, write_reset, read_reset, marked, turn, found, final_part, mark_error;
  logic [COUNT_BITS-1:0] held, came, went, mark_number;
  logic [WORD-1:0] mark;

  crossing_follower #(
      .WIDTH(WORD + 1),
      .DEPTH(DEPTH)
  ) follower (
      .write_clk(core_clk),
      .read_clk(io_clk),
      .comes(out_valid && out_ready),
      .word({out_data, out_error}),
      .mark({mark, mark_error}),
      .goes(dst_write && final_part),
      .anywhere(1'b0),
      .*
  );

  logic function_waits, sink_waits;
  logic [1:0] function_edges, sink_edges;

  patience core_patience (
      .clk(core_clk),
      .due(32'(held) != DEPTH && !out_ready),
      .counts(1'b1),
      .spent(function_waits),
      .edges(function_edges),
      .*
  );

  patience io_patience (
      .clk(io_clk),
      .due(held != '0 && !dst_write),
      .counts(!dst_ready),
      .spent(sink_waits),
      .edges(sink_edges),
      .*
  );

  // Of the words between the two sides, what tells the number of their parts.
  logic [DEPTH-1:0] lasts;
  logic [DEPTH*BITS_WIDTH-1:0] bits;
  always_ff @(posedge core_clk) begin
    for (integer i = 0; i < DEPTH; i = i + 1) begin
      if (out_valid && out_ready && 32'(came[COUNT_BITS-2:0]) == i) begin
        lasts[i] <= out_last;
        bits[i*BITS_WIDTH+:BITS_WIDTH] <= out_bits;
      end
    end
  end

  logic [INDEX_BITS-1:0] part;
  assign final_part = 32'(part) == RATIO - 1 || (lasts[went[COUNT_BITS-2:0]] &&
      32'(bits[went[COUNT_BITS-2:0]*BITS_WIDTH+:BITS_WIDTH]) <= (32'(part) + 1) * IO_WORD);
  always_ff @(posedge io_clk) begin
    if (dst_write) part <= final_part ? '0 : part + 1'b1;
    if (rst) part <= '0;
  end

  always @(posedge clk) begin
    assume (!out_last || (out_bits != '0 && 32'(out_bits) <= WORD));
    if (runs) begin
      if (dst_write) room_and_word : assert (!dst_ready && held != '0);
      if (dst_write && turn) right : assert (dout == IO_WORD'(mark >> (IO_WORD * (RATIO - 1 - 32'(part)))));
      if (dst_write && turn) error_right : assert (dst_error == mark_error);
      if (held == '0) nothing_shown : assert (dout == '0 && !dst_error);
      core_goes_on : assert (!function_waits);
      io_goes_on : assert (!sink_waits);
      full : cover (marked && !found && mark_number != '0 && part != '0 && 32'(held) == DEPTH);
      short_word : cover (found && held == '0 && mark_number != '0 && lasts[0] && 32'(bits[BITS_WIDTH-1:0]) <= IO_WORD);
    end
  end

endmodule
