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

  always_comb begin
    count = '0;
    hole  = 1'b0;
    for (integer i = 0; i < BYTES; i = i + 1) begin
      if (keep[i] && count == COUNT_BITS'(i)) count = COUNT_BITS'(i + 1);
      else if (keep[i]) hole = 1'b1;
    end
  end

  assign full_bytes = (tuser == '0 || count == '0) ? count : count - 1'b1;
  assign bits = {full_bytes, (count == '0) ? 3'd0 : tuser};
  assign null_beat = !tlast && keep == '0;
  assign malformed = hole || !(tlast || null_beat || count == COUNT_BITS'(BYTES));

endmodule
