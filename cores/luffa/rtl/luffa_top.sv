// SPDX-License-Identifier: Apache-2.0
//
// Luffa, version 2, at message level: streams of words in, digests out, padding (section 3.1 of the specification)
// inside: `1` and zeros to the end of a block.
//
// Parameters: DIGEST, UNROLL, STAGES, APART as luffa_core; WORD: bits in a word, a power of two from 8 to 256;
// COUNT_BITS: messages are shorter than 2^COUNT_BITS bits, it is more than log2 WORD.
// Ports: see message_shell; out_* carries DIGEST / WORD words a digest.

module luffa_top #(
    parameter integer DIGEST = 256,
    parameter integer UNROLL = 1,
    parameter integer STAGES = 1,
    parameter integer APART = 1,
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
    if (STAGES < 1) begin : gen_refused_stages
      luffa_top_needs_STAGES_of_1_or_more refused ();
    end
    if (WORD < 8 || WORD > 256 || WORD != 2 ** $clog2(WORD)) begin : gen_refused_word
      luffa_top_needs_WORD_a_power_of_two_from_8_to_256 refused ();
    end
    if (COUNT_BITS < BITS_WIDTH) begin : gen_refused_count_bits
      luffa_top_needs_COUNT_BITS_of_more_than_log2_WORD refused ();
    end
  endgenerate

  localparam integer LANE_BITS = hash_pkg::index_bits(STAGES);
  localparam [hash_pkg::PADDING_BITS-1:0] PADDING = hash_pkg::field(hash_pkg::SUFFIX_BITS, 1) |
      hash_pkg::field(hash_pkg::SUFFIX, 1);

  logic block_valid, block_ready, block_first, block_last, block_empty;
  logic [LANE_BITS-1:0] block_lane;
  logic [255:0] block_data;
  logic [COUNT_BITS-1:0] block_count;
  logic digest_valid, digest_ready, digest_last;
  logic [LANE_BITS-1:0] digest_lane;
  logic [255:0] digest_data;

  message_shell #(
      .BLOCK(256),
      .DIGEST(DIGEST),
      .BEAT(256),
      .WORD(WORD),
      .STAGES(STAGES),
      .COUNT_BITS(COUNT_BITS),
      .PADDING(PADDING)
  ) shell (
      .*
  );

  luffa_core #(
      .DIGEST(DIGEST),
      .UNROLL(UNROLL),
      .STAGES(STAGES),
      .APART(APART),
      .COUNT_BITS(COUNT_BITS)
  ) core (
      .*
  );

endmodule
