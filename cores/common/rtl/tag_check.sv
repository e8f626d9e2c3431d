// SPDX-License-Identifier: Apache-2.0
//
// Compares a digest with the one that is expected, and gives one bit: for the verification of a MAC, whose right value
// then never leaves the hardware.
//
//   digest_* <-- out_* of <family>_top        expected_* <-- the tag, in words of the same form        check_* --> bit
//
// A word of the digest is taken together with one of the tag. All words are compared, whatever the first ones are: when
// `check_valid` rises depends on the numbers of words and on valid and ready alone, never on data nor on errors. If one of
// the two has more words, its other words are taken alone, and they do not match. So every digest uses one tag up, and the
// next pair begins afresh.
//
// What the hash function marks as no digest (out_error) matches no tag, whatever its words are: a refused request is
// answered by a word of zeros, which anybody can give as a tag. Where there is no such output, digest_error is 0.
//
// Bits behind a digest in its last word are 0 (docs/core-contract.md), and so must those of the tag be. Lengths are
// compared in words: a tag that ends within a word is one that goes on with zeros to the end of the word.
//
// Parameters
//   WORD    bits in a word, 1 or more
//   STAGES  lanes, 1 or more
//
// Ports (lane l in bit l, words at [l*WORD +: WORD])
//   digest_*, expected_*  streams of words; a word moves in a cycle with valid and ready; `last` marks the last word
//   digest_error          with any word of a digest: there is none, and nothing matches
//   check_valid, check_ready   the comparison is done, from the cycle behind the last word on; it moves in a cycle with
//                         both. While it waits no word is taken.
//   check_match           digest and tag are equal; 0 while check_valid is 0
//   rst                   drops what was compared
// Cycles: a word a cycle, and one for the bit.

module tag_check #(
    parameter integer WORD = 64,
    parameter integer STAGES = 1
) (
    input logic clk,
    input logic rst,

    input  logic [     STAGES-1:0] digest_valid,
    output logic [     STAGES-1:0] digest_ready,
    input  logic [STAGES*WORD-1:0] digest_data,
    input  logic [     STAGES-1:0] digest_last,
    input  logic [     STAGES-1:0] digest_error,

    input  logic [     STAGES-1:0] expected_valid,
    output logic [     STAGES-1:0] expected_ready,
    input  logic [STAGES*WORD-1:0] expected_data,
    input  logic [     STAGES-1:0] expected_last,

    output logic [STAGES-1:0] check_valid,
    input  logic [STAGES-1:0] check_ready,
    output logic [STAGES-1:0] check_match
);

  generate
    if (WORD < 1) begin : gen_refused_word
      WORD_must_be_at_least_1 refused ();
    end
    if (STAGES < 1) begin : gen_refused_stages
      STAGES_must_be_at_least_1 refused ();
    end
  endgenerate

  // Of each lane
  logic [STAGES-1:0] digest_done, expected_done;  // its last word has been taken, and the other's has not
  logic [STAGES-1:0] differ;  // a word did not match, or had an error
  logic [STAGES-1:0] done;  // the comparison waits to be taken
  logic [STAGES-1:0] takes_digest, takes_expected, ends, unequal;

  // A word waits for its partner, unless the partner's stream has ended.
  assign digest_ready   = ~done & ~digest_done & (expected_valid | expected_done);
  assign expected_ready = ~done & ~expected_done & (digest_valid | digest_done);
  assign takes_digest   = digest_valid & digest_ready;
  assign takes_expected = expected_valid & expected_ready;
  assign ends = (takes_digest & digest_last | digest_done) & (takes_expected & expected_last | expected_done);

  generate
    for (genvar l = 0; l < STAGES; l = l + 1) begin : gen_lane
      assign unequal[l] = takes_digest[l] != takes_expected[l] || digest_error[l] ||
          digest_data[l*WORD+:WORD] != expected_data[l*WORD+:WORD];
    end
  endgenerate

  always_ff @(posedge clk) begin
    digest_done <= (takes_digest & digest_last | digest_done) & ~ends;
    expected_done <= (takes_expected & expected_last | expected_done) & ~ends;
    // A pair begins behind the bit of the one before.
    differ <= (differ | (takes_digest | takes_expected) & unequal) & ~(check_valid & check_ready);
    done <= ends | done & ~check_ready;
    if (rst) begin
      digest_done <= '0;
      expected_done <= '0;
      differ <= '0;
      done <= '0;
    end
  end

  assign check_valid = done;
  assign check_match = done & ~differ;

endmodule
