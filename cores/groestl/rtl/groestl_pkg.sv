// SPDX-License-Identifier: Apache-2.0
//
// Numbers of Groestl that depend on the columns of the state, 8 or 16, and on the version: 2 is Groestl-0 of rounds 1
// and 2, 3 the final one ("Groestl - a SHA-3 candidate", section 3).

package groestl_pkg;

  // Rounds of P and of Q (section 3.4).
  function automatic integer rounds(input integer columns);
    begin
      rounds = (columns == 8) ? 10 : 14;
    end
  endfunction

  // Columns by which ShiftBytes moves a row to the left, in P (q = 0) or in Q (section 3.4.4).
  function automatic integer shift(input integer version, input integer columns, input integer q, input integer row);
    begin
      if (version == 2 || q == 0) shift = (columns == 16 && row == 7) ? 11 : row;
      else if (row < 4) shift = (columns == 16 && row == 3) ? 11 : 2 * row + 1;
      else shift = 2 * row - 8;
    end
  endfunction

  // What AddRoundConstant adds in round `number` of P (q = 0) or of Q: column j at [64 (columns - 1 - j) +: 64], row 0
  // in its highest byte (section 3.4.2).
  function automatic [1023:0] round_constants(input integer version, input integer columns, input logic q,
                                              input logic [3:0] number);
    logic [7:0] here;
    logic [63:0] column;
    begin
      round_constants = '0;
      for (integer j = 0; j < columns; j = j + 1) begin
        here = {j[3:0], number};
        if (version != 2) column = q ? ~{56'b0, here} : {here, 56'b0};
        else if (j == 0) column = q ? {56'b0, ~here} : {here, 56'b0};
        else column = '0;
        round_constants[64*(columns-1-j)+:64] = column;
      end
    end
  endfunction

endpackage
