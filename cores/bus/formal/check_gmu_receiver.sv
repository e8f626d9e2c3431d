// SPDX-License-Identifier: Apache-2.0
//
// gmu_receiver hands on every word of every segment, once, in order, and no length; a message's last word is the last of
// its last segment, and as many of its bits count as the lengths say; a message that ends with an empty segment ends
// without a bit; the last word of a message, of no other, has an error if a segment before its last ended within a word; an
// offer stays until it is taken; a word is read in each cycle in which the sink is ready.
//
// The source is any that keeps what it offers until it is read. What a word means, and whether it is to go on, says
// segment_model; that a word goes on in the cycle in which it is read leaves none to be lost, repeated or moved.
//
// Parameter: that of gmu_receiver.

module check_gmu_receiver #(
    parameter integer WORD = 8,
    localparam integer BITS_WIDTH = $clog2(WORD) + 1
) (
    input logic            clk,
    input logic            rst,
    input logic [WORD-1:0] din,
    input logic            src_ready,
    input logic            word_ready
);

  logic src_read, word_valid, word_last, word_error;
  logic [WORD-1:0] word_data;
  logic [BITS_WIDTH-1:0] word_bits;

  gmu_receiver #(
      .WORD(WORD)
  ) receiver (
      .*
  );

  logic passes, last, wrong;
  logic [BITS_WIDTH-1:0] bits;

  segment_model #(
      .WORD(WORD)
  ) model (
      .clk(clk),
      .rst(rst),
      .word(din),
      .valid(!src_ready),
      .taken(src_read),
      .passes(passes),
      .last(last),
      .bits(bits),
      .wrong(wrong)
  );

  logic begun, source_waited, word_waited;
  logic [WORD-1:0] din_before;
  logic [WORD+BITS_WIDTH+1:0] offer, offer_before;
  assign offer = {word_data, word_last, word_bits, word_error};

  // For the covers only: words and segments of the message so far, 3 of either standing for more.
  logic [1:0] words, segments;
  logic any_error;  // of a message before

  initial begun = 1'b0;
  always_ff @(posedge clk) begin
    begun <= 1'b1;
    source_waited <= !src_ready && !src_read && !rst;
    din_before <= din;
    word_waited <= word_valid && !word_ready && !rst;
    offer_before <= offer;
    if (src_read) begin
      if (!passes) segments <= (segments == 2'd3) ? 2'd3 : segments + 1'b1;
      if (passes) words <= (words == 2'd3) ? 2'd3 : words + 1'b1;
      if (passes && last) {words, segments} <= '0;
    end
    any_error <= any_error || (src_read && passes && last && wrong);
    if (rst) {words, segments, any_error} <= '0;
  end

  always @(posedge clk) begin
    assume (begun || rst);
    if (begun && source_waited) assume (!src_ready && din == din_before);
    if (begun && !rst) begin
      goes_on : assert (word_valid == passes);
      with_its_reading : assert (!passes || src_read == word_ready);
      reads : assert (!(word_ready && !src_ready) || src_read);
      length_is_read : assert (src_ready || passes || src_read);
      nothing_to_read : assert (!(src_read && src_ready));
      if (word_valid) begin
        data_right : assert (word_data == din);
        last_right : assert (word_last == last);
        if (last) bits_right : assert (word_bits == bits);
        if (last) error_right : assert (word_error == wrong);
      end
      if (word_waited) stays : assert (word_valid && offer == offer_before);
      part_of_a_word : cover (src_read && passes && last && words == 2'd2 && segments == 2'd2 && 32'(bits) == WORD - 1);
      empty_message : cover (src_read && passes && last && words == '0 && segments == '0);
      ends_without_a_bit : cover (src_read && passes && last && bits == '0 && words == 2'd2 && segments == 2'd2);
      after_an_error : cover (src_read && passes && last && !word_error && any_error);
      waited : cover (word_waited && src_read && last && segments == 2'd3);
    end
  end

endmodule
