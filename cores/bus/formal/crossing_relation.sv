// SPDX-License-Identifier: Apache-2.0
//
// What the registers of an asynchronous_fifo have to do with the words that crossing_follower and patience see, for checks
// whose clocks are free. Asserted together with what a check says, it makes all of it inductive.
//
// A pointer as the other side sees it is one that was there: between what the other side sees and what is, the order of
// the events of each clock is kept. So no side sees more words, or more room, than there is.
//
// Parameters: those of the memory.
//
// Ports
//   clk, runs                    the steps of the check; `runs` of crossing_follower
//   write_*, read_*, words       registers of the memory with these names
//   write_reset, read_reset, came, went, marked, mark_number, mark, found   of crossing_follower; mark as it is stored
//   writer_edges, reader_edges   edges that patience has counted on the two sides
//   related                      all of it holds

module crossing_relation #(
    parameter integer WIDTH = 4,
    parameter integer DEPTH = 4,
    localparam integer COUNT_BITS = $clog2(DEPTH) + 1
) (
    (* gclk *) input logic clk,
    input logic                   runs,
    input logic [DEPTH*WIDTH-1:0] words,
    input logic [ COUNT_BITS-1:0] write_pointer,
    input logic [ COUNT_BITS-1:0] write_gray,
    input logic [ COUNT_BITS-1:0] read_seen_early,
    input logic [ COUNT_BITS-1:0] read_seen,
    input logic [ COUNT_BITS-1:0] read_pointer,
    input logic [ COUNT_BITS-1:0] read_gray,
    input logic [ COUNT_BITS-1:0] write_seen_early,
    input logic [ COUNT_BITS-1:0] write_seen,
    input logic                   write_reset,
    input logic                   read_reset,
    input logic [ COUNT_BITS-1:0] came,
    input logic [ COUNT_BITS-1:0] went,
    input logic                   marked,
    input logic                   found,
    input logic [ COUNT_BITS-1:0] mark_number,
    input logic [      WIDTH-1:0] mark,
    input logic [            1:0] writer_edges,
    input logic [            1:0] reader_edges,

    output logic related
);

  function automatic [COUNT_BITS-1:0] gray(input [COUNT_BITS-1:0] number);
    gray = number ^ (number >> 1);
  endfunction

  function automatic [COUNT_BITS-1:0] number(input [COUNT_BITS-1:0] code);
    begin
      number = code;
      for (integer i = COUNT_BITS - 2; i >= 0; i = i - 1) number[i] = number[i+1] ^ code[i];
    end
  endfunction

  // Words between the sides: as they are, as the reader sees them, and as the writer does.
  logic [COUNT_BITS-1:0] held, seen_early, seen, taken_early, taken, mark_ahead;
  assign held = write_pointer - read_pointer;
  assign seen_early = number(write_seen_early) - read_pointer;
  assign seen = number(write_seen) - read_pointer;
  assign taken_early = write_pointer - number(read_seen_early);
  assign taken = write_pointer - number(read_seen);
  assign mark_ahead = mark_number - read_pointer;

  logic [WIDTH-1:0] word_there;
  always_comb begin
    word_there = '0;
    for (integer i = 0; i < DEPTH; i = i + 1) begin
      if (32'(mark_number[COUNT_BITS-2:0]) == i) word_there = words[i*WIDTH+:WIDTH];
    end
  end

  logic numbers_related, codes_related, words_related, room_related, mark_related, reader_related, writer_related;
  assign numbers_related = came == write_pointer && went == read_pointer;
  assign codes_related = write_gray == gray(write_pointer) && read_gray == gray(read_pointer);
  assign words_related = seen <= seen_early && seen_early <= held;
  assign room_related = held <= taken_early && taken_early <= taken && 32'(taken) <= DEPTH;
  assign mark_related = found ? marked : !marked || (mark_ahead < held && word_there == mark);
  assign reader_related = reader_edges == '0 || (reader_edges == 2'd1 && seen_early != '0) ||
      (reader_edges == 2'd2 && seen != '0);
  assign writer_related = writer_edges == '0 || (writer_edges == 2'd1 && 32'(taken_early) != DEPTH) ||
      (writer_edges == 2'd2 && 32'(taken) != DEPTH);
  assign related = numbers_related && codes_related && words_related && room_related && mark_related &&
      reader_related && writer_related;

  logic begun;
  initial begun = 1'b0;
  always_ff @(posedge clk) begun <= 1'b1;

  always @(posedge clk) begin
    if (begun && write_reset) begin
      write_side_reset : assert ({write_pointer, write_gray, read_seen_early, read_seen, came} == '0 && !marked &&
          writer_edges == '0);
    end
    if (begun && read_reset) begin
      read_side_reset : assert ({read_pointer, read_gray, write_seen_early, write_seen, went} == '0 && !found &&
          reader_edges == '0);
    end
    if (runs) begin
      numbers_stay_related : assert (numbers_related);
      codes_stay_related : assert (codes_related);
      words_are_seen_late : assert (words_related);
      room_is_seen_late : assert (room_related);
      mark_is_kept : assert (mark_related);
      reader_waits : assert (reader_related);
      writer_waits : assert (writer_related);
    end
  end

endmodule
