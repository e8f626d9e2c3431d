// SPDX-License-Identifier: Apache-2.0
//
// Constants of BLAKE, and the order in which a half of G on four lanes asks for them.
//
// A quarter of a round is the first or the second half of G on four lanes: on the columns or on the diagonals of the
// state. Quarter q of a block belongs to round q / 4; q mod 4 = 0, 1 are the halves of G_0 .. G_3, lane i with G_i,
// 2, 3 those of G_4 .. G_7, lane i with G_{4 + (-i mod 4)}. With this order of the diagonals one wiring, `crossing`,
// leads from columns to diagonals and from diagonals to columns.
//
// Words of 64 bits belong to BLAKE-64 (BLAKE-512), words of 32 to BLAKE-32 (BLAKE-256).
// tests/test_blake_constants.py compares the tables with those of the model.

package blake_pkg;

  // First 1024 bits of the fractional part of pi: c_0 .. c_15 of 64 bits, and twice as many of 32 (section 2.1.1).
  localparam [1023:0] PI = {
    64'h243f6a8885a308d3, 64'h13198a2e03707344, 64'ha4093822299f31d0, 64'h082efa98ec4e6c89,
    64'h452821e638d01377, 64'hbe5466cf34e90c6c, 64'hc0ac29b7c97c50dd, 64'h3f84d5b5b5470917,
    64'h9216d5d98979fb1b, 64'hd1310ba698dfb5ac, 64'h2ffd72dbd01adfb7, 64'hb8e1afed6a267e96,
    64'hba7c9045f12c7f99, 64'h24a19947b3916cf7, 64'h0801f2e2858efc16, 64'h636920d871574e69
  };

  // Initial value: that of SHA-512, and in the high halves that of SHA-256 (first 64 bits of the fractional parts of
  // the square roots of the first eight primes).
  localparam [511:0] SQUARE_ROOTS = {
    64'h6a09e667f3bcc908, 64'hbb67ae8584caa73b, 64'h3c6ef372fe94f82b, 64'ha54ff53a5f1d36f1,
    64'h510e527fade682d1, 64'h9b05688c2b3e6c1f, 64'h1f83d9abfb41bd6b, 64'h5be0cd19137e2179
  };

  // sigma_0 .. sigma_9, sixteen digits each (section 2.1.1).
  localparam [639:0] SIGMA = {
    64'h0123456789abcdef, 64'hea489fd61c02b753, 64'hb8c052fdae367194, 64'h7931dcbe265a40f8, 64'h905724afe1bc683d,
    64'h2c6a0b834d75fe19, 64'hc51fed4a0763928b, 64'hdb7ec13950f4862a, 64'h6fe9b308c2d714a5, 64'ha2847615fb9e3cd0
  };

  function automatic integer rounds(input integer word, input integer version);
    begin
      rounds = (word == 32) ? ((version == 2) ? 10 : 14) : ((version == 2) ? 14 : 16);
    end
  endfunction

  // Distance of rotation number 0 .. 3 of G.
  function automatic integer rotation(input integer word, input integer number);
    begin
      case (number)
        0: rotation = (word == 32) ? 16 : 32;
        1: rotation = (word == 32) ? 12 : 25;
        2: rotation = (word == 32) ? 8 : 16;
        default: rotation = (word == 32) ? 7 : 11;
      endcase
    end
  endfunction

  // c_i in the low bits.
  function automatic [63:0] pi_word(input integer word, input integer i);
    begin
      pi_word = (word == 32) ? {32'd0, PI[1023-32*i-:32]} : PI[1023-64*i-:64];
    end
  endfunction

  // c_first .. c_{first+3} in the low bits, the first lowest.
  function automatic [255:0] pi_row(input integer word, input integer first);
    begin
      pi_row = '0;
      for (integer i = 0; i < 4; i = i + 1) begin
        if (word == 32) pi_row[32*i+:32] = PI[1023-32*(first+i)-:32];
        else pi_row[64*i+:64] = PI[1023-64*(first+i)-:64];
      end
    end
  endfunction

  // The initial value in the low bits, h_0 lowest.
  function automatic [511:0] initial_value(input integer word);
    begin
      initial_value = '0;
      for (integer i = 0; i < 8; i = i + 1) begin
        if (word == 32) initial_value[32*i+:32] = SQUARE_ROOTS[511-64*i-:32];
        else initial_value[64*i+:64] = SQUARE_ROOTS[511-64*i-:64];
      end
    end
  endfunction

  // The lane of a row that comes into lane i where columns become diagonals, or diagonals columns; row 0 .. 3 of the
  // state is a .. d of G.
  function automatic integer crossing(input integer row, input integer i);
    begin
      crossing = (row + 4 - i) % 4;
    end
  endfunction

  // Which word of the message (constant = 0), or of the constants c, quarter q takes into lane i.
  function automatic integer source(input integer q, input integer i, input integer constant);
    integer g, place;
    begin
      g = (q % 4 < 2) ? i : 4 + (4 - i) % 4;
      place = 2 * g + ((q % 2 == constant) ? 0 : 1);
      source = {28'd0, SIGMA[639-64*((q/4)%10)-4*place-:4]};
    end
  endfunction

endpackage
