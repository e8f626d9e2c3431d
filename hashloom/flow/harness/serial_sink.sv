// SPDX-License-Identifier: Apache-2.0
//
// Brings the outputs of a core to one pin: a register takes every output as it is, behind it a tree of registered
// four-input exclusive-ors folds them into one bit. No logic of the tree lies between an output and its register, and
// between two registers there is one look-up table.
//
// bit_out is the exclusive-or of all bits, 1 + LEVELS rising edges of clk later.
module serial_sink #(
    parameter integer WIDTH = 2 // outputs of the core, at least 2
) (
    input  logic             clk,
    input  logic [WIDTH-1:0] bits,
    output logic             bit_out
);
  localparam integer LEVELS = ($clog2(WIDTH) + 1) / 2; // each level folds four bits into one

  // Bits of a level of the tree; level 0 holds the outputs.
  function automatic integer count(input integer level);
    count = WIDTH;
    for (integer k = 0; k < level; k = k + 1) count = (count + 3) / 4;
  endfunction

  // Bits of all levels below a level.
  function automatic integer offset(input integer level);
    integer bits_of_level;
    bits_of_level = WIDTH;
    offset = 0;
    for (integer k = 0; k < level; k = k + 1) begin
      offset = offset + bits_of_level;
      bits_of_level = (bits_of_level + 3) / 4;
    end
  endfunction

  localparam integer TOTAL = offset(LEVELS + 1);
  logic [TOTAL-1:0] nodes;

  always_ff @(posedge clk) nodes[WIDTH-1:0] <= bits;

  generate
    genvar l;
    for (l = 1; l <= LEVELS; l = l + 1) begin : gen_level
      localparam integer COUNT = count(l);
      localparam integer BELOW = count(l - 1);
      logic [4*COUNT-1:0] below;
      assign below = (4 * COUNT)'(nodes[offset(l-1)+:BELOW]);
      always_ff @(posedge clk) begin
        for (integer i = 0; i < COUNT; i = i + 1) nodes[offset(l)+i] <= ^below[4*i+:4];
      end
    end
  endgenerate

  assign bit_out = nodes[TOTAL-1];
endmodule
