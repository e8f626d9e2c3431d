// SPDX-License-Identifier: Apache-2.0
//
// Keccak, SHA-3 or SHAKE at message level with contexts: as keccak_top, but a message can go on from a context of the
// state, 200 bytes, and a count of 8, and end with one (docs/context.md).
//
// Parameters: RATE, DIGEST, MODE, UNROLL, STAGES, APART as keccak_core, with MODE 0 DIGEST of at most 2040; WORD: 8,
// 16, 32 or 64, and it divides RATE; COUNT_BITS as context_shell.
// Ports: see context_shell; out_* carries each beat of a digest in whole words, a context in 1664 / WORD.

module keccak_context_top #(
    parameter integer RATE = 1088,
    parameter integer DIGEST = 256,
    parameter integer MODE = 2,
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
    input  logic [           STAGES-1:0] in_resume,
    input  logic [           STAGES-1:0] in_save,

    output logic [     STAGES-1:0] out_valid,
    input  logic [     STAGES-1:0] out_ready,
    output logic [STAGES*WORD-1:0] out_data,
    output logic [     STAGES-1:0] out_last,
    output logic [     STAGES-1:0] out_context,
    output logic [     STAGES-1:0] out_error
);

  generate
    if (STAGES < 1) begin : gen_refused_stages
      keccak_context_top_needs_STAGES_of_1_or_more refused ();
    end
    if ((WORD != 8 && WORD != 16 && WORD != 32 && WORD != 64) || RATE % WORD != 0) begin : gen_refused_word
      keccak_context_top_needs_WORD_of_8_16_32_or_64_that_divides_RATE refused ();
    end
    if (COUNT_BITS < BITS_WIDTH || COUNT_BITS > 64) begin : gen_refused_count_bits
      keccak_context_top_needs_COUNT_BITS_of_more_than_log2_WORD_and_64_or_less refused ();
    end
    if (MODE == 0 && DIGEST > 2040) begin : gen_refused_digest
      keccak_context_top_needs_DIGEST_of_2040_or_less_with_MODE_0 refused ();
    end
  endgenerate

  localparam integer BEAT = (DIGEST < RATE) ? DIGEST : RATE;
  localparam integer CHAIN_BITS = 1600;
  localparam integer LANE_BITS = hash_pkg::index_bits(STAGES);
  localparam integer SUFFIX_BITS = (MODE == 2) ? 3 : (MODE == 3) ? 5 : 1;
  localparam integer SUFFIX = (MODE == 2) ? 3 : (MODE == 3) ? 31 : 1;
  localparam [hash_pkg::PADDING_BITS-1:0] ENDING = (MODE == 0) ?
      hash_pkg::field(hash_pkg::TAIL_BYTES, 3) |
      hash_pkg::field(hash_pkg::TAIL, 65536 * (DIGEST / 8) + 256 * (RATE / 8) + 1) :
      hash_pkg::field(hash_pkg::AFTER_BITS, 1) | hash_pkg::field(hash_pkg::AFTER, 1);
  localparam [hash_pkg::PADDING_BITS-1:0] PADDING = hash_pkg::field(hash_pkg::LSB_FIRST, 1) |
      hash_pkg::field(hash_pkg::SUFFIX_BITS, SUFFIX_BITS) | hash_pkg::field(hash_pkg::SUFFIX, SUFFIX) | ENDING;

  logic block_valid, block_ready, block_first, block_last, block_empty, block_load, block_give;
  logic [LANE_BITS-1:0] block_lane;
  logic [RATE-1:0] block_data;
  logic [CHAIN_BITS-1:0] block_chain;
  logic [COUNT_BITS-1:0] block_count;
  logic digest_valid, digest_ready, digest_last;
  logic [LANE_BITS-1:0] digest_lane;
  logic [CHAIN_BITS-1:0] digest_data;

  context_shell #(
      .BLOCK(RATE),
      .DIGEST(DIGEST),
      .BEAT(BEAT),
      .CHAIN(CHAIN_BITS),
      .WORD(WORD),
      .STAGES(STAGES),
      .COUNT_BITS(COUNT_BITS),
      .PADDING(PADDING)
  ) shell (
      .*
  );

  keccak_core #(
      .RATE(RATE),
      .DIGEST(DIGEST),
      .MODE(MODE),
      .UNROLL(UNROLL),
      .STAGES(STAGES),
      .APART(APART),
      .COUNT_BITS(COUNT_BITS),
      .CONTEXT(1)
  ) core (
      .*,
      .block_data({block_give, block_load, block_chain, block_data})
  );

endmodule
