// SPDX-License-Identifier: Apache-2.0
//
// Second part of the S-box of AES as a circuit: the inverse of the byte out of what aes_sbox_front makes, and the affine
// map. See there for the source and for the order of the bits.
//
// Parameters
//   FORM  aes_pkg::SMALL or aes_pkg::SHALLOW
// Ports: combinational; inverse and sums from aes_sbox_front, where a register keeps inverse alone sums =
// aes_pkg::sums(inverse[7:0]); y = S(x).

module aes_sbox_back #(
    parameter integer FORM = aes_pkg::SHALLOW
) (
    input  logic [aes_pkg::CUT-1:0] inverse,
    input  logic [             9:0] sums,
    output logic [             7:0] y
);

  generate
    if (FORM != aes_pkg::SMALL && FORM != aes_pkg::SHALLOW) begin : gen_refused_form
      aes_sbox_back_needs_FORM_of_SMALL_or_SHALLOW refused ();
    end
  endgenerate

  logic [3:0] c;
  logic [8:0] c_sums, p, q;
  assign c = inverse[11:8];
  assign c_sums = {
    c[3] ^ c[2], c, c[1] ^ c[0], c[2] ^ c[0], c[3] ^ c[1], (c[3] ^ c[1]) ^ (c[2] ^ c[0])
  };
  assign p = c_sums & {sums[9], inverse[7:4], sums[8:5]};
  assign q = c_sums & {sums[4], inverse[3:0], sums[3:0]};

  // Both products, each as {32, 3, 2, 1, 0, 10, 20, 31, 3210}.
  logic p_32, p_3, p_2, p_1, p_0, p_10, p_20, p_31, p_3210;
  logic q_32, q_3, q_2, q_1, q_0, q_10, q_20, q_31, q_3210;
  assign {p_32, p_3, p_2, p_1, p_0, p_10, p_20, p_31, p_3210} = p;
  assign {q_32, q_3, q_2, q_1, q_0, q_10, q_20, q_31, q_3210} = q;

  generate
    if (FORM == aes_pkg::SMALL) begin : gen_small
      logic t_1, t_2, t_3, t_4, t_5, t_6, t_7, t_8, t_9, t_10;
      logic t_11, t_12, t_13, t_14, t_15, t_16, t_17, t_18, t_19, t_20, y_4;
      assign t_1 = q_20 ^ q_3210;
      assign t_2 = q_3 ^ t_1;
      assign t_3 = q_32 ^ t_2;
      assign t_4 = p_32 ^ p_2;
      assign t_5 = p_3 ^ p_32;
      assign t_6 = p_10 ^ p_1;
      assign t_7 = q_10 ^ t_4;
      assign t_8 = p_3210 ^ t_6;
      assign t_9 = p_31 ^ t_7;
      assign t_10 = t_8 ^ t_9;
      assign t_11 = t_6 ^ t_5;
      assign t_12 = p_10 ^ p_0;
      assign t_13 = q_1 ^ t_1;
      assign t_14 = t_4 ^ t_12;
      assign y_4 = t_3 ^ t_11;
      assign t_15 = p_20 ^ t_8;
      assign t_16 = q_0 ^ t_10;
      assign t_17 = t_13 ^ t_14;
      assign y[0] = ~(q_10 ^ t_17);
      assign t_18 = q_20 ^ t_15;
      assign t_19 = t_2 ^ q_2;
      assign y[7] = t_3 ^ t_15;
      assign y[1] = ~(t_10 ^ t_17);
      assign y[3] = t_14 ^ y_4;
      assign y[6] = ~(y_4 ^ t_15);
      assign t_20 = t_16 ^ t_18;
      assign y[5] = ~(t_20 ^ q_31);
      assign y[2] = t_19 ^ t_16;
      assign y[4] = y_4;
    end else begin : gen_shallow
      logic t_1, t_2, t_3, t_4, t_5, t_6, t_7, t_8, t_9, t_10, t_11, t_12, t_13, t_14, t_15, t_16;
      logic t_17, t_18, t_19, t_20, t_21, t_22, t_23, t_24, t_25, t_26, t_27, t_28, t_29, t_30;
      assign t_1 = q_20 ^ q_3210;
      assign t_2 = p_1 ^ q_3;
      assign t_3 = p_32 ^ p_2;
      assign t_4 = p_3 ^ q_32;
      assign t_5 = p_31 ^ q_10;
      assign t_6 = p_10 ^ q_20;
      assign t_7 = q_3210 ^ t_6;
      assign t_8 = p_32 ^ t_4;
      assign t_9 = p_0 ^ q_1;
      assign t_10 = p_20 ^ p_3210;
      assign t_11 = p_3210 ^ t_5;
      assign t_12 = q_0 ^ t_3;
      assign t_13 = p_2 ^ p_0;
      assign t_14 = p_1 ^ t_1;
      assign t_15 = p_20 ^ q_20;
      assign t_16 = q_32 ^ t_2;
      assign t_17 = q_3 ^ t_1;
      assign t_18 = q_2 ^ t_2;
      assign t_19 = q_10 ^ t_9;
      assign t_20 = q_31 ^ t_5;
      assign t_21 = t_1 ^ t_2;
      assign t_22 = t_2 ^ t_8;
      assign t_23 = t_4 ^ t_13;
      assign t_24 = t_19 ^ t_3;
      assign t_25 = t_16 ^ t_10;
      assign t_26 = t_7 ^ t_11;
      assign t_27 = t_8 ^ t_10;
      assign t_28 = t_9 ^ t_11;
      assign t_29 = t_12 ^ t_15;
      assign t_30 = t_12 ^ t_18;
      assign y[7] = t_7 ^ t_25;
      assign y[6] = ~(t_17 ^ t_27);
      assign y[5] = ~(t_20 ^ t_29);
      assign y[4] = t_7 ^ t_22;
      assign y[3] = t_21 ^ t_23;
      assign y[2] = t_26 ^ t_30;
      assign y[1] = ~(t_14 ^ t_28);
      assign y[0] = ~(t_7 ^ t_24);
    end
  endgenerate

endmodule
