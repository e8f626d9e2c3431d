// SPDX-License-Identifier: Apache-2.0
//
// Keccak, SHA-3 or SHAKE at message level in little area: streams of words in, digests out, padding inside, by MODE as
// in keccak_top.
//
// Parameters: RATE, DIGEST, MODE, SLICES as keccak_compact_core, with MODE 0 DIGEST of at most 2040; WORD: bits in a word
// of a stream, 8, 16, 32 or 64; COUNT_BITS: messages are shorter than 2^COUNT_BITS bits.
// Ports: see compact_shell; out_* carries DIGEST / WORD words a digest, rounded up.

module keccak_compact_top #(
    parameter integer RATE = 1088,
    parameter integer DIGEST = 256,
    parameter integer MODE = 2,
    parameter integer SLICES = 8,
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
    if (WORD != 8 && WORD != 16 && WORD != 32 && WORD != 64) begin : gen_refused_word
      keccak_compact_top_needs_WORD_of_8_16_32_or_64 refused ();
    end
    if (COUNT_BITS < BITS_WIDTH) begin : gen_refused_count_bits
      keccak_compact_top_needs_COUNT_BITS_of_more_than_log2_WORD refused ();
    end
    if (MODE == 0 && DIGEST > 2040) begin : gen_refused_digest
      keccak_compact_top_needs_DIGEST_of_2040_or_less_with_MODE_0 refused ();
    end
  endgenerate

  localparam integer SUFFIX_BITS = (MODE == 2) ? 3 : (MODE == 3) ? 5 : 1;
  localparam integer SUFFIX = (MODE == 2) ? 3 : (MODE == 3) ? 31 : 1;
  localparam [hash_pkg::PADDING_BITS-1:0] ENDING = (MODE == 0) ?
      hash_pkg::field(hash_pkg::TAIL_BYTES, 3) |
      hash_pkg::field(hash_pkg::TAIL, 65536 * (DIGEST / 8) + 256 * (RATE / 8) + 1) :
      hash_pkg::field(hash_pkg::AFTER_BITS, 1) | hash_pkg::field(hash_pkg::AFTER, 1);
  localparam [hash_pkg::PADDING_BITS-1:0] PADDING = hash_pkg::field(hash_pkg::LSB_FIRST, 1) |
      hash_pkg::field(hash_pkg::SUFFIX_BITS, SUFFIX_BITS) | hash_pkg::field(hash_pkg::SUFFIX, SUFFIX) | ENDING;

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
      .BLOCK(RATE),
      .DIGEST(DIGEST),
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

  keccak_compact_core #(
      .RATE(RATE),
      .DIGEST(DIGEST),
      .MODE(MODE),
      .SLICES(SLICES),
      .COUNT_BITS(COUNT_BITS)
  ) core (
      .*
  );

endmodule
