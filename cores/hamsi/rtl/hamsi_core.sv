// SPDX-License-Identifier: Apache-2.0
//
// Hamsi at block level: a loop of UNROLL rounds, cut by STAGES ranks of registers, for as many messages.
//
//   block --> expansion --> concatenation --> (+) --> rank 0 --> rounds, further ranks --,
//                               ^              ^                                        |
//                               |              '--- state ------------------------------+
//                  chaining value <-- feed-forward <-- truncation -----------------------'
//
// A turn of the loop is a pass through its rounds; a block takes one pass or more, the last one twice as many. Its
// state is in rank 0 CUT + 2 cycles after it was taken, while the rounds of the block before it end. The constants of
// a round are added at the end of the one before it. The chaining value goes along with the state; a pass that ends no
// block leaves it as it is, so that for a message which waits nothing else has to be held.
//
// Parameters
//   SIZE        256 or 512: digest; the block has SIZE / 8 bits
//   UNROLL      rounds in the loop: 1 or 3, with SIZE 512 also 2 or 6
//   STAGES      messages in flight, up to the number of parts in the loop: a round has three, or five with SIZE 512
//               (see hamsi_part). The ranks stand between parts, as evenly as may be
//   CUT         0, or 1: registers within the message expansion
//   COUNT_BITS  width of block_count, 1 or more
//   CONTEXT     1: a message can go on from a chaining value, and end with one (docs/context.md)
//
// Ports: the block-level contract (docs/core-contract.md). block_first, block_empty and block_count are not needed.
// Only rst drops a message.
//
// Cycles, W = 3 / UNROLL with SIZE 256, 6 / UNROLL with 512
//   block to block of a lane                                    STAGES W
//   from the cycle that takes the first of n blocks to that with digest_valid:
//                                                               STAGES (W (n + 1) + ceil((CUT + 2) / STAGES))

module hamsi_core #(
    parameter integer SIZE = 256,
    parameter integer UNROLL = 1,
    parameter integer STAGES = 1,
    parameter integer CUT = 0,
    parameter integer COUNT_BITS = 64,
    parameter integer CONTEXT = 0,
    localparam integer INPUT = SIZE / 8 + CONTEXT * (SIZE + 2),
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
    output logic [     SIZE-1:0] digest_data,
    output logic                 digest_last
);

  generate
    if (SIZE != 256 && SIZE != 512) begin : gen_refused_size
      hamsi_core_needs_SIZE_of_256_or_512 refused ();
    end
    if (UNROLL < 1 || ((SIZE == 256) ? 3 : 6) % UNROLL != 0) begin : gen_refused_unroll
      hamsi_core_needs_UNROLL_that_divides_the_rounds_of_P refused ();
    end
    if (STAGES < 1 || STAGES > UNROLL * ((SIZE == 256) ? 3 : 5)) begin : gen_refused_stages
      hamsi_core_needs_STAGES_of_1_to_the_parts_in_the_loop refused ();
    end
    if (CUT != 0 && CUT != 1) begin : gen_refused_cut
      hamsi_core_needs_CUT_of_0_or_1 refused ();
    end
    if (COUNT_BITS < 1) begin : gen_refused_count_bits
      hamsi_core_needs_COUNT_BITS_of_1_or_more refused ();
    end
    if (CONTEXT != 0 && CONTEXT != 1) begin : gen_refused_context
      hamsi_core_needs_CONTEXT_of_0_or_1 refused ();
    end
  endgenerate

  localparam integer PASSES = ((SIZE == 256) ? 3 : 6) / UNROLL;  // W
  localparam integer FINAL = PASSES + (CUT + 1 + STAGES) / STAGES;
  localparam integer STEP_BITS = $clog2(PASSES + FINAL + 1);
  localparam integer PARTS = (SIZE == 256) ? 3 : 5;
  localparam integer UNITS = UNROLL * PARTS;
  localparam integer COLUMNS = SIZE / 64;
  // Slices of the state, each with its own registers of `last_block` and `fresh`. Each of these hangs on itself, all
  // around the loop, so that no tool makes one of them.
  localparam integer SLICES = 8;
  // The rank at which the lane at rank 0 of the control is, and the part before which it stands.
  localparam integer RANK_0 = (STAGES - (CUT + 2) % STAGES) % STAGES;
  localparam integer AT_0 = (RANK_0 * UNITS + STAGES - 1) / STAGES;
  localparam [SIZE-1:0] INITIAL = SIZE'((SIZE == 256) ? hamsi_pkg::INITIAL_256 : hamsi_pkg::INITIAL_512);

  logic [STAGES*STEP_BITS-1:0] step;
  logic [STAGES-1:0] active, first, last;
  logic [STEP_BITS-1:0] next_step;
  logic load, restart, beat, next_waiting;

  // Of the lane at rank 0 of the control, and CUT + 1 cycles later, where its next pass begins: the message is over;
  // the pass is one of P_f, ends its block, begins its block; the number of its first round.
  logic ending;
  logic [7:0] told, flags;
  logic restarts, is_last, ends, begins;
  logic [3:0] number;

  logic [SIZE-1:0] message;
  // The state with which a block begins, or another pass goes on; with the constants of the round.
  logic [2*SIZE-1:0] beginning, state_end, begun, continued;
  logic [SIZE-1:0] truncated, contribution, known, chaining;
  logic [SIZE-1:0] start;  // what a message begins with, where its first pass does
  logic continues;  // the opposite of `begins`, in a register of its own

  logic unused_restore;

  round_control #(
      .STAGES(STAGES),
      .ROUNDS(PASSES),
      .FINAL (FINAL)
  ) control (
      .block_load(1'b0),
      .block_give(1'b0),
      .restore(unused_restore),
      .*
  );

  generate
    if (CONTEXT != 0) begin : gen_context
      logic block_give, block_load, give;
      logic [SIZE-1:0] block_chain;
      logic [(CUT+1)*(SIZE+1)-1:0] arriving;  // with the expanded message
      logic [SIZE:0] arrived;

      assign {block_give, block_load, block_chain} = block_data[SIZE/8+:SIZE+2];
      context_give #(
          .STAGES(STAGES)
      ) giving (
          .clk(clk),
          .load(load),
          .block_give(block_give),
          .give(give)
      );
      assign ending = (load ? block_last : last[0]) && !give;
      always_ff @(posedge clk) arriving <= ((CUT + 1) * (SIZE + 1))'({arriving, block_load, block_chain});
      assign arrived = arriving[(CUT+1)*(SIZE+1)-1-:SIZE+1];
      assign start   = arrived[SIZE] ? arrived[SIZE-1:0] : INITIAL;
    end else begin : gen_no_context
      assign ending = load ? block_last : last[0];
      assign start  = INITIAL;
    end
  endgenerate

  assign told = {
    restart,
    ending,
    active[0] && step[STEP_BITS-1:0] == (ending ? STEP_BITS'(2 * PASSES - 1) : STEP_BITS'(PASSES - 1)),
    load,
    4'(UNROLL) * 4'(step[STEP_BITS-1:0])
  };
  assign {restarts, is_last, ends, begins, number} = flags;

  hamsi_expansion #(
      .SIZE(SIZE),
      .CUT (CUT)
  ) expansion (
      .clk(clk),
      .block(block_data[SIZE/8-1:0]),
      .message(message)
  );

  hamsi_constants #(
      .SIZE(SIZE),
      .SLICES(SLICES)
  ) begin_constants (
      .x(beginning),
      .last({SLICES{is_last}}),
      .number(4'd0),
      .y(begun)
  );
  // A second pass in a loop of all rounds of P is one of P_f.
  hamsi_constants #(
      .SIZE(SIZE),
      .SLICES(SLICES)
  ) continue_constants (
      .x(state_end),
      .last((PASSES == 1) ? {SLICES{1'b1}} : gen_part[UNITS-1].last_block),
      .number(number),
      .y(continued)
  );

  generate
    if (CUT == 0) begin : gen_at_once
      always_ff @(posedge clk) begin
        flags <= told & {8{!rst}};
        continues <= !told[4];
      end
    end else begin : gen_later
      logic [7:0] between;
      always_ff @(posedge clk) begin
        between <= told & {8{!rst}};
        flags   <= between & {8{!rst}};
        continues <= !between[4];
      end
    end

    // Before each part of the loop: the state, the chaining value that goes with it, whether the block is the last one
    // and whether the lane waits for the first one, and whether the pass ends a block.
    for (genvar u = 0; u < UNITS; u = u + 1) begin : gen_part
      logic [2*SIZE-1:0] state, parted, through;
      logic [SIZE-1:0] value;
      logic [SLICES-1:0] last_block, fresh;
      logic pass_ends, pass_not_ends;  // opposites, for half of the chaining value each
      logic [3:0] first_number;  // of the first round of the pass

      if (u == 0) begin : gen_rank_0
        always_ff @(posedge clk) begin
          state[2*SIZE-1:SIZE] <= begins ? begun[2*SIZE-1:SIZE] : continued[2*SIZE-1:SIZE];
          state[SIZE-1:0] <= continues ? continued[SIZE-1:0] : begun[SIZE-1:0];
          value <= chaining;
          last_block <= begins ? {SLICES{is_last}} : gen_part[UNITS-1].last_block;
          fresh <= (gen_part[UNITS-1].fresh & {SLICES{!begins}}) | {SLICES{restarts}};
          pass_ends <= ends && !rst;
          pass_not_ends <= !ends || rst;
          first_number <= number;
        end
      end else if (u * STAGES / UNITS != (u - 1) * STAGES / UNITS) begin : gen_rank
        always_ff @(posedge clk) begin
          state <= gen_part[u-1].through;
          value <= gen_part[u-1].value;
          last_block <= gen_part[u-1].last_block;
          fresh <= gen_part[u-1].fresh;
          pass_ends <= gen_part[u-1].pass_ends && !rst;
          pass_not_ends <= gen_part[u-1].pass_not_ends || rst;
          first_number <= gen_part[u-1].first_number;
        end
      end else begin : gen_no_rank
        assign state = gen_part[u-1].through;
        assign value = gen_part[u-1].value;
        assign last_block = gen_part[u-1].last_block;
        assign fresh = gen_part[u-1].fresh;
        assign pass_ends = gen_part[u-1].pass_ends;
        assign pass_not_ends = gen_part[u-1].pass_not_ends;
        assign first_number = gen_part[u-1].first_number;
      end

      hamsi_part #(
          .SIZE(SIZE),
          .PART(u % PARTS)
      ) part (
          .x(state),
          .y(parted)
      );
      if (u % PARTS == PARTS - 1 && u != UNITS - 1) begin : gen_next_round
        hamsi_constants #(
            .SIZE(SIZE),
            .SLICES(SLICES)
        ) constants (
            .x(parted),
            .last(last_block),
            .number(first_number + 4'(u / PARTS + 1)),
            .y(through)
        );
      end else begin : gen_same_round
        logic unused;
        assign unused = &{1'b0, first_number};
        assign through = parted;
      end
    end

    for (genvar i = 0; i < SLICES; i = i + 1) begin : gen_slice
      localparam integer AT = SIZE / SLICES * i;
      assign known[AT+:SIZE/SLICES] = gen_part[UNITS-1].fresh[i] ? start[AT+:SIZE/SLICES] :
          gen_part[UNITS-1].value[AT+:SIZE/SLICES];
    end

    // Concatenation: pairs of words of the message and of the chaining value in turns, in each row.
    for (genvar w = 0; w < 4 * COLUMNS; w = w + 1) begin : gen_word
      localparam integer ROW = w / COLUMNS;
      localparam integer COLUMN = w % COLUMNS;
      localparam integer FROM = ROW * (COLUMNS / 2) + COLUMN / 4 * 2 + COLUMN % 2;
      localparam integer AT = 32 * (4 * COLUMNS - 1 - w);
      if ((COLUMN / 2 + ROW) % 2 == 0) begin : gen_message
        assign beginning[AT+:32] = message[32*(2*COLUMNS-1-FROM)+:32];
      end else begin : gen_chaining
        assign beginning[AT+:32] = chaining[32*(2*COLUMNS-1-FROM)+:32];
      end
    end
  endgenerate

  assign state_end = gen_part[UNITS-1].through;
  assign truncated = {state_end[2*SIZE-1-:SIZE/2], state_end[SIZE-1-:SIZE/2]};
  assign contribution = {
    truncated[SIZE-1:SIZE/2] & {(SIZE / 2) {gen_part[UNITS-1].pass_ends}},
    truncated[SIZE/2-1:0] & ~{(SIZE / 2) {gen_part[UNITS-1].pass_not_ends}}
  };
  assign chaining = contribution ^ known;

  assign digest_data = gen_part[AT_0].value;

  logic unused;
  assign unused = &{
    1'b0, block_first, block_empty, block_count, active, first, last, step, next_step, next_waiting, beat
  };

endmodule
