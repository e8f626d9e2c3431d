// SPDX-License-Identifier: Apache-2.0
//
// The cycles of a block of Shabal: 48 steps of the permutation, then turns of LOAD cycles in which the words of the
// state pass by for the next block (shabal_core); for STAGES lanes, each at a rank of registers.
//
//   t = 0 .. 47          steps
//   t = 48 .. 47 + LOAD  a turn. It exchanges B and C for the next block, if that is offered when the turn begins,
//                        or for a final round; then come the steps. Otherwise the words stay, and a turn follows.
//
// The words of a block are used as they stand at the port, and the block is taken in the last cycle of the turn: what
// is offered stays until it is taken. W, the number of the block, goes on after the steps of each block but the last.
//
// With CONTEXT 1 a turn follows the last block before a context, in which B and C are exchanged with 0 in place of M',
// and W goes nowhere; a turn of the last LOAD steps before DONE. Then the lane waits as with a digest.
//
// Parameters: STAGES, LOAD, COUNT_BITS, CONTEXT as shabal_core; STEP_BITS, DONE: width of the control's step, and its
// value while a digest waits.
// Ports
//   block_valid, restart                at rank 0
//   next_waiting, next_step             of the control: rank 0 one cycle later
//   first, last                         of the control: at the last rank
//   restore, number                     with CONTEXT 1, at rank 0: W becomes number
//   take, and all that follow but w     at rank 0
//   stepping, turning, done             steps; turns; turns while a digest waits
//   adding                              t = 37 .. 48, first time
//   exchange, loading, initial_load     of this turn: with exchange; for a block; for the first block of a message
//   giving                              of this turn: before a context
//   low, high                           W_0 is to go into A[0], W_1 into A[1]
//   tap                                 bit n: t mod 8 = n
//   phase                               bit n: t = 48 + n
//   w                                   at the last rank

module shabal_sequence #(
    parameter integer STAGES = 1,
    parameter integer LOAD = 1,
    parameter integer COUNT_BITS = 64,
    parameter integer STEP_BITS = 8,
    parameter integer DONE = 196,
    parameter integer CONTEXT = 0,
    localparam integer W_BITS = COUNT_BITS - 8
) (
    input logic clk,
    input logic rst,

    input  logic                 block_valid,
    input  logic                 restart,
    input  logic                 next_waiting,
    input  logic [STEP_BITS-1:0] next_step,
    input  logic                 first,
    input  logic                 last,
    input  logic                 restore,
    input  logic [   W_BITS-1:0] number,
    output logic                 take,
    output logic                 stepping,
    output logic                 turning,
    output logic                 done,
    output logic                 adding,
    output logic                 exchange,
    output logic                 loading,
    output logic                 initial_load,
    output logic                 giving,
    output logic                 low,
    output logic                 high,
    output logic [          7:0] tap,
    output logic [     LOAD-1:0] phase,
    output logic [   W_BITS-1:0] w
);

  generate
    if (STAGES != 1 && STAGES != 2) begin : gen_refused_stages
      shabal_sequence_needs_STAGES_of_1_or_2 refused ();
    end
    if (LOAD != 1 && LOAD != 2 && LOAD != 4 && LOAD != 8 && LOAD != 16) begin : gen_refused_load
      shabal_sequence_needs_LOAD_of_1_2_4_8_or_16 refused ();
    end
    if (LOAD == 1 && STAGES > 1) begin : gen_refused_load_of_lanes
      shabal_sequence_needs_LOAD_of_2_or_more_with_STAGES_2 refused ();
    end
    if (COUNT_BITS < 9) begin : gen_refused_count_bits
      shabal_sequence_needs_COUNT_BITS_of_9_or_more refused ();
    end
    if (DONE != 193 + 3 * LOAD) begin : gen_refused_done
      shabal_sequence_needs_DONE_of_193_and_3_LOAD refused ();
    end
    if (STEP_BITS != $clog2(DONE + 1)) begin : gen_refused_step_bits
      shabal_sequence_needs_STEP_BITS_for_0_to_DONE refused ();
    end
    if (CONTEXT != 0 && CONTEXT != 1) begin : gen_refused_context
      shabal_sequence_needs_CONTEXT_of_0_or_1 refused ();
    end
  endgenerate

  localparam integer SMALL = (LOAD > 4) ? 4 : LOAD;  // words of a small ring of A
  localparam logic [6:0] TURN = 7'd48;
  localparam logic [6:0] LAST = 7'(47 + LOAD);
  localparam logic [6:0] LOW = 7'(48 + LOAD - SMALL);
  localparam logic [6:0] HIGH = (SMALL > 1) ? LOW + 7'd1 : LOW;

  logic [6:0] t_0, t, next_t;  // at rank 0, at the last rank, and one cycle later
  logic exchange_here, next_exchange, loading_here, next_loading, offered;
  logic [W_BITS-1:0] w_0, next_w, w_here;
  logic begins;
  logic steps_follow;  // steps after this turn
  logic next_numbered;  // of this turn, one cycle later: with exchange, and W goes into A

  generate
    if (CONTEXT != 0) begin : gen_context
      logic next_giving;
      assign next_giving = next_t >= TURN && next_exchange && next_step >= STEP_BITS'(DONE - LOAD);
      assign next_numbered = next_exchange && !next_giving;
      assign steps_follow = exchange_here && next_step != STEP_BITS'(DONE);
      assign w_here = restore ? number : w_0;
      always_ff @(posedge clk) giving <= next_giving;
    end else begin : gen_no_context
      assign next_numbered = next_exchange;
      assign steps_follow = exchange_here;
      assign w_here = w_0;
      assign giving = 1'b0;
      logic unused;
      assign unused = &{1'b0, restore, number};
    end
  endgenerate

  assign next_t = rst ? TURN : (t != LAST) ? t + 7'd1 : steps_follow ? '0 : TURN;
  assign begins = next_t == TURN;
  assign next_loading = !rst && (begins ? next_waiting && offered : loading_here);
  assign next_exchange = !rst && (!begins ? exchange_here : next_waiting ? offered :
      next_step != STEP_BITS'(DONE) && next_step != '0);
  assign next_w = (STAGES == 1 && restart) ? W_BITS'(1) : (t == TURN - 7'd1 && !last) ? w + 1'b1 : w;

  always_ff @(posedge clk) begin
    t_0 <= next_t;
    exchange <= next_exchange;
    loading <= next_loading;
    w_0 <= next_w;

    take <= next_t == LAST && next_loading;
    stepping <= next_t < TURN;
    turning <= next_t >= TURN;
    done <= next_step == STEP_BITS'(DONE);
    adding <= t >= 7'd36 && t < TURN;
    initial_load <= next_loading && ((first && t != TURN - 7'd1) || (STAGES == 1 && restart));
    low <= next_t == LOW && next_numbered;
    high <= next_t == HIGH && next_numbered;
  end

  generate
    for (genvar n = 0; n < 8; n = n + 1) begin : gen_tap
      always_ff @(posedge clk) tap[n] <= next_t[2:0] == 3'(n);
    end
    for (genvar n = 0; n < LOAD; n = n + 1) begin : gen_phase
      always_ff @(posedge clk) phase[n] <= next_t == TURN + 7'(n);
    end

    if (STAGES == 1) begin : gen_one_rank
      assign {t, exchange_here, loading_here, offered, w} = {t_0, exchange, loading, block_valid, w_here};
    end else begin : gen_two_ranks
      always_ff @(posedge clk) begin
        t <= rst ? TURN : t_0;
        exchange_here <= exchange && !rst;
        loading_here <= loading && !rst;
        offered <= block_valid;
        w <= restart ? W_BITS'(1) : w_here;
      end
    end
  endgenerate

endmodule
