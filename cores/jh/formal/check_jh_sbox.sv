// SPDX-License-Identifier: Apache-2.0
//
// jh_sbox gives the tables S_0 and S_1 of JH's specification (section 2.1).

module check_jh_sbox (
    input logic [3:0] x,
    input logic       choice
);

  localparam logic [63:0] S_0 = 64'h904b_dc3f_1a26_758e;  // S_0(0) highest
  localparam logic [63:0] S_1 = 64'h3c6d_5719_f204_bae8;

  logic [3:0] y;
  jh_sbox box (.*);

  always_comb table_right : assert (y == 4'((choice ? S_1 : S_0) >> (60 - 4 * x)));

endmodule
