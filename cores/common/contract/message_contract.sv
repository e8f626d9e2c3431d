// SPDX-License-Identifier: Apache-2.0
//
// The contract of the message level (docs/core-contract.md), for simulation: $error says what breaks it, in the source
// of the words or in the hash function. There are no outputs, and nothing of it is in a circuit.
//
//   bind message_shell message_contract #(.WORD(WORD), .STAGES(STAGES), .DIGEST(DIGEST)) contract (.*);
//
// (bind_*.sv of this folder; Icarus knows no bind: there an instance beside the hash function does it.)
//
// Parameters
//   WORD        bits in a word
//   STAGES      lanes
//   DIGEST      bits in a digest; 0: digests of any length
//   COUNT_BITS  that of the hash function; 0: messages of any length
//
// Ports: those of <family>_top. What is checked, of each lane:
//   source         a word that is offered stays as it is until it is taken; a message has less than 2^COUNT_BITS bits
//   hash function  a word of a digest stays as it is until it is taken; it comes after the last word of its message; a
//                  digest has ceil(DIGEST / WORD) words, the last marked, and 0 behind its bits; where there is an
//                  offer nothing is X; rst drops all
// Every check is of the values at a rising edge of clk. Nothing is checked before the first rst.

module message_contract #(
    parameter integer WORD = 64,
    parameter integer STAGES = 1,
    parameter integer DIGEST = 0,
    parameter integer COUNT_BITS = 64,
    localparam integer BITS_WIDTH = $clog2(WORD) + 1
) (
    input logic clk,
    input logic rst,

    input logic [           STAGES-1:0] in_valid,
    input logic [           STAGES-1:0] in_ready,
    input logic [      STAGES*WORD-1:0] in_data,
    input logic [           STAGES-1:0] in_last,
    input logic [STAGES*BITS_WIDTH-1:0] in_bits,

    input logic [     STAGES-1:0] out_valid,
    input logic [     STAGES-1:0] out_ready,
    input logic [STAGES*WORD-1:0] out_data,
    input logic [     STAGES-1:0] out_last
);

  localparam integer WORDS = (DIGEST + WORD - 1) / WORD;  // of a digest
  localparam integer REST = WORDS * WORD - DIGEST;  // bits behind it in its last word
  localparam integer PART = (REST > 0) ? REST : 1;
  localparam integer LENGTH_BITS = (COUNT_BITS > BITS_WIDTH) ? COUNT_BITS : BITS_WIDTH;

  logic started;  // rst has been
  initial started = 1'b0;
  always_ff @(posedge clk) if (rst) started <= 1'b1;

  generate
    for (genvar l = 0; l < STAGES; l = l + 1) begin : gen_lane
      logic [WORD-1:0] word, digest_word;
      logic [BITS_WIDTH-1:0] bits, counted;  // counted: bits of the message in this word
      logic word_waits, digest_waits;  // what was offered before is not taken
      logic [WORD-1:0] kept_word, kept_digest_word;
      logic [BITS_WIDTH-1:0] kept_bits;
      logic kept_last, kept_digest_last;
      logic [LENGTH_BITS:0] length, longer;  // of the message before this word and with it
      logic long;  // it has been said that the message is too long
      integer messages;  // ended, and their digests have not
      integer digest_words;  // of the digest under way that have been taken

      assign word = in_data[l*WORD+:WORD];
      assign bits = in_bits[l*BITS_WIDTH+:BITS_WIDTH];
      assign digest_word = out_data[l*WORD+:WORD];
      assign counted = (in_last[l] && bits < BITS_WIDTH'(WORD)) ? bits : BITS_WIDTH'(WORD);
      assign longer = length + (LENGTH_BITS + 1)'(counted);

      always_ff @(posedge clk) begin
        word_waits <= in_valid[l] && !in_ready[l] && !rst;
        kept_word <= word;
        kept_last <= in_last[l];
        kept_bits <= bits;
        digest_waits <= out_valid[l] && !out_ready[l] && !rst;
        kept_digest_word <= digest_word;
        kept_digest_last <= out_last[l];
        if (in_valid[l] && in_ready[l]) begin
          length <= in_last[l] ? '0 : longer;
          long   <= !in_last[l] && (long || too_long(longer));
        end
        if (rst) begin
          messages <= 0;
          digest_words <= 0;
          length <= '0;
          long <= 1'b0;
        end else if (started) begin
          messages <= messages + ((in_valid[l] && in_ready[l] && in_last[l]) ? 1 : 0) -
              ((out_valid[l] && out_ready[l] && out_last[l]) ? 1 : 0);
          if (out_valid[l] && out_ready[l]) digest_words <= out_last[l] ? 0 : digest_words + 1;
        end
      end

      always @(posedge clk) begin
        if (started && !rst) begin
          if (^{in_valid[l], in_ready[l], out_valid[l], out_ready[l]} === 1'bx)
            $error("message_contract: lane %0d: a valid or a ready is X", l);
          if (in_valid[l] && ^{in_last[l], word_bits_known(in_last[l], bits, word)} === 1'bx)
            $error("message_contract: lane %0d: the source offers a word with an X", l);
          if (word_waits && !in_valid[l])
            $error("message_contract: lane %0d: the source withdraws a word that was not taken", l);
          if (word_waits && in_valid[l] &&
              (in_last[l] != kept_last || word != kept_word || (in_last[l] && bits != kept_bits)))
            $error("message_contract: lane %0d: the source changes a word that was not taken", l);
          if (in_valid[l] && in_ready[l] && !long && too_long(longer))
            $error("message_contract: lane %0d: the message has 2^%0d bits or more", l, COUNT_BITS);

          if (out_valid[l] && ^{out_last[l], digest_word} === 1'bx)
            $error("message_contract: lane %0d: a word of a digest has an X", l);
          if (digest_waits && !out_valid[l])
            $error("message_contract: lane %0d: a word of a digest is withdrawn that was not taken", l);
          if (digest_waits && out_valid[l] && (out_last[l] != kept_digest_last || digest_word != kept_digest_word))
            $error("message_contract: lane %0d: a word of a digest changes that was not taken", l);
          if (out_valid[l] && messages < 1)
            $error("message_contract: lane %0d: a digest comes before its message has ended", l);
          if (DIGEST > 0 && out_valid[l] && out_last[l] != (digest_words == WORDS - 1))
            $error("message_contract: lane %0d: out_last is %b in word %0d of %0d", l, out_last[l],
                   digest_words + 1, WORDS);
          if (DIGEST > 0 && REST > 0 && out_valid[l] && out_last[l] && digest_word[PART-1:0] != '0)
            $error("message_contract: lane %0d: bits behind the digest are not 0", l);
        end
      end
    end
  endgenerate

  function automatic logic too_long(input [LENGTH_BITS:0] bits);
    too_long = COUNT_BITS > 0 && (bits >> COUNT_BITS) != '0;
  endfunction

  // What counts in a word: its first bits, as many as it has.
  function automatic logic word_bits_known(input last, input [BITS_WIDTH-1:0] count, input [WORD-1:0] data);
    word_bits_known = last ? ^{count, data & ~({WORD{1'b1}} >> count)} : ^data;
  endfunction

endmodule
