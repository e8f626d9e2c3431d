// SPDX-License-Identifier: Apache-2.0
//
// Through a gmu_lane the words of all digests leave, once, in order, in I/O words, as many as their bits need, whatever
// the two clocks do; the lane does not stop.
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
    input logic                  pick
);

  logic src_read, dst_write, in_valid, in_last, out_ready;
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

  // Words that came and went, modulo 2 DEPTH, and of those between what tells their number of parts.
  logic [COUNT_BITS-1:0] came, went, held;
  logic [DEPTH-1:0] lasts;
  logic [DEPTH*BITS_WIDTH-1:0] bits;
  assign held = came - went;

  logic marked, core_reset;
  logic [COUNT_BITS-1:0] mark_number;
  logic [WORD-1:0] mark;
  logic [1:0] core_patience;  // rising edges since there is a word and room
  initial core_reset = 1'b0;
  always_ff @(posedge core_clk) begin
    core_reset <= rst;
    if (out_valid && out_ready) begin
      came <= came + 1'b1;
      for (integer i = 0; i < DEPTH; i = i + 1) begin
        if (32'(came[COUNT_BITS-2:0]) == i) begin
          lasts[i] <= out_last;
          bits[i*BITS_WIDTH+:BITS_WIDTH] <= out_bits;
        end
      end
      if (pick && !marked) begin
        marked <= 1'b1;
        mark_number <= came;
        mark <= out_data;
      end
    end
    core_patience <= (out_ready || 32'(held) == DEPTH) ? '0 : (core_patience == 2'd3) ? 2'd3 : core_patience + 1'b1;
    if (rst) begin
      came <= '0;
      marked <= 1'b0;
      core_patience <= '0;
    end
  end

  logic found, io_reset;
  logic final_part;
  logic [INDEX_BITS-1:0] part;
  logic [1:0] io_patience;  // rising edges with room since there is a word
  assign final_part = 32'(part) == RATIO - 1 || (lasts[went[COUNT_BITS-2:0]] &&
      32'(bits[went[COUNT_BITS-2:0]*BITS_WIDTH+:BITS_WIDTH]) <= (32'(part) + 1) * IO_WORD);
  initial io_reset = 1'b0;
  always_ff @(posedge io_clk) begin
    io_reset <= rst;
    if (dst_write) begin
      part <= final_part ? '0 : part + 1'b1;
      if (final_part) went <= went + 1'b1;
      if (final_part && marked && mark_number == went) found <= 1'b1;
    end
    if (dst_write || held == '0) io_patience <= '0;
    else if (!dst_ready && io_patience != 2'd3) io_patience <= io_patience + 1'b1;
    if (rst) begin
      part  <= '0;
      went  <= '0;
      found <= 1'b0;
      io_patience <= '0;
    end
  end

  // A reset lasts until both sides have seen it.
  logic begun, reset_before;
  initial begun = 1'b0;
  always_ff @(posedge clk) begin
    begun <= 1'b1;
    reset_before <= rst;
  end

  always @(posedge clk) begin
    assume (begun || rst);
    assume (!out_last || (out_bits != '0 && 32'(out_bits) <= WORD));
    if (begun && reset_before && !(io_reset && core_reset)) assume (rst);
    if (begun && !reset_before && (io_reset || core_reset)) assume (!rst);
    if (begun && !rst && !reset_before) begin
      no_overflow : assert (32'(held) <= DEPTH);
      if (dst_write) room_and_word : assert (!dst_ready && held != '0);
      if (dst_write && marked && !found && mark_number == went)
        right : assert (dout == IO_WORD'(mark >> (IO_WORD * (RATIO - 1 - 32'(part)))));
      core_goes_on : assert (core_patience != 2'd3);
      io_goes_on : assert (io_patience != 2'd3);
      full : cover (marked && !found && mark_number != '0 && part != '0 && 32'(held) == DEPTH);
      short_word : cover (found && held == '0 && mark_number != '0 && lasts[0] && 32'(bits[BITS_WIDTH-1:0]) <= IO_WORD);
    end
  end

endmodule
