// SPDX-License-Identifier: Apache-2.0
//
// ECHO at block level ("SHA-3 Proposal: ECHO"), without a salt. All words at once (echo_full), or a column of four at a
// time (echo_column). Those files have the datapaths.
//
// Parameters
//   DIGEST      1 .. 512: up to 256 blocks of 1536 bits and R = 8 rounds, above of 1024 and 10
//   UNROLL      1: rounds in the loop
//   STAGES      messages in flight, 1 .. 4; with COLUMN 1
//   COLUMN      0: all words at once; 1: a column of four at a time
//   COUNT_BITS  width of block_count and of the keys, 8 .. 64; below 64 messages have 2^COUNT_BITS - 16 R bits at most,
//               so that no key is beyond it
//   SBOX        form of the S-box, a name of aes_pkg; with 4 stages TABLE is SHALLOW
//   CONTEXT     1: a message can go on from a chaining value of 512 or 1024 bits, and end with it (docs/context.md)
//
// Cycles
//   block to block of a lane:  STAGES (2 R + 1); with COLUMN: 10 R + 4
//   from the cycle that takes the first of n blocks to that with digest_valid:  n times as many
//   The first block of the next message can be taken STAGES cycles after the digest.
//
// Ports: the block-level contract (docs/core-contract.md). block_first is not needed: after a digest and after rst a
// lane begins with the initial value. Only rst drops a message.

module echo_core #(
    parameter integer DIGEST = 256,
    parameter integer UNROLL = 1,
    parameter integer STAGES = 1,
    parameter integer COLUMN = 0,
    parameter integer COUNT_BITS = 64,
    parameter integer SBOX = aes_pkg::SHALLOW,
    parameter integer CONTEXT = 0,
    localparam integer CHAIN = 128 * echo_pkg::chain_words(DIGEST),
    localparam integer BLOCK = 2048 - CHAIN,
    localparam integer INPUT = BLOCK + CONTEXT * (CHAIN + 2),
    localparam integer OUTPUT = (CONTEXT != 0) ? CHAIN : DIGEST,
    localparam integer LANE_BITS = (STAGES > 1) ? $clog2(STAGES) : 1
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
    if (DIGEST < 1 || DIGEST > 512) begin : gen_refused_digest
      echo_core_needs_DIGEST_of_1_to_512 refused ();
    end
    if (UNROLL != 1) begin : gen_refused_unroll
      echo_core_needs_UNROLL_of_1 refused ();
    end
    if (STAGES < 1 || STAGES > 4 || (COLUMN != 0 && STAGES != 1)) begin : gen_refused_stages
      echo_core_needs_STAGES_of_1_to_4_or_of_1_with_COLUMN refused ();
    end
    if (COUNT_BITS < 8 || COUNT_BITS > 64) begin : gen_refused_count_bits
      echo_core_needs_COUNT_BITS_of_8_to_64 refused ();
    end
    if (CONTEXT != 0 && CONTEXT != 1) begin : gen_refused_context
      echo_core_needs_CONTEXT_of_0_or_1 refused ();
    end
  endgenerate

  localparam integer TURNS = (COLUMN != 0) ? 10 * echo_pkg::rounds(DIGEST) + 4 : 2 * echo_pkg::rounds(DIGEST) + 1;
  localparam integer STEP_BITS = $clog2(TURNS + 1);

  logic beat, load, restart, next_waiting;
  logic [STAGES*STEP_BITS-1:0] step;
  logic [STAGES-1:0] active, first, last;
  logic [STEP_BITS-1:0] next_step;

  logic block_load, restore;
  logic block_give;  // changes nothing: the chaining value is there in place of a digest
  logic [CHAIN-1:0] block_chain;

  generate
    if (CONTEXT != 0) begin : gen_context
      assign {block_give, block_load, block_chain} = block_data[INPUT-1:BLOCK];
    end else begin : gen_no_context
      assign {block_give, block_load, block_chain} = '0;
    end
  endgenerate

  round_control #(
      .STAGES (STAGES),
      .ROUNDS (TURNS),
      .FINAL  (0),
      .CONTEXT(CONTEXT)
  ) control (
      .*
  );

  logic [CHAIN-1:0] value;
  assign digest_data = value[CHAIN-1-:OUTPUT];

  logic ending;  // the lane at rank 0 has its last turn before the next block or the digest
  assign ending = active[0] && step[STEP_BITS-1:0] == STEP_BITS'(TURNS - 1);

  generate
    if (COLUMN != 0) begin : gen_column
      echo_column #(
          .DIGEST(DIGEST),
          .COUNT_BITS(COUNT_BITS),
          .SBOX(SBOX)
      ) rounds (
          .block_data(block_data[BLOCK-1:0]),
          .*
      );
    end else begin : gen_full
      echo_full #(
          .DIGEST(DIGEST),
          .STAGES(STAGES),
          .COUNT_BITS(COUNT_BITS),
          .SBOX(SBOX)
      ) rounds (
          .block_data(block_data[BLOCK-1:0]),
          .*
      );
    end
  endgenerate

  logic unused;
  assign unused = &{1'b0, block_first, beat, next_waiting, step, active, first, last, value, 1'(UNROLL)};

endmodule
