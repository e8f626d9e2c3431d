// SPDX-License-Identifier: Apache-2.0
//
// A word of a digest as a beat of an AXI4-Stream. Combinational; the reverse of axis_beat_decoder, with the same
// parameters.
//
// Ports
//   data, last, bits      the word, first bit highest; of the last word 1 .. WORD bits are the digest's
//   tdata, tkeep, tuser   the beat; tuser: valid bits of the last byte, 0 for all 8

module axis_beat_encoder #(
    parameter integer WORD = 64,
    parameter integer BYTE_ORDER = 0,
    localparam integer BYTES = WORD / 8,
    localparam integer BITS_WIDTH = $clog2(WORD) + 1
) (
    input logic [      WORD-1:0] data,
    input logic                  last,
    input logic [BITS_WIDTH-1:0] bits,

    output logic [ WORD-1:0] tdata,
    output logic [BYTES-1:0] tkeep,
    output logic [      2:0] tuser
);

  generate
    if (WORD != 8 && WORD != 16 && WORD != 32 && WORD != 64 && WORD != 128) begin : gen_refused_word
      axis_beat_encoder_needs_WORD_of_8_16_32_64_or_128 refused ();
    end
    if (BYTE_ORDER != 0 && BYTE_ORDER != 1) begin : gen_refused_byte_order
      axis_beat_encoder_needs_BYTE_ORDER_of_0_or_1 refused ();
    end
  endgenerate

  generate
    for (genvar i = 0; i < BYTES; i = i + 1) begin : gen_byte
      localparam integer PLACE = (BYTE_ORDER != 0) ? BYTES - 1 - i : i;
      assign tdata[8*PLACE+:8] = data[WORD-8*(i+1)+:8];
      assign tkeep[PLACE] = !last || 32'(bits) > 8 * i;
    end
  endgenerate

  assign tuser = last ? bits[2:0] : 3'd0;

endmodule
