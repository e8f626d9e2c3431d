// SPDX-License-Identifier: Apache-2.0
//
// Fugue at message level with contexts: as fugue_top, but a message can go on from a context, 128 bytes with DIGEST 256
// and 152 with 512, and end with one (docs/context.md).
//
// Parameters: DIGEST, UNROLL, STAGES, SBOX as fugue_core; WORD: bits in a word of the streams, 8, 16 or 32; COUNT_BITS
// as context_shell.
// Ports: see context_shell; out_* carries DIGEST / WORD words a digest, 1024 / WORD or 1216 / WORD a context.

module fugue_context_top #(
    parameter integer DIGEST = 256,
    parameter integer UNROLL = 1,
    parameter integer STAGES = 1,
    parameter integer SBOX = aes_pkg::SHALLOW,
    parameter integer WORD = 32,
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
    if (DIGEST != 256 && DIGEST != 512) begin : gen_refused_digest
      fugue_context_top_needs_DIGEST_of_256_or_512 refused ();
    end
    if (STAGES < 1) begin : gen_refused_stages
      fugue_context_top_needs_STAGES_of_1_or_more refused ();
    end
    if (WORD != 8 && WORD != 16 && WORD != 32) begin : gen_refused_word
      fugue_context_top_needs_WORD_of_8_16_or_32 refused ();
    end
    if (COUNT_BITS < BITS_WIDTH || COUNT_BITS > 64) begin : gen_refused_count_bits
      fugue_context_top_needs_COUNT_BITS_of_more_than_log2_WORD_and_64_or_less refused ();
    end
  endgenerate

  localparam integer BLOCK = 32;
  localparam integer CHAIN_BITS = 32 * fugue_pkg::columns(DIGEST);
  localparam integer LANE_BITS = hash_pkg::index_bits(STAGES);
  localparam [hash_pkg::PADDING_BITS-1:0] PADDING = hash_pkg::field(hash_pkg::LENGTH_BITS, 64);

  logic block_valid, block_ready, block_first, block_last, block_empty, block_load, block_give;
  logic [LANE_BITS-1:0] block_lane;
  logic [BLOCK-1:0] block_data;
  logic [CHAIN_BITS-1:0] block_chain;
  logic [COUNT_BITS-1:0] block_count;
  logic digest_valid, digest_ready, digest_last;
  logic [LANE_BITS-1:0] digest_lane;
  logic [CHAIN_BITS-1:0] digest_data;

  context_shell #(
      .BLOCK(BLOCK),
      .DIGEST(DIGEST),
      .BEAT(DIGEST),
      .CHAIN(CHAIN_BITS),
      .WORD(WORD),
      .STAGES(STAGES),
      .COUNT_BITS(COUNT_BITS),
      .PADDING(PADDING)
  ) shell (
      .*
  );

  fugue_core #(
      .DIGEST(DIGEST),
      .UNROLL(UNROLL),
      .STAGES(STAGES),
      .SBOX(SBOX),
      .COUNT_BITS(COUNT_BITS),
      .CONTEXT(1)
  ) core (
      .block_data({block_give, block_load, block_chain, block_data}),
      .*
  );

endmodule
