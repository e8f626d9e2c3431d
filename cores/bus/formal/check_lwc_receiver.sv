// SPDX-License-Identifier: Apache-2.0
//
// lwc_receiver hands on every byte of a hash message, once, in order, and no instruction and no header; a message's last word is
// the last of its last segment, or one without bytes; nothing of a wrong segment or behind it goes on; each instruction
// has one verdict, the right one, which stays until it is taken; an offer stays until it is taken; a word is read in each
// cycle in which nothing stands in its way.
//
// The source is any that keeps what it offers until it is read. What a word means says lwc_model. That a word goes on
// in the cycle in which it is read leaves none to be lost, repeated or moved.
//
// Parameter: that of lwc_receiver.

module check_lwc_receiver #(
    parameter integer W = 8
) (
    input logic         clk,
    input logic         rst,
    input logic [W-1:0] pdi_data,
    input logic         pdi_valid,
    input logic         word_ready,
    input logic         verdict_ready
);

  logic pdi_ready, word_valid, word_last, verdict_valid, verdict_hashed, verdict_failed;
  logic [31:0] word_data;
  logic [ 5:0] word_bits;

  lwc_receiver #(
      .W(W)
  ) receiver (
      .*
  );

  logic taken, passes, last, closes, answers, hashed, failed;
  logic [2:0] bytes;
  assign taken = pdi_valid && pdi_ready;

  lwc_model #(
      .W(W)
  ) model (
      .clk(clk),
      .rst(rst),
      .word(pdi_data),
      .valid(pdi_valid),
      .taken(taken),
      .closed(closes && word_valid && word_ready),
      .passes(passes),
      .bytes(bytes),
      .last(last),
      .closes(closes),
      .answers(answers),
      .hashed(hashed),
      .failed(failed)
  );

  logic begun, source_waited, word_waited, verdict_waited;
  logic [W-1:0] data_before;
  logic [38:0] offer, offer_before;
  logic due, due_hashed, due_failed;  // a verdict is to be there, and what it says
  logic [31:0] expected;  // the bytes that count, behind them 0
  assign offer = {word_data, word_last, word_bits};
  assign expected = 32'({pdi_data, 32'd0} >> W) & ~(32'hffffffff >> {bytes, 3'd0});

  // For the covers only: words of the message, 3 standing for more; whether a message came before the one at hand.
  logic [1:0] words;
  logic earlier, failed_before;

  initial begun = 1'b0;
  always_ff @(posedge clk) begin
    begun <= 1'b1;
    source_waited <= pdi_valid && !taken && !rst;
    data_before <= pdi_data;
    word_waited <= word_valid && !word_ready && !rst;
    offer_before <= offer;
    verdict_waited <= verdict_valid && !verdict_ready && !rst;
    if (verdict_ready) due <= 1'b0;
    if (answers) begin
      due <= 1'b1;
      {due_hashed, due_failed} <= {hashed, failed};
      failed_before <= failed;
      earlier <= 1'b1;
      words <= '0;
    end else if (taken && passes) words <= (words == 2'd3) ? 2'd3 : words + 1'b1;
    if (rst) begin
      due <= 1'b0;
      earlier <= 1'b0;
      words <= '0;
    end
  end

  always @(posedge clk) begin
    assume (begun || rst);
    if (begun && source_waited) assume (pdi_valid && pdi_data == data_before);
    if (begun && !rst) begin
      goes_on : assert (word_valid == (passes || closes));
      with_its_reading : assert (!passes || taken == word_ready);
      waits_for_the_end : assert (!(closes && pdi_ready));
      reads : assert (!(pdi_valid && word_ready && verdict_ready && !closes) || taken);
      drops : assert (!(pdi_valid && !passes && !closes && !due) || taken);
      if (word_valid) begin
        data_right : assert (word_data == (closes ? 32'd0 : expected));
        last_right : assert (word_last == (closes || last));
        bits_right : assert (word_bits == (closes ? 6'd0 : {bytes, 3'd0}));
      end
      if (word_waited) stays : assert (word_valid && offer == offer_before);
      verdict_due : assert (verdict_valid == due);
      if (due) verdict_right : assert (verdict_hashed == due_hashed && verdict_failed == due_failed);
      if (verdict_waited) verdict_stays : assert (verdict_valid);
      no_verdict_is_lost : assert (!(answers && due && !verdict_ready));
      part_of_a_word : cover (taken && passes && last && words == 2'd1);
      fails : cover (answers && hashed && failed && words == 2'd1);
      behind_a_failure : cover (answers && hashed && !failed && earlier && failed_before && words == 2'd1);
      skips : cover (answers && !hashed && earlier && !failed_before);
      empty_message : cover (answers && hashed && !failed && closes && words == '0);
      ends_without_a_byte : cover (answers && hashed && !failed && closes && words == 2'd1);
    end
  end

endmodule
