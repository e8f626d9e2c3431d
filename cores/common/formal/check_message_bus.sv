// SPDX-License-Identifier: Apache-2.0
//
// Messages through message_bus and its circuits: every message has its digest, once, in its own lane and in the order of
// the messages of that lane, with INTERLEAVE = 0 in the order of all; nothing that is offered changes before it is
// taken; nothing stops for ever.
//
// One lane is followed, any, or all messages with INTERLEAVE = 0, and of these one message, any (message_follower). The
// circuits are check_core. The source answers in_lane; what it offers stays until it is taken or the turn goes on.
//
// Parameters
//   CIRCUITS, INTERLEAVE, WORD  as message_bus      WORDS  of a block
//   ROUNDS  cycles that a circuit works on a block

module check_message_bus #(
    parameter integer CIRCUITS = 2,
    parameter integer INTERLEAVE = 1,
    parameter integer WORD = 8,
    parameter integer WORDS = 2,
    parameter integer ROUNDS = 1,
    parameter integer COUNT_BITS = 6,
    localparam integer BITS_WIDTH = $clog2(WORD) + 1
) (
    input logic                  clk,
    input logic                  rst,
    input logic                  in_valid,
    input logic [      WORD-1:0] in_data,
    input logic                  in_last,
    input logic [BITS_WIDTH-1:0] in_bits,
    input logic                  out_ready,
    input logic                  pick
);

  localparam integer BLOCK = WORDS * WORD;
  localparam integer BEAT = 2 * WORD;
  localparam integer LANE_BITS = hash_pkg::index_bits(CIRCUITS);
  localparam [hash_pkg::PADDING_BITS-1:0] PADDING = hash_pkg::field(hash_pkg::SUFFIX_BITS, 1) |
      hash_pkg::field(hash_pkg::SUFFIX, 1);

  logic in_ready, out_valid, out_last, block_first, block_last, block_empty;
  logic [LANE_BITS-1:0] in_lane, out_lane;
  logic [WORD-1:0] out_data;
  logic [CIRCUITS-1:0] block_valid, block_ready, digest_valid, digest_ready, digest_last;
  logic [BLOCK-1:0] block_data;
  logic [COUNT_BITS-1:0] block_count;
  logic [CIRCUITS*BEAT-1:0] digest_data;

  message_bus #(
      .BLOCK(BLOCK),
      .DIGEST(BEAT),
      .BEAT(BEAT),
      .WORD(WORD),
      .CIRCUITS(CIRCUITS),
      .INTERLEAVE(INTERLEAVE),
      .COUNT_BITS(COUNT_BITS),
      .PADDING(PADDING)
  ) bus (
      .*
  );

  generate
    for (genvar l = 0; l < CIRCUITS; l = l + 1) begin : gen_circuit
      logic block_lane, digest_lane;
      check_core #(
          .ROUNDS(ROUNDS),
          .WORD(WORD),
          .BLOCK(BLOCK),
          .COUNT_BITS(COUNT_BITS)
      ) circuit (
          .clk(clk),
          .rst(rst),
          .block_valid(block_valid[l]),
          .block_ready(block_ready[l]),
          .block_lane(block_lane),
          .block_data(block_data),
          .block_first(block_first),
          .block_last(block_last),
          .block_count(block_count),
          .digest_valid(digest_valid[l]),
          .digest_ready(digest_ready[l]),
          .digest_lane(digest_lane),
          .digest_data(digest_data[l*BEAT+:BEAT]),
          .digest_last(digest_last[l])
      );
    end
  endgenerate

  (* anyconst *) logic [LANE_BITS-1:0] lane;
  logic begun, mine, leaves, within_mine;
  logic [2:0] open_mine;
  assign mine = INTERLEAVE == 0 || in_lane == lane;
  assign leaves = INTERLEAVE == 0 || out_lane == lane;

  message_follower #(
      .WORD(WORD),
      .BLOCK(BLOCK),
      .COUNT_BITS(COUNT_BITS),
      .MOST((INTERLEAVE == 0) ? CIRCUITS + 2 : 4)
  ) follower (
      .clk(clk),
      .rst(rst),
      .begun(begun),
      .pick(pick),
      .in_valid(in_valid && mine),
      .in_ready(in_ready),
      .in_data(in_data),
      .in_last(in_last),
      .in_bits(in_bits),
      .out_valid(out_valid && leaves),
      .out_ready(out_ready),
      .out_data(out_data),
      .out_last(out_last),
      .open(open_mine),
      .within_message(within_mine)
  );

  // All lanes together.
  logic taken, left;
  logic [CIRCUITS-1:0] within_message, here;
  logic [4:0] open;
  assign taken = in_valid && in_ready;
  assign left = out_valid && out_ready;
  assign here = (INTERLEAVE == 0) ? CIRCUITS'(1) : CIRCUITS'(1) << in_lane;

  logic in_waited;
  logic [LANE_BITS-1:0] in_lane_before, out_lane_before;
  logic out_waited;
  logic [WORD+BITS_WIDTH:0] in_before;
  localparam integer LONGEST = 2 * CIRCUITS + 4 * WORDS + ROUNDS + 6;
  logic [$clog2(LONGEST+2)-1:0] patience;

  initial begun = 1'b0;
  always_ff @(posedge clk) begin
    begun <= 1'b1;
    if (taken) within_message <= in_last ? within_message & ~here : within_message | here;
    open <= open + 5'(taken && (within_message & here) == '0) - 5'(left && out_last);
    if (rst) begin
      within_message <= '0;
      open <= '0;
    end
    in_waited <= in_valid && !in_ready && !rst;
    in_lane_before <= in_lane;
    in_before <= {in_data, in_last, in_bits};
    out_waited <= out_valid && !(out_ready && out_last) && !rst;
    out_lane_before <= out_lane;
    if (rst || taken || left || (out_valid && !out_ready)) patience <= '0;
    else if (!in_valid && (open == '0 || within_message != '0)) patience <= '0;
    else if (32'(patience) <= LONGEST) patience <= patience + 1'b1;
  end

  always @(posedge clk) begin
    assume (begun || rst);
    assume (32'(lane) < CIRCUITS);
    if (begun && in_waited && in_lane == in_lane_before) assume (in_valid && {in_data, in_last, in_bits} == in_before);
    if (begun && !rst) begin
      lanes : assert (32'(in_lane) < CIRCUITS && 32'(out_lane) < CIRCUITS);
      if (out_waited) lane_stays : assert (out_lane == out_lane_before);
      never_stuck : assert (32'(patience) <= LONGEST);
    end
  end

  logic unused;
  assign unused = ^{block_empty, open_mine, within_mine};

endmodule
