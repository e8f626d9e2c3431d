// SPDX-License-Identifier: Apache-2.0
//
// message_wipe sends WORDS words of zeros after a reset, keeps the first digest back, and is a wire otherwise; no data of
// a digest are visible where no word is offered.
//
// One lane is followed, any. The model counts the words that the hash function has taken since the reset, up to WORDS, and
// knows whether the last word of a digest has come.
//
// Parameters: those of message_wipe.

module check_message_wipe #(
    parameter integer WORD = 8,
    parameter integer STAGES = 1,
    parameter integer WORDS = 4,
    localparam integer BITS_WIDTH = $clog2(WORD) + 1
) (
    input logic                          clk,
    input logic                          rst,
    input logic [           STAGES-1:0] in_valid,
    input logic [      STAGES*WORD-1:0] in_data,
    input logic [           STAGES-1:0] in_last,
    input logic [STAGES*BITS_WIDTH-1:0] in_bits,
    input logic [           STAGES-1:0] out_ready,
    input logic [           STAGES-1:0] hash_in_ready,
    input logic [           STAGES-1:0] hash_out_valid,
    input logic [      STAGES*WORD-1:0] hash_out_data,
    input logic [           STAGES-1:0] hash_out_last
);

  localparam integer LANE_BITS = (STAGES > 1) ? $clog2(STAGES) : 1;

  logic [STAGES-1:0] in_ready, out_valid, out_last, hash_in_valid, hash_in_last, hash_out_ready;
  logic [STAGES*WORD-1:0] out_data, hash_in_data;
  logic [STAGES*BITS_WIDTH-1:0] hash_in_bits;
  logic wiping;

  message_wipe #(
      .WORD  (WORD),
      .STAGES(STAGES),
      .WORDS (WORDS)
  ) wipe (
      .*
  );

  (* anyconst *) logic [LANE_BITS-1:0] lane;
  logic begun;
  logic [31:0] sent;  // words that the hash function has taken since the reset, WORDS at most
  logic given;  // the digest of zeros has come
  logic valid, ready, last, word_valid, word_ready, word_last;
  logic offered, offered_last, taken, digest_valid, digest_last, digest_taken;
  logic [WORD-1:0] data, word_data, shown;
  logic [BITS_WIDTH-1:0] bits, word_bits;

  assign valid = 1'(in_valid >> lane);
  assign ready = 1'(in_ready >> lane);
  assign last = 1'(in_last >> lane);
  assign data = WORD'(in_data >> (WORD * 32'(lane)));
  assign bits = BITS_WIDTH'(in_bits >> (BITS_WIDTH * 32'(lane)));
  assign word_valid = 1'(hash_in_valid >> lane);
  assign word_ready = 1'(hash_in_ready >> lane);
  assign word_last = 1'(hash_in_last >> lane);
  assign word_data = WORD'(hash_in_data >> (WORD * 32'(lane)));
  assign word_bits = BITS_WIDTH'(hash_in_bits >> (BITS_WIDTH * 32'(lane)));
  assign offered = 1'(out_valid >> lane);
  assign offered_last = 1'(out_last >> lane);
  assign taken = 1'(out_ready >> lane);
  assign digest_valid = 1'(hash_out_valid >> lane);
  assign digest_last = 1'(hash_out_last >> lane);
  assign digest_taken = 1'(hash_out_ready >> lane);
  assign shown = WORD'(out_data >> (WORD * 32'(lane)));

  initial begun = 1'b0;
  always_ff @(posedge clk) begin
    begun <= 1'b1;
    if (word_valid && word_ready && sent < WORDS) sent <= sent + 1;
    if (digest_valid && digest_last) given <= 1'b1;
    if (rst) begin
      sent  <= '0;
      given <= 1'b0;
    end
  end

  always_comb begin
    assume (begun || rst);
    assume (32'(lane) < STAGES);
    if (begun) begin
      counted : assert (sent <= WORDS);
      if (sent < WORDS) begin
        of_zeros : assert (word_valid && word_data == '0 && word_bits == BITS_WIDTH'(WORD));
        ends : assert (word_last == (sent == WORDS - 1));
        holds : assert (!ready);
      end else begin
        passes : assert ({word_valid, word_data, word_bits, word_last} == {valid, data, bits, last});
        takes : assert (ready == word_ready);
      end
      if (!given) begin
        kept_back : assert (!offered && digest_taken);
        says : assert (wiping);
      end else begin
        gives : assert (offered == digest_valid);
        waits : assert (digest_taken == taken);
        if (STAGES == 1) over : assert (!wiping);
      end
      if (offered) begin
        right : assert (shown == WORD'(hash_out_data >> (WORD * 32'(lane))));
        right_last : assert (offered_last == digest_last);
      end else begin
        gated : assert (shown == '0 && !offered_last);
      end
    end
  end

  always_comb begin
    if (begun) begin
      passing : cover (valid && ready && given);
      early : cover (valid && ready && !given);
    end
  end

endmodule
