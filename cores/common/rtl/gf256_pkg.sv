// SPDX-License-Identifier: Apache-2.0
//
// Multiplication in GF(2^8) = GF(2)[x] / (x^8 + x^4 + x^3 + x + 1), the field of AES (FIPS 197, section 4.2).

package gf256_pkg;

  // factor * value. With a constant factor nothing but sums of bits of value are left.
  function automatic [7:0] times(input logic [7:0] factor, input logic [7:0] value);
    logic [7:0] power;  // value * x^i
    begin
      times = 8'h00;
      power = value;
      for (integer i = 0; i < 8; i = i + 1) begin
        times = times ^ ({8{factor[i]}} & power);
        power = {power[6:0], 1'b0} ^ {3'b000, power[7], power[7], 1'b0, power[7], power[7]};
      end
    end
  endfunction

endpackage
