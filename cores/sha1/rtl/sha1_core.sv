// SPDX-License-Identifier: Apache-2.0
//
// SHA-1 at block level (FIPS 180-4), in one of three architectures: one round a clock cycle (sha1_basic), two rounds
// (sha1_basic with UNROLL 2), or one round of which all but one addition is done ahead (sha1_rescheduled). Their files
// have the datapaths and the cycles.
//
// Parameters
//   UNROLL             1 or 2: rounds in the loop
//   STAGES             1: messages in flight
//   AHEAD              0: sha1_basic; 1 or 2, with UNROLL 1: sha1_rescheduled, which says what it is
//   COUNT_BITS         width of block_count
//   CARRY_SAVE, ADDER  1: carry-save adders; carry network of the others, a name of adder_pkg; see sha1_round
//   INVERT             1: see sha1_schedule
//   CONTEXT            1: a message can go on from a chaining value of 160 bits (docs/context.md)
//
// Ports: the block-level contract (docs/core-contract.md). block_first, block_empty and block_count are not needed:
// after a digest and after rst the core begins with the initial value, and the padding is in block_data. Only rst drops
// a message.

module sha1_core #(
    parameter integer UNROLL = 1,
    parameter integer STAGES = 1,
    parameter integer AHEAD = 0,
    parameter integer COUNT_BITS = 64,
    parameter integer CARRY_SAVE = 1,
    parameter integer ADDER = adder_pkg::BRENT_KUNG,
    parameter integer INVERT = 0,
    parameter integer CONTEXT = 0,
    localparam integer LANE_BITS = (STAGES > 1) ? $clog2(STAGES) : 1,
    localparam integer INPUT = 512 + CONTEXT * 162
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
    output logic [        159:0] digest_data,
    output logic                 digest_last
);

  generate
    if (UNROLL != 1 && UNROLL != 2) begin : gen_refused_unroll
      sha1_core_needs_UNROLL_of_1_or_2 refused ();
    end
    if (STAGES != 1) begin : gen_refused_stages
      sha1_core_needs_STAGES_of_1 refused ();
    end
    if (AHEAD != 0 && (AHEAD < 0 || AHEAD > 2 || UNROLL != 1)) begin : gen_refused_ahead
      sha1_core_needs_AHEAD_of_0_or_of_1_or_2_with_UNROLL_1 refused ();
    end
    if (COUNT_BITS < 1) begin : gen_refused_count_bits
      sha1_core_needs_COUNT_BITS_of_1_or_more refused ();
    end
    if (CONTEXT != 0 && CONTEXT != 1) begin : gen_refused_context
      sha1_core_needs_CONTEXT_of_0_or_1 refused ();
    end
  endgenerate

  logic block_load;
  logic [159:0] block_chain;

  assign block_lane = '0;
  assign digest_lane = '0;
  assign digest_last = 1'b1;

  generate
    if (CONTEXT != 0) begin : gen_context
      logic block_give;  // changes nothing: the digest is all of the chaining value
      assign {block_give, block_load, block_chain} = block_data[512+:162];
      logic unused;
      assign unused = block_give;
    end else begin : gen_no_context
      assign block_load  = 1'b0;
      assign block_chain = '0;
    end
  endgenerate

  generate
    if (AHEAD != 0) begin : gen_rescheduled
      sha1_rescheduled #(
          .AHEAD(AHEAD),
          .CARRY_SAVE(CARRY_SAVE),
          .ADDER(ADDER),
          .INVERT(INVERT),
          .CONTEXT(CONTEXT)
      ) rounds (
          .clk(clk),
          .rst(rst),
          .block_valid(block_valid),
          .block_ready(block_ready),
          .block_data(block_data[511:0]),
          .block_last(block_last),
          .block_load(block_load),
          .block_chain(block_chain),
          .digest_valid(digest_valid),
          .digest_ready(digest_ready),
          .digest(digest_data)
      );
    end else begin : gen_basic
      sha1_basic #(
          .UNROLL(UNROLL),
          .CARRY_SAVE(CARRY_SAVE),
          .ADDER(ADDER),
          .INVERT(INVERT),
          .CONTEXT(CONTEXT)
      ) rounds (
          .clk(clk),
          .rst(rst),
          .block_valid(block_valid),
          .block_ready(block_ready),
          .block_data(block_data[511:0]),
          .block_last(block_last),
          .block_load(block_load),
          .block_chain(block_chain),
          .digest_valid(digest_valid),
          .digest_ready(digest_ready),
          .digest(digest_data)
      );
    end
  endgenerate

  logic unused;
  assign unused = &{1'b0, block_first, block_empty, block_count, 1'(UNROLL), 1'(AHEAD)};

endmodule
