// SPDX-License-Identifier: Apache-2.0
//
// Order of words in a Threefish whose state is one shift register of N words that goes round once in a round (section 3.3).
// The words of even number come at even times, and those of odd number behind them, but the pairs that meet in a MIX stand
// in an order that suits the way of one word past others: each round ends with exchanges of words 8, 4 and 2 times
// apart (serial_swap), one after another, and together they are the permutation of the words. Before each subkey,
// after four rounds, all words stand in their own order.

package skein_compact_pkg;

  // Number of the MIX at word times 2 i and 2 i + 1 of a round, d modulo 4.
  function automatic integer mix(input integer block, input integer d, input integer i);
    logic [31:0] row;
    begin
      case (block)
        256: row = 32'h01_000000;
        512:
        case (d % 4)
          0: row = 32'h0123_0000;
          1: row = 32'h3012_0000;
          2: row = 32'h2301_0000;
          default: row = 32'h1230_0000;
        endcase
        default:
        case (d % 4)
          0: row = 32'h01234567;
          1: row = 32'h01327564;
          2: row = 32'h01236457;
          default: row = 32'h01325746;
        endcase
      endcase
      mix = 32'(row[31-4*i-:4]);
    end
  endfunction

  // The words that pass the piece of `words` words after round d, d modulo 4: bit t is that at word time t.
  function automatic [15:0] passing(input integer block, input integer words, input integer d);
    begin
      passing = '0;
      case (block)
        256: passing = 16'h0008;
        512:
        case (words)
          4: passing = (d % 2 != 0) ? 16'h00a0 : 16'h0000;
          default: passing = 16'h0088;
        endcase
        default:
        case (words)
          8: passing = 16'haa00;
          4:
          case (d % 4)
            1: passing = 16'ha0a0;
            3: passing = 16'h60a0;
            default: passing = 16'h0000;
          endcase
          default:
          case (d % 4)
            0: passing = 16'h50a0;
            3: passing = 16'hc000;
            default: passing = 16'h8888;
          endcase
        endcase
      endcase
    end
  endfunction

endpackage
