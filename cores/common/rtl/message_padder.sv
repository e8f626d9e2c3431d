// SPDX-License-Identifier: Apache-2.0
//
// Pads a message, bit by bit as the padding rule of its hash function says: a stream of words becomes a stream
// of words that fills whole blocks. A message word passes through in the cycle in which it comes; the words after
// it follow one a cycle.
//
// Parameters
//   BLOCK, WORD  bits in a block and in a word; WORD is a power of two from 8 on and divides BLOCK
//   COUNT_BITS   width of `count`: messages are shorter than 2^COUNT_BITS bits (and blocks); more than log2 WORD
//   PADDING      the padding rule (hash_pkg), its tail bytes no more than a block
//   CONTEXT      1: a message can go on from a count, and end without padding; in_bits has two bits more then
//
// Ports
//   in_valid, in_ready, in_data   the message, first bit highest; in_ready does not depend on in_valid
//   in_last, in_bits              last word, and how many of its bits count: 0..WORD, more is taken as WORD
//     with CONTEXT = 1, the highest bit of in_bits: no word of the message but one of a number of 64 bits, the highest
//     first: of the bits before the message, whole blocks; the next one: with the last word of a block, no padding
//   word_valid, word_ready, word_data   the padded message
//   word_end      last word of a block
//   word_close    last word of the padded message
//   word_message  the word carries message bits
//   word_null     no word at all: the message ended with the block before, which nothing follows. Only under a
//                 rule that can leave a message as it is (hash_pkg::is_optional), when in_last comes with in_bits 0
//   count         message bits in the words taken so far, kept until the first word of the next message is taken
//
// rst drops the message in work.

module message_padder #(
    parameter integer BLOCK = 512,
    parameter integer WORD = 64,
    parameter integer COUNT_BITS = 64,
    parameter [hash_pkg::PADDING_BITS-1:0] PADDING = '0,
    parameter integer CONTEXT = 0,
    localparam integer OFFSET_BITS = $clog2(WORD),
    localparam integer IN_BITS = OFFSET_BITS + 1 + 2 * CONTEXT
) (
    input logic clk,
    input logic rst,

    input  logic               in_valid,
    output logic               in_ready,
    input  logic [   WORD-1:0] in_data,
    input  logic               in_last,
    input  logic [IN_BITS-1:0] in_bits,

    output logic            word_valid,
    input  logic            word_ready,
    output logic [WORD-1:0] word_data,
    output logic            word_end,
    output logic            word_close,
    output logic            word_message,
    output logic            word_null,

    output logic [COUNT_BITS-1:0] count
);

  generate
    if (WORD < 8 || WORD != 2 ** $clog2(WORD) || BLOCK < WORD || BLOCK % WORD != 0) begin : gen_refused_word
      message_padder_needs_WORD_a_power_of_two_from_8_on_that_divides_BLOCK refused ();
    end
    if (COUNT_BITS <= OFFSET_BITS) begin : gen_refused_count_bits
      message_padder_needs_COUNT_BITS_of_more_than_log2_WORD refused ();
    end
    if (8 * hash_pkg::get(PADDING, hash_pkg::TAIL_BYTES) > BLOCK) begin : gen_refused_tail_bytes
      message_padder_needs_BLOCK_for_the_TAIL_BYTES_in_PADDING refused ();
    end
    if (CONTEXT != 0 && (CONTEXT != 1 || COUNT_BITS > 64)) begin : gen_refused_context
      message_padder_needs_CONTEXT_of_0_or_of_1_with_COUNT_BITS_of_64_or_less refused ();
    end
    if (CONTEXT != 0 && hash_pkg::get(PADDING, hash_pkg::LENGTH_IN_BLOCKS) != 0 &&
        BLOCK != 2 ** $clog2(BLOCK)) begin : gen_refused_length_in_blocks
      message_padder_needs_BLOCK_a_power_of_two_with_CONTEXT_1_and_LENGTH_IN_BLOCKS_in_PADDING refused ();
    end
  endgenerate

  localparam integer WORDS = BLOCK / WORD;
  localparam integer POSITION_BITS = hash_pkg::index_bits(WORDS);
  localparam integer AGES = hash_pkg::tail_words(PADDING, WORD);
  localparam integer AGE_BITS = hash_pkg::index_bits(AGES + 1);
  localparam integer PARTS = hash_pkg::trailer_blocks(PADDING, BLOCK);
  localparam integer PART_BITS = hash_pkg::index_bits(PARTS);
  localparam integer OPTIONAL = hash_pkg::is_optional(PADDING);
  localparam integer LAST_PLACE = hash_pkg::last_place(PADDING, BLOCK);
  localparam integer LSB_FIRST = hash_pkg::get(PADDING, hash_pkg::LSB_FIRST);
  localparam logic FROM_FIRST_WORD = hash_pkg::get(PADDING, hash_pkg::LENGTH_PLACE) == hash_pkg::OWN_BLOCK_BEGIN ||
      PARTS * BLOCK - hash_pkg::trailer_bits(PADDING) < WORD;  // the length can stand in the first word of a block
  localparam integer IN_BLOCKS = hash_pkg::get(PADDING, hash_pkg::LENGTH_IN_BLOCKS);

  // State
  logic padding;  // all words of the message are taken
  logic start;  // the next message word is the first of its message
  logic [POSITION_BITS-1:0] position;  // of the next word in its block
  logic [COUNT_BITS-OFFSET_BITS-1:0] words;  // whole words of the message taken
  logic [OFFSET_BITS-1:0] rest;  // message bits in its incomplete last word
  logic [AGE_BITS-1:0] age;  // of the end of the message, see message_end
  logic [PART_BITS-1:0] part;  // which of the blocks that carry it

  // This word
  logic taken;
  logic whole;  // all its bits are message bits, if it is a message word
  logic [OFFSET_BITS-1:0] offset;
  logic [AGE_BITS-1:0] age_here;
  logic closing;  // its block is to be the last one, or the first that carries the length
  logic [COUNT_BITS-OFFSET_BITS-1:0] words_before;
  logic [COUNT_BITS-1:0] length;

  assign in_ready = word_ready && !padding;
  assign taken = word_valid && word_ready && !word_null;

  assign whole = !in_last || in_bits[OFFSET_BITS];
  assign offset = padding ? rest : in_bits[OFFSET_BITS-1:0];
  assign age_here = padding ? age : whole ? AGE_BITS'(AGES) : '0;
  assign count = {words, rest};

  assign word_message = !padding && (whole || offset != '0);
  assign word_end = position == POSITION_BITS'(WORDS - 1);

  logic counting;  // a word of the count
  logic [COUNT_BITS-1:0] counted;  // the count with it
  generate
    if (CONTEXT != 0) begin : gen_context
      logic resumed;  // the count is not that of the message before
      logic saving;  // no padding follows this word
      assign counting = in_valid && in_bits[OFFSET_BITS+2] && !padding;
      assign counted = COUNT_BITS'({words, rest, in_data});
      assign word_valid = padding || (in_valid && !counting);
      assign words_before = (start && !resumed) ? '0 : words;
      assign saving = in_bits[OFFSET_BITS+1] && !padding;
      assign word_close = word_end && ((closing && part == PART_BITS'(PARTS - 1)) || saving);
      always_ff @(posedge clk) begin
        if (counting && word_ready) resumed <= 1'b1;
        if (rst || (word_valid && word_ready && (word_close || word_null))) resumed <= 1'b0;
      end
    end else begin : gen_no_context
      assign counting = 1'b0;
      assign counted = '0;
      assign word_valid = padding || in_valid;
      assign words_before = start ? '0 : words;
      assign word_close = word_end && closing && part == PART_BITS'(PARTS - 1);
      logic unused;
      assign unused = &{1'b0, counting, counted};
    end
  endgenerate

  generate
    if (OPTIONAL != 0) begin : gen_optional
      assign closing   = padding || in_last;
      assign word_null = !padding && !start && position == '0 && in_last && !word_message;
    end else begin : gen_mandatory
      logic closing_on;  // decided by an earlier word
      logic fits;  // if the message ends in this word, its block has room for the length
      if (LAST_PLACE < 0) begin : gen_no_place
        assign fits = 1'b0;
      end else begin : gen_place
        assign fits = 32'({position, offset}) <= 32'(LAST_PLACE);
      end
      assign closing   = (age_here == '0) ? fits : closing_on;
      assign word_null = 1'b0;
      always_ff @(posedge clk) begin
        if (rst || (taken && word_close)) closing_on <= 1'b0;
        else if (taken) closing_on <= word_end ? padding || age_here == '0 : closing;
      end
    end

    if (IN_BLOCKS != 0) begin : gen_blocks
      logic [COUNT_BITS-1:0] blocks;  // up to the block in work
      always_ff @(posedge clk) begin
        if (rst || (taken && word_close)) blocks <= COUNT_BITS'(1);
        else if (taken && word_end) blocks <= blocks + 1'b1;
        if (CONTEXT != 0 && counting && word_ready && !rst) blocks <= (counted >> $clog2(BLOCK)) + 1'b1;
      end
      assign length = blocks;
    end else begin : gen_bits
      // In the first word of a message the counter still has the length of the message before.
      assign length = {FROM_FIRST_WORD ? words_before : words, offset};
    end
  endgenerate

  logic [WORD-1:0] data, ended, closed;

  message_end #(
      .WORD(WORD),
      .PADDING(PADDING)
  ) message_end (
      .data(data),
      .carried(!padding),
      .whole(whole),
      .offset(offset),
      .age(age_here),
      .word(ended)
  );

  message_length #(
      .BLOCK(BLOCK),
      .WORD(WORD),
      .COUNT_BITS(COUNT_BITS),
      .PADDING(PADDING)
  ) message_length (
      .part(part),
      .position(position),
      .length(length),
      .word(closed)
  );

  generate
    if (LSB_FIRST != 0) begin : gen_reversed
      for (genvar i = 0; i < WORD; i = i + 1) begin : gen_bit
        localparam integer OTHER = 8 * (i / 8) + 7 - i % 8;
        assign data[i] = in_data[OTHER];
        assign word_data[i] = ended[OTHER] | (closing & closed[OTHER]);
      end
    end else begin : gen_straight
      assign data = in_data;
      assign word_data = ended | ({WORD{closing}} & closed);
    end
  endgenerate

  always_ff @(posedge clk) begin
    if (taken) begin
      if (!padding) begin
        start <= 1'b0;
        padding <= in_last;
        words <= words_before + (COUNT_BITS - OFFSET_BITS)'(whole);
        rest <= whole ? '0 : offset;
        age <= AGE_BITS'(!whole);
      end else if (age != AGE_BITS'(AGES)) begin
        age <= age + 1'b1;
      end
      position <= word_end ? '0 : position + 1'b1;
      if (word_end) part <= (PARTS > 1 && closing) ? part + 1'b1 : '0;
    end
    if (CONTEXT != 0 && counting && word_ready) {words, rest} <= counted;
    if (rst || (word_valid && word_ready && (word_close || word_null))) begin
      start <= 1'b1;
      padding <= 1'b0;
      position <= '0;
      part <= '0;
    end
  end

endmodule
