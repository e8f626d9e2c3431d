// SPDX-License-Identifier: Apache-2.0
//
// Skein at message level: streams of words in, digests out, padding (section 3.4) inside: a single `1` and zeros to
// the byte only after a message that ends within a byte, then zeros to the block; no length, since the tweak has it. A
// digest beat leaves the core in one cycle for digest_buffer, so that short messages follow one another closely. Where a
// stage has but one round, the core's cycle has no room for the choice of a lane nor for bits to be rounded up to bytes: the
// shell does both a cycle ahead.
//
// Parameters: as skein_core; WORD: bits in a word, a power of two from 8 to BLOCK. Messages are shorter than
// 2^COUNT_BITS bits; COUNT_BITS is more than log2 WORD.
// Ports: see message_shell; out_* carries ceil(DIGEST / WORD) words a digest.

module skein_top #(
    parameter integer BLOCK = 512,
    parameter integer DIGEST = 512,
    parameter integer VERSION = 13,
    parameter integer UNROLL = 8,
    parameter integer STAGES = 1,
    parameter integer WORD = 64,
    parameter integer COUNT_BITS = 64,
    parameter integer CONFIGURE = 0,
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

    output logic [     STAGES-1:0] out_valid,
    input  logic [     STAGES-1:0] out_ready,
    output logic [STAGES*WORD-1:0] out_data,
    output logic [     STAGES-1:0] out_last
);

  generate
    if (BLOCK != 256 && BLOCK != 512 && BLOCK != 1024) begin : gen_refused_block
      skein_top_needs_BLOCK_of_256_512_or_1024 refused ();
    end
    if (DIGEST < 1) begin : gen_refused_digest
      skein_top_needs_DIGEST_of_1_or_more refused ();
    end
    if (VERSION != 11 && VERSION != 12 && VERSION != 13) begin : gen_refused_version
      skein_top_needs_VERSION_of_11_12_or_13 refused ();
    end
    if (UNROLL != 1 && UNROLL != 2 && UNROLL != 4 && UNROLL != 8) begin : gen_refused_unroll
      skein_top_needs_UNROLL_of_1_2_4_or_8 refused ();
    end
    if (STAGES < 1 || STAGES > UNROLL) begin : gen_refused_stages
      skein_top_needs_STAGES_of_1_to_UNROLL refused ();
    end
    if (WORD < 8 || WORD > BLOCK || WORD != 2 ** $clog2(WORD)) begin : gen_refused_word
      skein_top_needs_WORD_a_power_of_two_from_8_to_BLOCK refused ();
    end
    if (COUNT_BITS < 9 || COUNT_BITS > 67 || COUNT_BITS < BITS_WIDTH) begin : gen_refused_count_bits
      skein_top_needs_COUNT_BITS_of_9_to_67_and_more_than_log2_WORD refused ();
    end
    if (CONFIGURE != 0 && CONFIGURE != 1) begin : gen_refused_configure
      skein_top_needs_CONFIGURE_of_0_or_1 refused ();
    end
    if (MERGE != 0 && MERGE != 1) begin : gen_refused_merge
      skein_top_needs_MERGE_of_0_or_1 refused ();
    end
  endgenerate

  localparam integer AHEAD = (STAGES == UNROLL && STAGES > 1) ? 1 : 0;
  localparam integer BEAT = (DIGEST < BLOCK) ? DIGEST : BLOCK;
  localparam integer LANE_BITS = hash_pkg::index_bits(STAGES);
  localparam [hash_pkg::PADDING_BITS-1:0] PADDING = hash_pkg::field(hash_pkg::SUFFIX_BITS, 1) |
      hash_pkg::field(hash_pkg::SUFFIX, 1) | hash_pkg::field(hash_pkg::SUFFIX_IF_PARTIAL, 1);

  logic block_valid, block_ready, block_first, block_last, block_empty;
  logic [LANE_BITS-1:0] block_lane;
  logic [BLOCK-1:0] block_data;
  logic [COUNT_BITS-1:0] block_count;
  logic digest_valid, digest_ready, digest_last;
  logic [LANE_BITS-1:0] digest_lane;
  logic [BEAT-1:0] digest_data;
  logic beat_valid, beat_ready, beat_last;
  logic [LANE_BITS-1:0] beat_lane;
  logic [BEAT-1:0] beat_data;

  message_shell #(
      .BLOCK(BLOCK),
      .DIGEST(DIGEST),
      .BEAT(BEAT),
      .WORD(WORD),
      .STAGES(STAGES),
      .COUNT_BITS(COUNT_BITS),
      .PADDING(PADDING),
      .AHEAD(AHEAD),
      .ROUND((AHEAD != 0) ? 3 : 0)
  ) shell (
      .*,
      .digest_valid(beat_valid),
      .digest_ready(beat_ready),
      .digest_lane(beat_lane),
      .digest_data(beat_data),
      .digest_last(beat_last)
  );

  digest_buffer #(
      .BEAT  (BEAT),
      .STAGES(STAGES)
  ) buffer (
      .*,
      .held(out_valid & ~out_ready)
  );

  skein_core #(
      .BLOCK(BLOCK),
      .DIGEST(DIGEST),
      .VERSION(VERSION),
      .UNROLL(UNROLL),
      .STAGES(STAGES),
      .COUNT_BITS(COUNT_BITS),
      .CONFIGURE(CONFIGURE),
      .MERGE(MERGE),
      .ROUNDED(AHEAD),
      .MIX_ADDER(MIX_ADDER),
      .KEY_ADDER(KEY_ADDER)
  ) core (
      .*
  );

endmodule
