// SPDX-License-Identifier: Apache-2.0
//
// Groestl with P and Q beside each other, each a round that STAGES ranks of registers cut. R rounds:
//
//   turn              P                               Q
//   0                 m + h enters                    m enters
//   1 .. R - 1        a round                         a round
//   R                 both are added to the chaining value
//   R + 1             h enters (section 3.3)
//   R + 2 .. 2 R      a round
//   2 R + 1           is added to the chaining value: the digest
//
// What enters a round has its constants in it already. Those of round 0 are inverters.
//
// Parameters
//   VERSION, COLUMNS, SBOX  as groestl_permutation       STAGES   1 .. 4 lanes
//   INITIAL  initial value
// Ports
//   block_data  taken in turn 0
//   restart, restore, next_step  those of round_control
//   block_chain  what the chaining value becomes by restore
//   value       chaining value of the lane at rank 0

module groestl_parallel #(
    parameter integer VERSION = 3,
    parameter integer COLUMNS = 8,
    parameter integer STAGES = 1,
    parameter integer SBOX = aes_pkg::SHALLOW,
    parameter logic [64*COLUMNS-1:0] INITIAL = '0,
    localparam integer BLOCK = 64 * COLUMNS,
    localparam integer TURNS = groestl_pkg::rounds(COLUMNS) + 1,
    localparam integer STEP_BITS = $clog2(2 * TURNS + 1)
) (
    input  logic                 clk,
    input  logic [    BLOCK-1:0] block_data,
    input  logic [    BLOCK-1:0] block_chain,
    input  logic                 restart,
    input  logic                 restore,
    input  logic [STEP_BITS-1:0] next_step,
    output logic [    BLOCK-1:0] value
);

  generate
    if (VERSION != 2 && VERSION != 3) begin : gen_refused_version
      groestl_parallel_needs_VERSION_of_2_or_3 refused ();
    end
    if (COLUMNS != 8 && COLUMNS != 16) begin : gen_refused_columns
      groestl_parallel_needs_COLUMNS_of_8_or_16 refused ();
    end
    if (STAGES < 1 || STAGES > 4) begin : gen_refused_stages
      groestl_parallel_needs_STAGES_of_1_to_4 refused ();
    end
  endgenerate

  localparam logic [1023:0] WIDE_P = groestl_pkg::round_constants(VERSION, COLUMNS, 1'b0, 4'd0);
  localparam logic [1023:0] WIDE_Q = groestl_pkg::round_constants(VERSION, COLUMNS, 1'b1, 4'd0);
  localparam logic [BLOCK-1:0] FIRST_P = WIDE_P[BLOCK-1:0];
  localparam logic [BLOCK-1:0] FIRST_Q = WIDE_Q[BLOCK-1:0];

  // What happens in this turn: a block enters; P begins; a round follows a round; results are added.
  logic enter, begin_p, follow, fold_p, fold_q;
  logic restarted;
  logic [3:0] number;
  logic [STEP_BITS-1:0] next_turn;  // counted from 0 after the last block too

  assign next_turn = (next_step < STEP_BITS'(TURNS)) ? next_step : next_step - STEP_BITS'(TURNS);

  always_ff @(posedge clk) begin
    enter <= next_step == '0;
    begin_p <= next_turn == '0;
    follow <= next_turn != '0;
    fold_p <= next_turn == STEP_BITS'(TURNS - 1);
    fold_q <= next_step == STEP_BITS'(TURNS - 1);
    number <= next_turn[3:0];
    restarted <= restart;
  end

  logic [BLOCK-1:0] a_p, a_q;
  logic [BLOCK-1:0] constants_p, constants_q, begun, start_p, start_q, result_p, result_q;

  assign constants_p = BLOCK'({groestl_pkg::round_constants(VERSION, COLUMNS, 1'b0, number)});
  assign constants_q = BLOCK'({groestl_pkg::round_constants(VERSION, COLUMNS, 1'b1, number)});
  assign begun = (block_data & {BLOCK{enter}}) ^ value;
  assign start_p = FIRST_P ^
      ((begun & {BLOCK{begin_p}}) | ((result_p ^ constants_p ^ FIRST_P) & {BLOCK{follow}}));
  assign start_q = FIRST_Q ^ (enter ? block_data : result_q ^ constants_q ^ FIRST_Q);

  groestl_permutation #(
      .VERSION(VERSION),
      .COLUMNS(COLUMNS),
      .KIND(0),
      .RANKS(STAGES),
      .SBOX(SBOX)
  ) round_p (
      .clk(clk),
      .start(start_p),
      .q(1'b0),
      .pass(1'b0),
      .a(a_p),
      .result(result_p)
  );

  groestl_permutation #(
      .VERSION(VERSION),
      .COLUMNS(COLUMNS),
      .KIND(1),
      .RANKS(STAGES),
      .SBOX(SBOX)
  ) round_q (
      .clk(clk),
      .start(start_q),
      .q(1'b1),
      .pass(1'b0),
      .a(a_q),
      .result(result_q)
  );

  groestl_chain #(
      .STAGES(STAGES),
      .BLOCK(BLOCK),
      .INITIAL(INITIAL)
  ) chain (
      .clk(clk),
      .clear((STAGES == 1) ? restart : restarted),
      .restore(restore),
      .restored(block_chain),
      .sum((result_p & {BLOCK{fold_p}}) ^ (result_q & {BLOCK{fold_q}})),
      .value(value)
  );

  logic unused;
  assign unused = &{1'b0, a_p, a_q};

endmodule
