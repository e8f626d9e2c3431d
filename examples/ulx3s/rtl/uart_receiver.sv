// SPDX-License-Identifier: Apache-2.0
//
// Asynchronous serial line to bytes: a start bit (0), eight data bits with the lowest first, a stop bit (1).
//
// Parameters
//   CYCLES  clock cycles in a bit, at least 4
//
// Ports
//   rxd     the line, of any clock
//   valid   for one cycle, in the middle of the stop bit: data is a byte that came
//   broken  a stop bit was 0, and the line has not been 1 since: a break, or another baud rate

module uart_receiver #(
    parameter integer CYCLES = 25
) (
    input logic clk,
    input logic rst,

    input logic rxd,

    output logic       valid,
    output logic [7:0] data,
    output logic       broken
);

  localparam integer COUNT_BITS = $clog2(CYCLES);
  localparam logic [3:0] START = 4'd9, STOP = 4'd0;

  logic [1:0] samples;  // two registers, so that one that hangs between 0 and 1 has a cycle to settle
  logic line, busy, sample;
  logic [COUNT_BITS-1:0] count;  // cycles until the middle of the bit
  logic [3:0] bits;  // what this bit is: bits that come after it

  assign line   = samples[1];
  assign sample = busy && count == '0;

  always_ff @(posedge clk) begin
    samples <= {samples[0], rxd};
    valid   <= sample && bits == STOP && line;
    if (sample && bits != START && bits != STOP) data <= {line, data[7:1]};

    if (rst) broken <= 1'b0;
    else if (line) broken <= 1'b0;
    else if (sample && bits == STOP) broken <= 1'b1;

    if (rst) busy <= 1'b0;
    else if (!busy) busy <= !line && !broken;
    else if (sample) busy <= (bits == START) ? !line : bits != STOP;

    if (!busy) count <= COUNT_BITS'(CYCLES / 2);
    else if (sample) count <= COUNT_BITS'(CYCLES - 1);
    else count <= count - 1'b1;

    if (!busy) bits <= START;
    else if (sample) bits <= bits - 1'b1;
  end

endmodule
