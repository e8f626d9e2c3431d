// SPDX-License-Identifier: Apache-2.0
//
// What theta adds to a state (FIPS 202, section 3.2.1, steps 1 and 2):
//
//   C[x, z] = A[x, 0, z] ^ A[x, 1, z] ^ A[x, 2, z] ^ A[x, 3, z] ^ A[x, 4, z]
//   D[x, z] = C[x - 1, z] ^ C[x + 1, z - 1]
//
// Ports: combinational; state is A, effect is D, sheet x at [64*x +: 64].

module keccak_theta (
    input  logic [1599:0] state,
    output logic [ 319:0] effect
);

  logic [319:0] parity;  // C

  assign parity = ((state[0+:320] ^ state[320+:320]) ^ (state[640+:320] ^ state[960+:320])) ^ state[1280+:320];

  generate
    for (genvar x = 0; x < 5; x = x + 1) begin : gen_sheet
      localparam integer LEFT = 64 * ((x + 4) % 5);
      localparam integer RIGHT = 64 * ((x + 1) % 5);
      assign effect[64*x+:64] = parity[LEFT+:64] ^ {parity[RIGHT+:63], parity[RIGHT+63]};
    end
  endgenerate

endmodule
