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

  logic runs, marked, turn, found;
  logic [COUNT_BITS-1:0] held, came, went, mark_number;
  logic [WIDTH-1:0] mark;

  crossing_follower #(
      .WIDTH(WIDTH),
      .DEPTH(DEPTH)
  ) follower (
      .comes(write_valid && write_ready),
      .word(write_data),
      .goes(read_valid && read_ready),
      .*
  );

  logic waits_for_room, waits_for_word;

  patience writer (
      .clk(write_clk),
      .due(32'(held) != DEPTH && !write_ready),
      .counts(1'b1),
      .spent(waits_for_room),
      .*
  );

  patience reader (
      .clk(read_clk),
      .due(held != '0 && !read_valid),
      .counts(1'b1),
      .spent(waits_for_word),
      .*
  );

  logic waited;
  logic [WIDTH-1:0] offer_before;
  always_ff @(posedge read_clk) begin
    waited <= read_valid && !read_ready && !rst;
    offer_before <= read_data;
  end

  always @(posedge clk) begin
    if (runs) begin
      if (write_ready) room : assert (32'(held) != DEPTH);
      if (read_valid) word : assert (held != '0);
      if (waited) stays : assert (read_valid && read_data == offer_before);
      if (read_valid && turn) right : assert (read_data == mark);
      reader_goes_on : assert (!waits_for_word);
      writer_goes_on : assert (!waits_for_room);
      full_twice : cover (found && 32'(held) == DEPTH && mark_number != '0);
      emptied : cover (found && held == '0 && mark_number != '0);
    end
  end

endmodule
