// SPDX-License-Identifier: Apache-2.0
//
// What message_contract does not see of answers that may be none, for simulation: the ports out_bits and out_error of
// skein_argument_top, skein_tree_top and <family>_context_top. $error says what the hash function breaks. There are no
// outputs, and nothing of it is in a circuit. It stands beside message_contract, as that one does (bind_*.sv).
//
// Parameters
//   WORD    bits in a word
//   STAGES  lanes
//   SIZED   1: out_bits says how many bits of each word count; 0: there is none, tie it to 0
//   HIDDEN  1: data and marks are 0 where no word is offered
//
// What is checked, of each lane: out_bits and out_error stay as they are until their word is taken, and are not X; of no
// digest there is one word of zeros, marked by out_last and out_error, out_bits 0; of a digest no word has out_error,
// out_bits is WORD in all words but the last, there 1 to WORD, and data are 0 behind those bits.
// Every check is of the values at a rising edge of clk. Nothing is checked before the first rst.

module answer_contract #(
    parameter integer WORD = 64,
    parameter integer STAGES = 1,
    parameter integer SIZED = 1,
    parameter integer HIDDEN = 1,
    localparam integer BITS_WIDTH = $clog2(WORD) + 1
) (
    input logic clk,
    input logic rst,

    input logic [           STAGES-1:0] out_valid,
    input logic [           STAGES-1:0] out_ready,
    input logic [      STAGES*WORD-1:0] out_data,
    input logic [           STAGES-1:0] out_last,
    input logic [STAGES*BITS_WIDTH-1:0] out_bits,
    input logic [           STAGES-1:0] out_error
);

  logic started;  // rst has been
  initial started = 1'b0;
  always_ff @(posedge clk) if (rst) started <= 1'b1;

  generate
    for (genvar l = 0; l < STAGES; l = l + 1) begin : gen_lane
      logic [WORD-1:0] word;
      logic [BITS_WIDTH-1:0] bits, kept_bits;
      logic waits, kept_error;  // what was offered before is not taken
      logic begun;  // a word of this digest has been taken

      assign word = out_data[l*WORD+:WORD];
      assign bits = out_bits[l*BITS_WIDTH+:BITS_WIDTH];

      always_ff @(posedge clk) begin
        waits <= out_valid[l] && !out_ready[l] && !rst;
        kept_bits <= bits;
        kept_error <= out_error[l];
        if (rst) begin
          begun <= 1'b0;
        end else if (out_valid[l] && out_ready[l]) begin
          begun <= !out_last[l];
        end
      end

      always @(posedge clk) begin
        if (started && !rst && out_valid[l] === 1'b1) begin
          if (^{out_error[l], bits} === 1'bx) $error("answer_contract: lane %0d: out_error or out_bits is X", l);
          if (waits && (out_error[l] != kept_error || bits != kept_bits))
            $error("answer_contract: lane %0d: out_error or out_bits changes before the word is taken", l);
          if (out_error[l] && (begun || !out_last[l] || word != '0 || bits != '0))
            $error("answer_contract: lane %0d: out_error is 1 in more than one word of zeros", l);
          if (SIZED != 0 && !out_error[l] && !out_last[l] && bits != BITS_WIDTH'(WORD))
            $error("answer_contract: lane %0d: out_bits is %0d in a word that is not the last", l, bits);
          if (SIZED != 0 && !out_error[l] && out_last[l] && (bits == '0 || bits > BITS_WIDTH'(WORD)))
            $error("answer_contract: lane %0d: out_bits is %0d in the last word of a digest", l, bits);
          if (SIZED != 0 && out_last[l] && (word & ({WORD{1'b1}} >> bits)) != '0)
            $error("answer_contract: lane %0d: data are not 0 behind out_bits", l);
        end
        if (started && !rst && HIDDEN != 0 && out_valid[l] === 1'b0 && {word, out_last[l], bits, out_error[l]} !== '0)
          $error("answer_contract: lane %0d: something is shown while no word is offered", l);
      end
    end
  endgenerate

endmodule
