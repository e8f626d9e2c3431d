// SPDX-License-Identifier: Apache-2.0
//
// Everything between a stream of words and the block-level ports of a compact core, which takes a block word by word:
// padding, and words of the one width made of those of the other. No block is kept: a padded word goes to the core as it
// comes, and only the words before the last of those that make up a word of the core wait for it, in a shift register.
//
//   in_* --> message_padder --> words of PORT bits --> block_*       digest_* --> digest_serializer --> out_*
//
// Parameters
//   BLOCK, DIGEST, BEAT  bits in a block, in a digest, and in a beat of digest_data
//   PORT                 bits in a word of block_data: a power of two from 8 on that divides BLOCK
//   WORD                 bits in a word of the streams: the same
//   COUNT_BITS           width of block_count, more than log2 WORD
//   PADDING              the padding rule (hash_pkg), one that adds to every message
//
// Ports
//   in_*, out_*        streams of one lane; see message_padder and digest_serializer. A word moves in a cycle with valid
//                      and ready.
//   block_*, digest_*  to the ports of the core with the same names. block_first, block_last, block_empty and block_count
//                      hold with the last word of a block.
//   rst                drops everything in flight

module compact_shell #(
    parameter integer BLOCK = 512,
    parameter integer DIGEST = 256,
    parameter integer BEAT = 32,
    parameter integer PORT = 32,
    parameter integer WORD = 32,
    parameter integer COUNT_BITS = 64,
    parameter [hash_pkg::PADDING_BITS-1:0] PADDING = hash_pkg::field(hash_pkg::SUFFIX_BITS, 1),
    localparam integer BITS_WIDTH = $clog2(WORD) + 1
) (
    input logic clk,
    input logic rst,

    input  logic                  in_valid,
    output logic                  in_ready,
    input  logic [      WORD-1:0] in_data,
    input  logic                  in_last,
    input  logic [BITS_WIDTH-1:0] in_bits,

    output logic            out_valid,
    input  logic            out_ready,
    output logic [WORD-1:0] out_data,
    output logic            out_last,

    output logic                  block_valid,
    input  logic                  block_ready,
    input  logic                  block_lane,
    output logic [      PORT-1:0] block_data,
    output logic                  block_first,
    output logic                  block_last,
    output logic                  block_empty,
    output logic [COUNT_BITS-1:0] block_count,

    input  logic            digest_valid,
    output logic            digest_ready,
    input  logic            digest_lane,
    input  logic [BEAT-1:0] digest_data,
    input  logic            digest_last
);

  generate
    if (PORT < 8 || PORT != 2 ** $clog2(PORT) || BLOCK < PORT || BLOCK % PORT != 0) begin : gen_refused_port
      compact_shell_needs_PORT_a_power_of_two_from_8_on_that_divides_BLOCK refused ();
    end
    if (COUNT_BITS < BITS_WIDTH) begin : gen_refused_count_bits
      compact_shell_needs_COUNT_BITS_of_more_than_log2_WORD refused ();
    end
    if (hash_pkg::is_optional(PADDING) != 0) begin : gen_refused_padding
      compact_shell_needs_PADDING_that_adds_to_every_message refused ();
    end
  endgenerate

  logic word_valid, word_ready, word_end, word_close, word_message, word_null;
  logic [WORD-1:0] word_data;
  logic [COUNT_BITS-1:0] count;
  logic taken;  // a word of the padded message is used up

  message_padder #(
      .BLOCK(BLOCK),
      .WORD(WORD),
      .COUNT_BITS(COUNT_BITS),
      .PADDING(PADDING)
  ) padder (
      .clk(clk),
      .rst(rst),
      .in_valid(in_valid),
      .in_ready(in_ready),
      .in_data(in_data),
      .in_last(in_last),
      .in_bits(in_bits),
      .word_valid(word_valid),
      .word_ready(word_ready),
      .word_data(word_data),
      .word_end(word_end),
      .word_close(word_close),
      .word_message(word_message),
      .word_null(word_null),
      .count(count)
  );

  assign taken = word_valid && word_ready;

  generate
    if (WORD < PORT) begin : gen_gathered
      localparam integer WORDS = PORT / WORD;
      localparam integer INDEX_BITS = hash_pkg::index_bits(WORDS);
      logic [INDEX_BITS-1:0] index;  // of the word in that of the core
      logic [PORT-WORD-1:0] gathered;  // the words before it
      logic full;

      assign full = index == INDEX_BITS'(WORDS - 1);
      assign word_ready = !full || block_ready;
      assign block_valid = full && word_valid;
      assign block_data = {gathered, word_data};

      always_ff @(posedge clk) begin
        if (taken) begin
          gathered <= (PORT - WORD)'({gathered, word_data});
          index  <= full ? '0 : index + 1'b1;
        end
        if (rst) index <= '0;
      end
    end else if (WORD > PORT) begin : gen_cut
      localparam integer WORDS = WORD / PORT;
      localparam integer INDEX_BITS = hash_pkg::index_bits(WORDS);
      logic [INDEX_BITS-1:0] index;  // of the word of the core in that of the stream

      assign word_ready  = block_ready && index == INDEX_BITS'(WORDS - 1);
      assign block_valid = word_valid;

      always_comb begin
        block_data = '0;
        for (integer i = 0; i < WORDS; i = i + 1) begin
          if (index == INDEX_BITS'(i)) block_data = block_data | word_data[WORD-PORT*(i+1)+:PORT];
        end
      end

      always_ff @(posedge clk) begin
        if (block_valid && block_ready) index <= word_ready ? '0 : index + 1'b1;
        if (rst) index <= '0;
      end
    end else begin : gen_same
      assign word_ready  = block_ready;
      assign block_valid = word_valid;
      assign block_data  = word_data;
    end
  endgenerate

  // What holds for the block, up to the word on offer: the padder counts it when it is taken.
  logic first;  // in the first block of a message
  logic begun;  // a word of the message is taken
  logic some;  // a word of the block carried message bits
  logic [BITS_WIDTH-1:0] bits;

  assign bits = !word_message ? '0 :
      (!in_last || in_bits > BITS_WIDTH'(WORD)) ? BITS_WIDTH'(WORD) : in_bits;
  assign block_first = first;
  assign block_last = word_close;
  assign block_empty = !some && !word_message;
  // The count is that of the message before until a word is taken, which only matters where a block is one word.
  assign block_count = ((begun || BLOCK > WORD) ? count : '0) + COUNT_BITS'(bits);

  always_ff @(posedge clk) begin
    if (taken) begin
      begun <= !word_close;
      some  <= !word_end && (some || word_message);
      if (word_end) first <= word_close;
    end
    if (rst) begin
      begun <= 1'b0;
      some  <= 1'b0;
      first <= 1'b1;
    end
  end

  digest_serializer #(
      .DIGEST(DIGEST),
      .BEAT  (BEAT),
      .WORD  (WORD),
      .STAGES(1)
  ) serializer (
      .clk(clk),
      .rst(rst),
      .digest_valid(digest_valid),
      .digest_ready(digest_ready),
      .digest_lane(digest_lane),
      .digest_data(digest_data),
      .digest_last(digest_last),
      .out_valid(out_valid),
      .out_ready(out_ready),
      .out_data(out_data),
      .out_last(out_last)
  );

  logic unused;
  assign unused = &{1'b0, word_null, block_lane};

endmodule
