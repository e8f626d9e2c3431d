// SPDX-License-Identifier: Apache-2.0
//
// Skein at block level in little area: UBI over the message blocks and the output transform (section 3.5), with state,
// key and block in shift registers that never stand still. A word moves on by one place in a word time, D cycles, and by a
// digit of DATAPATH bits a cycle, the lowest first; N words are a turn, which is a round. A block comes digit by digit,
// and the digest leaves so.
//
//   block --> N words of the block --+-----------------> xor --> key, or digest
//                                    v (round 0)          ^
//          ,------ N - 2 words <-----|------------------, |
//          |  the words change places `-> mux -(+)------|-+--,      (+) the subkey, in every fourth round and after
//          '----------------------------->         ^    |    |          the last
//                                                  |    |    v
//   N - 1 words of the key --+--> xor --> word ----'    '-- MIX in two words: y_0 at the odd times, y_1 at the even ones
//          ^                 v  passed by     |
//          '-----------------+<---------------'
//
// The key has N + 1 words, of which a subkey takes N; the exclusive or of all is constant (section 3.3.2). As a subkey goes
// by, its words are added up in one place and pass that themselves, but the first is dropped: so behind them
// comes the word that they lacked, and all have moved on by one as the next subkey wants it. Nothing else makes it.
//
// Nothing waits in its place: what misses its turn waits for the next one. The digits of a block are taken each in its place
// of a turn, as are those of the digest; the digit on offer stands still in a place of the MIX.
//
// Cycles, with N words in a block, R = 72 rounds (80 with BLOCK = 1024), D = 64 / DATAPATH digits in a word
//   block to block:                                            (R + 1) N D
//   from the first digit of a block to its last:               N D - 1
//   from the cycle that takes the first digit of n blocks to that with the first digit of the digest:
//                                                              ((R + 1) (n + 1) + 1) N D + 1
//   digest_valid after a digit that is taken: the next cycle, if each digit so far has been taken in the first cycle
//     of digest_valid, else within a turn; behind BLOCK bits of the digest another (R + 1) N D and at most three turns,
//     or with BLOCK = 1024 sixteen, in which the key returns to its place
//   from the last digit of the digest, or rst, to the next block: less than a turn; with CONFIGURE = 1 R + 2 turns more
//
// Parameters
//   BLOCK       256, 512 or 1024                 VERSION  11, 12 or 13
//   DIGEST      digest length in bits
//   DATAPATH    bits of a digit: 8, 16, 32 or 64
//   COUNT_BITS  width of block_count, 9 to 67
//   CONFIGURE   0: initial values from skein_initial_value_pkg (for the digest lengths that it holds, computed
//               otherwise); 1: the configuration block is processed before each message
//   ADDER       carry network of the adders, a name of adder_pkg
//
// Ports: the block-level contract (docs/core-contract.md); block_data and digest_data are digits, with the first byte in
// their highest bits. block_last and block_count count with the last digit of a block. block_first and block_empty
// are not needed: a message begins after rst and after a digest. Only rst drops a message.

module skein_compact_core #(
    parameter integer BLOCK = 512,
    parameter integer DIGEST = 512,
    parameter integer VERSION = 13,
    parameter integer DATAPATH = 64,
    parameter integer COUNT_BITS = 64,
    parameter integer CONFIGURE = 0,
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
    if (BLOCK != 256 && BLOCK != 512 && BLOCK != 1024) begin : gen_refused_block
      skein_compact_core_needs_BLOCK_of_256_512_or_1024 refused ();
    end
    if (DIGEST < 1) begin : gen_refused_digest
      skein_compact_core_needs_DIGEST_of_1_or_more refused ();
    end
    if (VERSION != 11 && VERSION != 12 && VERSION != 13) begin : gen_refused_version
      skein_compact_core_needs_VERSION_of_11_12_or_13 refused ();
    end
    if (DATAPATH != 8 && DATAPATH != 16 && DATAPATH != 32 && DATAPATH != 64) begin : gen_refused_datapath
      skein_compact_core_needs_DATAPATH_of_8_16_32_or_64 refused ();
    end
    if (COUNT_BITS < 9 || COUNT_BITS > 67) begin : gen_refused_count_bits
      skein_compact_core_needs_COUNT_BITS_of_9_to_67 refused ();
    end
    if (CONFIGURE != 0 && CONFIGURE != 1) begin : gen_refused_configure
      skein_compact_core_needs_CONFIGURE_of_0_or_1 refused ();
    end
  endgenerate

  localparam integer DIGIT = DATAPATH;
  localparam integer DIGITS = 64 / DIGIT;
  localparam integer SERIAL = (DIGITS > 1) ? 1 : 0;
  localparam integer INDEX_BITS = (DIGITS > 2) ? $clog2(DIGITS) : 1;
  localparam integer WORDS = BLOCK / 64;
  localparam integer WORD_BITS = $clog2(WORDS);
  localparam integer TURN = WORDS * DIGITS;
  localparam integer PLACE_BITS = $clog2(TURN);
  localparam integer ROUNDS = skein_pkg::rounds(BLOCK);
  // The digest: beats of a block, each an output transform; digits of the last one, and its bits behind the digest.
  localparam integer BEATS = (DIGEST + BLOCK - 1) / BLOCK;
  localparam integer BEAT_BITS = (BEATS > 1) ? $clog2(BEATS) : 1;
  localparam integer REST = DIGEST - (BEATS - 1) * BLOCK;
  localparam integer LAST_DIGITS = (REST + DIGIT - 1) / DIGIT;
  localparam integer SPARE = LAST_DIGITS * DIGIT - REST;
  // Turns after an output transform in which the key moves on until it stands as before, if another one follows.
  localparam integer RETURN = (BEATS > 1) ? (WORDS + 1 - (ROUNDS / 4) % (WORDS + 1)) % (WORDS + 1) : 0;
  localparam logic CONFIGURED = CONFIGURE != 0 || skein_initial_value_pkg::stored(DIGEST) == 0;
  localparam logic [BLOCK-1:0] CONFIGURATION = CONFIGURED ? BLOCK'({64'h0, skein_pkg::configuration(DIGEST)}) : '0;
  localparam logic [1023:0] INITIAL = CONFIGURED ? '0 : skein_initial_value_pkg::initial_value(VERSION, BLOCK, DIGEST);

  // ---------------------------------------------------------------------------------------------------------
  // Control. `step` counts turns: those of the rounds, that of the last subkey, and those in which the key returns.
  logic [PLACE_BITS-1:0] place;  // in the turn
  logic [PLACE_BITS-1:0] moved;  // digits of a block that are taken, or of a beat that were on offer
  logic [WORD_BITS-1:0] word;
  logic [INDEX_BITS-1:0] index;
  logic first_digit, turn_end;
  logic [6:0] step;
  logic running;  // rounds, and the last subkey
  logic preparing;  // a block of the core's own goes into the place of the message block
  logic giving;  // the digest leaves
  logic configuring, transforming;  // the block is that of the configuration, or of the output transform
  logic first, last, padded;  // of the message block in work; first also while there is none
  logic [BEAT_BITS-1:0] beat;
  logic hashing, ending, returning, idle, loading, takes, filled, prepares, beat_end, last_beat, caught, gone;

  assign word = place[PLACE_BITS-1-:WORD_BITS];
  generate
    if (DIGITS > 1) begin : gen_index
      assign index = place[INDEX_BITS-1:0];
      assign first_digit = index == '0;
    end else begin : gen_no_index
      assign index = '0;
      assign first_digit = 1'b1;
    end
  endgenerate
  assign turn_end = &place;

  assign hashing = !configuring && !transforming;
  assign ending = running && step == 7'(ROUNDS);
  assign returning = RETURN != 0 && step > 7'(ROUNDS);
  assign idle = !running && !preparing && !giving;
  assign loading = idle ? hashing : ending && (configuring || (hashing && !last));
  assign prepares = preparing || (ending && hashing && last);

  assign block_ready = loading && place == moved;
  assign takes = block_valid && block_ready;
  assign filled = takes && turn_end;

  assign last_beat = BEATS == 1 || beat == BEAT_BITS'(BEATS - 1);
  assign beat_end = moved == (last_beat ? PLACE_BITS'(LAST_DIGITS % TURN) : '0);  // the digit on offer is the last
  assign gone = digest_valid && digest_ready;
  assign caught = giving && place == moved && (!digest_valid || (digest_ready && !beat_end));
  assign digest_last = beat_end && last_beat;

  always_ff @(posedge clk) begin
    place <= place + 1'b1;
    if (takes || caught) moved <= moved + 1'b1;
    digest_valid <= caught || (digest_valid && !digest_ready);
    if (turn_end) begin
      if (running && !ending) step <= step + 1'b1;
      else if (RETURN != 0 && ((ending && transforming) || returning) && step != 7'(ROUNDS + RETURN)) step <= step + 1'b1;
      else step <= '0;
      running <= (running && !ending) || filled || prepares;
      preparing <= (CONFIGURED || BEATS > 1) && idle && !hashing && !returning;
      if (ending) begin
        giving <= transforming;
        configuring <= 1'b0;
        if (hashing) begin
          transforming <= last;
          first <= 1'b0;
        end
      end
    end
    if (filled) begin
      last   <= block_last;
      padded <= |block_count[2:0];
    end
    if (gone && beat_end) begin
      moved  <= '0;
      giving <= 1'b0;
      beat   <= last_beat ? '0 : beat + 1'b1;
      if (last_beat) begin
        transforming <= 1'b0;
        configuring <= CONFIGURED;
        first <= 1'b1;
      end
    end
    if (rst) begin
      place <= '0;
      moved <= '0;
      digest_valid <= 1'b0;
      step <= '0;
      running <= 1'b0;
      preparing <= 1'b0;
      giving <= 1'b0;
      configuring <= CONFIGURED;
      transforming <= 1'b0;
      first <= 1'b1;
      beat <= '0;
    end
  end

  assign block_lane  = 1'b0;
  assign digest_lane = 1'b0;

  // ---------------------------------------------------------------------------------------------------------
  // The block.
  function automatic [DIGIT-1:0] swap_bytes(input logic [DIGIT-1:0] data);
    begin
      for (integer i = 0; i < DIGIT / 8; i = i + 1) swap_bytes[8*i+:8] = data[DIGIT-1-8*i-:8];
    end
  endfunction

  logic [BLOCK-1:0] message;
  logic [DIGIT-1:0] message_out, message_in, message_next, own, own_configuration, result;

  serial_table #(
      .WORD (64),
      .DIGIT(DIGIT),
      .WORDS(WORDS),
      .TABLE(CONFIGURATION)
  ) configuration (
      .number(word),
      .index (index),
      .digit (own_configuration)
  );

  // The block of the core's own: the configuration, or the number of the beat.
  assign own = configuring ? own_configuration :
      (transforming && place == '0) ? DIGIT'(beat) : '0;
  assign message_out = message[DIGIT-1:0];
  assign message_next = prepares ? own : (ending && transforming) ? result : message_out;
  assign message_in = takes ? swap_bytes(block_data) : message_next;

  always_ff @(posedge clk) message <= BLOCK'({message_in, message} >> DIGIT);

  // ---------------------------------------------------------------------------------------------------------
  // The key, of which the last word time has `sum`.
  logic subkey;  // a subkey goes by
  logic turning;  // and its words pass the place of their sum
  logic [BLOCK-65:0] key;
  logic [63:0] sum;
  logic [DIGIT-1:0] key_out, key_in, sum_out, sum_in, parity, initial_word, sum_before;

  assign subkey = running && step[1:0] == 2'd0;
  assign turning = (subkey && !ending) || returning;
  assign key_out = key[DIGIT-1:0];
  assign sum_out = sum[DIGIT-1:0];
  assign key_in = (turning && word != '0) ? key_out : sum_out;

  serial_table #(
      .WORD (64),
      .DIGIT(DIGIT),
      .WORDS(2),
      .TABLE({64'h0, skein_pkg::parity(VERSION)})
  ) parity_word (
      .number(word != '0),
      .index (index),
      .digit (parity)
  );
  serial_table #(
      .WORD (64),
      .DIGIT(DIGIT),
      .WORDS(WORDS),
      .TABLE(INITIAL[BLOCK-1:0])
  ) initial_words (
      .number(word),
      .index (index),
      .digit (initial_word)
  );

  assign sum_before = ({DIGIT{turning}} & parity) | ({DIGIT{turning && word != '0}} & sum_out);

  logic filling;  // the initial value takes the place of the key
  assign filling = CONFIGURED ? preparing && configuring : first && !running;

  always_comb begin
    if (ending && (BEATS == 1 || !transforming)) sum_in = result;
    else if (filling) sum_in = initial_word;
    else sum_in = key_out ^ sum_before;
  end

  always_ff @(posedge clk) begin
    key <= (BLOCK - 64)'({key_in, key} >> DIGIT);
    sum <= 64'({sum_in, sum} >> DIGIT);
  end

  // ---------------------------------------------------------------------------------------------------------
  // The tweak (section 3.5.1), and what is added to the last three words of a subkey.
  logic [63:0] position;  // bytes up to the end of the block
  logic [DIGIT-1:0] position_next, tweak_0, tweak_1, number, added;
  logic [63:0] flags;
  logic tail, with_0, with_1;
  logic [1:0] s_mod_3;

  // A byte that is not whole counts.
  serial_adder #(
      .DIGIT  (DIGIT),
      .SERIAL (SERIAL),
      .NETWORK(ADDER)
  ) add_byte (
      .clk  (clk),
      .first(first_digit),
      .a    (position[DIGIT-1:0]),
      .b    (DIGIT'(padded && step == '0 && place == '0)),
      .sum  (position_next)
  );

  always_ff @(posedge clk) begin
    position <= filled ? 64'(block_count >> 3) : 64'({position_next, position} >> DIGIT);
  end

  assign flags = {
    skein_pkg::tweak_flags(
        hashing ? skein_pkg::MESSAGE : configuring ? skein_pkg::CONFIGURE : skein_pkg::OUTPUT, last, first, padded
    ),
    55'h0
  };

  assign tweak_1 = DIGIT'(flags >> (DIGIT * index));
  assign tweak_0 = hashing ? position[DIGIT-1:0] : !first_digit ? '0 : configuring ? DIGIT'(32) : DIGIT'(8);

  function automatic [63:0] modulo_3();
    begin
      for (integer i = 0; i < 32; i = i + 1) modulo_3[2*i+:2] = 2'(i % 3);
    end
  endfunction

  serial_table #(
      .WORD (2),
      .DIGIT(2),
      .WORDS(32),
      .TABLE(modulo_3())
  ) number_modulo_3 (
      .number(step[6:2]),
      .index (1'b0),
      .digit (s_mod_3)
  );

  // t_s in the last word but two, t_(s+1) in the last but one, s in the last; t_2 is both.
  assign tail = word[WORD_BITS-1:1] == (WORD_BITS - 1)'(WORDS / 2 - 1) || word == WORD_BITS'(WORDS - 3);
  assign with_0 = tail && ((!word[1] && s_mod_3 != 2'd1) || (!word[0] && s_mod_3 != 2'd0));
  assign with_1 = tail && ((!word[1] && s_mod_3 != 2'd0) || (!word[0] && s_mod_3 != 2'd2));
  assign number = (tail && word[1] && word[0] && first_digit) ? DIGIT'(step[6:2]) : '0;
  assign added = (({DIGIT{with_0}} & tweak_0) ^ ({DIGIT{with_1}} & tweak_1)) | number;

  // ---------------------------------------------------------------------------------------------------------
  // A word of the state with its subkey, and MIX.
  logic [DIGIT-1:0] state_out, mixed_before, key_word, keyed, held, even, turned, sum_0, mixed;
  logic [63:0] latest;  // y_0, or y_1
  logic [5:0] by;

  serial_adder #(
      .DIGIT  (DIGIT),
      .SERIAL (SERIAL),
      .NETWORK(ADDER)
  ) add_tweak (
      .clk  (clk),
      .first(first_digit),
      .a    (key_out),
      .b    (added),
      .sum  (key_word)
  );

  assign mixed_before = (running && step != '0) ? state_out : message_out;

  serial_adder #(
      .DIGIT  (DIGIT),
      .SERIAL (SERIAL),
      .NETWORK(ADDER)
  ) add_key (
      .clk  (clk),
      .first(first_digit),
      .a    (mixed_before),
      .b    (key_word & {DIGIT{subkey}}),
      .sum  (keyed)
  );

  assign result = keyed ^ message_out;

  // Places to the right by which the word of odd number is rotated that comes, or came in the word time before; if words come
  // as a whole, only the latter is of use. The last one of a round is rotated when the next round has begun.
  logic [8*WORDS*6-1:0] rotations;
  generate
    for (genvar n = 0; n < 8 * WORDS; n = n + 1) begin : gen_rotation
      localparam integer TIME = (SERIAL != 0) ? n % WORDS : n % WORDS / 2 * 2;
      localparam integer PAIR = (TIME + WORDS - 1) % WORDS / 2;
      localparam integer ROUND = (TIME == 0) ? (n / WORDS + 7) % 8 : n / WORDS;
      localparam logic [7:0] LEFT = skein_pkg::rotation(VERSION, BLOCK, ROUND, skein_compact_pkg::mix(BLOCK, ROUND, PAIR));
      assign rotations[6*n+:6] = 6'(8'd64 - LEFT);
    end
  endgenerate
  assign by = rotations[6*{step[2:0], word}+:6];

  serial_rotator #(
      .WORD (64),
      .DIGIT(DIGIT)
  ) rotator (
      .clk    (clk),
      .index  (index),
      .turning(word[0]),
      .by     (by),
      .hold   (digest_valid && !digest_ready),
      .in     (keyed),
      .held   (held),
      .out    (even),
      .rotated(turned)
  );

  serial_adder #(
      .DIGIT  (DIGIT),
      .SERIAL (SERIAL),
      .NETWORK(ADDER)
  ) add_mix (
      .clk  (clk),
      .first(first_digit),
      .a    (even),
      .b    (keyed),
      .sum  (sum_0)
  );

  assign mixed = word[0] ? sum_0 : turned ^ latest[DIGIT-1:0];

  always_ff @(posedge clk) latest <= 64'({mixed, latest} >> DIGIT);

  // The words change places, in pieces of N / 2 .. 2 words.
  localparam integer PIECES = WORD_BITS - 1;

  logic [(PIECES+1)*DIGIT-1:0] stream;

  assign stream[DIGIT-1:0] = latest[DIGIT-1:0];
  assign state_out = stream[PIECES*DIGIT+:DIGIT];

  generate
    for (genvar g = 0; g < PIECES; g = g + 1) begin : gen_piece
      localparam integer LENGTH = WORDS >> (g + 1);
      localparam logic [63:0] PASSING = skein_compact_pkg::passing(BLOCK, LENGTH, 2 + WORDS - 2 * LENGTH);
      logic pass;

      serial_table #(
          .WORD (1),
          .DIGIT(1),
          .WORDS(4 * WORDS),
          .TABLE(PASSING[4*WORDS-1:0])
      ) passing_words (
          .number({step[1:0], word}),
          .index (1'b0),
          .digit (pass)
      );
      serial_swap #(
          .DIGIT (DIGIT),
          .LENGTH(LENGTH * DIGITS)
      ) piece (
          .clk (clk),
          .pass({DIGIT{pass}}),
          .in  (stream[g*DIGIT+:DIGIT]),
          .out (stream[(g+1)*DIGIT+:DIGIT])
      );
    end
  endgenerate

  assign digest_data = (digest_last && SPARE != 0) ? swap_bytes(held) & ({DIGIT{1'b1}} << SPARE) : swap_bytes(held);

  // A name of skein_pkg that is of the other core alone.
  localparam logic [1:0] OTHER = skein_pkg::PRESENT;

  logic unused;
  assign unused = &{1'b0, block_first, block_empty, block_count, INITIAL, OTHER};

endmodule
