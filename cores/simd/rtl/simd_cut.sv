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
    if (WIDTH < 1) begin : gen_refused_width
      simd_cut_needs_WIDTH_of_1_or_more refused ();
    end
    if (CUT != 0 && CUT != 1) begin : gen_refused_cut
      simd_cut_needs_CUT_of_0_or_1 refused ();
    end
  endgenerate

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
