// SPDX-License-Identifier: Apache-2.0
//
// SHA-2 at block level (FIPS 180-4): UNROLL rounds a clock cycle, and one cycle for the hash value.
//
// The hash value is added word by word while the last rounds run: a word that enters a (or e) three rounds before
// the end is the d (or h) of the end. An adder and a ring of four words for a..d and another for e..h do it; a ring
// turns in the last four cycles of a block (the last two, with two adders, if UNROLL is 2), and the word that is next
// stands in its last place. The last turn, with the newest word, waits for the block that follows, and is the load of
// the registers; after the last block of a message it is made at once.
//
//        block --> schedule --W_t--,                                ,--> digest
//                                  v                                |
//   a..h: [load] -> registers -> compressor --,       hash value rings <- + a, + e
//            ^--------------------------------'               |
//            '--------------- next hash value ----------------'
//
// Compressors: how the additions of a round lie between registers. W_t reaches e after E, a after A cycles; a block
// follows a block all the same, because control, too, reaches these registers E - 1 and A - 1 cycles later.
//
//   COMPRESSOR           module                       E  A
//   DIRECT               sha2_compressor_direct       1  1   UNROLL 1 or 2
//   BALANCED             sha2_compressor_balanced     1  1
//   RESCHEDULED          sha2_compressor_rescheduled  2  2
//   PIPELINED            sha2_compressor_pipelined    2  3
//   COMBINED             sha2_compressor_combined     2  2
//   STAGGERED            sha2_compressor_staggered    2  4   STAGES 1
//                        sha2_compressor_interleaved  2  4   STAGES 2
//
// All have the same ports. With step_a a round ends in a..d at the end of the cycle. With load_a these come from `value`
// (H_0 in the highest bits); where a first round needs its d in that cycle already, first_a says so. words_a, the newest
// UNROLL of these words, is what the hash value is waiting for: it stands still with hold_a, and becomes zero with none
// of step_a, load_a and hold_a. Likewise e..h. k and w are K_t and W_t.
//
// With STAGES = 2 two messages take turns, a clock cycle each: all registers are doubled, and a lane finds its own when
// its turn has come. Of the two registers that a word has, one can stand within the sum that makes it, so that a turn's
// work takes two cycles; the rings turn in the first of them and are added to in the second.
//
// Cycles, R = 64 rounds (words of 32 bits) or 80 (64 bits)
//   block to block of a lane:                                     STAGES (R / UNROLL + 1)
//   from the cycle that takes the first of n blocks to that with digest_valid: STAGES (n (R / UNROLL + 1) + A)
//   The first block of the next message is taken after the digest; with block_load a turn later, for the rings get
//   block_chain first, as they get the initial value after a digest.
//
// Parameters
//   DIGEST      bits of the digest: 224, 256, 384 or 512
//   LONG        0: words of 32 bits (SHA-224, SHA-256); 1: of 64 (SHA-384, SHA-512, SHA-512/224, SHA-512/256)
//   UNROLL      rounds a cycle, 1 or 2
//   STAGES      messages in flight, 1, or 2 with STAGGERED
//   COUNT_BITS  width of block_count
//   COMPRESSOR  as above, a name of sha2_pkg
//   CHAIN       adder chain of DIRECT, a name of sha2_adder_chain_pkg
//   CARRY_SAVE  rows of full adders (1) or adders (0) elsewhere; see carry_save_adder
//   ADDER       carry network of the adders that make a and e, a name of adder_pkg
//   SIDE_ADDER  that of the others: schedule, hash value, what is added ahead
//   CONTEXT     1: a message can go on from a chaining value, and end with one, of 8 words (docs/context.md)
//
// Ports: the block-level contract (docs/core-contract.md). block_first, block_empty and block_count are not needed:
// after a digest and after rst the core holds the initial value, and the padding is in block_data. Only rst drops a
// message; with STAGES = 2 block_ready and digest_valid are low for two cycles after it.

module sha2_core #(
    parameter integer DIGEST = 256,
    parameter integer LONG = (DIGEST > 256) ? 1 : 0,
    parameter integer UNROLL = 1,
    parameter integer STAGES = 1,
    parameter integer COUNT_BITS = 64,
    parameter integer COMPRESSOR = sha2_pkg::DIRECT,
    parameter integer CHAIN = sha2_adder_chain_pkg::SAVED_CHAIN,
    parameter integer CARRY_SAVE = 1,
    parameter integer ADDER = adder_pkg::SKLANSKY,
    parameter integer SIDE_ADDER = adder_pkg::BRENT_KUNG,
    parameter integer CONTEXT = 0,
    localparam integer WORD = (LONG != 0) ? 64 : 32,
    localparam integer BLOCK = 16 * WORD,
    localparam integer CHAIN_BITS = 8 * WORD,
    localparam integer INPUT = BLOCK + CONTEXT * (CHAIN_BITS + 2),
    localparam integer OUTPUT = (CONTEXT != 0) ? CHAIN_BITS : DIGEST,
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
    if (DIGEST != 224 && DIGEST != 256 && (LONG == 0 || (DIGEST != 384 && DIGEST != 512))) begin : gen_refused_digest
      sha2_core_needs_DIGEST_of_224_or_256_or_with_LONG_1_384_or_512 refused ();
    end
    if (LONG != 0 && LONG != 1) begin : gen_refused_long
      sha2_core_needs_LONG_of_0_or_1 refused ();
    end
    if (UNROLL != 1 && (UNROLL != 2 || COMPRESSOR != sha2_pkg::DIRECT)) begin : gen_refused_unroll
      sha2_core_needs_UNROLL_of_1_or_of_2_with_COMPRESSOR_DIRECT refused ();
    end
    if (STAGES != 1 && (STAGES != 2 || COMPRESSOR != sha2_pkg::STAGGERED)) begin : gen_refused_stages
      sha2_core_needs_STAGES_of_1_or_of_2_with_COMPRESSOR_STAGGERED refused ();
    end
    if (COUNT_BITS < 1) begin : gen_refused_count_bits
      sha2_core_needs_COUNT_BITS_of_1_or_more refused ();
    end
    if (COMPRESSOR < sha2_pkg::DIRECT || COMPRESSOR > sha2_pkg::STAGGERED) begin : gen_refused_compressor
      sha2_core_needs_COMPRESSOR_of_sha2_pkg refused ();
    end
    if (CARRY_SAVE != 0 && CARRY_SAVE != 1) begin : gen_refused_carry_save
      sha2_core_needs_CARRY_SAVE_of_0_or_1 refused ();
    end
    if (CONTEXT != 0 && CONTEXT != 1) begin : gen_refused_context
      sha2_core_needs_CONTEXT_of_0_or_1 refused ();
    end
  endgenerate

  localparam integer ROUNDS = (LONG != 0) ? 80 : 64;
  localparam integer CYCLES = ROUNDS / UNROLL;  // with rounds, of a block
  localparam integer DELAY_E = sha2_pkg::depth_e(COMPRESSOR) - 1;
  localparam integer DELAY_A = sha2_pkg::depth_a(COMPRESSOR) - 1;
  localparam integer STEP = UNROLL * WORD;  // bits that a ring moves in a turn
  localparam integer RING = 4 * WORD;
  localparam integer CONTROL = 23;  // bits of control that a lane keeps
  localparam integer CONTROL_LINE = STAGES * CONTROL;
  localparam integer HASH_LINE = STAGES * RING;
  localparam integer PLACE_LINE = STAGES * 3;
  localparam integer FIRST_LINE = STAGES * 2;

  // The initial hash value, and its words where the rings have them before the last of their turns.
  localparam [511:0] VALUE = sha2_pkg::initial_value(DIGEST, LONG);
  localparam [RING-1:0] INITIAL_A = {VALUE[RING+:RING-STEP], VALUE[2*RING-1-:STEP]};
  localparam [RING-1:0] INITIAL_E = {VALUE[0+:RING-STEP], VALUE[RING-1-:STEP]};

  // What a lane keeps goes through a line of STAGES registers: the highest part of the line belongs to the lane in
  // turn, the lowest is the first register.
  logic reset;  // drops the message of the lane in turn
  logic dropping, next_dropping;  // a lane is not yet reset
  logic [LANE_BITS-1:0] turn;

  generate
    if (STAGES > 1) begin : gen_lanes
      // A turn of each lane after rst.
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

  assign block_lane = turn;
  assign digest_lane = turn;
  assign digest_last = 1'b1;

  logic running;  // rounds are computed in this cycle
  logic [6:0] t;  // which of the block's cycles with rounds it is, from 1; 0 if none
  logic [STEP-1:0] k, w;  // K and W of these rounds
  logic last;  // the block in work is the last of its message
  logic closed;  // its last turn has begun
  logic ready;  // for a block
  logic due;  // a turn of a ring, not for a block
  logic finished;  // the digest is there
  logic digest_taken;
  logic clear;

  assign digest_valid = finished && !dropping;
  assign digest_taken = finished && digest_ready;
  assign clear = reset || digest_taken;

  // A message that goes on from block_chain: the rings get it in a turn before that which takes its first block.
  logic restore;
  logic [2*RING-1:0] chain_turned;  // as the rings have it before the last of their turns

  generate
    if (CONTEXT != 0) begin : gen_context
      logic block_give;  // changes nothing: all of the chaining value is there in place of a digest
      logic block_load;
      logic [CHAIN_BITS-1:0] block_chain;
      logic restored, block_waits;
      logic [STAGES-1:0] restores;  // of the lanes, as `control`

      assign {block_give, block_load, block_chain} = block_data[BLOCK+:CHAIN_BITS+2];
      assign restored = restores[STAGES-1];
      assign block_waits = block_load && !restored;
      assign block_ready = ready && !block_waits;
      assign restore = ready && block_valid && block_waits && !reset;
      assign chain_turned = {
        block_chain[RING+:RING-STEP], block_chain[2*RING-1-:STEP],
        block_chain[0+:RING-STEP], block_chain[RING-1-:STEP]
      };
      always_ff @(posedge clk) restores <= STAGES'({restores, restore});

      logic unused;
      assign unused = block_give;
    end else begin : gen_no_context
      assign block_ready = ready;
      assign restore = 1'b0;
      assign chain_turned = '0;
    end
  endgenerate

  // What happens in a turn, and what happened in the three turns of the lane before it: at [n], n turns ago.
  logic [3:0] loads;  // a block is taken
  logic [3:0] runs;  // rounds are computed
  logic [3:0] turns;  // of a ring
  logic [3:0] closes;  // the last turn after the last block
  logic [2:0] loads_ago, runs_ago, turns_ago, closes_ago;

  assign loads = {loads_ago, block_valid && block_ready};
  assign runs = {runs_ago, running};
  assign closes = {closes_ago, !running && last && !closed};
  assign turns = {turns_ago, loads[0] || due};

  logic [CONTROL-1:0] next_control;
  logic [CONTROL_LINE-1:0] control;
  logic advance;
  logic [6:0] next_t;

  assign advance = loads[0] || running;
  assign next_t = (t == 7'(CYCLES)) ? '0 : t + 7'd1;
  assign next_control = {
    reset ? 7'd0 : advance ? next_t : t,
    !reset && (advance ? t != 7'(CYCLES) : running),
    !clear && (loads[0] ? block_last : last),
    !clear && (closes[0] || closed),
    !clear && (closes[DELAY_A] || finished),
    {12{!reset}} & {loads[2:0], runs[2:0], turns[2:0], closes[2:0]}
  };

  always_ff @(posedge clk) control <= CONTROL_LINE'({control, next_control});
  assign {t, running, last, closed, finished, loads_ago, runs_ago, turns_ago, closes_ago} =
      control[CONTROL_LINE-1-:CONTROL];

  generate
    if (STAGES > 1) begin : gen_ahead
      // Found in the first registers, a cycle before.
      logic [6:0] t_1;
      logic running_1, last_1, closed_1;
      assign {t_1, running_1, last_1, closed_1} = control[CONTROL-1-:10];
      always_ff @(posedge clk) begin
        ready <= !running_1 && !last_1 && !next_dropping;
        due <= (!running_1 && last_1 && !closed_1) || t_1 >= 7'(CYCLES + 2 - 4 / UNROLL);
      end
    end else begin : gen_at_once
      assign ready = !running && !last;
      assign due = closes[0] || t >= 7'(CYCLES + 2 - 4 / UNROLL);
    end
  endgenerate

  sha2_round_constants #(
      .WORD(WORD),
      .UNROLL(UNROLL),
      .STAGES(STAGES),
      .DECODED(CARRY_SAVE)
  ) constants (
      .clk(clk),
      .t  (t),
      .k  (k)
  );

  logic load_a, load_e, hold_a, hold_e, step_a, step_e, first_a, first_e;
  assign load_a = loads[DELAY_A] && !reset;
  assign load_e = loads[DELAY_E] && !reset;
  assign step_a = runs[DELAY_A] && !reset;
  assign step_e = runs[DELAY_E] && !reset;
  assign hold_a = !loads[DELAY_A] && !runs[DELAY_A] && !clear;
  assign hold_e = !loads[DELAY_E] && !runs[DELAY_E] && !clear;

  // The cycle before the first round needs d and h of `value`; so may all cycles that need none.
  generate
    if (DELAY_E > 0) begin : gen_first
      logic [2*STAGES-1:0] first;
      always_ff @(posedge clk) first <= FIRST_LINE'({first, !runs[DELAY_A-1], !runs[DELAY_E-1]});
      assign {first_a, first_e} = first[2*STAGES-1-:2];
    end else begin : gen_no_first
      assign first_a = 1'b0;
      assign first_e = 1'b0;
    end
  endgenerate

  sha2_schedule #(
      .WORD(WORD),
      .UNROLL(UNROLL),
      .STAGES(STAGES),
      .CARRY_SAVE(CARRY_SAVE),
      .ADDER(SIDE_ADDER)
  ) schedule (
      .clk(clk),
      .load(loads[0]),
      .block(block_data[BLOCK-1:0]),
      .w(w)
  );

  logic [RING-1:0] hash_a, hash_e;  // H_0..H_3 and H_4..H_7, two rings
  logic [RING-1:0] turned_a, turned_e;  // after a turn
  logic [STEP-1:0] words_a, words_e, sums_a, sums_e;
  logic [STEP-1:0] added_a, added_e, added_to_a, added_to_e;

  generate
    if (CONTEXT != 0) begin : gen_whole_value
      assign digest_data = {hash_a, hash_e};
    end else begin : gen_digest
      assign digest_data = DIGEST'({hash_a, hash_e} >> (8 * WORD - DIGEST));
    end
  endgenerate

  generate
    for (genvar i = 0; i < UNROLL; i = i + 1) begin : gen_hash
      prefix_adder #(
          .WIDTH  (WORD),
          .NETWORK(SIDE_ADDER)
      ) add_a (
          .a  (added_to_a[i*WORD+:WORD]),
          .b  (added_a[i*WORD+:WORD]),
          .sum(sums_a[i*WORD+:WORD])
      );
      prefix_adder #(
          .WIDTH  (WORD),
          .NETWORK(SIDE_ADDER)
      ) add_e (
          .a  (added_to_e[i*WORD+:WORD]),
          .b  (added_e[i*WORD+:WORD]),
          .sum(sums_e[i*WORD+:WORD])
      );
    end
  endgenerate

  logic [RING-1:0] moved_a, next_hash_a, next_hash_e;
  logic [HASH_LINE-1:0] line_a, line_e;

  assign moved_a = turns[DELAY_A] ? turned_a : hash_a;
  generate
    if (CONTEXT != 0) begin : gen_restored
      assign next_hash_a = clear ? INITIAL_A : restore ? chain_turned[RING+:RING] : moved_a;
      assign next_hash_e = clear ? INITIAL_E : restore ? chain_turned[0+:RING] : turns[DELAY_E] ? turned_e : hash_e;
    end else begin : gen_not_restored
      assign next_hash_a = clear ? INITIAL_A : moved_a;
      assign next_hash_e = clear ? INITIAL_E : turns[DELAY_E] ? turned_e : hash_e;
    end
  endgenerate
  assign hash_a = line_a[HASH_LINE-1-:RING];
  assign hash_e = line_e[HASH_LINE-1-:RING];

  // With two lanes a ring turns in one cycle, and what has come to its highest place is added up in the next.
  generate
    if (STAGES > 1) begin : gen_added_late
      assign turned_a = {hash_a[0+:WORD], hash_a[RING-1:WORD]};
      assign turned_e = {hash_e[0+:WORD], hash_e[RING-1:WORD]};
      assign added_to_a = line_a[RING-1-:WORD];
      assign added_to_e = line_e[RING-1-:WORD];

      always_ff @(posedge clk) begin
        added_a <= (turns[DELAY_A] && !reset) ? words_a : '0;
        added_e <= (turns[DELAY_E] && !reset) ? words_e : '0;
        line_a <= {sums_a, line_a[RING-WORD-1:0], next_hash_a};
        line_e <= {sums_e, line_e[RING-WORD-1:0], next_hash_e};
      end
    end else begin : gen_added
      assign turned_a = {sums_a, hash_a[RING-1:STEP]};
      assign turned_e = {sums_e, hash_e[RING-1:STEP]};
      assign added_to_a = hash_a[STEP-1:0];
      assign added_to_e = hash_e[STEP-1:0];
      assign added_a = words_a;
      assign added_e = words_e;

      always_ff @(posedge clk) begin
        line_a <= next_hash_a;
        line_e <= next_hash_e;
      end
    end
  endgenerate

  generate
    case (COMPRESSOR)
      sha2_pkg::BALANCED: begin : gen_balanced
        sha2_compressor_balanced #(
            .WORD(WORD),
            .CARRY_SAVE(CARRY_SAVE),
            .ADDER(ADDER)
        ) compressor (
            .clk(clk),
            .load_a(load_a),
            .load_e(load_e),
            .hold_a(hold_a),
            .hold_e(hold_e),
            .step_a(step_a),
            .step_e(step_e),
            .value({turned_a, turned_e}),
            .k(k),
            .w(w),
            .words_a(words_a),
            .words_e(words_e)
        );
      end
      sha2_pkg::RESCHEDULED: begin : gen_rescheduled
        sha2_compressor_rescheduled #(
            .WORD(WORD),
            .CARRY_SAVE(CARRY_SAVE),
            .ADDER(ADDER),
            .SIDE_ADDER(SIDE_ADDER)
        ) compressor (
            .clk(clk),
            .load_a(load_a),
            .load_e(load_e),
            .hold_a(hold_a),
            .hold_e(hold_e),
            .step_a(step_a),
            .step_e(step_e),
            .first_e(first_e),
            .value({turned_a, turned_e}),
            .k(k),
            .w(w),
            .words_a(words_a),
            .words_e(words_e)
        );
      end
      sha2_pkg::PIPELINED: begin : gen_pipelined
        sha2_compressor_pipelined #(
            .WORD(WORD),
            .CARRY_SAVE(CARRY_SAVE),
            .ADDER(ADDER),
            .SIDE_ADDER(SIDE_ADDER)
        ) compressor (
            .clk(clk),
            .load_a(load_a),
            .load_e(load_e),
            .hold_a(hold_a),
            .hold_e(hold_e),
            .step_a(step_a),
            .step_e(step_e),
            .first_a(first_a),
            .first_e(first_e),
            .value({turned_a, turned_e}),
            .k(k),
            .w(w),
            .words_a(words_a),
            .words_e(words_e)
        );
      end
      sha2_pkg::COMBINED: begin : gen_combined
        sha2_compressor_combined #(
            .WORD(WORD),
            .CARRY_SAVE(CARRY_SAVE),
            .ADDER(ADDER)
        ) compressor (
            .clk(clk),
            .load_a(load_a),
            .load_e(load_e),
            .hold_a(hold_a),
            .hold_e(hold_e),
            .step_a(step_a),
            .step_e(step_e),
            .first_a(first_a),
            .first_e(first_e),
            .value({turned_a, turned_e}),
            .k(k),
            .w(w),
            .words_a(words_a),
            .words_e(words_e)
        );
      end
      sha2_pkg::STAGGERED: begin : gen_staggered
        // The first three rounds take their d, which are H_3, H_2 and H_1, out of the ring while the block before still
        // turns it, or after. `place` is where the next one stands: in the highest word when it has just been added up,
        // a word lower with each turn; none before that.
        logic [2:0] place, moved_place;
        logic [3*STAGES-1:0] places;
        logic early;
        logic [WORD-1:0] early_d;

        // The word of a ring, of which the lowest is left out, at a place.
        function automatic [WORD-1:0] at_place(input logic [2:0] which, input logic [3*WORD-1:0] upper);
          begin
            at_place = ({WORD{which[2]}} & upper[2*WORD+:WORD]) | ({WORD{which[1]}} & upper[WORD+:WORD]) |
                ({WORD{which[0]}} & upper[0+:WORD]);
          end
        endfunction

        assign place = places[3*STAGES-1-:3];

        assign moved_place = loads[DELAY_A] ? '0 :
            (turns[DELAY_A] && !early) ? ((place == '0) ? 3'b100 : place >> 1) :
            (early && !turns[DELAY_A]) ? place << 1 : place;

        always_ff @(posedge clk) places <= PLACE_LINE'({places, clear ? 3'b001 : moved_place});

        if (STAGES > 1) begin : gen_two
          // From the first registers, in the cycle before: loads_ago of the lane.
          always_ff @(posedge clk) early <= |control[11:9];
          if (CARRY_SAVE != 0) begin : gen_here
            assign early_d = at_place(place, hash_a[WORD+:3*WORD]);
          end else begin : gen_ahead
            // Selected in the two cycles before; what stands in the highest word is added up in the second of them.
            logic [WORD-1:0] lower;
            always_ff @(posedge clk) begin
              lower <= at_place({1'b0, moved_place[1:0]}, moved_a[WORD+:3*WORD]);
              early_d <= places[2] ? sums_a : lower;
            end
          end

          sha2_compressor_interleaved #(
              .WORD(WORD),
              .CARRY_SAVE(CARRY_SAVE),
              .ADDER(ADDER)
          ) compressor (
              .clk(clk),
              .clear(clear),
              .load_a(loads[DELAY_A]),
              .load_e(loads[DELAY_E]),
              .step_a(runs[DELAY_A]),
              .step_e(runs[DELAY_E]),
              .step_t(runs[DELAY_A-1] && !reset),
              .step_x(runs[DELAY_E-1] && !reset),
              .last_a(hash_a[0+:WORD]),
              .last_e(hash_e[0+:WORD]),
              .value({sums_a, line_a[WORD+:RING-2*WORD], sums_e, line_e[WORD+:RING-2*WORD]}),
              .early(early),
              .early_d(early_d),
              .k(k),
              .w(w),
              .words_a(words_a),
              .words_e(words_e)
          );
        end else begin : gen_one
          assign early = |loads_ago;
          assign early_d = at_place(place, hash_a[WORD+:3*WORD]);

          sha2_compressor_staggered #(
              .WORD(WORD),
              .CARRY_SAVE(CARRY_SAVE),
              .ADDER(ADDER)
          ) compressor (
              .clk(clk),
              .load_a(load_a),
              .load_e(load_e),
              .hold_a(hold_a),
              .hold_e(hold_e),
              .step_a(step_a),
              .step_e(step_e),
              .first_a(first_a),
              .first_e(first_e),
              .value({turned_a, turned_e}),
              .early(early),
              .early_d(early_d),
              .k(k),
              .w(w),
              .words_a(words_a),
              .words_e(words_e)
          );
        end
      end
      default: begin : gen_direct
        sha2_compressor_direct #(
            .WORD  (WORD),
            .UNROLL(UNROLL),
            .CHAIN (CHAIN),
            .ADDER (ADDER)
        ) compressor (
            .clk(clk),
            .load_a(load_a),
            .load_e(load_e),
            .hold_a(hold_a),
            .hold_e(hold_e),
            .step_a(step_a),
            .step_e(step_e),
            .value({turned_a, turned_e}),
            .k(k),
            .w(w),
            .words_a(words_a),
            .words_e(words_e)
        );
      end
    endcase
  endgenerate

  logic unused;
  assign unused = &{
    1'b0, block_first, block_empty, block_count, loads[3], runs[3], turns[3], closes[3],
    next_dropping, restore, chain_turned, load_a, load_e, hold_a, hold_e, step_a, step_e, first_a, first_e,
    turned_a, turned_e
  };

endmodule
