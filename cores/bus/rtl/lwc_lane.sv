// SPDX-License-Identifier: Apache-2.0
//
// One lane of lwc_adapter; parameters and ports are those of lwc_adapter with STAGES = 1, but for sdi. Bytes of segments
// of any length become full words of 32 bits, whatever W, and then words of the hash function.

module lwc_lane #(
    parameter integer WORD = 64,
    parameter integer W = 32,
    parameter integer DIGEST = 256,
    localparam integer BITS_WIDTH = $clog2(WORD) + 1
) (
    input logic clk,
    input logic rst,

    input  logic [W-1:0] pdi_data,
    input  logic         pdi_valid,
    output logic         pdi_ready,

    output logic [W-1:0] do_data,
    output logic         do_valid,
    input  logic         do_ready,
    output logic         do_last,

    output logic                  in_valid,
    input  logic                  in_ready,
    output logic [      WORD-1:0] in_data,
    output logic                  in_last,
    output logic [BITS_WIDTH-1:0] in_bits,

    input  logic                  out_valid,
    output logic                  out_ready,
    input  logic [      WORD-1:0] out_data,
    input  logic                  out_last,
    input  logic [BITS_WIDTH-1:0] out_bits
);

  generate
    if (WORD != 8 && WORD != 16 && WORD != 32 && WORD != 64 && WORD != 128) begin : gen_refused_word
      lwc_lane_needs_WORD_of_8_16_32_64_or_128 refused ();
    end
  endgenerate

  logic word_valid, word_ready, word_last;
  logic [31:0] word_data;
  logic [ 5:0] word_bits;
  logic full_valid, full_ready, full_last;
  logic [31:0] full_data;
  logic [ 5:0] full_bits;
  logic verdict_valid, verdict_ready, verdict_hashed, verdict_failed;
  logic digest_valid, digest_ready, digest_last;
  logic [W-1:0] digest_data;
  logic [$clog2(W):0] digest_bits;

  lwc_receiver #(
      .W(W)
  ) receiver (
      .clk(clk),
      .rst(rst),
      .pdi_data(pdi_data),
      .pdi_valid(pdi_valid),
      .pdi_ready(pdi_ready),
      .word_valid(word_valid),
      .word_ready(word_ready),
      .word_data(word_data),
      .word_last(word_last),
      .word_bits(word_bits),
      .verdict_valid(verdict_valid),
      .verdict_ready(verdict_ready),
      .verdict_hashed(verdict_hashed),
      .verdict_failed(verdict_failed)
  );

  byte_packer packer (
      .clk(clk),
      .rst(rst),
      .in_valid(word_valid),
      .in_ready(word_ready),
      .in_data(word_data),
      .in_last(word_last),
      .in_bits(word_bits),
      .out_valid(full_valid),
      .out_ready(full_ready),
      .out_data(full_data),
      .out_last(full_last),
      .out_bits(full_bits)
  );

  stream_resizer #(
      .FROM(32),
      .TO  (WORD)
  ) collector (
      .clk(clk),
      .rst(rst),
      .in_valid(full_valid),
      .in_ready(full_ready),
      .in_data(full_data),
      .in_last(full_last),
      .in_bits(full_bits),
      .out_valid(in_valid),
      .out_ready(in_ready),
      .out_data(in_data),
      .out_last(in_last),
      .out_bits(in_bits)
  );

  stream_resizer #(
      .FROM(WORD),
      .TO  (W)
  ) divider (
      .clk(clk),
      .rst(rst),
      .in_valid(out_valid),
      .in_ready(out_ready),
      .in_data(out_data),
      .in_last(out_last),
      .in_bits(out_bits),
      .out_valid(digest_valid),
      .out_ready(digest_ready),
      .out_data(digest_data),
      .out_last(digest_last),
      .out_bits(digest_bits)
  );

  lwc_sender #(
      .W(W),
      .DIGEST(DIGEST)
  ) sender (
      .clk(clk),
      .rst(rst),
      .verdict_valid(verdict_valid),
      .verdict_ready(verdict_ready),
      .verdict_hashed(verdict_hashed),
      .verdict_failed(verdict_failed),
      .digest_valid(digest_valid),
      .digest_ready(digest_ready),
      .digest_data(digest_data),
      .digest_last(digest_last),
      .do_data(do_data),
      .do_valid(do_valid),
      .do_ready(do_ready),
      .do_last(do_last)
  );

  logic unused;
  assign unused = ^digest_bits;

endmodule
