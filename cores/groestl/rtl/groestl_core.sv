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
    localparam integer COLUMNS = (DIGEST <= 256) ? 8 : 16,
    localparam integer BLOCK = 64 * COLUMNS,
    localparam integer LANE_BITS = (STAGES > 1) ? $clog2(STAGES) : 1
) (
    input logic clk,
    input logic rst,

    input  logic                  block_valid,
    output logic                  block_ready,
    output logic [ LANE_BITS-1:0] block_lane,
    input  logic [     BLOCK-1:0] block_data,
    input  logic                  block_first,
    input  logic                  block_last,
    input  logic                  block_empty,
    input  logic [COUNT_BITS-1:0] block_count,

    output logic                 digest_valid,
    input  logic                 digest_ready,
    output logic [LANE_BITS-1:0] digest_lane,
    output logic [   DIGEST-1:0] digest_data,
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
  endgenerate

  localparam integer TURNS = ((PARALLEL != 0) ? 1 : 2) * groestl_pkg::rounds(COLUMNS) + 1;
  localparam integer FINAL = (PARALLEL != 0) ? TURNS : TURNS + 1;
  localparam integer STEP_BITS = $clog2(TURNS + FINAL + 1);
  localparam logic [BLOCK-1:0] INITIAL = BLOCK'(DIGEST);

  logic beat, load, restart, next_waiting;
  logic [STAGES*STEP_BITS-1:0] step;
  logic [STAGES-1:0] active, first, last;
  logic [STEP_BITS-1:0] next_step;

  logic unused_restore;

  round_control #(
      .STAGES(STAGES),
      .ROUNDS(TURNS),
      .FINAL (FINAL)
  ) control (
      .block_load(1'b0),
      .block_give(1'b0),
      .restore(unused_restore),
      .*
  );

  logic [BLOCK-1:0] value;
  assign digest_data = value[DIGEST-1:0];

  generate
    if (PARALLEL == 0) begin : gen_in_turn
      groestl_in_turn #(
          .VERSION(VERSION),
          .COLUMNS(COLUMNS),
          .STAGES(STAGES),
          .SBOX(SBOX),
          .INITIAL(INITIAL)
      ) rounds (
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
          .*
      );
    end
  endgenerate

  logic unused;
  assign unused = &{1'b0, block_first, block_empty, block_count, beat, load, next_waiting, step, active, first, last,
                    value, 1'(UNROLL)};

endmodule
