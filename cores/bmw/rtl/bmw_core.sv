// SPDX-License-Identifier: Apache-2.0
//
// Blue Midnight Wish at block level, in one of two datapaths: a block a turn (bmw_parallel), or a word a cycle
// (bmw_serial). The digest is the upper half of H after one more compression, in which H is the block.
//
// Parameters
//   DIGEST      256 or 512
//   UNROLL      steps of f1 a cycle, or in the loop: 16: bmw_parallel; 1: bmw_serial
//   STAGES      messages in flight: 1, or 8 with UNROLL 16
//   COUNT_BITS  width of block_count, 1 or more
//   SAVE        1: rows of full adders, for standard cells; 0: the tool's adders, for FPGAs with carry chains
//   NETWORK     carry network of the adders, a name of adder_pkg
//   CHAIN       with UNROLL 16: carry network of the adders of expand2. Step by step the low bits of a word wait for
//               few bits of the word before, so that ripple carries of many steps run side by side
//   CONTEXT     1: a message can go on from an H of a block's bits, and end with it (docs/context.md)
//
// Ports: the block-level contract (docs/core-contract.md). block_first, block_empty and block_count are not needed:
// after a digest and after rst a lane begins with the initial value, and the padding is in block_data. Only rst drops
// a message.
//
// Cycles                                                                         UNROLL 16         1
//   block to block of a lane                                                     STAGES            55
//   from the cycle that takes the first of n blocks to that with digest_valid    STAGES (n + 1)    55 n + 72
//   from the digest to the next message's first block                            STAGES            17

module bmw_core #(
    parameter integer DIGEST = 256,
    parameter integer UNROLL = 1,
    parameter integer STAGES = 1,
    parameter integer COUNT_BITS = 64,
    parameter integer SAVE = 1,
    parameter integer NETWORK = adder_pkg::BRENT_KUNG,
    parameter integer CHAIN = adder_pkg::RIPPLE,
    parameter integer CONTEXT = 0,
    localparam integer LANE_BITS = (STAGES > 1) ? $clog2(STAGES) : 1,
    localparam integer BLOCK = 2 * DIGEST,
    localparam integer INPUT = BLOCK + CONTEXT * (BLOCK + 2),
    localparam integer OUTPUT = (CONTEXT != 0) ? BLOCK : DIGEST
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
    if (DIGEST != 256 && DIGEST != 512) begin : gen_refused_digest
      bmw_core_needs_DIGEST_of_256_or_512 refused ();
    end
    if (UNROLL != 1 && UNROLL != 16) begin : gen_refused_unroll
      bmw_core_needs_UNROLL_of_1_or_16 refused ();
    end
    if (STAGES != 1 && (STAGES != 8 || UNROLL != 16)) begin : gen_refused_stages
      bmw_core_needs_STAGES_of_1_or_of_8_with_UNROLL_16 refused ();
    end
    if (COUNT_BITS < 1) begin : gen_refused_count_bits
      bmw_core_needs_COUNT_BITS_of_1_or_more refused ();
    end
    if (NETWORK < adder_pkg::TOOL || NETWORK > adder_pkg::HAN_CARLSON) begin : gen_refused_network
      bmw_core_needs_NETWORK_of_adder_pkg refused ();
    end
    if (UNROLL == 16 && (CHAIN < adder_pkg::TOOL || CHAIN > adder_pkg::HAN_CARLSON)) begin : gen_refused_chain
      bmw_core_needs_CHAIN_of_adder_pkg refused ();
    end
    if (CONTEXT != 0 && CONTEXT != 1) begin : gen_refused_context
      bmw_core_needs_CONTEXT_of_0_or_1 refused ();
    end
  endgenerate

  localparam integer WORD = DIGEST / 8;
  localparam integer ROUNDS = (UNROLL == 1) ? 55 : 1;
  localparam integer FINAL = (UNROLL == 1) ? 71 : 1;
  localparam integer STEP_BITS = $clog2(ROUNDS + FINAL + 1);

  logic ready, done;
  logic filling;  // no block can be taken
  logic idle;  // the digest is there
  logic beat, load, restart, next_waiting;
  logic [STAGES*STEP_BITS-1:0] step;
  logic [STAGES-1:0] active, first, last;
  logic [STEP_BITS-1:0] next_step;

  logic block_load, block_give, restore;

  round_control #(
      .STAGES (STAGES),
      .ROUNDS (ROUNDS),
      .FINAL  (FINAL),
      .CONTEXT(CONTEXT),
      .SKIP   (FINAL)
  ) control (
      .clk(clk),
      .rst(rst),
      .block_valid(block_valid && !filling),
      .block_ready(ready),
      .block_lane(block_lane),
      .block_last(block_last),
      .block_load(block_load),
      .block_give(block_give),
      .restore(restore),
      .digest_valid(done),
      .digest_ready(digest_ready && idle),
      .digest_lane(digest_lane),
      .digest_last(digest_last),
      .beat(beat),
      .step(step),
      .active(active),
      .first(first),
      .last(last),
      .load(load),
      .restart(restart),
      .next_step(next_step),
      .next_waiting(next_waiting)
  );
  assign block_ready = ready && !filling;
  assign digest_valid = done && idle;

  logic [BLOCK-1:0] data, h, chain;

  // Strings of bytes, the first one highest, and words with the first byte lowest.
  generate
    for (genvar i = 0; i < BLOCK / 8; i = i + 1) begin : gen_byte
      assign data[8*i+:8] = block_data[BLOCK-8-8*i+:8];
    end
    if (CONTEXT != 0) begin : gen_context
      logic [STAGES-1:0] gives, gives_turn;  // of the lanes, at their ranks: H itself is to come
      logic [BLOCK-1:0] h_bytes;
      assign {block_give, block_load} = block_data[INPUT-1-:2];
      for (genvar i = 0; i < BLOCK / 8; i = i + 1) begin : gen_chain_byte
        assign chain[8*i+:8]   = block_data[2*BLOCK-8-8*i+:8];
        assign h_bytes[8*i+:8] = h[BLOCK-8-8*i+:8];
      end
      always_comb begin
        gives_turn = gives;
        if (load) gives_turn[0] = block_give;
      end
      always_ff @(posedge clk) gives <= STAGES'({gives_turn, gives_turn[STAGES-1]});
      assign digest_data = gives[0] ? h_bytes : h_bytes << DIGEST;
    end else begin : gen_no_context
      assign {block_give, block_load, chain} = '0;
      for (genvar i = 0; i < DIGEST / 8; i = i + 1) begin : gen_digest_byte
        assign digest_data[8*i+:8] = h[BLOCK-8-8*i+:8];
      end
    end
  endgenerate

  generate
    if (UNROLL == 1) begin : gen_serial
      bmw_serial #(
          .WORD(WORD),
          .SAVE(SAVE),
          .NETWORK(NETWORK)
      ) compression (
          .clk(clk),
          .rst(rst),
          .data(data),
          .chain(chain),
          .load(load),
          .restore(restore),
          .finish(active[0] && step == STEP_BITS'(ROUNDS)),
          .restart(restart),
          .filling(filling),
          .idle(idle),
          .h(h)
      );
    end else begin : gen_parallel
      // Registers behind f0 and the steps 1, 4, 7, 10, 13 and 15 of f1.
      localparam logic [16:0] CUTS = (STAGES == 1) ? '0 : 17'b1_0100_1001_0010_0101;
      logic finishing;
      assign filling = 1'b0;
      assign idle = 1'b1;
      always_ff @(posedge clk) finishing <= next_step == STEP_BITS'(ROUNDS);

      bmw_parallel #(
          .WORD(WORD),
          .STAGES(STAGES),
          .CUTS(CUTS),
          .SAVE(SAVE),
          .NETWORK(NETWORK),
          .CHAIN(CHAIN)
      ) compression (
          .clk(clk),
          .data(data),
          .finishing(finishing),
          .active(active[0]),
          .beginning(restart),
          .chain(chain),
          .restore(restore),
          .active_last(active[STAGES-1]),
          .h(h)
      );
    end
  endgenerate

  logic unused;
  assign unused = &{1'b0, block_first, block_empty, block_count, beat, load, first, last, step, active, next_step,
                    next_waiting, h};

endmodule
