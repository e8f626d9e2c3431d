// SPDX-License-Identifier: Apache-2.0
//
// ECHO at message level: streams of words in, digests out, padding inside: `1`, zeros, the size of the digest in 16
// bits and the length of the message in 128, least significant bytes first.
//
// Parameters: DIGEST, UNROLL, STAGES, COLUMN, COUNT_BITS, SBOX as echo_core, COUNT_BITS more than log2 WORD; WORD:
// bits in a word, a power of two from 8 to 512, or to 1024 with DIGEST above 256.
// Ports: see message_shell; out_* carries ceil(DIGEST / WORD) words a digest.

module echo_top #(
    parameter integer DIGEST = 256,
    parameter integer UNROLL = 1,
    parameter integer STAGES = 1,
    parameter integer COLUMN = 0,
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

  generate
    if (DIGEST < 1 || DIGEST > 512) begin : gen_refused_digest
      echo_top_needs_DIGEST_of_1_to_512 refused ();
    end
    if (STAGES < 1) begin : gen_refused_stages
      echo_top_needs_STAGES_of_1_or_more refused ();
    end
    if (WORD < 8 || WORD > ((DIGEST <= 256) ? 512 : 1024) || (WORD & (WORD - 1)) != 0) begin : gen_refused_word
      echo_top_needs_WORD_a_power_of_two_from_8_on_that_divides_a_block refused ();
    end
    if (COUNT_BITS <= $clog2(WORD)) begin : gen_refused_count_bits
      echo_top_needs_COUNT_BITS_of_more_than_log2_WORD refused ();
    end
  endgenerate

  localparam integer BLOCK = 2048 - 128 * echo_pkg::chain_words(DIGEST);
  localparam integer LANE_BITS = hash_pkg::index_bits(STAGES);
  localparam [hash_pkg::PADDING_BITS-1:0] PADDING = hash_pkg::field(hash_pkg::SUFFIX_BITS, 1) |
      hash_pkg::field(hash_pkg::SUFFIX, 1) | hash_pkg::field(hash_pkg::LENGTH_BITS, 128) |
      hash_pkg::field(hash_pkg::LENGTH_LITTLE, 1) | hash_pkg::field(hash_pkg::BEFORE_BITS, 16) |
      hash_pkg::field(hash_pkg::BEFORE, (DIGEST / 256) % 256 + (DIGEST % 256) * 256);

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

  echo_core #(
      .DIGEST(DIGEST),
      .UNROLL(UNROLL),
      .STAGES(STAGES),
      .COLUMN(COLUMN),
      .COUNT_BITS(COUNT_BITS),
      .SBOX(SBOX)
  ) core (
      .*
  );

endmodule
