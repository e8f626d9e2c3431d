// SPDX-License-Identifier: Apache-2.0
//
// One round of SHA-2 (FIPS 180-4, sections 6.2.2 and 6.4.2, step 3):
//
//   T_1 = h + Sigma_1(e) + Ch(e, f, g) + K_t + W_t      T_2 = Sigma_0(a) + Maj(a, b, c)
//   (a, b, c, d, e, f, g, h) <- (T_1 + T_2, a, b, c, d + T_1, e, f, g)
//
// Combinational. Parameter WORD: 32 or 64 bits in a word. Ports: state a..h with a in the highest bits.

module sha2_round #(
    parameter integer WORD = 32
) (
    input  logic [8*WORD-1:0] state,
    input  logic [  WORD-1:0] k,
    input  logic [  WORD-1:0] w,
    output logic [8*WORD-1:0] next
);

  localparam logic LONG = WORD == 64;

  function automatic [WORD-1:0] rotr(input logic [WORD-1:0] x, input integer n);
    begin
      rotr = (x >> n) | (x << (WORD - n));
    end
  endfunction

  // Sections 4.1.2 and 4.1.3.
  function automatic [WORD-1:0] Ch(input logic [WORD-1:0] x, y, z);
    begin
      Ch = (x & y) ^ (~x & z);
    end
  endfunction

  function automatic [WORD-1:0] Maj(input logic [WORD-1:0] x, y, z);
    begin
      Maj = (x & y) ^ (x & z) ^ (y & z);
    end
  endfunction

  function automatic [WORD-1:0] Sigma_0(input logic [WORD-1:0] x);
    begin
      Sigma_0 = LONG ? rotr(x, 28) ^ rotr(x, 34) ^ rotr(x, 39) : rotr(x, 2) ^ rotr(x, 13) ^ rotr(x, 22);
    end
  endfunction

  function automatic [WORD-1:0] Sigma_1(input logic [WORD-1:0] x);
    begin
      Sigma_1 = LONG ? rotr(x, 14) ^ rotr(x, 18) ^ rotr(x, 41) : rotr(x, 6) ^ rotr(x, 11) ^ rotr(x, 25);
    end
  endfunction

  logic [WORD-1:0] a, b, c, d, e, f, g, h;
  logic [WORD-1:0] t_1, t_2;

  assign {a, b, c, d, e, f, g, h} = state;
  assign t_1 = h + Sigma_1(e) + Ch(e, f, g) + k + w;
  assign t_2 = Sigma_0(a) + Maj(a, b, c);
  assign next = {t_1 + t_2, a, b, c, d + t_1, e, f, g};

endmodule
