// SPDX-License-Identifier: Apache-2.0
//
// Test bench of @NAME@: sends the @WHAT@ of known_answers.v through every lane and compares the digests.
//
//   round 0  begins @WHAT@ and drops them by a reset
//   round 1  a source that always has a word, a sink that is always ready
//   round 2  both stall at random, from a linear feedback shift register
//
// Prints `PASS n FAIL m`: digests and rules of the handshake that were kept or broken. Ends with an error if m > 0.

module test_bench;
  localparam integer LANES = @LANES@;
  localparam integer WORD = @WORD@;
  localparam integer BITS_WIDTH = @BITS_WIDTH@;
  localparam integer ROUNDS = 3;
  localparam integer DROPPED = @DROPPED@;  // cycles of round 0
  localparam integer PATIENCE = @PATIENCE@;  // cycles without a transfer after which the core counts as stuck
  localparam integer LONGEST = @LONGEST@;  // cycles of a round

  reg clk = 1'b0;
  reg rst = 1'b1;
  integer round = 0;
  integer cycle = 0;
  integer idle = 0;
  integer passed = 0;
  integer failed = 0;

  wire [LANES-1:0] in_valid, in_ready, in_last, out_valid, out_ready, out_last, done, moves;
  wire [LANES*WORD-1:0] in_data, out_data;
  wire [LANES*BITS_WIDTH-1:0] in_bits, out_bits;
  wire broken;
  wire [LANES*32-1:0] lane_passed, lane_failed;

  always #5 clk = !clk;

@DUT@
  generate
    genvar lane;
    for (lane = 0; lane < LANES; lane = lane + 1) begin : gen_lane
      lane_test #(
          .LANE(lane)
      ) tester (
          .clk(clk),
          .rst(rst),
          .counting(round != 0),
          .stalling(round == 2),
          .in_valid(in_valid[lane]),
          .in_ready(in_ready[lane]),
          .in_data(in_data[lane*WORD+:WORD]),
          .in_last(in_last[lane]),
          .in_bits(in_bits[lane*BITS_WIDTH+:BITS_WIDTH]),
          .out_valid(out_valid[lane]),
          .out_ready(out_ready[lane]),
          .out_data(out_data[lane*WORD+:WORD]),
          .out_last(out_last[lane]),
          .out_bits(out_bits[lane*BITS_WIDTH+:BITS_WIDTH]),
          .done(done[lane]),
          .moves(moves[lane]),
          .passed(lane_passed[lane*32+:32]),
          .failed(lane_failed[lane*32+:32])
      );
    end
  endgenerate

  // The lanes of a round together, in the cycle in which it ends.
  integer l;
  reg stuck, over;
  always @(posedge clk) begin
    cycle <= cycle + 1;
    idle <= (rst || (|moves) === 1'b1) ? 0 : idle + 1;
    stuck = idle > PATIENCE || cycle > LONGEST;
    over = !rst && (stuck || (round == 0 ? cycle == DROPPED : &done));
    if (rst) rst <= cycle < 3;
    else if (round != 0 && broken !== 1'b0) begin
      $display("FAIL: a rule of the bus is broken");
      failed = failed + 1;
    end
    if (over) begin
      if (stuck) begin
        $display("FAIL: round %0d does not come to its end", round);
        failed = failed + 1;
      end
      for (l = 0; l < LANES; l = l + 1) begin
        passed = passed + lane_passed[l*32+:32];
        failed = failed + lane_failed[l*32+:32];
      end
      rst   <= 1'b1;
      cycle <= 0;
      round <= round + 1;
      if (stuck || round == ROUNDS - 1) begin
        $display("PASS %0d FAIL %0d", passed, failed);
        if (failed != 0 || passed == 0) $fatal(1, "@NAME@ does not compute the known digests");
        $finish;
      end
    end
  end
endmodule

// Source and sink of one lane, which begins with a message of its own and sends COUNT of them a round.
module lane_test #(
    parameter integer LANE = 0
) (
    input wire clk,
    input wire rst,
    input wire counting,  // digests are compared
    input wire stalling,  // source and sink stall

    output reg in_valid,
    input wire in_ready,
    output wire [@WORD_TOP@:0] in_data,
    output wire in_last,
    output wire [@BITS_TOP@:0] in_bits,

    input wire out_valid,
    output reg out_ready,
    input wire [@WORD_TOP@:0] out_data,
    input wire out_last,
    input wire [@BITS_TOP@:0] out_bits,

    output wire done,
    output wire moves,
    output reg [31:0] passed,
    output reg [31:0] failed
);
  localparam integer MESSAGES = @MESSAGES@;
  localparam integer COUNT = @COUNT@;  // messages of this lane in a round
  localparam integer MESSAGE_WORDS = @MESSAGE_WORDS@;  // of all messages together
  localparam integer DIGEST_WORDS = @DIGEST_WORDS@;  // of all digests together
  localparam integer SAYS_LAST = @SAYS_LAST@;  // 1: the ports say which word is the last of its digest
  localparam integer SAYS_BITS = @SAYS_BITS@;  // 1: and how many of its bits count
  localparam integer FIRST = LANE * MESSAGES / @LANES@;

  reg [31:0] message_index, digest_index, sent, digest, received;
  reg [31:0] noise;
  reg waiting, right, first_word;
  reg [@WORD_TOP@:0] offered;
  wire [31:0] start, digest_start;
  wire [@DIGEST_ENTRY_TOP@:0] digest_word;
  wire [@WORD_TOP@:0] expected;
  wire [@BITS_TOP@:0] expected_bits;
  wire final_word, ends;
  wire [@ENTRY_TOP@:0] word;

  known_answers answers (
      .message(FIRST),
      .start(start),
      .digest_start(digest_start),
      .message_index(message_index),
      .message_word(word),
      .digest_index(digest_index),
      .digest_word(digest_word)
  );

  assign {ends, in_last, in_bits, in_data} = word;
  assign {final_word, expected_bits, expected} = digest_word;
  assign done = received == COUNT;
  wire taken = in_valid && in_ready;
  wire given = out_valid && out_ready;
  assign moves = taken || given;
  wire good_last = SAYS_LAST == 0 || out_last === final_word;
  wire good_bits = SAYS_BITS == 0 || !final_word || out_bits === expected_bits;
  wire good = out_data === expected && good_last && good_bits && (first_word || right);

  // Linear feedback shift register, x^32 + x^22 + x^2 + x + 1.
  always @(posedge clk)
    if (rst) noise <= 32'h1d872b41 ^ (LANE << 8);
    else noise <= {noise[30:0], noise[31] ^ noise[21] ^ noise[1] ^ noise[0]};

  // A word that was offered stays until it is taken.
  wire more = sent + (taken && ends ? 1 : 0) < COUNT;
  always @(posedge clk)
    if (rst) begin
      in_valid <= 1'b0;
      message_index <= start;
      sent <= 0;
    end else begin
      in_valid <= (in_valid && !in_ready) || (more && !(stalling && noise[2:0] < 3));
      if (taken) begin
        message_index <= (message_index == MESSAGE_WORDS - 1) ? 0 : message_index + 1;
        if (ends) sent <= sent + 1;
      end
    end

  always @(posedge clk)
    if (rst) begin
      out_ready <= 1'b0;
      digest <= FIRST;
      digest_index <= digest_start;
      first_word <= 1'b1;
      received <= 0;
      passed <= 0;
      failed <= 0;
      waiting <= 1'b0;
      right <= 1'b1;
    end else begin
      out_ready <= !(stalling && noise[6:4] < 4);
      waiting   <= out_valid && !out_ready;
      offered   <= out_data;
      if (counting && waiting && (out_valid !== 1'b1 || out_data !== offered)) begin
        $display("FAIL: lane %0d, a word of digest %0d changes before it is taken", LANE, digest);
        failed <= failed + 1;
      end
      if (given) begin
        right <= good;
        first_word <= final_word;
        digest_index <= (digest_index == DIGEST_WORDS - 1) ? 0 : digest_index + 1;
        if (final_word) begin
          digest   <= (digest == MESSAGES - 1) ? 0 : digest + 1;
          received <= received + 1;
          if (counting && good) passed <= passed + 1;
          else if (counting) begin
            $display("FAIL: lane %0d, the digest of message %0d", LANE, digest);
            failed <= failed + 1;
          end
        end
      end
    end
endmodule
