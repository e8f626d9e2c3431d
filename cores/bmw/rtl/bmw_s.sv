// SPDX-License-Identifier: Apache-2.0
//
// s_0 .. s_5 of BMW:
//   s_i(x) = SHR^a(x) ^ SHL^b(x) ^ ROTL^c(x) ^ ROTL^d(x), i = 0 .. 3
//   s_4(x) = SHR^1(x) ^ x      s_5(x) = SHR^2(x) ^ x
//
// Parameters: WORD: bits in a word, 32 or 64; NUMBER: i, 0 .. 5.
// Ports: combinational; x, y = s_i(x).

module bmw_s #(
    parameter integer WORD = 32,
    parameter integer NUMBER = 0
) (
    input  logic [WORD-1:0] x,
    output logic [WORD-1:0] y
);

  generate
    if (WORD != 32 && WORD != 64) begin : gen_refused_word
      bmw_s_needs_WORD_of_32_or_64 refused ();
    end
    if (NUMBER < 0 || NUMBER > 5) begin : gen_refused_number
      bmw_s_needs_NUMBER_of_0_to_5 refused ();
    end
  endgenerate

  generate
    if (NUMBER >= 4) begin : gen_short
      assign y = (x >> (NUMBER - 3)) ^ x;
    end else begin : gen_long
      localparam integer FIRST = bmw_pkg::s_first(WORD, NUMBER);
      localparam integer SECOND = bmw_pkg::s_second(WORD, NUMBER);
      assign y = (x >> bmw_pkg::s_right(NUMBER)) ^ (x << bmw_pkg::s_left(NUMBER)) ^
          {x[WORD-1-FIRST:0], x[WORD-1-:FIRST]} ^ {x[WORD-1-SECOND:0], x[WORD-1-:SECOND]};
    end
  endgenerate

endmodule
