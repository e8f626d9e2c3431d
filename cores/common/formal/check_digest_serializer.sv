// SPDX-License-Identifier: Apache-2.0
//
// digest_serializer gives the words of a beat in order, each once, to the lane that the beat is of, keeps a word until it
// is taken and takes a beat with its last word only.
//
// One lane is followed, any, and of its words the bit at one place, any. The core is what the contract allows: lanes take
// turns, a beat stays until it is taken and is of any content.
//
// The check begins with rst, or anywhere: circuit and model in any state in which they are related as `related` says.
// That they stay so, and become so by rst from any state, is asserted: the assertions together are inductive, for beats
// of any length. An escaped name with a dot in it is the circuit's register: yosys joins the two where it flattens. If
// they were not joined, the name would be free, and the assertions would fail.
//
// Parameters: those of digest_serializer.

module check_digest_serializer #(
    parameter integer DIGEST = 20,
    parameter integer BEAT = 20,
    parameter integer WORD = 8,
    parameter integer STAGES = 1,
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

  logic digest_ready;
  logic [LANE_BITS-1:0] digest_lane;
  logic [STAGES-1:0] out_valid, out_last;
  logic [STAGES*WORD-1:0] out_data;

  digest_serializer #(
      .DIGEST(DIGEST),
      .BEAT  (BEAT),
      .WORD  (WORD),
      .STAGES(STAGES)
  ) serializer (
      .*
  );

  (* anyconst *) logic [LANE_BITS-1:0] lane;
  logic begun, here, offered, taken, moved;
  logic valid, ready, last;
  localparam integer PLACE_BITS = $clog2(WORD);
  (* anyconst *) logic [PLACE_BITS-1:0] place;  // of the bit in its word
  logic data;
  logic [WORD-1:0] followed;
  logic [STAGES-1:0] offers;  // that bit of each lane's word
  logic [WORDS*WORD-1:0] filled;  // the beat that is offered, filled up with zeros to whole words
  logic [WORDS-1:0] bits;  // of its words, the first lowest
  assign here = digest_lane == lane;
  assign offered = here && digest_valid;
  assign taken = offered && digest_ready;
  assign valid = |(out_valid & (STAGES'(1) << lane));
  assign ready = |(out_ready & (STAGES'(1) << lane));
  assign last = |(out_last & (STAGES'(1) << lane));
  assign followed = WORD'(1) << place;
  assign filled = (WORDS * WORD)'(digest_data) << (WORDS * WORD - BEAT);
  generate
    for (genvar w = 0; w < WORDS; w = w + 1) begin : gen_word
      assign bits[w] = |(filled[WORD*(WORDS-1-w)+:WORD] & followed);
    end
    for (genvar l = 0; l < STAGES; l = l + 1) begin : gen_lane
      assign offers[l] = |(out_data[WORD*l+:WORD] & followed);
    end
  endgenerate
  assign data = |(offers & (STAGES'(1) << lane));
  assign moved = valid && ready;

  logic [WORDS-1:0] beat;  // the bits of what was offered in the lane's last turn
  logic beat_last;
  logic waits;  // it was not taken
  logic behind;  // it was taken, and its last word not yet
  logic [INDEX_BITS-1:0] index;  // of the next word that leaves
  logic [INDEX_BITS-1:0] end_of_beat;
  logic [WORDS-1:0] taken_beat, right_beat;
  logic taken_last;
  logic right_last;
  logic right_word;

  // With one lane a word is what the core shows now; otherwise it was taken from the beat in the lane's turn.
  assign right_beat = (STAGES == 1) ? bits : behind ? taken_beat : beat;
  assign right_last = (STAGES == 1) ? digest_last : behind ? taken_last : beat_last;
  assign end_of_beat = right_last ? INDEX_BITS'(LAST_WORDS - 1) : INDEX_BITS'(WORDS - 1);
  assign right_word = |(right_beat & (WORDS'(1) << index));

  logic valid_before, digest_waited;
  logic [1:0] word_before;

  // Turns since the lane could have passed a word on.
  logic [$clog2(STAGES+2)-1:0] patience;

  // The registers of the circuit, and what they have to do with the model.
  localparam integer POINTER_BITS = hash_pkg::index_bits(WORDS);
  logic [POINTER_BITS-1:0] pointer;  // of the next word of the lane that leaves its beat
  (* hierconn *) logic [POINTER_BITS-1:0] \serializer.index ;
  (* hierconn *) logic [STAGES*POINTER_BITS-1:0] \serializer.gen_lanes.indices ;
  generate
    if (STAGES == 1) begin : gen_one_lane
      assign pointer = \serializer.index ;
    end else begin : gen_lanes
      assign pointer = POINTER_BITS'(\serializer.gen_lanes.indices >> (POINTER_BITS * 32'(lane)));
    end
  endgenerate
  logic [31:0] elapsed;  // cycles since the lane's last turn
  logic stored;  // a word of the lane has left its beat and is offered
  logic related_place, related_word, related_times, related;
  assign elapsed = (32'(digest_lane) > 32'(lane)) ? 32'(digest_lane) - 32'(lane) - 1 :
      32'(digest_lane) + STAGES - 32'(lane) - 1;
  assign stored = STAGES > 1 && valid;
  assign related_place = index <= end_of_beat && (waits || behind || (!stored && index == '0)) &&
      (behind ? stored && index == end_of_beat && pointer == '0 :
       32'(pointer) == 32'(index) + 32'(stored) && (!stored || index != end_of_beat));
  assign related_word = (!stored || (data == right_word && last == (right_last && index == end_of_beat))) &&
      (!valid_before || (valid && word_before == {right_word, right_last && index == end_of_beat}));
  assign related_times = 32'(patience) <= STAGES && (valid || !waits || 32'(patience) <= elapsed);
  assign related = 32'(digest_lane) < STAGES && related_place && related_word && related_times;

  initial begun = 1'b0;
  always_ff @(posedge clk) begin
    begun <= 1'b1;
    digest_lane <= (rst || 32'(digest_lane) == STAGES - 1) ? '0 : digest_lane + 1'b1;
    if (offered) begin
      beat <= bits;
      beat_last <= digest_last;
    end
    if (taken) begin
      taken_beat <= bits;
      taken_last <= digest_last;
    end
    if (here) waits <= digest_valid && !digest_ready;
    if (moved) index <= (index == end_of_beat) ? '0 : index + 1'b1;
    behind <= taken ? STAGES > 1 : behind && !moved;
    if (rst) begin
      waits  <= 1'b0;
      behind <= 1'b0;
      index  <= '0;
    end
    valid_before <= valid && !ready && !rst;
    word_before <= {data, last};
    patience <= (rst || moved || !waits) ? '0 : (ready && 32'(patience) <= STAGES) ? patience + 1'b1 : patience;
  end

  always @(posedge clk) begin
    assume (begun || rst || related);
    assume (32'(lane) < STAGES);
    assume (32'(place) < WORD);
    if ((begun || !rst) && here && waits) assume (digest_valid && bits == beat && digest_last == beat_last);
    if (begun) stay_related : assert (related);
    if (begun && !rst) begin
      if (valid_before) stays : assert (valid && {data, last} == word_before);
      if (valid) begin
        word_right : assert (data == right_word);
        last_right : assert (last == (right_last && index == end_of_beat));
        of_a_beat : assert (STAGES == 1 ? digest_valid : waits || behind);
      end
      if (behind) last_word_only : assert (valid && index == end_of_beat);
      if (taken) with_last_word : assert (STAGES > 1 || (moved && index == end_of_beat));
      progress : assert (32'(patience) <= STAGES);
      digest_gone : cover (moved && last && data);
      two_digests : cover (valid && !ready && STAGES > 1 ? behind && here && digest_valid : taken && index != '0);
    end
  end

endmodule
