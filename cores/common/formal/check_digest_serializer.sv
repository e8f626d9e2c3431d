// SPDX-License-Identifier: Apache-2.0
//
// digest_serializer gives the words of a beat in order, each once, to the lane that the beat is of, keeps a word until it
// is taken and takes a beat with its last word only.
//
// One lane is followed, any. The core is what the contract allows: lanes take turns, a beat stays until it is taken and
// is of any content.
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
  logic [WORD-1:0] data;
  assign here = digest_lane == lane;
  assign offered = here && digest_valid;
  assign taken = offered && digest_ready;
  assign valid = |(out_valid & (STAGES'(1) << lane));
  assign ready = |(out_ready & (STAGES'(1) << lane));
  assign last = |(out_last & (STAGES'(1) << lane));
  assign data = WORD'(out_data >> (WORD * 32'(lane)));
  assign moved = valid && ready;

  logic [BEAT-1:0] beat;  // offered in the lane's last turn
  logic beat_last;
  logic waits;  // it was not taken
  logic behind;  // it was taken, and its last word not yet
  logic [INDEX_BITS-1:0] index;  // of the next word that leaves
  logic [INDEX_BITS-1:0] end_of_beat;
  logic [BEAT-1:0] taken_beat, right_beat;
  logic taken_last;
  logic right_last;

  // With one lane a word is what the core shows now; otherwise it was taken from the beat in the lane's turn.
  assign right_beat = (STAGES == 1) ? digest_data : behind ? taken_beat : beat;
  assign right_last = (STAGES == 1) ? digest_last : behind ? taken_last : beat_last;
  assign end_of_beat = right_last ? INDEX_BITS'(LAST_WORDS - 1) : INDEX_BITS'(WORDS - 1);

  logic valid_before, digest_waited;
  logic [WORD:0] word_before;

  // Turns since the lane could have passed a word on.
  logic [$clog2(STAGES+2)-1:0] patience;

  initial begun = 1'b0;
  always_ff @(posedge clk) begin
    begun <= 1'b1;
    digest_lane <= (rst || 32'(digest_lane) == STAGES - 1) ? '0 : digest_lane + 1'b1;
    if (offered) begin
      beat <= digest_data;
      beat_last <= digest_last;
    end
    if (taken) begin
      taken_beat <= digest_data;
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
    assume (begun || rst);
    assume (32'(lane) < STAGES);
    if (begun && here && waits) assume (digest_valid && digest_data == beat && digest_last == beat_last);
    if (begun && !rst) begin
      if (valid_before) stays : assert (valid && {data, last} == word_before);
      if (valid) begin
        word_right : assert (data == WORD'({right_beat, {WORD{1'b0}}} >> (BEAT - WORD * 32'(index))));
        last_right : assert (last == (right_last && index == end_of_beat));
        of_a_beat : assert (STAGES == 1 ? digest_valid : waits || behind);
      end
      if (behind) last_word_only : assert (valid && index == end_of_beat);
      if (taken) with_last_word : assert (STAGES > 1 || (moved && index == end_of_beat));
      progress : assert (32'(patience) <= STAGES);
      digest_gone : cover (moved && last && data != '0);
      two_digests : cover (valid && !ready && STAGES > 1 ? behind && here && digest_valid : taken && index != '0);
    end
  end

endmodule
