// SPDX-License-Identifier: Apache-2.0
//
// The levels of a tree above its leaves (section 3.5.6). Level l gets the results of level l - 1 one after another; 2^Y_f
// of them are a node, at level Y_m all. A node is hashed block by block, each a job for any lane: the block, and the
// chaining value that the node has reached. A result waits until the next of its level comes, or the message has ended,
// so that the last block of a node is known as such. Where a level has one result in all, this is that of the tree.
//
// One job is under way at a time, of STAGES (N_r / UNROLL + 2) cycles or some more until its lane is free. A leaf of n
// blocks keeps its lane busy for n STAGES (N_r / UNROLL + 1): the lanes stay busy with leaves while
// n > STAGES (1 + 2^-Y_f + 2^-2Y_f + ...), about.
//
// Parameters
//   BLOCK, COUNT_BITS  as skein_engine
//   HEIGHT             highest level, 2 .. 64
//   SECRET             1: while rst is high, what is kept of a level is cleared in each cycle; there are HEIGHT
//
// A tree with levels beyond HEIGHT fails: messages of more than 2^(Y_l + (HEIGHT - 1) Y_f) blocks whose Y_m is more than
// HEIGHT. All further results of leaves are taken then and dropped.
//
// Ports
//   enable       while it is low, everything rests at its beginning
//   fan_log      Y_f
//   height       Y_m; 0: no tree, there is one leaf
//   chain        the chaining value with which each node begins
//   leaf_*       results of leaves in their order; ended: no further one comes
//   job_*        a block: its level and place, the chaining value before it. job_taken: a lane takes it
//   job_done     its result job_result is there
//   undecided    a job may be offered before the next result is taken: the lane that gave the last one is kept free for it
//   done         the result of the tree is `result`, or with `failed` there is none

module skein_tree_nodes #(
    parameter integer BLOCK = 512,
    parameter integer COUNT_BITS = 64,
    parameter integer HEIGHT = 16,
    parameter integer SECRET = 0
) (
    input logic clk,
    input logic rst,

    input logic             enable,
    input logic [      7:0] fan_log,
    input logic [      7:0] height,
    input logic [BLOCK-1:0] chain,

    input  logic             leaf_valid,
    output logic             leaf_ready,
    input  logic [BLOCK-1:0] leaf_result,
    input  logic             ended,

    output logic                  job_valid,
    input  logic                  job_taken,
    output logic [     BLOCK-1:0] job_data,
    output logic [     BLOCK-1:0] job_chain,
    output logic                  job_first,
    output logic                  job_last,
    output logic [COUNT_BITS-1:0] job_count,
    output logic [           6:0] job_level,
    input  logic                  job_done,
    input  logic [     BLOCK-1:0] job_result,
    output logic                  undecided,

    output logic             done,
    output logic             failed,
    output logic [BLOCK-1:0] result
);

  localparam integer LEVELS = HEIGHT;  // 2 .. HEIGHT, and the one above, which gets the result of the tree
  localparam integer LEVEL_BITS = $clog2(LEVELS);
  localparam integer NUMBER_BITS = COUNT_BITS - $clog2(BLOCK);

  generate
    if (HEIGHT < 2 || HEIGHT > 64) begin : gen_refused_height
      skein_tree_nodes_needs_HEIGHT_of_2_to_64 refused ();
    end
    if (BLOCK < 1 || COUNT_BITS <= $clog2(BLOCK)) begin : gen_refused_count_bits
      skein_tree_nodes_needs_COUNT_BITS_of_more_than_one_block refused ();
    end
    if (SECRET < 0 || SECRET > 1) begin : gen_refused_secret
      skein_tree_nodes_needs_SECRET_of_0_or_1 refused ();
    end
  endgenerate

  localparam logic [2:0] REST = 3'd0;  // for a leaf, or the end
  localparam logic [2:0] PUSH = 3'd1;  // `value` comes to level `at`
  localparam logic [2:0] RUN = 3'd2;  // the job of level `at` is offered
  localparam logic [2:0] WAIT = 3'd3;  // it is under way
  localparam logic [2:0] CLOSE = 3'd4;  // the message has ended, and with it level `at`

  logic [2:0] state;
  logic [LEVEL_BITS-1:0] at;  // level - 2
  logic [BLOCK-1:0] value;
  logic ending;  // the levels are closed, from the lowest on
  logic [LEVEL_BITS-1:0] closed;  // the level that is
  logic closing;  // the job is that of the closed level

  // Of each level: the result that waits, the chaining value of the node, how many results have come.
  logic [BLOCK-1:0] waits[LEVELS];
  logic [BLOCK-1:0] reached[LEVELS];
  logic [NUMBER_BITS-1:0] come[LEVELS];
  logic [LEVELS-1:0] used;  // a result has come

  logic [NUMBER_BITS-1:0] come_here, number, mask;
  logic used_here;
  logic top_level;  // all results here are one node
  logic keep_value;  // the value waits here now
  logic go_on;  // the job's result is the chaining value of the node's next block

  assign used_here = used[at];
  assign come_here = used_here ? come[at] : '0;
  assign number = come_here - 1'b1;  // of the result that waits
  assign mask = ~({NUMBER_BITS{1'b1}} << fan_log);
  assign top_level = 8'(at) + 8'd2 == height;

  assign leaf_ready = enable && state == REST;
  assign job_valid = state == RUN;
  assign undecided = state == PUSH || state == RUN;
  assign job_data = waits[at];
  assign job_first = top_level ? number == '0 : (number & mask) == '0;
  assign job_last = closing || (!top_level && (number & mask) == mask);
  assign job_chain = job_first ? chain : reached[at];
  assign job_count = {come_here, {$clog2(BLOCK) {1'b0}}};
  assign job_level = 7'(at) + 7'd2;

  assign done = failed ? state == REST && ended : state == CLOSE && come_here == NUMBER_BITS'(1);
  assign result = waits[at];

  assign go_on = state == WAIT && job_done && !job_last;
  assign keep_value = (state == PUSH && !used_here) || (state == WAIT && job_done && !closing);

  // With SECRET the levels are cleared one after another while rst is high.
  logic wipe;
  logic [LEVEL_BITS-1:0] wiped;
  generate
    if (SECRET != 0) begin : gen_wipe
      assign wipe = rst;
      always_ff @(posedge clk) wiped <= (!rst || wiped == LEVEL_BITS'(LEVELS - 1)) ? '0 : wiped + 1'b1;
    end else begin : gen_no_wipe
      assign wipe  = 1'b0;
      assign wiped = '0;
    end
  endgenerate

  always_ff @(posedge clk) begin
    if (keep_value || wipe) waits[wipe?wiped : at] <= wipe ? '0 : value;
    if (go_on || wipe) reached[wipe?wiped : at] <= wipe ? '0 : job_result;
    if (keep_value) begin
      come[at] <= come_here + 1'b1;
      used[at] <= 1'b1;
    end
    case (state)
      REST:
      if (failed) state <= REST;
      else if (leaf_valid) begin
        value <= leaf_result;
        at <= '0;
        state <= PUSH;
      end else if (ended) begin
        at <= '0;
        closed <= '0;
        ending <= 1'b1;
        state <= CLOSE;
      end
      PUSH:
      if (used_here && at == LEVEL_BITS'(LEVELS - 1)) begin
        failed <= 1'b1;
        state  <= REST;
      end else if (used_here) begin
        closing <= 1'b0;
        state   <= RUN;
      end else begin
        if (ending) at <= closed;
        state <= ending ? CLOSE : REST;
      end
      CLOSE:
      if (!done) begin
        closing <= 1'b1;
        state   <= RUN;
      end
      RUN: if (job_taken) state <= WAIT;
      default:
      if (job_done) begin
        if (job_last) begin
          value <= job_result;
          at <= at + 1'b1;
          if (closing) closed <= at + 1'b1;
          state <= PUSH;
        end else begin
          if (ending) at <= closed;
          state <= ending ? CLOSE : REST;
        end
      end
    endcase
    if (rst || !enable) begin
      state  <= REST;
      ending <= 1'b0;
      failed <= 1'b0;
      used   <= '0;
    end
    if (wipe) value <= '0;
  end

endmodule
