// SPDX-License-Identifier: Apache-2.0
//
// Groestl at block level ("Groestl - a SHA-3 candidate", section 3): h <- P(h + m) + Q(m) + h for every block, then the
// last bits of P(h) + h. P and Q go in turn through one round (groestl_in_turn) or each has its own (groestl_parallel).
// Those files have the datapaths.
//
// Parameters
//   VERSION     2: Groestl-0, the function of rounds 1 and 2; 3: the final function
//   DIGEST      bits of the digest, 1 .. 512; up to 256 with blocks of 512 bits and R = 10 rounds, above with 1024
//               and 14
//   UNROLL      1: rounds in the loop
//   STAGES      messages in flight: 1 or 2, with PARALLEL 1 .. 4
//   PARALLEL    0: P and Q in turn; 1: beside each other
//   COUNT_BITS  width of block_count, 1 or more
//   SBOX        form of the S-box, a name of aes_pkg; TABLE needs STAGES 1, or 1 or 2 with PARALLEL, and is SHALLOW
//               otherwise
//   CONTEXT     1: a message can go on from a chaining value of a block's bits, and end with it (docs/context.md)
//
// Cycles
//   block to block of a lane:  STAGES (2 R + 1); with PARALLEL: STAGES (R + 1)
//   from the cycle that takes the first of n blocks to that with digest_valid:
//     STAGES ((2 R + 1) (n + 1) + 1); with PARALLEL: STAGES (R + 1) (n + 1)
//   The first block of the next message can be taken STAGES cycles after the digest.
//
// Ports: the block-level contract (docs/core-contract.md). block_first, block_empty and block_count are not needed:
// after a digest and after rst a lane begins with the initial value, and the padding is in block_data. Only rst drops
// a message.

module groestl_core #(
    parameter integer VERSION = 3,
    parameter integer DIGEST = 256,
    parameter integer UNROLL = 1,
    parameter integer STAGES = 1,
    parameter integer PARALLEL = 0,
    parameter integer COUNT_BITS = 64,
    parameter integer SBOX = aes_pkg::SHALLOW,
    parameter integer CONTEXT = 0,
    localparam integer COLUMNS = (DIGEST <= 256) ? 8 : 16,
    localparam integer BLOCK = 64 * COLUMNS,
    localparam integer INPUT = BLOCK + CONTEXT * (BLOCK + 2),
    localparam integer OUTPUT = (CONTEXT != 0) ? BLOCK : DIGEST,
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
    if (VERSION != 2 && VERSION != 3) begin : gen_refused_version
      groestl_core_needs_VERSION_of_2_or_3 refused ();
    end
    if (DIGEST < 1 || DIGEST > 512) begin : gen_refused_digest
      groestl_core_needs_DIGEST_of_1_to_512 refused ();
    end
    if (UNROLL != 1) begin : gen_refused_unroll
      groestl_core_needs_UNROLL_of_1 refused ();
    end
    if (STAGES < 1 || STAGES > ((PARALLEL != 0) ? 4 : 2)) begin : gen_refused_stages
      groestl_core_needs_STAGES_of_1_or_2_or_of_1_to_4_with_PARALLEL refused ();
    end
    if (COUNT_BITS < 1) begin : gen_refused_count_bits
      groestl_core_needs_COUNT_BITS_of_1_or_more refused ();
    end
    if (CONTEXT != 0 && CONTEXT != 1) begin : gen_refused_context
      groestl_core_needs_CONTEXT_of_0_or_1 refused ();
    end
  endgenerate

  localparam integer TURNS = ((PARALLEL != 0) ? 1 : 2) * groestl_pkg::rounds(COLUMNS) + 1;
  localparam integer FINAL = (PARALLEL != 0) ? TURNS : TURNS + 1;
  localparam integer STEP_BITS = $clog2(TURNS + FINAL + 1);
  localparam logic [BLOCK-1:0] INITIAL = BLOCK'(DIGEST);

  logic beat, load, restart, next_waiting;
  logic [STAGES*STEP_BITS-1:0] step;
  logic [STAGES-1:0] active, first, last;
  logic [STEP_BITS-1:0] next_step;

  logic block_load, block_give, restore;
  logic [BLOCK-1:0] block_chain;
  logic [BLOCK-1:0] value;
  logic giving;  // the value of the lane at rank 0, if it is done, is the context that is to come

  // With block_give the turn is left out that P begins in, and those of its rounds. With P and Q in turn there is one
  // more, that in which P of the block comes out.
  round_control #(
      .STAGES (STAGES),
      .ROUNDS (TURNS),
      .FINAL  (FINAL),
      .CONTEXT(CONTEXT),
      .SKIP   (TURNS)
  ) control (
      .*
  );

  generate
    if (CONTEXT != 0) begin : gen_context
      logic [STAGES-1:0] gives, gives_turn;  // of the lanes, at their ranks
      assign {block_give, block_load, block_chain} = block_data[INPUT-1:BLOCK];
      always_comb begin
        gives_turn = gives;
        if (load) gives_turn[0] = block_give;
      end
      always_ff @(posedge clk) gives <= STAGES'({gives_turn, gives_turn[STAGES-1]});
      assign giving = gives[0];
      assign digest_data = giving ? value : value << (BLOCK - DIGEST);
    end else begin : gen_no_context
      assign {block_give, block_load, block_chain, giving} = '0;
      assign digest_data = value[DIGEST-1:0];
    end
  endgenerate

  generate
    if (PARALLEL == 0) begin : gen_in_turn
      groestl_in_turn #(
          .VERSION(VERSION),
          .COLUMNS(COLUMNS),
          .STAGES(STAGES),
          .SBOX(SBOX),
          .INITIAL(INITIAL)
      ) rounds (
          .block_data(block_data[BLOCK-1:0]),
          .ending(active[STAGES-1] && step[(STAGES-1)*STEP_BITS+:STEP_BITS] == STEP_BITS'(TURNS - 1)),
          .*
      );
    end else begin : gen_parallel
      groestl_parallel #(
          .VERSION(VERSION),
          .COLUMNS(COLUMNS),
          .STAGES(STAGES),
          .SBOX(SBOX),
          .INITIAL(INITIAL)
      ) rounds (
          .block_data(block_data[BLOCK-1:0]),
          .*
      );
    end
  endgenerate

  logic unused;
  assign unused = &{1'b0, block_first, block_empty, block_count, beat, load, next_waiting, step, active, first, last,
                    value, giving, 1'(UNROLL)};

endmodule
