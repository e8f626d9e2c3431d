// SPDX-License-Identifier: Apache-2.0
//
// message_shell around checksum_core, under the padding of a hash function.
//
// Parameters
//   RULE  place of the padding in the table below; tests/support/padding_rules.py states the same paddings in the words of
//         their specifications, in the same order
//   WORD, STAGES, BEATS  as message_shell and checksum_core
//   DROP  bits by which the last beat of a digest is shorter than the others

module checksum_top #(
    parameter integer RULE = 0,
    parameter integer WORD = 64,
    parameter integer STAGES = 1,
    parameter integer BEATS = 1,
    parameter integer DROP = 0,
    localparam integer COUNT_BITS = 56,
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

  localparam integer RULES = 32;
  localparam integer PADDING_BITS = hash_pkg::PADDING_BITS;

  // Fields that rules share.
  localparam [PADDING_BITS-1:0] ONE = hash_pkg::field(hash_pkg::SUFFIX_BITS, 1) |
      hash_pkg::field(hash_pkg::SUFFIX, 1);
  localparam [PADDING_BITS-1:0] LENGTH_64 = hash_pkg::field(hash_pkg::LENGTH_BITS, 64);
  localparam [PADDING_BITS-1:0] LENGTH_128 = hash_pkg::field(hash_pkg::LENGTH_BITS, 128);
  localparam [PADDING_BITS-1:0] LITTLE = hash_pkg::field(hash_pkg::LENGTH_LITTLE, 1);
  localparam [PADDING_BITS-1:0] IN_BLOCKS = hash_pkg::field(hash_pkg::LENGTH_IN_BLOCKS, 1);
  localparam [PADDING_BITS-1:0] OWN_END = hash_pkg::field(hash_pkg::LENGTH_PLACE, hash_pkg::OWN_BLOCK_END);
  localparam [PADDING_BITS-1:0] OWN_BEGIN = hash_pkg::field(hash_pkg::LENGTH_PLACE, hash_pkg::OWN_BLOCK_BEGIN);
  localparam [PADDING_BITS-1:0] ONE_BEFORE = hash_pkg::field(hash_pkg::BEFORE_BITS, 1) |
      hash_pkg::field(hash_pkg::BEFORE, 1);
  localparam [PADDING_BITS-1:0] SIZE_256_BEFORE = hash_pkg::field(hash_pkg::BEFORE_BITS, 16) |
      hash_pkg::field(hash_pkg::BEFORE, 32'h0001);
  localparam [PADDING_BITS-1:0] SIZE_512_BEFORE = hash_pkg::field(hash_pkg::BEFORE_BITS, 16) |
      hash_pkg::field(hash_pkg::BEFORE, 32'h0002);
  localparam [PADDING_BITS-1:0] SIZE_256_AFTER = hash_pkg::field(hash_pkg::AFTER_BITS, 16) |
      hash_pkg::field(hash_pkg::AFTER, 32'h0001);
  localparam [PADDING_BITS-1:0] SIZE_512_AFTER = hash_pkg::field(hash_pkg::AFTER_BITS, 16) |
      hash_pkg::field(hash_pkg::AFTER, 32'h0002);
  localparam [PADDING_BITS-1:0] SPONGE = hash_pkg::field(hash_pkg::LSB_FIRST, 1) |
      hash_pkg::field(hash_pkg::AFTER_BITS, 1) | hash_pkg::field(hash_pkg::AFTER, 1);
  localparam [PADDING_BITS-1:0] SUFFIX_SHA3 = hash_pkg::field(hash_pkg::SUFFIX_BITS, 3) |
      hash_pkg::field(hash_pkg::SUFFIX, 32'b011);
  localparam [PADDING_BITS-1:0] SUFFIX_SHAKE = hash_pkg::field(hash_pkg::SUFFIX_BITS, 5) |
      hash_pkg::field(hash_pkg::SUFFIX, 32'b11111);
  localparam [PADDING_BITS-1:0] SPONGE_ROUND_2 = ONE | hash_pkg::field(hash_pkg::LSB_FIRST, 1) |
      hash_pkg::field(hash_pkg::TAIL_BYTES, 3);
  localparam [PADDING_BITS-1:0] TAIL_256 = hash_pkg::field(hash_pkg::TAIL, 32'h208801);
  localparam [PADDING_BITS-1:0] TAIL_512 = hash_pkg::field(hash_pkg::TAIL, 32'h404801);
  localparam [PADDING_BITS-1:0] SKEIN = ONE | hash_pkg::field(hash_pkg::SUFFIX_IF_PARTIAL, 1);

  // The last one is of no hash function: a length behind bits of which the lowest of a byte is the first.
  localparam [RULES*PADDING_BITS-1:0] TABLE = {
    ONE | LENGTH_64,  // 0: sha_256
    ONE | LENGTH_128,  // 1: sha_512
    SKEIN,  // 2: skein_256
    SKEIN,  // 3: skein_512
    SKEIN,  // 4: skein_1024
    ONE | ONE_BEFORE | LENGTH_64,  // 5: blake_256
    ONE | ONE_BEFORE | LENGTH_128,  // 6: blake_512
    ONE | LENGTH_64 | LITTLE,  // 7: bmw_256
    ONE | LENGTH_64 | LITTLE,  // 8: bmw_512
    ONE,  // 9: cubehash
    ONE | SIZE_256_BEFORE | LENGTH_128 | LITTLE,  // 10: echo_256
    ONE | SIZE_512_BEFORE | LENGTH_128 | LITTLE,  // 11: echo_512
    LENGTH_64,  // 12: fugue
    ONE | LENGTH_64 | IN_BLOCKS,  // 13: groestl_256
    ONE | LENGTH_64 | IN_BLOCKS,  // 14: groestl_512
    ONE | LENGTH_64,  // 15: hamsi_256
    ONE | LENGTH_64,  // 16: hamsi_512
    ONE | LENGTH_128 | OWN_END,  // 17: jh
    SPONGE_ROUND_2 | TAIL_256,  // 18: keccak_r2_256
    SPONGE_ROUND_2 | TAIL_512,  // 19: keccak_r2_512
    SPONGE | ONE,  // 20: keccak_256
    SPONGE | ONE,  // 21: keccak_512
    SPONGE | SUFFIX_SHA3,  // 22: sha3_224
    SPONGE | SUFFIX_SHA3,  // 23: sha3_384
    SPONGE | SUFFIX_SHAKE,  // 24: shake128
    ONE,  // 25: luffa
    ONE,  // 26: shabal
    ONE | LENGTH_64 | LITTLE | SIZE_256_AFTER,  // 27: shavite3_256
    ONE | LENGTH_128 | LITTLE | SIZE_512_AFTER,  // 28: shavite3_512
    LENGTH_64 | LITTLE | OWN_BEGIN,  // 29: simd_256
    LENGTH_64 | LITTLE | OWN_BEGIN,  // 30: simd_512
    SPONGE | ONE | LENGTH_64 | LITTLE  // 31: reversed
  };

  localparam [RULES*32-1:0] BLOCK_TABLE = {
    32'd512, 32'd1024, 32'd256, 32'd512, 32'd1024, 32'd512, 32'd1024, 32'd512,
    32'd1024, 32'd256, 32'd1536, 32'd1024, 32'd32, 32'd512, 32'd1024, 32'd32,
    32'd64, 32'd512, 32'd1088, 32'd576, 32'd1088, 32'd576, 32'd1152, 32'd832,
    32'd1344, 32'd256, 32'd512, 32'd512, 32'd1024, 32'd512, 32'd1024, 32'd512
  };

  localparam [PADDING_BITS-1:0] PADDING = TABLE[PADDING_BITS*(RULES-1-RULE)+:PADDING_BITS];
  localparam integer BLOCK = BLOCK_TABLE[32*(RULES-1-RULE)+:32];
  localparam integer BEAT = BLOCK + 64;
  localparam integer LANE_BITS = hash_pkg::index_bits(STAGES);

  logic block_valid, block_ready, block_first, block_last, block_empty;
  logic [LANE_BITS-1:0] block_lane;
  logic [BLOCK-1:0] block_data;
  logic [COUNT_BITS-1:0] block_count;
  logic digest_valid, digest_ready, digest_last;
  logic [LANE_BITS-1:0] digest_lane;
  logic [BEAT-1:0] digest_data;

  message_shell #(
      .BLOCK(BLOCK),
      .DIGEST(BEATS * BEAT - DROP),
      .BEAT(BEAT),
      .WORD(WORD),
      .STAGES(STAGES),
      .COUNT_BITS(COUNT_BITS),
      .PADDING(PADDING)
  ) shell (
      .clk(clk),
      .rst(rst),
      .in_valid(in_valid),
      .in_ready(in_ready),
      .in_data(in_data),
      .in_last(in_last),
      .in_bits(in_bits),
      .out_valid(out_valid),
      .out_ready(out_ready),
      .out_data(out_data),
      .out_last(out_last),
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

  checksum_core #(
      .BLOCK(BLOCK),
      .COUNT_BITS(COUNT_BITS),
      .STAGES(STAGES),
      .BEATS(BEATS)
  ) core (
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

endmodule
