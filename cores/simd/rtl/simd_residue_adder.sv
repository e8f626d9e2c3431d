// SPDX-License-Identifier: Apache-2.0
//
// a + b + more modulo 257 as nine bits {h, l} for l - h (see simd_butterfly): an adder with its carry in and out.
//
// Parameter: ADDER, carry network, a name of adder_pkg.
// Ports: combinational.

module simd_residue_adder #(
    parameter integer ADDER = adder_pkg::BRENT_KUNG
) (
    input  logic [7:0] a,
    input  logic [7:0] b,
    input  logic       more,
    output logic [8:0] sum
);

  generate
    if (ADDER < adder_pkg::TOOL || ADDER > adder_pkg::HAN_CARLSON) begin : gen_refused_adder
      simd_residue_adder_needs_ADDER_of_adder_pkg refused ();
    end
  endgenerate

  logic below;

  prefix_adder #(
      .WIDTH  (10),
      .NETWORK(ADDER)
  ) add (
      .a  ({1'b0, a, more}),
      .b  ({1'b0, b, more}),
      .sum({sum, below})
  );

  logic unused;
  assign unused = below;

endmodule
