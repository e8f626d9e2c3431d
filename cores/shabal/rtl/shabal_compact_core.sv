// SPDX-License-Identifier: Apache-2.0
//
// Shabal at block level in little area (Shabal, a Submission to NIST's Cryptographic Hash Algorithm Competition,
// 2008): A, B, C, the block M and its number W are shift registers that never stand still. A block comes in words of
// 32 bits.
//
//   step       A_in <- 3 (A_0 xor 5 (A_11 <<< 15) xor C_[8-2t] xor W) xor B_13 xor (B_9 and not B_6) xor M_0
//              B_in <- not ((B_0 <<< 1) xor A_in),     C_in <- C_0,     M_in <- M_0
//   exchange   B_in <- (C_0 - M_0 + M') <<< 17,        C_in <- B_0,     M_in <- M'
//
// X_p is the word at place p of a ring, X_in what enters its last place. In a slot of DIGITS = 32 / DATAPATH cycles a
// word leaves place 0, a digit of DATAPATH bits a cycle, the lowest first, and all words move on by one place. Slots 0
// .. 47 of a block are its steps: word t of A, B and M is at place 0 in slot t; C goes backwards in the specification,
// here a step takes one of eight places. In slots 48 .. 63 words are exchanged for the next block, a word of the block
// in each, while A turns in three rings of four words. In slots 38 .. 49 a word of A leaves place 10, two slots after
// its last step, and the three words of C that the permutation adds to it at its end leave the places 5, 9 and 13.
//
// A word of a block that is not at the port as its slot begins waits for 16 slots: all rings have come round then.
// Words that are not exchanged go round as they are. In a final round M' = M_0. A word of the digest leaves B_0,
// enters the last place of M, which is free then, and stays there until it is taken: these 32 bits are the only ones
// that can stand still.
//
// The initial value is computed after rst and after each digest, as the specification says: two blocks with M' =
// DIGEST + 16 n + i, n = 0, 1, and W = -1, 0. For the first of them zeros stand in for A, B, C and M.
//
// Cycles
//   block to block:                                                          64 DIGITS
//   from the first word of a block to the last, if all are in time:          15 DIGITS
//   from the cycle that takes the first word of n blocks to that with the first word of the digest:
//                                                                            (64 (n + 3) + 16 - DIGEST / 32) DIGITS + 1
//   from a word of the digest that is taken at once to the next one:         DIGITS; else up to 17 DIGITS
//   rst, or the last word of the digest taken, to the first word:            129 DIGITS
//
// Parameters
//   DIGEST      256 or 512
//   DATAPATH    bits of a digit: 1, 2, 4, 8, 16 or 32
//   COUNT_BITS  width of block_count, 1 or more; W has 64 bits
//   ADDER       carry network of the adders, a name of adder_pkg
//
// Ports: the block-level contract (docs/core-contract.md); block_data and digest_data are words. A word of a block is
// taken at the end of its slot. block_first, block_empty and block_count are not needed: the padding is in block_data,
// and W is counted.

module shabal_compact_core #(
    parameter integer DIGEST = 256,
    parameter integer DATAPATH = 1,
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
    if (DIGEST != 256 && DIGEST != 512) begin : gen_refused_digest
      shabal_compact_core_needs_DIGEST_of_256_or_512 refused ();
    end
    if (DATAPATH < 1 || DATAPATH > 32 || DATAPATH != 2 ** $clog2(DATAPATH)) begin : gen_refused_datapath
      shabal_compact_core_needs_DATAPATH_a_power_of_two_from_1_to_32 refused ();
    end
    if (COUNT_BITS < 1) begin : gen_refused_count_bits
      shabal_compact_core_needs_COUNT_BITS_of_1_or_more refused ();
    end
  endgenerate

  localparam integer DIGIT = DATAPATH;
  localparam integer DIGITS = 32 / DIGIT;
  localparam integer SERIAL = (DIGITS > 1) ? 1 : 0;
  localparam integer INDEX_BITS = (DIGITS > 2) ? $clog2(DIGITS) : 1;
  localparam integer PLACE_BITS = 6 + $clog2(DIGITS);

  // The control. What the exchange is for that comes next, or is under way:
  localparam logic [2:0] START = 3'b000;  // the first of the two blocks of the initial value; the other one follows
  localparam logic [2:0] MESSAGE = 3'b010;  // a block
  localparam logic [2:0] FINAL = 3'b100;  // the first of three final rounds, which are followed by
  localparam logic [2:0] GIVE = 3'b111;  // no exchange: the digest leaves

  logic [PLACE_BITS-1:0] place;  // slot, and number of the digit in its word
  logic [2:0] kind;
  logic [3:0] number;  // of the next word to be exchanged or given
  logic moving;  // the word of this slot is exchanged or given, from its second digit on

  logic [5:0] slot;
  logic [INDEX_BITS-1:0] index;
  logic first, last;  // digit of a word
  logic restart, loading, expected, offered, moves, exchanges, complete, free, giving, starting, numbered;

  assign slot = place[PLACE_BITS-1-:6];

  generate
    if (DIGITS > 1) begin : gen_digits
      assign index = place[INDEX_BITS-1:0];
      assign first = index == '0;
      assign last = index == '1;
      assign block_ready = last && moving && kind == MESSAGE;
      always_ff @(posedge clk) moving <= moves && !last;
    end else begin : gen_whole
      assign index = '0;
      assign first = 1'b1;
      assign last = 1'b1;
      assign block_ready = expected && kind == MESSAGE;
      assign moving = 1'b0;
    end
  endgenerate

  assign restart = rst || (digest_valid && digest_ready && digest_last);
  assign loading = slot[5:4] == 2'b11;
  assign expected = loading && number == slot[3:0];
  assign offered = (kind == MESSAGE) ? block_valid : (kind == GIVE) ? free : 1'b1;
  assign moves = first ? expected && offered : moving;
  assign giving = loading && kind == GIVE;
  assign exchanges = moves && !giving;
  assign complete = moves && last && slot[3:0] == '1;
  assign starting = loading && kind == START;
  assign free = !digest_valid || digest_ready;
  assign digest_last = number == '0;
  assign numbered = slot[5:1] == '0;  // W_0 or W_1 is added to A[0] or A[1]

  always_ff @(posedge clk) begin
    place <= place + 1'b1;
    if (&place && !complete) place[PLACE_BITS-1-:2] <= 2'b11;
    if (moves && last) number <= number + 1'b1;
    if (complete && kind != GIVE) kind <= (kind == MESSAGE) ? (block_last ? FINAL : MESSAGE) : kind + 1'b1;
    digest_valid <= !free || (giving && moves && last && (DIGEST == 512 || number[3]));

    if (restart) begin
      place <= {2'b11, (PLACE_BITS - 2)'(0)};
      number <= '0;
      kind <= START;
      digest_valid <= 1'b0;
    end
  end

  assign block_lane  = 1'b0;
  assign digest_lane = 1'b0;

  // The rings, place p at [32*p +: 32].
  logic [383:0] a;
  logic [511:0] b, c, m;
  logic [DIGIT-1:0] a_0, b_0, c_0, m_0, w_0;  // what leaves place 0
  logic [DIGIT-1:0] a_new, a_3_next, a_7_next, a_9_next, a_11_next, b_14_next, c_15_next, m_15_next;

  assign a_0 = a[0+:DIGIT];
  assign b_0 = b[0+:DIGIT];
  assign c_0 = c[0+:DIGIT];
  assign m_0 = m[0+:DIGIT];

  // A step.
  logic [DIGIT-1:0] x, y, times_5, times_3, c_8, c_6, c_4, c_2, c_step, b_rotated;
  logic [1:0] x_before;
  logic y_before;
  logic b_before;

  serial_rotation #(
      .WORD (32),
      .DIGIT(DIGIT),
      .BY   (32 - 15)
  ) rotate_15 (
      .index(index),
      .line ({a[352+:32], a[320+:32]}),
      .digit(x)
  );
  serial_adder #(
      .DIGIT  (DIGIT),
      .SERIAL (SERIAL),
      .NETWORK(ADDER)
  ) five (
      .clk  (clk),
      .first(first),
      .a    (x),
      .b    (DIGIT'({x, x_before})),
      .sum  (times_5)
  );
  assign c_8 = slot[2] ? c[0+:DIGIT] : c[32*8+:DIGIT];
  assign c_6 = slot[2] ? c[32*14+:DIGIT] : c[32*6+:DIGIT];
  assign c_4 = slot[2] ? c[32*12+:DIGIT] : c[32*4+:DIGIT];
  assign c_2 = slot[2] ? c[32*10+:DIGIT] : c[32*2+:DIGIT];
  assign c_step = slot[1] ? (slot[0] ? c_2 : c_4) : (slot[0] ? c_6 : c_8);
  assign y = a_0 ^ times_5 ^ c_step ^ (w_0 & {DIGIT{numbered}});
  serial_adder #(
      .DIGIT  (DIGIT),
      .SERIAL (SERIAL),
      .NETWORK(ADDER)
  ) three (
      .clk  (clk),
      .first(first),
      .a    (y),
      .b    (DIGIT'({y, y_before})),
      .sum  (times_3)
  );
  always_ff @(posedge clk) begin
    x_before <= last ? '0 : 2'({x, x_before} >> DIGIT);
    y_before <= last ? '0 : y[DIGIT-1];
    b_before <= b[DIGIT-1];
  end
  assign a_new = times_3 ^ b[32*13+:DIGIT] ^ (b[32*9+:DIGIT] & ~b[32*6+:DIGIT]) ^ m_0;
  serial_rotation #(
      .WORD (32),
      .DIGIT(DIGIT),
      .BY   (32 - 1)
  ) rotate_1 (
      .index(index),
      .line ({b[0+:32], b_before, 31'b0}),
      .digit(b_rotated)
  );

  // A: the words of C at the end of the permutation; three rings while words are exchanged.
  logic adding;
  logic [DIGIT-1:0] c_5, c_5_9, c_5_9_13;

  always_ff @(posedge clk) begin
    if (last && slot == 6'd37) adding <= 1'b1;
    if (last && slot == 6'd49) adding <= 1'b0;
  end
  serial_adder #(
      .DIGIT  (DIGIT),
      .SERIAL (SERIAL),
      .NETWORK(ADDER)
  ) add_5 (
      .clk  (clk),
      .first(first),
      .a    (a[32*10+:DIGIT]),
      .b    (c[32*5+:DIGIT] & {DIGIT{adding}}),
      .sum  (c_5)
  );
  serial_adder #(
      .DIGIT  (DIGIT),
      .SERIAL (SERIAL),
      .NETWORK(ADDER)
  ) add_9 (
      .clk  (clk),
      .first(first),
      .a    (c_5),
      .b    (c[32*9+:DIGIT] & {DIGIT{adding}}),
      .sum  (c_5_9)
  );
  serial_adder #(
      .DIGIT  (DIGIT),
      .SERIAL (SERIAL),
      .NETWORK(ADDER)
  ) add_13 (
      .clk  (clk),
      .first(first),
      .a    (c_5_9),
      .b    (c[32*13+:DIGIT] & {DIGIT{adding}}),
      .sum  (c_5_9_13)
  );
  assign a_9_next = c_5_9_13;
  assign a_11_next = (loading ? a[32*8+:DIGIT] : a_new) & {DIGIT{!starting}};
  assign a_7_next = (loading ? a[32*4+:DIGIT] : a[32*8+:DIGIT]) & {DIGIT{!starting}};
  assign a_3_next = (loading ? a_0 : a[32*4+:DIGIT]) & {DIGIT{!starting}};

  // The exchange of words. C_0 - M_0 + M' = not (not (C_0 + M') + M_0).
  logic [31:0] own_word, offered_word;
  logic [DIGIT-1:0] m_offered, m_entering, c_kept, m_kept, with_new, without_old;

  assign own_word = 32'(DIGEST) | {27'b0, kind[0], slot[3:0]};
  generate
    for (genvar i = 0; i < 4; i = i + 1) begin : gen_byte
      assign offered_word[8*i+:8] = (kind == MESSAGE) ? block_data[24-8*i+:8] : own_word[8*i+:8];
    end
  endgenerate
  assign m_offered = DIGIT'(offered_word >> (32'(index) * DIGIT));
  assign m_entering = kind[2] ? m_0 : m_offered;
  assign c_kept = c_0 & {DIGIT{!starting}};
  assign m_kept = m_0 & {DIGIT{!starting}};

  serial_adder #(
      .DIGIT  (DIGIT),
      .SERIAL (SERIAL),
      .NETWORK(ADDER)
  ) add_new (
      .clk  (clk),
      .first(first),
      .a    (c_kept),
      .b    (m_entering),
      .sum  (with_new)
  );
  serial_adder #(
      .DIGIT  (DIGIT),
      .SERIAL (SERIAL),
      .NETWORK(ADDER)
  ) add_old (
      .clk  (clk),
      .first(first),
      .a    (~with_new),
      .b    (m_kept),
      .sum  (without_old)
  );

  assign c_15_next = exchanges ? b_0 & {DIGIT{!starting}} : c_0;
  assign m_15_next = exchanges ? m_entering : m_0;

  // B, with the rotation of a word by 17 places as it is exchanged: by 16 as it enters, since its upper half goes past
  // the lower one; and by 1 as it leaves place 15.
  logic [DIGIT-1:0] b_entering;
  assign b_entering = exchanges ? ~without_old : loading ? b_0 : ~(b_rotated ^ a_new);

  generate
    if (DIGITS > 1) begin : gen_rotated_on_the_way
      logic passes, turning, by_1_before;
      logic [DIGIT-1:0] by_1;
      assign passes = exchanges && index[INDEX_BITS-1];
      always_ff @(posedge clk) begin
        if (last) turning <= exchanges;
        by_1_before <= b[480+DIGIT-1];
      end
      serial_rotation #(
          .WORD (32),
          .DIGIT(DIGIT),
          .BY   (32 - 1)
      ) rotate_1_again (
          .index(index),
          .line ({b[480+:32], by_1_before, 31'b0}),
          .digit(by_1)
      );
      assign b_14_next = turning ? by_1 : b[480+:DIGIT];
      always_ff @(posedge clk) begin
        b[511-:16] <= 16'({passes ? b[496+:DIGIT] : b_entering, b[511-:16]} >> DIGIT);
        b[480+:16] <= 16'({passes ? b_entering : b[496+:DIGIT], b[480+:16]} >> DIGIT);
      end
    end else begin : gen_rotated
      assign b_14_next = b[480+:DIGIT];
      always_ff @(posedge clk) b[511:480] <= exchanges ? {b_entering[14:0], b_entering[31:15]} : b_entering;
    end
  endgenerate

  // W is counted as it is added to A, but in final rounds; -1 at first.
  shabal_compact_number #(
      .WIDTH(64),
      .DIGIT(DIGIT)
  ) block_number (
      .clk  (clk),
      .first(first && !slot[0]),
      .count(numbered && !kind[2]),
      .clear(starting),
      .digit(w_0)
  );

  always_ff @(posedge clk) begin
    a <= {
      64'({a_11_next, a[320+:64]} >> DIGIT),
      64'({a_9_next, a[256+:64]} >> DIGIT),
      128'({a_7_next, a[128+:128]} >> DIGIT),
      128'({a_3_next, a[0+:128]} >> DIGIT)
    };
    b[479:0] <= 480'({b_14_next, b[479:0]} >> DIGIT);
    c <= 512'({c_15_next, c} >> DIGIT);
    m[479:0] <= 480'({m[480+:DIGIT], m[479:0]} >> DIGIT);
    if (free) m[511:480] <= 32'({giving ? b_0 : m_15_next, m[511:480]} >> DIGIT);
  end

  generate
    for (genvar i = 0; i < 4; i = i + 1) begin : gen_digest
      assign digest_data[24-8*i+:8] = m[480+8*i+:8];
    end
  endgenerate

  logic unused;
  assign unused = &{1'b0, block_first, block_empty, block_count};

endmodule
