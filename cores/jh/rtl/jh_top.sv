// SPDX-License-Identifier: Apache-2.0
//
// JH behind streams of words; padding inside: a `1`, zeros, and the length of the message in bits in 128
// bits, most significant byte first, at the end of a block without message bits.
//
// Parameters: VERSION, DIGEST, UNROLL, STAGES, STORED as jh_core; WORD: bits in a word, a power of two from 8 to 512;
// COUNT_BITS: more than log2 WORD, messages are shorter than 2^COUNT_BITS bits.
// Ports: see message_shell; out_* carries ceil(DIGEST / WORD) words a digest.

module jh_top #(
    parameter integer VERSION = 3,
    parameter integer DIGEST = 256,
    parameter integer UNROLL = 1,
    parameter integer STAGES = 1,
    parameter integer STORED = 0,
    parameter integer WORD = 64,
    parameter integer COUNT_BITS = 64,
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

  generate
    if (DIGEST != 256 && DIGEST != 512) begin : gen_refused_digest
      jh_top_needs_DIGEST_of_256_or_512 refused ();
    end
    if (STAGES < 1) begin : gen_refused_stages
      jh_top_needs_STAGES_of_1_or_more refused ();
    end
    if (WORD < 8 || WORD > 512 || (WORD & (WORD - 1)) != 0) begin : gen_refused_word
      jh_top_needs_WORD_a_power_of_two_from_8_to_512 refused ();
    end
    if (COUNT_BITS <= $clog2(WORD)) begin : gen_refused_count_bits
      jh_top_needs_COUNT_BITS_of_more_than_log2_WORD refused ();
    end
  endgenerate

  localparam integer LANE_BITS = hash_pkg::index_bits(STAGES);
  localparam [hash_pkg::PADDING_BITS-1:0] PADDING = hash_pkg::field(hash_pkg::SUFFIX_BITS, 1) |
      hash_pkg::field(hash_pkg::SUFFIX, 1) | hash_pkg::field(hash_pkg::LENGTH_BITS, 128) |
      hash_pkg::field(hash_pkg::LENGTH_PLACE, hash_pkg::OWN_BLOCK_END);

  logic block_valid, block_ready, block_first, block_last, block_empty;
  logic [LANE_BITS-1:0] block_lane;
  logic [511:0] block_data;
  logic [COUNT_BITS-1:0] block_count;
  logic digest_valid, digest_ready, digest_last;
  logic [LANE_BITS-1:0] digest_lane;
  logic [DIGEST-1:0] digest_data;

  message_shell #(
      .BLOCK(512),
      .DIGEST(DIGEST),
      .BEAT(DIGEST),
      .WORD(WORD),
      .STAGES(STAGES),
      .COUNT_BITS(COUNT_BITS),
      .PADDING(PADDING)
  ) shell (
      .*
  );

  jh_core #(
      .VERSION(VERSION),
      .DIGEST(DIGEST),
      .UNROLL(UNROLL),
      .STAGES(STAGES),
      .STORED(STORED),
      .COUNT_BITS(COUNT_BITS)
  ) core (
      .*
  );

endmodule
