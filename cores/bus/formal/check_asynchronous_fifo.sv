// SPDX-License-Identifier: Apache-2.0
//
// asynchronous_fifo loses, repeats and reorders no word, and neither overflows nor stops, whatever its two clocks do.
//
// The clocks are free inputs: in each step of the check either, both or none may rise, so that every order of the edges
// of two clocks that do not know each other is among them. A pointer that crosses while one bit of it changes is seen as
// it was or as it will be; that no more than one bit changes at once is what its Gray code is for.
//
// Any one word after a reset is followed: `pick` marks it as it comes, and it must come out in its turn.
//
// Parameters: those of asynchronous_fifo. clk: the steps.

module check_asynchronous_fifo #(
    parameter integer WIDTH = 4,
    parameter integer DEPTH = 4,
    localparam integer COUNT_BITS = $clog2(DEPTH) + 1
) (
    (* gclk *) input logic clk,
    input logic             write_clk,
    input logic             read_clk,
    input logic             rst,
    input logic             write_valid,
    input logic [WIDTH-1:0] write_data,
    input logic             read_ready,
    input logic             pick
);

  logic write_ready, read_valid;
  logic [WIDTH-1:0] read_data;

  asynchronous_fifo #(
      .WIDTH(WIDTH),
      .DEPTH(DEPTH)
  ) fifo (
      .write_rst(rst),
      .read_rst (rst),
      .*
  );

  // Words that came and went, modulo 2 DEPTH.
  logic [COUNT_BITS-1:0] came, went, held;
  assign held = came - went;

  logic marked, write_reset;
  logic [COUNT_BITS-1:0] mark_number;
  logic [WIDTH-1:0] mark;
  logic [1:0] write_patience;  // rising edges since there is room
  initial write_reset = 1'b0;
  always_ff @(posedge write_clk) begin
    write_reset <= rst;
    if (write_valid && write_ready) begin
      came <= came + 1'b1;
      if (pick && !marked) begin
        marked <= 1'b1;
        mark_number <= came;
        mark <= write_data;
      end
    end
    write_patience <= (write_ready || 32'(held) == DEPTH) ? '0 : (write_patience == 2'd3) ? 2'd3 : write_patience + 1'b1;
    if (rst) begin
      came <= '0;
      marked <= 1'b0;
      write_patience <= '0;
    end
  end

  logic found, waited, read_reset;
  logic [WIDTH-1:0] offer_before;
  logic [1:0] read_patience;  // rising edges since there is a word
  initial read_reset = 1'b0;
  always_ff @(posedge read_clk) begin
    read_reset <= rst;
    if (read_valid && read_ready) begin
      went <= went + 1'b1;
      if (marked && mark_number == went) found <= 1'b1;
    end
    waited <= read_valid && !read_ready && !rst;
    offer_before <= read_data;
    read_patience <= (read_valid || held == '0) ? '0 : (read_patience == 2'd3) ? 2'd3 : read_patience + 1'b1;
    if (rst) begin
      went  <= '0;
      found <= 1'b0;
      read_patience <= '0;
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
    if (begun && reset_before && !(write_reset && read_reset)) assume (rst);
    if (begun && !reset_before && (write_reset || read_reset)) assume (!rst);
    if (begun && !rst && !reset_before) begin
      no_overflow : assert (32'(held) <= DEPTH);
      if (write_ready) room : assert (32'(held) != DEPTH);
      if (read_valid) word : assert (held != '0);
      if (waited) stays : assert (read_valid && read_data == offer_before);
      if (read_valid && marked && !found && mark_number == went) right : assert (read_data == mark);
      reader_goes_on : assert (read_patience != 2'd3);
      writer_goes_on : assert (write_patience != 2'd3);
      full_twice : cover (found && 32'(held) == DEPTH && mark_number != '0);
      emptied : cover (found && held == '0 && mark_number != '0);
    end
  end

endmodule
