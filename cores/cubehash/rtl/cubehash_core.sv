// SPDX-License-Identifier: Apache-2.0
//
// CubeHash16/32 at block level: a round or half a round a cycle.
//
//   state --> [a round or half of it, in STAGES ranks] --> xor with the block or with the final 1 --> state
//
// The control is one cycle ahead of the words: where a lane is at rank 0 of the control, its words are at the end of
// the last rank. So a block is xored in before the register and not before the adders, and what the many multiplexers
// of a rank hang on comes from registers. A digest is there one turn later than the control says.
//
// Parameters
//   DIGEST      256 or 512
//   UNROLL      1: rounds in the loop
//   PARTS       parts of a round, one a cycle: 1, or 2 with STAGES 1
//   STAGES      messages in flight: 1; 2: a register between the halves of the round; 4: two more within the adders
//   COUNT_BITS  width of block_count, 1 or more
//   CUT, ADDER  see cubehash_sums; CUT is used with STAGES 4, and 1 .. 31
//   CONTEXT     1: a message can go on from a state of 1024 bits, and end with it (docs/context.md)
//
// Ports: the block-level contract (docs/core-contract.md). block_first, block_empty and block_count are not needed:
// after a digest and after rst a lane begins with the initial value, and the padding is in block_data. Only rst drops
// a message.
//
// Cycles
//   block to block of a lane                                                    16 PARTS STAGES
//   from the cycle that takes the first of n blocks to that with digest_valid   STAGES (16 PARTS (n + 10) + 1)
//   The next message's first block can be taken STAGES cycles after the digest.

module cubehash_core #(
    parameter integer DIGEST = 256,
    parameter integer UNROLL = 1,
    parameter integer PARTS = 1,
    parameter integer STAGES = 1,
    parameter integer COUNT_BITS = 64,
    parameter integer CUT = 16,
    parameter integer ADDER = adder_pkg::BRENT_KUNG,
    parameter integer CONTEXT = 0,
    localparam integer INPUT = 256 + CONTEXT * 1026,
    localparam integer OUTPUT = (CONTEXT != 0) ? 1024 : DIGEST,
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
    if (DIGEST != 256 && DIGEST != 512) begin : gen_refused_digest
      cubehash_core_needs_DIGEST_of_256_or_512 refused ();
    end
    if (UNROLL != 1) begin : gen_refused_unroll
      cubehash_core_needs_UNROLL_of_1 refused ();
    end
    if (STAGES != 1 && STAGES != 2 && STAGES != 4) begin : gen_refused_stages
      cubehash_core_needs_STAGES_of_1_2_or_4 refused ();
    end
    if (PARTS != 1 && (PARTS != 2 || STAGES != 1)) begin : gen_refused_parts
      cubehash_core_needs_PARTS_of_1_or_of_2_with_STAGES_1 refused ();
    end
    if (COUNT_BITS < 1) begin : gen_refused_count_bits
      cubehash_core_needs_COUNT_BITS_of_1_or_more refused ();
    end
    if (STAGES == 4 && (CUT < 1 || CUT > 31)) begin : gen_refused_cut
      cubehash_core_needs_CUT_of_1_to_31_with_STAGES_4 refused ();
    end
    if (ADDER < adder_pkg::TOOL || ADDER > adder_pkg::HAN_CARLSON) begin : gen_refused_adder
      cubehash_core_needs_ADDER_of_adder_pkg refused ();
    end
    if (CONTEXT != 0 && CONTEXT != 1) begin : gen_refused_context
      cubehash_core_needs_CONTEXT_of_0_or_1 refused ();
    end
  endgenerate

  localparam integer ROUNDS = 16 * PARTS;
  localparam integer STEP_BITS = $clog2(11 * ROUNDS + 1);
  localparam integer BEGIN = (STAGES > 1) ? STAGES / 2 : 1;  // cycles from restart to the place of the initial value
  localparam [1023:0] INITIAL = (DIGEST == 256) ? cubehash_pkg::INITIAL_256 : cubehash_pkg::INITIAL_512;

  logic done, beat, load, restart, next_waiting;
  logic [STAGES*STEP_BITS-1:0] step;
  logic [STAGES-1:0] active, first, last;
  logic [STEP_BITS-1:0] next_step;

  logic waiting;  // the lane at rank 0 of the control can take a block
  logic finishing;  // it begins the rounds that follow the last block
  logic [BEGIN-1:0] beginning;
  logic [STAGES-1:0] go;  // the lane whose words are at rank j works
  logic go_last;  // that at the last rank
  logic [511:0] lower, upper;  // x[0] .. x[15] and x[16] .. x[31] at rank 0
  logic [511:0] turned, sums, new_upper, rest_lower, rest_upper;  // see cubehash_round
  logic [511:0] entering;  // the block, or zeros
  logic [511:0] digest_bytes;

  logic block_load, block_give, restore;
  logic [511:0] chain_lower, chain_upper;

  round_control #(
      .STAGES (STAGES),
      .ROUNDS (ROUNDS),
      .FINAL  (10 * ROUNDS),
      .CONTEXT(CONTEXT),
      .SKIP   (10 * ROUNDS)
  ) control (
      .clk(clk),
      .rst(rst),
      .block_valid(block_valid),
      .block_ready(block_ready),
      .block_lane(block_lane),
      .block_last(block_last),
      .block_load(block_load),
      .block_give(block_give),
      .restore(restore),
      .digest_valid(done),
      .digest_ready(digest_valid && digest_ready),
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

  assign digest_valid = done && !go_last;
  assign go[STAGES-1] = go_last;
  assign digest_bytes = cubehash_pkg::from_bytes(rest_lower);
  assign entering = cubehash_pkg::from_bytes({block_data[255:0], 256'd0}) & {512{waiting && block_valid}};
  assign finishing = active[0] && step[STEP_BITS-1:0] == STEP_BITS'(ROUNDS);

  generate
    if (CONTEXT != 0) begin : gen_context
      logic [511:0] lower_bytes, upper_bytes;
      assign {block_give, block_load, lower_bytes, upper_bytes} = block_data[INPUT-1:256];
      assign chain_lower = cubehash_pkg::from_bytes(lower_bytes);
      assign chain_upper = cubehash_pkg::from_bytes(upper_bytes);
      assign digest_data = {digest_bytes, cubehash_pkg::from_bytes(rest_upper)};
    end else begin : gen_no_context
      assign {block_give, block_load, chain_lower, chain_upper} = '0;
      assign digest_data = digest_bytes[511-:DIGEST];
    end

    if (STAGES > 1) begin : gen_go
      assign go[STAGES-2:0] = active[STAGES-1:1];
    end

    if (PARTS == 2) begin : gen_half_round
      logic odd;
      always_ff @(posedge clk) odd <= step[0];

      cubehash_half_round #(
          .INITIAL(INITIAL),
          .ADDER  (ADDER)
      ) half_round (
          .odd(odd),
          .beginning(beginning[BEGIN-1]),
          .lower(lower),
          .upper(upper),
          .turned(turned),
          .sums(sums),
          .new_upper(new_upper),
          .rest_lower(rest_lower),
          .rest_upper(rest_upper)
      );
    end else begin : gen_round
      cubehash_round #(
          .STAGES(STAGES),
          .INITIAL(INITIAL),
          .CUT(CUT),
          .ADDER(ADDER)
      ) round (
          .clk(clk),
          .go(go),
          .beginning(beginning[BEGIN-1]),
          .lower(lower),
          .upper(upper),
          .turned(turned),
          .sums(sums),
          .new_upper(new_upper),
          .rest_lower(rest_lower),
          .rest_upper(rest_upper)
      );
    end
  endgenerate

  always_ff @(posedge clk) begin
    waiting <= next_waiting;
    beginning <= BEGIN'({beginning, restart});
    go_last <= active[STAGES-1];
    // The sums come last: nothing but one xor is behind them, and with CONTEXT the choice of a chaining value.
    lower <= ((go_last ? turned : rest_lower) ^ entering) ^ (sums & {512{go_last}});
    upper <= (go_last ? new_upper : rest_upper) ^ {31'd0, finishing, 480'd0};
    if (restore) begin
      lower <= chain_lower;
      upper <= chain_upper;
    end
  end

  logic unused;
  assign unused = &{1'b0, block_first, block_empty, block_count, 1'(UNROLL), beat, load, first, last, step, active,
                    next_step, go, digest_bytes};

endmodule
