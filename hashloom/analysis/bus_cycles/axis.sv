// SPDX-License-Identifier: Apache-2.0
//
// axis_adapter: a source that always has a beat, a sink that always takes one. Macro: SEPARATE. See hash.svh.
module bench;
  `include "hash.svh"

  logic aresetn, tvalid, tready, tlast, malformed, m_tvalid, m_tlast, m_tid;
  logic [WORD-1:0] tdata, m_tdata;
  logic [7:0] m_tkeep;
  logic [3:0] m_tuser;

  axis_adapter #(
      .WORD(WORD),
      .SEPARATE(`SEPARATE),
      .BYTE_ORDER(1)
  ) adapter (
      .aclk(clk), .aresetn(aresetn), .rst(rst),
      .s_axis_tvalid(tvalid), .s_axis_tready(tready), .s_axis_tdata(tdata), .s_axis_tkeep(8'hff),
      .s_axis_tlast(tlast), .s_axis_tuser(3'd0), .s_axis_tid(1'b0), .s_axis_malformed(malformed),
      .m_axis_tvalid(m_tvalid), .m_axis_tready(1'b1), .m_axis_tdata(m_tdata), .m_axis_tkeep(m_tkeep),
      .m_axis_tlast(m_tlast), .m_axis_tuser(m_tuser), .m_axis_tid(m_tid),
      .in_valid(in_valid), .in_ready(in_ready), .in_data(in_data), .in_last(in_last), .in_bits(in_bits),
      .out_valid(out_valid), .out_ready(out_ready), .out_data(out_data), .out_last(out_last), .out_bits(out_bits),
      .out_error(1'b0)
  );

  initial begin
    aresetn = 1'b0;
    tvalid = 1'b0;
    repeat (4) @(posedge clk);
    aresetn <= 1'b1;
    repeat (4) @(posedge clk);
    begin_now;
    for (integer i = 0; i < 512 / WORD; i = i + 1) begin
      tvalid <= 1'b1;
      tdata <= MESSAGE[511-WORD*i-:WORD];
      tlast <= i == 512 / WORD - 1;
      @(posedge clk);
      while (!tready) @(posedge clk);
    end
    tvalid <= 1'b0;
  end

  always @(posedge clk) begin
    if (aresetn && m_tvalid) begin
      digest = {digest, m_tdata};
      if (m_tlast) ended;
    end
  end
endmodule
