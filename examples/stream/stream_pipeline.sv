// SPDX-License-Identifier: Apache-2.0
//
// Skein-512 between two AXI4-Streams, four messages at once (architecture 2r-4m): tid is the lane of a message.
//
// Parameters
//   ARGUMENTS  0: packets are messages (skein_top); 1: packets are requests, so that there may be a key
//              (skein_argument_top)
//
// Ports: see axis_adapter; words of 64 bits. Digests have whole words, so that tkeep and tuser of the digests say
// nothing and are left out, and there is no s_axis_tuser since messages have whole bytes.

module stream_pipeline #(
    parameter integer ARGUMENTS = 0,
    localparam integer WORD = 64,
    localparam integer UNROLL = 8,
    localparam integer STAGES = 4,
    localparam integer BITS_WIDTH = $clog2(WORD) + 1
) (
    input logic aclk,
    input logic aresetn,

    input  logic        s_axis_tvalid,
    output logic        s_axis_tready,
    input  logic [63:0] s_axis_tdata,
    input  logic [ 7:0] s_axis_tkeep,
    input  logic        s_axis_tlast,
    input  logic [ 1:0] s_axis_tid,
    output logic        s_axis_malformed,

    output logic        m_axis_tvalid,
    input  logic        m_axis_tready,
    output logic [63:0] m_axis_tdata,
    output logic        m_axis_tlast,
    output logic [ 1:0] m_axis_tid
);

  logic rst;
  logic [STAGES-1:0] in_valid, in_ready, in_last, out_valid, out_ready, out_last, out_error;
  logic [STAGES*WORD-1:0] in_data, out_data;
  logic [STAGES*BITS_WIDTH-1:0] in_bits, out_bits;
  logic [7:0] m_axis_tkeep;
  logic [3:0] m_axis_tuser;

  // A message is a packet, a request several: its digest does not tell which of them was malformed.
  axis_adapter #(
      .WORD(WORD),
      .STAGES(STAGES),
      .COUNTED((ARGUMENTS == 0) ? 1 : 0)
  ) adapter (
      .aclk(aclk),
      .aresetn(aresetn),
      .rst(rst),
      .s_axis_tvalid(s_axis_tvalid),
      .s_axis_tready(s_axis_tready),
      .s_axis_tdata(s_axis_tdata),
      .s_axis_tkeep(s_axis_tkeep),
      .s_axis_tlast(s_axis_tlast),
      .s_axis_tuser(3'd0),
      .s_axis_tid(s_axis_tid),
      .s_axis_malformed(s_axis_malformed),
      .m_axis_tvalid(m_axis_tvalid),
      .m_axis_tready(m_axis_tready),
      .m_axis_tdata(m_axis_tdata),
      .m_axis_tkeep(m_axis_tkeep),
      .m_axis_tlast(m_axis_tlast),
      .m_axis_tuser(m_axis_tuser),
      .m_axis_tid(m_axis_tid),
      .in_valid(in_valid),
      .in_ready(in_ready),
      .in_data(in_data),
      .in_last(in_last),
      .in_bits(in_bits),
      .out_valid(out_valid),
      .out_ready(out_ready),
      .out_data(out_data),
      .out_last(out_last),
      .out_bits(out_bits),
      .out_error(out_error)
  );

  generate
    if (ARGUMENTS != 0) begin : gen_arguments
      skein_argument_top #(
          .UNROLL(UNROLL),
          .STAGES(STAGES),
          .WORD  (WORD)
      ) hash (
          .clk(aclk),
          .rst(rst),
          .in_valid(in_valid),
          .in_ready(in_ready),
          .in_data(in_data),
          .in_last(in_last),
          .in_bits(in_bits),
          .out_valid(out_valid),
          .out_ready(out_ready),
          .out_data(out_data),
          .out_last(out_last),
          .out_bits(out_bits),
          .out_error(out_error)
      );
    end else begin : gen_messages
      skein_top #(
          .UNROLL(UNROLL),
          .STAGES(STAGES),
          .WORD  (WORD)
      ) hash (
          .clk(aclk),
          .rst(rst),
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
      assign out_bits  = {STAGES{BITS_WIDTH'(WORD)}};
      assign out_error = '0;
    end
  endgenerate

  logic unused;
  assign unused = ^{m_axis_tkeep, m_axis_tuser};

endmodule
