// SPDX-License-Identifier: Apache-2.0
//
// Skein at block level: UBI over the message blocks and the output transform (section 3.5), for STAGES messages
// in flight. It is the loop of skein_engine without what strings of other types need.
//
// Cycles (N_r = 72, or 80 for BLOCK = 1024)
//   block to block of a lane, and the output transform:  STAGES (N_r / UNROLL + 1)
//   digest_valid after the edge that takes the first of n blocks, DIGEST <= BLOCK:
//     STAGES (N_r / UNROLL + 1) (n + 1) + 1, and as much more for each further digest beat;
//     with CONFIGURE = 1 a lane is first busy for one block time after reset and after each digest
//
// Parameters: as skein_engine; CONTEXT 1: a message can go on from a chaining value of BLOCK bits, and end with one
// (docs/context.md).
// Ports: the block-level contract (docs/core-contract.md). block_first in the middle of a message begins a new one in
// that lane. block_empty is implied by block_count. A block with block_give is not hashed: digest_data has the chaining
// value before it, then the block.

module skein_core #(
    parameter integer BLOCK = 512,
    parameter integer DIGEST = 512,
    parameter integer VERSION = 13,
    parameter integer UNROLL = 8,
    parameter integer STAGES = 1,
    parameter integer COUNT_BITS = 64,
    parameter integer CONFIGURE = 0,
    parameter integer MERGE = 1,
    parameter integer ROUNDED = 0,
    parameter integer MIX_ADDER = adder_pkg::BRENT_KUNG,
    parameter integer KEY_ADDER = adder_pkg::BRENT_KUNG,
    parameter integer CONTEXT = 0,
    localparam integer LANE_BITS = (STAGES > 1) ? $clog2(STAGES) : 1,
    localparam integer BEAT = (DIGEST < BLOCK) ? DIGEST : BLOCK,
    localparam integer INPUT = BLOCK + CONTEXT * (BLOCK + 2),
    localparam integer OUTPUT = (CONTEXT != 0) ? 2 * BLOCK : BEAT
) (
    input logic clk,
    input logic rst,

    input  logic                  block_valid,
    output logic                  block_ready,
    output logic [ LANE_BITS-1:0] block_lane,
    input  logic [     INPUT-1:0] block_data,
    input  logic                  block_first,
    input  logic                  block_last,
    input  logic                  block_empty,
    input  logic [COUNT_BITS-1:0] block_count,

    output logic                 digest_valid,
    input  logic                 digest_ready,
    output logic [LANE_BITS-1:0] digest_lane,
    output logic [   OUTPUT-1:0] digest_data,
    output logic                 digest_last
);

  generate
    if (BLOCK != 256 && BLOCK != 512 && BLOCK != 1024) begin : gen_refused_block
      skein_core_needs_BLOCK_of_256_512_or_1024 refused ();
    end
    if (DIGEST < 1) begin : gen_refused_digest
      skein_core_needs_DIGEST_of_1_or_more refused ();
    end
    if (VERSION != 11 && VERSION != 12 && VERSION != 13) begin : gen_refused_version
      skein_core_needs_VERSION_of_11_12_or_13 refused ();
    end
    if (UNROLL != 1 && UNROLL != 2 && UNROLL != 4 && UNROLL != 8) begin : gen_refused_unroll
      skein_core_needs_UNROLL_of_1_2_4_or_8 refused ();
    end
    if (STAGES < 1 || STAGES > UNROLL) begin : gen_refused_stages
      skein_core_needs_STAGES_of_1_to_UNROLL refused ();
    end
    if (COUNT_BITS < 9 || COUNT_BITS > 67) begin : gen_refused_count_bits
      skein_core_needs_COUNT_BITS_of_9_to_67 refused ();
    end
    if (CONFIGURE != 0 && CONFIGURE != 1) begin : gen_refused_configure
      skein_core_needs_CONFIGURE_of_0_or_1 refused ();
    end
    if (MERGE != 0 && MERGE != 1) begin : gen_refused_merge
      skein_core_needs_MERGE_of_0_or_1 refused ();
    end
    if (CONTEXT != 0 && CONTEXT != 1) begin : gen_refused_context
      skein_core_needs_CONTEXT_of_0_or_1 refused ();
    end
  endgenerate

  logic block_load, block_give;
  logic [BLOCK-1:0] block_chain;

  generate
    if (CONTEXT != 0) begin : gen_context
      assign {block_give, block_load, block_chain} = block_data[INPUT-1:BLOCK];
    end else begin : gen_no_context
      assign {block_give, block_load, block_chain} = '0;
    end
  endgenerate

  skein_engine #(
      .BLOCK(BLOCK),
      .DIGEST(DIGEST),
      .VERSION(VERSION),
      .UNROLL(UNROLL),
      .STAGES(STAGES),
      .COUNT_BITS(COUNT_BITS),
      .ARGUMENTS(0),
      .CONFIGURE(CONFIGURE),
      .MERGE(MERGE),
      .ROUNDED(ROUNDED),
      .MIX_ADDER(MIX_ADDER),
      .KEY_ADDER(KEY_ADDER),
      .CONTEXT(CONTEXT)
  ) engine (
      .clk(clk),
      .rst(rst),
      .block_valid(block_valid),
      .block_ready(block_ready),
      .block_lane(block_lane),
      .block_data(block_data[BLOCK-1:0]),
      .block_first(block_first),
      .block_last(block_last),
      .block_count(block_count),
      .block_type(6'd0),
      .block_level(7'd0),
      .block_load(block_load),
      .block_chain(block_chain),
      .block_give(block_give),
      .digest_valid(digest_valid),
      .digest_ready(digest_ready),
      .digest_lane(digest_lane),
      .digest_data(digest_data),
      .digest_last(digest_last)
  );

  logic unused;
  assign unused = block_empty;

endmodule
