// SPDX-License-Identifier: Apache-2.0
//
// Hamsi behind streams of words; padding inside: a `1`, zeros to the end of a block, and the length of the message in
// bits in 64 bits, most significant byte first, which are the last block of Hamsi-512 and the last two of Hamsi-256.
//
// Parameters: SIZE, UNROLL, STAGES, CUT as hamsi_core; WORD: bits in a word, 8, 16, 32 or, with SIZE 512, 64;
// COUNT_BITS: more than log2 WORD, messages are shorter than 2^COUNT_BITS bits.
// Ports: see message_shell; out_* carries ceil(SIZE / WORD) words a digest.

module hamsi_top #(
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

    output logic [     STAGES-1:0] out_valid,
    input  logic [     STAGES-1:0] out_ready,
    output logic [STAGES*WORD-1:0] out_data,
    output logic [     STAGES-1:0] out_last
);

  generate
    if (SIZE != 256 && SIZE != 512) begin : gen_refused_size
      hamsi_top_needs_SIZE_of_256_or_512 refused ();
    end
    if (WORD < 8 || WORD > SIZE / 8 || (WORD & (WORD - 1)) != 0) begin : gen_refused_word
      hamsi_top_needs_WORD_a_power_of_two_from_8_to_a_block refused ();
    end
    if (COUNT_BITS <= $clog2(WORD)) begin : gen_refused_count_bits
      hamsi_top_needs_COUNT_BITS_of_more_than_log2_WORD refused ();
    end
  endgenerate

  localparam integer LANE_BITS = hash_pkg::index_bits(STAGES);
  localparam [hash_pkg::PADDING_BITS-1:0] PADDING = hash_pkg::field(hash_pkg::SUFFIX_BITS, 1) |
      hash_pkg::field(hash_pkg::SUFFIX, 1) | hash_pkg::field(hash_pkg::LENGTH_BITS, 64);

  logic block_valid, block_ready, block_first, block_last, block_empty;
  logic [LANE_BITS-1:0] block_lane;
  logic [SIZE/8-1:0] block_data;
  logic [COUNT_BITS-1:0] block_count;
  logic digest_valid, digest_ready, digest_last;
  logic [LANE_BITS-1:0] digest_lane;
  logic [SIZE-1:0] digest_data;

  message_shell #(
      .BLOCK(SIZE / 8),
      .DIGEST(SIZE),
      .BEAT(SIZE),
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
      .COUNT_BITS(COUNT_BITS)
  ) core (
      .*
  );

endmodule
