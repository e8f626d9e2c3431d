// SPDX-License-Identifier: Apache-2.0
//
// Bytes to an asynchronous serial line: a start bit (0), eight data bits with the lowest first, a stop bit (1).
//
// Parameters
//   CYCLES  clock cycles in a bit, at least 2
//
// Ports
//   valid, ready, data  a byte moves where both flags are high, every 10 CYCLES + 1 cycles at most
//   txd                 the line, from a register

module uart_transmitter #(
    parameter integer CYCLES = 25
) (
    input logic clk,
    input logic rst,

    input  logic       valid,
    output logic       ready,
    input  logic [7:0] data,

    output logic txd
);

  localparam integer COUNT_BITS = $clog2(CYCLES);

  logic [9:0] bits;  // what is still to be sent, the next bit lowest, and a 1 behind the last; 0: nothing
  logic [COUNT_BITS-1:0] count;

  assign ready = bits == '0;

  always_ff @(posedge clk) begin
    if (rst) begin
      bits <= '0;
      txd  <= 1'b1;
    end else if (ready) begin
      // The last bit was the stop bit, so that the line is 1 until the next byte.
      if (valid) begin
        bits <= {2'b11, data};
        txd  <= 1'b0;
      end
    end else if (count == '0) begin
      bits <= bits >> 1;
      txd  <= bits[0];
    end

    if (ready || count == '0) count <= COUNT_BITS'(CYCLES - 1);
    else count <= count - 1'b1;
  end

endmodule
