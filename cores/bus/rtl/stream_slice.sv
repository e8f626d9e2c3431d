// SPDX-License-Identifier: Apache-2.0
//
// Cuts the paths of a stream with valid and ready, for timing: whatever leaves comes from registers.
//
//   in_* --> word_fifo of two words --> out_*
//
// Parameters
//   WIDTH   bits of data, marks of a word such as `last` among them
//   SECRET  1: rst overwrites the words with 0
//
// Ports
//   in_*, out_*   a word moves at a rising edge of clk where valid and ready are high. in_ready, out_valid and out_data depend
//                 on registers alone. What is offered stays until it is taken; out_data is 0 while nothing is offered.
//   rst           drops both words
//
// Cycles: a word is offered in the cycle after the one in which it came; one passes in each cycle.

module stream_slice #(
    parameter integer WIDTH  = 64,
    parameter integer SECRET = 0
) (
    input logic clk,
    input logic rst,

    input  logic             in_valid,
    output logic             in_ready,
    input  logic [WIDTH-1:0] in_data,

    output logic             out_valid,
    input  logic             out_ready,
    output logic [WIDTH-1:0] out_data
);

  generate
    if (SECRET != 0 && SECRET != 1) begin : gen_refused_secret
      stream_slice_needs_SECRET_of_0_or_1 refused ();
    end
    if (WIDTH < 1) begin : gen_refused_width
      stream_slice_needs_WIDTH_of_1_or_more refused ();
    end else begin : gen_words
      logic [WIDTH-1:0] kept;
      logic [1:0] space;
      logic wiping;

      word_fifo #(
          .WIDTH (WIDTH),
          .DEPTH (2),
          .SECRET(SECRET)
      ) fifo (
          .clk(clk),
          .rst(rst),
          .write_valid(in_valid),
          .write_ready(in_ready),
          .write_data(in_data),
          .read_valid(out_valid),
          .read_ready(out_ready),
          .read_data(kept),
          .space(space),
          .wiping(wiping)
      );

      assign out_data = out_valid ? kept : '0;

      logic unused;
      assign unused = ^{space, wiping};
    end
  endgenerate

endmodule
