// SPDX-License-Identifier: Apache-2.0
//
// The linear part of a round of JH: L on each pair of elements, (C, D) with D = B + 2 * A, C = A + 2 * D in GF(2^4)
// with x^4 + x + 1, then the permutation P_d, which makes a first half of the even C and
// the odd D, and a second one of the odd C and the even D, in turns.
//
// Parameters: ELEMENTS, a power of two from 4 on.
// Ports: x, y the ELEMENTS = 2^d elements, the first one highest, the first bit of each highest.

module jh_linear #(
    parameter integer ELEMENTS = 256
) (
    input  logic [4*ELEMENTS-1:0] x,
    output logic [4*ELEMENTS-1:0] y
);

  generate
    if (ELEMENTS < 4 || (ELEMENTS & (ELEMENTS - 1)) != 0) begin : gen_refused_elements
      jh_linear_needs_ELEMENTS_a_power_of_two_from_4_on refused ();
    end
  endgenerate

  generate
    for (genvar i = 0; i < ELEMENTS / 2; i = i + 1) begin : gen_pair
      localparam integer FIRST = i / 2;  // even C and odd D come in pairs of the first half, the others of the second
      localparam integer PLACE_C = (i % 2 == 0) ? 2 * FIRST : ELEMENTS / 2 + 2 * FIRST;
      localparam integer PLACE_D = (i % 2 == 0) ? ELEMENTS / 2 + 2 * FIRST + 1 : 2 * FIRST + 1;
      logic [3:0] a, b, d;

      assign {a, b} = x[4*(ELEMENTS-2-2*i)+:8];
      assign d = jh_pkg::linear_d(a, b);
      assign y[4*(ELEMENTS-1-PLACE_C)+:4] = jh_pkg::linear_c(a, d);
      assign y[4*(ELEMENTS-1-PLACE_D)+:4] = d;
    end
  endgenerate

endmodule
