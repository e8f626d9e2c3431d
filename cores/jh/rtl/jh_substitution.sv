// SPDX-License-Identifier: Apache-2.0
//
// S-box layer of JH: S_0 or S_1 for each of ELEMENTS elements of four bits.
//
// Parameters: ELEMENTS, 1 or more.
// Ports: x, y the elements, the first one highest; choices: a bit for each, likewise, 1: S_1.

module jh_substitution #(
    parameter integer ELEMENTS = 256
) (
    input  logic [4*ELEMENTS-1:0] x,
    input  logic [  ELEMENTS-1:0] choices,
    output logic [4*ELEMENTS-1:0] y
);

  generate
    if (ELEMENTS < 1) begin : gen_refused_elements
      jh_substitution_needs_ELEMENTS_of_1_or_more refused ();
    end
  endgenerate

  generate
    for (genvar i = 0; i < ELEMENTS; i = i + 1) begin : gen_element
      jh_sbox sbox (
          .x(x[4*i+:4]),
          .choice(choices[i]),
          .y(y[4*i+:4])
      );
    end
  endgenerate

endmodule
