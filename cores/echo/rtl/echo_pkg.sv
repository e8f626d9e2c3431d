// SPDX-License-Identifier: Apache-2.0
//
// ECHO's numbers ("SHA-3 Proposal: ECHO") and the order of bytes in its words. The state is 16 words of 128 bits, the
// first in the highest bits, column by column in 4 rows and 4 columns; a word is a state of AES, its first byte in the
// highest bits, column by column likewise.

package echo_pkg;

  // Rounds (BIG.SubWords, BIG.ShiftRows, BIG.MixColumns) for a digest of up to 256 bits, or more.
  function automatic integer rounds(input integer digest);
    begin
      rounds = (digest <= 256) ? 8 : 10;
    end
  endfunction

  // Words of the chaining value.
  function automatic integer chain_words(input integer digest);
    begin
      chain_words = (digest <= 256) ? 4 : 8;
    end
  endfunction

  // The key of AES that a counter of 64 bits makes: least significant byte first.
  function automatic [127:0] key(input logic [63:0] counter);
    begin
      key = '0;
      for (integer i = 0; i < 8; i = i + 1) key[127-8*i-:8] = counter[8*i+:8];
    end
  endfunction

endpackage
