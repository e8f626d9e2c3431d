// SPDX-License-Identifier: Apache-2.0
//
// SubCrumb of both halves of a V_j (section 3.3.1): the S-box 13, 14, 0, 1, 5, 10, 7, 6, 11, 3, 9, 12, 15, 8, 2, 4 on
// each column of four words, as gates. Bit k of its argument is of a_k; in the second half of a_5, a_6, a_7, a_4.
//
// Ports: combinational; in and out have a_k at [255-32*k -: 32].

module luffa_sub_crumb (
    input  logic [255:0] in,
    output logic [255:0] out
);

  logic [63:0] x0, x1, x2, x3, y0, y1, y2, y3;
  logic [63:0] p, q, r, s, u, v, w;

  assign {x0, x1} = {in[255:224], in[95:64], in[223:192], in[63:32]};
  assign {x2, x3} = {in[191:160], in[31:0], in[159:128], in[127:96]};

  assign p = x2 ^ x3;
  assign q = (x0 | x1) ^ x3;
  assign r = x0 & x3;
  assign s = ~x1 ^ r;
  assign u = p ^ r;
  assign v = (p & q) ^ s;
  assign w = s | u;
  assign y0 = x0 ^ w;
  assign y1 = ~q ^ w;
  assign y2 = v & w;
  assign y3 = u ^ v;

  assign out = {y0[63:32], y1[63:32], y2[63:32], y3[63:32], y3[31:0], y0[31:0], y1[31:0], y2[31:0]};

endmodule
