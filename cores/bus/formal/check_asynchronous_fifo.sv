// SPDX-License-Identifier: Apache-2.0
//
// asynchronous_fifo loses, repeats and reorders no word, and neither overflows nor stops, whatever its two clocks do.
//
// The clocks are free inputs: in each step of the check either, both or none may rise, so that every order of the edges
// of two clocks that do not know each other is among them. A pointer that crosses while one bit of it changes is seen as
// it was or as it will be; that no more than one bit changes at once is what its Gray code is for.
//
// Any one word is followed: `pick` marks it as it comes, and it must come out in its turn. The check begins with rst, or
// anywhere: after any number of words and edges, with a word that is followed or none, as crossing_relation says.
//
// An escaped name with a dot in it is a register of the circuit: yosys joins the two where it flattens. If they
// were not joined, the name would be free, and the assertions would fail.
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

  logic runs, write_reset, read_reset, marked, turn, found;
  logic [COUNT_BITS-1:0] held, came, went, mark_number;
  logic [WIDTH-1:0] mark;

  crossing_follower #(
      .WIDTH(WIDTH),
      .DEPTH(DEPTH)
  ) follower (
      .comes(write_valid && write_ready),
      .word(write_data),
      .goes(read_valid && read_ready),
      .anywhere(related),
      .*
  );

  logic related;
  logic waits_for_room, waits_for_word;
  logic [1:0] writer_edges, reader_edges;

  patience writer (
      .clk(write_clk),
      .due(32'(held) != DEPTH && !write_ready),
      .counts(1'b1),
      .spent(waits_for_room),
      .edges(writer_edges),
      .*
  );

  patience reader (
      .clk(read_clk),
      .due(held != '0 && !read_valid),
      .counts(1'b1),
      .spent(waits_for_word),
      .edges(reader_edges),
      .*
  );

  (* hierconn *) logic [DEPTH*WIDTH-1:0] \fifo.words ;
  (* hierconn *) logic [COUNT_BITS-1:0] \fifo.write_pointer ;
  (* hierconn *) logic [COUNT_BITS-1:0] \fifo.write_gray ;
  (* hierconn *) logic [COUNT_BITS-1:0] \fifo.read_seen_early ;
  (* hierconn *) logic [COUNT_BITS-1:0] \fifo.read_seen ;
  (* hierconn *) logic [COUNT_BITS-1:0] \fifo.read_pointer ;
  (* hierconn *) logic [COUNT_BITS-1:0] \fifo.read_gray ;
  (* hierconn *) logic [COUNT_BITS-1:0] \fifo.write_seen_early ;
  (* hierconn *) logic [COUNT_BITS-1:0] \fifo.write_seen ;

  crossing_relation #(
      .WIDTH(WIDTH),
      .DEPTH(DEPTH)
  ) relation (
      .words(\fifo.words ),
      .write_pointer(\fifo.write_pointer ),
      .write_gray(\fifo.write_gray ),
      .read_seen_early(\fifo.read_seen_early ),
      .read_seen(\fifo.read_seen ),
      .read_pointer(\fifo.read_pointer ),
      .read_gray(\fifo.read_gray ),
      .write_seen_early(\fifo.write_seen_early ),
      .write_seen(\fifo.write_seen ),
      .*
  );

  logic waited;
  initial waited = 1'b0;
  logic [WIDTH-1:0] offer_before;
  always_ff @(posedge read_clk) begin
    waited <= read_valid && !read_ready && !rst;
    offer_before <= read_data;
  end

  always @(posedge clk) begin
    if (read_reset) nothing_waits : assert (!waited);
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
