// SPDX-License-Identifier: Apache-2.0
//
// The rest of a round of Keccak-f[1600] behind the last step of theta: rho, pi, chi and iota (FIPS 202, sections 3.2.2
// to 3.2.5).
//
//   B[x, y] = A[x', y'] rotated by the offset of (x', y'), the lane that pi moves to (x, y)
//   next[x, y] = B[x, y] ^ (~B[x + 1, y] & B[x + 2, y]) ^ RC, the constant for (0, 0) only
//
// Ports: combinational; state is A, and constant has the bits 2^j - 1 of RC, j = 0 .. 6.

module keccak_chi (
    input  logic [1599:0] state,
    input  logic [   6:0] constant,
    output logic [1599:0] next
);

  logic [1599:0] b;
  logic [63:0] iota;

  assign iota = {
    constant[6], 31'd0, constant[5], 15'd0, constant[4], 7'd0, constant[3], 3'd0, constant[2], 1'd0, constant[1:0]
  };

  generate
    for (genvar lane = 0; lane < 25; lane = lane + 1) begin : gen_lane
      localparam integer ORIGIN = keccak_pkg::origin(lane);
      localparam integer OFFSET = keccak_pkg::offset(ORIGIN);
      localparam integer ROW = lane / 5 * 5;
      localparam integer ONE = 64 * (ROW + (lane + 1) % 5);
      localparam integer TWO = 64 * (ROW + (lane + 2) % 5);
      logic [63:0] from, own;

      assign from = state[64*ORIGIN+:64];
      assign b[64*lane+:64] = 64'({from, from} >> (64 - OFFSET));
      // The constant goes in where there is time for it.
      assign own = (lane == 0) ? b[63:0] ^ iota : b[64*lane+:64];
      assign next[64*lane+:64] = own ^ (~b[ONE+:64] & b[TWO+:64]);
    end
  endgenerate

endmodule
