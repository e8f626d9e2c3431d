// SPDX-License-Identifier: Apache-2.0
//
// digest_buffer in front of digest_serializer: the words of the beats of a lane leave in order, each once, in the lane of
// the beat; a word stays until it is taken; a lane whose stream is taken moves in bounded time whatever the streams of the
// others do: each of them has the buffer at most twice before it.
//
// One lane is followed, any. The core is what the contract allows: lanes take turns, a beat stays until it is taken and
// is of any content.
//
// Parameters: those of digest_serializer, and
//   GAP  turns of its lane that the core works on a beat, at least

module check_digest_buffer #(
    parameter integer DIGEST = 16,
    parameter integer BEAT = 16,
    parameter integer WORD = 8,
    parameter integer STAGES = 1,
    parameter integer GAP = 0,
    localparam integer LANE_BITS = hash_pkg::index_bits(STAGES)
) (
    input logic              clk,
    input logic              rst,
    input logic              digest_valid,
    input logic [  BEAT-1:0] digest_data,
    input logic              digest_last,
    input logic [STAGES-1:0] out_ready
);

  localparam integer WORDS = (BEAT + WORD - 1) / WORD;
  localparam integer LAST_WORDS = (DIGEST - (DIGEST - 1) / BEAT * BEAT + WORD - 1) / WORD;
  localparam integer INDEX_BITS = $clog2(WORDS + 1);
  localparam integer GAP_BITS = $clog2(GAP + 2);
  localparam integer STANDING = 2 * STAGES * STAGES + STAGES + 1;  // cycles in which a lane moves while others stand
  localparam integer TURNS = 2 * (WORDS + 2) * (STAGES - 1) + 3;  // in which it moves in any case

  logic digest_ready, beat_valid, beat_ready, beat_last;
  logic [LANE_BITS-1:0] digest_lane, beat_lane;
  logic [BEAT-1:0] beat_data;
  logic [STAGES-1:0] out_valid, out_last;
  logic [STAGES*WORD-1:0] out_data;

  digest_buffer #(
      .BEAT  (BEAT),
      .STAGES(STAGES)
  ) buffer (
      .held(out_valid & ~out_ready),
      .*
  );

  digest_serializer #(
      .DIGEST(DIGEST),
      .BEAT  (BEAT),
      .WORD  (WORD),
      .STAGES(STAGES)
  ) serializer (
      .clk(clk),
      .rst(rst),
      .digest_valid(beat_valid),
      .digest_ready(beat_ready),
      .digest_lane(beat_lane),
      .digest_data(beat_data),
      .digest_last(beat_last),
      .out_valid(out_valid),
      .out_ready(out_ready),
      .out_data(out_data),
      .out_last(out_last)
  );

  (* anyconst *) logic [LANE_BITS-1:0] lane;
  logic begun, here, taken, moved, others_stand;
  logic valid, ready, last;
  logic [WORD-1:0] data;
  logic [STAGES-1:0] mine;
  assign mine = STAGES'(1) << lane;
  assign here = digest_lane == lane;
  assign taken = here && digest_valid && digest_ready;
  assign valid = (out_valid & mine) != '0;
  assign ready = (out_ready & mine) != '0;
  assign last = (out_last & mine) != '0;
  assign data = WORD'(out_data >> (WORD * 32'(lane)));
  assign moved = valid && ready;
  assign others_stand = (out_valid & out_ready & ~mine) == '0;

  // Beats of the lane: those that the core gave and whose last word has not left, and that which it offered in its turn.
  logic [1:0] count;
  logic [BEAT:0] first_beat, second_beat, offered_beat;
  logic waits;  // what was offered was not taken
  logic [INDEX_BITS-1:0] index;  // of the next word that leaves
  logic [BEAT:0] beat_now;
  logic [INDEX_BITS-1:0] end_of_beat;
  logic ends;
  assign beat_now = (count != '0) ? first_beat : offered_beat;
  assign end_of_beat = beat_now[BEAT] ? INDEX_BITS'(LAST_WORDS - 1) : INDEX_BITS'(WORDS - 1);
  assign ends = moved && index == end_of_beat;

  logic valid_before;
  logic [WORD:0] word_before;
  logic owed;  // a word of the lane is on its way
  logic [$clog2(STANDING+2)-1:0] patience;  // cycles without a word of any lane
  logic [$clog2(TURNS+2)-1:0] turns;  // without a word of this lane
  logic [STAGES*GAP_BITS-1:0] gaps;  // of each lane, turns until it has a beat again
  logic [GAP_BITS-1:0] gap;
  logic [STAGES-1:0] offers;  // lanes whose beat was offered and not taken
  logic [STAGES-1:0] turn;
  assign turn = STAGES'(1) << digest_lane;
  assign owed = waits || count != '0;
  assign gap = GAP_BITS'(gaps >> (GAP_BITS * 32'(digest_lane)));

  initial begun = 1'b0;
  always_ff @(posedge clk) begin
    begun <= 1'b1;
    digest_lane <= (rst || 32'(digest_lane) == STAGES - 1) ? '0 : digest_lane + 1'b1;
    if (here && digest_valid) offered_beat <= {digest_last, digest_data};
    if (here) waits <= digest_valid && !digest_ready;
    offers <= (digest_valid && !digest_ready) ? offers | turn : offers & ~turn;
    if (moved) index <= (index == end_of_beat) ? '0 : index + 1'b1;
    count <= count + 2'(taken) - 2'(ends);
    if (ends) first_beat <= second_beat;
    if (taken && count == 2'(ends)) first_beat <= {digest_last, digest_data};
    else if (taken) second_beat <= {digest_last, digest_data};
    valid_before <= valid && !ready && !rst;
    word_before <= {data, last};
    if (moved || !owed || !others_stand) patience <= '0;
    else if (ready && 32'(patience) <= STANDING) patience <= patience + 1'b1;
    if (moved || !owed) turns <= '0;
    else if (here && ready && 32'(turns) <= TURNS) turns <= turns + 1'b1;
    for (integer l = 0; l < STAGES; l = l + 1) begin
      if (32'(digest_lane) == l)
        gaps[l*GAP_BITS+:GAP_BITS] <=
            (digest_valid && digest_ready) ? GAP_BITS'(GAP) : (gap == '0) ? '0 : gap - 1'b1;
    end
    if (rst) begin
      waits <= 1'b0;
      offers <= '0;
      count <= '0;
      index <= '0;
      patience <= '0;
      turns <= '0;
      gaps <= '0;
    end
  end

  always @(posedge clk) begin
    assume (begun || rst);
    assume (32'(lane) < STAGES);
    if (gap != '0) assume (!digest_valid);
    if (begun && (offers & turn) != '0) assume (digest_valid);
    if (begun && here && waits) assume (digest_valid && {digest_last, digest_data} == offered_beat);
    if (begun && !rst) begin
      if (valid_before) stays : assert (valid && {data, last} == word_before);
      if (valid) begin
        of_a_beat : assert (owed);
        word_right : assert (data == WORD'({beat_now[BEAT-1:0], {WORD{1'b0}}} >> (BEAT - WORD * 32'(index))));
        last_right : assert (last == (beat_now[BEAT] && index == end_of_beat));
      end
      if (ends) taken_before : assert (count != '0);
      no_more_than_two : assert (32'(count) < 3);
      if (taken) room : assert (32'(count) < 2);
      others_may_stand : assert (32'(patience) <= STANDING);
      fair : assert (32'(turns) <= TURNS);
      digest_gone : cover (moved && last && data != '0);
      two_digests : cover (STAGES == 1 ? taken : taken && count != '0 && ends);
      beside_a_buffered_beat : cover (STAGES == 1 || WORDS == 1 || (moved && count == '0 && !beat_valid));
      all_others_stand : cover (moved && last && (out_valid | mine) == '1 && (out_ready & ~mine) == '0);
    end
  end

endmodule
