// SPDX-License-Identifier: Apache-2.0
//
// Streams of words to the blocks of strings, padded as in skein_top, for STAGES lanes: each packet of words is a string,
// with KINDS = 1 behind a header.
//
//   in_* --> (skein_string_kind) --> message_lane --> string_*      one of each for every lane
//
// Parameters: as skein_argument_top. With SECRET = 1, BLOCK / WORD + 1 cycles after the first of rst no register holds a
// bit of a string; so long in_ready is low.
// Ports
//   in_*      streams as in message_shell
//   string_*  the blocks of each lane as block_collector gives them: lane l at [l], [l*BLOCK +: BLOCK],
//             [l*COUNT_BITS +: COUNT_BITS]; string_count: bits of the string up to the end of the block; string_kind:
//             as skein_sequencer, of lane l at [l*3 +: 3], 0 with KINDS = 0
//   rst       drops what is in work

module skein_strings #(
    parameter integer BLOCK = 512,
    parameter integer STAGES = 1,
    parameter integer WORD = 64,
    parameter integer COUNT_BITS = 64,
    parameter integer KINDS = 0,
    parameter integer SECRET = 0,
    localparam integer BITS_WIDTH = $clog2(WORD) + 1
) (
    input logic clk,
    input logic rst,

    input  logic [           STAGES-1:0] in_valid,
    output logic [           STAGES-1:0] in_ready,
    input  logic [      STAGES*WORD-1:0] in_data,
    input  logic [           STAGES-1:0] in_last,
    input  logic [STAGES*BITS_WIDTH-1:0] in_bits,

    output logic [           STAGES-1:0] string_valid,
    input  logic [           STAGES-1:0] string_ready,
    output logic [     STAGES*BLOCK-1:0] string_data,
    output logic [           STAGES-1:0] string_first,
    output logic [           STAGES-1:0] string_last,
    output logic [           STAGES-1:0] string_empty,
    output logic [STAGES*COUNT_BITS-1:0] string_count,
    output logic [         STAGES*3-1:0] string_kind
);

  generate
    if (BLOCK != 256 && BLOCK != 512 && BLOCK != 1024) begin : gen_refused_block
      skein_strings_needs_BLOCK_of_256_512_or_1024 refused ();
    end
    if (WORD != 8 && WORD != 16 && WORD != 32 && WORD != 64 && WORD != 128) begin : gen_refused_word
      skein_strings_needs_WORD_of_8_16_32_64_or_128 refused ();
    end
    if (STAGES < 1 || STAGES > 8) begin : gen_refused_stages
      skein_strings_needs_STAGES_of_1_to_8 refused ();
    end
    if (COUNT_BITS < 9 || COUNT_BITS > 64) begin : gen_refused_count_bits
      skein_strings_needs_COUNT_BITS_of_9_to_64 refused ();
    end
    if (KINDS < 0 || KINDS > 1) begin : gen_refused_kinds
      skein_strings_needs_KINDS_of_0_or_1 refused ();
    end
    if (SECRET < 0 || SECRET > 1) begin : gen_refused_secret
      skein_strings_needs_SECRET_of_0_or_1 refused ();
    end
  endgenerate

  localparam [hash_pkg::PADDING_BITS-1:0] PADDING = hash_pkg::field(hash_pkg::SUFFIX_BITS, 1) |
      hash_pkg::field(hash_pkg::SUFFIX, 1) | hash_pkg::field(hash_pkg::SUFFIX_IF_PARTIAL, 1);

  // With SECRET the collectors are kept in reset while as many words of zeros as they hold go through them.
  logic wiping;  // or in reset
  generate
    if (SECRET != 0) begin : gen_wipe
      localparam integer WORDS = BLOCK / WORD;
      logic [$clog2(WORDS+1)-1:0] left;
      always_ff @(posedge clk) begin
        if (rst) left <= ($clog2(WORDS + 1))'(WORDS);
        else if (left != '0) left <= left - 1'b1;
      end
      assign wiping = rst || left != '0;
    end else begin : gen_no_wipe
      assign wiping = rst;
    end
  endgenerate

  generate
    for (genvar l = 0; l < STAGES; l = l + 1) begin : gen_lane
      logic text_valid, text_ready, text_last;
      logic [WORD-1:0] text_data;
      logic [BITS_WIDTH-1:0] text_bits;
      logic wipe;  // a word of zeros goes through the collector
      logic ready;

      assign wipe = SECRET != 0 && wiping;
      assign in_ready[l] = ready && !wipe;

      if (KINDS != 0) begin : gen_kind
        logic [2:0] kind, block_kind;

        skein_string_kind #(
            .WORD(WORD)
        ) string_header (
            .clk(clk),
            .rst(wiping),
            .in_valid(in_valid[l] && !wipe),
            .in_ready(ready),
            .in_data(in_data[l*WORD+:WORD]),
            .in_last(in_last[l]),
            .in_bits(in_bits[l*BITS_WIDTH+:BITS_WIDTH]),
            .out_valid(text_valid),
            .out_ready(text_ready),
            .out_data(text_data),
            .out_last(text_last),
            .out_bits(text_bits),
            .kind(kind)
        );

        // A string's first word is taken when the last block of the one before has gone, or goes.
        always_ff @(posedge clk) if (text_valid && text_ready) block_kind <= kind;
        assign string_kind[l*3+:3] = block_kind;
      end else begin : gen_no_kind
        assign text_valid = in_valid[l] && !wipe;
        assign ready = text_ready;
        assign text_data = in_data[l*WORD+:WORD];
        assign text_last = in_last[l];
        assign text_bits = in_bits[l*BITS_WIDTH+:BITS_WIDTH];
        assign string_kind[l*3+:3] = 3'd0;
      end

      message_lane #(
          .BLOCK(BLOCK),
          .WORD(WORD),
          .COUNT_BITS(COUNT_BITS),
          .PADDING(PADDING),
          .WIPED(1)
      ) lane (
          .clk(clk),
          .rst(wiping),
          .wipe(wipe),
          .in_valid(text_valid),
          .in_ready(text_ready),
          .in_data(text_data),
          .in_last(text_last),
          .in_bits(text_bits),
          .block_valid(string_valid[l]),
          .block_ready(string_ready[l]),
          .block_data(string_data[l*BLOCK+:BLOCK]),
          .block_first(string_first[l]),
          .block_last(string_last[l]),
          .block_empty(string_empty[l]),
          .block_count(string_count[l*COUNT_BITS+:COUNT_BITS])
      );
    end
  endgenerate

endmodule
