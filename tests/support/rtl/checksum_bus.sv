// SPDX-License-Identifier: Apache-2.0
//
// message_bus around checksum_cores, under paddings that between them need all that a bus has to do with them.
//
// Parameters
//   RULE  place of the padding in RULES of tests/support/padding_rules.py: 0 SHA-256; 3 Skein-512, whose last block only the
//         end of the message tells; 13 Groestl-256, with a count of blocks; 16 Hamsi-512, with blocks of 64 bits and a
//         length in a block of its own; 17 JH, with a block of padding; 19 Keccak-512 of the second round
//   WORD, CIRCUITS, INTERLEAVE  as message_bus; BEATS as checksum_core
//   DROP  bits by which the last beat of a digest is shorter than the others

module checksum_bus #(
    parameter integer RULE = 0,
    parameter integer WORD = 64,
    parameter integer CIRCUITS = 4,
    parameter integer INTERLEAVE = 1,
    parameter integer BEATS = 1,
    parameter integer DROP = 0,
    localparam integer LANE_BITS = hash_pkg::index_bits(CIRCUITS),
    localparam integer BITS_WIDTH = $clog2(WORD) + 1
) (
    input logic clk,
    input logic rst,

    input  logic                  in_valid,
    output logic                  in_ready,
    output logic [ LANE_BITS-1:0] in_lane,
    input  logic [      WORD-1:0] in_data,
    input  logic                  in_last,
    input  logic [BITS_WIDTH-1:0] in_bits,

    output logic                 out_valid,
    input  logic                 out_ready,
    output logic [LANE_BITS-1:0] out_lane,
    output logic [     WORD-1:0] out_data,
    output logic                 out_last
);

  localparam integer COUNT_BITS = 56;
  localparam integer PADDING_BITS = hash_pkg::PADDING_BITS;
  localparam [PADDING_BITS-1:0] ONE = hash_pkg::field(hash_pkg::SUFFIX_BITS, 1) |
      hash_pkg::field(hash_pkg::SUFFIX, 1);
  localparam [PADDING_BITS-1:0] SHA_256 = ONE | hash_pkg::field(hash_pkg::LENGTH_BITS, 64);
  localparam [PADDING_BITS-1:0] SKEIN = ONE | hash_pkg::field(hash_pkg::SUFFIX_IF_PARTIAL, 1);
  localparam [PADDING_BITS-1:0] GROESTL = SHA_256 | hash_pkg::field(hash_pkg::LENGTH_IN_BLOCKS, 1);
  localparam [PADDING_BITS-1:0] JH = ONE | hash_pkg::field(hash_pkg::LENGTH_BITS, 128) |
      hash_pkg::field(hash_pkg::LENGTH_PLACE, hash_pkg::OWN_BLOCK_END);
  localparam [PADDING_BITS-1:0] KECCAK = ONE | hash_pkg::field(hash_pkg::LSB_FIRST, 1) |
      hash_pkg::field(hash_pkg::TAIL_BYTES, 3) | hash_pkg::field(hash_pkg::TAIL, 32'h404801);
  localparam [PADDING_BITS-1:0] PADDING =
      (RULE == 3) ? SKEIN : (RULE == 13) ? GROESTL : (RULE == 17) ? JH : (RULE == 19) ? KECCAK : SHA_256;
  localparam integer BLOCK = (RULE == 16) ? 64 : (RULE == 19) ? 576 : 512;
  localparam integer BEAT = BLOCK + 64;

  logic [CIRCUITS-1:0] block_valid, block_ready, block_lane;
  logic block_first, block_last, block_empty;
  logic [BLOCK-1:0] block_data;
  logic [COUNT_BITS-1:0] block_count;
  logic [CIRCUITS-1:0] digest_valid, digest_ready, digest_last, digest_lane;
  logic [CIRCUITS*BEAT-1:0] digest_data;

  message_bus #(
      .BLOCK(BLOCK),
      .DIGEST(BEATS * BEAT - DROP),
      .BEAT(BEAT),
      .WORD(WORD),
      .CIRCUITS(CIRCUITS),
      .INTERLEAVE(INTERLEAVE),
      .COUNT_BITS(COUNT_BITS),
      .PADDING(PADDING)
  ) shared_bus (
      .clk(clk),
      .rst(rst),
      .in_valid(in_valid),
      .in_ready(in_ready),
      .in_lane(in_lane),
      .in_data(in_data),
      .in_last(in_last),
      .in_bits(in_bits),
      .out_valid(out_valid),
      .out_ready(out_ready),
      .out_lane(out_lane),
      .out_data(out_data),
      .out_last(out_last),
      .block_valid(block_valid),
      .block_ready(block_ready),
      .block_data(block_data),
      .block_first(block_first),
      .block_last(block_last),
      .block_empty(block_empty),
      .block_count(block_count),
      .digest_valid(digest_valid),
      .digest_ready(digest_ready),
      .digest_data(digest_data),
      .digest_last(digest_last)
  );

  checksum_core #(
      .BLOCK(BLOCK),
      .COUNT_BITS(COUNT_BITS),
      .BEATS(BEATS)
  ) core[CIRCUITS-1:0] (
      .clk(clk),
      .rst(rst),
      .block_valid(block_valid),
      .block_ready(block_ready),
      .block_lane(block_lane),
      .block_data(block_data),
      .block_first(block_first),
      .block_last(block_last),
      .block_empty(block_empty),
      .block_count(block_count),
      .digest_valid(digest_valid),
      .digest_ready(digest_ready),
      .digest_lane(digest_lane),
      .digest_data(digest_data),
      .digest_last(digest_last)
  );

  logic unused;
  assign unused = &{1'b0, block_lane, digest_lane};

endmodule
