// SPDX-License-Identifier: Apache-2.0
//
// groestl_mix_column is the product with circ(02, 02, 03, 04, 05, 03, 05, 07) (section 3.4.5), products as polynomials
// modulo x^8 + x^4 + x^3 + x + 1.

module check_groestl_mix_column (
    input logic [63:0] a
);

  function automatic [7:0] product(input logic [2:0] factor, input logic [7:0] value);
    logic [9:0] total;
    begin
      total = '0;
      for (integer i = 0; i < 3; i = i + 1) if (factor[i]) total = total ^ (10'(value) << i);
      if (total[9]) total = total ^ (10'h11b << 1);
      if (total[8]) total = total ^ 10'h11b;
      product = total[7:0];
    end
  endfunction

  localparam logic [23:0] ROW = {3'd2, 3'd2, 3'd3, 3'd4, 3'd5, 3'd3, 3'd5, 3'd7};

  logic [63:0] b, right;
  groestl_mix_column column (.*);

  always_comb begin
    right = '0;
    for (integer i = 0; i < 8; i = i + 1) begin
      for (integer j = 0; j < 8; j = j + 1) begin
        right[56-8*i+:8] = right[56-8*i+:8] ^ product(ROW[21-3*j+:3], a[56-8*((i+j)%8)+:8]);
      end
    end
    mixed : assert (b == right);
  end

endmodule
