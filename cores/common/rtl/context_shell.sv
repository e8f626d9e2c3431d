// SPDX-License-Identifier: Apache-2.0
//
// Between streams of words and a core with CONTEXT = 1: as message_shell, but a message can go on from a context, and
// end with one in place of a digest. docs/context.md says what a context is.
//
//   in_* --> context_reader --> message_padder --> block_collector --+--> block_*     digest_* --> serializer --> out_*
//            one of each for every lane                              by block_lane                 for all lanes
//
// Parameters
//   CHAIN       bits of the chaining value
//   WORD        bits in a word: 8, 16, 32 or 64; it divides BLOCK
//   COUNT_BITS  width of block_count, more than log2 WORD, 64 or less
//   the others  as message_shell
//
// Under a padding rule that can leave a message as it is (hash_pkg::is_optional) a block may or may not be the last of its
// message. A context has it besides, behind the count, which is that of the bits before it; the core gives it behind the
// chaining value. It comes back as a block of the message, without which no message goes on from a count other than 0.
//
// Ports
//   in_*         streams, as message_shell; in_resume and in_save as context_reader
//   out_*        streams, as message_shell
//   out_context  the words are those of a context
//   out_error    a word of zeros, the last, in place of digest or context: the message ended in its context, or with
//                in_save and not with a block, or went on with nothing where it must not
//   block_*      to those of the core: block_data, block_chain, block_load and block_give are its block_data, from the
//                lowest bits on
//   digest_*     to those of the core, whose digests and chaining values begin in the highest bit of digest_data
//   rst          drops everything in flight

module context_shell #(
    parameter integer BLOCK = 512,
    parameter integer DIGEST = 256,
    parameter integer BEAT = 256,
    parameter integer CHAIN = 256,
    parameter integer WORD = 64,
    parameter integer STAGES = 1,
    parameter integer COUNT_BITS = 64,
    parameter [hash_pkg::PADDING_BITS-1:0] PADDING = hash_pkg::field(hash_pkg::SUFFIX_BITS, 1) |
        hash_pkg::field(hash_pkg::SUFFIX, 1),
    localparam integer KEPT = (hash_pkg::is_optional(PADDING) != 0) ? BLOCK : 0,
    localparam integer GIVEN = CHAIN + KEPT,
    localparam integer OUTPUT = (GIVEN > BEAT) ? GIVEN : BEAT,
    localparam integer LANE_BITS = hash_pkg::index_bits(STAGES),
    localparam integer BITS_WIDTH = $clog2(WORD) + 1
) (
    input logic clk,
    input logic rst,

    input  logic [           STAGES-1:0] in_valid,
    output logic [           STAGES-1:0] in_ready,
    input  logic [      STAGES*WORD-1:0] in_data,
    input  logic [           STAGES-1:0] in_last,
    input  logic [STAGES*BITS_WIDTH-1:0] in_bits,
    input  logic [           STAGES-1:0] in_resume,
    input  logic [           STAGES-1:0] in_save,

    output logic [     STAGES-1:0] out_valid,
    input  logic [     STAGES-1:0] out_ready,
    output logic [STAGES*WORD-1:0] out_data,
    output logic [     STAGES-1:0] out_last,
    output logic [     STAGES-1:0] out_context,
    output logic [     STAGES-1:0] out_error,

    output logic                  block_valid,
    input  logic                  block_ready,
    input  logic [ LANE_BITS-1:0] block_lane,
    output logic [     BLOCK-1:0] block_data,
    output logic [     CHAIN-1:0] block_chain,
    output logic                  block_load,
    output logic                  block_give,
    output logic                  block_first,
    output logic                  block_last,
    output logic                  block_empty,
    output logic [COUNT_BITS-1:0] block_count,

    input  logic                 digest_valid,
    output logic                 digest_ready,
    input  logic [LANE_BITS-1:0] digest_lane,
    input  logic [   OUTPUT-1:0] digest_data,
    input  logic                 digest_last
);

  generate
    if (STAGES < 1) begin : gen_refused_stages
      context_shell_needs_STAGES_of_1_or_more refused ();
    end
    if (COUNT_BITS < BITS_WIDTH || COUNT_BITS > 64) begin : gen_refused_count_bits
      context_shell_needs_COUNT_BITS_of_more_than_log2_WORD_and_64_or_less refused ();
    end
    if (WORD != 8 && WORD != 16 && WORD != 32 && WORD != 64) begin : gen_refused_word
      context_shell_needs_WORD_of_8_16_32_or_64 refused ();
    end
    if (DIGEST < 1 || BEAT < 1) begin : gen_refused_digest
      context_shell_needs_DIGEST_and_BEAT_of_1_or_more refused ();
    end
  endgenerate

  localparam integer OPTIONAL = (KEPT > 0) ? 1 : 0;
  localparam integer OFFER = BLOCK + CHAIN + COUNT_BITS + 6;

  // What each lane offers, in the order of the assignment from `offer`.
  logic [STAGES*OFFER-1:0] offers;
  logic [OFFER-1:0] offer;

  // Of the message that the core has of a lane: how it ends, and its length.
  localparam integer ENDING = COUNT_BITS + 2;
  logic [STAGES*ENDING-1:0] endings;
  logic [ENDING-1:0] ending;

  generate
    for (genvar l = 0; l < STAGES; l = l + 1) begin : gen_lane
      logic pad_valid, pad_ready, pad_last;
      logic [WORD-1:0] pad_data;
      logic [BITS_WIDTH+1:0] pad_bits;
      logic word_valid, word_ready, word_end, word_close, word_message, word_null;
      logic [WORD-1:0] word_data;
      logic lane_valid, lane_first, lane_last, lane_empty, lane_load, saved, failed, gives, fails;
      logic [BLOCK-1:0] lane_data;
      logic [CHAIN-1:0] lane_chain;
      logic [COUNT_BITS-1:0] lane_count;
      logic turn, taken;

      assign turn  = block_ready && block_lane == LANE_BITS'(l);
      assign taken = lane_valid && turn;

      context_reader #(
          .CHAIN(CHAIN),
          .WORD (WORD),
          .REST (OPTIONAL)
      ) reader (
          .clk(clk),
          .rst(rst),
          .in_valid(in_valid[l]),
          .in_ready(in_ready[l]),
          .in_data(in_data[l*WORD+:WORD]),
          .in_last(in_last[l]),
          .in_bits(in_bits[l*BITS_WIDTH+:BITS_WIDTH]),
          .in_resume(in_resume[l]),
          .in_save(in_save[l]),
          .pad_valid(pad_valid),
          .pad_ready(pad_ready),
          .pad_data(pad_data),
          .pad_last(pad_last),
          .pad_bits(pad_bits),
          .word_end(word_end),
          .block_taken(taken),
          .block_load(lane_load),
          .block_chain(lane_chain),
          .saved(saved),
          .failed(failed)
      );

      message_padder #(
          .BLOCK(BLOCK),
          .WORD(WORD),
          .COUNT_BITS(COUNT_BITS),
          .PADDING(PADDING),
          .CONTEXT(1)
      ) padder (
          .clk(clk),
          .rst(rst),
          .in_valid(pad_valid),
          .in_ready(pad_ready),
          .in_data(pad_data),
          .in_last(pad_last),
          .in_bits(pad_bits),
          .word_valid(word_valid),
          .word_ready(word_ready),
          .word_data(word_data),
          .word_end(word_end),
          .word_close(word_close),
          .word_message(word_message),
          .word_null(word_null),
          .count(lane_count)
      );

      block_collector #(
          .BLOCK(BLOCK),
          .WORD(WORD),
          .LOOK_AHEAD(OPTIONAL)
      ) collector (
          .clk(clk),
          .rst(rst),
          .word_valid(word_valid),
          .word_ready(word_ready),
          .word_data(word_data),
          .word_end(word_end),
          .word_close(word_close),
          .word_message(word_message),
          .word_null(word_null),
          .block_valid(lane_valid),
          .block_ready(turn),
          .block_data(lane_data),
          .block_first(lane_first),
          .block_last(lane_last),
          .block_empty(lane_empty)
      );

      // A word of no bits that ends a message behind a block comes in the cycle in which that goes. It saves nothing.
      assign gives = saved && !(OPTIONAL != 0 && word_null);
      assign fails = (OPTIONAL != 0 && word_null) ? in_save[l] : failed;

      // The count and the ending are those of the block: no later word is taken before the block goes.
      assign offers[l*OFFER+:OFFER] = {
        lane_valid,
        lane_first,
        lane_last,
        lane_empty,
        lane_last && (gives || fails),
        lane_load,
        lane_count,
        lane_chain,
        lane_data
      };

      always_ff @(posedge clk) begin
        if (taken && lane_last) endings[l*ENDING+:ENDING] <= {gives, fails, lane_count};
      end
    end
  endgenerate

  always_comb begin
    offer  = '0;
    ending = '0;
    for (integer l = 0; l < STAGES; l = l + 1) begin
      if (block_lane == LANE_BITS'(l)) offer = offer | offers[l*OFFER+:OFFER];
      if (digest_lane == LANE_BITS'(l)) ending = ending | endings[l*ENDING+:ENDING];
    end
  end

  assign {block_valid, block_first, block_last, block_empty, block_give, block_load, block_count, block_chain,
          block_data} = offer;

  // A beat of words, each with three bits above it: last of the beat, of a context, an error.
  localparam integer CHAIN_FIELD = (CHAIN + 63) / 64 * 64;
  localparam integer COUNT_END = CHAIN_FIELD + 64;
  localparam integer CONTEXT_BITS = COUNT_END + KEPT;
  localparam integer CONTEXT_WORDS = CONTEXT_BITS / WORD;
  localparam integer BEAT_WORDS = (BEAT + WORD - 1) / WORD;
  localparam integer LAST_BITS = DIGEST - (DIGEST - 1) / BEAT * BEAT;  // of the last beat
  localparam integer LAST_WORDS = (LAST_BITS + WORD - 1) / WORD;
  localparam integer WORDS = (CONTEXT_WORDS > BEAT_WORDS) ? CONTEXT_WORDS : BEAT_WORDS;
  localparam integer IMAGE = WORDS * WORD;
  localparam integer ITEM = WORD + 3;
  localparam [IMAGE-1:0] IN_BEAT = {IMAGE{1'b1}} << (IMAGE - BEAT);
  localparam [IMAGE-1:0] IN_LAST = {IMAGE{1'b1}} << (IMAGE - LAST_BITS);

  logic saved_here, failed_here;
  logic [COUNT_BITS-1:0] count_here, hashed_here;
  logic [IMAGE-1:0] digest_image, context_image, kept_image, image;
  logic [WORDS*ITEM-1:0] items;
  logic items_valid, items_ready;
  logic dropped;  // a beat behind the first in the place of which a context or an error was given
  logic [STAGES*ITEM-1:0] out_items;

  assign {saved_here, failed_here, count_here} = ending;
  assign hashed_here = count_here - COUNT_BITS'(KEPT);
  assign digest_image = (IMAGE'(digest_data[OUTPUT-1-:BEAT]) << (IMAGE - BEAT)) & (digest_last ? IN_LAST : IN_BEAT);
  assign context_image = (IMAGE'(digest_data[OUTPUT-1-:CHAIN]) << (IMAGE - CHAIN)) |
      (IMAGE'(hashed_here) << (IMAGE - COUNT_END)) | kept_image;
  assign image = saved_here ? context_image : failed_here ? '0 : digest_image;

  generate
    if (KEPT > 0) begin : gen_kept
      assign kept_image = IMAGE'(digest_data[OUTPUT-CHAIN-1-:KEPT]) << (IMAGE - CONTEXT_BITS);
    end else begin : gen_none_kept
      assign kept_image = '0;
    end

    for (genvar i = 0; i < WORDS; i = i + 1) begin : gen_item
      logic ends;
      assign ends = saved_here ? i == CONTEXT_WORDS - 1 : failed_here ? i == 0 :
          digest_last ? i == LAST_WORDS - 1 : i == BEAT_WORDS - 1;
      assign items[(WORDS-1-i)*ITEM+:ITEM] = {ends, saved_here, failed_here, image[(WORDS-1-i)*WORD+:WORD]};
    end

    if (DIGEST > BEAT) begin : gen_beats
      logic [STAGES-1:0] given;  // of each lane: the first beat has gone
      always_comb begin
        dropped = 1'b0;
        for (integer l = 0; l < STAGES; l = l + 1) begin
          if (digest_lane == LANE_BITS'(l)) dropped = dropped | given[l];
        end
      end
      always_ff @(posedge clk) begin
        for (integer l = 0; l < STAGES; l = l + 1) begin
          if (digest_lane == LANE_BITS'(l) && digest_valid && digest_ready) begin
            given[l] <= (saved_here || failed_here) && !digest_last;
          end
        end
        if (rst) given <= '0;
      end
    end else begin : gen_one_beat
      assign dropped = 1'b0;
    end

    for (genvar l = 0; l < STAGES; l = l + 1) begin : gen_out
      logic unused;  // last of the beat
      assign {unused, out_context[l], out_error[l], out_data[l*WORD+:WORD]} = out_items[l*ITEM+:ITEM];
    end
  endgenerate

  assign items_valid  = digest_valid && !dropped;
  assign digest_ready = items_ready || dropped;

  digest_serializer #(
      .DIGEST(WORDS * ITEM),
      .BEAT  (WORDS * ITEM),
      .WORD  (ITEM),
      .STAGES(STAGES),
      .MARKED(1)
  ) serializer (
      .clk(clk),
      .rst(rst),
      .digest_valid(items_valid),
      .digest_ready(items_ready),
      .digest_lane(digest_lane),
      .digest_data(items),
      .digest_last(digest_last || saved_here || failed_here),
      .out_valid(out_valid),
      .out_ready(out_ready),
      .out_data(out_items),
      .out_last(out_last)
  );

endmodule
