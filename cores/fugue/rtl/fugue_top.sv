// SPDX-License-Identifier: Apache-2.0
//
// Fugue at message level: streams of words in, digests out, padding inside: zeros to a word of 32 bits, and the length
// of the message in bits in 64 bits, most significant byte first.
//
// Parameters: DIGEST, UNROLL, STAGES, SBOX as fugue_core; WORD: bits in a word of the streams, 8, 16 or 32;
// COUNT_BITS: more than log2 WORD, messages are shorter than 2^COUNT_BITS bits.
// Ports: see message_shell; out_* carries DIGEST / WORD words a digest.

module fugue_top #(
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

    output logic [     STAGES-1:0] out_valid,
    input  logic [     STAGES-1:0] out_ready,
    output logic [STAGES*WORD-1:0] out_data,
    output logic [     STAGES-1:0] out_last
);

  generate
    if (DIGEST != 256 && DIGEST != 512) begin : gen_refused_digest
      fugue_top_needs_DIGEST_of_256_or_512 refused ();
    end
    if (WORD != 8 && WORD != 16 && WORD != 32) begin : gen_refused_word
      fugue_top_needs_WORD_of_8_16_or_32 refused ();
    end
    if (COUNT_BITS <= $clog2(WORD)) begin : gen_refused_count_bits
      fugue_top_needs_COUNT_BITS_of_more_than_log2_WORD refused ();
    end
  endgenerate

  localparam integer BLOCK = 32;
  localparam integer LANE_BITS = hash_pkg::index_bits(STAGES);
  localparam [hash_pkg::PADDING_BITS-1:0] PADDING = hash_pkg::field(hash_pkg::LENGTH_BITS, 64);

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

  fugue_core #(
      .DIGEST(DIGEST),
      .UNROLL(UNROLL),
      .STAGES(STAGES),
      .SBOX(SBOX),
      .COUNT_BITS(COUNT_BITS)
  ) core (
      .*
  );

endmodule
