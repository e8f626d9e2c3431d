// SPDX-License-Identifier: Apache-2.0
//
// Hamsi at message level with contexts: as hamsi_top, but a message can go on from a context of the chaining value,
// SIZE / 8 bytes, and a count of 8, and end with one (docs/context.md).
//
// Parameters: SIZE, UNROLL, STAGES, CUT as hamsi_core; WORD: 8, 16, 32 or, with SIZE 512, 64; COUNT_BITS as
// context_shell.
// Ports: see context_shell; out_* carries SIZE / WORD words a digest, (SIZE + 64) / WORD a context.

module hamsi_context_top #(
    parameter integer SIZE = 256,
    parameter integer UNROLL = 1,
    parameter integer STAGES = 1,
    parameter integer CUT = 0,
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
    if (SIZE != 256 && SIZE != 512) begin : gen_refused_size
      hamsi_context_top_needs_SIZE_of_256_or_512 refused ();
    end
    if (WORD != 8 && WORD != 16 && WORD != 32 && (WORD != 64 || SIZE == 256)) begin : gen_refused_word
      hamsi_context_top_needs_WORD_of_8_16_32_or_with_SIZE_512_64 refused ();
    end
    if (COUNT_BITS < BITS_WIDTH || COUNT_BITS > 64) begin : gen_refused_count_bits
      hamsi_context_top_needs_COUNT_BITS_of_more_than_log2_WORD_and_64_or_less refused ();
    end
  endgenerate

  localparam integer CHAIN = SIZE;
  localparam integer LANE_BITS = hash_pkg::index_bits(STAGES);
  localparam [hash_pkg::PADDING_BITS-1:0] PADDING = hash_pkg::field(hash_pkg::SUFFIX_BITS, 1) |
      hash_pkg::field(hash_pkg::SUFFIX, 1) | hash_pkg::field(hash_pkg::LENGTH_BITS, 64);

  logic block_valid, block_ready, block_first, block_last, block_empty, block_load, block_give;
  logic [LANE_BITS-1:0] block_lane;
  logic [SIZE/8-1:0] block_data;
  logic [CHAIN-1:0] block_chain;
  logic [COUNT_BITS-1:0] block_count;
  logic digest_valid, digest_ready, digest_last;
  logic [LANE_BITS-1:0] digest_lane;
  logic [CHAIN-1:0] digest_data;

  context_shell #(
      .BLOCK(SIZE/8),
      .DIGEST(SIZE),
      .BEAT(SIZE),
      .CHAIN(CHAIN),
      .WORD(WORD),
      .STAGES(STAGES),
      .COUNT_BITS(COUNT_BITS),
      .PADDING(PADDING)
  ) shell (
      .*
  );

  hamsi_core #(
      .SIZE(SIZE),
      .UNROLL(UNROLL),
      .STAGES(STAGES),
      .CUT(CUT),
      .COUNT_BITS(COUNT_BITS),
      .CONTEXT(1)
  ) core (
      .*,
      .block_data({block_give, block_load, block_chain, block_data})
  );

endmodule
