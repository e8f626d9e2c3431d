// SPDX-License-Identifier: Apache-2.0
//
// The hash values of the messages in flight, and the addition at the end of a block (FIPS 180-4, sections 6.2.2 and
// 6.4.2, step 4).
//
// The hash value is added up word by word while the last rounds run: a word that enters a (or e) three rounds before
// the end is the d (or h) of the end. H_0..H_3 are a ring of four words, H_4..H_7 another, each with an adder, or with
// two if UNROLL is 2:
//
//      ,-> [H_0] -> [H_1] -> [H_2] -> [H_3] --(+)--,            and so H_4..H_7 with e
//      |                                       ^ a |
//      '-------------------------------------------'
//
// A ring moves on four times for a block (twice with two adders), and the word that is next stands in its last place.
// The last move, with the newest word, waits for the block that follows, and is the load of the registers a..h; after
// the last block of a message it is made at once.
//
// With STAGES = 2 a ring moves in the turn of its lane, and what has come to its highest place is added up in the cycle
// after that, in which the other lane has its turn.
//
// Parameters
//   DIGEST, LONG  of which function the initial value is, as in sha2_core
//   UNROLL        words that are added up in a turn, 1 or 2
//   STAGES        messages in flight, 1 or 2
//   COMPRESSOR    a name of sha2_pkg: by how many turns a..d and e..h are late, and whether early_d is asked for
//   CARRY_SAVE    as in sha2_early_d
//   ADDER         carry network of the adders, a name of adder_pkg
//   CONTEXT       1: `restore` counts
//
// Ports, of the lane in turn where nothing else is said:
//   reset .. early    of sha2_control; turns[n]: the rings are told to move on n turns ago
//   restore, chain    the rings take a chaining value, H_0 in the highest bits
//   words_a, words_e  the newest UNROLL words of a and e, of sha2_compressor
//   hash              the hash value as the rings have it; in the turn with digest_valid the digest
//   value             the same as this turn leaves it, for the load of a..h; with STAGES = 2 that of the turn before, in
//                     which the other lane has its turn, and the lowest word of each ring is of no meaning
//   early_d           see sha2_early_d; 0 if COMPRESSOR is not STAGGERED

module sha2_hash_ring #(
    parameter integer DIGEST = 256,
    parameter integer LONG = 0,
    parameter integer UNROLL = 1,
    parameter integer STAGES = 1,
    parameter integer COMPRESSOR = sha2_pkg::DIRECT,
    parameter integer CARRY_SAVE = 1,
    parameter integer ADDER = adder_pkg::BRENT_KUNG,
    parameter integer CONTEXT = 0,
    localparam integer WORD = (LONG != 0) ? 64 : 32,
    localparam integer STEP = UNROLL * WORD,  // bits that a ring moves in a turn
    localparam integer RING = 4 * WORD
) (
    input logic clk,

    input  logic              reset,
    input  logic              clear,
    input  logic [       3:0] loads,
    input  logic [       3:0] turns,
    input  logic              early,
    input  logic              restore,
    input  logic [2*RING-1:0] chain,
    input  logic [  STEP-1:0] words_a,
    input  logic [  STEP-1:0] words_e,
    output logic [2*RING-1:0] hash,
    output logic [2*RING-1:0] value,
    output logic [  WORD-1:0] early_d
);

  generate
    if (STAGES != 1 && STAGES != 2) begin : gen_refused_stages
      sha2_hash_ring_needs_STAGES_of_1_or_2 refused ();
    end
    if (UNROLL != 1 && (UNROLL != 2 || STAGES != 1)) begin : gen_refused_unroll
      sha2_hash_ring_needs_UNROLL_of_1_or_of_2_with_STAGES_1 refused ();
    end
  endgenerate

  localparam integer DELAY_E = sha2_pkg::depth_e(COMPRESSOR) - 1;
  localparam integer DELAY_A = sha2_pkg::depth_a(COMPRESSOR) - 1;
  localparam integer LINE = STAGES * RING;

  // Four words of the hash value as a ring has them before the last of its turns.
  function automatic [RING-1:0] turned_back(input logic [RING-1:0] words);
    begin
      turned_back = {words[0+:RING-STEP], words[RING-1-:STEP]};
    end
  endfunction

  localparam [511:0] VALUE = sha2_pkg::initial_value(DIGEST, LONG);
  localparam [RING-1:0] INITIAL_A = turned_back(VALUE[RING+:RING]);
  localparam [RING-1:0] INITIAL_E = turned_back(VALUE[0+:RING]);

  logic [LINE-1:0] line_a, line_e;  // of the lanes, that in turn in the highest bits
  logic [RING-1:0] hash_a, hash_e;  // H_0..H_3 and H_4..H_7
  logic [RING-1:0] turned_a, turned_e;  // after a turn
  logic [RING-1:0] moved_a, next_hash_a, next_hash_e;
  logic turn_a, turn_e;
  assign hash_a = line_a[LINE-1-:RING];
  assign hash_e = line_e[LINE-1-:RING];
  assign hash = {hash_a, hash_e};
  assign turn_a = turns[DELAY_A];
  assign turn_e = turns[DELAY_E];

  logic [STEP-1:0] added_a, added_e, added_to_a, added_to_e, sums_a, sums_e;

  generate
    for (genvar i = 0; i < UNROLL; i = i + 1) begin : gen_sum
      prefix_adder #(
          .WIDTH  (WORD),
          .NETWORK(ADDER)
      ) add_a (
          .a  (added_to_a[i*WORD+:WORD]),
          .b  (added_a[i*WORD+:WORD]),
          .sum(sums_a[i*WORD+:WORD])
      );
      prefix_adder #(
          .WIDTH  (WORD),
          .NETWORK(ADDER)
      ) add_e (
          .a  (added_to_e[i*WORD+:WORD]),
          .b  (added_e[i*WORD+:WORD]),
          .sum(sums_e[i*WORD+:WORD])
      );
    end
  endgenerate

  assign moved_a = turn_a ? turned_a : hash_a;
  generate
    if (CONTEXT != 0) begin : gen_restored
      assign next_hash_a = clear ? INITIAL_A : restore ? turned_back(chain[RING+:RING]) : moved_a;
      assign next_hash_e = clear ? INITIAL_E : restore ? turned_back(chain[0+:RING]) : turn_e ? turned_e : hash_e;
    end else begin : gen_not_restored
      assign next_hash_a = clear ? INITIAL_A : moved_a;
      assign next_hash_e = clear ? INITIAL_E : turn_e ? turned_e : hash_e;
    end
  endgenerate

  generate
    if (STAGES > 1) begin : gen_added_late
      assign turned_a = {hash_a[0+:WORD], hash_a[RING-1:WORD]};
      assign turned_e = {hash_e[0+:WORD], hash_e[RING-1:WORD]};
      assign added_to_a = line_a[RING-1-:WORD];
      assign added_to_e = line_e[RING-1-:WORD];
      assign value = {sums_a, line_a[RING-WORD-1:0], sums_e, line_e[RING-WORD-1:0]};

      always_ff @(posedge clk) begin
        added_a <= (turn_a && !reset) ? words_a : '0;
        added_e <= (turn_e && !reset) ? words_e : '0;
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
      assign value = {turned_a, turned_e};

      always_ff @(posedge clk) begin
        line_a <= next_hash_a;
        line_e <= next_hash_e;
      end
    end
  endgenerate

  generate
    if (COMPRESSOR == sha2_pkg::STAGGERED) begin : gen_early
      sha2_early_d #(
          .WORD(WORD),
          .STAGES(STAGES),
          .CARRY_SAVE(CARRY_SAVE)
      ) early_words (
          .clk(clk),
          .clear(clear),
          .load(loads[DELAY_A]),
          .turn(turn_a),
          .early(early),
          .words(hash_a[RING-1:WORD]),
          .moved(moved_a[RING-1:WORD]),
          .sum(sums_a),
          .d(early_d)
      );
    end else begin : gen_not_early
      assign early_d = '0;
    end
  endgenerate

  logic unused;
  assign unused = &{1'b0, reset, loads, turns, early, restore, chain};

endmodule
