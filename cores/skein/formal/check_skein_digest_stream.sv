// SPDX-License-Identifier: Apache-2.0
//
// Through skein_digest_stream the words of a digest of any length leave in order, each once, in the lane of the digest;
// the last is marked, with as many bits as are left for it; a digest of no bits is one word of none; a word stays until
// it is taken; while the streams are taken, a lane moves in bounded time.
//
// A digest of no bits is an error, and only that: its word says so. Where no word is offered, everything is 0.
//
// One lane is followed, any. The core is what the contract allows: lanes take turns, a beat stays until it is taken and
// is of any content; all beats but the last of a digest count whole. That an
// error is a beat of no bits, and no digest is, is proven of skein_sequencer (`no_digest`, `some_bits`).
//
// Parameters: those of skein_digest_stream.

module check_skein_digest_stream #(
    parameter integer BLOCK = 4,
    parameter integer WORD = 2,
    parameter integer STAGES = 1,
    parameter integer SECRET = 0,
    localparam integer LANE_BITS = hash_pkg::index_bits(STAGES),
    localparam integer BITS_WIDTH = $clog2(BLOCK) + 1,
    localparam integer WORD_BITS_WIDTH = $clog2(WORD) + 1
) (
    input logic                  clk,
    input logic                  rst,
    input logic                  digest_valid,
    input logic [     BLOCK-1:0] digest_data,
    input logic                  digest_last,
    input logic [BITS_WIDTH-1:0] digest_bits,
    input logic [    STAGES-1:0] out_ready
);

  localparam integer WORDS = BLOCK / WORD;
  localparam integer BEAT = BLOCK + BITS_WIDTH + 1;
  localparam integer OUT = WORD + WORD_BITS_WIDTH + 1;
  // Cycles in which a lane moves while streams are taken, after a reset that wipes too.
  localparam integer PATIENCE = STAGES * (WORDS + 2) + 1 + ((SECRET != 0) ? STAGES * (WORDS + 3) : 0);

  logic digest_ready;
  logic [LANE_BITS-1:0] digest_lane;
  logic [STAGES-1:0] out_valid, out_last;
  logic [STAGES*WORD-1:0] out_data;
  logic [STAGES*WORD_BITS_WIDTH-1:0] out_bits;
  logic [STAGES-1:0] out_error;
  logic digest_error;
  assign digest_error = digest_last && digest_bits == '0;

  skein_digest_stream #(
      .BLOCK(BLOCK),
      .WORD(WORD),
      .STAGES(STAGES),
      .SECRET(SECRET)
  ) stream (
      .*
  );

  (* anyconst *) logic [LANE_BITS-1:0] lane;
  logic begun, here, taken, moved, valid, ready, last, error;
  logic [WORD-1:0] data;
  logic [WORD_BITS_WIDTH-1:0] bits;
  logic [STAGES-1:0] mine;
  assign mine = STAGES'(1) << lane;
  assign here = digest_lane == lane;
  assign taken = here && digest_valid && digest_ready;
  assign valid = (out_valid & mine) != '0;
  assign ready = (out_ready & mine) != '0;
  assign last = (out_last & mine) != '0;
  assign error = (out_error & mine) != '0;
  assign data = WORD'(out_data >> (WORD * 32'(lane)));
  assign bits = WORD_BITS_WIDTH'(out_bits >> (WORD_BITS_WIDTH * 32'(lane)));
  assign moved = valid && ready;

  // Beats of the lane: those that the core gave and whose last word has not left, and that which it offered in its turn.
  logic [1:0] count;
  logic [BEAT-1:0] first_beat, second_beat, offered_beat, beat_now;
  logic waits;  // what was offered was not taken
  logic early;  // all its words have left nevertheless
  logic [BITS_WIDTH-1:0] place;  // bits of the beat that have left, were it whole words
  logic [BITS_WIDTH-1:0] bits_now, bits_left;
  logic last_now, final_word, ends, owed;
  assign beat_now = (count != '0) ? first_beat : offered_beat;
  assign last_now = beat_now[BLOCK+BITS_WIDTH];
  assign bits_now = beat_now[BLOCK+:BITS_WIDTH];
  assign bits_left = bits_now - place;
  assign final_word = bits_left <= BITS_WIDTH'(WORD);
  assign ends = moved && final_word;
  assign owed = (waits && !early) || count != '0;

  logic valid_before;
  logic [OUT-1:0] word_before;
  logic [$clog2(PATIENCE+2)-1:0] patience;
  logic [STAGES-1:0] offers, turn;  // lanes whose beat was offered and not taken
  assign turn = STAGES'(1) << digest_lane;

  initial begun = 1'b0;
  always_ff @(posedge clk) begin
    begun <= 1'b1;
    digest_lane <= (rst || 32'(digest_lane) == STAGES - 1) ? '0 : digest_lane + 1'b1;
    if (here && digest_valid) offered_beat <= {digest_last, digest_bits, digest_data};
    if (here) waits <= digest_valid && !digest_ready;
    offers <= (digest_valid && !digest_ready) ? offers | turn : offers & ~turn;
    if (moved) place <= final_word ? '0 : place + BITS_WIDTH'(WORD);
    if (ends && count == '0) early <= !taken;
    else if (taken) early <= 1'b0;
    count <= count + 2'(taken && !early) - 2'(ends && count != '0) - 2'(ends && count == '0 && taken);
    if (ends) first_beat <= second_beat;
    if (taken && count == 2'(ends)) first_beat <= {digest_last, digest_bits, digest_data};
    else if (taken) second_beat <= {digest_last, digest_bits, digest_data};
    valid_before <= valid && !ready && !rst;
    word_before <= {data, bits, last};
    patience <= (moved || !owed || out_ready != '1) ? '0 : patience + 1'b1;
    if (rst) begin
      waits <= 1'b0;
      early <= 1'b0;
      offers <= '0;
      count <= '0;
      place <= '0;
      patience <= '0;
    end
  end

  always_comb begin
    assume (begun || rst);
    assume (32'(lane) < STAGES);
    assume (digest_bits == BITS_WIDTH'(BLOCK) || (digest_last && digest_bits < BITS_WIDTH'(BLOCK)));
    if (begun && (offers & turn) != '0) assume (digest_valid);
    if (begun && here && waits) assume ({digest_valid, digest_last, digest_bits, digest_data} == {1'b1, offered_beat});
    if (begun && !rst) begin
      if (valid_before) stays : assert (valid && {data, bits, last} == word_before);
      if (!valid) begin
        silent : assert ({data, bits, last, error} == '0);
      end else begin
        error_right : assert (error == (last_now && bits_now == '0));
        of_a_beat : assert (owed);
        word_right : assert (data == WORD'({beat_now[BLOCK-1:0], {WORD{1'b0}}} >> (BLOCK - 32'(place))));
        last_right : assert (last == (last_now && final_word));
        bits_right : assert (BITS_WIDTH'(bits) == (last ? bits_left : BITS_WIDTH'(WORD)));
      end
      if (count != '0 || waits) within_beat : assert (place == '0 || place < bits_now);
      no_more_than_two : assert (count < 2'd3);
      if (taken && !early) room : assert (count < 2'd2);
      goes_on : assert (32'(patience) <= PATIENCE);
      part_of_word : cover (moved && last && bits == WORD_BITS_WIDTH'(1) && (WORDS == 1 || place != '0));
      no_bits : cover (moved && last && bits == '0);
      another_behind : cover (ends && last && here && digest_valid && !digest_last);
      two_lanes : cover (STAGES == 1 || (moved && (out_valid & ~mine) != '0 && count != '0));
    end
  end

endmodule
