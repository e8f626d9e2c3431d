// SPDX-License-Identifier: Apache-2.0
//
// The other end of the AXI4-Stream of @NAME@, for the test bench: words of each lane to beats, beats to words. The lanes
// are offered in turn, beat by beat.

/* verilator lint_off WIDTH */
module bus_side (
    input wire clk,
    input wire rst,

    input  wire [@LANES_TOP@:0] in_valid,
    output wire [@LANES_TOP@:0] in_ready,
    input  wire [@LANES@*@WORD@-1:0] in_data,
    input  wire [@LANES_TOP@:0] in_last,
    input  wire [@LANES@*@BITS_WIDTH@-1:0] in_bits,

    output wire [@LANES_TOP@:0] out_valid,
    input  wire [@LANES_TOP@:0] out_ready,
    output wire [@LANES@*@WORD@-1:0] out_data,
    output wire [@LANES_TOP@:0] out_last,
    output wire [@LANES@*@BITS_WIDTH@-1:0] out_bits,

    output wire broken  // a rule of the bus, in this cycle
);
  localparam integer LANES = @LANES@;
  localparam integer WORD = @WORD@;
  localparam integer BYTES = WORD / 8;

  reg [@TID_TOP@:0] turn;
@LANE@
  wire s_tready, s_malformed, m_tvalid, m_tlast;
  wire [BYTES-1:0] m_tkeep;
  wire [2:0] m_tuser;
  wire [WORD-1:0] m_tdata;

  wire [WORD-1:0] word = in_data[turn*WORD+:WORD];
  wire [@BITS_TOP@:0] bits = in_bits[turn*@BITS_WIDTH@+:@BITS_WIDTH@];
  wire s_tvalid = in_valid[turn];
  wire s_tlast = in_last[turn];
  wire [WORD-1:0] s_tdata, m_word;
  wire [BYTES-1:0] s_tkeep;
  reg [@BITS_TOP@:0] m_bits;

  generate
    genvar i;
    for (i = 0; i < BYTES; i = i + 1) begin : gen_byte
      assign s_tdata[8*i+:8] = word[WORD-8*i-1-:8];
      assign m_word[WORD-8*i-1-:8] = m_tdata[8*i+:8];
      assign s_tkeep[i] = !s_tlast || bits > 8 * i;
    end
    for (i = 0; i < LANES; i = i + 1) begin : gen_lane
      assign in_ready[i] = s_tready && turn == i;
      assign out_valid[i] = m_tvalid && lane == i;
    end
  endgenerate

  always @(posedge clk)
    if (rst) turn <= 0;
    else if (!s_tvalid || s_tready) turn <= (turn == LANES - 1) ? 0 : turn + 1;

  // Bits of a beat of a digest: its bytes, the last of which may be in part.
  integer k;
  always @* begin
    m_bits = 0;
    for (k = 0; k < BYTES; k = k + 1) if (m_tkeep[k]) m_bits = m_bits + 8;
    if (m_tuser != 0) m_bits = m_bits - 8 + {1'b0, m_tuser};
  end

  assign out_data = {LANES{m_word}};
  assign out_last = {LANES{m_tlast}};
  assign out_bits = {LANES{m_bits}};
  assign broken = (s_tvalid && s_malformed) || (m_tvalid && !m_tlast && m_tkeep != {BYTES{1'b1}}) ||
      (m_tvalid && (m_tkeep & (m_tkeep + 1'b1)) != 0);

  @NAME@ dut (
      .aclk(clk),
      .aresetn(!rst),
      .s_axis_tvalid(s_tvalid),
      .s_axis_tready(s_tready),
      .s_axis_tdata(s_tdata),
      .s_axis_tkeep(s_tkeep),
      .s_axis_tlast(s_tlast),
      .s_axis_tuser(s_tlast ? bits[2:0] : 3'd0),
      .s_axis_malformed(s_malformed),
@TID@      .m_axis_tvalid(m_tvalid),
      .m_axis_tready(out_ready[lane]),
      .m_axis_tdata(m_tdata),
      .m_axis_tkeep(m_tkeep),
      .m_axis_tlast(m_tlast),
      .m_axis_tuser(m_tuser)
  );
endmodule
