// SPDX-License-Identifier: Apache-2.0
//
// message_bus_turn: exactly one lane has the turn, `lane` is its number, it goes to the next with `go` and only then.
//
// Parameter: LANES.

module check_message_bus_turn #(
    parameter integer LANES = 4,
    localparam integer LANE_BITS = hash_pkg::index_bits(LANES)
) (
    input logic clk,
    input logic rst,
    input logic go
);

  logic [LANES-1:0] turn;
  logic [LANE_BITS-1:0] lane;

  message_bus_turn #(.LANES(LANES)) ring (.*);

  logic begun;
  logic [LANE_BITS-1:0] model;
  initial begun = 1'b0;
  always_ff @(posedge clk) begin
    begun <= 1'b1;
    if (rst) model <= '0;
    else if (go) model <= (32'(model) == LANES - 1) ? '0 : model + 1'b1;
  end

  always @(posedge clk) begin
    assume (begun || rst);
    if (begun) begin
      one : assert (turn == LANES'(1) << model);
      number : assert (lane == model);
      around : cover (32'(lane) == LANES - 1 && go && !rst);
    end
  end

endmodule
