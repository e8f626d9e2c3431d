// SPDX-License-Identifier: Apache-2.0
//
// After a reset hashes a message of zeros in each lane of a hash function, and keeps its digest back: for users with
// secrets, as what is left of theirs in the registers of <family>_top is overwritten so. Then streams pass as they are.
//
//   in_*, out_* of the user  <-->  message_wipe  <-->  in_*, out_* of <family>_top
//
// A reset alone clears what a circuit does next, and not what it holds: words of messages, keys, states. This module
// costs a top nothing in itself, and is needed only where such things are secrets. docs/secrets.md says for which designs
// it is proven that no register depends on what was before.
//
// Parameters
//   WORD    bits in a word: 8, 16, 32, 64 or 128
//   STAGES  lanes
//   WORDS   words of the message of zeros: BLOCK / WORD or more, for one block of message at least
//   CONTEXT  1: before <family>_context_top. in_bits and hash_in_bits of a lane have two bits more, above them in_save
//            and, highest, in_resume; the message of zeros begins with a context, and WORDS has its words besides
//
// Ports (lane l in bit l, words at [l*WORD +: WORD], numbers of bits at [l*BITS_WIDTH +: BITS_WIDTH])
//   in_*, out_*            the streams of <family>_top for the user. in_ready is low until the message of zeros has gone to
//                          the hash function. Where no word is offered, out_data and out_last are 0
//   hash_in_*, hash_out_*  to its ports
//   wiping                 a digest of zeros has not come; high from rst on
//   rst                    begins anew; the hash function needs the same
//
// Cycles: a word passes within the cycle. `wiping` falls when the hash function has given the digest of WORDS words in all
// lanes, whatever the user does: it waits for nobody.

module message_wipe #(
    parameter integer WORD = 64,
    parameter integer STAGES = 1,
    parameter integer WORDS = 8,
    parameter integer CONTEXT = 0,
    localparam integer BITS_WIDTH = $clog2(WORD) + 1 + 2 * CONTEXT
) (
    input logic clk,
    input logic rst,

    input  logic [           STAGES-1:0] in_valid,
    output logic [           STAGES-1:0] in_ready,
    input  logic [      STAGES*WORD-1:0] in_data,
    input  logic [           STAGES-1:0] in_last,
    input  logic [STAGES*BITS_WIDTH-1:0] in_bits,

    output logic [     STAGES-1:0] out_valid,
    input  logic [     STAGES-1:0] out_ready,
    output logic [STAGES*WORD-1:0] out_data,
    output logic [     STAGES-1:0] out_last,

    output logic [           STAGES-1:0] hash_in_valid,
    input  logic [           STAGES-1:0] hash_in_ready,
    output logic [      STAGES*WORD-1:0] hash_in_data,
    output logic [           STAGES-1:0] hash_in_last,
    output logic [STAGES*BITS_WIDTH-1:0] hash_in_bits,

    input  logic [     STAGES-1:0] hash_out_valid,
    output logic [     STAGES-1:0] hash_out_ready,
    input  logic [STAGES*WORD-1:0] hash_out_data,
    input  logic [     STAGES-1:0] hash_out_last,

    output logic wiping
);

  generate
    if (WORD != 8 && WORD != 16 && WORD != 32 && WORD != 64 && WORD != 128) begin : gen_refused_word
      message_wipe_needs_WORD_of_8_16_32_64_or_128 refused ();
    end
    if (STAGES < 1) begin : gen_refused_stages
      message_wipe_needs_STAGES_of_1_or_more refused ();
    end
    if (WORDS < 1) begin : gen_refused_words
      message_wipe_needs_WORDS_of_1_or_more refused ();
    end
    if (CONTEXT != 0 && CONTEXT != 1) begin : gen_refused_context
      message_wipe_needs_CONTEXT_of_0_or_1 refused ();
    end
  endgenerate

  localparam integer LEFT_BITS = $clog2(WORDS + 1);
  localparam [BITS_WIDTH-1:0] ZERO_BITS = BITS_WIDTH'(WORD + 4 * WORD * CONTEXT);  // a whole word, and in_resume

  logic [STAGES-1:0] kept_back;  // of each lane: the next digest is that of zeros

  generate
    for (genvar l = 0; l < STAGES; l = l + 1) begin : gen_lane
      logic [LEFT_BITS-1:0] left;  // words of zeros that have not gone
      logic zeros;

      assign zeros = left != '0;
      assign hash_in_valid[l] = zeros || in_valid[l];
      assign hash_in_data[l*WORD+:WORD] = zeros ? '0 : in_data[l*WORD+:WORD];
      assign hash_in_last[l] = zeros ? left == LEFT_BITS'(1) : in_last[l];
      assign hash_in_bits[l*BITS_WIDTH+:BITS_WIDTH] = zeros ? ZERO_BITS : in_bits[l*BITS_WIDTH+:BITS_WIDTH];
      assign in_ready[l] = !zeros && hash_in_ready[l];

      assign out_valid[l] = hash_out_valid[l] && !kept_back[l];
      assign out_data[l*WORD+:WORD] = out_valid[l] ? hash_out_data[l*WORD+:WORD] : '0;
      assign out_last[l] = out_valid[l] && hash_out_last[l];
      assign hash_out_ready[l] = kept_back[l] || out_ready[l];

      always_ff @(posedge clk) begin
        if (rst) begin
          left <= LEFT_BITS'(WORDS);
          kept_back[l] <= 1'b1;
        end else begin
          if (zeros && hash_in_ready[l]) left <= left - 1'b1;
          if (hash_out_valid[l] && hash_out_last[l]) kept_back[l] <= 1'b0;
        end
      end
    end
  endgenerate

  assign wiping = kept_back != '0;

endmodule
