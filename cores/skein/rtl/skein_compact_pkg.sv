// SPDX-License-Identifier: Apache-2.0
//
// Order of words in a Threefish whose state is one shift register of N words that goes round once in a round (section 3.3).
// The words of even number come at even times, and those of odd number behind them, but the pairs that meet in a MIX stand
// in an order that suits the way of one word past others: each round ends with exchanges of words 8, 4 and 2 times
// apart (serial_swap), one after another, and together they are the permutation of the words. Before each subkey,
// after four rounds, all words stand in their own order.

package skein_compact_pkg;

  // Number of the MIX of the words at word times 2 i and 2 i + 1 of a round, d modulo 4.
  function automatic integer mix(input integer block, input integer d, input integer i);
    logic [127:0] row;
    logic [3:0] number;
    begin
      case (block)
        256: row = 128'h01000000_01000000_01000000_01000000;
        512: row = 128'h01230000_30120000_23010000_12300000;
        default: row = 128'h01234567_01327564_01236457_01325746;
      endcase
      number = row[127-32*(d%4)-4*i-:4];
      mix = 32'(number);
    end
  endfunction

  // The words that pass the piece of `length` words, for each round, modulo 4, and word time in it (in its bit): the one
  // that comes to the piece then is `delay` word times old, and of the round before if the turn has begun since.
  function automatic [63:0] passing(input integer block, input integer length, input integer delay);
    logic [63:0] row;  // for each round, the words that pass after it
    integer words, round;
    begin
      case (block + length)
        256 + 2: row = 64'h0008_0008_0008_0008;
        512 + 4: row = 64'h00a0_0000_00a0_0000;
        512 + 2: row = 64'h0088_0088_0088_0088;
        1024 + 8: row = 64'haa00_aa00_aa00_aa00;
        1024 + 4: row = 64'h60a0_0000_a0a0_0000;
        default: row = 64'hc000_8888_8888_50a0;
      endcase
      words = block / 64;
      passing = '0;
      for (integer i = 0; i < 4 * words; i = i + 1) begin
        round = i / words;
        if (i % words < delay) round = round + 3;
        passing[i+:1] = row[16*(round%4)+(i+words-delay)%words+:1];
      end
    end
  endfunction

endpackage
