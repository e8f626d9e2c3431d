// SPDX-License-Identifier: Apache-2.0
//
// First-in, first-out memory between two clocks that need not know each other: pointers cross in Gray code through two
// flip-flops each. One word a cycle on either side while there are words and room; a word is seen by the reader after
// the second or third rising edge of its clock.
//
// Parameters
//   WIDTH  bits in a word
//   DEPTH  words; a power of two, 4 or more. 8 keep the slower side busy without a pause.
//
// Ports
//   write_*   words in, in the domain of write_clk; write_ready does not depend on write_valid
//   read_*    words out, in the domain of read_clk; read_valid does not depend on read_ready
//   write_rst, read_rst   synchronous to their clocks; both must be high together for a rising edge of each clock, and
//                         drop every word

module asynchronous_fifo #(
    parameter integer WIDTH = 64,
    parameter integer DEPTH = 8
) (
    input  logic             write_clk,
    input  logic             write_rst,
    input  logic             write_valid,
    output logic             write_ready,
    input  logic [WIDTH-1:0] write_data,

    input  logic             read_clk,
    input  logic             read_rst,
    output logic             read_valid,
    input  logic             read_ready,
    output logic [WIDTH-1:0] read_data
);

  generate
    if (WIDTH < 1) begin : gen_refused_width
      asynchronous_fifo_needs_WIDTH_of_1_or_more refused ();
    end
    if (DEPTH < 4 || (DEPTH & (DEPTH - 1)) != 0) begin : gen_refused_depth
      asynchronous_fifo_needs_DEPTH_a_power_of_two_from_4_on refused ();
    end
  endgenerate

  localparam integer INDEX_BITS = $clog2(DEPTH);
  // Two Gray codes of pointers that are DEPTH apart differ in their two highest bits.
  localparam [INDEX_BITS:0] APART = {2'b11, {(INDEX_BITS - 1) {1'b0}}};

  logic [DEPTH*WIDTH-1:0] words;
  logic [INDEX_BITS:0] write_pointer, write_next, write_gray;
  logic [INDEX_BITS:0] read_pointer, read_next, read_gray;
  logic [INDEX_BITS-1:0] write_index, read_index;
  (* ASYNC_REG = "TRUE" *) logic [INDEX_BITS:0] read_seen_early, read_seen;
  (* ASYNC_REG = "TRUE" *) logic [INDEX_BITS:0] write_seen_early, write_seen;

  assign write_index = write_pointer[INDEX_BITS-1:0];
  assign write_next  = write_pointer + 1'b1;
  assign write_ready = write_gray != (read_seen ^ APART);

  always_ff @(posedge write_clk) begin
    read_seen_early <= read_gray;
    read_seen <= read_seen_early;
    if (write_valid && write_ready) begin
      write_pointer <= write_next;
      write_gray <= write_next ^ (write_next >> 1);
      for (integer i = 0; i < DEPTH; i = i + 1) begin
        if (write_index == INDEX_BITS'(i)) words[i*WIDTH+:WIDTH] <= write_data;
      end
    end
    if (write_rst) begin
      write_pointer <= '0;
      write_gray <= '0;
      read_seen_early <= '0;
      read_seen <= '0;
    end
  end

  assign read_index = read_pointer[INDEX_BITS-1:0];
  assign read_next  = read_pointer + 1'b1;
  assign read_valid = read_gray != write_seen;
  assign read_data  = words[read_index*WIDTH+:WIDTH];

  always_ff @(posedge read_clk) begin
    write_seen_early <= write_gray;
    write_seen <= write_seen_early;
    if (read_valid && read_ready) begin
      read_pointer <= read_next;
      read_gray <= read_next ^ (read_next >> 1);
    end
    if (read_rst) begin
      read_pointer <= '0;
      read_gray <= '0;
      write_seen_early <= '0;
      write_seen <= '0;
    end
  end

endmodule
