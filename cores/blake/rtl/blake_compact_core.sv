// SPDX-License-Identifier: Apache-2.0
//
// BLAKE at block level in little area (SHA-3 proposal BLAKE, version 1.3, section 2), without salt: the state is in shift
// registers that never stand still, so that hardly any of their bits has a multiplexer. A block comes word by word.
//
//   m_15 ... m_0, a ring of 16 words, of which one is picked --- xor constant --,       words move on by one place in a
//                                                                               v       slot, DIGITS cycles, and by a
//   slot n:      a_0 --> (+ b_1 + word) --> a_3 .. a_0                                  digit of DATAPATH bits a cycle,
//                d_0 --> (xor that sum) --> d_3                                         the lowest first
//   slot n + 1:  d_3 --> [rotate] --> d_2 .. d_0
//                c_0 --> (+ that digit) --> c_3 .. c_0
//                b_0 --> (xor that sum) --> b_3
//   slot n + 2:  b_3 --> [rotate] --> b_2 .. b_0
//
// a, b, c, d are the rows of the state, rings of four words; half of a G is done in two slots and a bit, and one begins in
// every slot: four slots are a quarter of a round (blake_pkg), 16 a round, as many as the ring of the message has. Lanes
// are in the order 0, 1, 3, 2 of the columns, and 0, 3, 1, 2 of the diagonals; then in each row words change places in
// pairs where columns become diagonals, and the other way, at a distance of 1 in a and b, 2 in d, 3 in c.
//
// The hash value is two rings of four words. A turn is 16 slots. Words of a block are taken at the ends of slots 1 .. 15 of
// a turn, and the last, whose block_count is needed until then, at the end of slot 0 of the next turn but one, the first
// with a round; before, the state is loaded. After the rounds, as they leave their places for the last time, the words are
// added to the hash value by xor. What misses its slot waits for the next turn. A digest leaves word by word: each is moved
// into m_15, which stands still until it is taken.
//
// Cycles, with R rounds (10 or 14; 14 or 16), D = DIGITS
//   block to block:                                        16 (R + 2) D
//   from the first word of a block to its last:            31 D
//   from the cycle that takes the first word of n blocks to that with the first word of the digest: (16 (R + 2) n + 3) D + 1
//   from a word of the digest that is taken to the next:   at most 5 D
//   from the last one, or rst, to the first block:         at most 17 D
//
// Parameters
//   DIGEST      256 (words of 32 bits) or 512 (words of 64)
//   VERSION     2: BLAKE-32, BLAKE-64 of the competition's round 2; 3: BLAKE-256, BLAKE-512, with more rounds
//   DATAPATH    bits of a digit: a power of two from 2 to 64; with those of a word, or more, a word is one digit
//   COUNT_BITS  1 or more: messages are shorter than 2^COUNT_BITS bits
//   ADDER       carry network of the adders, a name of adder_pkg
//
// Ports: the block-level contract (docs/core-contract.md); block_data and digest_data are words. The counter t is
// block_count, or 0 with block_empty. block_first is not needed: after a digest and after rst a message begins. Only rst
// drops one.

module blake_compact_core #(
    parameter integer DIGEST = 256,
    parameter integer VERSION = 3,
    parameter integer DATAPATH = 64,
    parameter integer COUNT_BITS = 64,
    parameter integer ADDER = adder_pkg::RIPPLE,
    localparam integer WORD = DIGEST / 8
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

  generate
    if (DIGEST != 256 && DIGEST != 512) begin : gen_refused_digest
      blake_compact_core_needs_DIGEST_of_256_or_512 refused ();
    end
    if (VERSION != 2 && VERSION != 3) begin : gen_refused_version
      blake_compact_core_needs_VERSION_of_2_or_3 refused ();
    end
    if (DATAPATH < 2 || DATAPATH > 64 || DATAPATH != 2 ** $clog2(DATAPATH)) begin : gen_refused_datapath
      blake_compact_core_needs_DATAPATH_a_power_of_two_from_2_to_64 refused ();
    end
    if (COUNT_BITS < 1) begin : gen_refused_count_bits
      blake_compact_core_needs_COUNT_BITS_of_1_or_more refused ();
    end
  endgenerate

  localparam integer DIGIT = (DATAPATH < WORD) ? DATAPATH : WORD;
  localparam integer DIGITS = WORD / DIGIT;
  localparam integer SERIAL = (DIGITS > 1) ? 1 : 0;
  localparam integer INDEX_BITS = (DIGITS > 2) ? $clog2(DIGITS) : 1;
  localparam integer PLACE_BITS = 4 + $clog2(DIGITS);
  localparam integer COUNTER_BITS = $clog2(2 * WORD);
  localparam logic [3:0] FINAL_ROUND = 4'(blake_pkg::rounds(WORD, VERSION) - 1);

  // The control.
  logic [PLACE_BITS-1:0] place;  // slot of the turn, and number of the digit
  logic [3:0] round;
  logic [3:0] number;  // of the next word of the block, or of the digest
  logic computing;  // this turn is a round
  logic computed;  // the turn before was one
  logic due;  // the last word of a block is on offer: the next turn is a round
  logic fresh;  // no block of the message is in work yet: the hash value is the initial value
  logic last;  // the block in work is the last of its message
  logic giving;  // the digest leaves
  logic moving;  // a word of it moves into m_15 in this slot

  logic [INDEX_BITS-1:0] index;
  logic [3:0] slot;
  logic [1:0] coming;  // next slot in its quarter
  logic first, final_digit, final_place, taken, final_round;

  assign slot = place[PLACE_BITS-1-:4];
  assign final_place = &place;
  assign coming = slot[1:0] + 2'd1;
  assign final_round = round == FINAL_ROUND;

  generate
    if (DIGITS > 1) begin : gen_digits
      assign index = place[INDEX_BITS-1:0];
      assign first = index == '0;
      assign final_digit = &index;
    end else begin : gen_whole
      assign index = '0;
      assign first = 1'b1;
      assign final_digit = 1'b1;
    end
  endgenerate

  assign block_ready = final_digit && slot == number + 4'd1 && computing == (number == 4'd15) && !giving;
  assign taken = block_ready && block_valid;
  assign digest_last = number[2:0] == 3'd7;

  always_ff @(posedge clk) begin
    place <= place + 1'b1;
    if (final_place) begin
      computing <= due || (computing && !final_round);
      computed <= computing;
      round <= (computing && !final_round) ? round + 4'd1 : '0;
      if (computing && final_round) begin
        giving <= last;
        last   <= 1'b0;
      end
      if (due) fresh <= 1'b0;
    end
    if (final_digit) begin
      if (slot == 4'd12) due <= block_valid && number == 4'd15;
      moving <= giving && !digest_valid && coming == {number[1], number[1] ^ number[0]};
      if (moving) digest_valid <= 1'b1;
      if (moving) moving <= 1'b0;
    end
    if (taken) begin
      number <= number + 4'd1;
      last   <= block_last && number == 4'd15;
    end
    if (digest_valid && digest_ready) begin
      digest_valid <= 1'b0;
      number <= digest_last ? '0 : number + 4'd1;
      giving <= !digest_last;
      fresh <= digest_last;
    end
    // The others get their value before it counts.
    if (rst) begin
      place <= '0;
      number <= '0;
      computing <= 1'b0;
      fresh <= 1'b1;
      giving <= 1'b0;
      moving <= 1'b0;
      digest_valid <= 1'b0;
    end
  end

  assign block_lane  = 1'b0;
  assign digest_lane = 1'b0;

  // One and two slots behind, what the slot of a G's first operation says of its others.
  logic computing_1, computing_2, second_1, second_2;
  assign computing_1 = (slot == '0) ? computed : computing;
  assign computing_2 = (slot[3:1] == '0) ? computed : computing;
  assign second_1 = slot[2] ^ (slot[1:0] == '0);
  assign second_2 = slot[2] ^ !slot[1];

  // The first quarter after a round, and the same a slot later.
  logic ending, ending_1;
  assign ending = computed && !computing && slot[3:2] == '0;
  assign ending_1 = computed && !computing && (slot[3:2] == '0) != (slot[1:0] == '0) && !slot[3];

  // Columns become diagonals, or diagonals columns, as the words of this quarter leave their places.
  logic crossing;
  assign crossing = slot[2:0] == 3'd1 && (slot[3] || computed);

  // The rings, the word that leaves next in the lowest bits.
  logic [16*WORD-1:0] message;
  logic [4*WORD-1:0] a, b, c, d;
  logic [4*WORD-1:0] hash_lower, hash_upper;  // h_0 .. h_3 and h_4 .. h_7, both in the order 0, 1, 3, 2
  logic [WORD-1:0] gone_b, gone_d;  // of the words that leave b_3 and d_3

  logic [DIGIT-1:0] a_leaving, b_leaving, c_leaving, d_leaving;  // in their places of this quarter
  logic [DIGIT-1:0] a_0_next, a_3_next, b_1_next, b_2_next, b_3_next, c_2_next, c_3_next, d_1_next, d_2_next, d_3_next;
  logic [DIGIT-1:0] lower_2_next, lower_3_next, upper_3_next;
  logic [DIGIT-1:0] rotated_b, rotated_d, word, constant, start_c, constant_d, count_digit;
  logic [DIGIT-1:0] sum_b, new_a, new_c;

  // Pairs change places: one of each in a and c, two in b and d.
  logic b_crossing, d_crossing;
  assign b_crossing = !slot[2] && !slot[0] && (slot[3] || computed);
  assign d_crossing = !slot[2] && !slot[1] && (slot[3] || computed);
  assign a_leaving = crossing ? a[WORD+:DIGIT] : a[0+:DIGIT];
  assign b_leaving = b_crossing ? b[2*WORD+:DIGIT] : b[WORD+:DIGIT];
  assign c_leaving = crossing ? c[3*WORD+:DIGIT] : c[0+:DIGIT];
  assign d_leaving = d_crossing ? d[2*WORD+:DIGIT] : d[0+:DIGIT];
  assign a_0_next = crossing ? a[0+:DIGIT] : a[WORD+:DIGIT];
  assign b_1_next = b_crossing ? b[WORD+:DIGIT] : b[2*WORD+:DIGIT];
  assign c_2_next = crossing ? c[0+:DIGIT] : c[3*WORD+:DIGIT];
  assign d_1_next = d_crossing ? d[0+:DIGIT] : d[2*WORD+:DIGIT];

  assign a_3_next = computing ? new_a : hash_lower[0+:DIGIT];
  assign b_2_next = computing_2 ? rotated_b : hash_upper[2*WORD+:DIGIT];
  assign b_3_next = b[0+:DIGIT] ^ new_c;
  assign c_3_next = computing_1 ? new_c : start_c;
  assign d_2_next = computing_1 ? rotated_d : count_digit ^ constant_d;
  assign d_3_next = d_leaving ^ new_a;

  always_ff @(posedge clk) begin
    a <= {(3 * WORD)'({a_3_next, a[WORD+:3*WORD]} >> DIGIT), WORD'({a_0_next, a[0+:WORD]} >> DIGIT)};
    b <= {
      WORD'({b_3_next, b[3*WORD+:WORD]} >> DIGIT),
      WORD'({b_2_next, b[2*WORD+:WORD]} >> DIGIT),
      WORD'({b_1_next, b[WORD+:WORD]} >> DIGIT),
      WORD'({b_leaving, b[0+:WORD]} >> DIGIT)
    };
    c <= {
      WORD'({c_3_next, c[3*WORD+:WORD]} >> DIGIT), (3 * WORD)'({c_2_next, c[0+:3*WORD]} >> DIGIT)
    };
    d <= {
      WORD'({d_3_next, d[3*WORD+:WORD]} >> DIGIT),
      WORD'({d_2_next, d[2*WORD+:WORD]} >> DIGIT),
      (2 * WORD)'({d_1_next, d[0+:2*WORD]} >> DIGIT)
    };
    gone_b <= WORD'({b[3*WORD+:DIGIT], gone_b} >> DIGIT);
    gone_d <= WORD'({d[3*WORD+:DIGIT], gone_d} >> DIGIT);
    hash_lower <= {
      WORD'({lower_3_next, hash_lower[3*WORD+:WORD]} >> DIGIT),
      (3 * WORD)'({lower_2_next, hash_lower[0+:3*WORD]} >> DIGIT)
    };
    hash_upper <= (4 * WORD)'({upper_3_next, hash_upper} >> DIGIT);
  end

  // The operations of G.
  serial_adder #(
      .DIGIT  (DIGIT),
      .SERIAL (SERIAL),
      .NETWORK(ADDER)
  ) add_b (
      .clk  (clk),
      .first(first),
      .a    (word ^ constant),
      .b    (b_leaving),
      .sum  (sum_b)
  );
  serial_adder #(
      .DIGIT  (DIGIT),
      .SERIAL (SERIAL),
      .NETWORK(ADDER)
  ) add_a (
      .clk  (clk),
      .first(first),
      .a    (sum_b),
      .b    (a_leaving),
      .sum  (new_a)
  );
  serial_adder #(
      .DIGIT  (DIGIT),
      .SERIAL (SERIAL),
      .NETWORK(ADDER)
  ) add_c (
      .clk  (clk),
      .first(first),
      .a    (rotated_d),
      .b    (c_leaving),
      .sum  (new_c)
  );

  logic [DIGIT-1:0] by_0, by_1, by_2, by_3;
  assign rotated_d = second_1 ? by_2 : by_0;
  assign rotated_b = second_2 ? by_3 : by_1;

  serial_rotation #(
      .WORD (WORD),
      .DIGIT(DIGIT),
      .BY   (blake_pkg::rotation(WORD, 0))
  ) rotate_0 (
      .index(index),
      .line ({d[3*WORD+:WORD], gone_d}),
      .digit(by_0)
  );
  serial_rotation #(
      .WORD (WORD),
      .DIGIT(DIGIT),
      .BY   (blake_pkg::rotation(WORD, 1))
  ) rotate_1 (
      .index(index),
      .line ({b[3*WORD+:WORD], gone_b}),
      .digit(by_1)
  );
  serial_rotation #(
      .WORD (WORD),
      .DIGIT(DIGIT),
      .BY   (blake_pkg::rotation(WORD, 2))
  ) rotate_2 (
      .index(index),
      .line ({d[3*WORD+:WORD], gone_d}),
      .digit(by_2)
  );
  serial_rotation #(
      .WORD (WORD),
      .DIGIT(DIGIT),
      .BY   (blake_pkg::rotation(WORD, 3))
  ) rotate_3 (
      .index(index),
      .line ({b[3*WORD+:WORD], gone_b}),
      .digit(by_3)
  );

  // Which word of the message and which constant: sigma(2i) and sigma(2i+1) of the G_i of each slot of half a round.
  function automatic [1023:0] pairs();
    integer lane, g, at;
    begin
      for (integer i = 0; i < 128; i = i + 1) begin
        lane = (i % 4) ^ (i % 4 / 2);
        g = (i % 8 < 4) ? lane : 4 + (4 - lane) % 4;
        at = 639 - 64 * (i / 8 % 10) - 8 * g;
        pairs[8*i+:8] = {blake_pkg::SIGMA[at-4-:4], blake_pkg::SIGMA[at-:4]};
      end
    end
  endfunction

  logic [7:0] pair;
  logic [3:0] word_number, constant_number, word_place;

  serial_table #(
      .WORD (8),
      .DIGIT(8),
      .WORDS(128),
      .TABLE(pairs())
  ) permutations (
      .number({round, slot[3], slot[1:0]}),
      .index(1'b0),
      .digit(pair)
  );

  assign word_number = slot[2] ? pair[7:4] : pair[3:0];
  assign constant_number = slot[2] ? pair[3:0] : pair[7:4];
  assign word_place = word_number - slot + 4'd1;

  localparam logic [255:0] C_0_TO_3 = blake_pkg::pi_row(WORD, 0);
  localparam logic [255:0] C_4_TO_7 = blake_pkg::pi_row(WORD, 4);
  localparam logic [255:0] C_8_TO_11 = blake_pkg::pi_row(WORD, 8);
  localparam logic [255:0] C_12_TO_15 = blake_pkg::pi_row(WORD, 12);

  serial_table #(
      .WORD (WORD),
      .DIGIT(DIGIT),
      .WORDS(16),
      .TABLE({C_12_TO_15[4*WORD-1:0], C_8_TO_11[4*WORD-1:0], C_4_TO_7[4*WORD-1:0], C_0_TO_3[4*WORD-1:0]})
  ) all_constants (
      .number(constant_number),
      .index(index),
      .digit(constant)
  );
  serial_table #(
      .WORD (WORD),
      .DIGIT(DIGIT),
      .WORDS(4),
      .TABLE({C_0_TO_3[3*WORD+:WORD], C_0_TO_3[WORD+:WORD], C_0_TO_3[0+:WORD], C_0_TO_3[2*WORD+:WORD]})
  ) constants_of_c (
      .number(slot[1:0]),
      .index(index),
      .digit(start_c)
  );
  serial_table #(
      .WORD (WORD),
      .DIGIT(DIGIT),
      .WORDS(4),
      .TABLE({C_4_TO_7[3*WORD+:WORD], C_4_TO_7[WORD+:WORD], C_4_TO_7[0+:WORD], C_4_TO_7[2*WORD+:WORD]})
  ) constants_of_d (
      .number(slot[1:0]),
      .index(index),
      .digit(constant_d)
  );

  // The message. A word is in m_15 when it is taken, and leaves m_0 in the slot with the number of that in which it was.
  logic [DIGIT-1:0] message_15_next, digest_digit;
  logic [16*DIGIT-1:0] leaving;  // a digit of m_0 .. m_15

  generate
    for (genvar i = 0; i < 16; i = i + 1) begin : gen_leaving
      assign leaving[DIGIT*i+:DIGIT] = message[WORD*i+:DIGIT];
    end
  endgenerate

  function automatic [DIGIT-1:0] picked(input logic [16*DIGIT-1:0] digits, input logic [3:0] at);
    logic [16*DIGIT-1:0] left;
    begin
      left = digits;
      for (integer level = 0; level < 4; level = level + 1) begin
        for (integer i = 0; i < (8 >> level); i = i + 1) begin
          left[DIGIT*i+:DIGIT] = at[level] ? left[DIGIT*(2*i+1)+:DIGIT] : left[DIGIT*2*i+:DIGIT];
        end
      end
      picked = left[DIGIT-1:0];
    end
  endfunction

  assign word = picked(leaving, word_place);
  assign digest_digit = number[2] ? hash_upper[0+:DIGIT] : hash_lower[0+:DIGIT];
  assign message_15_next = moving ? digest_digit : message[0+:DIGIT];

  always_ff @(posedge clk) begin
    message <= {
      taken ? block_data : digest_valid ? message[15*WORD+:WORD] :
          WORD'({message_15_next, message[15*WORD+:WORD]} >> DIGIT),
      (15 * WORD)'(message >> DIGIT)
    };
  end

  assign digest_data = message[15*WORD+:WORD];

  // The counter, its lower word for two columns and its higher one for the others, which enter d a slot later than a.
  logic [COUNT_BITS-1:0] counted;
  logic [2*WORD-1:0] count;
  logic [COUNTER_BITS-1:0] behind;  // of its bits are below the digit

  assign counted = block_count & {COUNT_BITS{!block_empty}};
  assign count   = (2 * WORD)'(counted);

  assign behind = (COUNTER_BITS'(slot[1] == slot[0]) << $clog2(WORD)) | (COUNTER_BITS'(index) << $clog2(DIGIT));
  assign count_digit = DIGIT'(count >> behind);

  // The hash value.
  localparam logic [511:0] INITIAL = blake_pkg::initial_value(WORD);
  logic [DIGIT-1:0] initial_lower, initial_upper;

  serial_table #(
      .WORD (WORD),
      .DIGIT(DIGIT),
      .WORDS(4),
      .TABLE({INITIAL[2*WORD+:WORD], INITIAL[3*WORD+:WORD], INITIAL[0+:2*WORD]})
  ) initial_0_to_3 (
      .number(slot[1:0]),
      .index(index),
      .digit(initial_lower)
  );
  serial_table #(
      .WORD (WORD),
      .DIGIT(DIGIT),
      .WORDS(4),
      .TABLE({INITIAL[6*WORD+:WORD], INITIAL[7*WORD+:WORD], INITIAL[4*WORD+:2*WORD]})
  ) initial_4_to_7 (
      .number(slot[1:0]),
      .index(index),
      .digit(initial_upper)
  );

  assign lower_3_next = fresh ? initial_lower : hash_lower[0+:DIGIT] ^ (a_leaving & {DIGIT{ending}});
  assign lower_2_next = hash_lower[3*WORD+:DIGIT] ^ (c_leaving & {DIGIT{ending_1}});
  assign upper_3_next = fresh ? initial_upper :
      hash_upper[0+:DIGIT] ^ ((b_leaving ^ d_leaving) & {DIGIT{ending}});

  logic unused;
  assign unused = block_first;

endmodule
