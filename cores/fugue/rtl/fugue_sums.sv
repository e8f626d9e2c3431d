// SPDX-License-Identifier: Apache-2.0
//
// First part of Super-Mix: of the four columns U after SubBytes, M U and the sums that fugue_spread adds to it.
//
//   M = circulant 1 4 7 1: (M U)_i = (U_{i+3} + U_i) + U_{i+2} + 2 U_{i+2} + 4 (U_{i+1} + U_{i+2})
//   sums: of row i, U_ij of all columns j but j = i
//
// Ports: combinational; u and product: column j at [32*j +: 32], row 0 in its highest byte; sums: that of row 0 in the
// highest byte.

module fugue_sums (
    input  logic [127:0] u,
    output logic [127:0] product,
    output logic [ 31:0] sums
);

  generate
    for (genvar j = 0; j < 4; j = j + 1) begin : gen_column
      logic [31:0] column, next, far, pairs;
      logic [31:0] doubled, fourfold;
      assign column = u[32*j+:32];
      assign next = {column[23:0], column[31:24]};
      assign far = {column[15:0], column[31:16]};
      assign pairs = column ^ next;  // row i: U_i + U_{i+1}
      for (genvar i = 0; i < 4; i = i + 1) begin : gen_row
        assign doubled[8*i+:8] = gf256_pkg::times(8'h02, far[8*i+:8]);
        assign fourfold[8*i+:8] = gf256_pkg::times(8'h04, pairs[8*i+:8]);
      end
      assign product[32*j+:32] = (({pairs[7:0], pairs[31:8]} ^ far) ^ doubled) ^ {fourfold[23:0], fourfold[31:24]};
    end
    for (genvar i = 0; i < 4; i = i + 1) begin : gen_sum
      localparam integer ROW = 24 - 8 * i;
      assign sums[ROW+:8] = (u[32*((i+1)%4)+ROW+:8] ^ u[32*((i+2)%4)+ROW+:8]) ^ u[32*((i+3)%4)+ROW+:8];
    end
  endgenerate

endmodule
