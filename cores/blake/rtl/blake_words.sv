// SPDX-License-Identifier: Apache-2.0
//
// m_j xor c_k for the four lanes of one quarter of a round in each turn: in turn s, quarter QUARTERS_A_TURN s + OFFSET.
//
// Each lane chooses its word by sixteen selects, each a flip-flop, and its constant by an index in flip-flops: all are
// looked up, one cycle ahead, by the number of the turn.
//
// Parameters
//   WORD             bits of a word, 32 or 64
//   QUARTERS         quarters of a block; a quarter below 0, or of this number and above, has words 0
//   QUARTERS_A_TURN, OFFSET  see above
//   FROM_BLOCK       0, or 1: in turn 0 the words are those of `first`
//   STEP_BITS        width of a turn's number, 1 .. 30
// Ports
//   next_step        number of the next cycle's turn
//   message          m_0 in the highest bits
//   first, words     lane i at [i*WORD +: WORD]

module blake_words #(
    parameter integer WORD = 32,
    parameter integer QUARTERS = 40,
    parameter integer QUARTERS_A_TURN = 1,
    parameter integer OFFSET = 0,
    parameter integer FROM_BLOCK = 0,
    parameter integer STEP_BITS = 6
) (
    input  logic                 clk,
    input  logic [STEP_BITS-1:0] next_step,
    input  logic [  16*WORD-1:0] message,
    input  logic [   4*WORD-1:0] first,
    output logic [   4*WORD-1:0] words
);

  generate
    if (WORD != 32 && WORD != 64) begin : gen_refused_word
      blake_words_needs_WORD_of_32_or_64 refused ();
    end
    if (FROM_BLOCK != 0 && FROM_BLOCK != 1) begin : gen_refused_from_block
      blake_words_needs_FROM_BLOCK_of_0_or_1 refused ();
    end
    if (STEP_BITS < 1 || STEP_BITS > 30) begin : gen_refused_step_bits
      blake_words_needs_STEP_BITS_of_1_to_30 refused ();
    end
  endgenerate

  localparam integer STEPS = 1 << STEP_BITS;

  // The turns in which a lane takes word number `word` of the message.
  function automatic [STEPS-1:0] turns(input integer lane, input integer word);
    integer q;
    begin
      turns = '0;
      for (integer s = FROM_BLOCK; s < STEPS; s = s + 1) begin
        q = QUARTERS_A_TURN * s + OFFSET;
        if (q >= 0 && q < QUARTERS) turns[s] = blake_pkg::source(q, lane, 0) == word;
      end
    end
  endfunction

  // The turns in which bit b of the index of a lane's constant is set; b = 4: in which it has one.
  function automatic [STEPS-1:0] index_turns(input integer lane, input integer b);
    integer q, i;
    begin
      index_turns = '0;
      for (integer s = 0; s < STEPS; s = s + 1) begin
        q = QUARTERS_A_TURN * s + OFFSET;
        if (q >= 0 && q < QUARTERS) begin
          i = 16 + blake_pkg::source(q, lane, 1);
          index_turns[s] = ((i >> b) % 2) != 0;
        end
      end
    end
  endfunction

  localparam logic [1023:0] CONSTANTS = blake_pkg::PI;

  generate
    for (genvar i = 0; i < 4; i = i + 1) begin : gen_lane
      logic [15:0] next_select, select;
      logic [4:0] next_index, index;
      logic [WORD-1:0] chosen, constant, begun;

      for (genvar w = 0; w < 16; w = w + 1) begin : gen_select
        localparam logic [STEPS-1:0] TURNS = turns(i, w);
        assign next_select[w] = TURNS[next_step];
      end
      for (genvar b = 0; b < 5; b = b + 1) begin : gen_index
        localparam logic [STEPS-1:0] INDEX_TURNS = index_turns(i, b);
        assign next_index[b] = INDEX_TURNS[next_step];
      end

      always_ff @(posedge clk) begin
        select <= next_select;
        index <= next_index;
      end

      always_comb begin
        constant = '0;
        for (integer w = 0; w < 16; w = w + 1)
        constant = constant | (CONSTANTS[1023-w*WORD-:WORD] & {WORD{index == 5'(16 + w)}});
      end

      if (FROM_BLOCK != 0) begin : gen_from_block
        logic now;
        always_ff @(posedge clk) now <= next_step == '0;
        assign begun = first[i*WORD+:WORD] & {WORD{now}};
      end else begin : gen_from_message
        assign begun = '0;
      end
      always_comb begin
        chosen = begun;
        for (integer w = 0; w < 16; w = w + 1)
        chosen = chosen | (message[16*WORD-1-w*WORD-:WORD] & {WORD{select[w]}});
      end
      assign words[i*WORD+:WORD] = chosen ^ constant;
    end
    if (FROM_BLOCK == 0) begin : gen_no_block
      logic unused;
      assign unused = ^first;
    end
  endgenerate

endmodule
