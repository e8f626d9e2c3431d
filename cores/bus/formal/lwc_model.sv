// SPDX-License-Identifier: Apache-2.0
//
// What a stream of words means by the protocol of the LWC Hardware API (see lwc_adapter), byte by byte. For the checks of
// what reads it.
//
// Parameter: W, bits in a word
//
// Ports
//   word, valid, taken   the word that the source offers, whether it does, and whether it goes at this rising edge
//   passes               it holds bytes of a message that go on
//   bytes, last          how many, and whether they are the last ones of the message
//   closes               the message is to be ended without a byte; no word is read before that has been done, at `closed`
//   answers              at this rising edge an instruction comes to its end
//   hashed, failed       what then is to be said of it: it was HASH; it failed

module lwc_model #(
    parameter integer W = 8
) (
    input  logic         clk,
    input  logic         rst,
    input  logic [W-1:0] word,
    input  logic         valid,
    input  logic         taken,
    input  logic         closed,
    output logic         passes,
    output logic [  2:0] bytes,
    output logic         last,
    output logic         closes,
    output logic         answers,
    output logic         hashed,
    output logic         failed
);

  localparam logic [2:0] BYTES = 3'(W / 8);

  logic instructed;  // an instruction was read whose segments have not ended
  logic is_hash, bad, full;  // it is HASH; a header was wrong; a header said that no byte follows
  logic [2:0] gathered;  // bytes of a header that were read
  logic [31:0] header;  // those bytes, the last one lowest
  logic [15:0] left;  // bytes of the segment
  logic ends;  // it is the last one
  logic is_instruction, is_header, is_data, complete;

  logic [31:0] now;
  logic [3:0] code;
  logic known, right;
  assign now = 32'({header, word});
  assign code = word[W-1:W-4];
  assign known = code == 4'd8 || code == 4'd2 || code == 4'd3 || code == 4'd4;
  assign is_data = instructed && left != '0;
  assign is_header = instructed && left == '0 && !closes;
  assign is_instruction = !instructed && !closes;
  assign complete = gathered + BYTES == 3'd4;

  // Type and Partial, and the flags of the two sorts of segments: the last one of a message, and others.
  always_comb begin
    right = now[31:27] == {4'd7, 1'b0};
    if (now[24]) right = right && now[25] && (now[26] || now[15:0] == '0);
    else right = right && !now[25];
    if (full && now[15:0] != '0) right = 1'b0;
  end

  assign passes = valid && is_data && is_hash && !bad;
  assign bytes = (left < 16'(BYTES)) ? left[2:0] : BYTES;
  assign last = ends && left <= 16'(BYTES);

  always_comb begin
    answers = 1'b0;
    hashed = is_hash;
    failed = bad;
    if (closes) begin
      answers = closed;
    end else if (taken && is_instruction) begin
      answers = !known;
      hashed = 1'b0;
      failed = 1'b1;
    end else if (taken && is_header && complete) begin
      answers = !is_hash && now[24] && now[15:0] == '0;
    end else if (taken && is_data && last) begin
      answers = !(is_hash && bad);
    end
  end

  always_ff @(posedge clk) begin
    if (closed) closes <= 1'b0;
    if (taken && is_instruction) begin
      instructed <= known;
      is_hash <= code == 4'd8;
      bad <= code != 4'd8;
      full <= 1'b0;
      gathered <= '0;
    end
    if (taken && is_header) begin
      header <= now;
      gathered <= complete ? '0 : gathered + BYTES;
      if (complete) begin
        left <= now[15:0];
        ends <= now[24];
        bad <= bad || !right;
        full <= full || now[26];
        if (now[15:0] == '0 && now[24]) begin
          instructed <= 1'b0;
          closes <= is_hash;
        end
      end
    end
    if (taken && is_data) begin
      left <= (left <= 16'(BYTES)) ? '0 : left - 16'(BYTES);
      if (last) begin
        instructed <= 1'b0;
        closes <= is_hash && bad;
      end
    end
    if (rst) begin
      instructed <= 1'b0;
      closes <= 1'b0;
      left <= '0;
    end
  end

endmodule
