// SPDX-License-Identifier: Apache-2.0
//
// CubeHash16/32 at block level in little area: the state is two shift registers of 16 words that never stand still, so
// that hardly any of their bits has a multiplexer. Blocks and digests go digit by digit.
//
//   sums --> U_15 .... U_8 .... U_2 U_1 U_0 --> exchanged --(+)--> sums       words move on by one place in a slot,
//                       |                                    |                DIGITS cycles, and by a digit of
//   mixed --> L_15 .... | ............ L_8 ------------------+                DATAPATH bits a cycle, the lowest first
//                       |               |
//                       v               '--> rotated --> L_7 ... L_0 --> exchanged --,
//   mixed <----------- (^) <------------ (^) <---------------------------------------'
//                                         '--- block_data
//
// Half a round is 16 slots. In slot n, x[1jklm] of n = jklm leaves U_0 and x[0jklm] leaves L_8; the sum enters U_15, and
// the word of the lower half goes on rotated. Eight slots later it leaves L_0, exchanged with the one eight (j) or four
// (k) places behind, and the sum, which leaves U_8 then, is added to it by xor. Words of the upper half are exchanged, at
// a distance of two (l) or one (m), as they leave U_0 for the next sum. So half rounds follow each other without a gap.
//
// Without work words go round as they are. Nothing waits in its place: a digit of a block that is not there in time is
// taken when the rings have come round, 16 slots later. The first digit of a block is expected in slot 8 of the last half
// round, where the new words 0 .. 7 of the lower half enter L_15. A digit of the digest leaves L_8 and waits in the
// register that the rotation needs for bits that are behind. With digits of a word there is none: then the words go through
// the adder into the upper half, which is not needed any more, and one waits in U_0, as if it were exchanged.
//
// The initial value is computed, from 1024 bits with three that are not 0, by 160 rounds after rst and after each digest.
//
// Cycles, with a slot of D = DIGITS = 32 / DATAPATH cycles
//   block to block:                                                  512 D
//   from the first digit of a block to the last:                     8 D - 1
//   from the cycle that takes the first digit of n blocks to that with the first digit of the digest:
//                                                                    512 (n + 10) D + 8 D + 1; with D = 1, 15 more
//   from a digit of the digest that is taken to the next one:        1, and 16 D where the next has gone by
//   from the last one to the first digit of the next message:        at most 5176 D
//   rst to the first digit:                                          5144 D
//
// Parameters
//   DIGEST      256 or 512
//   DATAPATH    bits of a digit: 8, 16 or 32
//   COUNT_BITS  width of block_count, 1 or more
//   ADDER       carry network of the adder, a name of adder_pkg
//
// Ports: the block-level contract (docs/core-contract.md); block_data and digest_data are digits of DATAPATH bits.
// block_first, block_empty and block_count are not needed: the padding is in block_data. block_last counts with the last
// digit of a block. Only rst drops a message.

module cubehash_compact_core #(
    parameter integer DIGEST = 256,
    parameter integer DATAPATH = 32,
    parameter integer COUNT_BITS = 64,
    parameter integer ADDER = adder_pkg::RIPPLE
) (
    input logic clk,
    input logic rst,

    input  logic                  block_valid,
    output logic                  block_ready,
    output logic                  block_lane,
    input  logic [  DATAPATH-1:0] block_data,
    input  logic                  block_first,
    input  logic                  block_last,
    input  logic                  block_empty,
    input  logic [COUNT_BITS-1:0] block_count,

    output logic                digest_valid,
    input  logic                digest_ready,
    output logic                digest_lane,
    output logic [DATAPATH-1:0] digest_data,
    output logic                digest_last
);

  generate
    if (DIGEST != 256 && DIGEST != 512) begin : gen_refused_digest
      cubehash_compact_core_needs_DIGEST_of_256_or_512 refused ();
    end
    if (DATAPATH != 8 && DATAPATH != 16 && DATAPATH != 32) begin : gen_refused_datapath
      cubehash_compact_core_needs_DATAPATH_of_8_16_or_32 refused ();
    end
    if (COUNT_BITS < 1) begin : gen_refused_count_bits
      cubehash_compact_core_needs_COUNT_BITS_of_1_or_more refused ();
    end
  endgenerate

  localparam integer WORD = 32;
  localparam integer DIGIT = DATAPATH;
  localparam integer DIGITS = WORD / DIGIT;
  localparam integer SERIAL = (DIGITS > 1) ? 1 : 0;
  localparam integer INDEX_BITS = (DIGITS > 2) ? $clog2(DIGITS) : 1;
  localparam integer PLACE_BITS = 4 + $clog2(DIGITS);
  localparam integer BEAT_BITS = $clog2(DIGEST / DIGIT);
  localparam integer NUMBER_BITS = (BEAT_BITS > 4) ? BEAT_BITS : 4;
  localparam logic [NUMBER_BITS-1:0] EDGE = NUMBER_BITS'(10);  // times 16 rounds before a message and after it

  // The control. Of the kinds of work one is on: `initial_rounds`, `last`, `giving`, or, if none, blocks are taken;
  // initial_rounds with `giving`: the digest has left, and the initial value begins with the next turn of the rings.
  logic [PLACE_BITS-1:0] place;  // of the digit that passes L_8 and U_0: its slot, and its number in the word
  logic [4:0] half;  // half round in work; 31 if there is none
  logic [NUMBER_BITS-1:0] number;  // of digits taken or given, or of 16 rounds before a message or after it
  logic computing;  // the words of this turn of the rings become those of the next half round
  logic mixing_even, mixing_odd;  // the words that leave L_0 are of half a round, of the first or the second of a round
  logic initial_rounds, last, giving;

  logic [INDEX_BITS-1:0] index;
  logic [3:0] slot;
  logic first, final_place, middle, expected, taken, complete, repeats, enough, going_on, ending, clearing, loaded;
  logic due;  // the next digit of the digest goes by
  logic zeroing, finishing;

  assign slot = place[PLACE_BITS-1-:4];
  assign final_place = &place;
  assign middle = &place[PLACE_BITS-2:0] && !slot[3];

  generate
    if (DIGITS > 1) begin : gen_digits
      assign index = place[INDEX_BITS-1:0];
      assign first = index == '0;
    end else begin : gen_whole
      assign index = '0;
      assign first = 1'b1;
    end
  endgenerate

  // A digit of a block, or of the digest, is at its place if it is the next one.
  assign expected = place[PLACE_BITS-2:0] == number[PLACE_BITS-2:0];
  assign block_ready = expected && slot[3] && half == '1 && !initial_rounds && !last && !giving;
  assign taken = block_ready && block_valid;
  assign complete = taken && final_place;

  assign repeats = (initial_rounds || last) && !giving;
  assign enough = repeats && number == EDGE;
  assign ending = final_place && half == '1;
  assign going_on = half != '1 || complete || (repeats && !enough);
  assign clearing = ending && (enough || complete || (initial_rounds && giving));
  assign zeroing = initial_rounds && !giving && number == '0;
  assign finishing = last && number == NUMBER_BITS'(1) && half == '0 && slot == 4'd15 && first;

  generate
    if (DIGITS == 1) begin : gen_due_at_upper_0
      assign due = slot + 4'd1 == number;  // 15 slots behind L_8
    end else if (DIGEST == 512) begin : gen_due_of_16_words
      assign due = expected && slot[3] == number[PLACE_BITS-1];
    end else begin : gen_due_of_8_words
      assign due = expected && !slot[3];
    end
  endgenerate
  assign loaded = giving && !initial_rounds && due && (!digest_valid || (digest_ready && !digest_last));
  assign digest_last = number[BEAT_BITS-1:0] == '0;

  always_ff @(posedge clk) begin
    place <= place + 1'b1;
    if (final_place) begin
      computing <= going_on;
      half <= half + 5'(going_on);
    end
    if (middle) begin
      mixing_even <= computing && !half[0];
      mixing_odd  <= computing && half[0];
    end
    if (clearing) number <= '0;
    else if (taken || loaded || (ending && repeats)) number <= number + 1'b1;

    if (ending && enough) begin
      initial_rounds <= 1'b0;
      last <= 1'b0;
      giving <= last;
    end
    if (complete) last <= block_last;
    if (ending && initial_rounds) giving <= 1'b0;

    if (digest_ready) digest_valid <= 1'b0;
    if (loaded) digest_valid <= 1'b1;
    if (digest_valid && digest_ready && digest_last) initial_rounds <= 1'b1;

    // Half a round that is still mixed enters nothing while `zeroing` is on.
    if (rst) begin
      place <= '0;
      half <= '1;
      number <= '0;
      computing <= 1'b0;
      initial_rounds <= 1'b1;
      last <= 1'b0;
      giving <= 1'b0;
      digest_valid <= 1'b0;
    end
  end

  assign block_lane  = 1'b0;
  assign digest_lane = 1'b0;

  // The rings, the word that leaves next in the lowest bits.
  logic [16*WORD-1:0] lower, upper;
  logic [WORD-1:0] gone;  // of the word that leaves L_8
  logic [DIGIT-1:0] waiting;  // a digit of the digest
  logic [DIGIT-1:0] upper_0, upper_1, upper_2, upper_8, lower_0, lower_4, lower_8;
  logic [DIGIT-1:0] upper_0_next, upper_1_next, upper_15_next, lower_3_next, lower_7_next, lower_15_next;

  assign upper_0 = upper[0+:DIGIT];
  assign upper_1 = upper[WORD+:DIGIT];
  assign upper_2 = upper[2*WORD+:DIGIT];
  assign upper_8 = upper[8*WORD+:DIGIT];
  assign lower_0 = lower[0+:DIGIT];
  assign lower_4 = lower[4*WORD+:DIGIT];
  assign lower_8 = lower[8*WORD+:DIGIT];

  always_ff @(posedge clk) begin
    upper <= {
      (14 * WORD)'({upper_15_next, upper[2*WORD+:14*WORD]} >> DIGIT),
      WORD'({upper_1_next, upper[WORD+:WORD]} >> DIGIT),
      WORD'({upper_0_next, upper[0+:WORD]} >> DIGIT)
    };
    lower <= {
      (8 * WORD)'({lower_15_next, lower[8*WORD+:8*WORD]} >> DIGIT),
      (4 * WORD)'({lower_7_next, lower[4*WORD+:4*WORD]} >> DIGIT),
      (4 * WORD)'({lower_3_next, lower[0+:4*WORD]} >> DIGIT)
    };
  end

  // The upper half: exchange, the final 1, sum.
  logic two_apart, one_apart;
  logic copying;  // the lower half is copied to the upper half
  logic holding;  // U_0 stands still
  logic [DIGIT-1:0] augend, addend, sum;

  assign two_apart = computing && half[0] && !slot[1];
  assign one_apart = computing && !half[0] && !slot[0];
  assign augend = ((two_apart ? upper_2 : one_apart ? upper_1 : upper_0) & {DIGIT{!copying}}) ^ DIGIT'(finishing);
  assign addend = lower_8 & {DIGIT{computing || copying}};
  assign upper_0_next = (one_apart || holding) ? upper_0 : upper_1;
  assign upper_1_next = two_apart ? upper_0 : upper_2;
  assign upper_15_next = sum & {DIGIT{!zeroing}};

  serial_adder #(
      .DIGIT  (DIGIT),
      .SERIAL (SERIAL),
      .NETWORK(ADDER)
  ) add (
      .clk  (clk),
      .first(first),
      .a    (augend),
      .b    (addend),
      .sum  (sum)
  );

  // The lower half: rotation to the left by 7 or 11, exchange, what is added by xor.
  logic eight_apart, four_apart;
  logic [DIGIT-1:0] rotated_7, rotated_11, turned, leaving, block_digit, entering, start;

  serial_rotation #(
      .WORD (WORD),
      .DIGIT(DIGIT),
      .BY   (WORD - 7)
  ) rotate_7 (
      .index(index),
      .line ({lower[8*WORD+:WORD], gone}),
      .digit(rotated_7)
  );
  serial_rotation #(
      .WORD (WORD),
      .DIGIT(DIGIT),
      .BY   (WORD - 11)
  ) rotate_11 (
      .index(index),
      .line ({lower[8*WORD+:WORD], gone}),
      .digit(rotated_11)
  );

  assign eight_apart = mixing_even && slot[3];
  assign four_apart = mixing_odd && !slot[2];
  assign turned = !computing ? lower_8 : half[0] ? rotated_11 : rotated_7;
  assign leaving = eight_apart ? turned : four_apart ? lower_4 : lower_0;
  assign lower_7_next = eight_apart ? lower_0 : turned;
  assign lower_3_next = four_apart ? lower_0 : lower_4;

  assign entering = (upper_8 & {DIGIT{mixing_even || mixing_odd}}) ^ (block_digit & {DIGIT{taken}});
  // The words that the initial value is made of: bytes of the digest, bytes of a block, rounds.
  assign start = {DIGIT{first && slot[3:2] == 2'b10 && slot[1:0] != 2'b11}} & DIGIT'(
      (slot[1:0] == 2'd0) ? DIGEST / 8 : (slot[1:0] == 2'd1) ? 32 : 16);
  assign lower_15_next = zeroing ? start : leaving ^ entering;

  generate
    if (DIGITS == 1) begin : gen_waiting_in_upper
      assign gone = '0;
      assign copying = giving;
      assign holding = giving && !loaded;
      assign waiting = upper_0;
    end else begin : gen_waiting_in_gone
      assign copying = 1'b0;
      assign holding = 1'b0;
      assign waiting = gone[WORD-1-:DIGIT];
      always_ff @(posedge clk) gone <= WORD'({(giving && !loaded) ? waiting : lower_8, gone} >> DIGIT);
    end
  endgenerate

  // The first byte of a string is the lowest of a word.
  generate
    for (genvar i = 0; i < DIGIT / 8; i = i + 1) begin : gen_byte
      assign block_digit[8*i+:8] = block_data[DIGIT-8-8*i+:8];
      assign digest_data[8*i+:8] = waiting[DIGIT-8-8*i+:8];
    end
  endgenerate

  logic unused;
  assign unused = &{1'b0, block_first, block_empty, block_count, number, gone};

endmodule
