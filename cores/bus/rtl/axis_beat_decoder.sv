// SPDX-License-Identifier: Apache-2.0
//
// A beat of an AXI4-Stream as a word of the message level. Combinational.
//
// Parameters
//   WORD        bits in a word: 8, 16, 32, 64 or 128
//   BYTE_ORDER  0: the first byte of the stream is tdata[7:0], as AXI says; 1: it is the highest byte of tdata
//
// Ports
//   tdata, tkeep, tlast, tuser   the beat; tuser: valid bits of the last byte of a packet, 0 for all 8
//   data, bits   the word, first bit highest, and how many of its bits count if it is the last one
//   null_beat    a beat without bytes that does not end the packet: nothing to pass on
//   malformed    bytes are missing where a packet may not have holes: see cores/bus/README.md

module axis_beat_decoder #(
    parameter integer WORD = 64,
    parameter integer BYTE_ORDER = 0,
    localparam integer BYTES = WORD / 8,
    localparam integer COUNT_BITS = $clog2(BYTES) + 1,
    localparam integer BITS_WIDTH = $clog2(WORD) + 1
) (
    input logic [ WORD-1:0] tdata,
    input logic [BYTES-1:0] tkeep,
    input logic             tlast,
    input logic [      2:0] tuser,

    output logic [      WORD-1:0] data,
    output logic [BITS_WIDTH-1:0] bits,
    output logic                  null_beat,
    output logic                  malformed
);

  generate
    if (WORD != 8 && WORD != 16 && WORD != 32 && WORD != 64 && WORD != 128) begin : gen_refused_word
      axis_beat_decoder_needs_WORD_of_8_16_32_64_or_128 refused ();
    end
    if (BYTE_ORDER != 0 && BYTE_ORDER != 1) begin : gen_refused_byte_order
      axis_beat_decoder_needs_BYTE_ORDER_of_0_or_1 refused ();
    end
  endgenerate

  logic [BYTES-1:0] keep;  // bit i: byte i of the stream
  logic [COUNT_BITS-1:0] count;  // bytes before the first that is missing
  logic [COUNT_BITS-1:0] full_bytes;
  logic hole;  // a byte behind it

  generate
    for (genvar i = 0; i < BYTES; i = i + 1) begin : gen_byte
      localparam integer PLACE = (BYTE_ORDER != 0) ? BYTES - 1 - i : i;
      assign data[WORD-8*(i+1)+:8] = tdata[8*PLACE+:8];
      assign keep[i] = tkeep[PLACE];
    end
  endgenerate

  function automatic [COUNT_BITS-1:0] leading(input [BYTES-1:0] bytes);
    begin
      leading = '0;
      for (integer i = 0; i < BYTES; i = i + 1) begin
        if (bytes[i] && leading == COUNT_BITS'(i)) leading = COUNT_BITS'(i + 1);
      end
    end
  endfunction

  assign count = leading(keep);
  assign hole = (keep & (keep + 1'b1)) != '0;
  assign full_bytes = (tuser == '0 || count == '0) ? count : count - 1'b1;
  assign bits = {full_bytes, (count == '0) ? 3'd0 : tuser};
  assign null_beat = !tlast && keep == '0;
  assign malformed = hole || !(tlast || null_beat || count == COUNT_BITS'(BYTES));

endmodule
