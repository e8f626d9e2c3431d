// SPDX-License-Identifier: Apache-2.0
//
// Fugue-256 and Fugue-512 at block level ("The Hash Function Fugue", Halevi, Hall and Jutla, round 2), one sub-round a
// clock cycle. A block is a word of 32 bits.
//
// The loop, which STAGES ranks of registers cut; a message owns one slot of it:
//
//    word --+ column 3
//           v
//   rank 0 --> SMIX of columns 0 .. 3 | ... --> TIX, ROR3, CMIX, or a far ROR --> rank 0
//
// Rank 0 holds the state before SMIX. The word of a round needs no cycle of its own: TIX puts it into column 0, which
// ROR3 makes column 3, the last that SMIX takes; so column 3 is 0 where a word is awaited, and column 8 + 3 gets the
// word beside SMIX. With one rank the port speaks for the lane there; with several for the lane at the last rank,
// whose turn ends, and the word goes through a register.
//
// Turns (step of round_control), with R = 2 sub-rounds a word, F = 10 in the first part of the final rounds and T = 26
// far RORs, for Fugue-512 R = 4, F = 32, T = 52:
//   0 .. R-1          SMIX of the sub-rounds after a word
//   R .. R+F-1        SMIX of the first part of the final rounds
//   R+F .. R+F+T-1    SMIX of the second part; each of its RORs ends the turn before. Behind the last SMIX column 0 is
//                     added once more, and goes far with the others
//   R+F+T             digest; with several ranks one turn later
//
// Cycles: STAGES R from block to block of a lane; STAGES (R n + F + T + D) from the cycle that takes the first of n
// blocks to digest_valid, D = 0 with one rank and 1 with several.
//
// Parameters
//   DIGEST  256 or 512           UNROLL  1: sub-rounds in the loop
//   STAGES  1 .. 3: messages in flight
//   SBOX    form of the S-box, a name of aes_pkg
//   COUNT_BITS  width of block_count, 1 or more
//   CONTEXT 1: a message can go on from all columns of a state, and end with them (docs/context.md). They are those
//           after the last SMIX of a word's sub-rounds; rank 0 holds what TIX with the word 0, ROR3 and CMIX make of
//           them, and at the end of a message ROR3 and CMIX, which are undone on the way out
//
// Ports: the block-level contract (docs/core-contract.md). block_first, block_empty and block_count are not needed:
// after a digest and after rst a lane begins with the initial value, and the padding is in block_data. Only rst drops a
// message.

module fugue_core #(
    parameter integer DIGEST = 256,
    parameter integer UNROLL = 1,
    parameter integer STAGES = 1,
    parameter integer SBOX = aes_pkg::SHALLOW,
    parameter integer COUNT_BITS = 64,
    parameter integer CONTEXT = 0,
    localparam integer COLUMNS = fugue_pkg::columns(DIGEST),
    localparam integer STATE = 32 * COLUMNS,
    localparam integer INPUT = 32 + CONTEXT * (STATE + 2),
    localparam integer OUTPUT = (CONTEXT != 0) ? STATE : DIGEST,
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
      fugue_core_needs_DIGEST_of_256_or_512 refused ();
    end
    if (UNROLL != 1) begin : gen_refused_unroll
      fugue_core_needs_UNROLL_of_1 refused ();
    end
    if (STAGES < 1 || STAGES > 3) begin : gen_refused_stages
      fugue_core_needs_STAGES_of_1_to_3 refused ();
    end
    if (COUNT_BITS < 1) begin : gen_refused_count_bits
      fugue_core_needs_COUNT_BITS_of_1_or_more refused ();
    end
    if (CONTEXT != 0 && CONTEXT != 1) begin : gen_refused_context
      fugue_core_needs_CONTEXT_of_0_or_1 refused ();
    end
  endgenerate

  localparam integer ROUNDS = fugue_pkg::subrounds(DIGEST);
  localparam integer TURN = (DIGEST == 256) ? 2 : 4;
  localparam integer FIRST_FAR = ROUNDS + fugue_pkg::first_part(DIGEST) - 1;  // turn with the first far ROR
  localparam integer FINAL = fugue_pkg::first_part(DIGEST) + 13 * TURN + ((STAGES > 1) ? 1 : 0);
  localparam integer STEP_BITS = $clog2(ROUNDS + FINAL + 1);
  localparam logic [fugue_pkg::MAX_STATE-1:0] INITIAL = fugue_pkg::initial_state(DIGEST);

  logic beat, load, restart, next_waiting;
  logic [STAGES*STEP_BITS-1:0] step;
  logic [STAGES-1:0] active, first, last;
  logic [STEP_BITS-1:0] next_step;

  logic block_load, block_give, restore;

  // With block_give the digest's turns are left out, but for the one that comes behind the others with several ranks.
  round_control #(
      .STAGES (STAGES),
      .ROUNDS (ROUNDS),
      .FINAL  (FINAL),
      .CONTEXT(CONTEXT),
      .SKIP   (fugue_pkg::first_part(DIGEST) + 13 * TURN)
  ) control (
      .*
  );

  // What follows SMIX at the last rank, see fugue_next. It comes from registers, one cycle after the turn's number.
  logic [STEP_BITS-1:0] number;
  logic [1:0] n;  // number of the far ROR in its turn
  logic plan_near, plan_tix, plan_far, plan_less;
  logic [2:0] plan_turn;
  logic nearby, tix, distant, less, stay;
  logic [2:0] turn;
  // The word, 0 in a lane that needs none.
  logic [31:0] word;  // for SMIX
  logic [31:0] word_beside;  // for column 11

  assign n = (TURN == 2) ? {1'b0, 1'(number) ^ 1'(FIRST_FAR)} : 2'(number) - 2'(FIRST_FAR);
  assign plan_near = number < STEP_BITS'(FIRST_FAR);
  assign plan_tix = number == STEP_BITS'(ROUNDS - 1);
  assign plan_far = !plan_near && n != 2'(TURN - 1);
  assign plan_less = !plan_near && n == 2'(TURN - 1);
  assign plan_turn = {n == 2'd2, n == 2'd1, n == 2'd0};

  generate
    if (STAGES == 1) begin : gen_one_rank
      logic goes_near, goes_tix, goes_far, goes_less, waiting, begins;
      assign number = next_step;
      always_ff @(posedge clk) begin
        waiting <= next_waiting;
        begins <= next_step == '0;
        goes_near <= plan_near;
        goes_tix <= plan_tix;
        goes_far <= plan_far;
        goes_less <= plan_less;
        turn <= plan_turn;
      end
      assign nearby = active[0] && goes_near;
      assign tix = goes_tix && !last[0];
      assign distant = active[0] && goes_far;
      assign less = active[0] && goes_less;
      assign stay = !active[0] && !restart;
      // Without a block the lane rests, whatever the word.
      assign word = {32{waiting}} & block_data[31:0];
      assign word_beside = {32{begins}} & block_data[31:0];
    end else begin : gen_ranks
      // One cycle behind the port: the word comes from a register, and the rank that the port speaks for is the last.
      logic works, begins;
      logic [STAGES-2:0] begun;  // restart, as it moves with its lane
      assign number = step[(STAGES-1)*STEP_BITS+:STEP_BITS];
      assign works = active[STAGES-1] && number != STEP_BITS'(ROUNDS + FINAL - 1);
      assign begins = begun[STAGES-2];
      always_ff @(posedge clk) begin
        begun <= (STAGES - 1)'({begun, restart});
        nearby <= works && plan_near;
        tix <= plan_tix && !last[STAGES-1];
        distant <= works && plan_far;
        less <= works && plan_less;
        stay <= !works && !begins;
        turn <= plan_turn;
        word <= {32{load}} & block_data[31:0];
      end
      assign word_beside = word;
    end
  endgenerate

  logic [STAGES*STATE-1:0] state;  // differences from the initial state
  logic [STATE-1:0] injected;  // that of rank 0 with the word
  logic [STATE-1:0] entering;  // the state of rank 0
  logic [STATE-1:0] leaving;  // the state after SMIX
  logic [STATE-1:0] next;
  logic [STATE-1:0] moved;  // next, but for a lane that gets a state from outside
  logic resting;  // stay, likewise
  logic [DIGEST-1:0] digest;

  assign injected = state[STATE-1:0] ^ (STATE'(word_beside) << 32 * 11);
  assign entering = state[STATE-1:0] ^ INITIAL[STATE-1:0];
  assign leaving[STATE-1:128] = INITIAL[STATE-1:128] ^
      ((STAGES == 1) ? injected[STATE-1:128] : state[STAGES*STATE-1-:STATE-128]);

  fugue_smix #(
      .STAGES(STAGES),
      .SBOX  (SBOX)
  ) smix (
      .clk(clk),
      .x({entering[127:96] | word, entering[95:0]}),
      .y(leaving[127:0])
  );

  fugue_next #(
      .DIGEST(DIGEST)
  ) after_smix (
      .y(leaving),
      .stay(resting),
      .next(moved),
      .held(state[STAGES*STATE-1-:STATE]),
      .*
  );

  always_ff @(posedge clk) state[STATE-1:0] <= next;

  generate
    if (CONTEXT != 0) begin : gen_context
      logic [STATE-1:0] chain, begins_with, held, columns;
      logic [STAGES-1:0] gives, gives_turn;  // of the lanes, at the ranks of the control: the columns are to come

      assign {block_give, block_load} = block_data[INPUT-1-:2];
      for (genvar i = 0; i < COLUMNS; i = i + 1) begin : gen_column
        localparam integer AT = (i + 3) % COLUMNS;
        localparam integer HALF_AT = AT - COLUMNS / 2;
        localparam integer MIXED = (AT < 3) ? AT + 4 : (HALF_AT >= 0 && HALF_AT < 3) ? HALF_AT + 4 : 0;
        assign chain[32*i+:32] = block_data[32+STATE-1-32*i-:32];
        assign held[32*i+:32]  = state[(STAGES-1)*STATE+32*i+:32] ^ INITIAL[32*i+:32];
        // CMIX and ROR3 undone
        assign columns[STATE-1-32*i-:32] = held[32*AT+:32] ^ ((MIXED != 0) ? held[32*MIXED+:32] : '0);
      end
      fugue_next #(
          .DIGEST(DIGEST)
      ) before_word (
          .y(chain),
          .held({STATE{1'b0}}),
          .nearby(restore),
          .tix(1'b1),
          .distant(1'b0),
          .turn(3'd0),
          .less(1'b0),
          .stay(1'b0),
          .next(begins_with)
      );
      assign resting = stay && !restore;
      assign next = moved | begins_with;

      always_comb begin
        gives_turn = gives;
        if (load) gives_turn[0] = block_give;
      end
      always_ff @(posedge clk) gives <= STAGES'({gives_turn, gives_turn[STAGES-1]});
      assign digest_data = gives[0] ? columns : {digest, {STATE - DIGEST{1'b0}}};
    end else begin : gen_no_context
      assign {block_give, block_load} = '0;
      assign resting = stay;
      assign next = moved;
      assign digest_data = digest;
    end

    for (genvar j = 1; j < STAGES; j = j + 1) begin : gen_rank
      always_ff @(posedge clk) begin
        state[j*STATE+:STATE] <= (j == 1) ? injected : state[(j-1)*STATE+:STATE];
      end
    end

    // The columns of the digest, where the last far ROR left them.
    for (genvar i = 0; i < DIGEST / 32; i = i + 1) begin : gen_digest
      localparam integer FAR = fugue_pkg::far(DIGEST);
      localparam integer FROM = (i < 4) ? 1 + i : (DIGEST == 256) ? 11 + i : (i / 4) * 9 + i % 4;
      localparam integer PLACE = (FROM + FAR) % COLUMNS;
      assign digest[DIGEST-1-32*i-:32] = state[(STAGES-1)*STATE+32*PLACE+:32] ^ INITIAL[32*PLACE+:32];
    end
  endgenerate

  logic unused;
  assign unused = &{1'b0, UNROLL, block_first, block_empty, block_count, beat, load, first, last, step, active,
      next_step, next_waiting, injected, entering, restore};

endmodule
