// SPDX-License-Identifier: Apache-2.0
//
// No hash function: a small core with the ports of the block level and several lanes, for tests of the simulation.
// A block v with count c changes the value h (zero before the first block) of its lane to
//   h = rotate_left(h xor v, 7) + c,  and again plus one where the block is marked empty,
// then ROUNDS times h = rotate_left(h, 1) + v. The digest are the top 96 bits of h concatenated with not h.
//
// Parameters: STAGES lanes; ROUNDS turns of its lane that a block takes; FAULT breaks the core:
//   1 wrong digest where the message has three blocks, 2 digest_valid falls after a cycle without digest_ready,
//   3 the digest of the lane before, 4 no further block after the fourth in a lane, 5 the digest changes while
//   it waits, 6 block_ready depends on block_valid, 7 the digest comes one block early, 8 the turns of the lanes
//   stand still while a digest waits, 9 rst does not stop a running lane, 10 the digest has no end,
//   11 the digest comes a second time.
// Cycles: STAGES (ROUNDS + 1) from block to block of a lane, and STAGES (ROUNDS + 1) n from the first of n blocks to
// the digest.

module dummy_core #(
    parameter integer STAGES = 3,
    parameter integer ROUNDS = 3,
    parameter integer COUNT_BITS = 64,
    parameter integer FAULT = 0,
    localparam integer BLOCK = 64,
    localparam integer BEAT = 64,
    localparam integer LANE_BITS = (STAGES > 1) ? $clog2(STAGES) : 1
) (
    input  logic                  clk,
    input  logic                  rst,
    input  logic                  block_valid,
    output logic                  block_ready,
    output logic [ LANE_BITS-1:0] block_lane,
    input  logic [     BLOCK-1:0] block_data,
    input  logic                  block_first,
    input  logic                  block_last,
    input  logic                  block_empty,
    input  logic [COUNT_BITS-1:0] block_count,
    output logic                  digest_valid,
    input  logic                  digest_ready,
    output logic [ LANE_BITS-1:0] digest_lane,
    output logic [      BEAT-1:0] digest_data,
    output logic                  digest_last
);

  logic [LANE_BITS-1:0] lane, previous, source;
  logic [STAGES-1:0] ready, valid, second;
  logic [STAGES*64-1:0] value;
  logic [63:0] seen;

  function automatic [63:0] rotate(input logic [63:0] x, input integer n);
    begin
      rotate = (x << n) | (x >> (64 - n));
    end
  endfunction

  assign block_lane = lane;
  assign digest_lane = lane;
  assign block_ready = ready[lane] && (FAULT != 6 || block_valid);
  assign digest_valid = valid[lane];
  assign previous = (lane == '0) ? LANE_BITS'(STAGES - 1) : lane - 1'b1;
  assign source = (FAULT == 3) ? previous : lane;
  assign seen = value[64*source+:64];
  assign digest_data = second[lane] ? {~seen[63:32], 32'b0} : seen;
  assign digest_last = second[lane] && FAULT != 10;

  always_ff @(posedge clk) begin
    if (rst || 32'(lane) == STAGES - 1) lane <= '0;
    else if (FAULT != 8 || !digest_valid || digest_ready) lane <= lane + 1'b1;
  end

  generate
    for (genvar l = 0; l < STAGES; l = l + 1) begin : gen_lane
      logic [63:0] h;  // the value
      logic [63:0] v;  // the block
      logic [7:0] left;  // rounds to do
      logic [7:0] blocks;  // of the message so far
      logic running, last, waiting, half, again, take, give;

      assign ready[l] = !running && !waiting && (FAULT != 4 || blocks < 8'd4);
      assign valid[l] = waiting;
      assign second[l] = half;
      assign value[64*l+:64] = h;
      assign take = 32'(lane) == l && block_valid && block_ready;
      assign give = 32'(lane) == l && digest_valid && digest_ready;

      always_ff @(posedge clk) begin
        if (take) begin
          h <= rotate((block_first ? 64'd0 : h) ^ block_data, 7) + 64'(block_count) + 64'(block_empty);
          v <= block_data;
          left <= 8'(ROUNDS);
          blocks <= block_first ? 8'd1 : blocks + 8'd1;
          running <= 1'b1;
          last <= block_last;
          again <= 1'b0;
          if (FAULT == 7 && !block_last) waiting <= 1'b1;
        end else if (32'(lane) == l && running) begin
          h <= rotate(h, 1) + v + 64'(FAULT == 1 && last && blocks == 8'd3);
          left <= left - 8'd1;
          if (left == 8'd1) begin
            running <= 1'b0;
            waiting <= last;
            half <= 1'b0;
          end
        end
        if (give) begin
          half <= !half;
          if (half && FAULT != 10) begin
            waiting <= FAULT == 11 && !again;
            again <= 1'b1;
          end
        end else if (32'(lane) == l && digest_valid && FAULT == 2) begin
          waiting <= 1'b0;
        end else if (32'(lane) == l && digest_valid && FAULT == 5) begin
          h[40] <= !h[40];
        end
        if (rst) begin
          waiting <= 1'b0;
          blocks <= '0;
          if (FAULT != 9) running <= 1'b0;
        end
      end
    end
  endgenerate

endmodule
