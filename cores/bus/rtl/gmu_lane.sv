// SPDX-License-Identifier: Apache-2.0
//
// One lane of gmu_adapter with an I/O clock of its own; parameters and ports are those of gmu_adapter with STAGES = 1 and
// RATIO > 1, but for two: in_error, with in_last, says that the message has an error, and out_error that the digest of this
// word is that of such a message, or none. Whole words of the hash function cross between the clocks, so that one crosses a
// cycle of clk.

module gmu_lane #(
    parameter integer WORD = 64,
    parameter integer RATIO = 2,
    parameter integer DEPTH = 8,
    localparam integer IO_WORD = WORD / RATIO,
    localparam integer BITS_WIDTH = $clog2(WORD) + 1
) (
    input logic clk,
    input logic rst,
    input logic io_clk,
    input logic io_rst,

    input  logic [IO_WORD-1:0] din,
    input  logic               src_ready,
    output logic               src_read,

    output logic [IO_WORD-1:0] dout,
    input  logic               dst_ready,
    output logic               dst_write,
    output logic               dst_error,

    output logic                  in_valid,
    input  logic                  in_ready,
    output logic [      WORD-1:0] in_data,
    output logic                  in_last,
    output logic [BITS_WIDTH-1:0] in_bits,
    output logic                  in_error,

    input  logic                  out_valid,
    output logic                  out_ready,
    input  logic [      WORD-1:0] out_data,
    input  logic                  out_last,
    input  logic [BITS_WIDTH-1:0] out_bits,
    input  logic                  out_error
);

  generate
    if (WORD != 8 && WORD != 16 && WORD != 32 && WORD != 64 && WORD != 128) begin : gen_refused_word
      gmu_lane_needs_WORD_of_8_16_32_64_or_128 refused ();
    end
    if (RATIO < 2 || RATIO * 8 > WORD || (RATIO & (RATIO - 1)) != 0) begin : gen_refused_ratio
      gmu_lane_needs_RATIO_a_power_of_two_from_2_on_with_I_O_words_of_8_bits_or_more refused ();
    end
    if (DEPTH < 4 || (DEPTH & (DEPTH - 1)) != 0) begin : gen_refused_depth
      gmu_lane_needs_DEPTH_a_power_of_two_from_4_on refused ();
    end
  endgenerate

  localparam integer IO_BITS = $clog2(IO_WORD) + 1;
  localparam integer WIDTH = WORD + BITS_WIDTH + 2;

  logic io_valid, io_ready, io_last, io_error;
  logic [IO_WORD-1:0] io_data;
  logic [IO_BITS-1:0] io_bits;
  logic message_valid, message_ready, message_last;
  logic [WORD-1:0] message_data;
  logic [BITS_WIDTH-1:0] message_bits;
  logic digest_valid, digest_ready, digest_last, digest_error;
  logic [WORD-1:0] digest_data;
  logic [BITS_WIDTH-1:0] digest_bits;
  logic dout_valid, dout_last;
  logic [IO_WORD-1:0] dout_data;
  logic [IO_BITS-1:0] dout_bits;

  gmu_receiver #(
      .WORD(IO_WORD)
  ) receiver (
      .clk(io_clk),
      .rst(io_rst),
      .din(din),
      .src_ready(src_ready),
      .src_read(src_read),
      .word_valid(io_valid),
      .word_ready(io_ready),
      .word_data(io_data),
      .word_last(io_last),
      .word_bits(io_bits),
      .word_error(io_error)
  );

  stream_resizer #(
      .FROM(IO_WORD),
      .TO  (WORD)
  ) collector (
      .clk(io_clk),
      .rst(io_rst),
      .in_valid(io_valid),
      .in_ready(io_ready),
      .in_data(io_data),
      .in_last(io_last),
      .in_bits(io_bits),
      .out_valid(message_valid),
      .out_ready(message_ready),
      .out_data(message_data),
      .out_last(message_last),
      .out_bits(message_bits)
  );

  asynchronous_fifo #(
      .WIDTH(WIDTH),
      .DEPTH(DEPTH)
  ) message_fifo (
      .write_clk(io_clk),
      .write_rst(io_rst),
      .write_valid(message_valid),
      .write_ready(message_ready),
      .write_data({io_error, message_last, message_bits, message_data}),
      .read_clk(clk),
      .read_rst(rst),
      .read_valid(in_valid),
      .read_ready(in_ready),
      .read_data({in_error, in_last, in_bits, in_data})
  );

  asynchronous_fifo #(
      .WIDTH(WIDTH),
      .DEPTH(DEPTH)
  ) digest_fifo (
      .write_clk(clk),
      .write_rst(rst),
      .write_valid(out_valid),
      .write_ready(out_ready),
      .write_data({out_error, out_last, out_bits, out_data}),
      .read_clk(io_clk),
      .read_rst(io_rst),
      .read_valid(digest_valid),
      .read_ready(digest_ready),
      .read_data({digest_error, digest_last, digest_bits, digest_data})
  );

  stream_resizer #(
      .FROM(WORD),
      .TO  (IO_WORD)
  ) divider (
      .clk(io_clk),
      .rst(io_rst),
      .in_valid(digest_valid),
      .in_ready(digest_ready),
      .in_data(digest_data),
      .in_last(digest_last),
      .in_bits(digest_bits),
      .out_valid(dout_valid),
      .out_ready(!dst_ready),
      .out_data(dout_data),
      .out_last(dout_last),
      .out_bits(dout_bits)
  );

  assign dst_write = dout_valid && !dst_ready;
  assign dst_error = dout_valid && digest_error;
  assign dout = dout_valid ? dout_data : '0;

  logic unused;
  assign unused = ^{dout_last, dout_bits};

endmodule
