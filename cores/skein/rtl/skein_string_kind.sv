// SPDX-License-Identifier: Apache-2.0
//
// Takes the header off each packet of a request: its first word, which says what the packet is. The words after it are
// the string. A packet that is only a header is an empty string.
//
// Cycles: a word passes within the cycle; the header takes one of its own, unless the string is empty.
//
// Parameters
//   WORD  bits in a word: 8, 16, 32, 64 or 128
//
// Ports
//   in_*    the packets. The header is a whole word: its first byte is the kind (skein_sequencer), the others are 0
//   out_*   the strings, an empty one as a word of no bits; in_ready is out_ready
//   kind    of the string of the word that out_* offer; 2, which no string has, of a packet whose header is anything else
//   rst     the next word is a header

module skein_string_kind #(
    parameter integer WORD = 64,
    localparam integer BITS_WIDTH = $clog2(WORD) + 1
) (
    input logic clk,
    input logic rst,

    input  logic                  in_valid,
    output logic                  in_ready,
    input  logic [      WORD-1:0] in_data,
    input  logic                  in_last,
    input  logic [BITS_WIDTH-1:0] in_bits,

    output logic                  out_valid,
    input  logic                  out_ready,
    output logic [      WORD-1:0] out_data,
    output logic                  out_last,
    output logic [BITS_WIDTH-1:0] out_bits,
    output logic [           2:0] kind
);

  localparam logic [2:0] NO_KIND = 3'd2;

  generate
    if (WORD != 8 && WORD != 16 && WORD != 32 && WORD != 64 && WORD != 128) begin : gen_refused_word
      skein_string_kind_needs_WORD_of_8_16_32_64_or_128 refused ();
    end
  endgenerate

  logic in_string;  // the header has come
  logic [2:0] kept;
  logic [2:0] kind_here;  // if the word is a header
  logic whole;  // all bits of the word are there

  assign whole = !in_last || in_bits[BITS_WIDTH-1];
  assign kind_here = (whole && (in_data & ~(WORD'(7) << (WORD - 8))) == '0) ? in_data[WORD-8+:3] : NO_KIND;

  assign in_ready = out_ready;
  assign out_valid = in_valid && (in_string || in_last);
  assign out_data = in_data;
  assign out_last = in_last;
  assign out_bits = in_string ? in_bits : '0;
  assign kind = in_string ? kept : kind_here;

  always_ff @(posedge clk) begin
    if (in_valid && in_ready) begin
      in_string <= !in_last;
      kept   <= kind;
    end
    if (rst) in_string <= 1'b0;
  end

endmodule
