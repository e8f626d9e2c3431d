// SPDX-License-Identifier: Apache-2.0
//
// Control of a compact core: handshakes, steps and places in rings that never stand still, for a hash function of the
// family of MD4 (SHA-1, SHA-2). A block is 16 words, and comes word by word into a schedule, a shift register of 16 words;
// the hash value is a ring of WORDS words, and so are the working variables when they do not compute.
//
// A word time is DIGITS cycles, a digit of each word in each of them. In it all words move on by one place. A block
// is ROUNDS steps that compute and WORDS steps that add to the hash value, a word time each:
//
//   word time   0     1     2        15    16          ROUNDS   ROUNDS + 1 ..     .. ROUNDS + WORDS
//   step        -     0     1   ...  14    15    ...              ROUNDS                LAST
//   word taken  0     1     2   ...  15     -           -                         0 of the next block
//
// A word is taken in the last cycle of a word time. What misses it waits until schedule and rings have come round: the
// first word of a block WORDS word times, another the least common multiple of 16 and WORDS.
//
// Parameters
//   ROUNDS  steps that compute, 17 to 112       WORDS  of the hash value, 5 to 8, of which BEATS are the digest
//   DIGITS  of a word, a power of two
//
// Ports
//   block_*, digest_*   handshakes of a core; a block comes in words, block_last holds with the last one
//   index, first        number of the digit; it is the first
//   step                of the block, from 0
//   place               word times, modulo WORDS, since the rings stood as they do before a block
//   loading             block_data is the new word 15 of the schedule after this cycle, in its place
//   rounds, adds        this is a step of computing, or of adding
//   expands             the schedule is extended by a word in this step
//   filling             the initial value is put into the rings
//   moving              a word of the digest moves into the place of word 15, when `place` is - n modulo WORDS for
//                       word n; there it stands still with digest_valid
// rst drops the message in work.

module compact_control #(
    parameter integer ROUNDS = 64,
    parameter integer WORDS = 8,
    parameter integer BEATS = 8,
    parameter integer DIGITS = 1,
    localparam integer INDEX_BITS = (DIGITS > 2) ? $clog2(DIGITS) : 1
) (
    input logic clk,
    input logic rst,

    input  logic block_valid,
    output logic block_ready,
    input  logic block_last,
    output logic digest_valid,
    input  logic digest_ready,
    output logic digest_last,

    output logic [INDEX_BITS-1:0] index,
    output logic                  first,
    output logic [           6:0] step,
    output logic [           2:0] place,
    output logic                  loading,
    output logic                  rounds,
    output logic                  adds,
    output logic                  expands,
    output logic                  filling,
    output logic                  moving
);

  generate
    if (ROUNDS < 17 || ROUNDS > 112) begin : gen_refused_rounds
      compact_control_needs_ROUNDS_of_17_to_112 refused ();
    end
    if (WORDS < 5 || WORDS > 8) begin : gen_refused_words
      compact_control_needs_WORDS_of_5_to_8 refused ();
    end
    if (BEATS < 1 || BEATS > WORDS) begin : gen_refused_beats
      compact_control_needs_BEATS_of_1_to_WORDS refused ();
    end
    if (DIGITS < 1 || DIGITS != 2 ** $clog2(DIGITS)) begin : gen_refused_digits
      compact_control_needs_DIGITS_a_power_of_two refused ();
    end
  endgenerate

  localparam [6:0] LAST = 7'(ROUNDS + WORDS - 1);

  logic final_digit;

  generate
    if (DIGITS > 1) begin : gen_digits
      always_ff @(posedge clk) index <= rst ? '0 : index + 1'b1;
      assign first = index == '0;
      assign final_digit = index == INDEX_BITS'(DIGITS - 1);
    end else begin : gen_whole
      assign index = '0;
      assign first = 1'b1;
      assign final_digit = 1'b1;
    end
  endgenerate

  logic running;  // `step` is done in this word time; else it is to be, the first or a late one
  logic [3:0] late;  // word times, modulo 16, that a late word has waited; 15 if none is late
  logic last;  // the block in work is the last of its message
  logic giving;  // the digest leaves; `step` counts its words, as it counts word times with `filling`
  logic ended, takes, open, missed, due;

  assign rounds = running && step < 7'(ROUNDS);
  assign adds = running && step >= 7'(ROUNDS);
  assign ended = running && step == LAST;
  assign takes = running && step < 7'd15;  // the next step needs a word of the block
  assign expands = running && step >= 7'd15;
  assign open = running ? takes || (ended && !last) :
      !giving && !filling && place == 3'(WORDS - 1) && late == 4'd15;
  assign missed = takes && !loading;

  assign block_ready = final_digit && open;
  assign loading = block_valid && block_ready;
  assign digest_last = step[2:0] == 3'(BEATS - 1);
  // In the next word time the word of the digest that is next, or next but the one that is taken now, comes by.
  assign due = 4'(place) + 4'(step[2:0]) + 4'(digest_valid) == 4'(WORDS - 1);

  always_ff @(posedge clk) begin
    if (final_digit) begin
      place <= (running || place == 3'(WORDS - 1)) ? '0 : place + 1'b1;

      if (missed) late <= '0;
      else if (late != 4'd15 || (!running && !loading && step != '0 && !giving && !filling)) late <= late + 1'b1;

      if (running || filling) step <= step + 1'b1;
      if (ended || (filling && step == 7'(WORDS))) step <= '0;

      running <= loading || (running && !takes && !ended);
      if (filling && step == 7'(WORDS)) filling <= 1'b0;
      if (ended) giving <= last;

      moving <= (ended && last) || (giving && !moving && (!digest_valid || (digest_ready && !digest_last)) && due);
      if (moving) digest_valid <= 1'b1;
    end
    if (loading) last <= block_last;
    if (digest_valid && digest_ready) begin
      digest_valid <= 1'b0;
      step <= digest_last ? '0 : step + 1'b1;
      giving <= !digest_last;
      filling <= digest_last;
    end
    if (rst) begin
      place <= '0;
      late <= '1;
      step <= '0;
      running <= 1'b0;
      giving <= 1'b0;
      moving <= 1'b0;
      digest_valid <= 1'b0;
      filling <= 1'b1;
    end
  end

endmodule
