// SPDX-License-Identifier: Apache-2.0
//
// MixWord of the four pairs of words of a V_j, and AddConstant (sections 3.3.2 and 3.3.3): for x = a_k, y = a_{k+4}
//
//   y <- y ^ x, x <- rotl(x, 2) ^ y, y <- rotl(y, 14) ^ x, x <- rotl(x, 10) ^ y, y <- rotl(y, 1)
//
// and then a_0 and a_4 take their constants, which go in beside the last sums.
//
// Ports: combinational; in and out have a_k at [255-32*k -: 32]; constant has that of a_0 highest.

module luffa_mix_word (
    input  logic [255:0] in,
    input  logic [ 63:0] constant,
    output logic [255:0] out
);

  generate
    for (genvar k = 0; k < 4; k = k + 1) begin : gen_pair
      localparam integer X = 255 - 32 * k;
      localparam integer Y = 127 - 32 * k;
      logic [31:0] x, y, x_1, y_1, y_2, for_x, for_y;

      assign x = in[X-:32];
      assign y = in[Y-:32] ^ x;
      assign x_1 = {x[29:0], x[31:30]} ^ y;
      assign y_1 = {y[17:0], y[31:18]} ^ x_1;
      assign for_x = (k == 0) ? {x_1[21:0], x_1[31:22]} ^ constant[63:32] : {x_1[21:0], x_1[31:22]};
      assign y_2 = {y_1[30:0], y_1[31]};
      assign for_y = (k == 0) ? constant[31:0] : '0;
      assign out[X-:32] = for_x ^ y_1;
      assign out[Y-:32] = y_2 ^ for_y;
    end
  endgenerate

endmodule
