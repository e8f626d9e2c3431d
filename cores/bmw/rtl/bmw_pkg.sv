// SPDX-License-Identifier: Apache-2.0
//
// Constants of Blue Midnight Wish (D. Gligoroski et al., "Cryptographic Hash Function Blue Midnight Wish", version of
// round 2): BMW-256 with words of 32 bits, BMW-512 with words of 64 bits. The argument `word` is that width. Vectors
// of words have word i at [i*word +: word].

package bmw_pkg;

  // Distances of s_0 .. s_3: SHR, SHL, ROTL, ROTL.
  function automatic integer s_right(input integer number);
    begin
      s_right = (number < 2) ? 1 : 2;
    end
  endfunction
  function automatic integer s_left(input integer number);
    begin
      case (number)
        0: s_left = 3;
        1: s_left = 2;
        2: s_left = 1;
        default: s_left = 2;
      endcase
    end
  endfunction
  function automatic integer s_first(input integer word, input integer number);
    begin
      case (number)
        0: s_first = 4;
        1: s_first = (word == 32) ? 8 : 13;
        2: s_first = (word == 32) ? 12 : 19;
        default: s_first = (word == 32) ? 15 : 28;
      endcase
    end
  endfunction
  function automatic integer s_second(input integer word, input integer number);
    begin
      case (number)
        0: s_second = (word == 32) ? 19 : 37;
        1: s_second = (word == 32) ? 23 : 43;
        2: s_second = (word == 32) ? 25 : 53;
        default: s_second = (word == 32) ? 29 : 59;
      endcase
    end
  endfunction

  // Distance of r_1 .. r_7.
  function automatic integer r(input integer word, input integer number);
    begin
      case (number)
        1: r = (word == 32) ? 3 : 5;
        2: r = (word == 32) ? 7 : 11;
        3: r = (word == 32) ? 13 : 27;
        4: r = (word == 32) ? 16 : 32;
        5: r = (word == 32) ? 19 : 37;
        6: r = (word == 32) ? 23 : 43;
        default: r = (word == 32) ? 27 : 53;
      endcase
    end
  endfunction

  // W_j is made of the words j + 5, j + 7, j + 10, j + 13, j + 14 mod 16 of M xor H ...
  function automatic integer w_word(input integer j, input integer term);
    begin
      case (term)
        0: w_word = (j + 5) % 16;
        1: w_word = (j + 7) % 16;
        2: w_word = (j + 10) % 16;
        3: w_word = (j + 13) % 16;
        default: w_word = (j + 14) % 16;
      endcase
    end
  endfunction
  // ... of which these are subtracted, the first term in the highest bit; W_0 in the highest five bits.
  localparam [79:0] NEGATIVE = {
    5'b01000, 5'b01001, 5'b00100, 5'b01001, 5'b01100, 5'b01010, 5'b10110, 5'b11011,
    5'b01011, 5'b00101, 5'b01110, 5'b11100, 5'b00110, 5'b00000, 5'b01011, 5'b11100
  };

  // Distances to the left (below 0: to the right) by which XH and Q_{16+i} go into H_i, and XL into H_{8+i}; i = 0 ..
  // 7.
  function automatic integer xh_left(input integer i);
    begin
      case (i)
        0: xh_left = 5;
        1: xh_left = -7;
        2: xh_left = -5;
        3: xh_left = -1;
        4: xh_left = -3;
        5: xh_left = 6;
        6: xh_left = -4;
        default: xh_left = -11;
      endcase
    end
  endfunction
  function automatic integer q_left(input integer i);
    begin
      case (i)
        0: q_left = -5;
        1: q_left = 8;
        2: q_left = 5;
        3: q_left = 5;
        4: q_left = 0;
        5: q_left = -6;
        6: q_left = 6;
        default: q_left = 2;
      endcase
    end
  endfunction
  function automatic integer xl_left(input integer i);
    begin
      case (i)
        0: xl_left = 8;
        1: xl_left = -6;
        2: xl_left = 6;
        3: xl_left = 4;
        4: xl_left = -3;
        5: xl_left = -4;
        6: xl_left = -7;
        default: xl_left = -2;
      endcase
    end
  endfunction

  // H^(0): bytes 40, 41, .. of BMW-256, 80, 81, .. of BMW-512, the first one highest in a word.
  function automatic [1023:0] initial_value(input integer word);
    begin
      initial_value = '0;
      for (integer i = 0; i < word / 8 * 16; i = i + 1)
      initial_value[8*(i/(word/8)*(word/8)+word/8-1-i%(word/8))+:8] = 8'(word * 2 + i);
    end
  endfunction

  // CONST^final: aa..a0, aa..a1, .. aa..af.
  function automatic [1023:0] final_value(input integer word);
    begin
      final_value = {256{4'ha}};
      for (integer i = 0; i < 16; i = i + 1) final_value[i*word+:4] = 4'(i);
    end
  endfunction

  // K_j, in the lowest bits.
  function automatic [63:0] round_constant(input integer word, input integer j);
    begin
      round_constant = (64'h0555555555555555 >> (64 - word)) * 64'(j);
    end
  endfunction

  // K_16 .. K_31, K_16 lowest, 64 bits each.
  function automatic [1023:0] round_constants(input integer word);
    begin
      for (integer j = 0; j < 16; j = j + 1)
      round_constants[64*j+:64] = (64'h0555555555555555 >> (64 - word)) * (64'(j) + 64'd16);
    end
  endfunction

endpackage
