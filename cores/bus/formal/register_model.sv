// SPDX-License-Identifier: Apache-2.0
//
// The registers of hash_registers.md as a programmer sees them, for the checks of register_adapter: which request is
// carried out when, what the registers hold, and which words go into the FIFO of the message.
//
// A request is carried out in the cycle in which there is room for the next of its kind while it is held: that is seen
// from outside, in s_axil_arready and s_axil_awready. In the cycle after a write of CONTROL.clear, in which the
// FIFO is emptied, it takes no word, and a write of LAST stays.
//
// Parameters: STAGES, DEPTH of register_adapter
//
// Ports
//   s_axil_*     as at register_adapter
//   digests      for each lane whether a word of a digest waits
//   moved        a word of the FIFO goes to its lane at this rising edge
//   read_held, write_held, data_held   requests that wait: address of a read, address of a write, data of a write
//   read, write  a request is carried out at this rising edge
//   place        number of its register: address / 4
//   lane, lane_here, last_next, last_bits, enabled, status, clear   registers; lane_here: one bit for each lane
//   held         words in the FIFO of the message
//   message      a word is written into it at this rising edge
//   digest_read  a word of the window of the digest is read

module register_model #(
    parameter integer STAGES = 2,
    parameter integer DEPTH = 2
) (
    input logic                    clk,
    input logic                    aresetn,
    input logic                    s_axil_awvalid,
    input logic                    s_axil_awready,
    input logic [             7:0] s_axil_awaddr,
    input logic                    s_axil_wvalid,
    input logic                    s_axil_wready,
    input logic [            31:0] s_axil_wdata,
    input logic [             3:0] s_axil_wstrb,
    input logic                    s_axil_arvalid,
    input logic                    s_axil_arready,
    input logic [             7:0] s_axil_araddr,
    input logic [      STAGES-1:0] digests,
    input logic                    moved,

    output logic                   read_held,
    output logic                   write_held,
    output logic                   data_held,
    output logic                   read,
    output logic                   write,
    output logic [            5:0] place,
    output logic [           31:0] data,
    output logic [            7:0] lane,
    output logic [     STAGES-1:0] lane_here,
    output logic                   last_next,
    output logic [            5:0] last_bits,
    output logic [            3:0] enabled,
    output logic [            3:0] status,
    output logic                   clear,
    output logic [$clog2(DEPTH):0] held,
    output logic                   message,
    output logic                   digest_read
);

  localparam [5:0] CONTROL = 6'h04, LANE = 6'h05, LAST = 6'h06, ENABLE = 6'h09, STATUS = 6'h0a;

  logic [7:0] read_address, write_address;
  logic [3:0] strobes;
  logic message_write;
  assign read = read_held && s_axil_arready;
  assign write = write_held && s_axil_awready;
  assign place = read ? read_address[7:2] : write_address[7:2];
  assign lane_here = (32'(lane) < STAGES) ? STAGES'(1) << lane : '0;
  assign message_write = write && place[5:4] == 2'd1;
  assign message = message_write && lane_here != '0 && 32'(held) != DEPTH && !clear;
  assign digest_read = read && place[5:4] == 2'd2;

  always_ff @(posedge clk) begin
    // Requests
    if (read) read_held <= 1'b0;
    if (write) {write_held, data_held} <= '0;
    if (s_axil_arvalid && s_axil_arready) begin
      read_held <= 1'b1;
      read_address <= s_axil_araddr;
    end
    if (s_axil_awvalid && s_axil_awready) begin
      write_held <= 1'b1;
      write_address <= s_axil_awaddr;
    end
    if (s_axil_wvalid && s_axil_wready) begin
      data_held <= 1'b1;
      data <= s_axil_wdata;
      strobes <= s_axil_wstrb;
    end

    // Registers
    clear <= write && place == CONTROL && (strobes[0] ? data[0] : clear);
    if (write && place == LANE && strobes[0]) lane <= data[7:0];
    if (write && place == ENABLE && strobes[0]) enabled <= data[3:0];
    if (write && place == LAST) begin
      if (strobes[0]) last_bits <= data[5:0];
      if (strobes[1]) last_next <= data[8];
    end else if (message || clear) last_next <= 1'b0;
    status[0] <= digests != '0;
    status[1] <= held == '0;
    if (write && place == STATUS && strobes[0]) status[3:2] <= status[3:2] & ~data[3:2];
    if (message_write && !message) status[2] <= 1'b1;
    if (digest_read && (digests & lane_here) == '0) status[3] <= 1'b1;

    held <= held + ($clog2(DEPTH) + 1)'(message) - ($clog2(DEPTH) + 1)'(moved);
    if (clear) held <= '0;

    if (!aresetn) begin
      {read_held, write_held, data_held, clear, last_next} <= '0;
      lane <= '0;
      last_bits <= '0;
      enabled <= '0;
      status <= '0;
      held <= '0;
    end
  end

endmodule
