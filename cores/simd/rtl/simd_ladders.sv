// SPDX-License-Identifier: Apache-2.0
//
// The state of the Feistel ladders and the old chaining value, for STAGES messages.
//
//   state --> UNROLL steps, in STAGES ranks --> state        chaining value: a ring of A, B, C, D that turns
//     ^------- + block, when it is taken
//
// Parameters: LADDERS, UNROLL, STAGES, LOAD_TURN, SAVE, ADDER, CONTEXT as simd_core; ROUNDS as round_control.
// Ports
//   active, load, restart, next_step   of round_control, for the lane at rank 0
//   go     the lane at rank 0 makes steps; with LOAD_TURN 0 it is not used
//   bytes  the block, its first byte lowest
//   restore, chain   with load and CONTEXT 1: the message goes on from a chaining value, as `state`
//   words  of the steps of the lane at rank 0; word j of step u at [32*(LADDERS*u+j) +: 32]
//   hash   words of the chaining value, as `words`, of the lane whose turn ends
//   state  of the lane at rank 0: A, B, C, D, A lowest, ladder 0 lowest in each

module simd_ladders #(
    parameter integer LADDERS = 4,
    parameter integer UNROLL = 1,
    parameter integer STAGES = 1,
    parameter integer LOAD_TURN = 1,
    parameter integer ROUNDS = 37,
    parameter integer SAVE = 1,
    parameter integer ADDER = adder_pkg::SKLANSKY,
    parameter integer CONTEXT = 0,
    localparam integer STEP_BITS = $clog2(ROUNDS + 1),
    localparam integer SIZE = 32 * LADDERS
) (
    input  logic                   clk,
    input  logic                   active,
    input  logic                   load,
    input  logic                   restart,
    input  logic                   go,
    input  logic [  STEP_BITS-1:0] next_step,
    input  logic [     4*SIZE-1:0] bytes,
    input  logic                   restore,
    input  logic [     4*SIZE-1:0] chain,
    input  logic [UNROLL*SIZE-1:0] words,
    output logic [UNROLL*SIZE-1:0] hash,
    output logic [     4*SIZE-1:0] state
);

  generate
    if (LADDERS != 4 && LADDERS != 8) begin : gen_refused_ladders
      simd_ladders_needs_LADDERS_of_4_or_8 refused ();
    end
    if (UNROLL != 1 && UNROLL != 2 && UNROLL != 4) begin : gen_refused_unroll
      simd_ladders_needs_UNROLL_of_1_2_or_4 refused ();
    end
    if (STAGES != 1 && (STAGES != 2 || UNROLL != 1 || LOAD_TURN != 1)) begin : gen_refused_stages
      simd_ladders_needs_STAGES_of_1_or_of_2_with_UNROLL_1_and_LOAD_TURN_1 refused ();
    end
    if (LOAD_TURN != 1 && (LOAD_TURN != 0 || UNROLL == 1)) begin : gen_refused_load_turn
      simd_ladders_needs_LOAD_TURN_of_1_or_of_0_with_UNROLL_2_or_4 refused ();
    end
    if (ROUNDS != 36 / UNROLL + LOAD_TURN) begin : gen_refused_rounds
      simd_ladders_needs_ROUNDS_of_36_by_UNROLL_and_LOAD_TURN refused ();
    end
    if (SAVE != 0 && SAVE != 1) begin : gen_refused_save
      simd_ladders_needs_SAVE_of_0_or_1 refused ();
    end
    if (CONTEXT != 0 && CONTEXT != 1) begin : gen_refused_context
      simd_ladders_needs_CONTEXT_of_0_or_1 refused ();
    end
  endgenerate

  // Where A of the ring is when the block is taken, such that it is first when the steps that add the ring begin: so
  // many turns go by before.
  localparam integer TURNS = 32 / UNROLL - 1 + LOAD_TURN - ((STAGES == 1) ? 1 : 0);
  localparam integer BEGIN = UNROLL * TURNS % 4;

  logic [4*SIZE-1:0] initial_value, start, begun, rest, next_state;
  logic [4*SIZE-1:0] ring, ring_turn, ring_end, arranged;
  logic working;

  generate
    if (LADDERS == 4) begin : gen_256
      assign initial_value = simd_pkg::INITIAL_256;
    end else begin : gen_512
      assign initial_value = simd_pkg::INITIAL_512;
    end

    if (CONTEXT != 0) begin : gen_context
      assign start = (load && restore) ? chain : state;
    end else begin : gen_no_context
      assign start = state;
      logic unused;
      assign unused = &{1'b0, restore, chain};
    end
  endgenerate

  assign begun = start ^ (bytes & {4 * SIZE{load}});
  assign rest = restart ? initial_value : begun;
  assign working = (LOAD_TURN != 0) ? go : active;

  generate
    for (genvar u = 0; u < UNROLL; u = u + 1) begin : gen_step
      localparam logic [64*14-1:0] TABLE = simd_pkg::steps(LADDERS, UNROLL, LOAD_TURN, u);
      localparam integer LAST = (u == UNROLL - 1) ? 1 : 0;
      logic [13:0] control;
      logic [4*SIZE-1:0] from, to;
      always_ff @(posedge clk) control <= 14'(TABLE >> (14 * 32'(next_step)));
      if (u > 0) begin : gen_next
        assign from = gen_step[u-1].to;
      end else begin : gen_first
        assign from = (LOAD_TURN != 0) ? state : begun;
      end
      simd_step #(
          .LADDERS(LADDERS),
          .UNROLL(UNROLL),
          .POSITION(u),
          .CUT(STAGES - 1),
          .SAVE(SAVE),
          .ADDER(ADDER)
      ) step (
          .clk(clk),
          .go(LAST == 0 || working),
          .control(control),
          .state(from),
          .rest(rest),
          .w(words[SIZE*u+:SIZE]),
          .state_out(to)
      );
    end
  endgenerate

  assign next_state = gen_step[UNROLL-1].to;
  always_ff @(posedge clk) state <= next_state;

  assign arranged = (4 * SIZE)'({start, start} >> (SIZE * ((4 - BEGIN) % 4)));
  assign ring_turn = load ? arranged : (4 * SIZE)'({ring, ring} >> (SIZE * UNROLL));
  always_ff @(posedge clk) ring <= ring_end;

  generate
    if (STAGES == 1) begin : gen_one
      assign ring_end = ring_turn;
      assign hash = ring[UNROLL*SIZE-1:0];
    end else begin : gen_ranks
      logic [(STAGES-1)*4*SIZE-1:0] waiting;
      assign ring_end = waiting[(STAGES-1)*4*SIZE-1-:4*SIZE];
      assign hash = ring_end[UNROLL*SIZE-1:0];
      always_ff @(posedge clk) waiting <= ((STAGES - 1) * 4 * SIZE)'({waiting, ring_turn});
    end
  endgenerate

  logic unused;
  assign unused = &{1'b0, active, go};

endmodule
