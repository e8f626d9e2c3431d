// SPDX-License-Identifier: Apache-2.0
//
// Constants of Fugue-256 and Fugue-512 ("The Hash Function Fugue", Halevi, Hall and Jutla, round 2). A state is a
// vector of columns, column i at [32*i +: 32], row 0 of the matrix in its highest byte.

package fugue_pkg;

  localparam integer MAX_COLUMNS = 36;
  localparam integer MAX_STATE = 32 * MAX_COLUMNS;

  // The initial value, column 22 (256) or 20 (512) of the state in the highest bits: what the function, begun with the
  // state 0, makes of the length of the digest as its only word. hashloom/models/fugue.py computes it.
  localparam logic [255:0] INITIAL_256 = {
    32'he952bdde, 32'h6671135f, 32'he0d4f668, 32'hd2b0b594, 32'hf96c621d, 32'hfbf929de, 32'h9149e899, 32'h34f8c248
  };
  localparam logic [511:0] INITIAL_512 = {
    32'h8807a57e, 32'he616af75, 32'hc5d3e4db, 32'hac9ab027, 32'hd915f117, 32'hb6eecc54, 32'h06e8020b, 32'h4a92efd1,
    32'haac6e2c9, 32'hddb21398, 32'hcae65838, 32'h437f203f, 32'h25ea78e7, 32'h951fddd6, 32'hda6ed11d, 32'he13e3567
  };

  function automatic integer columns(input integer digest);
    begin
      columns = (digest == 256) ? 30 : 36;
    end
  endfunction

  // Sub-rounds after a word, and sub-rounds in the first part of the final rounds.
  function automatic integer subrounds(input integer digest);
    begin
      subrounds = (digest == 256) ? 2 : 4;
    end
  endfunction

  function automatic integer first_part(input integer digest);
    begin
      first_part = (digest == 256) ? 10 : 32;
    end
  endfunction

  // RORs in a turn of the second part of the final rounds: how far all but the last go; the last goes one less.
  function automatic integer far(input integer digest);
    begin
      far = (digest == 256) ? 15 : 9;
    end
  endfunction

  // 1: to this column column 0 is added before ROR number n of a turn.
  function automatic integer adds_first(input integer digest, input integer column, input integer n);
    begin
      adds_first = (column == 4) ? 1 : 0;
      if (digest == 256 && column == ((n == 0) ? 15 : 16)) adds_first = 1;
      if (digest == 512 && (column == ((n == 0) ? 9 : 10) || column == ((n <= 1) ? 18 : 19) ||
          column == ((n <= 2) ? 27 : 28))) adds_first = 1;
    end
  endfunction

  // The state in which a message begins, after TIX with the word 0, ROR3 and CMIX.
  function automatic [MAX_STATE-1:0] initial_state(input integer digest);
    logic [MAX_STATE-1:0] before_round, tix;
    integer count;
    begin
      count = columns(digest);
      before_round = '0;
      for (integer i = 0; i < digest / 32; i = i + 1)
      before_round[32*(count-1-i)+:32] = (digest == 256) ? INITIAL_256[32*(i%8)+:32] : INITIAL_512[32*i+:32];
      tix = before_round;
      tix[32*1+:32] = before_round[32*1+:32] ^ before_round[32*24+:32];
      if (digest == 512) begin
        tix[32*4+:32] = before_round[32*4+:32] ^ before_round[32*27+:32];
        tix[32*7+:32] = before_round[32*7+:32] ^ before_round[32*30+:32];
      end
      initial_state = '0;
      for (integer i = 0; i < count; i = i + 1) initial_state[32*((i+3)%count)+:32] = tix[32*i+:32];
      for (integer i = 0; i < 3; i = i + 1) begin
        initial_state[32*i+:32] = initial_state[32*i+:32] ^ initial_state[32*(4+i)+:32];
        initial_state[32*(count/2+i)+:32] = initial_state[32*(count/2+i)+:32] ^ initial_state[32*(4+i)+:32];
      end
    end
  endfunction

endpackage
