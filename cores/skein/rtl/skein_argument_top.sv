// SPDX-License-Identifier: Apache-2.0
//
// Skein with all its arguments at message level: requests as streams of words in, digests of any length out, for STAGES
// lanes at once. A request is a packet with the command of 16 bytes and a packet for each string that it names, in the
// order of skein_sequencer, the message last; each packet ends with in_last, and its bits are padded here. So a bus adapter
// that carries messages carries requests.
//
//   in_* --> skein_strings --> skein_argument_core --> skein_digest_stream --> out_*
//
// Parameters: as skein_engine; WORD: bits in a word, 8, 16, 32, 64 or 128. Strings are shorter than 2^COUNT_BITS bits.
// Ports: as message_shell; out_* carries ceil(n / WORD) words of a digest of n bits, the last filled up with zeros;
// out_bits: how many bits of the word count, lane l at [l*BITS_WIDTH +: BITS_WIDTH].

module skein_argument_top #(
    parameter integer BLOCK = 512,
    parameter integer VERSION = 13,
    parameter integer UNROLL = 8,
    parameter integer STAGES = 1,
    parameter integer WORD = 64,
    parameter integer COUNT_BITS = 64,
    parameter integer MERGE = 1,
    parameter integer MIX_ADDER = adder_pkg::BRENT_KUNG,
    parameter integer KEY_ADDER = adder_pkg::BRENT_KUNG,
    localparam integer BITS_WIDTH = $clog2(WORD) + 1
) (
    input logic clk,
    input logic rst,

    input  logic [           STAGES-1:0] in_valid,
    output logic [           STAGES-1:0] in_ready,
    input  logic [      STAGES*WORD-1:0] in_data,
    input  logic [           STAGES-1:0] in_last,
    input  logic [STAGES*BITS_WIDTH-1:0] in_bits,

    output logic [           STAGES-1:0] out_valid,
    input  logic [           STAGES-1:0] out_ready,
    output logic [      STAGES*WORD-1:0] out_data,
    output logic [           STAGES-1:0] out_last,
    output logic [STAGES*BITS_WIDTH-1:0] out_bits
);

  localparam integer LANE_BITS = hash_pkg::index_bits(STAGES);
  localparam integer DIGEST_BITS_WIDTH = $clog2(BLOCK) + 1;

  logic [STAGES-1:0] string_valid, string_ready, string_first, string_last, string_empty;
  logic [STAGES*BLOCK-1:0] string_data;
  logic [STAGES*COUNT_BITS-1:0] string_count;
  logic digest_valid, digest_ready, digest_last;
  logic [LANE_BITS-1:0] digest_lane;
  logic [BLOCK-1:0] digest_data;
  logic [DIGEST_BITS_WIDTH-1:0] digest_bits;

  skein_strings #(
      .BLOCK(BLOCK),
      .STAGES(STAGES),
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

  skein_argument_core #(
      .BLOCK(BLOCK),
      .VERSION(VERSION),
      .UNROLL(UNROLL),
      .STAGES(STAGES),
      .COUNT_BITS(COUNT_BITS),
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
      .digest_lane(digest_lane),
      .digest_data(digest_data),
      .digest_last(digest_last),
      .digest_bits(digest_bits)
  );

  skein_digest_stream #(
      .BLOCK (BLOCK),
      .WORD  (WORD),
      .STAGES(STAGES)
  ) digest_stream (
      .clk(clk),
      .rst(rst),
      .digest_valid(digest_valid),
      .digest_ready(digest_ready),
      .digest_lane(digest_lane),
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
