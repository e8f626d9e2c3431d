// SPDX-License-Identifier: Apache-2.0
//
// word_fifo loses, repeats and reorders no word, and neither overflows nor refuses a word that has room.
//
// Any one word is followed: `pick` marks it as it comes, and it must come out behind as many words as were there.
//
// Parameters: those of word_fifo.

module check_word_fifo #(
    parameter integer WIDTH = 8,
    parameter integer DEPTH = 4,
    localparam integer INDEX_BITS = $clog2(DEPTH)
) (
    input logic             clk,
    input logic             rst,
    input logic             write_valid,
    input logic [WIDTH-1:0] write_data,
    input logic             read_ready,
    input logic             pick
);

  logic write_ready, read_valid;
  logic [WIDTH-1:0] read_data;
  logic [INDEX_BITS:0] space;

  word_fifo #(
      .WIDTH(WIDTH),
      .DEPTH(DEPTH)
  ) fifo (
      .*
  );

  logic begun, marked, written, taken;
  logic [INDEX_BITS:0] held, ahead;
  logic [WIDTH-1:0] mark;
  assign written = write_valid && write_ready;
  assign taken = read_valid && read_ready;

  initial begun = 1'b0;
  always_ff @(posedge clk) begin
    begun <= 1'b1;
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

  always @(posedge clk) begin
    assume (begun || rst);
    if (begun) begin
      room : assert (32'(space) + 32'(held) == DEPTH);
      accepts : assert (write_ready == (32'(held) != DEPTH));
      offers : assert (read_valid == (held != '0));
      if (marked && ahead == '0) found : assert (read_valid && read_data == mark);
      if (!rst) full_and_read : cover (marked && ahead == '0 && 32'(held) == DEPTH && taken);
    end
  end

endmodule
