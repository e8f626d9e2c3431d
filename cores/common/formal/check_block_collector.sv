// SPDX-License-Identifier: Apache-2.0
//
// block_collector loses, repeats and reorders no word, says of a block what its words say, keeps what it offers until
// it is taken, and never waits for ever.
//
// Any one word is followed: the free input `pick` chooses it when it comes, and it must be found at its place in the
// block that goes next. The words are those that message_padder can give: blocks of WORDS words, the close only at the
// end of one, a null word only under LOOK_AHEAD and only behind a block that did not close its message.
//
// The check begins with rst, or anywhere: circuit and model in any state in which they are related as `related` says.
// That they stay so, and become so by rst from any state, is asserted: the assertions together are inductive, for blocks
// of any length. An escaped name with a dot in it is the circuit's register: yosys joins the two where it flattens. If
// they were not joined, the name would be free, and the assertions would fail.
//
// Parameters: those of block_collector.

module check_block_collector #(
    parameter integer BLOCK = 32,
    parameter integer WORD = 8,
    parameter integer LOOK_AHEAD = 0
) (
    input logic            clk,
    input logic            rst,
    input logic            word_valid,
    input logic [WORD-1:0] word_data,
    input logic            word_close,
    input logic            word_message,
    input logic            word_null,
    input logic            block_ready,
    input logic            pick
);

  localparam integer WORDS = BLOCK / WORD;
  localparam integer FILL_BITS = $clog2(WORDS + 1);

  logic word_ready, word_end, block_valid, block_first, block_last, block_empty;
  logic [BLOCK-1:0] block_data;
  logic [FILL_BITS-1:0] fill;  // words of the block in work
  logic full;
  assign full = 32'(fill) == WORDS;
  assign word_end = (full || fill == '0) ? WORDS == 1 : 32'(fill) == WORDS - 1;

  block_collector #(
      .BLOCK(BLOCK),
      .WORD(WORD),
      .LOOK_AHEAD(LOOK_AHEAD)
  ) collector (
      .*
  );

  logic begun, taken, gone;
  logic [FILL_BITS-1:0] place;  // of a word that comes now
  assign taken = word_valid && word_ready && !word_null;
  assign gone = block_valid && block_ready;
  assign place = full ? '0 : fill;

  logic first, closed, message;  // of the block in work
  logic marked;  // a word of the block in work is followed
  logic [FILL_BITS-1:0] mark_place;
  logic [WORD-1:0] mark_data;

  // The registers of the circuit, and what they have to do with the words so far.
  (* hierconn *) logic \collector.full ;
  (* hierconn *) logic \collector.closed ;
  logic related, held;
  assign held = WORD'(block_data >> (WORD * (32'(fill) - 1 - 32'(mark_place)))) == mark_data;
  assign related = 32'(fill) <= WORDS && \collector.full == full && (!full || \collector.closed == closed) &&
      block_first == first && block_empty == !message && (!marked || (mark_place < fill && held));

  // What waited in the cycle before.
  logic waited, word_waited;
  logic [BLOCK+2:0] offer_before;
  logic [WORD+2:0] word_before;

  initial begun = 1'b0;
  always_ff @(posedge clk) begin
    begun <= 1'b1;
    if (gone) begin
      first   <= block_last;
      message <= 1'b0;
      marked  <= 1'b0;
      fill    <= '0;
    end
    if (taken) begin
      fill <= place + 1'b1;
      closed <= word_close;
      message <= word_message || (message && !gone);
      if (pick) begin
        marked <= 1'b1;
        mark_place <= place;
        mark_data <= word_data;
      end
    end
    if (rst) begin
      fill <= '0;
      first <= 1'b1;
      message <= 1'b0;
      marked <= 1'b0;
    end
    waited <= block_valid && !block_ready && !rst;
    offer_before <= {block_data, block_first, block_last, block_empty};
    word_waited <= word_valid && !word_ready && !rst;
    word_before <= {word_data, word_close, word_message, word_null};
  end

  always @(posedge clk) begin
    assume (begun || rst || related);
    if (begun && word_waited) assume (word_valid && {word_data, word_close, word_message, word_null} == word_before);
    if (word_close) assume (word_end);
    if (word_null) assume (LOOK_AHEAD != 0 && word_valid && full && !closed);
    if (begun) stay_related : assert (related);
    if (begun && !rst) begin
      room : assert (word_ready == (!full || block_ready));
      offers : assert (block_valid == (full && (LOOK_AHEAD == 0 || closed || word_valid)));
      if (waited) stays : assert (block_valid && {block_data, block_first, block_last, block_empty} == offer_before);
      if (block_valid) begin
        first_right : assert (block_first == first);
        last_right : assert (block_last == (closed || word_null));
        empty_right : assert (block_empty == !message);
      end
      if (block_valid && marked) begin
        found : assert (WORD'(block_data >> (WORD * (WORDS - 1 - 32'(mark_place)))) == mark_data);
      end
      word_followed : cover (gone && marked && mark_data == WORD'(8'ha5) && 32'(mark_place) == WORDS - 1);
      word_with_block : cover (gone && taken && !block_first);
      block_waits : cover (waited && gone && block_last);
    end
  end


endmodule
