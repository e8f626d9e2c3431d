// SPDX-License-Identifier: Apache-2.0
//
// aes_sbox, and the halves of it with a register between them, are the S-box of FIPS 197, section 5.1.1: the inverse in
// GF(2^8), or 0, then the affine map. Proven for every x with its inverse, which is an input.
//
// Parameters: FRONT, BACK, forms of the halves; TABLE in either means aes_sbox in the form FRONT.

module check_aes_sbox #(
    parameter integer FRONT = aes_pkg::SHALLOW,
    parameter integer BACK  = aes_pkg::TABLE
) (
    input logic [7:0] x,
    input logic [7:0] inverse_of_x
);

  // The product of polynomials modulo x^8 + x^4 + x^3 + x + 1 (section 4.2).
  function automatic [7:0] product(input logic [7:0] p, input logic [7:0] q);
    logic [14:0] total;
    begin
      total = '0;
      for (integer i = 0; i < 8; i = i + 1) if (q[i]) total = total ^ (15'(p) << i);
      for (integer i = 14; i > 7; i = i - 1) if (total[i]) total = total ^ (15'h11b << (i - 8));
      product = total[7:0];
    end
  endfunction

  // The affine map, bit by bit as it is printed.
  function automatic [7:0] affine(input logic [7:0] b);
    begin
      for (integer i = 0; i < 8; i = i + 1)
        affine[i] = b[i] ^ b[(i+4)%8] ^ b[(i+5)%8] ^ b[(i+6)%8] ^ b[(i+7)%8] ^ ((8'h63 >> i) & 8'h01) != 8'h00;
    end
  endfunction

  logic [7:0] y;

  generate
    if (FRONT == aes_pkg::TABLE || BACK == aes_pkg::TABLE) begin : gen_whole
      aes_sbox #(.FORM(FRONT)) box (.*);
    end else begin : gen_halves
      logic [aes_pkg::CUT-1:0] inverse;
      logic [9:0] spare;
      aes_sbox_front #(
          .FORM(FRONT)
      ) front (
          .x(x),
          .inverse(inverse),
          .sums(spare)
      );
      aes_sbox_back #(
          .FORM(BACK)
      ) back (
          .inverse(inverse),
          .sums(aes_pkg::sums(inverse[7:0])),
          .y(y)
      );
    end
  endgenerate

  always_comb begin
    if (x == 8'h00 ? inverse_of_x == 8'h00 : product(x, inverse_of_x) == 8'h01) begin
      substitutes : assert (y == affine(inverse_of_x));
    end
  end

endmodule
