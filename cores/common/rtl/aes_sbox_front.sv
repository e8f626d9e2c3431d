// SPDX-License-Identifier: Apache-2.0
//
// First part of the S-box of AES as a circuit: the byte in the basis of the tower field GF((2^4)^2), and the inverse in
// GF(2^4) of its norm. aes_sbox_back makes S(x) of them. Between the two a register may stand: 12 bits a byte, and
// less than half of the delay on either side.
//
// The circuits are those of J. Boyar and R. Peralta: "A New Combinational Logic Minimization Technique with Applications
// to Cryptology", SEA 2010 (SMALL, with the refinements that lead to 113 gates), and "A Small Depth-16 Circuit
// for the AES S-Box", SEC 2012 (SHALLOW). Both compute the same values here.
//
// With a_3 .. a_0 and b_3 .. b_0 as the byte in that basis and c_3 .. c_0 as the inverse:
//   inverse = {c_3 .. c_0, a_3 .. a_0, b_3 .. b_0}
//   sums    = aes_pkg::sums(inverse[7:0]), which are there anyway: for an aes_sbox_back without a register in between
//
// Parameters
//   FORM  aes_pkg::SMALL or aes_pkg::SHALLOW
// Ports: combinational; x the byte, inverse and sums as said.

module aes_sbox_front #(
    parameter integer FORM = aes_pkg::SHALLOW
) (
    input  logic [             7:0] x,
    output logic [aes_pkg::CUT-1:0] inverse,
    output logic [             9:0] sums
);

  generate
    if (FORM != aes_pkg::SMALL && FORM != aes_pkg::SHALLOW) begin : gen_refused_form
      aes_sbox_front_needs_FORM_of_SMALL_or_SHALLOW refused ();
    end
  endgenerate

  logic a_3, a_2, a_1, a_0, b_3, b_2, b_1, b_0;
  logic a_32, a_10, a_20, a_31, a_3210;  // sums: a_32 = a_3 + a_2 and so on
  logic b_32, b_10, b_20, b_31, b_3210;
  logic e_3, e_2, e_1, e_0;  // the part of the norm that is linear in x
  logic d_3, d_2, d_1, d_0;  // the norm
  logic c_3, c_2, c_1, c_0;

  assign inverse = {c_3, c_2, c_1, c_0, a_3, a_2, a_1, a_0, b_3, b_2, b_1, b_0};
  assign sums = {a_32, a_10, a_20, a_31, a_3210, b_32, b_10, b_20, b_31, b_3210};

  logic x_0, x_1, x_2, x_3, x_4, x_5, x_6, x_7;
  assign {x_7, x_6, x_5, x_4, x_3, x_2, x_1, x_0} = x;
  assign a_2 = x_0;

  generate
    if (FORM == aes_pkg::SMALL) begin : gen_small_basis
      logic x_65, t;
      assign x_65 = x_6 ^ x_5;
      assign b_3210 = x_4 ^ x_2;
      assign b_10 = x_7 ^ x_1;
      assign b_20 = x_7 ^ x_4;
      assign b_31 = x_7 ^ x_2;
      assign b_32 = b_10 ^ b_3210;
      assign a_1 = x_65 ^ x_0;
      assign b_2 = a_1 ^ x_4;
      assign b_0 = a_1 ^ x_7;
      assign b_1 = a_1 ^ x_1;
      assign b_3 = b_1 ^ b_31;
      assign t = x_3 ^ b_32;
      assign a_32 = t ^ x_2;
      assign e_3 = t ^ x_6;
      assign a_3 = a_32 ^ x_0;
      assign a_31 = a_32 ^ x_65;
      assign a_20 = e_3 ^ b_20;
      assign a_0 = x_0 ^ a_20;
      assign a_3210 = a_31 ^ a_20;
      assign e_2 = a_31 ^ b_31;
      assign a_10 = x_65 ^ a_20;
      assign e_1 = b_10 ^ a_10;
      assign e_0 = x_7 ^ a_10;
    end else begin : gen_shallow_basis
      logic x_65, x_62, x_52, x_40, x_31, x_10;
      assign x_65 = x_6 ^ x_5;
      assign x_62 = x_6 ^ x_2;
      assign x_52 = x_5 ^ x_2;
      assign x_40 = x_4 ^ x_0;
      assign x_31 = x_3 ^ x_1;
      assign x_10 = x_1 ^ x_0;
      assign b_20 = x_7 ^ x_4;
      assign b_31 = x_7 ^ x_2;
      assign b_10 = x_7 ^ x_1;
      assign b_3210 = x_4 ^ x_2;
      assign b_32 = b_10 ^ b_3210;
      assign a_32 = b_20 ^ x_31;
      assign a_31 = a_32 ^ x_65;
      assign a_20 = x_31 ^ x_62;
      assign a_10 = x_31 ^ x_52;
      assign a_3210 = b_20 ^ x_52;
      assign a_3 = x_0 ^ a_32;
      assign a_1 = x_0 ^ x_65;
      assign a_0 = a_1 ^ a_10;
      assign b_2 = x_65 ^ x_40;
      assign b_1 = x_65 ^ x_10;
      assign b_0 = b_20 ^ b_2;
      assign b_3 = b_31 ^ b_1;
      assign e_3 = a_32 ^ x_62;
      assign e_2 = b_31 ^ a_31;
      assign e_1 = b_10 ^ a_10;
      assign e_0 = b_0 ^ a_0;
    end
  endgenerate

  // The norm.
  logic p_32, p_10, p_20, p_31, p_3210;
  assign p_32 = b_32 & a_32;
  assign p_10 = b_10 & a_10;
  assign p_20 = b_20 & a_20;
  assign p_31 = (b_31 & a_31) ^ p_20;
  assign p_3210 = (b_3210 & a_3210) ^ p_20;
  assign d_3 = ((b_3 & a_3) ^ p_3210) ^ (p_32 ^ e_3);
  assign d_2 = ((b_2 & a_2) ^ p_32) ^ (p_31 ^ e_2);
  assign d_1 = ((b_1 & a_1) ^ p_3210) ^ (p_10 ^ e_1);
  assign d_0 = ((b_0 & a_0) ^ p_10) ^ (p_31 ^ e_0);

  // Its inverse.
  logic d_32, d_10, d_31;  // d_31 = d_3 d_1
  assign d_32 = d_3 ^ d_2;
  assign d_10 = d_1 ^ d_0;
  assign d_31 = d_3 & d_1;
  assign c_2 = ((d_2 ^ d_31) & d_10) ^ d_0;
  assign c_0 = ((d_0 ^ d_31) & d_32) ^ d_2;

  generate
    if (FORM == aes_pkg::SMALL) begin : gen_small_inverse
      logic t, u;
      assign t = d_0 ^ d_31;
      assign u = d_0 & (t ^ c_2);
      assign c_3 = u ^ (d_1 ^ c_2);
      assign c_1 = d_32 ^ (c_0 & (t ^ u));
    end else begin : gen_shallow_inverse
      assign c_3 = (d_10 & d_2 & d_1) ^ (d_10 ^ d_31);
      assign c_1 = (d_32 & d_3 & d_0) ^ (d_32 ^ d_31);
    end
  endgenerate

endmodule
