// SPDX-License-Identifier: Apache-2.0
//
// word_fifo loses, repeats and reorders no word, and neither overflows nor refuses a word that has room. With SECRET the
// flip-flops are 0 in the cycle after rst, and an array refuses words for DEPTH cycles.
//
// Any one word is followed: `pick` marks it as it comes, and it must come out behind as many words as were there. That
// it lies in its place in the memory until then is asserted too, which makes all assertions together inductive: the check
// begins with rst, or with any number of words in the memory, and a word, any of them, that is followed. An escaped name
// with a dot in it is the circuit's register: yosys joins the two where it flattens. If they were not joined, the name
// would be free, and the assertions would fail.
//
// An array cannot be named so. With one, the check begins with rst and is for an engine that finds by itself what else
// holds.
//
// Parameters: those of word_fifo.

module check_word_fifo #(
    parameter integer WIDTH = 8,
    parameter integer DEPTH = 4,
    parameter integer MEMORY_FROM = 64,
    parameter integer SECRET = 0,
    localparam integer INDEX_BITS = $clog2(DEPTH)
) (
    input logic             clk,
    input logic             rst,
    input logic             write_valid,
    input logic [WIDTH-1:0] write_data,
    input logic             read_ready,
    input logic             pick
);

  logic write_ready, read_valid, wiping;
  logic [WIDTH-1:0] read_data;
  logic [INDEX_BITS:0] space;

  word_fifo #(
      .WIDTH(WIDTH),
      .DEPTH(DEPTH),
      .MEMORY_FROM(MEMORY_FROM),
      .SECRET(SECRET)
  ) fifo (
      .*
  );

  logic begun, marked, written, taken, emptied;
  logic [INDEX_BITS:0] to_wipe;  // words of an array that are still to be overwritten
  logic [INDEX_BITS:0] held, ahead;
  logic [WIDTH-1:0] mark;
  assign written = write_valid && write_ready;
  assign taken = read_valid && read_ready;

  initial begun = 1'b0;
  always_ff @(posedge clk) begin
    begun <= 1'b1;
    emptied <= rst;
    if (to_wipe != '0) to_wipe <= to_wipe - 1'b1;
    if (rst) to_wipe <= (SECRET == 1 && DEPTH >= MEMORY_FROM) ? (INDEX_BITS + 1)'(DEPTH) : '0;
    held <= held + (INDEX_BITS + 1)'(written) - (INDEX_BITS + 1)'(taken);
    if (taken && marked) begin
      ahead <= ahead - 1'b1;
      if (ahead == '0) marked <= 1'b0;
    end
    if (written && pick && !marked) begin
      marked <= 1'b1;
      ahead <= held - (INDEX_BITS + 1)'(taken);
      mark <= write_data;
    end
    if (rst) begin
      held   <= '0;
      marked <= 1'b0;
    end
  end

  (* hierconn *) logic [DEPTH*WIDTH-1:0] \fifo.gen_registers.words ;
  (* hierconn *) logic [INDEX_BITS-1:0] \fifo.write_index ;
  (* hierconn *) logic [INDEX_BITS-1:0] \fifo.read_index ;
  logic [INDEX_BITS-1:0] mark_index;
  logic [WIDTH-1:0] word_there;
  logic [DEPTH*WIDTH-1:0] all_words;
  assign mark_index = \fifo.read_index + ahead[INDEX_BITS-1:0];

  generate
    if (DEPTH >= MEMORY_FROM) begin : gen_unseen
      assign word_there = mark;
      assign all_words = '0;
    end else begin : gen_seen
      assign all_words = \fifo.gen_registers.words ;
      always_comb begin
        word_there = '0;
        for (integer i = 0; i < DEPTH; i = i + 1) begin
          if (mark_index == INDEX_BITS'(i)) word_there = \fifo.gen_registers.words [i*WIDTH+:WIDTH];
        end
      end
    end
  endgenerate

  logic indices_related, room_related, mark_related;
  assign indices_related = \fifo.write_index == \fifo.read_index + held[INDEX_BITS-1:0];
  assign room_related = 32'(space) + 32'(held) == DEPTH;
  assign mark_related = !marked || (ahead < held && word_there == mark);

  always @(posedge clk) begin
    assume (begun || rst || (DEPTH < MEMORY_FROM && to_wipe == '0 && indices_related && room_related && mark_related));
    if (begun) begin
      indices_stay_related : assert (indices_related);
      room : assert (room_related);
      mark_is_there : assert (mark_related);
      accepts : assert (write_ready == (32'(held) != DEPTH && to_wipe == '0));
      wipes : assert (wiping == (to_wipe != '0));
      if (SECRET == 1 && emptied && begun) nothing_left : assert (all_words == '0);
      offers : assert (read_valid == (held != '0));
      if (marked && ahead == '0) found : assert (read_valid && read_data == mark);
      if (!rst) full_and_read : cover (marked && ahead == '0 && 32'(held) == DEPTH && taken);
      if (!rst) behind_all : cover (marked && 32'(ahead) == DEPTH - 1 && \fifo.read_index == '1 && taken);
    end
  end

endmodule
