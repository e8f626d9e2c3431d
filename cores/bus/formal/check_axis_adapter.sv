// SPDX-License-Identifier: Apache-2.0
//
// axis_adapter passes every beat to the lane of its tid, bytes in their order, and every word of a digest to the stream;
// what it offers stays until it is taken; no packet is interrupted; no lane waits for more than one packet of each other.
//
// One lane is followed, any. The hash function is any that keeps what it offers until it is taken.
//
// Parameters: those of axis_adapter, with one stream.

module check_axis_adapter #(
    parameter integer WORD = 16,
    parameter integer STAGES = 2,
    parameter integer BYTE_ORDER = 0,
    localparam integer BYTES = WORD / 8,
    localparam integer LANE_BITS = (STAGES > 1) ? $clog2(STAGES) : 1,
    localparam integer BITS_WIDTH = $clog2(WORD) + 1
) (
    input logic clk,
    input logic aresetn,

    input logic                 s_axis_tvalid,
    input logic [     WORD-1:0] s_axis_tdata,
    input logic [    BYTES-1:0] s_axis_tkeep,
    input logic                 s_axis_tlast,
    input logic [          2:0] s_axis_tuser,
    input logic [LANE_BITS-1:0] s_axis_tid,
    input logic                 m_axis_tready,

    input logic [           STAGES-1:0] in_ready,
    input logic [           STAGES-1:0] out_valid,
    input logic [      STAGES*WORD-1:0] out_data,
    input logic [           STAGES-1:0] out_last,
    input logic [STAGES*BITS_WIDTH-1:0] out_bits
);

  logic rst, s_axis_tready, s_axis_malformed, m_axis_tvalid, m_axis_tlast;
  logic [WORD-1:0] m_axis_tdata;
  logic [BYTES-1:0] m_axis_tkeep;
  logic [2:0] m_axis_tuser;
  logic [LANE_BITS-1:0] m_axis_tid;
  logic [STAGES-1:0] in_valid, in_last, out_ready;
  logic [STAGES*WORD-1:0] in_data;
  logic [STAGES*BITS_WIDTH-1:0] in_bits;

  axis_adapter #(
      .WORD(WORD),
      .STAGES(STAGES),
      .BYTE_ORDER(BYTE_ORDER)
  ) adapter (
      .aclk(clk),
      .*
  );

  (* anyconst *) logic [LANE_BITS-1:0] lane;
  logic begun, valid, ready, final_word, offered, taken, left;
  logic [STAGES-1:0] mine;
  logic [WORD-1:0] data, message;
  assign mine = STAGES'(1) << lane;
  assign valid = (out_valid & mine) != '0;
  assign ready = (out_ready & mine) != '0;
  assign final_word = (out_last & mine) != '0;
  assign data = WORD'(out_data >> (WORD * 32'(lane)));
  assign message = WORD'(in_data >> (WORD * 32'(lane)));
  assign offered = (in_valid & mine) != '0;
  assign taken = s_axis_tvalid && s_axis_tready && s_axis_tid == lane;
  assign left = m_axis_tvalid && m_axis_tready;

  // Bytes in the order of the stream, the first one highest.
  logic [WORD-1:0] m_bytes, s_bytes;
  always_comb begin
    for (integer i = 0; i < BYTES; i = i + 1) begin
      m_bytes[8*(BYTES-1-i)+:8] = m_axis_tdata[8*((BYTE_ORDER!=0)?BYTES-1-i : i)+:8];
      s_bytes[8*(BYTES-1-i)+:8] = s_axis_tdata[8*((BYTE_ORDER!=0)?BYTES-1-i : i)+:8];
    end
  end

  logic m_waited, in_packet;
  logic [WORD+BYTES+LANE_BITS+3:0] m_before, m_offer;
  logic [LANE_BITS-1:0] packet_tid;
  logic [$clog2(STAGES+1)-1:0] packets;  // of others since the lane began to wait
  assign m_offer = {m_axis_tdata, m_axis_tkeep, m_axis_tid, m_axis_tlast, m_axis_tuser};

  initial begun = 1'b0;
  always_ff @(posedge clk) begin
    begun <= 1'b1;
    m_waited <= m_axis_tvalid && !m_axis_tready && !rst;
    m_before <= m_offer;
    if (left) begin
      in_packet <= !m_axis_tlast;
      packet_tid <= m_axis_tid;
    end
    if (!valid || (left && m_axis_tid == lane)) packets <= '0;
    else if (left && m_axis_tlast) packets <= packets + 1'b1;
    if (rst) begin
      in_packet  <= 1'b0;
      packets <= '0;
    end
  end

  // What the hash function has offered stays: all lanes, for each of them decides whose turn it is.
  logic [STAGES-1:0] all_waited;
  logic [STAGES*(WORD+1+BITS_WIDTH)-1:0] all_before;
  always_ff @(posedge clk) begin
    all_waited <= rst ? '0 : out_valid & ~out_ready;
    all_before <= {out_data, out_last, out_bits};
  end
  generate
    for (genvar l = 0; l < STAGES; l = l + 1) begin : gen_lane
      always @(posedge clk) begin
        if (begun && all_waited[l]) begin
          assume (out_valid[l]);
          assume (out_data[l*WORD+:WORD] == all_before[STAGES*(1+BITS_WIDTH)+l*WORD+:WORD]);
          assume (out_last[l] == all_before[STAGES*BITS_WIDTH+l]);
          assume (out_bits[l*BITS_WIDTH+:BITS_WIDTH] == all_before[l*BITS_WIDTH+:BITS_WIDTH]);
        end
      end
    end
  endgenerate

  always @(posedge clk) begin
    assume (begun || !aresetn);
    assume (32'(lane) < STAGES);
    if (begun && !rst) begin
      // Words of digests.
      passes : assert ((valid && ready) == (left && m_axis_tid == lane));
      if (valid && ready) word_right : assert (m_axis_tlast == final_word && (m_axis_tkeep != '1 || m_bytes == data));
      something : assert (m_axis_tvalid == (in_packet ? (out_valid & (STAGES'(1) << packet_tid)) != '0 : out_valid != '0));
      if (m_waited) stays : assert (m_axis_tvalid && m_offer == m_before);
      if (m_axis_tvalid && in_packet) whole : assert (m_axis_tid == packet_tid);
      fair : assert (32'(packets) < STAGES || STAGES == 1);
      // Beats of messages.
      if (offered) to_its_lane : assert (s_axis_tvalid && s_axis_tid == lane && message[WORD-1-:8] == s_bytes[WORD-1-:8]);
      if (offered && s_axis_tkeep == '1) bytes_right : assert (message == s_bytes);
      if (offered) last_right : assert (((in_last & mine) != '0) == s_axis_tlast);
      if (taken && s_axis_tkeep != '0) not_dropped : assert (offered && (in_ready & mine) != '0);
      if (offered && (in_ready & mine) != '0) not_repeated : assert (taken);
      other_lane_waits : cover (left && m_axis_tlast && m_axis_tid != lane && valid);
      beat_passes : cover (taken && offered && s_axis_tlast);
    end
  end

  logic unused;
  assign unused = ^{s_axis_malformed, in_bits};

endmodule
