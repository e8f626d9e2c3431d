// SPDX-License-Identifier: Apache-2.0
//
// Cuts the digest beats of a core into words. The core keeps a beat while its words leave, one in each turn of its
// lane, so that all lanes share one word multiplexer and each needs the storage of one word only; a single lane,
// whose turn it always is, needs none.
//
// Parameters
//   DIGEST  bits in a digest        BEAT    bits in a beat of digest_data
//   WORD    bits in a word          STAGES  lanes; all of them 1 or more
//   MARKED  1: the highest bit of a word says whether it is the last of its beat, whatever the lengths
//
// Ports
//   digest_*  the digest port of a core; digest_ready comes with the last word of a beat
//   out_*     one stream of words for each lane, lane l at [l] and [l*WORD +: WORD]; the first bit of the digest is the
//             highest, and each beat is filled up with zeros to whole words

module digest_serializer #(
    parameter integer DIGEST = 256,
    parameter integer BEAT = 256,
    parameter integer WORD = 64,
    parameter integer STAGES = 1,
    parameter integer MARKED = 0,
    localparam integer LANE_BITS = hash_pkg::index_bits(STAGES)
) (
    input logic clk,
    input logic rst,

    input  logic                 digest_valid,
    output logic                 digest_ready,
    input  logic [LANE_BITS-1:0] digest_lane,
    input  logic [     BEAT-1:0] digest_data,
    input  logic                 digest_last,

    output logic [     STAGES-1:0] out_valid,
    input  logic [     STAGES-1:0] out_ready,
    output logic [STAGES*WORD-1:0] out_data,
    output logic [     STAGES-1:0] out_last
);

  generate
    if (DIGEST < 1) begin : gen_refused_digest
      digest_serializer_needs_DIGEST_of_1_or_more refused ();
    end
    if (BEAT < 1) begin : gen_refused_beat
      digest_serializer_needs_BEAT_of_1_or_more refused ();
    end
    if (WORD < 1) begin : gen_refused_word
      digest_serializer_needs_WORD_of_1_or_more refused ();
    end
    if (STAGES < 1) begin : gen_refused_stages
      digest_serializer_needs_STAGES_of_1_or_more refused ();
    end
    if (MARKED != 0 && MARKED != 1) begin : gen_refused_marked
      digest_serializer_needs_MARKED_of_0_or_1 refused ();
    end
  endgenerate

  localparam integer WORDS = (BEAT + WORD - 1) / WORD;  // in a beat
  localparam integer LAST_BITS = DIGEST - (DIGEST - 1) / BEAT * BEAT;  // of the last beat
  localparam integer LAST_WORDS = (LAST_BITS + WORD - 1) / WORD;
  localparam integer INDEX_BITS = hash_pkg::index_bits(WORDS);

  logic [INDEX_BITS-1:0] index;  // of the word in the beat, for the lane whose turn it is
  logic [WORD-1:0] word;
  logic final_word;  // of the beat
  logic free;  // the lane can pass a word on

  always_comb begin
    word = '0;
    for (integer i = 0; i < WORDS; i = i + 1) begin
      if (index == INDEX_BITS'(i)) word = word | WORD'({digest_data, {WORD{1'b0}}} >> (BEAT - WORD * i));
    end
  end

  assign digest_ready = free && final_word;

  generate
    if (MARKED != 0) begin : gen_marked
      assign final_word = word[WORD-1];
    end else begin : gen_by_lengths
      assign final_word = index == (digest_last ? INDEX_BITS'(LAST_WORDS - 1) : INDEX_BITS'(WORDS - 1));
    end
  endgenerate

  generate
    if (STAGES == 1) begin : gen_one_lane
      assign free = out_ready[0];
      assign out_valid[0] = digest_valid;
      assign out_data = word;
      assign out_last[0] = digest_last && final_word;

      always_ff @(posedge clk) begin
        if (digest_valid && free) index <= final_word ? '0 : index + 1'b1;
        if (rst) index <= '0;
      end

      logic unused;
      assign unused = digest_lane;
    end else begin : gen_lanes
      logic [STAGES*INDEX_BITS-1:0] indices;

      always_comb begin
        index = '0;
        free  = 1'b0;
        for (integer l = 0; l < STAGES; l = l + 1) begin
          if (digest_lane == LANE_BITS'(l)) begin
            index = index | indices[l*INDEX_BITS+:INDEX_BITS];
            free  = free | !out_valid[l] | out_ready[l];
          end
        end
      end

      always_ff @(posedge clk) begin
        for (integer l = 0; l < STAGES; l = l + 1) begin
          if (out_ready[l]) out_valid[l] <= 1'b0;
          if (digest_lane == LANE_BITS'(l) && digest_valid && free) begin
            out_valid[l] <= 1'b1;
            out_data[l*WORD+:WORD] <= word;
            out_last[l] <= digest_last && final_word;
            indices[l*INDEX_BITS+:INDEX_BITS] <= final_word ? '0 : index + 1'b1;
          end
        end
        if (rst) begin
          out_valid <= '0;
          indices   <= '0;
        end
      end
    end
  endgenerate

endmodule
