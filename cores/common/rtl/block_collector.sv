// SPDX-License-Identifier: Apache-2.0
//
// Gathers padded words into a block and offers it to the core; the first word of the next block can come in the
// cycle in which the block goes, so that one block of storage sustains one word a cycle.
//
// Parameters
//   BLOCK, WORD  bits in a block and in a word; WORD divides BLOCK
//   LOOK_AHEAD   0, or 1: the last block is known by what follows it (hash_pkg::is_optional): a full block that no
//                word_close has ended waits for the next word, or for word_null
//
// Ports: word_* as message_padder gives them, block_* as a core takes them. word_ready does not depend on
// word_valid. rst drops the block in work.

module block_collector #(
    parameter integer BLOCK = 512,
    parameter integer WORD = 64,
    parameter integer LOOK_AHEAD = 0
) (
    input logic clk,
    input logic rst,

    input  logic            word_valid,
    output logic            word_ready,
    input  logic [WORD-1:0] word_data,
    input  logic            word_end,
    input  logic            word_close,
    input  logic            word_message,
    input  logic            word_null,

    output logic             block_valid,
    input  logic             block_ready,
    output logic [BLOCK-1:0] block_data,
    output logic             block_first,
    output logic             block_last,
    output logic             block_empty
);

  generate
    if (WORD < 1 || BLOCK < WORD || BLOCK % WORD != 0) begin : gen_refused_word
      block_collector_needs_WORD_that_divides_BLOCK refused ();
    end
    if (LOOK_AHEAD != 0 && LOOK_AHEAD != 1) begin : gen_refused_look_ahead
      block_collector_needs_LOOK_AHEAD_of_0_or_1 refused ();
    end
  endgenerate

  logic full;
  logic closed;  // the block ends its message
  logic gone;  // the block goes in this cycle
  logic taken;  // a word comes in this cycle

  assign word_ready = !full || block_ready;
  assign taken = word_valid && word_ready && !word_null;
  assign gone = block_valid && block_ready;
  assign block_valid = full && (LOOK_AHEAD == 0 || closed || word_valid);
  assign block_last = closed || (LOOK_AHEAD != 0 && word_null);

  always_ff @(posedge clk) begin
    if (taken) begin
      block_data <= BLOCK'({block_data, word_data});
      closed <= word_close;
    end
    if (rst) begin
      full <= 1'b0;
      block_first <= 1'b1;
      block_empty <= 1'b1;
    end else begin
      full <= taken ? word_end : full && !gone;
      block_empty <= (block_empty || gone) && !(taken && word_message);
      if (gone) block_first <= block_last;
    end
  end

endmodule
