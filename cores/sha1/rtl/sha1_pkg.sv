// SPDX-License-Identifier: Apache-2.0
//
// Constants and functions of SHA-1 (FIPS 180-4). `quarter` is t / 20, the part of the rounds that round t is in.
// tests/test_sha1_constants.py compares the constants with the model's.

package sha1_pkg;

  // The initial hash value H^(0), H_0 highest (section 5.3.1).
  localparam [159:0] INITIAL = {32'h67452301, 32'hefcdab89, 32'h98badcfe, 32'h10325476, 32'hc3d2e1f0};

  // ROTL^n (section 3.2).
  function automatic [31:0] rotl(input logic [31:0] x, input integer n);
    begin
      rotl = (x << n) | (x >> (32 - n));
    end
  endfunction

  // K_t (section 4.2.1).
  function automatic [31:0] round_constant(input logic [1:0] quarter);
    begin
      case (quarter)
        2'd0: round_constant = 32'h5a827999;
        2'd1: round_constant = 32'h6ed9eba1;
        2'd2: round_constant = 32'h8f1bbcdc;
        default: round_constant = 32'hca62c1d6;
      endcase
    end
  endfunction

  // f_t: Ch, Parity, Maj, Parity (section 4.1.1), all of the form (x & mask) ^ other:
  //   Ch = (x & (y ^ z)) ^ z      Parity = x ^ (y ^ z)      Maj = (x & (y ^ z)) ^ (y & z)
  // so that they share their gates and x, which a circuit may have last, passes two of them.
  function automatic [31:0] f(input logic [1:0] quarter, input logic [31:0] x, y, z);
    logic [31:0] mask, other;
    begin
      mask = (y ^ z) | {32{quarter[0]}};
      other = quarter[0] ? y ^ z : z & (y | {32{!quarter[1]}});
      f = (x & mask) ^ other;
    end
  endfunction

endpackage
