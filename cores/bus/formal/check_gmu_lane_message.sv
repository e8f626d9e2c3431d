// SPDX-License-Identifier: Apache-2.0
//
// Through a gmu_lane the bits of all segments come to the hash function, once, in order, in words of its own width,
// whatever the two clocks do; a message's last word and its bits are right; a word stays until it is taken; the lane
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
      .dst_ready(1'b1),
      .out_valid(1'b0),
      .out_data('0),
      .out_last(1'b0),
      .out_bits('0),
      .*
  );

  // Words of the source, and the words of the hash function that they make.
  logic passes, last, whole;
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
      .bits(bits)
  );

  // Words that came and went, modulo 2 DEPTH.
  logic [COUNT_BITS-1:0] came, went, held;
  assign held = came - went;

  logic marked, mark_last, io_reset;
  logic [COUNT_BITS-1:0] mark_number;
  logic [WORD-1:0] mark;
  logic [BITS_WIDTH-1:0] mark_bits;
  logic [1:0] io_patience;  // rising edges since the source has a word and there is room
  initial io_reset = 1'b0;
  always_ff @(posedge io_clk) begin
    io_reset <= rst;
    if (src_read && passes) begin
      part <= whole ? '0 : part + 1'b1;
      kept <= whole ? '0 : word;
      if (whole) came <= came + 1'b1;
      if (whole && pick && !marked) begin
        marked <= 1'b1;
        mark_number <= came;
        mark <= word;
        mark_last <= last;
        mark_bits <= word_bits;
      end
    end
    io_patience <= (src_read || src_ready || 32'(held) == DEPTH) ? '0 : (io_patience == 2'd3) ? 2'd3 : io_patience + 1'b1;
    if (rst) begin
      part <= '0;
      kept <= '0;
      came <= '0;
      marked <= 1'b0;
      io_patience <= '0;
    end
  end

  logic found, waited, core_reset;
  logic [WORD+BITS_WIDTH:0] offer, offer_before;
  logic [1:0] core_patience;  // rising edges since there is a word
  assign offer = {in_data, in_last, in_bits};
  initial core_reset = 1'b0;
  always_ff @(posedge core_clk) begin
    core_reset <= rst;
    if (in_valid && in_ready) begin
      went <= went + 1'b1;
      if (marked && mark_number == went) found <= 1'b1;
    end
    waited <= in_valid && !in_ready && !rst;
    offer_before <= offer;
    core_patience <= (in_valid || held == '0) ? '0 : (core_patience == 2'd3) ? 2'd3 : core_patience + 1'b1;
    if (rst) begin
      went  <= '0;
      found <= 1'b0;
      core_patience <= '0;
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
    if (begun && reset_before && !(io_reset && core_reset)) assume (rst);
    if (begun && !reset_before && (io_reset || core_reset)) assume (!rst);
    if (begun && !rst && !reset_before) begin
      no_overflow : assert (32'(held) <= DEPTH);
      if (src_read) something_read : assert (!src_ready);
      if (in_valid) word_there : assert (held != '0);
      if (waited) stays : assert (in_valid && offer == offer_before);
      if (in_valid && marked && !found && mark_number == went) begin
        data_right : assert (in_data == mark);
        last_right : assert (in_last == mark_last);
        if (in_last) bits_right : assert (in_bits == mark_bits);
      end
      core_goes_on : assert (core_patience != 2'd3);
      io_goes_on : assert (io_patience != 2'd3);
      second_message : cover (found && mark_last && mark_number != '0 && 32'(mark_bits) == IO_WORD + 1);
      full : cover (marked && !found && mark_number != '0 && 32'(held) == DEPTH);
    end
  end

endmodule
