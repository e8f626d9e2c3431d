// SPDX-License-Identifier: Apache-2.0
//
// The S-box of Hamsi, S_2 of Serpent, on WIDTH columns of four bits; `a` has the least significant ones. The circuit
// was found by a search for little delay and area.
//
// Parameters: WIDTH, 1 or more.

module hamsi_sbox #(
    parameter integer WIDTH = 128
) (
    input  logic [WIDTH-1:0] a,
    input  logic [WIDTH-1:0] b,
    input  logic [WIDTH-1:0] c,
    input  logic [WIDTH-1:0] d,
    output logic [WIDTH-1:0] y_a,
    output logic [WIDTH-1:0] y_b,
    output logic [WIDTH-1:0] y_c,
    output logic [WIDTH-1:0] y_d
);

  generate
    if (WIDTH < 1) begin : gen_refused_width
      hamsi_sbox_needs_WIDTH_of_1_or_more refused ();
    end
  endgenerate

  logic [WIDTH-1:0] n0, n1, n2, n3, n4, n5, n6, n7, n8, n9, n10, n11, n12, n13, n14, n15;
  logic [WIDTH-1:0] n16, n17, n18, n19, n20, n21, n22, n23;

  assign n0 = a & c;
  assign n1 = n0 & ~b;
  assign n2 = ~(a | c);
  assign n3 = b & ~d;
  assign n4 = ~(n3 ^ n2);
  assign n5 = n4 & ~n1;
  assign n6 = ~(b | d);
  assign n7 = ~n6 & n2;
  assign n8 = b & d;
  assign n9 = n8 & ~n0;
  assign n10 = b & ~c;
  assign n11 = ~(n10 | d);
  assign n12 = n11 & a;
  assign n13 = ~(n12 | n9);
  assign n14 = n13 & ~n7;
  assign n15 = ~(n6 ^ c);
  assign n16 = n15 & a;
  assign n17 = c & ~d;
  assign n18 = ~(n17 | n10);
  assign n19 = n18 & ~a;
  assign n20 = ~(n19 | n16);
  assign n21 = ~(n8 | n6);
  assign n22 = ~a & c;
  assign n23 = ~(n22 ^ n21);
  assign y_d = ~n5;
  assign y_c = ~n14;
  assign y_b = n20;
  assign y_a = ~n23;

endmodule
