// SPDX-License-Identifier: Apache-2.0
//
// Initial states of Shabal-256 and Shabal-512: what its two blocks before a message, numbered -1 and 0, of the words
// l, l + 1, .. l + 31, make of A = B = C = 0, where l is the length of the digest in bits.
// tests/test_shabal_constants.py compares them with those that the model computes.

package shabal_pkg;

  localparam [383:0] A_256 = {
    32'h52f84552, 32'he54b7999, 32'h2d8ee3ec, 32'hb9645191, 32'he0078b86, 32'hbb7c44c9, 32'hd2b5c1ca, 32'hb0d2eb8c,
    32'h14ce5a45, 32'h22af50dc, 32'heffdbc6b, 32'heb21b74a
  };
  localparam [511:0] B_256 = {
    32'hb555c6ee, 32'h3e710596, 32'ha72a652f, 32'h9301515f, 32'hda28c1fa, 32'h696fd868, 32'h9cb6bf72, 32'h0afe4002,
    32'ha6e03615, 32'h5138c1d4, 32'hbe216306, 32'hb38b8890, 32'h3ea8b96b, 32'h3299ace4, 32'h30924dd4, 32'h55cb34a5
  };
  localparam [511:0] C_256 = {
    32'hb405f031, 32'hc4233eba, 32'hb3733979, 32'hc0dd9d55, 32'hc51c28ae, 32'ha327b8e1, 32'h56c56167, 32'hed614433,
    32'h88b59d60, 32'h60e2ceba, 32'h758b4b8b, 32'h83e82a7f, 32'hbc968828, 32'he6e00bf7, 32'hba839e55, 32'h9b491c60
  };

  localparam [383:0] A_512 = {
    32'h20728dfd, 32'h46c0bd53, 32'he782b699, 32'h55304632, 32'h71b4ef90, 32'h0ea9e82c, 32'hdbb930f1, 32'hfad06b8b,
    32'hbe0cae40, 32'h8bd14410, 32'h76d2adac, 32'h28acab7f
  };
  localparam [511:0] B_512 = {
    32'hc1099cb7, 32'h07b385f3, 32'he7442c26, 32'hcc8ad640, 32'heb6f56c7, 32'h1ea81aa9, 32'h73b9d314, 32'h1de85d08,
    32'h48910a5a, 32'h893b22db, 32'hc5a0df44, 32'hbbc4324e, 32'h72d2f240, 32'h75941d99, 32'h6d8bde82, 32'ha1a7502b
  };
  localparam [511:0] C_512 = {
    32'hd9bf68d1, 32'h58bad750, 32'h56028cb2, 32'h8134f359, 32'hb5d469d8, 32'h941a8cc2, 32'h418b2a6e, 32'h04052780,
    32'h7f07d787, 32'h5194358f, 32'h3c60d665, 32'hbe97d79a, 32'h950c3434, 32'haed9a06d, 32'h2537dc8d, 32'h7cdb5969
  };

  // A, B and C of the initial state, word 0 in the lowest bits.
  function automatic [511:0] initial_a(input integer digest);
    begin
      initial_a = '0;
      for (integer i = 0; i < 12; i = i + 1)
      initial_a[32*i+:32] = (digest == 512) ? A_512[383-32*i-:32] : A_256[383-32*i-:32];
    end
  endfunction

  function automatic [511:0] initial_b(input integer digest);
    begin
      for (integer i = 0; i < 16; i = i + 1)
      initial_b[32*i+:32] = (digest == 512) ? B_512[511-32*i-:32] : B_256[511-32*i-:32];
    end
  endfunction

  function automatic [511:0] initial_c(input integer digest);
    begin
      for (integer i = 0; i < 16; i = i + 1)
      initial_c[32*i+:32] = (digest == 512) ? C_512[511-32*i-:32] : C_256[511-32*i-:32];
    end
  endfunction

  function automatic [31:0] rotl(input logic [31:0] x, input integer n);
    begin
      rotl = (x << n) | (x >> (32 - n));
    end
  endfunction

  // The bytes of a word in the other order: a word of a block or digest has its least significant byte first.
  function automatic [31:0] swap_bytes(input logic [31:0] x);
    begin
      swap_bytes = {x[7:0], x[15:8], x[23:16], x[31:24]};
    end
  endfunction

endpackage
