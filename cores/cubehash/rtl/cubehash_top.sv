// SPDX-License-Identifier: Apache-2.0
//
// CubeHash16/32 at message level: streams of words in, digests out, padding inside: `1` and zeros to the end of a
// block.
//
// Parameters: DIGEST, UNROLL, PARTS, STAGES, CUT, ADDER as cubehash_core; WORD: bits in a word, a power of two from 8
// to 256; COUNT_BITS: more than log2 WORD, messages are shorter than 2^COUNT_BITS bits.
// Ports: see message_shell; out_* carries ceil(DIGEST / WORD) words a digest.

module cubehash_top #(
    parameter integer DIGEST = 256,
    parameter integer UNROLL = 1,
    parameter integer PARTS = 1,
    parameter integer STAGES = 1,
    parameter integer WORD = 64,
    parameter integer COUNT_BITS = 64,
    parameter integer CUT = 16,
    parameter integer ADDER = adder_pkg::BRENT_KUNG,
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
      cubehash_top_needs_DIGEST_of_256_or_512 refused ();
    end
    if (STAGES < 1) begin : gen_refused_stages
      cubehash_top_needs_STAGES_of_1_or_more refused ();
    end
    if (WORD < 8 || WORD > 256 || (WORD & (WORD - 1)) != 0) begin : gen_refused_word
      cubehash_top_needs_WORD_a_power_of_two_from_8_to_256 refused ();
    end
    if (COUNT_BITS <= $clog2(WORD)) begin : gen_refused_count_bits
      cubehash_top_needs_COUNT_BITS_of_more_than_log2_WORD refused ();
    end
  endgenerate

  localparam integer BLOCK = 256;
  localparam integer LANE_BITS = hash_pkg::index_bits(STAGES);
  localparam [hash_pkg::PADDING_BITS-1:0] PADDING = hash_pkg::field(hash_pkg::SUFFIX_BITS, 1) |
      hash_pkg::field(hash_pkg::SUFFIX, 1);

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

  cubehash_core #(
      .DIGEST(DIGEST),
      .UNROLL(UNROLL),
      .PARTS(PARTS),
      .STAGES(STAGES),
      .COUNT_BITS(COUNT_BITS),
      .CUT(CUT),
      .ADDER(ADDER)
  ) core (
      .*
  );

endmodule
