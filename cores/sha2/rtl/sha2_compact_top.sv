// SPDX-License-Identifier: Apache-2.0
//
// SHA-2 at message level in little area: words in, digests out, padding (FIPS 180-4, section 5.1) inside. `1`, zeros,
// and the length of the message in bits in 64 or 128 bits, most significant byte first.
//
// Parameters: those of sha2_compact_core; WORD: bits in a word of a stream, a power of two from 8 to a word of the
// function; COUNT_BITS: messages are shorter than 2^COUNT_BITS bits, it is more than log2 WORD.
// Ports: see compact_shell; out_* carries DIGEST / WORD words a digest, rounded up.

module sha2_compact_top #(
    parameter integer DIGEST = 256,
    parameter integer LONG = (DIGEST > 256) ? 1 : 0,
    parameter integer DATAPATH = 64,
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

  localparam integer PORT = (LONG != 0) ? 64 : 32;
  localparam integer BLOCK = 16 * PORT;

  generate
    if (DIGEST != 224 && DIGEST != 256 && (LONG == 0 || (DIGEST != 384 && DIGEST != 512))) begin : gen_refused_digest
      sha2_compact_top_needs_DIGEST_of_224_or_256_or_with_LONG_1_384_or_512 refused ();
    end
    if (LONG != 0 && LONG != 1) begin : gen_refused_long
      sha2_compact_top_needs_LONG_of_0_or_1 refused ();
    end
    if (WORD < 8 || WORD > PORT || WORD != 2 ** $clog2(WORD)) begin : gen_refused_word
      sha2_compact_top_needs_WORD_a_power_of_two_from_8_to_that_of_the_function refused ();
    end
    if (COUNT_BITS < BITS_WIDTH) begin : gen_refused_count_bits
      sha2_compact_top_needs_COUNT_BITS_of_more_than_log2_WORD refused ();
    end
  endgenerate

  localparam [hash_pkg::PADDING_BITS-1:0] PADDING = hash_pkg::field(hash_pkg::SUFFIX_BITS, 1) |
      hash_pkg::field(hash_pkg::SUFFIX, 1) | hash_pkg::field(hash_pkg::LENGTH_BITS, BLOCK / 8);

  logic block_valid, block_ready, block_lane, block_first, block_last, block_empty;
  logic [PORT-1:0] block_data;
  logic [COUNT_BITS-1:0] block_count;
  logic digest_valid, digest_ready, digest_lane, digest_last;
  logic [PORT-1:0] digest_data;

  compact_shell #(
      .BLOCK(BLOCK),
      .DIGEST(DIGEST),
      .BEAT(PORT),
      .PORT(PORT),
      .WORD(WORD),
      .COUNT_BITS(COUNT_BITS),
      .PADDING(PADDING)
  ) shell (
      .*
  );

  sha2_compact_core #(
      .DIGEST(DIGEST),
      .LONG(LONG),
      .DATAPATH(DATAPATH),
      .COUNT_BITS(COUNT_BITS),
      .ADDER(ADDER)
  ) core (
      .*
  );

endmodule
