// SPDX-License-Identifier: Apache-2.0
//
// A bit that selects for a thousand gates, from four registers that share the load. Tools merge registers that are
// equal, so these differ: two are held inverted, and two are 1 after `idle`, when the bit does not matter.
//
// Ports: copies[i] is `next` of the cycle before; after a cycle with idle two of them are 0 and two are 1.

module keccak_select (
    input logic clk,

    input  logic       next,
    input  logic       idle,
    output logic [3:0] copies
);

  logic low, high, low_inverted, high_inverted;

  assign copies = {~high_inverted, ~low_inverted, high, low};

  always_ff @(posedge clk) begin
    low <= next && !idle;
    high <= next || idle;
    low_inverted <= ~(next && !idle);
    high_inverted <= ~(next || idle);
  end

endmodule
