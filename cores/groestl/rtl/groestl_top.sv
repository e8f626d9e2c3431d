// SPDX-License-Identifier: Apache-2.0
//
// Groestl at message level: streams of words in, digests out, padding (section 3.6) inside: `1`, zeros, and the number
// of blocks in 64 bits, most significant byte first.
//
// Parameters: VERSION, DIGEST, UNROLL, STAGES, PARALLEL, COUNT_BITS, SBOX as groestl_core; WORD: bits in a word, 8, 16,
// 32, 64 or 128.
// Ports: see message_shell; out_* carries ceil(DIGEST / WORD) words a digest.

module groestl_top #(
    parameter integer VERSION = 3,
    parameter integer DIGEST = 256,
    parameter integer UNROLL = 1,
    parameter integer STAGES = 1,
    parameter integer PARALLEL = 0,
    parameter integer WORD = 64,
    parameter integer COUNT_BITS = 64,
    parameter integer SBOX = aes_pkg::SHALLOW,
    localparam integer BITS_WIDTH = $clog2(WORD) + 1
) (
    input logic clk,
    input logic rst,

    input  logic [           STAGES-1:0] in_valid,
    output logic [           STAGES-1:0] in_ready,
    input  logic [      STAGES*WORD-1:0] in_data,
    input  logic [           STAGES-1:0] in_last,
    input  logic [STAGES*BITS_WIDTH-1:0] in_bits,

    output logic [     STAGES-1:0] out_valid,
    input  logic [     STAGES-1:0] out_ready,
    output logic [STAGES*WORD-1:0] out_data,
    output logic [     STAGES-1:0] out_last
);

  localparam integer BLOCK = (DIGEST <= 256) ? 512 : 1024;
  localparam integer LANE_BITS = hash_pkg::index_bits(STAGES);
  localparam [hash_pkg::PADDING_BITS-1:0] PADDING = hash_pkg::field(hash_pkg::SUFFIX_BITS, 1) |
      hash_pkg::field(hash_pkg::SUFFIX, 1) | hash_pkg::field(hash_pkg::LENGTH_BITS, 64) |
      hash_pkg::field(hash_pkg::LENGTH_IN_BLOCKS, 1);

  logic block_valid, block_ready, block_first, block_last, block_empty;
  logic [LANE_BITS-1:0] block_lane;
  logic [BLOCK-1:0] block_data;
  logic [COUNT_BITS-1:0] block_count;
  logic digest_valid, digest_ready, digest_last;
  logic [LANE_BITS-1:0] digest_lane;
  logic [DIGEST-1:0] digest_data;

  message_shell #(
      .BLOCK(BLOCK),
      .DIGEST(DIGEST),
      .BEAT(DIGEST),
      .WORD(WORD),
      .STAGES(STAGES),
      .COUNT_BITS(COUNT_BITS),
      .PADDING(PADDING)
  ) shell (
      .*
  );

  groestl_core #(
      .VERSION(VERSION),
      .DIGEST(DIGEST),
      .UNROLL(UNROLL),
      .STAGES(STAGES),
      .PARALLEL(PARALLEL),
      .COUNT_BITS(COUNT_BITS),
      .SBOX(SBOX)
  ) core (
      .*
  );

endmodule
