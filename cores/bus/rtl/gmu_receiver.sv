// SPDX-License-Identifier: Apache-2.0
//
// Reads segments by the protocol of the GMU interface: a word with the last flag of the segment in its highest bit and
// the bits of the segment below it, then the words of the segment. See gmu_adapter.
//
// A segment that is not the last and ends within a word is one that no message may have: its last word goes on whole, the
// next word is taken for a length as ever, and the message bears word_error.
//
// Parameter: WORD, bits in a word: 8, 16, 32, 64 or 128
//
// Ports
//   din, src_ready, src_read   the source; src_ready is low while din holds a word, src_read takes it
//   word_*     words of the message, first bit highest; word_last: last word; word_bits: how many of its bits count,
//              0 .. WORD. A word passes in the cycle in which it comes; the word with the length takes a cycle, unless
//              it ends the message. word_error, with word_last: a segment of the message ended within a word.

module gmu_receiver #(
    parameter integer WORD = 64,
    localparam integer BITS_WIDTH = $clog2(WORD) + 1
) (
    input logic clk,
    input logic rst,

    input  logic [WORD-1:0] din,
    input  logic            src_ready,
    output logic            src_read,

    output logic                  word_valid,
    input  logic                  word_ready,
    output logic [      WORD-1:0] word_data,
    output logic                  word_last,
    output logic [BITS_WIDTH-1:0] word_bits,
    output logic                  word_error
);

  generate
    if (WORD != 8 && WORD != 16 && WORD != 32 && WORD != 64 && WORD != 128) begin : gen_refused_word
      gmu_receiver_needs_WORD_of_8_16_32_64_or_128 refused ();
    end
  endgenerate

  logic segment;  // din is a word of a segment, not its length
  logic final_segment;
  logic [WORD-2:0] rest;  // bits of the segment that are still to come
  logic ends;  // the length of an empty last segment: the message ends without another bit
  logic tail;  // last word of the segment
  logic broken;  // the length of a segment that is not the last and ends within a word

  assign ends = !segment && din[WORD-1] && din[WORD-2:0] == '0;
  assign broken = !din[WORD-1] && din[$clog2(WORD)-1:0] != '0;
  assign tail = rest <= (WORD - 1)'(WORD);

  assign word_valid = !src_ready && (segment || ends);
  assign word_data = din;
  assign word_last = segment ? final_segment && tail : 1'b1;
  assign word_bits = segment ? rest[BITS_WIDTH-1:0] : '0;
  assign src_read = !src_ready && (word_ready || !(segment || ends));

  always_ff @(posedge clk) begin
    if (src_read) begin
      if (segment) begin
        rest <= rest - (WORD - 1)'(WORD);
        segment <= !tail;
      end else begin
        rest <= din[WORD-2:0];
        final_segment <= din[WORD-1];
        segment <= din[WORD-2:0] != '0;
        if (broken) word_error <= 1'b1;
      end
      if (word_valid && word_last) word_error <= 1'b0;
    end
    if (rst) segment <= 1'b0;
    if (rst) word_error <= 1'b0;
  end

endmodule
