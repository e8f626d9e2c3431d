// SPDX-License-Identifier: Apache-2.0
//
// A register where the path is cut, or a wire.
//
// Parameters: WIDTH; CUT, 1: q is d one cycle later, 0: q is d.

module simd_cut #(
    parameter integer WIDTH = 8,
    parameter integer CUT   = 1
) (
    input  logic             clk,
    input  logic [WIDTH-1:0] d,
    output logic [WIDTH-1:0] q
);

  generate
    if (CUT != 0) begin : gen_register
      always_ff @(posedge clk) q <= d;
    end else begin : gen_wire
      assign q = d;
      logic unused;
      assign unused = clk;
    end
  endgenerate

endmodule
