// SPDX-License-Identifier: Apache-2.0
//
// Messages through message_shell and a core: every message has its digest, once, in its own lane and in the order of
// the messages; nothing that is offered changes before it is taken; nothing stops for ever.
//
// One lane is followed, any, and in it one message, any (message_follower); the core is check_core.
//
// Parameters
//   STAGES, WORD  as message_shell      WORDS  of a block, at least 2
//   ROUNDS  cycles of the lane that the core works on a block      AHEAD  as message_shell

module check_message_shell #(
    parameter integer STAGES = 2,
    parameter integer WORD = 8,
    parameter integer WORDS = 2,
    parameter integer ROUNDS = 1,
    parameter integer COUNT_BITS = 7,
    parameter integer AHEAD = 0,
    localparam integer BITS_WIDTH = $clog2(WORD) + 1
) (
    input logic clk,
    input logic rst,
    input logic [STAGES-1:0] in_valid,
    input logic [STAGES*WORD-1:0] in_data,
    input logic [STAGES-1:0] in_last,
    input logic [STAGES*BITS_WIDTH-1:0] in_bits,
    input logic [STAGES-1:0] out_ready,
    input logic pick
);

  localparam integer BLOCK = WORDS * WORD;
  localparam integer BEAT = 2 * WORD;  // the first word, and what is told of the length
  localparam integer LANE_BITS = hash_pkg::index_bits(STAGES);
  localparam [hash_pkg::PADDING_BITS-1:0] PADDING = hash_pkg::field(hash_pkg::SUFFIX_BITS, 1) |
      hash_pkg::field(hash_pkg::SUFFIX, 1);

  logic [STAGES-1:0] in_ready, out_valid, out_last;
  logic [STAGES*WORD-1:0] out_data;
  logic block_valid, block_ready, block_first, block_last, block_empty;
  logic [LANE_BITS-1:0] block_lane;
  logic [BLOCK-1:0] block_data;
  logic [COUNT_BITS-1:0] block_count;
  logic digest_valid, digest_ready, digest_last;
  logic [LANE_BITS-1:0] digest_lane;
  logic [BEAT-1:0] digest_data;

  message_shell #(
      .BLOCK(BLOCK),
      .DIGEST(BEAT),
      .BEAT(BEAT),
      .WORD(WORD),
      .STAGES(STAGES),
      .COUNT_BITS(COUNT_BITS),
      .PADDING(PADDING),
      .AHEAD(AHEAD)
  ) shell (
      .*
  );

  check_core #(
      .STAGES(STAGES),
      .ROUNDS(ROUNDS),
      .WORD(WORD),
      .BLOCK(BLOCK),
      .COUNT_BITS(COUNT_BITS)
  ) core (
      .*
  );

  // The lane.
  (* anyconst *) logic [LANE_BITS-1:0] lane;
  logic valid, ready, final_word, going, leaves, leaving_last;
  logic [WORD-1:0] data, leaving;
  logic [BITS_WIDTH-1:0] bits;
  assign valid = |(in_valid & (STAGES'(1) << lane));
  assign ready = |(in_ready & (STAGES'(1) << lane));
  assign final_word = |(in_last & (STAGES'(1) << lane));
  assign data = WORD'(in_data >> (WORD * 32'(lane)));
  assign bits = BITS_WIDTH'(in_bits >> (BITS_WIDTH * 32'(lane)));
  assign leaves = |(out_valid & (STAGES'(1) << lane));
  assign going = |(out_ready & (STAGES'(1) << lane));
  assign leaving_last = |(out_last & (STAGES'(1) << lane));
  assign leaving = WORD'(out_data >> (WORD * 32'(lane)));

  logic begun, within_message;
  logic [2:0] open;
  message_follower #(
      .WORD(WORD),
      .BLOCK(BLOCK),
      .COUNT_BITS(COUNT_BITS)
  ) follower (
      .clk(clk),
      .rst(rst),
      .begun(begun),
      .pick(pick),
      .in_valid(valid),
      .in_ready(ready),
      .in_data(data),
      .in_last(final_word),
      .in_bits(bits),
      .out_valid(leaves),
      .out_ready(going),
      .out_data(leaving),
      .out_last(leaving_last),
      .open(open),
      .within_message(within_message)
  );

  logic in_waited;
  logic [WORD+BITS_WIDTH:0] in_before;
  // Cycles in which source and sink of the lane did what they could and nothing moved.
  localparam integer LONGEST = STAGES * (ROUNDS + 6) + 4 * WORDS;
  logic [$clog2(LONGEST+2)-1:0] patience;

  initial begun = 1'b0;
  always_ff @(posedge clk) begin
    begun <= 1'b1;
    in_waited <= valid && !ready && !rst;
    in_before <= {data, final_word, bits};
    if (rst || (valid && ready) || (leaves && going)) patience <= '0;
    else if ((leaves && !going) || (!valid && (within_message || open == '0))) patience <= '0;
    else if (32'(patience) <= LONGEST) patience <= patience + 1'b1;
  end

  always @(posedge clk) begin
    assume (begun || rst);
    assume (32'(lane) < STAGES);
    if (begun && in_waited) assume (valid && {data, final_word, bits} == in_before);
    if (begun && !rst) never_stuck : assert (32'(patience) <= LONGEST);
  end

  logic unused;
  assign unused = block_empty;

endmodule
