// SPDX-License-Identifier: Apache-2.0
//
// Skein with all its arguments and trees at message level: one stream of words in, one of digests of any length out. The
// leaves of a message are hashed in STAGES lanes side by side. Requests are those of skein_tree_top, one at a time.
//
//   in_* --> skein_strings --> skein_tree_core --> skein_digest_stream --> out_*
//
// Parameters: as skein_tree_core; WORD: bits in a word, 8, 16, 32, 64 or 128. Strings are shorter than 2^COUNT_BITS bits.
// Ports: as skein_tree_top with one lane.

module skein_tree_top #(
    parameter integer BLOCK = 512,
    parameter integer VERSION = 13,
    parameter integer UNROLL = 8,
    parameter integer STAGES = 1,
    parameter integer WORD = 64,
    parameter integer COUNT_BITS = 64,
    parameter integer ROOM = 4,
    parameter integer HEIGHT = 16,
    parameter integer MERGE = 1,
    parameter integer MIX_ADDER = adder_pkg::BRENT_KUNG,
    parameter integer KEY_ADDER = adder_pkg::BRENT_KUNG,
    localparam integer BITS_WIDTH = $clog2(WORD) + 1
) (
    input logic clk,
    input logic rst,

    input  logic                  in_valid,
    output logic                  in_ready,
    input  logic [      WORD-1:0] in_data,
    input  logic                  in_last,
    input  logic [BITS_WIDTH-1:0] in_bits,

    output logic                  out_valid,
    input  logic                  out_ready,
    output logic [      WORD-1:0] out_data,
    output logic                  out_last,
    output logic [BITS_WIDTH-1:0] out_bits
);

  localparam integer DIGEST_BITS_WIDTH = $clog2(BLOCK) + 1;

  logic string_valid, string_ready, string_first, string_last, string_empty;
  logic [BLOCK-1:0] string_data;
  logic [COUNT_BITS-1:0] string_count;
  logic digest_valid, digest_ready, digest_last;
  logic [BLOCK-1:0] digest_data;
  logic [DIGEST_BITS_WIDTH-1:0] digest_bits;

  skein_strings #(
      .BLOCK(BLOCK),
      .STAGES(1),
      .WORD(WORD),
      .COUNT_BITS(COUNT_BITS)
  ) strings (
      .clk(clk),
      .rst(rst),
      .in_valid(in_valid),
      .in_ready(in_ready),
      .in_data(in_data),
      .in_last(in_last),
      .in_bits(in_bits),
      .string_valid(string_valid),
      .string_ready(string_ready),
      .string_data(string_data),
      .string_first(string_first),
      .string_last(string_last),
      .string_empty(string_empty),
      .string_count(string_count)
  );

  skein_tree_core #(
      .BLOCK(BLOCK),
      .VERSION(VERSION),
      .UNROLL(UNROLL),
      .STAGES(STAGES),
      .COUNT_BITS(COUNT_BITS),
      .ROOM(ROOM),
      .HEIGHT(HEIGHT),
      .MERGE(MERGE),
      .MIX_ADDER(MIX_ADDER),
      .KEY_ADDER(KEY_ADDER)
  ) core (
      .clk(clk),
      .rst(rst),
      .string_valid(string_valid),
      .string_ready(string_ready),
      .string_data(string_data),
      .string_first(string_first),
      .string_last(string_last),
      .string_empty(string_empty),
      .string_count(string_count),
      .digest_valid(digest_valid),
      .digest_ready(digest_ready),
      .digest_data(digest_data),
      .digest_last(digest_last),
      .digest_bits(digest_bits)
  );

  skein_digest_stream #(
      .BLOCK (BLOCK),
      .WORD  (WORD),
      .STAGES(1)
  ) digest_stream (
      .clk(clk),
      .rst(rst),
      .digest_valid(digest_valid),
      .digest_ready(digest_ready),
      .digest_lane(1'b0),
      .digest_data(digest_data),
      .digest_last(digest_last),
      .digest_bits(digest_bits),
      .out_valid(out_valid),
      .out_ready(out_ready),
      .out_data(out_data),
      .out_last(out_last),
      .out_bits(out_bits)
  );

endmodule
