// SPDX-License-Identifier: Apache-2.0
//
// The S-box of AES (FIPS 197, section 5.1.1) as a table, and the names of its forms for aes_sbox.

package aes_pkg;

  localparam integer TABLE = 0;  // a table of 256 bytes, which the tools make gates of: fast and large
  localparam integer SMALL = 1;  // the circuit of 113 gates
  localparam integer SHALLOW = 2;  // the circuit of 128 gates, 16 of them in the longest path

  localparam integer CUT = 12;  // bits between aes_sbox_front and aes_sbox_back

  // For each half of the byte that aes_sbox_front hands on the sums of two bits and of all that aes_sbox_back needs:
  // 3 + 2, 1 + 0, 2 + 0, 3 + 1, 3 + 2 + 1 + 0.
  function automatic [9:0] sums(input logic [7:0] halves);
    begin
      for (integer i = 0; i < 2; i = i + 1) begin
        sums[5*i+4] = halves[4*i+3] ^ halves[4*i+2];
        sums[5*i+3] = halves[4*i+1] ^ halves[4*i];
        sums[5*i+2] = halves[4*i+2] ^ halves[4*i];
        sums[5*i+1] = halves[4*i+3] ^ halves[4*i+1];
        sums[5*i] = (halves[4*i+3] ^ halves[4*i+1]) ^ (halves[4*i+2] ^ halves[4*i]);
      end
    end
  endfunction

  // S(x) at [8*x +: 8]. The inverses come in pairs: while p runs through the powers of 3, q does through those of
  // 1/3 = f6.
  function automatic [2047:0] sbox_table(input logic [7:0] one);
    logic [7:0] p, q;
    begin
      sbox_table = '0;
      sbox_table[7:0] = 8'h63;
      p = one;
      q = one;
      for (integer i = 0; i < 255; i = i + 1) begin
        p = p ^ {p[6:0], 1'b0} ^ (p[7] ? 8'h1b : 8'h00);
        q = q ^ (q << 1);
        q = q ^ (q << 2);
        q = q ^ (q << 4);
        q = q ^ (q[7] ? 8'h09 : 8'h00);
        sbox_table[8*p+:8] = 8'h63 ^ q ^ {q[6:0], q[7]} ^ {q[5:0], q[7:6]} ^ {q[4:0], q[7:5]} ^ {q[3:0], q[7:4]};
      end
    end
  endfunction

  localparam logic [2047:0] SBOX = sbox_table(8'h01);

endpackage
