// SPDX-License-Identifier: Apache-2.0
//
// What a stream of segments means, by the protocol of the GMU interface (see gmu_adapter): a word with the length of a
// segment, and whether it is the last one of its message, then the bits of the segment. For the checks of what reads it.
//
// Parameter: WORD, bits in a word
//
// Ports
//   word, valid, taken   the word that the source offers, whether it does, and whether it goes at this rising edge
//   passes               it is for the hash function: bits of a segment, or the end of a message that has no further bit
//   last, bits           it is the last one of its message, and how many of its bits then count
//   wrong                a segment of the message, which was not its last, has a length that is not of whole words

module segment_model #(
    parameter integer WORD = 8,
    localparam integer BITS_WIDTH = $clog2(WORD) + 1
) (
    input  logic                  clk,
    input  logic                  rst,
    input  logic [      WORD-1:0] word,
    input  logic                  valid,
    input  logic                  taken,
    output logic                  passes,
    output logic                  last,
    output logic [BITS_WIDTH-1:0] bits,
    output logic                  wrong
);

  logic [WORD-2:0] left;  // bits of the segment from this word on; 0: this word is a length
  logic ends_message;  // so does the segment
  logic is_length, final_word;
  assign is_length = left == '0;
  assign final_word = left <= (WORD - 1)'(WORD);
  assign passes = valid && (!is_length || word == WORD'(1) << (WORD - 1));
  assign last = is_length || (ends_message && final_word);
  assign bits = BITS_WIDTH'(left);

  always_ff @(posedge clk) begin
    if (taken) begin
      left <= is_length ? word[WORD-2:0] : final_word ? '0 : left - (WORD - 1)'(WORD);
      if (is_length) ends_message <= word[WORD-1];
      if (passes && last) wrong <= 1'b0;
      else if (is_length && !word[WORD-1] && (word[WORD-2:0] & (WORD - 1)'(WORD - 1)) != '0) wrong <= 1'b1;
    end
    if (rst) left <= '0;
    if (rst) wrong <= 1'b0;
  end

endmodule
