// SPDX-License-Identifier: Apache-2.0
//
// Follows one message, any, through a stream of messages and asserts of the stream of digests that
//
//   every digest is of a message, is of two words, stays until it is taken, and comes when its message is complete;
//   the digest of the message followed comes in the order of the messages, once, and tells that message.
//
// The digest of the core of these proofs (check_core) tells the message: its first word is the first word of the padded
// message, its second the number of bits. The rule of padding is a bit 1 and zeros. Words and stalls are free; the free
// input `pick` chooses the message as its first word comes.
//
// Parameters: WORD, BLOCK, COUNT_BITS as message_shell; MOST, messages that can be open.
// Ports
//   in_*, out_*   the streams, one lane of them   pick  see above
//   open          messages that have begun and whose digest has not left
//   within_message        some but not all words of a message were taken

module message_follower #(
    parameter integer WORD = 8,
    parameter integer BLOCK = 16,
    parameter integer COUNT_BITS = 7,
    parameter integer MOST = 4,
    localparam integer BITS_WIDTH = $clog2(WORD) + 1
) (
    input logic clk,
    input logic rst,
    input logic begun,
    input logic pick,

    input logic                  in_valid,
    input logic                  in_ready,
    input logic [      WORD-1:0] in_data,
    input logic                  in_last,
    input logic [BITS_WIDTH-1:0] in_bits,

    input logic            out_valid,
    input logic            out_ready,
    input logic [WORD-1:0] out_data,
    input logic            out_last,

    output logic [2:0] open,
    output logic within_message
);

  logic taken, left, whole;
  logic second;  // a word of the digest has left
  logic picked, complete;  // the message followed; its last word was taken
  logic [2:0] ahead;  // messages before it without their digest
  logic [WORD-1:0] first_word, padded;
  logic [COUNT_BITS-1:0] length, bits_here;
  assign taken = in_valid && in_ready;
  assign left = out_valid && out_ready;
  assign whole = !in_last || in_bits[BITS_WIDTH-1];
  assign bits_here = whole ? COUNT_BITS'(WORD) : COUNT_BITS'(in_bits);

  // The word as it is padded, if it is the first of its message.
  always_comb begin
    for (integer i = 0; i < WORD; i = i + 1) begin
      padded[WORD-1-i] = (COUNT_BITS'(i) < bits_here) ? in_data[WORD-1-i] : COUNT_BITS'(i) == bits_here;
    end
  end

  logic waited;
  logic [WORD:0] word_before;

  always_ff @(posedge clk) begin
    if (taken) begin
      within_message <= !in_last;
      if (picked && within_message && !complete) begin
        length   <= length + bits_here;
        complete <= in_last;
      end
      if (pick && !picked && !within_message) begin
        picked <= 1'b1;
        complete <= in_last;
        first_word <= padded;
        length <= bits_here;
        ahead <= open - 3'(left && out_last);
      end
    end
    if (left) begin
      second <= !out_last;
      if (out_last && picked) begin
        if (ahead == '0) picked <= 1'b0;
        else ahead <= ahead - 1'b1;
      end
    end
    open <= open + 3'(taken && !within_message) - 3'(left && out_last);
    if (rst) begin
      within_message <= 1'b0;
      open   <= '0;
      second <= 1'b0;
      picked <= 1'b0;
    end
    waited <= out_valid && !out_ready && !rst;
    word_before <= {out_data, out_last};
  end

  always @(posedge clk) begin
    // Messages are shorter than 2^COUNT_BITS bits.
    if (begun) assume (length[COUNT_BITS-1:BITS_WIDTH-1] != '1);
    if (begun && !rst) begin
      few : assert (32'(open) <= MOST);
      of_a_message : assert (!out_valid || open != '0);
      if (waited) stays : assert (out_valid && {out_data, out_last} == word_before);
      if (out_valid) two_words : assert (out_last == second);
      if (out_valid && picked && ahead == '0) begin
        after_its_message : assert (complete);
        if (!second) first_word_right : assert (out_data == first_word);
        if (second) length_right : assert (out_data == WORD'(length));
      end
      digest_followed : cover (left && picked && second && ahead == '0 && 32'(length) > BLOCK && first_word != '0);
      two_in_flight : cover (32'(open) >= 2 && picked && complete);
    end
  end

endmodule
