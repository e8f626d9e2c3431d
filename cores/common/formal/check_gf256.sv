// SPDX-License-Identifier: Apache-2.0
//
// gf256_pkg::times is the product of FIPS 197, section 4.2, for every factor; aes_mix_column is MixColumns (section
// 5.1.3): b_i = 2 a_i + 3 a_{i+1} + a_{i+2} + a_{i+3}, a_0 in the highest byte.

module check_gf256 (
    input logic [31:0] a,
    input logic [ 7:0] factor
);

  function automatic [7:0] product(input logic [7:0] p, input logic [7:0] q);
    logic [14:0] total;
    begin
      total = '0;
      for (integer i = 0; i < 8; i = i + 1) if (q[i]) total = total ^ (15'(p) << i);
      for (integer i = 14; i > 7; i = i - 1) if (total[i]) total = total ^ (15'h11b << (i - 8));
      product = total[7:0];
    end
  endfunction

  logic [31:0] b;
  aes_mix_column column (.*);

  logic [3:0] mixed;
  always_comb begin
    for (integer i = 0; i < 4; i = i + 1) begin
      mixed[i] = b[24-8*i+:8] == (product(8'd2, a[24-8*i+:8]) ^ product(8'd3, a[24-8*((i+1)%4)+:8]) ^
          a[24-8*((i+2)%4)+:8] ^ a[24-8*((i+3)%4)+:8]);
    end
    multiplies : assert (gf256_pkg::times(factor, a[7:0]) == product(factor, a[7:0]));
    mixes : assert (mixed == '1);
  end

endmodule
