// SPDX-License-Identifier: Apache-2.0
//
// The contract of the bus level (docs/core-contract.md), for simulation: message_contract for the stream of each lane, with
// the words that the lane has in its turns. A word that is offered and not taken before the turn passes on is offered
// again, unchanged, in the next turn of its lane. There are no outputs, and nothing of it is in a circuit.
//
// Parameters: CIRCUITS; the others as message_contract
// Ports: those of <family>_bus

module bus_contract #(
    parameter integer WORD = 32,
    parameter integer CIRCUITS = 4,
    parameter integer DIGEST = 0,
    parameter integer COUNT_BITS = 64,
    localparam integer LANE_BITS = (CIRCUITS > 1) ? $clog2(CIRCUITS) : 1,
    localparam integer BITS_WIDTH = $clog2(WORD) + 1
) (
    input logic clk,
    input logic rst,

    input logic                  in_valid,
    input logic                  in_ready,
    input logic [ LANE_BITS-1:0] in_lane,
    input logic [      WORD-1:0] in_data,
    input logic                  in_last,
    input logic [BITS_WIDTH-1:0] in_bits,

    input logic                 out_valid,
    input logic                 out_ready,
    input logic [LANE_BITS-1:0] out_lane,
    input logic [     WORD-1:0] out_data,
    input logic                 out_last
);

  localparam integer OFFER = BITS_WIDTH + 1 + WORD;

  logic [CIRCUITS-1:0] turn, waits;  // the word of the lane was offered and not taken
  logic [CIRCUITS*OFFER-1:0] kept, offers;
  // Streams of all lanes: out of its turn a lane offers what waits, and nothing takes it.
  logic [CIRCUITS-1:0] lane_valid, lane_last;
  logic [CIRCUITS*WORD-1:0] lane_data;
  logic [CIRCUITS*BITS_WIDTH-1:0] lane_bits;

  assign turn = CIRCUITS'(1) << in_lane;
  assign lane_valid = (turn & {CIRCUITS{in_valid}}) | (~turn & waits);

  always_ff @(posedge clk) begin
    waits <= rst ? '0 : lane_valid & ~(turn & {CIRCUITS{in_ready}});
    kept  <= offers;
  end

  generate
    for (genvar l = 0; l < CIRCUITS; l = l + 1) begin : gen_lane
      assign offers[l*OFFER+:OFFER] = turn[l] ? {in_bits, in_last, in_data} : kept[l*OFFER+:OFFER];
      assign {
        lane_bits[l*BITS_WIDTH+:BITS_WIDTH],
        lane_last[l],
        lane_data[l*WORD+:WORD]
      } = offers[l*OFFER+:OFFER];
    end
  endgenerate

  message_contract #(
      .WORD(WORD),
      .STAGES(CIRCUITS),
      .DIGEST(DIGEST),
      .COUNT_BITS(COUNT_BITS)
  ) streams (
      .clk(clk),
      .rst(rst),
      .in_valid(lane_valid),
      .in_ready(turn & {CIRCUITS{in_ready}}),
      .in_data(lane_data),
      .in_last(lane_last),
      .in_bits(lane_bits),
      .out_valid(CIRCUITS'(out_valid) << out_lane),
      .out_ready(CIRCUITS'(out_ready) << out_lane),
      .out_data({CIRCUITS{out_data}}),
      .out_last({CIRCUITS{out_last}})
  );

endmodule
