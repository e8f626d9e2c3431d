// SPDX-License-Identifier: Apache-2.0
//
// Skein at message level in little area: words in, digests out, padding (section 3.4) inside: a single `1` and zeros to
// the byte only after a message that ends within a byte, then zeros to the block.
//
// Parameters: those of skein_compact_core; WORD: bits in a word of a stream, 8, 16, 32 or 64; messages are shorter than
// 2^COUNT_BITS bits.
// Ports: see compact_open_shell; out_* carries DIGEST / WORD words a digest, rounded up.

module skein_compact_top #(
    parameter integer BLOCK = 512,
    parameter integer DIGEST = 512,
    parameter integer VERSION = 13,
    parameter integer DATAPATH = 64,
    parameter integer WORD = 32,
    parameter integer COUNT_BITS = 64,
    parameter integer CONFIGURE = 0,
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

  generate
    if (BLOCK != 256 && BLOCK != 512 && BLOCK != 1024) begin : gen_refused_block
      skein_compact_top_needs_BLOCK_of_256_512_or_1024 refused ();
    end
    if (DIGEST < 1) begin : gen_refused_digest
      skein_compact_top_needs_DIGEST_of_1_or_more refused ();
    end
    if (VERSION != 11 && VERSION != 12 && VERSION != 13) begin : gen_refused_version
      skein_compact_top_needs_VERSION_of_11_12_or_13 refused ();
    end
    if (DATAPATH != 8 && DATAPATH != 16 && DATAPATH != 32 && DATAPATH != 64) begin : gen_refused_datapath
      skein_compact_top_needs_DATAPATH_of_8_16_32_or_64 refused ();
    end
    if (WORD != 8 && WORD != 16 && WORD != 32 && WORD != 64) begin : gen_refused_word
      skein_compact_top_needs_WORD_of_8_16_32_or_64 refused ();
    end
    if (COUNT_BITS < 9 || COUNT_BITS > 67) begin : gen_refused_count_bits
      skein_compact_top_needs_COUNT_BITS_of_9_to_67 refused ();
    end
    if (CONFIGURE != 0 && CONFIGURE != 1) begin : gen_refused_configure
      skein_compact_top_needs_CONFIGURE_of_0_or_1 refused ();
    end
  endgenerate

  localparam [hash_pkg::PADDING_BITS-1:0] PADDING = hash_pkg::field(hash_pkg::SUFFIX_BITS, 1) |
      hash_pkg::field(hash_pkg::SUFFIX, 1) | hash_pkg::field(hash_pkg::SUFFIX_IF_PARTIAL, 1);

  logic block_valid, block_ready, block_lane, block_first, block_last, block_empty;
  logic [DATAPATH-1:0] block_data;
  logic [COUNT_BITS-1:0] block_count;
  logic digest_valid, digest_ready, digest_lane, digest_last;
  logic [DATAPATH-1:0] digest_data;

  compact_open_shell #(
      .BLOCK(BLOCK),
      .DIGEST(DIGEST),
      .BEAT(DATAPATH),
      .PORT(DATAPATH),
      .WORD(WORD),
      .COUNT_BITS(COUNT_BITS),
      .PADDING(PADDING)
  ) shell (
      .*
  );

  skein_compact_core #(
      .BLOCK(BLOCK),
      .DIGEST(DIGEST),
      .VERSION(VERSION),
      .DATAPATH(DATAPATH),
      .COUNT_BITS(COUNT_BITS),
      .CONFIGURE(CONFIGURE),
      .ADDER(ADDER)
  ) core (
      .*
  );

endmodule
