// SPDX-License-Identifier: Apache-2.0
//
// SIMD at message level: streams of words in, digests out, padding inside. Zeros to a whole block, then a block that
// begins with the length of the message in bits, in 64 bits, least significant byte first.
//
// Parameters: LADDERS, UNROLL, STAGES, LOAD_TURN, SAVE, ADDER, RESIDUE_ADDER, CODE_ADDER as simd_core; WORD: bits in a
// word, a power of two from 8 to the block; COUNT_BITS: messages are shorter than 2^COUNT_BITS bits, it is more than
// log2 WORD.
// Ports: see message_shell; out_* carries ceil(64 LADDERS / WORD) words a digest.

module simd_top #(
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

    output logic [     STAGES-1:0] out_valid,
    input  logic [     STAGES-1:0] out_ready,
    output logic [STAGES*WORD-1:0] out_data,
    output logic [     STAGES-1:0] out_last
);

  generate
    if (STAGES < 1) begin : gen_refused_stages
      simd_top_needs_STAGES_of_1_or_more refused ();
    end
    if (LADDERS != 4 && LADDERS != 8) begin : gen_refused_ladders
      simd_top_needs_LADDERS_of_4_or_8 refused ();
    end
    if (WORD < 8 || WORD > 128 * LADDERS || WORD != 2 ** $clog2(WORD)) begin : gen_refused_word
      simd_top_needs_WORD_a_power_of_two_from_8_to_128_LADDERS refused ();
    end
    if (COUNT_BITS < BITS_WIDTH) begin : gen_refused_count_bits
      simd_top_needs_COUNT_BITS_of_more_than_log2_WORD refused ();
    end
  endgenerate

  localparam integer BLOCK = 128 * LADDERS;
  localparam integer DIGEST = 64 * LADDERS;
  localparam integer LANE_BITS = hash_pkg::index_bits(STAGES);
  localparam [hash_pkg::PADDING_BITS-1:0] PADDING = hash_pkg::field(hash_pkg::LENGTH_BITS, 64) |
      hash_pkg::field(hash_pkg::LENGTH_LITTLE, 1) |
      hash_pkg::field(hash_pkg::LENGTH_PLACE, hash_pkg::OWN_BLOCK_BEGIN);

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

  simd_core #(
      .LADDERS(LADDERS),
      .UNROLL(UNROLL),
      .STAGES(STAGES),
      .LOAD_TURN(LOAD_TURN),
      .COUNT_BITS(COUNT_BITS),
      .SAVE(SAVE),
      .ADDER(ADDER),
      .RESIDUE_ADDER(RESIDUE_ADDER),
      .CODE_ADDER(CODE_ADDER)
  ) core (
      .*
  );

endmodule
