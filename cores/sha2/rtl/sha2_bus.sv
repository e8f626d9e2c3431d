// SPDX-License-Identifier: Apache-2.0
//
// SHA-2 behind one bus: CIRCUITS cores that work on as many messages, whose words come in one stream; padding (FIPS
// 180-4, section 5.1) inside.
//
// Parameters: CIRCUITS, INTERLEAVE, WORD, COUNT_BITS as message_bus, where WORD is by default that of the function; the
// others as sha2_core, STAGES = 1.
// Ports: see message_bus; out_* carries ceil(DIGEST / WORD) words a digest.

module sha2_bus #(
    parameter integer CIRCUITS = 4,
    parameter integer INTERLEAVE = 1,
    parameter integer DIGEST = 256,
    parameter integer LONG = (DIGEST > 256) ? 1 : 0,
    parameter integer UNROLL = 1,
    parameter integer STAGES = 1,
    parameter integer WORD = (LONG != 0) ? 64 : 32,
    parameter integer COUNT_BITS = 64,
    parameter integer COMPRESSOR = sha2_pkg::DIRECT,
    parameter integer CHAIN = sha2_adder_chain_pkg::SAVED_CHAIN,
    parameter integer CARRY_SAVE = 1,
    parameter integer ADDER = adder_pkg::SKLANSKY,
    parameter integer SIDE_ADDER = adder_pkg::BRENT_KUNG,
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

  localparam integer BLOCK = (LONG != 0) ? 1024 : 512;

  generate
    if (CIRCUITS < 1) begin : gen_refused_circuits
      sha2_bus_needs_CIRCUITS_of_1_or_more refused ();
    end
    if (STAGES != 1) begin : gen_refused_stages
      sha2_bus_needs_STAGES_of_1 refused ();
    end
    if (DIGEST != 224 && DIGEST != 256 && (LONG == 0 || (DIGEST != 384 && DIGEST != 512))) begin : gen_refused_digest
      sha2_bus_needs_DIGEST_of_224_or_256_or_with_LONG_1_384_or_512 refused ();
    end
    if (LONG != 0 && LONG != 1) begin : gen_refused_long
      sha2_bus_needs_LONG_of_0_or_1 refused ();
    end
    if (WORD < 8 || WORD > BLOCK || WORD != 2 ** $clog2(WORD)) begin : gen_refused_word
      sha2_bus_needs_WORD_a_power_of_two_from_8_to_the_block refused ();
    end
    if (COUNT_BITS < BITS_WIDTH) begin : gen_refused_count_bits
      sha2_bus_needs_COUNT_BITS_of_more_than_log2_WORD refused ();
    end
  endgenerate

  localparam [hash_pkg::PADDING_BITS-1:0] PADDING = hash_pkg::field(hash_pkg::SUFFIX_BITS, 1) |
      hash_pkg::field(hash_pkg::SUFFIX, 1) | hash_pkg::field(hash_pkg::LENGTH_BITS, BLOCK / 8);

  logic [CIRCUITS-1:0] block_valid, block_ready, block_lane;
  logic block_first, block_last, block_empty;
  logic [BLOCK-1:0] block_data;
  logic [COUNT_BITS-1:0] block_count;
  logic [CIRCUITS-1:0] digest_valid, digest_ready, digest_last, digest_lane;
  logic [CIRCUITS*DIGEST-1:0] digest_data;

  message_bus #(
      .BLOCK(BLOCK),
      .DIGEST(DIGEST),
      .BEAT(DIGEST),
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

  // A port of one bit here takes its own bit of the vector, a wider one its own part; what is as wide goes to all.
  sha2_core #(
      .DIGEST(DIGEST),
      .LONG(LONG),
      .UNROLL(UNROLL),
      .STAGES(STAGES),
      .COUNT_BITS(COUNT_BITS),
      .COMPRESSOR(COMPRESSOR),
      .CHAIN(CHAIN),
      .CARRY_SAVE(CARRY_SAVE),
      .ADDER(ADDER),
      .SIDE_ADDER(SIDE_ADDER)
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
