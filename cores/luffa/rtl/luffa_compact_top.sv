// SPDX-License-Identifier: Apache-2.0
//
// Luffa, version 2, at message level in little area: words in, digests out, padding (section 3.1 of the specification)
// inside: `1` and zeros to the end of a block.
//
// Parameters: DIGEST, DATAPATH as luffa_compact_core; WORD: bits in a word of a stream, 8, 16, 32 or 64; COUNT_BITS:
// messages are shorter than 2^COUNT_BITS bits, it is more than log2 WORD.
// Ports: see compact_shell; out_* carries DIGEST / WORD words a digest.

module luffa_compact_top #(
    parameter integer DIGEST = 256,
    parameter integer DATAPATH = 8,
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
      luffa_compact_top_needs_WORD_of_8_16_32_or_64 refused ();
    end
    if (COUNT_BITS < BITS_WIDTH) begin : gen_refused_count_bits
      luffa_compact_top_needs_COUNT_BITS_of_more_than_log2_WORD refused ();
    end
  endgenerate

  localparam [hash_pkg::PADDING_BITS-1:0] PADDING = hash_pkg::field(hash_pkg::SUFFIX_BITS, 1) |
      hash_pkg::field(hash_pkg::SUFFIX, 1);

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
      .BLOCK(256),
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

  luffa_compact_core #(
      .DIGEST(DIGEST),
      .DATAPATH(DATAPATH),
      .COUNT_BITS(COUNT_BITS)
  ) core (
      .*
  );

endmodule
