// SPDX-License-Identifier: Apache-2.0
//
// Skein-512 on the ULX3S board behind its USB serial port: messages in, digests of 64 bytes out.
//
//   ftdi_txd -> uart_receiver -> chunk_decoder -> axis_adapter <-> skein_top
//                                                      |
//   ftdi_rxd <- uart_transmitter <---------------------+
//
// Parameters
//   CYCLES  clock cycles in a bit of the serial line: 25 MHz / 25 = 1 Mbaud
//   UNROLL  rounds from register to register
//
// Ports (names and pins as in the board's constraint file)
//   btn1        FIRE1: drops what is under way, as does a break on the serial line
//   led         0: ready; 1: a message has begun and not ended; 2: a digest is on its way; 3: since the last reset a
//               byte came too early and was lost; 7 .. 4: messages hashed since then, modulo 16
//   wifi_gpio0  1 keeps the ESP32 of the board from configuring the FPGA anew
//
// The hash function needs (72 / UNROLL + 1) cycles for 64 bytes, for which the line needs 640 CYCLES; so the line may
// send without a pause until the end of a message. The next message may begin at once, and must not end before the
// digest has been received.

module ulx3s #(
    parameter integer CYCLES = 25,
    parameter integer UNROLL = 1
) (
    input  logic       clk_25mhz,
    input  logic       btn1,
    input  logic       ftdi_txd,
    output logic       ftdi_rxd,
    output logic [7:0] led,
    output logic       wifi_gpio0
);

  logic [3:0] start = '0;  // zeros when the FPGA has been configured
  logic [1:0] button;
  logic board_rst, rst, broken;

  always_ff @(posedge clk_25mhz) begin
    start <= {start[2:0], 1'b1};
    button <= {button[0], btn1};
    board_rst <= !start[3] || button[1];
    rst <= board_rst || broken;
  end

  logic byte_valid;
  logic [7:0] byte_data;

  uart_receiver #(
      .CYCLES(CYCLES)
  ) receiver (
      .clk(clk_25mhz),
      .rst(board_rst),
      .rxd(ftdi_txd),
      .valid(byte_valid),
      .data(byte_data),
      .broken(broken)
  );

  logic s_tvalid, s_tready, s_tkeep, s_tlast;
  logic [7:0] s_tdata;
  logic unfinished, lost;

  chunk_decoder decoder (
      .clk(clk_25mhz),
      .rst(rst),
      .valid(byte_valid),
      .data(byte_data),
      .m_axis_tvalid(s_tvalid),
      .m_axis_tready(s_tready),
      .m_axis_tdata(s_tdata),
      .m_axis_tkeep(s_tkeep),
      .m_axis_tlast(s_tlast),
      .unfinished(unfinished),
      .lost(lost)
  );

  logic m_tvalid, m_tready, m_tlast;
  logic [7:0] m_tdata;
  logic in_valid, in_ready, in_last, out_valid, out_ready, out_last, hash_rst;
  logic [7:0] in_data, out_data;
  logic [3:0] in_bits;
  logic s_malformed, m_tkeep, m_tid;
  logic [3:0] m_tuser;

  axis_adapter #(
      .WORD(8)
  ) adapter (
      .aclk(clk_25mhz),
      .aresetn(!rst),
      .rst(hash_rst),
      .s_axis_tvalid(s_tvalid),
      .s_axis_tready(s_tready),
      .s_axis_tdata(s_tdata),
      .s_axis_tkeep(s_tkeep),
      .s_axis_tlast(s_tlast),
      .s_axis_tuser(3'd0),
      .s_axis_tid(1'b0),
      .s_axis_malformed(s_malformed),
      .m_axis_tvalid(m_tvalid),
      .m_axis_tready(m_tready),
      .m_axis_tdata(m_tdata),
      .m_axis_tkeep(m_tkeep),
      .m_axis_tlast(m_tlast),
      .m_axis_tuser(m_tuser),
      .m_axis_tid(m_tid),
      .in_valid(in_valid),
      .in_ready(in_ready),
      .in_data(in_data),
      .in_last(in_last),
      .in_bits(in_bits),
      .out_valid(out_valid),
      .out_ready(out_ready),
      .out_data(out_data),
      .out_last(out_last),
      .out_bits(4'd8),
      .out_error(1'b0)
  );

  skein_top #(
      .UNROLL(UNROLL),
      .WORD(8),
      .MIX_ADDER(adder_pkg::TOOL),
      .KEY_ADDER(adder_pkg::TOOL)
  ) hash (
      .clk(clk_25mhz),
      .rst(hash_rst),
      .in_valid(in_valid),
      .in_ready(in_ready),
      .in_data(in_data),
      .in_last(in_last),
      .in_bits(in_bits),
      .out_valid(out_valid),
      .out_ready(out_ready),
      .out_data(out_data),
      .out_last(out_last)
  );

  uart_transmitter #(
      .CYCLES(CYCLES)
  ) transmitter (
      .clk(clk_25mhz),
      .rst(rst),
      .valid(m_tvalid),
      .ready(m_tready),
      .data(m_tdata),
      .txd(ftdi_rxd)
  );

  always_ff @(posedge clk_25mhz) begin
    led[0] <= !rst;
    led[1] <= unfinished;
    led[2] <= m_tvalid || !m_tready;
    if (rst) led[7:3] <= '0;
    else begin
      if (lost) led[3] <= 1'b1;
      if (m_tvalid && m_tready && m_tlast) led[7:4] <= led[7:4] + 1'b1;
    end
  end

  assign wifi_gpio0 = 1'b1;

  logic unused;
  assign unused = ^{s_malformed, m_tkeep, m_tuser, m_tid};

endmodule
