// SPDX-License-Identifier: Apache-2.0
//
// Streams of words to the blocks of strings, padded as in skein_top, for STAGES lanes: each packet of words is a string.
//
//   in_* --> message_padder --> block_collector --> string_*      one of each for every lane
//
// Parameters: as skein_argument_top.
// Ports
//   in_*      streams as in message_shell
//   string_*  the blocks of each lane as block_collector gives them: lane l at [l], [l*BLOCK +: BLOCK],
//             [l*COUNT_BITS +: COUNT_BITS]; string_count: bits of the string up to the end of the block
//   rst       drops what is in work

module skein_strings #(
    parameter integer BLOCK = 512,
    parameter integer STAGES = 1,
    parameter integer WORD = 64,
    parameter integer COUNT_BITS = 64,
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
    output logic [STAGES*COUNT_BITS-1:0] string_count
);

  localparam [hash_pkg::PADDING_BITS-1:0] PADDING = hash_pkg::field(hash_pkg::SUFFIX_BITS, 1) |
      hash_pkg::field(hash_pkg::SUFFIX, 1) | hash_pkg::field(hash_pkg::SUFFIX_IF_PARTIAL, 1);

  generate
    for (genvar l = 0; l < STAGES; l = l + 1) begin : gen_lane
      logic word_valid, word_ready, word_end, word_close, word_message, word_null;
      logic [WORD-1:0] word_data;

      message_padder #(
          .BLOCK(BLOCK),
          .WORD(WORD),
          .COUNT_BITS(COUNT_BITS),
          .PADDING(PADDING)
      ) padder (
          .clk(clk),
          .rst(rst),
          .in_valid(in_valid[l]),
          .in_ready(in_ready[l]),
          .in_data(in_data[l*WORD+:WORD]),
          .in_last(in_last[l]),
          .in_bits(in_bits[l*BITS_WIDTH+:BITS_WIDTH]),
          .word_valid(word_valid),
          .word_ready(word_ready),
          .word_data(word_data),
          .word_end(word_end),
          .word_close(word_close),
          .word_message(word_message),
          .word_null(word_null),
          .count(string_count[l*COUNT_BITS+:COUNT_BITS])
      );

      block_collector #(
          .BLOCK(BLOCK),
          .WORD(WORD),
          .LOOK_AHEAD(hash_pkg::is_optional(PADDING))
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
          .block_valid(string_valid[l]),
          .block_ready(string_ready[l]),
          .block_data(string_data[l*BLOCK+:BLOCK]),
          .block_first(string_first[l]),
          .block_last(string_last[l]),
          .block_empty(string_empty[l])
      );
    end
  endgenerate

endmodule
