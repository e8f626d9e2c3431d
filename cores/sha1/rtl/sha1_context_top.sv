// SPDX-License-Identifier: Apache-2.0
//
// SHA-1 at message level with contexts: as sha1_top, but a message can go on from a context, 32 bytes with the chaining
// value and a count, and end with one (docs/context.md).
//
// Parameters: UNROLL, STAGES, AHEAD, CARRY_SAVE, ADDER, INVERT as sha1_core; WORD, COUNT_BITS as context_shell.
// Ports: see context_shell; out_* carries ceil(160 / WORD) words a digest, 256 / WORD a context.

module sha1_context_top #(
    parameter integer UNROLL = 1,
    parameter integer STAGES = 1,
    parameter integer AHEAD = 0,
    parameter integer WORD = 64,
    parameter integer COUNT_BITS = 64,
    parameter integer CARRY_SAVE = 1,
    parameter integer ADDER = adder_pkg::BRENT_KUNG,
    parameter integer INVERT = 0,
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
    if (STAGES != 1) begin : gen_refused_stages
      sha1_context_top_needs_STAGES_of_1 refused ();
    end
    if (WORD != 8 && WORD != 16 && WORD != 32 && WORD != 64) begin : gen_refused_word
      sha1_context_top_needs_WORD_of_8_16_32_or_64 refused ();
    end
    if (COUNT_BITS < BITS_WIDTH || COUNT_BITS > 64) begin : gen_refused_count_bits
      sha1_context_top_needs_COUNT_BITS_of_more_than_log2_WORD_and_64_or_less refused ();
    end
  endgenerate

  localparam integer BLOCK = 512;
  localparam integer DIGEST = 160;
  localparam integer CHAIN_BITS = DIGEST;
  localparam integer LANE_BITS = hash_pkg::index_bits(STAGES);
  localparam [hash_pkg::PADDING_BITS-1:0] PADDING = hash_pkg::field(hash_pkg::SUFFIX_BITS, 1) |
      hash_pkg::field(hash_pkg::SUFFIX, 1) | hash_pkg::field(hash_pkg::LENGTH_BITS, 64);

  logic block_valid, block_ready, block_first, block_last, block_empty, block_load, block_give;
  logic [LANE_BITS-1:0] block_lane;
  logic [BLOCK-1:0] block_data;
  logic [CHAIN_BITS-1:0] block_chain;
  logic [COUNT_BITS-1:0] block_count;
  logic digest_valid, digest_ready, digest_last;
  logic [LANE_BITS-1:0] digest_lane;
  logic [DIGEST-1:0] digest_data;

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

  sha1_core #(
      .UNROLL(UNROLL),
      .STAGES(STAGES),
      .AHEAD(AHEAD),
      .COUNT_BITS(COUNT_BITS),
      .CARRY_SAVE(CARRY_SAVE),
      .ADDER(ADDER),
      .INVERT(INVERT),
      .CONTEXT(1)
  ) core (
      .*,
      .block_data({block_give, block_load, block_chain, block_data})
  );

endmodule
