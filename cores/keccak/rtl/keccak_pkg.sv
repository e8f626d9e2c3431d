// SPDX-License-Identifier: Apache-2.0
//
// Constants of Keccak-f[1600] (FIPS 202, section 3.2), computed as the standard states them. A state is a vector of 25
// lanes of 64 bits; lane A[x, y] has the number 5 y + x and stands at [64*(5*y+x) +: 64], its bit z at place z.

package keccak_pkg;

  // Offset by which rho rotates a lane (algorithm 2): (t + 1)(t + 2) / 2 on a walk over the lanes.
  function automatic integer offset(input integer lane);
    integer x, y, t, next_y;
    begin
      offset = 0;
      x = 1;
      y = 0;
      for (t = 0; t < 24; t = t + 1) begin
        if (lane == 5 * y + x) offset = (t + 1) * (t + 2) / 2 % 64;
        next_y = (2 * x + 3 * y) % 5;
        x = y;
        y = next_y;
      end
    end
  endfunction

  // The lane that pi moves to lane (x, y): A[(x + 3 y) mod 5, x].
  function automatic integer origin(input integer lane);
    begin
      origin = 5 * (lane % 5) + (lane % 5 + 3 * (lane / 5)) % 5;
    end
  endfunction

  // Round constants (algorithms 5 and 6) come from a sequence of bits that begins with 1 and seven 0,
  // a_{n+8} = a_n + a_{n+4} + a_{n+5} + a_{n+6}: bit 2^j - 1 of that of round i is a_{7 i + j}. Eight of its bits are
  // held, those from a_{7 i} on.
  localparam logic [7:0] FIRST_CONSTANT = 8'h01;

  // The eight bits of the next round.
  function automatic [7:0] next_constant(input logic [7:0] a);
    begin
      next_constant = {
        (a[3] ^ a[4]) ^ (a[6] ^ a[7]),
        (a[2] ^ a[3]) ^ (a[5] ^ a[6]),
        (a[1] ^ a[2]) ^ (a[4] ^ a[5]),
        (a[0] ^ a[1]) ^ (a[3] ^ a[4]),
        ((a[0] ^ a[2]) ^ (a[4] ^ a[5])) ^ a[7],
        (a[1] ^ a[5]) ^ (a[6] ^ a[7]),
        (a[0] ^ a[4]) ^ (a[5] ^ a[6]),
        a[7]
      };
    end
  endfunction

endpackage
