// SPDX-License-Identifier: Apache-2.0
//
// First-in, first-out memory of one clock.
//
// Parameters
//   WIDTH  bits in a word
//   DEPTH  words; a power of two, 2 or more
//
// Ports
//   write_*, read_*   words in and out; neither ready depends on a valid, nor a valid on a ready
//   space             words that can be written now
//   rst               drops every word

module word_fifo #(
    parameter integer WIDTH = 32,
    parameter integer DEPTH = 16,
    localparam integer INDEX_BITS = $clog2(DEPTH)
) (
    input logic clk,
    input logic rst,

    input  logic             write_valid,
    output logic             write_ready,
    input  logic [WIDTH-1:0] write_data,

    output logic             read_valid,
    input  logic             read_ready,
    output logic [WIDTH-1:0] read_data,

    output logic [INDEX_BITS:0] space
);

  logic [DEPTH*WIDTH-1:0] words;
  logic [INDEX_BITS-1:0] write_index, read_index;

  assign write_ready = space != '0;
  assign read_valid  = !space[INDEX_BITS];

  always_comb begin
    read_data = '0;
    for (integer i = 0; i < DEPTH; i = i + 1) begin
      if (read_index == INDEX_BITS'(i)) read_data = read_data | words[i*WIDTH+:WIDTH];
    end
  end

  always_ff @(posedge clk) begin
    if (write_valid && write_ready) begin
      write_index <= write_index + 1'b1;
      for (integer i = 0; i < DEPTH; i = i + 1) begin
        if (write_index == INDEX_BITS'(i)) words[i*WIDTH+:WIDTH] <= write_data;
      end
    end
    if (read_valid && read_ready) read_index <= read_index + 1'b1;
    space <= space + (INDEX_BITS + 1)'(read_valid && read_ready) - (INDEX_BITS + 1)'(write_valid && write_ready);
    if (rst) begin
      write_index <= '0;
      read_index <= '0;
      space <= (INDEX_BITS + 1)'(DEPTH);
    end
  end

endmodule
