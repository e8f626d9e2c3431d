// SPDX-License-Identifier: Apache-2.0
//
// Skein with all its arguments at message level: requests as streams of words in, digests of any length out, for STAGES
// lanes at once. A request is a packet with the command of 16 bytes and a packet for each string that it names, in the
// order of skein_sequencer, the message last; each packet ends with in_last, and its bits are padded here. So a bus adapter
// that carries messages carries requests. With KINDS = 1 each packet begins with a header (skein_string_kind).
//
// A request that skein_sequencer refuses is taken to its end; its answer is one word of no bits with out_error, out_last.
//
//   in_* --> skein_strings --> skein_argument_core --> skein_digest_stream --> out_*
//
// Parameters: as skein_engine; KINDS as skein_sequencer; WORD: bits in a word, 8, 16, 32, 64 or 128; SECRET: 1: rst clears
// what was in work (see cores/skein/README.md). Strings are shorter than 2^COUNT_BITS bits.
// Ports: as message_shell; out_* carries ceil(n / WORD) words of a digest of n bits, the last filled up with zeros;
// out_bits: how many bits of the word count, lane l at [l*BITS_WIDTH +: BITS_WIDTH]; out_error: no digest, see above.
// Where no word is offered, data and marks are 0.

module skein_argument_top #(
    parameter integer BLOCK = 512,
    parameter integer VERSION = 13,
    parameter integer UNROLL = 8,
    parameter integer STAGES = 1,
    parameter integer WORD = 64,
    parameter integer COUNT_BITS = 64,
    parameter integer KINDS = 0,
    parameter integer SECRET = 0,
    parameter integer MERGE = 1,
    parameter integer MIX_ADDER = adder_pkg::BRENT_KUNG,
    parameter integer KEY_ADDER = adder_pkg::BRENT_KUNG,
    localparam integer BITS_WIDTH = $clog2(WORD) + 1
) (
    input logic clk,
    input logic rst,

    input  logic [           STAGES-1:0] in_valid,
    output logic [           STAGES-1:0] in_ready,
    input  logic [      STAGES*WORD-1:0] in_data,
    input  logic [           STAGES-1:0] in_last,
    input  logic [STAGES*BITS_WIDTH-1:0] in_bits,

    output logic [           STAGES-1:0] out_valid,
    input  logic [           STAGES-1:0] out_ready,
    output logic [      STAGES*WORD-1:0] out_data,
    output logic [           STAGES-1:0] out_last,
    output logic [STAGES*BITS_WIDTH-1:0] out_bits,
    output logic [           STAGES-1:0] out_error
);

  generate
    if (BLOCK != 256 && BLOCK != 512 && BLOCK != 1024) begin : gen_refused_block
      skein_argument_top_needs_BLOCK_of_256_512_or_1024 refused ();
    end
    if (VERSION != 11 && VERSION != 12 && VERSION != 13) begin : gen_refused_version
      skein_argument_top_needs_VERSION_of_11_12_or_13 refused ();
    end
    if (UNROLL != 1 && UNROLL != 2 && UNROLL != 4 && UNROLL != 8) begin : gen_refused_unroll
      skein_argument_top_needs_UNROLL_of_1_2_4_or_8 refused ();
    end
    if (STAGES < 1 || STAGES > UNROLL) begin : gen_refused_stages
      skein_argument_top_needs_STAGES_of_1_to_UNROLL refused ();
    end
    if (COUNT_BITS < 9 || COUNT_BITS > 64) begin : gen_refused_count_bits
      skein_argument_top_needs_COUNT_BITS_of_9_to_64 refused ();
    end
    if (KINDS < 0 || KINDS > 1) begin : gen_refused_kinds
      skein_argument_top_needs_KINDS_of_0_or_1 refused ();
    end
    if (SECRET < 0 || SECRET > 1) begin : gen_refused_secret
      skein_argument_top_needs_SECRET_of_0_or_1 refused ();
    end
    if (MERGE < 0 || MERGE > 1) begin : gen_refused_merge
      skein_argument_top_needs_MERGE_of_0_or_1 refused ();
    end
    if (WORD != 8 && WORD != 16 && WORD != 32 && WORD != 64 && WORD != 128) begin : gen_refused_word
      skein_argument_top_needs_WORD_of_8_16_32_64_or_128 refused ();
    end
  endgenerate

  localparam integer LANE_BITS = hash_pkg::index_bits(STAGES);
  localparam integer DIGEST_BITS_WIDTH = $clog2(BLOCK) + 1;

  logic [STAGES-1:0] string_valid, string_ready, string_first, string_last, string_empty;
  logic [STAGES*BLOCK-1:0] string_data;
  logic [STAGES*COUNT_BITS-1:0] string_count;
  logic [STAGES*3-1:0] string_kind;
  logic digest_valid, digest_ready, digest_last, digest_error;
  logic [LANE_BITS-1:0] digest_lane;
  logic [BLOCK-1:0] digest_data;
  logic [DIGEST_BITS_WIDTH-1:0] digest_bits;

  skein_strings #(
      .BLOCK(BLOCK),
      .STAGES(STAGES),
      .WORD(WORD),
      .COUNT_BITS(COUNT_BITS),
      .KINDS(KINDS),
      .SECRET(SECRET)
  ) strings (
      .*
  );

  skein_argument_core #(
      .BLOCK(BLOCK),
      .VERSION(VERSION),
      .UNROLL(UNROLL),
      .STAGES(STAGES),
      .COUNT_BITS(COUNT_BITS),
      .KINDS(KINDS),
      .SECRET(SECRET),
      .MERGE(MERGE),
      .MIX_ADDER(MIX_ADDER),
      .KEY_ADDER(KEY_ADDER)
  ) core (
      .*
  );

  skein_digest_stream #(
      .BLOCK (BLOCK),
      .WORD  (WORD),
      .STAGES(STAGES),
      .SECRET(SECRET)
  ) digest_stream (
      .*
  );

endmodule
