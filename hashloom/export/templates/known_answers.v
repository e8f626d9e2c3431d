// SPDX-License-Identifier: Apache-2.0
//
// @MESSAGES@ messages for @NAME@ with their digests. A word of a message is {in_last, in_bits, in_data}.

module known_answers (
    input  wire [31:0] message,
    output reg  [31:0] start,
    input  wire [31:0] message_index,
    output reg  [@ENTRY_TOP@:0] message_word,
    input  wire [31:0] digest_index,
    output reg  [@WORD_TOP@:0] digest_word
);

  always @(message)
    case (message)
@STARTS@
      default: start = 0;
    endcase

  always @(message_index)
    case (message_index)
@WORDS@
      default: message_word = 0;
    endcase

  always @(digest_index)
    case (digest_index)
@DIGESTS@
      default: digest_word = 0;
    endcase

endmodule
