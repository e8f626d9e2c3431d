// SPDX-License-Identifier: Apache-2.0
//
// Through a gmu_lane the bits of all segments come to the hash function, once, in order, in words of its own width,
// whatever the two clocks do; a message's last word, its bits and whether the message has an error are right; a word stays until it is taken; the lane
// does not stop.
//
// The clocks are free inputs, see check_asynchronous_fifo. What the source's words mean says segment_model; RATIO of
// those that are to go on, or fewer at the end of a message, make a word. Any one word after a reset is followed: `pick`
// marks it as it is whole, and it must come out in its turn.
//
// Parameters: those of gmu_lane. clk: the steps; io_clk, core_clk: the clocks of the lane.

module check_gmu_lane_message #(
    parameter integer WORD = 16,
    parameter integer RATIO = 2,
    parameter integer DEPTH = 4,
    localparam integer IO_WORD = WORD / RATIO,
    localparam integer IO_BITS = $clog2(IO_WORD) + 1,
    localparam integer BITS_WIDTH = $clog2(WORD) + 1,
    localparam integer COUNT_BITS = $clog2(DEPTH) + 1,
    localparam integer INDEX_BITS = $clog2(RATIO)
) (
    (* gclk *) input logic clk,
    input logic               io_clk,
    input logic               core_clk,
    input logic               rst,
    input logic [IO_WORD-1:0] din,
    input logic               src_ready,
    input logic               in_ready,
    input logic               pick
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
      .dst_ready(1'b1),
      .out_valid(1'b0),
      .out_data('0),
      .out_last(1'b0),
      .out_bits('0),
      .out_error(1'b0),
      .*
  );

  // Words of the source, and the words of the hash function that they make.
  logic passes, last, wrong, whole;
  logic [IO_BITS-1:0] bits;
  logic [INDEX_BITS-1:0] part;
  logic [WORD-1:0] kept, word;  // kept: the parts before this one, the others 0
  logic [BITS_WIDTH-1:0] word_bits;
  assign whole = passes && (last || 32'(part) == RATIO - 1);
  assign word = kept | (WORD'(din) << (IO_WORD * (RATIO - 1 - 32'(part))));
  assign word_bits = BITS_WIDTH'(IO_WORD * 32'(part) + 32'(bits));

  segment_model #(
      .WORD(IO_WORD)
  ) model (
      .clk(io_clk),
      .rst(rst),
      .word(din),
      .valid(!src_ready),
      .taken(src_read),
      .passes(passes),
      .last(last),
      .bits(bits),
      .wrong(wrong)
  );

  logic runs, write_reset, read_reset, marked, turn, found, mark_last, mark_error;
  logic [COUNT_BITS-1:0] held, came, went, mark_number;
  logic [WORD-1:0] mark_data;
  logic [BITS_WIDTH-1:0] mark_bits;

  crossing_follower #(
      .WIDTH(WORD + 2 + BITS_WIDTH),
      .DEPTH(DEPTH)
  ) follower (
      .write_clk(io_clk),
      .read_clk(core_clk),
      .comes(src_read && whole),
      .word({word, last, word_bits, wrong}),
      .goes(in_valid && in_ready),
      .anywhere(1'b0),
      .mark({mark_data, mark_last, mark_bits, mark_error}),
      .*
  );

  logic source_waits, function_waits;
  logic [1:0] source_edges, function_edges;

  patience io_patience (
      .clk(io_clk),
      .due(!src_ready && 32'(held) != DEPTH && !src_read),
      .counts(1'b1),
      .spent(source_waits),
      .edges(source_edges),
      .*
  );

  patience core_patience (
      .clk(core_clk),
      .due(held != '0 && !in_valid),
      .counts(1'b1),
      .spent(function_waits),
      .edges(function_edges),
      .*
  );

  always_ff @(posedge io_clk) begin
    if (src_read && passes) begin
      part <= whole ? '0 : part + 1'b1;
      kept <= whole ? '0 : word;
    end
    if (rst) begin
      part <= '0;
      kept <= '0;
    end
  end

  logic waited;
  logic [WORD+BITS_WIDTH+1:0] offer, offer_before;
  assign offer = {in_data, in_last, in_bits, in_error};
  always_ff @(posedge core_clk) begin
    waited <= in_valid && !in_ready && !rst;
    offer_before <= offer;
  end

  always @(posedge clk) begin
    if (runs) begin
      if (src_read) something_read : assert (!src_ready);
      if (in_valid) word_there : assert (held != '0);
      if (waited) stays : assert (in_valid && offer == offer_before);
      if (in_valid && turn) begin
        data_right : assert (in_data == mark_data);
        last_right : assert (in_last == mark_last);
        if (in_last) bits_right : assert (in_bits == mark_bits);
        if (in_last) error_right : assert (in_error == mark_error);
      end
      core_goes_on : assert (!function_waits);
      io_goes_on : assert (!source_waits);
      second_message : cover (found && mark_last && mark_number != '0 && 32'(mark_bits) == IO_WORD + 1);
      error : cover (in_valid && turn && in_last && in_error);
      full : cover (marked && !found && mark_number != '0 && 32'(held) == DEPTH);
    end
  end

endmodule
