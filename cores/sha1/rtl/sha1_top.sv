// SPDX-License-Identifier: Apache-2.0
//
// SHA-1 at message level: streams of words in, digests out, padding (FIPS 180-4, section 5.1) inside.
// `1`, zeros, and the length of the message in bits in 64 bits, most significant byte first.
//
// Parameters: UNROLL, STAGES, AHEAD, CARRY_SAVE, ADDER, INVERT as sha1_core; WORD: bits in a word, a power of
// two from 8 to 512; COUNT_BITS: messages are shorter than 2^COUNT_BITS bits, it is more than log2 WORD.
// Ports: see message_shell; out_* carries ceil(160 / WORD) words a digest.

module sha1_top #(
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

    output logic [     STAGES-1:0] out_valid,
    input  logic [     STAGES-1:0] out_ready,
    output logic [STAGES*WORD-1:0] out_data,
    output logic [     STAGES-1:0] out_last
);

  generate
    if (STAGES != 1) begin : gen_refused_stages
      sha1_top_needs_STAGES_of_1 refused ();
    end
    if (WORD < 8 || WORD > 512 || WORD != 2 ** $clog2(WORD)) begin : gen_refused_word
      sha1_top_needs_WORD_a_power_of_two_from_8_to_512 refused ();
    end
    if (COUNT_BITS < BITS_WIDTH) begin : gen_refused_count_bits
      sha1_top_needs_COUNT_BITS_of_more_than_log2_WORD refused ();
    end
  endgenerate

  localparam integer BLOCK = 512;
  localparam integer DIGEST = 160;
  localparam integer LANE_BITS = hash_pkg::index_bits(STAGES);
  localparam [hash_pkg::PADDING_BITS-1:0] PADDING = hash_pkg::field(hash_pkg::SUFFIX_BITS, 1) |
      hash_pkg::field(hash_pkg::SUFFIX, 1) | hash_pkg::field(hash_pkg::LENGTH_BITS, 64);

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

  sha1_core #(
      .UNROLL(UNROLL),
      .STAGES(STAGES),
      .AHEAD(AHEAD),
      .COUNT_BITS(COUNT_BITS),
      .CARRY_SAVE(CARRY_SAVE),
      .ADDER(ADDER),
      .INVERT(INVERT)
  ) core (
      .*
  );

endmodule
