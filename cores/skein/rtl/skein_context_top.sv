// SPDX-License-Identifier: Apache-2.0
//
// Skein at message level with contexts: as skein_top, but a message can go on from a context of the chaining value,
// BLOCK / 8 bytes, a count of 8 and the last block, and end with one (docs/context.md).
//
// A digest stays in the core until its words have left, as contexts do: short messages follow one another less closely
// than in skein_top.
//
// Parameters: as skein_core; WORD: 8, 16, 32 or 64; COUNT_BITS as context_shell, 9 or more.
// Ports: see context_shell; out_* carries each beat of a digest in whole words, a context in (2 BLOCK + 64) / WORD.

module skein_context_top #(
    parameter integer BLOCK = 512,
    parameter integer DIGEST = 512,
    parameter integer VERSION = 13,
    parameter integer UNROLL = 8,
    parameter integer STAGES = 1,
    parameter integer WORD = 64,
    parameter integer COUNT_BITS = 64,
    parameter integer CONFIGURE = 0,
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
    if (BLOCK != 256 && BLOCK != 512 && BLOCK != 1024) begin : gen_refused_block
      skein_context_top_needs_BLOCK_of_256_512_or_1024 refused ();
    end
    if (DIGEST < 1) begin : gen_refused_digest
      skein_context_top_needs_DIGEST_of_1_or_more refused ();
    end
    if (VERSION != 11 && VERSION != 12 && VERSION != 13) begin : gen_refused_version
      skein_context_top_needs_VERSION_of_11_12_or_13 refused ();
    end
    if (UNROLL != 1 && UNROLL != 2 && UNROLL != 4 && UNROLL != 8) begin : gen_refused_unroll
      skein_context_top_needs_UNROLL_of_1_2_4_or_8 refused ();
    end
    if (STAGES < 1 || STAGES > UNROLL) begin : gen_refused_stages
      skein_context_top_needs_STAGES_of_1_to_UNROLL refused ();
    end
    if (WORD != 8 && WORD != 16 && WORD != 32 && WORD != 64) begin : gen_refused_word
      skein_context_top_needs_WORD_of_8_16_32_or_64 refused ();
    end
    if (COUNT_BITS < 9 || COUNT_BITS > 64) begin : gen_refused_count_bits
      skein_context_top_needs_COUNT_BITS_of_9_to_64 refused ();
    end
    if (CONFIGURE != 0 && CONFIGURE != 1) begin : gen_refused_configure
      skein_context_top_needs_CONFIGURE_of_0_or_1 refused ();
    end
    if (MERGE != 0 && MERGE != 1) begin : gen_refused_merge
      skein_context_top_needs_MERGE_of_0_or_1 refused ();
    end
  endgenerate

  localparam integer BEAT = (DIGEST < BLOCK) ? DIGEST : BLOCK;
  localparam integer LANE_BITS = hash_pkg::index_bits(STAGES);
  localparam [hash_pkg::PADDING_BITS-1:0] PADDING = hash_pkg::field(hash_pkg::SUFFIX_BITS, 1) |
      hash_pkg::field(hash_pkg::SUFFIX, 1) | hash_pkg::field(hash_pkg::SUFFIX_IF_PARTIAL, 1);

  logic block_valid, block_ready, block_first, block_last, block_empty, block_load, block_give;
  logic [LANE_BITS-1:0] block_lane;
  logic [BLOCK-1:0] block_data, block_chain;
  logic [COUNT_BITS-1:0] block_count;
  logic digest_valid, digest_ready, digest_last;
  logic [LANE_BITS-1:0] digest_lane;
  logic [2*BLOCK-1:0] digest_data;

  context_shell #(
      .BLOCK(BLOCK),
      .DIGEST(DIGEST),
      .BEAT(BEAT),
      .CHAIN(BLOCK),
      .WORD(WORD),
      .STAGES(STAGES),
      .COUNT_BITS(COUNT_BITS),
      .PADDING(PADDING)
  ) shell (
      .*
  );

  skein_core #(
      .BLOCK(BLOCK),
      .DIGEST(DIGEST),
      .VERSION(VERSION),
      .UNROLL(UNROLL),
      .STAGES(STAGES),
      .COUNT_BITS(COUNT_BITS),
      .CONFIGURE(CONFIGURE),
      .MERGE(MERGE),
      .MIX_ADDER(MIX_ADDER),
      .KEY_ADDER(KEY_ADDER),
      .CONTEXT(1)
  ) core (
      .*,
      .block_data({block_give, block_load, block_chain, block_data})
  );

endmodule
