// SPDX-License-Identifier: Apache-2.0
//
// In front of the padder of a lane: takes the context with which a message goes on out of the lane's stream, and finds
// how a message ends, with a digest, with a context, or with an error (docs/context.md).
//
//   in_* --+--> pad_*, to message_padder: words of the message, and of the count in a context
//          '--> block_chain, to the core: the chaining value in a context
//
// Parameters
//   CHAIN  bits of the chaining value
//   WORD   bits in a word: 8, 16, 32 or 64
//   REST   1: a message that goes on from a count other than 0 has bits (Skein)
//
// Ports
//   in_valid, in_ready, in_data, in_last, in_bits   as message_padder, without its CONTEXT; in_ready depends on in_last
//                                                   and in_resume, not on in_valid
//   in_resume    with the first word of a message: it and those that follow are a context, then comes the message
//   in_save      with the last word of a message, which must be the last of a block: a context is to come, no digest
//   pad_*        to in_* of a message_padder with CONTEXT = 1
//   word_end     of the padder
//   block_taken  the block that the lane offers goes to the core in this cycle
//   block_load, block_chain   for the next block that goes: the message goes on from block_chain
//   saved, failed   of the last message whose end was taken, until the next end is: a context is to come, or an error
//   rst          drops the message and the context in work
//
// A word passes to the padder in the cycle in which it comes. A chaining value is taken a word a cycle, once the first
// block of the message before has gone if that one had a context. A message that ends in its context becomes an empty
// one.

module context_reader #(
    parameter integer CHAIN = 256,
    parameter integer WORD = 64,
    parameter integer REST = 0,
    localparam integer BITS_WIDTH = $clog2(WORD) + 1
) (
    input logic clk,
    input logic rst,

    input  logic                  in_valid,
    output logic                  in_ready,
    input  logic [      WORD-1:0] in_data,
    input  logic                  in_last,
    input  logic [BITS_WIDTH-1:0] in_bits,
    input  logic                  in_resume,
    input  logic                  in_save,

    output logic                  pad_valid,
    input  logic                  pad_ready,
    output logic [      WORD-1:0] pad_data,
    output logic                  pad_last,
    output logic [BITS_WIDTH+1:0] pad_bits,
    input  logic                  word_end,

    input  logic             block_taken,
    output logic             block_load,
    output logic [CHAIN-1:0] block_chain,
    output logic             saved,
    output logic             failed
);

  generate
    if (CHAIN < 1) begin : gen_refused_chain
      context_reader_needs_CHAIN_of_1_or_more refused ();
    end
    if (WORD != 8 && WORD != 16 && WORD != 32 && WORD != 64) begin : gen_refused_word
      context_reader_needs_WORD_of_8_16_32_or_64 refused ();
    end
    if (REST != 0 && REST != 1) begin : gen_refused_rest
      context_reader_needs_REST_of_0_or_1 refused ();
    end
  endgenerate

  localparam integer FIELD = (CHAIN + 63) / 64 * 64;  // the chaining value, filled up
  localparam integer CHAIN_WORDS = FIELD / WORD;
  localparam integer WORDS = CHAIN_WORDS + 64 / WORD;  // of a context
  localparam integer INDEX_BITS = $clog2(WORDS);

  logic starting;  // the next word is the first of its message
  logic reading;  // words of the context are there, others are to come
  logic [INDEX_BITS-1:0] index;  // of the next word in a context
  logic [FIELD-1:0] held;

  // This word
  logic of_context, of_chain;
  logic cut;  // the message ends in its context
  logic whole;  // the message ends with a block
  logic to_held;  // the padder does not get it
  logic lacking;  // the message goes on with nothing, and must not
  logic taken;

  assign of_context = starting ? in_resume : reading;
  assign of_chain = of_context && index < INDEX_BITS'(CHAIN_WORDS);
  assign cut = of_context && in_last;
  assign whole = !of_context && in_last && in_bits[BITS_WIDTH-1] && word_end;
  assign to_held = of_chain && !in_last;

  assign in_ready = to_held ? !block_load : pad_ready;
  assign pad_valid = in_valid && !to_held;
  assign pad_data = in_data;
  assign pad_last = in_last;
  assign pad_bits = {of_context && !in_last, in_save && whole, in_bits & {BITS_WIDTH{!cut}}};
  assign taken = in_valid && in_ready;
  assign block_chain = held[FIELD-1-:CHAIN];

  always_ff @(posedge clk) begin
    if (block_taken) block_load <= 1'b0;
    if (taken) begin
      starting <= in_last;
      if (of_context && !in_last) begin
        reading <= index != INDEX_BITS'(WORDS - 1);
        index <= (index == INDEX_BITS'(WORDS - 1)) ? '0 : index + 1'b1;
        // The padder has taken the count: what was before has gone to the core.
        if (index == INDEX_BITS'(WORDS - 1)) block_load <= 1'b1;
      end
      if (to_held) held <= FIELD'({held, in_data});
      if (in_last) begin
        reading <= 1'b0;
        index <= '0;
        saved <= in_save && whole;
        failed <= cut || lacking || (in_save && !whole);
      end
    end
    if (rst) begin
      starting <= 1'b1;
      reading <= 1'b0;
      index <= '0;
      block_load <= 1'b0;
      saved <= 1'b0;
      failed <= 1'b0;
    end
  end

  generate
    if (REST != 0) begin : gen_rest
      logic counted;  // the words of the count that came last are not all 0, and none of the message came
      assign lacking = counted && !starting && in_bits == '0;
      always_ff @(posedge clk) begin
        if (taken) counted <= of_context && !of_chain && (counted || in_data != '0);
      end
    end else begin : gen_any
      assign lacking = 1'b0;
    end

    if (FIELD > CHAIN) begin : gen_filled
      logic unused;
      assign unused = ^held[FIELD-CHAIN-1:0];
    end
  endgenerate

endmodule
