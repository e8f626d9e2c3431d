// SPDX-License-Identifier: Apache-2.0
//
// First-in, first-out memory of one clock.
//
// From MEMORY_FROM words on the words lie in an array with one port to write and one to read, whose reads take a cycle:
// tools infer a block RAM from it. The word that is read next is fetched a cycle ahead, and one that is written as it is
// fetched is kept beside the array, so that the ports behave alike in both forms. Below, the words are flip-flops.
//
// Parameters
//   WIDTH        bits in a word
//   DEPTH        words; a power of two, 2 or more
//   MEMORY_FROM  the least DEPTH with an array
//   SECRET       1: rst overwrites every word with 0, flip-flops at once, an array one word a cycle
//
// Ports
//   write_*, read_*   words in and out; neither ready depends on a valid, nor a valid on a ready
//   space             words that can be written now
//   rst               drops every word
//   wiping            an array is being overwritten: no word is taken until this is low. 0 without SECRET

module word_fifo #(
    parameter integer WIDTH = 32,
    parameter integer DEPTH = 16,
    parameter integer MEMORY_FROM = 64,
    parameter integer SECRET = 0,
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

    output logic [INDEX_BITS:0] space,
    output logic                wiping
);

  logic [INDEX_BITS-1:0] write_index, read_index;
  logic written, taken;

  assign write_ready = space != '0 && !wiping;
  assign read_valid = !space[INDEX_BITS];
  assign written = write_valid && write_ready;
  assign taken = read_valid && read_ready;

  always_ff @(posedge clk) begin
    if (written) write_index <= write_index + 1'b1;
    if (taken) read_index <= read_index + 1'b1;
    space <= space + (INDEX_BITS + 1)'(taken) - (INDEX_BITS + 1)'(written);
    if (rst) begin
      write_index <= '0;
      read_index <= '0;
      space <= (INDEX_BITS + 1)'(DEPTH);
    end
  end

  generate
    if (WIDTH < 1) begin : gen_refused_width
      word_fifo_needs_WIDTH_of_1_or_more refused ();
    end
    if (DEPTH < 2 || (DEPTH & (DEPTH - 1)) != 0) begin : gen_refused_depth
      word_fifo_needs_DEPTH_a_power_of_two_from_2_on refused ();
    end

    if (SECRET != 0 && SECRET != 1) begin : gen_refused_secret
      word_fifo_needs_SECRET_of_0_or_1 refused ();
    end

    if (DEPTH >= MEMORY_FROM) begin : gen_memory
      // What is read in the cycle in which its place is written is not used.
      (* no_rw_check, ramstyle = "no_rw_check", rw_addr_collision = "no" *)
      logic [WIDTH-1:0] memory[DEPTH];
      logic [WIDTH-1:0] fetched, passed;
      logic passing;  // the word that is read next was written as it was fetched
      logic [INDEX_BITS-1:0] fetch_index;

      assign fetch_index = read_index + INDEX_BITS'(taken);
      assign read_data = passing ? passed : fetched;

      always_ff @(posedge clk) passing <= written && write_index == fetch_index;

      if (SECRET == 1) begin : gen_wiped
        logic [INDEX_BITS-1:0] wipe_index;

        always_ff @(posedge clk) begin
          if (wiping || written) memory[wiping ? wipe_index : write_index] <= wiping ? '0 : write_data;
          fetched <= memory[fetch_index];
        end

        always_ff @(posedge clk) begin
          wipe_index <= wipe_index + 1'b1;
          if (wipe_index == '1) wiping <= 1'b0;
          passed <= wiping ? '0 : write_data;
          if (rst) begin
            wiping <= 1'b1;
            wipe_index <= '0;
          end
        end
      end else begin : gen_kept
        assign wiping = 1'b0;

        always_ff @(posedge clk) begin
          if (written) memory[write_index] <= write_data;
          fetched <= memory[fetch_index];
        end

        always_ff @(posedge clk) passed <= write_data;
      end
    end else begin : gen_registers
      logic [DEPTH*WIDTH-1:0] words;

      assign wiping = 1'b0;
      assign read_data = words[read_index*WIDTH+:WIDTH];

      always_ff @(posedge clk) begin
        if (written) begin
          for (integer i = 0; i < DEPTH; i = i + 1) begin
            if (write_index == INDEX_BITS'(i)) words[i*WIDTH+:WIDTH] <= write_data;
          end
        end
        if (SECRET == 1 && rst) words <= '0;
      end
    end
  endgenerate

endmodule
