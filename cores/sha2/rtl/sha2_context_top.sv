// SPDX-License-Identifier: Apache-2.0
//
// SHA-2 at message level with contexts: as sha2_top, but a message can go on from a context of the chaining value, 32
// bytes or with LONG = 1 64, and a count of 8, and end with one (docs/context.md).
//
// Parameters: those of sha2_core; WORD, COUNT_BITS as context_shell.
// Ports: see context_shell; out_* carries ceil(DIGEST / WORD) words a digest, 320 / WORD or 576 / WORD a context.

module sha2_context_top #(
    parameter integer DIGEST = 256,
    parameter integer LONG = (DIGEST > 256) ? 1 : 0,
    parameter integer UNROLL = 1,
    parameter integer STAGES = 1,
    parameter integer WORD = 64,
    parameter integer COUNT_BITS = 64,
    parameter integer COMPRESSOR = sha2_pkg::DIRECT,
    parameter integer CHAIN = sha2_adder_chain_pkg::SAVED_CHAIN,
    parameter integer CARRY_SAVE = 1,
    parameter integer ADDER = adder_pkg::SKLANSKY,
    parameter integer SIDE_ADDER = adder_pkg::BRENT_KUNG,
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

  localparam integer BLOCK = (LONG != 0) ? 1024 : 512;

  generate
    if (STAGES < 1) begin : gen_refused_stages
      sha2_context_top_needs_STAGES_of_1_or_more refused ();
    end
    if (DIGEST != 224 && DIGEST != 256 && (LONG == 0 || (DIGEST != 384 && DIGEST != 512))) begin : gen_refused_digest
      sha2_context_top_needs_DIGEST_of_224_or_256_or_with_LONG_1_384_or_512 refused ();
    end
    if (LONG != 0 && LONG != 1) begin : gen_refused_long
      sha2_context_top_needs_LONG_of_0_or_1 refused ();
    end
    if (WORD != 8 && WORD != 16 && WORD != 32 && WORD != 64) begin : gen_refused_word
      sha2_context_top_needs_WORD_of_8_16_32_or_64 refused ();
    end
    if (COUNT_BITS < BITS_WIDTH || COUNT_BITS > 64) begin : gen_refused_count_bits
      sha2_context_top_needs_COUNT_BITS_of_more_than_log2_WORD_and_64_or_less refused ();
    end
  endgenerate

  localparam integer CHAIN_BITS = BLOCK / 2;
  localparam integer LANE_BITS = hash_pkg::index_bits(STAGES);
  localparam [hash_pkg::PADDING_BITS-1:0] PADDING = hash_pkg::field(hash_pkg::SUFFIX_BITS, 1) |
      hash_pkg::field(hash_pkg::SUFFIX, 1) | hash_pkg::field(hash_pkg::LENGTH_BITS, BLOCK / 8);

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

  sha2_core #(
      .DIGEST(DIGEST),
      .LONG(LONG),
      .UNROLL(UNROLL),
      .STAGES(STAGES),
      .COUNT_BITS(COUNT_BITS),
      .COMPRESSOR(COMPRESSOR),
      .CHAIN(CHAIN),
      .CARRY_SAVE(CARRY_SAVE),
      .ADDER(ADDER),
      .SIDE_ADDER(SIDE_ADDER),
      .CONTEXT(1)
  ) core (
      .*,
      .block_data({block_give, block_load, block_chain, block_data})
  );

endmodule
