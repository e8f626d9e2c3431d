// SPDX-License-Identifier: Apache-2.0
//
// Luffa in little area: words of 32 bits come in digits, the most significant first, and those of the eight words of a
// V_j side by side. Tables in that order, and powers of x.

package luffa_compact_pkg;

  // x^0 .. x^11 modulo x^8 + x^4 + x^3 + x + 1 (section 3.2), x^n at [8*n +: 8], the coefficient of x^k at [k] of it.
  function automatic [95:0] powers(input integer unused);
    begin
      powers = 96'(unused);
      powers[7:0] = 8'd1;
      for (integer n = 8; n < 96; n = n + 8) begin
        powers[n+:8] = {powers[n-8+:7], 1'b0} ^ (powers[n-1] ? 8'h1b : 8'h00);
      end
    end
  endfunction

  // The initial values V_{w-1}, V_0, .. V_{w-2}, in this order from the lowest bits on; of each the digits of all eight
  // words, that of a_k at [digit*k +: digit], the first digits lowest.
  function automatic [1279:0] initial_values(input integer width, input integer digit);
    begin
      initial_values = '0;
      for (integer v = 0; v < width; v = v + 1) begin
        for (integer t = 0; t < 32 / digit; t = t + 1) begin
          for (integer k = 0; k < 8; k = k + 1) begin
            for (integer b = 0; b < digit; b = b + 1) begin
              initial_values[256*v+(8*t+k)*digit+b] =
                  luffa_pkg::INITIAL_VALUE[256*((v+width-1)%width)+255-32*k-31+(32-digit*(t+1))+b];
            end
          end
        end
      end
    end
  endfunction

  // What the generator of the step constants of Q_0, .. Q_{w-1} begins with, x_{-2} and x_{-1}
  // (luffa_compact_constants): of each Q_j the digits of both, that of x_{-1} in the lower bits, the first digits
  // lowest.
  function automatic [319:0] generators(input integer width, input integer digit);
    logic [31:0] x_2, x_1;
    begin
      generators = '0;
      for (integer j = 0; j < width; j = j + 1) begin
        x_1 = luffa_pkg::GENERATORS[64*j+:32];
        x_2 = luffa_pkg::GENERATORS[64*j+32+:32];
        x_2 = (x_2[0] ? x_2 ^ luffa_pkg::FEEDBACK[31:0] : x_2) >> 1;
        for (integer t = 0; t < 32 / digit; t = t + 1) begin
          for (integer b = 0; b < digit; b = b + 1) begin
            generators[64*j+2*digit*t+b] = x_1[32-digit*(t+1)+b];
            generators[64*j+2*digit*t+digit+b] = x_2[32-digit*(t+1)+b];
          end
        end
      end
    end
  endfunction

endpackage
