// SPDX-License-Identifier: Apache-2.0
//
// Functions of JH. An element is four bits, the first one highest.

package jh_pkg;

  // D = B + 2 * A of (C, D) = L(A, B) in GF(2^4) with x^4 + x + 1.
  function automatic [3:0] linear_d(input logic [3:0] a, b);
    begin
      linear_d = {b[3] ^ a[2], b[2] ^ a[1], b[1] ^ (a[0] ^ a[3]), b[0] ^ a[3]};
    end
  endfunction

  // C = A + 2 * D.
  function automatic [3:0] linear_c(input logic [3:0] a, d);
    begin
      linear_c = {a[3] ^ d[2], a[2] ^ d[1], (a[1] ^ d[3]) ^ d[0], a[0] ^ d[3]};
    end
  endfunction

  // The 2^8 elements of a state, the first one highest: element 2 i has the bits i, i + 256, i + 512 and
  // i + 768 of the state, counted from the highest, element 2 i + 1 those at 128 places more.
  function automatic [1023:0] group(input logic [1023:0] state);
    begin
      for (integer e = 0; e < 256; e = e + 1) begin
        for (integer k = 0; k < 4; k = k + 1) begin
          group[1023-4*e-k] = state[1023-256*k-128*(e%2)-e/2];
        end
      end
    end
  endfunction

  // The state of which these are the elements.
  function automatic [1023:0] degroup(input logic [1023:0] elements);
    begin
      for (integer e = 0; e < 256; e = e + 1) begin
        for (integer k = 0; k < 4; k = k + 1) begin
          degroup[1023-256*k-128*(e%2)-e/2] = elements[1023-4*e-k];
        end
      end
    end
  endfunction

endpackage
