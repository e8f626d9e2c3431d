// SPDX-License-Identifier: Apache-2.0
//
// Control of sha2_core: what of a message and of its block is where in the pipeline, and what happens in this turn.
//
// A turn is a clock cycle. With STAGES = 2 two lanes take turns; their bits follow one another through two registers,
// and the lane in turn has those of the second.
//
// A block is taken in one turn of its lane, and its rounds are computed in the CYCLES turns that follow. The rings of
// the hash value turn in the last four turns of a block (in the last two if UNROLL is 2). The very last of them is the
// turn that takes the next block; after the last block of a message it is a turn of its own, which closes the message.
// With UNROLL = 1 and C = CYCLES:
//
//   turn of the lane  0     1    2   ..   C - 2    C - 1    C     C + 1      C + 1 + A
//   loads[0]          x                                           next block
//   runs[0]                 x    x   ..   x        x        x
//   turns[0]                              x        x        x     x
//   digest_valid                                                             x, after the last block
//
// loads[n], runs[n] and turns[n] are what happened n turns ago. A register whose words come n turns later than with
// DIRECT is told the same n turns later.
//
// A message that goes on from a chaining value (CONTEXT) has a turn more before its first block, in which the rings
// take that value (`restore`).
//
// Parameters
//   CYCLES      turns with rounds of a block
//   UNROLL      rounds a turn, 1 or 2
//   STAGES      lanes, 1 or 2
//   COMPRESSOR  a name of sha2_pkg, which gives A (sha2_compressor)
//   CONTEXT     1: block_load counts
//
// Ports, of the lane in turn
//   block_*, digest_*  as in sha2_core; block_load: the message goes on from a chaining value
//   turn               the lane
//   reset              what it does is dropped; with STAGES = 2 each lane has a turn of it after rst
//   clear              reset, or the digest is taken: the initial hash value comes back
//   restore            the chaining value is taken
//   t                  which of the turns with rounds of the block this is, from 1; 0 in others
//   loads              [0] a block is taken
//   runs               [0] rounds are computed
//   turns              [0] the rings turn
//   early              a block was taken in one of the last three turns

module sha2_control #(
    parameter integer CYCLES = 64,
    parameter integer UNROLL = 1,
    parameter integer STAGES = 1,
    parameter integer COMPRESSOR = sha2_pkg::DIRECT,
    parameter integer CONTEXT = 0,
    localparam integer LANE_BITS = (STAGES > 1) ? $clog2(STAGES) : 1
) (
    input logic clk,
    input logic rst,

    input  logic block_valid,
    output logic block_ready,
    input  logic block_last,
    input  logic block_load,
    output logic digest_valid,
    input  logic digest_ready,

    output logic [LANE_BITS-1:0] turn,
    output logic                 reset,
    output logic                 clear,
    output logic                 restore,
    output logic [          6:0] t,
    output logic [          3:0] loads,
    output logic [          3:0] runs,
    output logic [          3:0] turns,
    output logic                 early
);

  generate
    if (CYCLES < 4 || CYCLES > 120) begin : gen_refused_cycles
      sha2_control_needs_CYCLES_of_4_to_120 refused ();
    end
    if (UNROLL != 1 && UNROLL != 2) begin : gen_refused_unroll
      sha2_control_needs_UNROLL_of_1_or_2 refused ();
    end
    if (STAGES != 1 && STAGES != 2) begin : gen_refused_stages
      sha2_control_needs_STAGES_of_1_or_2 refused ();
    end
  endgenerate

  localparam integer DELAY_A = sha2_pkg::depth_a(COMPRESSOR) - 1;
  localparam [6:0] LAST = 7'(CYCLES);
  localparam [6:0] FIRST_TURN = 7'(CYCLES + 2 - 4 / UNROLL);  // of the rings, but for the one that is late by a turn

  // Of a lane. With _ago: in its turns before this one, the latest in the lowest bit.
  struct packed {
    logic [6:0] t;
    logic       running;   // rounds are computed
    logic       last;      // the block in work is the last of its message
    logic       closed;    // its last turn of the rings has begun
    logic       finished;  // the digest is there
    logic [2:0] loads_ago;
    logic [2:0] runs_ago;
    logic [2:0] turns_ago;
    logic [2:0] closes_ago;
  } now, next, coming;  // of the lane in turn; of that lane after this turn; of the lane that has the next turn
  localparam integer KEPT = 23;  // their bits
  localparam integer LINE = STAGES * KEPT;
  logic [LINE-1:0] line;

  always_ff @(posedge clk) line <= LINE'({line, next});
  assign now = line[LINE-1-:KEPT];
  assign coming = line[KEPT-1:0];

  // A reset, which each lane hears in a turn of its own.
  logic dropping, next_dropping;  // a lane is not yet reset

  generate
    if (STAGES > 1) begin : gen_lanes
      logic rst_ago;
      always_ff @(posedge clk) begin
        turn <= rst ? '0 : turn + 1'b1;
        rst_ago <= rst;
        dropping <= next_dropping;
      end
      assign next_dropping = rst || rst_ago;
      assign reset = dropping;
    end else begin : gen_one_lane
      assign turn = '0;
      assign next_dropping = 1'b0;
      assign dropping = 1'b0;
      assign reset = rst;
    end
  endgenerate

  logic digest_taken;
  assign digest_valid = now.finished && !dropping;
  assign digest_taken = now.finished && digest_ready;
  assign clear = reset || digest_taken;

  // What happens in this turn, and in the three before it.
  logic ready;  // for a block
  logic due;  // a turn of the rings, not for a block
  logic [3:0] closes;  // the last turn of the rings, after the last block
  assign loads = {now.loads_ago, block_valid && block_ready};
  assign runs = {now.runs_ago, now.running};
  assign closes = {now.closes_ago, !now.running && now.last && !now.closed};
  assign turns = {now.turns_ago, loads[0] || due};
  assign t = now.t;

  generate
    if (STAGES > 1) begin : gen_ahead
      // Found a cycle before.
      always_ff @(posedge clk) begin
        ready <= !coming.running && !coming.last && !next_dropping;
        due <= (!coming.running && coming.last && !coming.closed) || coming.t >= FIRST_TURN;
        early <= |coming.loads_ago;
      end
    end else begin : gen_at_once
      assign ready = !now.running && !now.last;
      assign due = closes[0] || now.t >= FIRST_TURN;
      assign early = |now.loads_ago;
    end
  endgenerate

  generate
    if (CONTEXT != 0) begin : gen_context
      logic restored, block_waits;
      logic [STAGES-1:0] restores;  // of the lanes, as `line`

      assign restored = restores[STAGES-1];
      assign block_waits = block_load && !restored;
      assign block_ready = ready && !block_waits;
      assign restore = ready && block_valid && block_waits && !reset;
      always_ff @(posedge clk) restores <= STAGES'({restores, restore});
    end else begin : gen_no_context
      assign block_ready = ready;
      assign restore = 1'b0;
    end
  endgenerate

  logic advance;
  logic [6:0] next_t;
  assign advance = loads[0] || now.running;
  assign next_t = (now.t == LAST) ? '0 : now.t + 7'd1;

  assign next.t = reset ? 7'd0 : advance ? next_t : now.t;
  assign next.running = !reset && (advance ? now.t != LAST : now.running);
  assign next.last = !clear && (loads[0] ? block_last : now.last);
  assign next.closed = !clear && (closes[0] || now.closed);
  assign next.finished = !clear && (closes[DELAY_A] || now.finished);
  assign {next.loads_ago, next.runs_ago, next.turns_ago, next.closes_ago} =
      {12{!reset}} & {loads[2:0], runs[2:0], turns[2:0], closes[2:0]};

  logic unused;
  assign unused = &{1'b0, block_load, next_dropping, closes[3], coming};

endmodule
