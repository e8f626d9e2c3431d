// SPDX-License-Identifier: Apache-2.0
//
// Groestl with P and Q in turn through one round, which 2 STAGES ranks of registers cut. In a turn of its lane a state
// of P or of Q enters the round and, two turns later, comes out of it; in between, in the next turn, goes the state of
// the other. So the two states of a message and those of all lanes keep every rank busy.
//
//   turn             enters                    comes out
//   0                m, into Q                 P of the block before, added to the chaining value
//   1                m + h, into P
//   2, 4 .. 2R - 2   Q                         Q
//   3, 5 .. 2R - 1   P                         P
//   2R               (not used)                Q, added to the chaining value
//   2R + 1           0, in the place of m      P of the last block, added to the chaining value
//   2R + 2           h, into P (section 3.3)
//   4R + 2                                     P, added to the chaining value: the digest
//
// m is not kept: with one lane it is still in the first rank at turn 1, with two it is brought there by `pass`. What
// enters the round has the constants of that round in it already. Those of round 0 are inverters.
//
// Parameters
//   VERSION, COLUMNS, SBOX  as groestl_permutation       STAGES   1 or 2 lanes
//   INITIAL  initial value
// Ports
//   block_data  taken in turn 0
//   restart, restore, next_step  those of round_control
//   block_chain  what the chaining value becomes by restore
//   ending      the turn before the one of next_step is turn 2R
//   value       chaining value of the lane at rank 0

module groestl_in_turn #(
    parameter integer VERSION = 3,
    parameter integer COLUMNS = 8,
    parameter integer STAGES = 1,
    parameter integer SBOX = aes_pkg::SHALLOW,
    parameter logic [64*COLUMNS-1:0] INITIAL = '0,
    localparam integer BLOCK = 64 * COLUMNS,
    localparam integer TURNS = 2 * groestl_pkg::rounds(COLUMNS) + 1,
    localparam integer STEP_BITS = $clog2(2 * TURNS + 2)
) (
    input  logic                 clk,
    input  logic [    BLOCK-1:0] block_data,
    input  logic [    BLOCK-1:0] block_chain,
    input  logic                 restart,
    input  logic                 restore,
    input  logic                 ending,
    input  logic [STEP_BITS-1:0] next_step,
    output logic [    BLOCK-1:0] value
);

  generate
    if (VERSION != 2 && VERSION != 3) begin : gen_refused_version
      groestl_in_turn_needs_VERSION_of_2_or_3 refused ();
    end
    if (COLUMNS != 8 && COLUMNS != 16) begin : gen_refused_columns
      groestl_in_turn_needs_COLUMNS_of_8_or_16 refused ();
    end
    if (STAGES < 1 || STAGES > 2) begin : gen_refused_stages
      groestl_in_turn_needs_STAGES_of_1_to_2 refused ();
    end
  endgenerate

  localparam logic [1023:0] WIDE_P = groestl_pkg::round_constants(VERSION, COLUMNS, 1'b0, 4'd0);
  localparam logic [1023:0] WIDE_Q = groestl_pkg::round_constants(VERSION, COLUMNS, 1'b1, 4'd0);
  localparam logic [BLOCK-1:0] FIRST_P = WIDE_P[BLOCK-1:0];
  localparam logic [BLOCK-1:0] FIRST_Q = WIDE_Q[BLOCK-1:0];

  // What happens in this turn: a block enters; P begins; a round follows a round; a result is added.
  logic enter, begin_p, follow, fold, clear;
  logic q;
  logic [3:0] number;
  logic [STEP_BITS-1:0] next_turn;  // counted from 0 after the last block too

  assign next_turn = (next_step < STEP_BITS'(TURNS)) ? next_step : next_step - STEP_BITS'(TURNS);

  always_ff @(posedge clk) begin
    enter <= next_step == '0;
    begin_p <= next_turn == STEP_BITS'(1);
    follow <= next_turn > STEP_BITS'(1);
    fold <= next_step == STEP_BITS'(TURNS - 1) || next_step == STEP_BITS'(2 * TURNS) || ending;
    q <= !next_turn[0];
    number <= next_turn[4:1];
    clear <= restart;
  end

  logic [BLOCK-1:0] constants, entering, added, start, a, result;

  assign constants = BLOCK'({groestl_pkg::round_constants(VERSION, COLUMNS, q, number)});
  assign entering = block_data & {BLOCK{enter}};

  generate
    if (STAGES == 1) begin : gen_one
      assign added = ((result ^ constants ^ FIRST_Q) & {BLOCK{follow}}) |
          ((a ^ value ^ FIRST_P) & {BLOCK{begin_p}});
    end else begin : gen_two
      logic [BLOCK-1:0] sum;
      assign sum = begin_p ? value ^ FIRST_P : constants ^ FIRST_Q;
      assign added = (result ^ sum) & {BLOCK{follow || begin_p}};
      logic unused;
      assign unused = &{1'b0, a};
    end
  endgenerate

  assign start = FIRST_Q ^ (entering | added);

  // In the cycle after turn 0, a block's or the one before the last P.
  logic pass;
  always_ff @(posedge clk) pass <= !(follow || begin_p);

  groestl_permutation #(
      .VERSION(VERSION),
      .COLUMNS(COLUMNS),
      .RANKS(2 * STAGES),
      .SBOX(SBOX)
  ) round (
      .*
  );

  groestl_chain #(
      .STAGES(STAGES),
      .BLOCK(BLOCK),
      .INITIAL(INITIAL)
  ) chain (
      .clk(clk),
      .clear(clear),
      .restore(restore),
      .restored(block_chain),
      .sum(result & {BLOCK{fold}}),
      .value(value)
  );

endmodule
