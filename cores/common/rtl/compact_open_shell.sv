// SPDX-License-Identifier: Apache-2.0
//
// compact_shell for a padding rule that can leave a message as it is, so that only what follows a block tells whether it
// is the last one: a word waits until the next one is on offer, or the end of the message.
//
//   in_* --> message_padder --> a word --> words of PORT bits --> block_*
//   digest_* --> words of WORD bits, if beats are shorter --> digest_serializer --> out_*
//
// Parameters
//   BLOCK, DIGEST, BEAT  bits in a block, in a digest, and in a beat of digest_data
//   PORT                 bits in a word of block_data: a power of two from 8 on that divides BLOCK
//   WORD                 bits in a word of the streams: the same
//   COUNT_BITS           width of block_count, more than log2 WORD
//   PADDING              the padding rule (hash_pkg)
//
// Ports
//   in_*, out_*        streams of one lane; see message_padder and digest_serializer. A word moves in a cycle with valid
//                      and ready.
//   block_*, digest_*  to the ports of the core with the same names. block_first, block_last, block_empty and block_count
//                      hold with the last word of a block.
//   rst                drops everything in flight

module compact_open_shell #(
    parameter integer BLOCK = 512,
    parameter integer DIGEST = 512,
    parameter integer BEAT = 8,
    parameter integer PORT = 8,
    parameter integer WORD = 32,
    parameter integer COUNT_BITS = 64,
    parameter [hash_pkg::PADDING_BITS-1:0] PADDING = '0,
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
      compact_open_shell_needs_PORT_a_power_of_two_from_8_on_that_divides_BLOCK refused ();
    end
    if (BEAT < WORD && WORD % BEAT != 0) begin : gen_refused_beat
      compact_open_shell_needs_BEAT_that_divides_WORD_or_is_longer refused ();
    end
    if (COUNT_BITS < BITS_WIDTH) begin : gen_refused_count_bits
      compact_open_shell_needs_COUNT_BITS_of_more_than_log2_WORD refused ();
    end
  endgenerate

  logic word_valid, word_ready, word_end, word_close, word_message, word_null;
  logic [WORD-1:0] word_data;

  // `count` is of the words taken, of which the last one waits: it holds with that.
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
      .count(block_count)
  );

  // The word that waits, as a block of one word.
  logic waiting_valid, waiting_ready, waiting_empty, waiting_first;
  logic [WORD-1:0] waiting;
  logic ends;  // it is the last word of a block

  block_collector #(
      .BLOCK(WORD),
      .WORD(WORD),
      .LOOK_AHEAD(1)
  ) collector (
      .clk(clk),
      .rst(rst),
      .word_valid(word_valid),
      .word_ready(word_ready),
      .word_data(word_data),
      .word_end(1'b1),
      .word_close(word_close),
      .word_message(word_message),
      .word_null(word_null),
      .block_valid(waiting_valid),
      .block_ready(waiting_ready),
      .block_data(waiting),
      .block_first(waiting_first),
      .block_last(block_last),
      .block_empty(waiting_empty)
  );

  generate
    if (WORD < PORT) begin : gen_gathered
      localparam integer WORDS = PORT / WORD;
      localparam integer INDEX_BITS = hash_pkg::index_bits(WORDS);
      logic [INDEX_BITS-1:0] index;  // of the word in that of the core
      logic [PORT-WORD-1:0] gathered;  // the words before it
      logic full;

      assign full = index == INDEX_BITS'(WORDS - 1);
      assign waiting_ready = !full || block_ready;
      assign block_valid = full && waiting_valid;
      assign block_data = {gathered, waiting};

      always_ff @(posedge clk) begin
        if (waiting_valid && waiting_ready) begin
          gathered <= (PORT - WORD)'({gathered, waiting});
          index <= full ? '0 : index + 1'b1;
        end
        if (rst) index <= '0;
      end
    end else if (WORD > PORT) begin : gen_cut
      localparam integer WORDS = WORD / PORT;
      localparam integer INDEX_BITS = hash_pkg::index_bits(WORDS);
      logic [INDEX_BITS-1:0] index;  // of the word of the core in that of the stream

      assign waiting_ready = block_ready && index == INDEX_BITS'(WORDS - 1);
      assign block_valid   = waiting_valid;

      always_comb begin
        block_data = '0;
        for (integer i = 0; i < WORDS; i = i + 1) begin
          if (index == INDEX_BITS'(i)) block_data = block_data | waiting[WORD-PORT*(i+1)+:PORT];
        end
      end

      always_ff @(posedge clk) begin
        if (block_valid && block_ready) index <= waiting_ready ? '0 : index + 1'b1;
        if (rst) index <= '0;
      end
    end else begin : gen_same
      assign waiting_ready = block_ready;
      assign block_valid   = waiting_valid;
      assign block_data    = waiting;
    end
  endgenerate

  logic some;  // a word of the block before the one that waits carried message bits

  assign block_empty = !some && waiting_empty;

  always_ff @(posedge clk) begin
    if (word_valid && word_ready && !word_null) ends <= word_end;
    if (waiting_valid && waiting_ready) begin
      some <= !ends && (some || !waiting_empty);
      if (ends) block_first <= block_last;
    end
    if (rst) begin
      some <= 1'b0;
      block_first <= 1'b1;
    end
  end

  // Beats that are shorter than a word of the stream, gathered to one; the last one may lack some.
  localparam integer WIDE = (BEAT < WORD) ? WORD : BEAT;
  logic wide_valid, wide_ready;
  logic [WIDE-1:0] wide_data;

  generate
    if (BEAT < WORD) begin : gen_wide
      localparam integer BEATS = WORD / BEAT;
      localparam integer INDEX_BITS = hash_pkg::index_bits(BEATS);
      logic [INDEX_BITS-1:0] index;  // of the beat in the word
      logic [WORD-BEAT-1:0] earlier;  // the beats before it
      logic complete;

      assign complete = digest_last || index == INDEX_BITS'(BEATS - 1);
      assign wide_valid = digest_valid && complete;
      assign digest_ready = !complete || wide_ready;

      always_comb begin
        wide_data = '0;
        for (integer i = 0; i < BEATS; i = i + 1) begin
          if (index == INDEX_BITS'(i)) wide_data = wide_data | ({earlier, digest_data} << (BEAT * (BEATS - 1 - i)));
        end
      end

      always_ff @(posedge clk) begin
        if (digest_valid && digest_ready) begin
          earlier <= (WORD - BEAT)'({earlier, digest_data});
          index  <= complete ? '0 : index + 1'b1;
        end
        if (rst) index <= '0;
      end
    end else begin : gen_not_wide
      assign wide_valid = digest_valid;
      assign digest_ready = wide_ready;
      assign wide_data = digest_data;
    end
  endgenerate

  digest_serializer #(
      .DIGEST(DIGEST),
      .BEAT  (WIDE),
      .WORD  (WORD),
      .STAGES(1)
  ) serializer (
      .clk(clk),
      .rst(rst),
      .digest_valid(wide_valid),
      .digest_ready(wide_ready),
      .digest_lane(digest_lane),
      .digest_data(wide_data),
      .digest_last(digest_last),
      .out_valid(out_valid),
      .out_ready(out_ready),
      .out_data(out_data),
      .out_last(out_last)
  );

  logic unused;
  assign unused = &{1'b0, waiting_first, block_lane};

endmodule
