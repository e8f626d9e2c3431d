// SPDX-License-Identifier: Apache-2.0
//
// MixColumns of one column of AES (FIPS 197, section 5.1.3), with the sums that its four bytes share.
//
//   t = a_0 + a_1 + a_2 + a_3        b_i = a_i + t + 2 (a_i + a_{i+1 mod 4})
//
// Ports: combinational; a the column, a_0 in the highest byte, b the column that comes of it.

module aes_mix_column (
    input  logic [31:0] a,
    output logic [31:0] b
);

  logic [31:0] next;  // a_{i+1} in the place of a_i
  logic [31:0] pairs;  // a_i + a_{i+1}
  logic [31:0] doubled;
  logic [7:0] total;

  assign next = {a[23:0], a[31:24]};
  assign pairs = a ^ next;
  assign total = pairs[31:24] ^ pairs[15:8];
  assign b = a ^ {4{total}} ^ doubled;

  generate
    for (genvar i = 0; i < 4; i = i + 1) begin : gen_double
      assign doubled[8*i+:8] = gf256_pkg::times(8'h02, pairs[8*i+:8]);
    end
  endgenerate

endmodule
