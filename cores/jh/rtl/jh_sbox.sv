// SPDX-License-Identifier: Apache-2.0
//
// The S-boxes of JH on one element: S_0, or S_1 where `choice` is 1. The circuit was found by a search for
// little delay and area in standard cells; in the order of the bits 3, 2, 1 and 0 of y, it shares what has a number.

module jh_sbox (
    input  logic [3:0] x,
    input  logic       choice,
    output logic [3:0] y
);

  logic n0, n1, n2, n3, n4, n5, n6, n7, n8, n9, n10, n11, n12, n13, n14, n15, n16, n17, n18, n19, n20;
  logic n21, n22, n23, n24, n25, n26, n27, n28, n29, n30, n31, n32, n33, n34, n35, n36, n37, n38, n39, n40;

  assign n0 = ~(x[0] | x[1]);
  assign n1 = ~(x[0] | x[3]);
  assign n2 = x[1] & ~x[3];
  assign n3 = ~(n2 | x[2]);
  assign n4 = ~(n3 | n1);
  assign n5 = ~(n4 | n0);
  assign n6 = ~(choice | x[3]);
  assign n7 = choice & x[3];
  assign n8 = ~(n7 | x[1]);
  assign n9 = n8 & ~n6;
  assign n10 = n9 & ~n5;
  assign n11 = ~n9 & n5;
  assign y[3] = ~(n11 | n10);

  assign n12 = ~n1 & choice;
  assign n13 = ~(x[2] | x[3]);
  assign n14 = ~(n13 | n12);
  assign n15 = n12 & ~x[2];
  assign n16 = ~(n15 | n14);
  assign n17 = ~(n16 | x[0]);
  assign n18 = n16 & x[0];
  assign n19 = ~n18 & x[1];
  assign n20 = n19 & ~n17;
  assign n21 = ~(n12 | x[2]);
  assign n22 = ~(x[0] | x[2]);
  assign n23 = ~n22 & n7;
  assign n24 = ~(n23 | x[1]);
  assign n25 = n24 & ~n21;
  assign y[2] = n25 | n20;

  assign n26 = x[0] & x[2];
  assign n27 = ~(n26 | n22);
  assign n28 = ~(n27 | choice);
  assign n29 = n27 & ~x[3];
  assign n30 = ~(n29 | x[1]);
  assign n31 = n30 & ~n28;
  assign n32 = x[2] & x[3];
  assign n33 = ~(n32 | n13);
  assign n34 = ~(n33 | x[0]);
  assign n35 = ~n34 & choice;
  assign n36 = n34 & ~choice;
  assign n37 = ~n36 & x[1];
  assign n38 = n37 & ~n35;
  assign y[1] = n38 | n31;

  assign n39 = ~n22 & n2;
  assign n40 = ~(n39 | n0);
  assign y[0] = ~(n40 & ~n10);

endmodule
