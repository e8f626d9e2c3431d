// SPDX-License-Identifier: Apache-2.0
//
// tag_check says that digest and tag match if and only if they have the same words and no word of the digest came with
// an error, and when it says so neither data nor errors tell.
//
// One lane is followed, any. The model keeps what a reader of the two streams keeps: how many words each had in this
// pair, whether two words at the same place, of which the one is taken with the other, were unequal, and whether one of
// the digest had an error. A second circuit gets the same handshakes with other data and errors; all its handshakes must
// be those of the first.
//
// The check begins with rst, or anywhere: in any state in which circuits and model are related as `related` says. That
// they stay so, and become so by rst from any state, is asserted. An escaped name with a dot in it is the circuit's
// register (see check_digest_serializer).
//
// Parameters: those of tag_check.

module check_tag_check #(
    parameter integer WORD = 8,
    parameter integer STAGES = 1
) (
    input logic                   clk,
    input logic                   rst,
    input logic [     STAGES-1:0] digest_valid,
    input logic [STAGES*WORD-1:0] digest_data,
    input logic [STAGES*WORD-1:0] other_digest_data,
    input logic [     STAGES-1:0] digest_last,
    input logic [     STAGES-1:0] digest_error,
    input logic [     STAGES-1:0] other_digest_error,
    input logic [     STAGES-1:0] expected_valid,
    input logic [STAGES*WORD-1:0] expected_data,
    input logic [STAGES*WORD-1:0] other_expected_data,
    input logic [     STAGES-1:0] expected_last,
    input logic [     STAGES-1:0] check_ready
);

  localparam integer LANE_BITS = (STAGES > 1) ? $clog2(STAGES) : 1;

  logic [STAGES-1:0] digest_ready, expected_ready, check_valid, check_match;
  logic [STAGES-1:0] other_digest_ready, other_expected_ready, other_check_valid, other_check_match;

  tag_check #(
      .WORD  (WORD),
      .STAGES(STAGES)
  ) checker_a (
      .*
  );

  tag_check #(
      .WORD  (WORD),
      .STAGES(STAGES)
  ) checker_b (
      .digest_ready(other_digest_ready),
      .digest_data(other_digest_data),
      .digest_error(other_digest_error),
      .expected_ready(other_expected_ready),
      .expected_data(other_expected_data),
      .check_valid(other_check_valid),
      .check_match(other_check_match),
      .*
  );

  (* anyconst *) logic [LANE_BITS-1:0] lane;
  logic begun;
  logic takes_digest, takes_expected, d_last, d_error, e_last, valid, match;
  logic [WORD-1:0] d_word, e_word;
  assign takes_digest = 1'((digest_valid & digest_ready) >> lane);
  assign takes_expected = 1'((expected_valid & expected_ready) >> lane);
  assign d_last = 1'(digest_last >> lane);
  assign d_error = 1'(digest_error >> lane);
  assign e_last = 1'(expected_last >> lane);
  assign d_word = WORD'(digest_data >> (WORD * 32'(lane)));
  assign e_word = WORD'(expected_data >> (WORD * 32'(lane)));
  assign valid = 1'(check_valid >> lane);
  assign match = 1'(check_match >> lane);

  // Of the pair under way: words taken, modulo 8, the last ones taken, words at one place unequal, a word with an error.
  logic [2:0] d_count, e_count;
  logic d_ended, e_ended, unequal, counts_differ, wrong;

  // Registers of the circuits
  (* hierconn *) logic [STAGES-1:0] \checker_a.digest_done ;
  (* hierconn *) logic [STAGES-1:0] \checker_a.expected_done ;
  (* hierconn *) logic [STAGES-1:0] \checker_a.differ ;
  (* hierconn *) logic [STAGES-1:0] \checker_a.done ;
  (* hierconn *) logic [STAGES-1:0] \checker_b.digest_done ;
  (* hierconn *) logic [STAGES-1:0] \checker_b.expected_done ;
  (* hierconn *) logic [STAGES-1:0] \checker_b.done ;

  logic related, same;
  assign same = \checker_a.digest_done == \checker_b.digest_done && \checker_a.expected_done == \checker_b.expected_done
      && \checker_a.done == \checker_b.done ;
  assign related = 1'( \checker_a.done >> lane) == (d_ended && e_ended) &&
      1'( \checker_a.digest_done >> lane) == (d_ended && !e_ended) &&
      1'( \checker_a.expected_done >> lane) == (e_ended && !d_ended) &&
      1'( \checker_a.differ >> lane) == (unequal || counts_differ || wrong) &&
      (counts_differ || d_count == e_count);

  initial begun = 1'b0;
  always_ff @(posedge clk) begin
    begun <= 1'b1;
    if (takes_digest) begin
      d_count <= d_count + 3'd1;
      d_ended <= d_last;
    end
    if (takes_expected) begin
      e_count <= e_count + 3'd1;
      e_ended <= e_last;
    end
    // Words at one place are those that are taken in one cycle, as long as neither stream has had more.
    if (takes_digest && takes_expected && d_word != e_word) unequal <= 1'b1;
    if (takes_digest != takes_expected) counts_differ <= 1'b1;
    if (takes_digest && d_error) wrong <= 1'b1;
    if (rst || (valid && 1'(check_ready >> lane))) begin
      d_count <= '0;
      e_count <= '0;
      d_ended <= 1'b0;
      e_ended <= 1'b0;
      unequal <= 1'b0;
      counts_differ <= 1'b0;
      wrong <= 1'b0;
    end
  end

  always @(posedge clk) begin
    assume (32'(lane) < STAGES);
    assume (begun || rst || (related && same));
    if (begun && !rst) begin
      stays_related : assert (related);
      no_data_tell : assert (same);
      same_times :
      assert (digest_ready == other_digest_ready && expected_ready == other_expected_ready &&
              check_valid == other_check_valid);
      // A word is taken alone only where the other stream has ended, and none while a bit waits.
      together : assert (takes_digest == takes_expected || (takes_digest ? e_ended : d_ended));
      one_at_a_time : assert (!valid || !(takes_digest || takes_expected));
      match_is_right : assert (!valid || match == !(unequal || counts_differ || wrong));
      nothing_before : assert (valid || !match);
      ended : assert (valid == (d_ended && e_ended));
      matched : cover (valid && match && d_count > 3'd1);
      refused : cover (valid && !match && !counts_differ);
      no_digest : cover (valid && wrong && !unequal && !counts_differ && d_count > 3'd1);
      longer_tag : cover (valid && e_count > d_count && d_count > 3'd0);
      longer_digest : cover (valid && d_count > e_count && e_count > 3'd0);
    end
  end

endmodule
