// SPDX-License-Identifier: Apache-2.0
//
// Counts the rising edges of a clock at which something is due, and does not come.
//
// Ports
//   clk, rst
//   due     it is due; it comes, or is not to come, otherwise
//   counts  this edge counts
//   spent   it has been due at three edges that count
//   edges   at so many

module patience (
    input  logic       clk,
    input  logic       rst,
    input  logic       due,
    input  logic       counts,
    output logic       spent,
    output logic [1:0] edges
);

  assign spent = edges == 2'd3;

  always_ff @(posedge clk) begin
    if (rst || !due) edges <= '0;
    else if (counts && !spent) edges <= edges + 1'b1;
  end

endmodule
