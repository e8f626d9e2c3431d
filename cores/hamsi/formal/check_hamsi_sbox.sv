// SPDX-License-Identifier: Apache-2.0
//
// hamsi_sbox gives the table of Hamsi's S-box, S_2 of Serpent.

module check_hamsi_sbox (
    input logic a,
    input logic b,
    input logic c,
    input logic d
);

  localparam logic [63:0] S = 64'h8679_3caf_d1e4_0b52;  // S(0) highest

  logic y_a, y_b, y_c, y_d;
  hamsi_sbox #(.WIDTH(1)) box (.*);

  always_comb table_right : assert ({y_d, y_c, y_b, y_a} == 4'(S >> (60 - 4 * {d, c, b, a})));

endmodule
