// SPDX-License-Identifier: Apache-2.0
//
// Second part of Super-Mix: the sum of row i, times M_ji, is added to column j of the matrix that fugue_sums gives, and
// row i of the result rotated by i places to the left.
//
// Ports: combinational; product and sums as fugue_sums; y the four columns after Super-Mix.

module fugue_spread (
    input  logic [127:0] product,
    input  logic [ 31:0] sums,
    output logic [127:0] y
);

  generate
    for (genvar i = 0; i < 4; i = i + 1) begin : gen_row
      localparam integer ROW = 24 - 8 * i;
      // M_ji sum, by (i - j) mod 4.
      logic [7:0] fourfold;
      logic [31:0] multiples;
      assign fourfold = gf256_pkg::times(8'h04, sums[ROW+:8]);
      assign multiples = {
        sums[ROW+:8], (gf256_pkg::times(8'h02, sums[ROW+:8]) ^ sums[ROW+:8]) ^ fourfold, fourfold, sums[ROW+:8]
      };
      for (genvar j = 0; j < 4; j = j + 1) begin : gen_column
        assign y[32*((j+4-i)%4)+ROW+:8] = product[32*j+ROW+:8] ^ multiples[8*((i+4-j)%4)+:8];
      end
    end
  endgenerate

endmodule
