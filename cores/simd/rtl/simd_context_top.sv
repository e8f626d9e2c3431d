// SPDX-License-Identifier: Apache-2.0
//
// SIMD at message level with contexts: as simd_top, but a message can go on from a context of the chaining value, 16
// LADDERS bytes, and a count of 8, and end with one (docs/context.md).
//
// Parameters: those of simd_core; WORD, COUNT_BITS as context_shell.
// Ports: see context_shell; out_* carries 64 LADDERS / WORD words a digest, (128 LADDERS + 64) / WORD a context.

module simd_context_top #(
    parameter integer LADDERS = 4,
    parameter integer UNROLL = 1,
    parameter integer STAGES = 1,
    parameter integer LOAD_TURN = 1,
    parameter integer WORD = 64,
    parameter integer COUNT_BITS = 64,
    parameter integer SAVE = 1,
    parameter integer ADDER = adder_pkg::SKLANSKY,
    parameter integer RESIDUE_ADDER = adder_pkg::BRENT_KUNG,
    parameter integer CODE_ADDER = adder_pkg::BRENT_KUNG,
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
      simd_context_top_needs_STAGES_of_1_or_more refused ();
    end
    if (LADDERS != 4 && LADDERS != 8) begin : gen_refused_ladders
      simd_context_top_needs_LADDERS_of_4_or_8 refused ();
    end
    if (WORD != 8 && WORD != 16 && WORD != 32 && WORD != 64) begin : gen_refused_word
      simd_context_top_needs_WORD_of_8_16_32_or_64 refused ();
    end
    if (COUNT_BITS < BITS_WIDTH || COUNT_BITS > 64) begin : gen_refused_count_bits
      simd_context_top_needs_COUNT_BITS_of_more_than_log2_WORD_and_64_or_less refused ();
    end
  endgenerate

  localparam integer BLOCK = 128 * LADDERS;
  localparam integer DIGEST = 64 * LADDERS;
  localparam integer CHAIN = BLOCK;
  localparam integer LANE_BITS = hash_pkg::index_bits(STAGES);
  localparam [hash_pkg::PADDING_BITS-1:0] PADDING = hash_pkg::field(hash_pkg::LENGTH_BITS, 64) |
      hash_pkg::field(hash_pkg::LENGTH_LITTLE, 1) |
      hash_pkg::field(hash_pkg::LENGTH_PLACE, hash_pkg::OWN_BLOCK_BEGIN);

  logic block_valid, block_ready, block_first, block_last, block_empty, block_load, block_give;
  logic [LANE_BITS-1:0] block_lane;
  logic [BLOCK-1:0] block_data;
  logic [CHAIN-1:0] block_chain;
  logic [COUNT_BITS-1:0] block_count;
  logic digest_valid, digest_ready, digest_last;
  logic [LANE_BITS-1:0] digest_lane;
  logic [CHAIN-1:0] digest_data;

  context_shell #(
      .BLOCK(BLOCK),
      .DIGEST(DIGEST),
      .BEAT(DIGEST),
      .CHAIN(CHAIN),
      .WORD(WORD),
      .STAGES(STAGES),
      .COUNT_BITS(COUNT_BITS),
      .PADDING(PADDING)
  ) shell (
      .*
  );

  simd_core #(
      .LADDERS(LADDERS),
      .UNROLL(UNROLL),
      .STAGES(STAGES),
      .LOAD_TURN(LOAD_TURN),
      .COUNT_BITS(COUNT_BITS),
      .SAVE(SAVE),
      .ADDER(ADDER),
      .RESIDUE_ADDER(RESIDUE_ADDER),
      .CODE_ADDER(CODE_ADDER),
      .CONTEXT(1)
  ) core (
      .*,
      .block_data({block_give, block_load, block_chain, block_data})
  );

endmodule
