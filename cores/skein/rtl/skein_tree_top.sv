// SPDX-License-Identifier: Apache-2.0
//
// Skein with all its arguments and trees at message level: one stream of words in, one of digests of any length out. The
// leaves of a message are hashed in STAGES lanes side by side. Requests are those of skein_argument_top, one at a time.
//
//   in_* --> skein_strings --> skein_tree_core --> skein_digest_stream --> out_*
//
// Parameters: as skein_tree_core; WORD: bits in a word, 8, 16, 32, 64 or 128. Strings are shorter than 2^COUNT_BITS bits.
// Ports: as skein_argument_top with one lane. A request whose tree is too high for HEIGHT is refused too.

module skein_tree_top #(
    parameter integer BLOCK = 512,
    parameter integer VERSION = 13,
    parameter integer UNROLL = 8,
    parameter integer STAGES = 1,
    parameter integer WORD = 64,
    parameter integer COUNT_BITS = 64,
    parameter integer KINDS = 0,
    parameter integer SECRET = 0,
    parameter integer ROOM = 4,
    parameter integer HEIGHT = 16,
    parameter integer MERGE = 1,
    parameter integer MIX_ADDER = adder_pkg::BRENT_KUNG,
    parameter integer KEY_ADDER = adder_pkg::BRENT_KUNG,
    localparam integer BITS_WIDTH = $clog2(WORD) + 1
) (
    input logic clk,
    input logic rst,

    input  logic                  in_valid,
    output logic                  in_ready,
    input  logic [      WORD-1:0] in_data,
    input  logic                  in_last,
    input  logic [BITS_WIDTH-1:0] in_bits,

    output logic                  out_valid,
    input  logic                  out_ready,
    output logic [      WORD-1:0] out_data,
    output logic                  out_last,
    output logic [BITS_WIDTH-1:0] out_bits,
    output logic                  out_error
);

  generate
    if (BLOCK != 256 && BLOCK != 512 && BLOCK != 1024) begin : gen_refused_block
      skein_tree_top_needs_BLOCK_of_256_512_or_1024 refused ();
    end
    if (VERSION != 11 && VERSION != 12 && VERSION != 13) begin : gen_refused_version
      skein_tree_top_needs_VERSION_of_11_12_or_13 refused ();
    end
    if (UNROLL != 1 && UNROLL != 2 && UNROLL != 4 && UNROLL != 8) begin : gen_refused_unroll
      skein_tree_top_needs_UNROLL_of_1_2_4_or_8 refused ();
    end
    if (STAGES < 1 || STAGES > UNROLL) begin : gen_refused_stages
      skein_tree_top_needs_STAGES_of_1_to_UNROLL refused ();
    end
    if (COUNT_BITS < 9 || COUNT_BITS > 64) begin : gen_refused_count_bits
      skein_tree_top_needs_COUNT_BITS_of_9_to_64 refused ();
    end
    if (KINDS < 0 || KINDS > 1) begin : gen_refused_kinds
      skein_tree_top_needs_KINDS_of_0_or_1 refused ();
    end
    if (SECRET < 0 || SECRET > 1) begin : gen_refused_secret
      skein_tree_top_needs_SECRET_of_0_or_1 refused ();
    end
    if (MERGE < 0 || MERGE > 1) begin : gen_refused_merge
      skein_tree_top_needs_MERGE_of_0_or_1 refused ();
    end
    if (WORD != 8 && WORD != 16 && WORD != 32 && WORD != 64 && WORD != 128) begin : gen_refused_word
      skein_tree_top_needs_WORD_of_8_16_32_64_or_128 refused ();
    end
    if (ROOM < 2 || ROOM != 2 ** $clog2(ROOM)) begin : gen_refused_room
      skein_tree_top_needs_ROOM_that_is_a_power_of_2 refused ();
    end
    if (HEIGHT < 2 || HEIGHT > 64) begin : gen_refused_height
      skein_tree_top_needs_HEIGHT_of_2_to_64 refused ();
    end
  endgenerate

  localparam integer DIGEST_BITS_WIDTH = $clog2(BLOCK) + 1;

  logic string_valid, string_ready, string_first, string_last, string_empty;
  logic [BLOCK-1:0] string_data;
  logic [COUNT_BITS-1:0] string_count;
  logic [2:0] string_kind;
  logic digest_valid, digest_ready, digest_last, digest_error;
  logic [BLOCK-1:0] digest_data;
  logic [DIGEST_BITS_WIDTH-1:0] digest_bits;

  skein_strings #(
      .BLOCK(BLOCK),
      .STAGES(1),
      .WORD(WORD),
      .COUNT_BITS(COUNT_BITS),
      .KINDS(KINDS),
      .SECRET(SECRET)
  ) strings (
      .*
  );

  skein_tree_core #(
      .BLOCK(BLOCK),
      .VERSION(VERSION),
      .UNROLL(UNROLL),
      .STAGES(STAGES),
      .COUNT_BITS(COUNT_BITS),
      .ROOM(ROOM),
      .HEIGHT(HEIGHT),
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
      .STAGES(1),
      .SECRET(SECRET)
  ) digest_stream (
      .*,
      .digest_lane(1'b0)
  );

endmodule
