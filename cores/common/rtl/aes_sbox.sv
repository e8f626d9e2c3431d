// SPDX-License-Identifier: Apache-2.0
//
// The S-box of AES, SubBytes of one byte (FIPS 197, section 5.1.1), in one of three forms.
//
//   form     gates  longest path  osu018, goal fast  goal small
//   TABLE    -      -             0.69 kGE, 1.4 ns   0.63 kGE, 1.6 ns
//   SMALL    113    27            0.28 kGE, 4.4 ns   0.22 kGE, 5.9 ns
//   SHALLOW  128    16            0.34 kGE, 3.1 ns   0.25 kGE, 4.0 ns
//
// Parameters
//   FORM  a name of aes_pkg
// Ports: combinational; x the byte, y = S(x).

module aes_sbox #(
    parameter integer FORM = aes_pkg::SHALLOW
) (
    input  logic [7:0] x,
    output logic [7:0] y
);

  generate
    if (FORM < aes_pkg::TABLE || FORM > aes_pkg::SHALLOW) begin : gen_refused_form
      aes_sbox_needs_FORM_of_aes_pkg refused ();
    end
  endgenerate

  generate
    if (FORM == aes_pkg::TABLE) begin : gen_table
      assign y = aes_pkg::SBOX[{x, 3'b000}+:8];
    end else begin : gen_circuit
      logic [aes_pkg::CUT-1:0] inverse;
      logic [9:0] sums;
      aes_sbox_front #(.FORM(FORM)) front (
          .x(x),
          .inverse(inverse),
          .sums(sums)
      );
      aes_sbox_back #(.FORM(FORM)) back (
          .inverse(inverse),
          .sums(sums),
          .y(y)
      );
    end
  endgenerate

endmodule
