// SPDX-License-Identifier: Apache-2.0
//
// SHA-1 behind one bus: CIRCUITS cores that work on as many messages, whose words come in one stream; padding (FIPS
// 180-4, section 5.1) inside.
//
// Parameters: CIRCUITS, INTERLEAVE, WORD, COUNT_BITS as message_bus, the others as sha1_core, STAGES = 1.
// Ports: see message_bus; out_* carries ceil(160 / WORD) words a digest.

module sha1_bus #(
    parameter integer CIRCUITS = 4,
    parameter integer INTERLEAVE = 1,
    parameter integer UNROLL = 1,
    parameter integer STAGES = 1,
    parameter integer AHEAD = 0,
    parameter integer WORD = 32,
    parameter integer COUNT_BITS = 64,
    parameter integer CARRY_SAVE = 1,
    parameter integer ADDER = adder_pkg::BRENT_KUNG,
    parameter integer INVERT = 0,
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

  generate
    if (CIRCUITS < 1) begin : gen_refused_circuits
      sha1_bus_needs_CIRCUITS_of_1_or_more refused ();
    end
    if (STAGES != 1) begin : gen_refused_stages
      sha1_bus_needs_STAGES_of_1 refused ();
    end
    if (WORD < 8 || WORD > 512 || WORD != 2 ** $clog2(WORD)) begin : gen_refused_word
      sha1_bus_needs_WORD_a_power_of_two_from_8_to_512 refused ();
    end
    if (COUNT_BITS < BITS_WIDTH) begin : gen_refused_count_bits
      sha1_bus_needs_COUNT_BITS_of_more_than_log2_WORD refused ();
    end
  endgenerate

  localparam integer BLOCK = 512;
  localparam integer DIGEST = 160;
  localparam [hash_pkg::PADDING_BITS-1:0] PADDING = hash_pkg::field(hash_pkg::SUFFIX_BITS, 1) |
      hash_pkg::field(hash_pkg::SUFFIX, 1) | hash_pkg::field(hash_pkg::LENGTH_BITS, 64);

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
  sha1_core #(
      .UNROLL(UNROLL),
      .STAGES(STAGES),
      .AHEAD(AHEAD),
      .COUNT_BITS(COUNT_BITS),
      .CARRY_SAVE(CARRY_SAVE),
      .ADDER(ADDER),
      .INVERT(INVERT)
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
