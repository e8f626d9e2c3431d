// SPDX-License-Identifier: Apache-2.0
//
// @MESSAGES@ @WHAT@ for @NAME@ with their digests. A word of one is {final, in_last, in_bits, in_data}, where final is
// high in its last word; a word of a digest is {out_last, out_bits, out_data}.

module known_answers (
    input  wire [31:0] message,
    output reg  [31:0] start,
    output reg  [31:0] digest_start,
    input  wire [31:0] message_index,
    output reg  [@ENTRY_TOP@:0] message_word,
    input  wire [31:0] digest_index,
    output reg  [@DIGEST_ENTRY_TOP@:0] digest_word
);

  always @(message)
    case (message)
@STARTS@
      default: start = 0;
    endcase

  always @(message)
    case (message)
@DIGEST_STARTS@
      default: digest_start = 0;
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
