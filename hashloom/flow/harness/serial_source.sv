// SPDX-License-Identifier: Apache-2.0
//
// Feeds the inputs of a core from one pin: a shift register of WIDTH flip-flops, each of which drives one input.
//
// bits[0] takes bit_in at every rising edge of clk, bits[i] what bits[i-1] held before.
module serial_source #(
    parameter integer WIDTH = 2 // inputs of the core, at least 2
) (
    input  logic             clk,
    input  logic             bit_in,
    output logic [WIDTH-1:0] bits
);
  always_ff @(posedge clk) bits <= {bits[WIDTH-2:0], bit_in};
endmodule
