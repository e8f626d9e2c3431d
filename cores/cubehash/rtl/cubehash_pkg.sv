// SPDX-License-Identifier: Apache-2.0
//
// Constants and functions of CubeHash16/32 (D. J. Bernstein, CubeHash specification 2.B.1). The state is x[0] .. x[31],
// words of 32 bits; the lower half, x[0jklm], and the upper half, x[1jklm], are vectors of 16 words, word n at
// [32*n +: 32], n = jklm in binary.

package cubehash_pkg;

  // Bits of the number of a word.
  localparam integer BIT_J = 8;
  localparam integer BIT_K = 4;
  localparam integer BIT_L = 2;
  localparam integer BIT_M = 1;

  // State before the first block, x[31] highest: 160 rounds on (h/8, 32, 16, 0, ...), computed by the reference model.
  localparam [1023:0] INITIAL_256 = {
    32'hd6032c0a, 32'h9cdaf8af, 32'h4ab6aad6, 32'h15815aeb, 32'h85254725, 32'h774abfdd, 32'h9e4b4e60, 32'h2af2b5ae,
    32'h93cb6285, 32'h65c892fd, 32'h5fa25603, 32'h09392549, 32'hf0b26679, 32'h6c859d41, 32'h6107fbd5, 32'hd89041c3,
    32'h40e5fbab, 32'h4680ac00, 32'h8ef8ad83, 32'h28cceca4, 32'h3361da8c, 32'hd0720c35, 32'h42af2070, 32'hc2d0b696,
    32'hf4cc12be, 32'h7e624131, 32'he5d94e63, 32'h22512d5b, 32'h35481eae, 32'h63117e71, 32'hccd6f29f, 32'hea2bd4b4
  };
  localparam [1023:0] INITIAL_512 = {
    32'hd43e3b44, 32'h7795d246, 32'he7989af1, 32'h1921c8f7, 32'hbc796576, 32'hb1c62456, 32'ha5a70e75, 32'hd65c8a2b,
    32'h0dbadea9, 32'h91fa7934, 32'h2ff5781c, 32'h6a536159, 32'hb6444532, 32'h1b017bef, 32'h148fe485, 32'hfcd398d9,
    32'ha23911ae, 32'hd0e5cd33, 32'hf22090c4, 32'heef864d2, 32'h825b4537, 32'h97cf0bef, 32'ha647a8b3, 32'h4d42c787,
    32'h50ac5695, 32'hcc39968e, 32'hc701cf8c, 32'h3fee2313, 32'h4167d83e, 32'h2d538b8b, 32'h50f494d4, 32'h2aea2a61
  };

  // Every word rotated to the left.
  function automatic [511:0] rotated(input logic [511:0] words, input integer distance);
    begin
      for (integer n = 0; n < 16; n = n + 1)
      rotated[32*n+:32] = (words[32*n+:32] << distance) | (words[32*n+:32] >> (32 - distance));
    end
  endfunction

  // Words whose numbers differ in one bit change places.
  function automatic [511:0] swapped(input logic [511:0] words, input integer number_bit);
    begin
      for (integer n = 0; n < 16; n = n + 1) swapped[32*n+:32] = words[32*(n^number_bit)+:32];
    end
  endfunction

  // Words change places so that bit j of their number becomes bit k, bit l bit m, and the other way.
  function automatic [511:0] transposed(input logic [511:0] words);
    begin
      for (integer n = 0; n < 16; n = n + 1)
      transposed[32*n+:32] = words[32*(((n&5)<<1)|((n&10)>>1))+:32];
    end
  endfunction

  // A string of bytes, the first one highest, as words, their first byte lowest; and the other way.
  function automatic [511:0] from_bytes(input logic [511:0] bytes);
    begin
      for (integer i = 0; i < 64; i = i + 1) from_bytes[8*i+:8] = bytes[8*(63-i)+:8];
    end
  endfunction

endpackage
