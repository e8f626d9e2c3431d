// SPDX-License-Identifier: Apache-2.0
//
// threefish_core with the ports of the block level, so that what drives every core in simulation drives it too. A block
// is a message of its own: seven zeros and the bit `decrypt`, key, tweak, data; its digest is the result.
//
// Parameters: as threefish_core.

module threefish_blocks #(
    parameter integer BLOCK = 512,
    parameter integer VERSION = 13,
    parameter integer UNROLL = 8,
    parameter integer STAGES = 1,
    parameter integer DIRECTION = 2,
    parameter integer MERGE = 1,
    parameter integer MIX_ADDER = adder_pkg::BRENT_KUNG,
    parameter integer KEY_ADDER = adder_pkg::BRENT_KUNG,
    localparam integer LANE_BITS = (STAGES > 1) ? $clog2(STAGES) : 1
) (
    input  logic                   clk,
    input  logic                   rst,
    input  logic                   block_valid,
    output logic                   block_ready,
    output logic [  LANE_BITS-1:0] block_lane,
    input  logic [2*BLOCK+128+7:0] block_data,
    input  logic                   block_first,
    input  logic                   block_last,
    input  logic                   block_empty,
    input  logic [           63:0] block_count,
    output logic                   digest_valid,
    input  logic                   digest_ready,
    output logic [  LANE_BITS-1:0] digest_lane,
    output logic [      BLOCK-1:0] digest_data,
    output logic                   digest_last
);

  threefish_core #(
      .BLOCK(BLOCK),
      .VERSION(VERSION),
      .UNROLL(UNROLL),
      .STAGES(STAGES),
      .DIRECTION(DIRECTION),
      .MERGE(MERGE),
      .MIX_ADDER(MIX_ADDER),
      .KEY_ADDER(KEY_ADDER)
  ) core (
      .clk(clk),
      .rst(rst),
      .in_valid(block_valid),
      .in_ready(block_ready),
      .in_lane(block_lane),
      .in_data(block_data[BLOCK-1:0]),
      .in_key(block_data[BLOCK+128+:BLOCK]),
      .in_tweak(block_data[BLOCK+:128]),
      .in_decrypt(block_data[2*BLOCK+128]),
      .out_valid(digest_valid),
      .out_ready(digest_ready),
      .out_lane(digest_lane),
      .out_data(digest_data)
  );

  assign digest_last = 1'b1;

  logic unused;
  assign unused = ^{block_data[2*BLOCK+128+:8], block_first, block_last, block_empty, block_count};

endmodule
