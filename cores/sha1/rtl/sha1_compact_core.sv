// SPDX-License-Identifier: Apache-2.0
//
// SHA-1 at block level in little area (FIPS 180-4): the state is three shift registers that never stand still, so that
// none of their bits has a multiplexer. A block comes word by word, into the message schedule.
//
//   block_data --> W_15 ............ W_0 ---,      a word moves on by one place in a word time, DIGITS cycles, and by
//                   ^                |      |      a digit of DATAPATH bits a cycle, the lowest first
//                   '-- W_t or W_0 --'      v
//          ,---(+)--> a b c d e ------,     a round in a word time: T less e comes to e, and b turns as it becomes c
//          |    ^                     |
//          '----|---------------------'     otherwise the words go round
//               |   ,---------------------------------,
//               '---+-- hash value, 5 words, which go round too: after the rounds each is added at (+) to the word that
//                       passes there, and the sum goes both ways. So does the initial value before the first block.
//
// Nothing waits in its place: what misses its turn waits for the next one (compact_control). A word of a block is taken
// in the last cycle of a word time, if it is there; if not, 80 word times later, when the schedule, of 16 words, and the
// rings, of 5, have come round (the first word of a block 5 word times later). A digest leaves word by word: each is
// moved into the place of W_15, which stands still until it is taken.
//
// Cycles, D = DIGITS
//   block to block:                                                    85 D
//   from the first word of a block to its last:                        15 D
//   from the cycle that takes the first word of n blocks to that with the first word of the digest: 85 n D + D + 1
//   from a word of the digest that is taken to the next one:           at most 5 D
//   from the last one, or rst, to the first block:                     at most 11 D
//
// Parameters
//   DATAPATH    bits of a digit: a power of two from 2 to 32
//   COUNT_BITS  width of block_count
//   ADDER       carry network of the adders, a name of adder_pkg
//
// Ports: the block-level contract (docs/core-contract.md); block_data and digest_data are words. block_first, block_empty
// and block_count are not needed: after a digest and after rst the core puts the initial value in place, and the
// padding is in block_data. block_last counts with the last word of a block. Only rst drops a message.

module sha1_compact_core #(
    parameter integer DATAPATH = 32,
    parameter integer COUNT_BITS = 64,
    parameter integer ADDER = adder_pkg::RIPPLE
) (
    input logic clk,
    input logic rst,

    input  logic                  block_valid,
    output logic                  block_ready,
    output logic                  block_lane,
    input  logic [          31:0] block_data,
    input  logic                  block_first,
    input  logic                  block_last,
    input  logic                  block_empty,
    input  logic [COUNT_BITS-1:0] block_count,

    output logic        digest_valid,
    input  logic        digest_ready,
    output logic        digest_lane,
    output logic [31:0] digest_data,
    output logic        digest_last
);

  generate
    if (DATAPATH < 2 || DATAPATH > 32 || DATAPATH != 2 ** $clog2(DATAPATH)) begin : gen_refused_datapath
      sha1_compact_core_needs_DATAPATH_a_power_of_two_from_2_to_32 refused ();
    end
    if (COUNT_BITS < 1) begin : gen_refused_count_bits
      sha1_compact_core_needs_COUNT_BITS_of_1_or_more refused ();
    end
  endgenerate

  localparam integer WORD = 32;
  localparam integer DIGIT = DATAPATH;
  localparam integer DIGITS = WORD / DIGIT;
  localparam integer SERIAL = (DIGITS > 1) ? 1 : 0;
  localparam integer INDEX_BITS = (DIGITS > 2) ? $clog2(DIGITS) : 1;

  logic [INDEX_BITS-1:0] index;
  logic [6:0] step;
  logic [2:0] place;
  logic first, loading, rounds, adds, expands, filling, moving;

  compact_control #(
      .ROUNDS(80),
      .WORDS (5),
      .BEATS (5),
      .DIGITS(DIGITS)
  ) control (
      .clk(clk),
      .rst(rst),
      .block_valid(block_valid),
      .block_ready(block_ready),
      .block_last(block_last),
      .digest_valid(digest_valid),
      .digest_ready(digest_ready),
      .digest_last(digest_last),
      .index(index),
      .first(first),
      .step(step),
      .place(place),
      .loading(loading),
      .rounds(rounds),
      .adds(adds),
      .expands(expands),
      .filling(filling),
      .moving(moving)
  );

  assign block_lane  = 1'b0;
  assign digest_lane = 1'b0;

  // The rings, the word that leaves next in the lowest bits: W_15 .. W_0, a .. e, and the hash value, of which H_4
  // leaves when e does.
  logic [16*WORD-1:0] schedule;
  logic [5*WORD-1:0] work;
  logic [5*WORD-1:0] hash;
  logic [DIGIT-1:0] w_next, a_next, c_next, hash_next;
  logic [WORD-1:0] newest;  // W_15 after this cycle, if a word is not loaded and none stands still

  always_ff @(posedge clk) begin
    schedule <= {
      loading ? block_data : digest_valid ? schedule[15*WORD+:WORD] : newest, (15 * WORD)'(schedule >> DIGIT)
    };
    work <= {
      (2 * WORD)'({a_next, work[3*WORD+:2*WORD]} >> DIGIT),
      WORD'({c_next, work[2*WORD+:WORD]} >> DIGIT),
      (2 * WORD)'(work >> DIGIT)
    };
    hash <= (5 * WORD)'({hash_next, hash} >> DIGIT);
  end

  assign newest = WORD'({w_next, schedule[15*WORD+:WORD]} >> DIGIT);
  assign digest_data = schedule[15*WORD+:WORD];

  // The schedule: a digit of the parity of four words, turned to the left by one.
  logic [DIGIT-1:0] parity;
  logic top;  // the highest bit of the parity, from the first digit on
  logic below;  // the bit below the digit

  assign parity = schedule[13*WORD+:DIGIT] ^ schedule[8*WORD+:DIGIT] ^ schedule[2*WORD+:DIGIT] ^ schedule[0+:DIGIT];
  assign top = schedule[14*WORD-1] ^ schedule[9*WORD-1] ^ schedule[3*WORD-1] ^ schedule[WORD-1];
  assign w_next = moving ? hash[4*WORD+:DIGIT] :
      expands ? {parity[DIGIT-2:0], first ? top : below} : schedule[0+:DIGIT];

  // b turns to the left by 30 as it becomes c, which has none of it then: its lowest bits come last.
  logic [WORD-1:0] gone;  // of b, in the places that they would be in
  logic [DIGIT-1:0] turned_a, turned_b;

  generate
    if (SERIAL != 0) begin : gen_digits
      logic [1:0] lowest;
      assign gone = WORD'(lowest) << DIGIT;
      always_ff @(posedge clk) begin
        below <= parity[DIGIT-1];
        if (first) lowest <= work[3*WORD+:2];
      end
    end else begin : gen_whole
      assign below = 1'b0;
      assign gone  = '0;
    end
  endgenerate

  serial_rotation #(
      .WORD (WORD),
      .DIGIT(DIGIT),
      .BY   (2)
  ) turn_b (
      .index(index),
      .line ({work[3*WORD+:WORD], gone}),
      .digit(turned_b)
  );

  serial_rotation #(
      .WORD (WORD),
      .DIGIT(DIGIT),
      .BY   (27)
  ) turn_a (
      .index(index),
      .line (work[3*WORD+:2*WORD]),
      .digit(turned_a)
  );

  assign c_next = rounds ? turned_b : work[3*WORD+:DIGIT];

  // Constants and functions of the rounds.
  logic [1:0] quarter;
  logic [DIGIT-1:0] k, initial_word;
  logic [WORD-1:0] f;

  assign quarter = (step < 7'd20) ? 2'd0 : (step < 7'd40) ? 2'd1 : (step < 7'd60) ? 2'd2 : 2'd3;
  assign f = sha1_pkg::f(quarter, WORD'(work[3*WORD+:DIGIT]), WORD'(work[2*WORD+:DIGIT]), WORD'(work[WORD+:DIGIT]));

  serial_table #(
      .WORD (WORD),
      .DIGIT(DIGIT),
      .WORDS(4),
      .TABLE({sha1_pkg::round_constant(2'd3), sha1_pkg::round_constant(2'd2),
              sha1_pkg::round_constant(2'd1), sha1_pkg::round_constant(2'd0)})
  ) constants (
      .number(quarter),
      .index(index),
      .digit(k)
  );

  serial_table #(
      .WORD (WORD),
      .DIGIT(DIGIT),
      .WORDS(5),
      .TABLE(sha1_pkg::INITIAL)
  ) initial_words (
      .number(place),
      .index(index),
      .digit(initial_word)
  );

  // The sums, each with its carry.
  logic [DIGIT-1:0] sum_k, sum_w, t, entering, passing;

  serial_adder #(
      .DIGIT  (DIGIT),
      .SERIAL (SERIAL),
      .NETWORK(ADDER)
  ) add_k (
      .clk  (clk),
      .first(first),
      .a    (f[DIGIT-1:0]),
      .b    (k),
      .sum  (sum_k)
  );
  serial_adder #(
      .DIGIT  (DIGIT),
      .SERIAL (SERIAL),
      .NETWORK(ADDER)
  ) add_w (
      .clk  (clk),
      .first(first),
      .a    (sum_k),
      .b    (schedule[15*WORD+:DIGIT]),
      .sum  (sum_w)
  );
  serial_adder #(
      .DIGIT  (DIGIT),
      .SERIAL (SERIAL),
      .NETWORK(ADDER)
  ) add_a (
      .clk  (clk),
      .first(first),
      .a    (sum_w),
      .b    (turned_a),
      .sum  (t)
  );

  assign passing  = work[0+:DIGIT] & {DIGIT{!filling}};
  assign entering = (t & {DIGIT{rounds}}) | (hash[0+:DIGIT] & {DIGIT{adds}}) | (initial_word & {DIGIT{filling}});

  serial_adder #(
      .DIGIT  (DIGIT),
      .SERIAL (SERIAL),
      .NETWORK(ADDER)
  ) add_e (
      .clk  (clk),
      .first(first),
      .a    (passing),
      .b    (entering),
      .sum  (a_next)
  );

  assign hash_next = (adds || filling) ? a_next : hash[0+:DIGIT];

  logic unused;
  assign unused = &{1'b0, block_first, block_empty, block_count, parity, f};

endmodule
