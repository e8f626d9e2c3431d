// SPDX-License-Identifier: Apache-2.0
//
// Digests of any length as streams of words. Each word of a beat goes through buffer and serializer with its marks: that
// it is part of the digest, that it is its last, and how many of its bits count. Words that are not part of the digest are
// left out at the end.
//
// Parameters
//   BLOCK   bits in a beat      WORD  bits in a word      STAGES  lanes
//   SECRET  1: after rst a beat of zeros goes through each lane, so that no register holds a bit of a digest
//           STAGES (BLOCK / WORD + 3) cycles later; so long digest_ready is low
//
// Ports
//   digest_*  as skein_argument_core
//   out_*     one stream of words for each lane, lane l at [l], [l*WORD +: WORD] and [l*WORD_BITS_WIDTH +: WORD_BITS_WIDTH];
//             out_bits: how many bits of the word count, WORD in all but the last. A beat of no bits that is the last,
//             which is no digest (digest_error), is one word, with out_error. All are 0 where no word is offered
//   rst       drops what has not left

module skein_digest_stream #(
    parameter integer BLOCK = 512,
    parameter integer WORD = 64,
    parameter integer STAGES = 1,
    parameter integer SECRET = 0,
    localparam integer LANE_BITS = hash_pkg::index_bits(STAGES),
    localparam integer BITS_WIDTH = $clog2(BLOCK) + 1,
    localparam integer WORD_BITS_WIDTH = $clog2(WORD) + 1
) (
    input logic clk,
    input logic rst,

    input  logic                  digest_valid,
    output logic                  digest_ready,
    input  logic [ LANE_BITS-1:0] digest_lane,
    input  logic [     BLOCK-1:0] digest_data,
    input  logic                  digest_last,
    input  logic [BITS_WIDTH-1:0] digest_bits,
    input  logic                  digest_error,

    output logic [                STAGES-1:0] out_valid,
    input  logic [                STAGES-1:0] out_ready,
    output logic [           STAGES*WORD-1:0] out_data,
    output logic [                STAGES-1:0] out_last,
    output logic [STAGES*WORD_BITS_WIDTH-1:0] out_bits,
    output logic [                STAGES-1:0] out_error
);

  localparam integer WORDS = BLOCK / WORD;
  localparam integer MARKED = WORD + WORD_BITS_WIDTH + 2;
  localparam integer BEAT = WORDS * MARKED;

  generate
    if (WORD < 1 || BLOCK < WORD || BLOCK % WORD != 0) begin : gen_refused_word
      skein_digest_stream_needs_WORD_that_divides_BLOCK refused ();
    end
    if (STAGES < 1) begin : gen_refused_stages
      skein_digest_stream_needs_STAGES_of_1_or_more refused ();
    end
    if (SECRET < 0 || SECRET > 1) begin : gen_refused_secret
      skein_digest_stream_needs_SECRET_of_0_or_1 refused ();
    end
  endgenerate

  logic [BEAT-1:0] marked;
  logic beat_valid, beat_ready, beat_last;
  logic [LANE_BITS-1:0] beat_lane;
  logic [BEAT-1:0] beat_data;
  logic [STAGES-1:0] word_valid, word_ready, word_last, wanted;
  logic [STAGES*MARKED-1:0] words;

  generate
    for (genvar i = 0; i < WORDS; i = i + 1) begin : gen_mark
      logic within_digest, ends_digest;
      logic [WORD_BITS_WIDTH-1:0] bits;
      assign within_digest = i == 0 || digest_bits > BITS_WIDTH'(i * WORD);
      assign ends_digest = digest_last && digest_bits <= BITS_WIDTH'((i + 1) * WORD);
      assign bits = ends_digest ? WORD_BITS_WIDTH'(digest_bits - BITS_WIDTH'(i * WORD)) : WORD_BITS_WIDTH'(WORD);
      assign marked[BEAT-1-i*MARKED-:MARKED] = {
        within_digest, ends_digest, bits, digest_data[BLOCK-1-i*WORD-:WORD]
      };
    end

    for (genvar l = 0; l < STAGES; l = l + 1) begin : gen_lane
      assign wanted[l] = words[l*MARKED+MARKED-1];
      assign {
        out_last[l],
        out_bits[l*WORD_BITS_WIDTH+:WORD_BITS_WIDTH],
        out_data[l*WORD+:WORD]
      } = words[l*MARKED+:MARKED-1] & {(MARKED - 1) {out_valid[l]}};
      // The error has no bit of its own on its way: no digest has no bits.
      assign out_error[l] = out_last[l] && out_bits[l*WORD_BITS_WIDTH+:WORD_BITS_WIDTH] == '0;
    end
  endgenerate

  // A beat of zeros for each lane after a reset: its words are no part of a digest.
  logic wipe;
  logic [LANE_BITS-1:0] wipe_lane;
  logic buffer_ready;
  generate
    if (SECRET != 0) begin : gen_wipe
      always_ff @(posedge clk) begin
        if (rst) begin
          wipe <= 1'b1;
          wipe_lane <= '0;
        end else if (wipe && buffer_ready) begin
          wipe <= wipe_lane != LANE_BITS'(STAGES - 1);
          wipe_lane <= wipe_lane + 1'b1;
        end
      end
    end else begin : gen_no_wipe
      assign wipe = 1'b0;
      assign wipe_lane = '0;
    end
  endgenerate
  assign digest_ready = buffer_ready && !wipe;

  assign out_valid  = word_valid & wanted;
  assign word_ready = out_ready | ~wanted;

  digest_buffer #(
      .BEAT  (BEAT),
      .STAGES(STAGES)
  ) buffer (
      .clk(clk),
      .rst(rst),
      .digest_valid(digest_valid || wipe),
      .digest_ready(buffer_ready),
      .digest_lane(wipe ? wipe_lane : digest_lane),
      .digest_data(wipe ? '0 : marked),
      .digest_last(digest_last || wipe),
      .beat_valid(beat_valid),
      .beat_ready(beat_ready),
      .beat_lane(beat_lane),
      .beat_data(beat_data),
      .beat_last(beat_last),
      .held(word_valid & ~word_ready)
  );

  digest_serializer #(
      .DIGEST(BEAT),
      .BEAT  (BEAT),
      .WORD  (MARKED),
      .STAGES(STAGES)
  ) serializer (
      .clk(clk),
      .rst(rst),
      .digest_valid(beat_valid),
      .digest_ready(beat_ready),
      .digest_lane(beat_lane),
      .digest_data(beat_data),
      .digest_last(beat_last),
      .out_valid(word_valid),
      .out_ready(word_ready),
      .out_data(words),
      .out_last(word_last)
  );

  logic unused;
  assign unused = ^{word_last, digest_error};

endmodule
