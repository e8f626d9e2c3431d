// SPDX-License-Identifier: Apache-2.0
//
// Luffa, version 2, at message level with contexts: as luffa_top, but a message can go on from a context of the V_j, 96
// bytes or with DIGEST 512 160, and a count of 8, and end with one (docs/context.md).
//
// Parameters: DIGEST, UNROLL, STAGES, APART as luffa_core; WORD, COUNT_BITS as context_shell.
// Ports: see context_shell; out_* carries DIGEST / WORD words a digest, 832 / WORD or 1344 / WORD a context.

module luffa_context_top #(
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
      luffa_context_top_needs_STAGES_of_1_or_more refused ();
    end
    if (DIGEST != 256 && DIGEST != 512) begin : gen_refused_digest
      luffa_context_top_needs_DIGEST_of_256_or_512 refused ();
    end
    if (WORD != 8 && WORD != 16 && WORD != 32 && WORD != 64) begin : gen_refused_word
      luffa_context_top_needs_WORD_of_8_16_32_or_64 refused ();
    end
    if (COUNT_BITS < BITS_WIDTH || COUNT_BITS > 64) begin : gen_refused_count_bits
      luffa_context_top_needs_COUNT_BITS_of_more_than_log2_WORD_and_64_or_less refused ();
    end
  endgenerate

  localparam integer CHAIN = (DIGEST > 256) ? 1280 : 768;
  localparam integer LANE_BITS = hash_pkg::index_bits(STAGES);
  localparam [hash_pkg::PADDING_BITS-1:0] PADDING = hash_pkg::field(hash_pkg::SUFFIX_BITS, 1) |
      hash_pkg::field(hash_pkg::SUFFIX, 1);

  logic block_valid, block_ready, block_first, block_last, block_empty, block_load, block_give;
  logic [LANE_BITS-1:0] block_lane;
  logic [255:0] block_data;
  logic [CHAIN-1:0] block_chain;
  logic [COUNT_BITS-1:0] block_count;
  logic digest_valid, digest_ready, digest_last;
  logic [LANE_BITS-1:0] digest_lane;
  logic [CHAIN-1:0] digest_data;

  context_shell #(
      .BLOCK(256),
      .DIGEST(DIGEST),
      .BEAT(256),
      .CHAIN(CHAIN),
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
      .COUNT_BITS(COUNT_BITS),
      .CONTEXT(1)
  ) core (
      .*,
      .block_data({block_give, block_load, block_chain, block_data})
  );

endmodule
