// SPDX-License-Identifier: Apache-2.0
//
// MixBytes of one column (section 3.4.5), b = circ(02, 02, 03, 04, 05, 03, 05, 07) a over GF(2^8), indices modulo 8:
//
//   x_i = a_i + a_{i+1} + a_{i+3} + a_{i+4}
//   y_i = a_i + a_{i+1} + a_{i+2} + a_{i+3} + a_{i+6}
//   b_i = 02 (02 x_{i+3} + y_{i+7}) + y_{i+4}
//
// which is 54 XOR gates a byte, six in the longest path.
//
// Ports: combinational; a_0 and b_0 in the highest byte.

module groestl_mix_column (
    input  logic [63:0] a,
    output logic [63:0] b
);

  logic [63:0] pairs;  // a_i + a_{i+1}
  logic [63:0] x, y;

  generate
    for (genvar i = 0; i < 8; i = i + 1) begin : gen_byte
      localparam integer AT = 56 - 8 * i;
      localparam integer AT_1 = 56 - 8 * ((i + 1) % 8);
      localparam integer AT_2 = 56 - 8 * ((i + 2) % 8);
      localparam integer AT_3 = 56 - 8 * ((i + 3) % 8);
      localparam integer AT_4 = 56 - 8 * ((i + 4) % 8);
      localparam integer AT_6 = 56 - 8 * ((i + 6) % 8);
      localparam integer AT_7 = 56 - 8 * ((i + 7) % 8);
      assign pairs[AT+:8] = a[AT+:8] ^ a[AT_1+:8];
      assign x[AT+:8] = pairs[AT+:8] ^ pairs[AT_3+:8];
      assign y[AT+:8] = (pairs[AT+:8] ^ pairs[AT_2+:8]) ^ a[AT_6+:8];
      assign b[AT+:8] = gf256_pkg::times(2, gf256_pkg::times(2, x[AT_3+:8]) ^ y[AT_7+:8]) ^ y[AT_4+:8];
    end
  endgenerate

endmodule
