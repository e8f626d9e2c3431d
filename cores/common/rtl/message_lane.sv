// SPDX-License-Identifier: Apache-2.0
//
// The words of one lane to padded blocks: a padder and the collector behind it.
//
//   in_* --> message_padder --> block_collector --> block_*
//
// Parameters
//   BLOCK       bits in a block                WORD     bits in a word: a power of two from 8 on that divides BLOCK
//   COUNT_BITS  width of block_count           PADDING  the padding rule (hash_pkg)
//   WIPED       1: the collector can be wiped      0: `wipe` has no effect
//
// Ports
//   in_*     a stream of words; see message_padder
//   block_*  the blocks; see block_collector. block_count: bits of the message up to the end of the block. The count
//            of the padder is that of the block: no word of a later block is taken before the block goes
//   wipe     a word of zeros goes into the collector, with rst; the padder gets no word then
//   rst      drops everything in flight

module message_lane #(
    parameter integer BLOCK = 512,
    parameter integer WORD = 64,
    parameter integer COUNT_BITS = 64,
    parameter [hash_pkg::PADDING_BITS-1:0] PADDING = '0,
    parameter integer WIPED = 0,
    localparam integer BITS_WIDTH = $clog2(WORD) + 1
) (
    input logic clk,
    input logic rst,
    input logic wipe,

    input  logic                  in_valid,
    output logic                  in_ready,
    input  logic [      WORD-1:0] in_data,
    input  logic                  in_last,
    input  logic [BITS_WIDTH-1:0] in_bits,

    output logic                  block_valid,
    input  logic                  block_ready,
    output logic [     BLOCK-1:0] block_data,
    output logic                  block_first,
    output logic                  block_last,
    output logic                  block_empty,
    output logic [COUNT_BITS-1:0] block_count
);

  generate
    if (WIPED != 0 && WIPED != 1) begin : gen_refused_wiped
      message_lane_needs_WIPED_of_0_or_1 refused ();
    end
  endgenerate

  logic word_valid, word_ready, word_end, word_close, word_message, word_null;
  logic [WORD-1:0] word_data;
  // What the collector gets.
  logic kept_valid, kept_null;
  logic [WORD-1:0] kept_data;

  message_padder #(
      .BLOCK(BLOCK),
      .WORD(WORD),
      .COUNT_BITS(COUNT_BITS),
      .PADDING(PADDING)
  ) padder (
      .*,
      .count(block_count)
  );

  block_collector #(
      .BLOCK(BLOCK),
      .WORD(WORD),
      .LOOK_AHEAD(hash_pkg::is_optional(PADDING))
  ) collector (
      .*,
      .word_valid(kept_valid),
      .word_data (kept_data),
      .word_null (kept_null)
  );

  generate
    if (WIPED != 0) begin : gen_wiped
      assign kept_valid = word_valid || wipe;
      assign kept_data  = wipe ? '0 : word_data;
      assign kept_null  = word_null && !wipe;
    end else begin : gen_not_wiped
      assign {kept_valid, kept_data, kept_null} = {word_valid, word_data, word_null};
      logic unused;
      assign unused = wipe;
    end
  endgenerate

endmodule
