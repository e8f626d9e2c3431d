// SPDX-License-Identifier: Apache-2.0
//
// BLAKE at message level: streams of words in, digests out, padding (section 2.1.3) inside: `1`, zeros, `1`, and the
// length of the message in bits in two words, most significant byte first.
//
// Parameters: as blake_core; WORD: bits in a word of the streams, a power of two from 8 to 2 DIGEST; COUNT_BITS: more
// than log2 WORD, messages are shorter than 2^COUNT_BITS bits.
// Ports: see message_shell; out_* carries ceil(DIGEST / WORD) words a digest.

module blake_top #(
    parameter integer DIGEST = 256,
    parameter integer VERSION = 3,
    parameter integer UNROLL = 1,
    parameter integer PARTS = 1,
    parameter integer STAGES = 1,
    parameter integer MERGE = 0,
    parameter integer WORD = 64,
    parameter integer COUNT_BITS = 64,
    parameter integer ADDER = adder_pkg::BRENT_KUNG,
    parameter integer WORD_ADDER = adder_pkg::BRENT_KUNG,
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
      blake_top_needs_DIGEST_of_256_or_512 refused ();
    end
    if (WORD < 8 || WORD > 2 * DIGEST || (WORD & (WORD - 1)) != 0) begin : gen_refused_word
      blake_top_needs_WORD_a_power_of_two_from_8_to_2_DIGEST refused ();
    end
    if (COUNT_BITS <= $clog2(WORD)) begin : gen_refused_count_bits
      blake_top_needs_COUNT_BITS_of_more_than_log2_WORD refused ();
    end
  endgenerate

  localparam integer BLOCK = 2 * DIGEST;
  localparam integer LANE_BITS = hash_pkg::index_bits(STAGES);
  localparam [hash_pkg::PADDING_BITS-1:0] PADDING = hash_pkg::field(hash_pkg::SUFFIX_BITS, 1) |
      hash_pkg::field(hash_pkg::SUFFIX, 1) | hash_pkg::field(hash_pkg::BEFORE_BITS, 1) |
      hash_pkg::field(hash_pkg::BEFORE, 1) | hash_pkg::field(hash_pkg::LENGTH_BITS, DIGEST / 4);

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

  blake_core #(
      .DIGEST(DIGEST),
      .VERSION(VERSION),
      .UNROLL(UNROLL),
      .PARTS(PARTS),
      .STAGES(STAGES),
      .MERGE(MERGE),
      .COUNT_BITS(COUNT_BITS),
      .ADDER(ADDER),
      .WORD_ADDER(WORD_ADDER)
  ) core (
      .*
  );

endmodule
