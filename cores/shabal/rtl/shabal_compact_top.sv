// SPDX-License-Identifier: Apache-2.0
//
// Shabal at message level in little area: words in, digests out, padding inside: `1` and zeros to the end of a block.
//
// Parameters: those of shabal_compact_core; WORD: bits in a word of a stream, 8, 16, 32 or 64; COUNT_BITS: messages are
// shorter than 2^COUNT_BITS bits, it is more than log2 WORD.
// Ports: see compact_shell; out_* carries DIGEST / WORD words a digest.
//
// With WORD 8 or 16 no word of a block but the first is there in time, so that a block takes 304 DIGITS cycles, not 64.

module shabal_compact_top #(
    parameter integer DIGEST = 256,
    parameter integer DATAPATH = 1,
    parameter integer WORD = 32,
    parameter integer COUNT_BITS = 64,
    parameter integer ADDER = adder_pkg::RIPPLE,
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

  localparam integer PORT = 32;
  localparam integer WIDE = (WORD > PORT) ? WORD : PORT;  // bits of the digest that a stream takes at a time

  generate
    if (DIGEST != 256 && DIGEST != 512) begin : gen_refused_digest
      shabal_compact_top_needs_DIGEST_of_256_or_512 refused ();
    end
    if (WORD != 8 && WORD != 16 && WORD != 32 && WORD != 64) begin : gen_refused_word
      shabal_compact_top_needs_WORD_of_8_16_32_or_64 refused ();
    end
    if (COUNT_BITS < BITS_WIDTH) begin : gen_refused_count_bits
      shabal_compact_top_needs_COUNT_BITS_of_more_than_log2_WORD refused ();
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
  logic [WIDE-1:0] wide_data;

  digest_gatherer #(
      .BEAT(PORT),
      .WIDE(WIDE)
  ) gatherer (
      .*
  );

  compact_shell #(
      .BLOCK(512),
      .DIGEST(DIGEST),
      .BEAT(WIDE),
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

  shabal_compact_core #(
      .DIGEST(DIGEST),
      .DATAPATH(DATAPATH),
      .COUNT_BITS(COUNT_BITS),
      .ADDER(ADDER)
  ) core (
      .*
  );

endmodule
