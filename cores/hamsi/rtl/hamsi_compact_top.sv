// SPDX-License-Identifier: Apache-2.0
//
// Hamsi at message level in little area: words in, digests out, padding inside: a `1`, zeros to the end of a block, and
// the length of the message in bits in 64 bits, most significant byte first, which are the last block of Hamsi-512 and
// the last two of Hamsi-256.
//
// Parameters: SIZE as hamsi_compact_core; WORD: bits in a word of a stream, 8, 16, 32 or, with SIZE 512, 64;
// COUNT_BITS: messages are shorter than 2^COUNT_BITS bits, it is more than log2 WORD.
// Ports: see compact_shell; out_* carries SIZE / WORD words a digest.

module hamsi_compact_top #(
    parameter integer SIZE = 256,
    parameter integer WORD = 32,
    parameter integer COUNT_BITS = 64,
    localparam integer BITS_WIDTH = $clog2(WORD) + 1
) (
    input logic clk,
    input logic rst,

    input  logic                  in_valid,
    output logic                  in_ready,
    input  logic [      WORD-1:0] in_data,
    input  logic                  in_last,
    input  logic [BITS_WIDTH-1:0] in_bits,

    output logic            out_valid,
    input  logic            out_ready,
    output logic [WORD-1:0] out_data,
    output logic            out_last
);

  localparam integer PORT = 8;

  generate
    if (SIZE != 256 && SIZE != 512) begin : gen_refused_size
      hamsi_compact_top_needs_SIZE_of_256_or_512 refused ();
    end
    if (WORD < 8 || WORD > SIZE / 8 || WORD != 2 ** $clog2(WORD)) begin : gen_refused_word
      hamsi_compact_top_needs_WORD_a_power_of_two_from_8_to_a_block refused ();
    end
    if (COUNT_BITS < BITS_WIDTH) begin : gen_refused_count_bits
      hamsi_compact_top_needs_COUNT_BITS_of_more_than_log2_WORD refused ();
    end
  endgenerate

  localparam [hash_pkg::PADDING_BITS-1:0] PADDING = hash_pkg::field(hash_pkg::SUFFIX_BITS, 1) |
      hash_pkg::field(hash_pkg::SUFFIX, 1) | hash_pkg::field(hash_pkg::LENGTH_BITS, 64);

  logic block_valid, block_ready, block_lane, block_first, block_last, block_empty;
  logic [PORT-1:0] block_data;
  logic [COUNT_BITS-1:0] block_count;
  logic digest_valid, digest_ready, digest_lane, digest_last;
  logic [PORT-1:0] digest_data;
  logic wide_valid, wide_ready, wide_last;
  logic [WORD-1:0] wide_data;

  digest_gatherer #(
      .BEAT(PORT),
      .WIDE(WORD)
  ) gatherer (
      .*
  );

  compact_shell #(
      .BLOCK(SIZE / 8),
      .DIGEST(SIZE),
      .BEAT(WORD),
      .PORT(PORT),
      .WORD(WORD),
      .COUNT_BITS(COUNT_BITS),
      .PADDING(PADDING)
  ) shell (
      .digest_valid(wide_valid),
      .digest_ready(wide_ready),
      .digest_data (wide_data),
      .digest_last (wide_last),
      .*
  );

  hamsi_compact_core #(
      .SIZE(SIZE),
      .COUNT_BITS(COUNT_BITS)
  ) core (
      .*
  );

endmodule
