// SPDX-License-Identifier: Apache-2.0
//
// SHA-2 at block level in little area (FIPS 180-4): the state is three shift registers that never stand still, so
// that none of their bits has a multiplexer. A block comes word by word, into the message schedule.
//
//   block_data --> W_15 ............ W_0 ---,        a word moves on by one place in a word time, DIGITS cycles,
//                   ^                |      |        and by a digit of DATAPATH bits a cycle, the lowest first
//                   '-- sum or W_0 --+      v
//                   a b c d --(+)--> e f g h         a round in a word time: T_1 to d, T_1 + T_2 in the place of h
//                   ^        ^ |           |
//                   '--------|-|-----------'         otherwise the words go round
//          ,-----------------' v
//          '-- hash value, 8 words, which go round too: after the rounds each is added at (+) to the word that passes
//              there, and the sum goes both ways. So does the initial value before the first block.
//
// Nothing waits in its place: what misses its turn waits for the next one (compact_control). A word of a block is taken
// in the last cycle of a word time, if it is there; if not, 16 word times later, when the schedule has come round (the first
// word of a block 8 word times later, as a..h has). A digest leaves word by word: each is moved into the place of W_15,
// which stands still until it is taken.
//
// Cycles, with R = 64 rounds (words of 32 bits) or 80 (64 bits), D = DIGITS
//   block to block:                                                    (R + 8) D
//   from the first word of a block to its last:                        15 D
//   from the cycle that takes the first word of n blocks to that with the first word of the digest: (R + 8) n D + D + 1
//   from a word of the digest that is taken to the next one:           at most 7 D
//   from the last one to the first block of the next message:          at most 17 D
//   rst to the first block:                                            at most 17 D
//
// Parameters
//   DIGEST      bits of the digest: 224, 256, 384 or 512
//   LONG        0: words of 32 bits (SHA-224, SHA-256); 1: of 64 (SHA-384, SHA-512, SHA-512/224, SHA-512/256)
//   DATAPATH    bits of a digit: a power of two up to 64; with those of a word, or more, a word is one digit
//   COUNT_BITS  width of block_count
//   ADDER       carry network of the adders, a name of adder_pkg
//
// Ports: the block-level contract (docs/core-contract.md); block_data and digest_data are words. block_first, block_empty
// and block_count are not needed: after a digest and after rst the core puts the initial value in place, and the
// padding is in block_data. block_last counts with the last word of a block. Only rst drops a message.

module sha2_compact_core #(
    parameter integer DIGEST = 256,
    parameter integer LONG = (DIGEST > 256) ? 1 : 0,
    parameter integer DATAPATH = 64,
    parameter integer COUNT_BITS = 64,
    parameter integer ADDER = adder_pkg::RIPPLE,
    localparam integer WORD = (LONG != 0) ? 64 : 32
) (
    input logic clk,
    input logic rst,

    input  logic                  block_valid,
    output logic                  block_ready,
    output logic                  block_lane,
    input  logic [      WORD-1:0] block_data,
    input  logic                  block_first,
    input  logic                  block_last,
    input  logic                  block_empty,
    input  logic [COUNT_BITS-1:0] block_count,

    output logic            digest_valid,
    input  logic            digest_ready,
    output logic            digest_lane,
    output logic [WORD-1:0] digest_data,
    output logic            digest_last
);

  localparam integer DIGIT = (DATAPATH < WORD) ? DATAPATH : WORD;

  generate
    if (DIGEST != 224 && DIGEST != 256 && (LONG == 0 || (DIGEST != 384 && DIGEST != 512))) begin : gen_refused_digest
      sha2_compact_core_needs_DIGEST_of_224_or_256_or_with_LONG_1_384_or_512 refused ();
    end
    if (LONG != 0 && LONG != 1) begin : gen_refused_long
      sha2_compact_core_needs_LONG_of_0_or_1 refused ();
    end
    if (DATAPATH < 1 || DATAPATH > 64 || DATAPATH != 2 ** $clog2(DATAPATH)) begin : gen_refused_datapath
      sha2_compact_core_needs_DATAPATH_a_power_of_two_up_to_64 refused ();
    end
    if (COUNT_BITS < 1) begin : gen_refused_count_bits
      sha2_compact_core_needs_COUNT_BITS_of_1_or_more refused ();
    end
  endgenerate

  localparam integer ROUNDS = (LONG != 0) ? 80 : 64;
  localparam integer DIGITS = WORD / DIGIT;
  localparam integer SERIAL = (DIGITS > 1) ? 1 : 0;
  localparam integer INDEX_BITS = (DIGITS > 2) ? $clog2(DIGITS) : 1;
  localparam integer BEATS = (DIGEST + WORD - 1) / WORD;
  localparam integer SPARE = BEATS * WORD - DIGEST;  // bits of the last beat behind the digest

  logic [INDEX_BITS-1:0] index;
  logic [6:0] step;
  logic [2:0] place;
  logic first, loading, rounds, adds, expands, filling, moving;

  compact_control #(
      .ROUNDS(ROUNDS),
      .WORDS (8),
      .BEATS (BEATS),
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

  // The rings, the word that leaves next in the lowest bits: W_15 .. W_0, a .. h, and the hash value, of which H_3
  // leaves when d becomes e.
  logic [16*WORD-1:0] schedule;
  logic [8*WORD-1:0] work;
  logic [8*WORD-1:0] hash;
  logic [DIGIT-1:0] k, initial_word, w_next, a_next, e_next, hash_next;
  logic [WORD-1:0] newest;  // W_15 after this cycle, if a word is not loaded and none stands still

  always_ff @(posedge clk) begin
    schedule <= {
      loading ? block_data : digest_valid ? schedule[15*WORD+:WORD] : newest, (15 * WORD)'(schedule >> DIGIT)
    };
    work <= {WORD'({a_next, work[7*WORD+:WORD]} >> DIGIT), (3 * WORD)'(work >> 4 * WORD + DIGIT),
             WORD'({e_next, work[3*WORD+:WORD]} >> DIGIT), (3 * WORD)'(work >> DIGIT)};
    hash <= (8 * WORD)'({hash_next, hash} >> DIGIT);
  end

  assign newest = WORD'({w_next, schedule[15*WORD+:WORD]} >> DIGIT);

  // Constants: K, and the initial value in the order in which its words come by, H_3 first.
  localparam [511:0] VALUE = sha2_pkg::initial_value(DIGEST, LONG);

  function automatic [ROUNDS*WORD-1:0] round_constants();
    begin
      for (integer i = 0; i < ROUNDS; i = i + 1) begin
        round_constants[WORD*i+:WORD] = sha2_pkg::CUBE_ROOTS[64*(80-i)-WORD+:WORD];
      end
    end
  endfunction

  serial_table #(
      .WORD (WORD),
      .DIGIT(DIGIT),
      .WORDS(ROUNDS),
      .TABLE(round_constants())
  ) constants (
      .number($clog2(ROUNDS)'(step)),
      .index(index),
      .digit(k)
  );

  serial_table #(
      .WORD (WORD),
      .DIGIT(DIGIT),
      .WORDS(8),
      .TABLE({VALUE[0+:4*WORD], VALUE[4*WORD+:4*WORD]})
  ) initial_words (
      .number(place),
      .index(index),
      .digit(initial_word)
  );

  // The functions of sections 4.1.2 and 4.1.3, a digit of each.
  logic [DIGIT-1:0] ch, maj, sum_0, sum_1, sigma_0, sigma_1;

  sha2_digit_sigma #(
      .WORD (WORD),
      .DIGIT(DIGIT),
      .BY_1 ((LONG != 0) ? 28 : 2),
      .BY_2 ((LONG != 0) ? 34 : 13),
      .BY_3 ((LONG != 0) ? 39 : 22),
      .SHIFT(0)
  ) sum_0_of (
      .index(index),
      .line (work[6*WORD+:2*WORD]),
      .digit(sum_0)
  );
  sha2_digit_sigma #(
      .WORD (WORD),
      .DIGIT(DIGIT),
      .BY_1 ((LONG != 0) ? 14 : 6),
      .BY_2 ((LONG != 0) ? 18 : 11),
      .BY_3 ((LONG != 0) ? 41 : 25),
      .SHIFT(0)
  ) sum_1_of (
      .index(index),
      .line (work[2*WORD+:2*WORD]),
      .digit(sum_1)
  );
  sha2_digit_sigma #(
      .WORD (WORD),
      .DIGIT(DIGIT),
      .BY_1 ((LONG != 0) ? 1 : 7),
      .BY_2 ((LONG != 0) ? 8 : 18),
      .BY_3 ((LONG != 0) ? 7 : 3),
      .SHIFT(1)
  ) sigma_0_of (
      .index(index),
      .line (schedule[0+:2*WORD]),
      .digit(sigma_0)
  );
  sha2_digit_sigma #(
      .WORD (WORD),
      .DIGIT(DIGIT),
      .BY_1 ((LONG != 0) ? 19 : 17),
      .BY_2 ((LONG != 0) ? 61 : 19),
      .BY_3 ((LONG != 0) ? 6 : 10),
      .SHIFT(1)
  ) sigma_1_of (
      .index(index),
      .line (schedule[13*WORD+:2*WORD]),
      .digit(sigma_1)
  );

  // The digits of a .. h.
  logic [DIGIT-1:0] a, b, c, d, e, f, g, h;
  assign a = work[7*WORD+:DIGIT];
  assign b = work[6*WORD+:DIGIT];
  assign c = work[5*WORD+:DIGIT];
  assign d = work[4*WORD+:DIGIT];
  assign e = work[3*WORD+:DIGIT];
  assign f = work[2*WORD+:DIGIT];
  assign g = work[WORD+:DIGIT];
  assign h = work[0+:DIGIT];
  assign ch = (e & f) ^ (~e & g);
  assign maj = (b & c) | (a & (b | c));

  // The sums, each with its carry.
  logic [DIGIT-1:0] sum_k, sum_w, sum_ch, t_1, t_2, t_12, sum_e, entering, passing;
  logic [DIGIT-1:0] sum_9, sum_14, further;

  serial_adder #(
      .DIGIT  (DIGIT),
      .SERIAL (SERIAL),
      .NETWORK(ADDER)
  ) add_k (
      .clk  (clk),
      .first(first),
      .a    (h),
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
  ) add_ch (
      .clk  (clk),
      .first(first),
      .a    (sum_w),
      .b    (ch),
      .sum  (sum_ch)
  );
  serial_adder #(
      .DIGIT  (DIGIT),
      .SERIAL (SERIAL),
      .NETWORK(ADDER)
  ) add_sum_1 (
      .clk  (clk),
      .first(first),
      .a    (sum_ch),
      .b    (sum_1),
      .sum  (t_1)
  );
  serial_adder #(
      .DIGIT  (DIGIT),
      .SERIAL (SERIAL),
      .NETWORK(ADDER)
  ) add_maj (
      .clk  (clk),
      .first(first),
      .a    (sum_0),
      .b    (maj),
      .sum  (t_2)
  );
  serial_adder #(
      .DIGIT  (DIGIT),
      .SERIAL (SERIAL),
      .NETWORK(ADDER)
  ) add_a (
      .clk  (clk),
      .first(first),
      .a    (t_1),
      .b    (t_2),
      .sum  (t_12)
  );

  assign passing  = d & {DIGIT{!filling}};
  assign entering = (t_1 & {DIGIT{rounds}}) | (hash[0+:DIGIT] & {DIGIT{adds}}) | (initial_word & {DIGIT{filling}});

  serial_adder #(
      .DIGIT  (DIGIT),
      .SERIAL (SERIAL),
      .NETWORK(ADDER)
  ) add_e (
      .clk  (clk),
      .first(first),
      .a    (passing),
      .b    (entering),
      .sum  (sum_e)
  );

  assign e_next = sum_e;
  assign a_next = rounds ? t_12 : h;
  assign hash_next = (adds || filling) ? sum_e : hash[0+:DIGIT];

  serial_adder #(
      .DIGIT  (DIGIT),
      .SERIAL (SERIAL),
      .NETWORK(ADDER)
  ) add_9 (
      .clk  (clk),
      .first(first),
      .a    (sigma_0),
      .b    (schedule[9*WORD+:DIGIT]),
      .sum  (sum_9)
  );
  serial_adder #(
      .DIGIT  (DIGIT),
      .SERIAL (SERIAL),
      .NETWORK(ADDER)
  ) add_14 (
      .clk  (clk),
      .first(first),
      .a    (sum_9),
      .b    (sigma_1),
      .sum  (sum_14)
  );

  assign further = sum_14 & {DIGIT{expands}};

  serial_adder #(
      .DIGIT  (DIGIT),
      .SERIAL (SERIAL),
      .NETWORK(ADDER)
  ) add_0 (
      .clk  (clk),
      .first(first),
      .a    (moving ? hash[3*WORD+:DIGIT] : schedule[0+:DIGIT]),
      .b    (further),
      .sum  (w_next)
  );

  assign digest_data = (digest_last && SPARE != 0) ? schedule[15*WORD+:WORD] & ({WORD{1'b1}} << SPARE) :
      schedule[15*WORD+:WORD];

  // Names of sha2_pkg that are of the other core alone.
  localparam integer OTHERS = sha2_pkg::RESCHEDULED + sha2_pkg::COMBINED;

  logic unused;
  assign unused = &{1'b0, block_first, block_empty, block_count, step, OTHERS};

endmodule
