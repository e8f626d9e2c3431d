// SPDX-License-Identifier: Apache-2.0
//
// BLAKE at block level (SHA-3 proposal BLAKE, version 1.3, section 2), without salt, for STAGES messages in flight.
//
// The loop has UNROLL rounds, or one of PARTS equal parts of a round: quarters of a round (blake_pkg), each of two
// operations, blake_upper and blake_lower. STAGES ranks of registers cut the row of operations into equal pieces. The
// last piece lies behind rank 0, the first behind rank 1, so that rank 0, where blocks come in, ends with the load:
//
//            ,--------------------------------------- block, t, chaining value
//            v
//   ,-> [load] -> rank 1 -> operations -> rank 2 -> ... rank STAGES-1 -> operations -> rank 0 -> operations -,
//   '-------------------------------------------------------------------------------------------------------'
//
// The word of the message that a quarter adds to a is added when the quarter before has a, beside c + d, so that no
// addition of three operands is on a path. Turn 0 is the one with the load; nothing else of it counts. The end of a
// block, h_i xor v_i xor v_{i+8}, is at rank 1 when its last turn leaves rank 0; with one message that is in the turn
// of the next load.
//
// With MERGE = 1 the load is in front of the operations, so that it needs no turn, and the word of the first quarter is
// added with carry-save adders.
//
// Cycles: R rounds (10 or 14; 14 or 16), turns T = R PARTS / UNROLL + 1, or R PARTS / UNROLL with MERGE = 1
//   block to block of a lane:                                STAGES T
//   from the cycle that takes the first of n blocks to that with digest_valid:  STAGES T n
//
// Parameters
//   DIGEST      256 (words of 32 bits) or 512 (words of 64)
//   VERSION     2: BLAKE-32, BLAKE-64 of the competition's round 2; 3: BLAKE-256, BLAKE-512, with more rounds
//   UNROLL      1 or more rounds in the loop, a divisor of R PARTS, so that a block takes whole turns
//   PARTS       turns of the loop for UNROLL rounds, a divisor of 4 UNROLL; a turn has one quarter of a round, or an
//               even number of them
//   STAGES      messages in flight, a divisor of the 8 UNROLL / PARTS operations in the loop
//   MERGE       0; 1: as said above, with STAGES 1 and two turns a block or more
//   COUNT_BITS  1 or more: messages are shorter than 2^COUNT_BITS bits
//   ADDER, WORD_ADDER  carry networks, names of adder_pkg: of G, and of the addition of words to a
//   CONTEXT     1: a message can go on from a chaining value, of the bits of a digest (docs/context.md)
// Ports: the block-level contract (docs/core-contract.md). The counter t is block_count, or 0 with block_empty.

module blake_core #(
    parameter integer DIGEST = 256,
    parameter integer VERSION = 3,
    parameter integer UNROLL = 1,
    parameter integer PARTS = 1,
    parameter integer STAGES = 1,
    parameter integer MERGE = 0,
    parameter integer COUNT_BITS = 64,
    parameter integer ADDER = adder_pkg::BRENT_KUNG,
    parameter integer WORD_ADDER = adder_pkg::BRENT_KUNG,
    parameter integer CONTEXT = 0,
    localparam integer INPUT = 2 * DIGEST + CONTEXT * (DIGEST + 2),
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
    output logic [   DIGEST-1:0] digest_data,
    output logic                 digest_last
);

  generate
    if (DIGEST != 256 && DIGEST != 512) begin : gen_refused_digest
      blake_core_needs_DIGEST_of_256_or_512 refused ();
    end
    if (VERSION != 2 && VERSION != 3) begin : gen_refused_version
      blake_core_needs_VERSION_of_2_or_3 refused ();
    end
    if (PARTS < 1 || 4 * UNROLL % PARTS != 0) begin : gen_refused_parts
      blake_core_needs_PARTS_that_divides_4_UNROLL refused ();
    end
    if (UNROLL < 1 || PARTS * blake_pkg::rounds(DIGEST / 8, VERSION) % UNROLL != 0) begin : gen_refused_unroll
      blake_core_needs_UNROLL_that_divides_PARTS_times_the_rounds refused ();
    end
    if (4 * UNROLL % PARTS == 0 && 4 * UNROLL != PARTS && 4 * UNROLL / PARTS % 2 != 0) begin : gen_refused_turn
      blake_core_needs_a_turn_of_one_quarter_or_of_an_even_number refused ();
    end
    if (STAGES < 1 || 8 * UNROLL / PARTS % STAGES != 0) begin : gen_refused_stages
      blake_core_needs_STAGES_that_divides_8_UNROLL_by_PARTS refused ();
    end
    if (MERGE != 0 && (MERGE != 1 || STAGES != 1)) begin : gen_refused_merge
      blake_core_needs_MERGE_of_0_or_of_1_with_STAGES_1 refused ();
    end
    if (MERGE == 1 && PARTS * blake_pkg::rounds(DIGEST / 8, VERSION) == UNROLL) begin : gen_refused_turns
      blake_core_needs_two_turns_or_more_with_MERGE refused ();
    end
    if (COUNT_BITS < 1) begin : gen_refused_count_bits
      blake_core_needs_COUNT_BITS_of_1_or_more refused ();
    end
    if (ADDER < adder_pkg::TOOL || ADDER > adder_pkg::HAN_CARLSON) begin : gen_refused_adder
      blake_core_needs_ADDER_of_adder_pkg refused ();
    end
    if (WORD_ADDER < adder_pkg::TOOL || WORD_ADDER > adder_pkg::HAN_CARLSON) begin : gen_refused_word_adder
      blake_core_needs_WORD_ADDER_of_adder_pkg refused ();
    end
    if (CONTEXT != 0 && CONTEXT != 1) begin : gen_refused_context
      blake_core_needs_CONTEXT_of_0_or_1 refused ();
    end
  endgenerate

  localparam integer WORD = DIGEST / 8;
  localparam integer ROW = 4 * WORD;
  localparam integer BLOCK = 16 * WORD;
  localparam integer QUARTERS = 4 * blake_pkg::rounds(WORD, VERSION);
  localparam integer QUARTERS_A_TURN = 4 * UNROLL / PARTS;
  localparam integer TURNS = QUARTERS / QUARTERS_A_TURN + 1 - MERGE;
  localparam integer STEP_BITS = $clog2(TURNS + 1);
  localparam integer OPERATIONS = 2 * QUARTERS_A_TURN;
  localparam integer PIECE = OPERATIONS / STAGES;  // operations behind a rank
  // With one operation behind a rank its words are chosen at the rank before, and so is the a of a load.
  localparam integer AHEAD = (PIECE == 1) ? 1 : 0;

  localparam logic [511:0] INITIAL = blake_pkg::initial_value(WORD);
  localparam logic [255:0] START_C = blake_pkg::pi_row(WORD, 0);
  localparam logic [255:0] CONSTANTS_D = blake_pkg::pi_row(WORD, 4);

  logic [0:0] beat;
  logic [STAGES*STEP_BITS-1:0] step;
  logic [STAGES-1:0] active, first, last;
  logic load, restart, next_waiting;
  logic [STEP_BITS-1:0] next_step;

  logic block_load, restore;
  logic block_give;  // changes nothing: the digest is all of the chaining value
  logic [2*ROW-1:0] restored;  // block_chain, word 0 in the lowest bits

  generate
    if (CONTEXT != 0) begin : gen_context
      assign {block_give, block_load} = block_data[INPUT-1-:2];
      for (genvar i = 0; i < 8; i = i + 1) begin : gen_word
        assign restored[i*WORD+:WORD] = block_data[BLOCK+DIGEST-1-i*WORD-:WORD];
      end
    end else begin : gen_no_context
      assign {block_give, block_load} = '0;
      assign restored = '0;
    end
  endgenerate

  round_control #(
      .STAGES (STAGES),
      .ROUNDS (TURNS),
      .CONTEXT(CONTEXT)
  ) control (
      .*
  );

  // Rows of the state at the ranks and behind the operations; message and chaining value, word 0 of the first in the
  // highest bits, of the second in the lowest.
  logic [STAGES*ROW-1:0] a, b, c, d;
  logic [STAGES*BLOCK-1:0] message;
  logic [STAGES*2*ROW-1:0] chain, chain_out;

  // The lane at rank 0 is in turn 0; two registers share the many gates that hang on it. `waiting` is 0 after rst, too.
  logic starting, waiting;
  logic finished;  // the lane that left rank 0 a cycle ago has done its last quarter
  logic [COUNT_BITS-1:0] counted;
  logic [2*WORD-1:0] t;
  logic [ROW-1:0] start_a, start_b, start_d, start_words;

  always_ff @(posedge clk) begin
    starting <= next_step == '0;
    waiting <= next_waiting;
    finished <= active[0] && step[STEP_BITS-1:0] == STEP_BITS'(TURNS - 1);
  end

  assign counted = block_count & {COUNT_BITS{!block_empty}};
  assign t = (2 * WORD)'(counted);
  assign start_d = {{2{t[2*WORD-1-:WORD]}}, {2{t[WORD-1:0]}}} ^ CONSTANTS_D[ROW-1:0];

  generate
    for (genvar i = 0; i < 4; i = i + 1) begin : gen_start
      localparam logic [63:0] CONSTANT = blake_pkg::pi_word(WORD, 2 * i + 1);
      assign start_words[i*WORD+:WORD] = block_data[BLOCK-1-2*i*WORD-:WORD] ^ CONSTANT[WORD-1:0];
    end

    for (genvar j = 0; j < STAGES; j = j + 1) begin : gen_rank
      localparam integer FROM = (j == 0) ? STAGES - 1 : j - 1;
      logic [2*ROW-1:0] here, ending;

      assign ending = {
        b[j*ROW+:ROW] ^ d[j*ROW+:ROW], a[j*ROW+:ROW] ^ c[j*ROW+:ROW]
      } & {2 * ROW{j == 1 % STAGES && finished}};
      assign here = chain[j*2*ROW+:2*ROW] ^ ending;
      assign chain_out[j*2*ROW+:2*ROW] = (j == 0 && restart) ? INITIAL[2*ROW-1:0] : here;
      if (j == 0) begin : gen_turn
        assign {start_b, start_a} = here;
        for (genvar i = 0; i < 8; i = i + 1) begin : gen_digest
          assign digest_data[DIGEST-1-i*WORD-:WORD] = here[i*WORD+:WORD];
        end
      end

      always_ff @(posedge clk) begin
        chain[j*2*ROW+:2*ROW] <= (FROM == 0 && restore) ? restored : chain_out[FROM*2*ROW+:2*ROW];
        message[j*BLOCK+:BLOCK] <= (FROM == 0 && waiting) ? block_data[BLOCK-1:0] : message[FROM*BLOCK+:BLOCK];
      end
    end

    for (genvar k = 0; k < OPERATIONS; k = k + 1) begin : gen_operation
      localparam integer RANK = (k / PIECE + 1) % STAGES;
      localparam integer BACK = (RANK == 0 && MERGE == 0) ? 1 : 0;  // turn n + 1 goes on with what turn n began
      logic [ROW-1:0] a_in, b_in, c_in, d_in, a_out, b_out, c_out, d_out;
      logic second;

      if (k % PIECE != 0) begin : gen_go_on
        assign {a_in, b_in, c_in, d_in} = {
          gen_operation[k-1].a_out, gen_operation[k-1].b_out, gen_operation[k-1].c_out, gen_operation[k-1].d_out
        };
      end else begin : gen_from_rank
        assign {a_in, b_in, c_in, d_in} = (MERGE != 0 && starting) ?
            {start_a, start_b, START_C[ROW-1:0], start_d} :
            {a[RANK*ROW+:ROW], b[RANK*ROW+:ROW], c[RANK*ROW+:ROW], d[RANK*ROW+:ROW]};
      end
      if (k % PIECE == PIECE - 1) begin : gen_to_rank
        localparam integer TO = (RANK + 1) % STAGES;
        always_ff @(posedge clk) begin
          a[TO*ROW+:ROW] <= a_out;
          b[TO*ROW+:ROW] <= b_out;
          c[TO*ROW+:ROW] <= c_out;
          d[TO*ROW+:ROW] <= d_out;
        end
      end

      assign second = (QUARTERS_A_TURN > 1) ? (k / 2) % 2 != 0 : step[RANK*STEP_BITS] ^ (BACK != 0);

      if (k % 2 == 0) begin : gen_upper
        logic [ROW-1:0] sum;
        blake_upper #(
            .WORD (WORD),
            .ADDED((k == 0) ? MERGE : 0),
            .ADDER(ADDER)
        ) upper (
            .second(second),
            .a(a_in),
            .b(b_in),
            .d(d_in),
            .words(start_words & {ROW{starting}}),
            .next_a(sum),
            .next_d(d_out)
        );
        assign b_out = b_in;
        assign c_out = c_in;
        for (genvar i = 0; i < 4; i = i + 1) begin : gen_lane
          // The a of a load goes through the crossing of the last operation.
          localparam integer LANE = blake_pkg::crossing(0, i);
          assign a_out[i*WORD+:WORD] = (AHEAD != 0 && k == OPERATIONS - 2 && next_step == '0) ?
              chain_out[RANK*2*ROW+LANE*WORD+:WORD] : sum[i*WORD+:WORD];
        end
      end else begin : gen_lower
        localparam integer LOADS = (k == OPERATIONS - 1 && MERGE == 0) ? 1 : 0;
        localparam integer CHOOSER = (RANK + STAGES - AHEAD) % STAGES;
        localparam integer CHOSEN_BACK = (CHOOSER == 0 && MERGE == 0) ? 1 : 0;
        localparam integer FROM_BLOCK = (AHEAD == 0 && LOADS != 0) ? 1 : MERGE;
        localparam integer QUARTER = (MERGE != 0) ? (k + 1) / 2 : 0;  // whose words are those of the block in turn 0
        logic [ROW-1:0] turned_a, turned_b, turned_c, turned_d, next_a, block_words, chosen, words;
        logic [STEP_BITS-1:0] coming_step;

        if (CHOOSER == 0) assign coming_step = next_step;
        else assign coming_step = step[(CHOOSER-1)*STEP_BITS+:STEP_BITS];
        blake_words #(
            .WORD(WORD),
            .QUARTERS(QUARTERS),
            .QUARTERS_A_TURN(QUARTERS_A_TURN),
            .OFFSET((k + 1) / 2 - QUARTERS_A_TURN * CHOSEN_BACK),
            .FROM_BLOCK(FROM_BLOCK),
            .STEP_BITS(STEP_BITS)
        ) choose (
            .clk(clk),
            .next_step(coming_step),
            .message(message[CHOOSER*BLOCK+:BLOCK]),
            .first(block_words),
            .words(chosen)
        );

        blake_lower #(
            .WORD (WORD),
            .ADDER(ADDER)
        ) lower (
            .second(second),
            .a(a_in),
            .b(b_in),
            .c(c_in),
            .d(d_in),
            .next_a(turned_a),
            .next_b(turned_b),
            .next_c(turned_c),
            .next_d(turned_d)
        );

        if (AHEAD == 0) begin : gen_here
          assign words  = chosen;
          assign next_a = (LOADS != 0 && starting) ? start_a : turned_a;
        end else begin : gen_ahead
          logic [ROW-1:0] held;
          always_ff @(posedge clk) held <= chosen & {ROW{LOADS == 0 || next_step != '0}};
          assign words  = held | (start_words & {ROW{LOADS != 0 && starting}});
          assign next_a = turned_a;
        end
        for (genvar i = 0; i < 4; i = i + 1) begin : gen_lane
          localparam integer PLACE = blake_pkg::source(QUARTER, i, 0);
          assign block_words[i*WORD+:WORD] = block_data[BLOCK-1-PLACE*WORD-:WORD];
          prefix_adder #(
              .WIDTH  (WORD),
              .NETWORK(WORD_ADDER)
          ) add_word (
              .a  (next_a[i*WORD+:WORD]),
              .b  (words[i*WORD+:WORD]),
              .sum(a_out[i*WORD+:WORD])
          );
        end
        assign b_out = (LOADS != 0 && waiting) ? start_b : turned_b;
        assign c_out = (LOADS != 0 && waiting) ? START_C[ROW-1:0] : turned_c;
        assign d_out = (LOADS != 0 && waiting) ? start_d : turned_d;
      end
    end
  endgenerate

  logic unused;
  assign unused = ^{block_first, beat, active, first, last, load, start_a, starting, waiting, step};

endmodule
