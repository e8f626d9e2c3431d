// SPDX-License-Identifier: Apache-2.0
//
// Whose turn it is among lanes that share something: a ring of flip-flops, one a lane, exactly one of them set. The
// turn goes to the next lane at each rising edge of `clk` with `go`; rst gives it to lane 0.
//
// Parameter: LANES, 1 or more. Ports: turn, the same as a number in `lane`.

module message_bus_turn #(
    parameter integer LANES = 4,
    localparam integer LANE_BITS = hash_pkg::index_bits(LANES)
) (
    input logic clk,
    input logic rst,

    input  logic                 go,
    output logic [    LANES-1:0] turn,
    output logic [LANE_BITS-1:0] lane
);

  generate
    if (LANES < 1) begin : gen_refused_lanes
      message_bus_turn_needs_LANES_of_1_or_more refused ();
    end
  endgenerate

  always_comb begin
    lane = '0;
    for (integer l = 0; l < LANES; l = l + 1) begin
      if (turn[l]) lane = lane | LANE_BITS'(l);
    end
  end

  always_ff @(posedge clk) begin
    if (rst) turn <= LANES'(1);
    else if (go) turn <= LANES'({turn, turn} >> (LANES - 1));
  end

endmodule
