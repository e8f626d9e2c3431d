// SPDX-License-Identifier: Apache-2.0
//
// SHA-2 at message level: streams of words in, digests out, padding (FIPS 180-4, section 5.1) inside.
// `1`, zeros, and the length of the message in bits in 64 or 128 bits, most significant byte first.
//
// Parameters: those of sha2_core; WORD: bits in a word of a stream, a power of two from 8 to the block; COUNT_BITS:
// messages are shorter than 2^COUNT_BITS bits, it is more than log2 WORD.
// Ports: see message_shell; out_* carries ceil(DIGEST / WORD) words a digest.

module sha2_top #(
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

    output logic [     STAGES-1:0] out_valid,
    input  logic [     STAGES-1:0] out_ready,
    output logic [STAGES*WORD-1:0] out_data,
    output logic [     STAGES-1:0] out_last
);

  localparam integer BLOCK = (LONG != 0) ? 1024 : 512;

  generate
    if (STAGES < 1) begin : gen_refused_stages
      sha2_top_needs_STAGES_of_1_or_more refused ();
    end
    if (DIGEST != 224 && DIGEST != 256 && (LONG == 0 || (DIGEST != 384 && DIGEST != 512))) begin : gen_refused_digest
      sha2_top_needs_DIGEST_of_224_or_256_or_with_LONG_1_384_or_512 refused ();
    end
    if (LONG != 0 && LONG != 1) begin : gen_refused_long
      sha2_top_needs_LONG_of_0_or_1 refused ();
    end
    if (WORD < 8 || WORD > BLOCK || WORD != 2 ** $clog2(WORD)) begin : gen_refused_word
      sha2_top_needs_WORD_a_power_of_two_from_8_to_the_block refused ();
    end
    if (COUNT_BITS < BITS_WIDTH) begin : gen_refused_count_bits
      sha2_top_needs_COUNT_BITS_of_more_than_log2_WORD refused ();
    end
  endgenerate

  localparam integer LANE_BITS = hash_pkg::index_bits(STAGES);
  localparam [hash_pkg::PADDING_BITS-1:0] PADDING = hash_pkg::field(hash_pkg::SUFFIX_BITS, 1) |
      hash_pkg::field(hash_pkg::SUFFIX, 1) | hash_pkg::field(hash_pkg::LENGTH_BITS, BLOCK / 8);

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
      .SIDE_ADDER(SIDE_ADDER)
  ) core (
      .*
  );

endmodule
