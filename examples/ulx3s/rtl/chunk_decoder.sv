// SPDX-License-Identifier: Apache-2.0
//
// Messages out of a stream of bytes. A message is chunks: a byte with the number of bytes that follow, 1 to 255, and
// these bytes. The number 0 ends the message. So a sender need not know how long its message will be, no byte is
// escaped, and an empty message is one byte 0.
//
// What goes out are AXI4-Stream packets of beats of one byte, and at the end of each a beat without bytes that has
// tlast. A beat waits for tready until the next byte comes; if it is still there then, that byte is lost.
//
// Ports
//   valid, data  a byte of the stream, for one cycle; it cannot be held back
//   unfinished   a message has begun and not ended
//   lost         in a cycle in which a byte is lost

module chunk_decoder (
    input logic clk,
    input logic rst,

    input logic       valid,
    input logic [7:0] data,

    output logic       m_axis_tvalid,
    input  logic       m_axis_tready,
    output logic [7:0] m_axis_tdata,
    output logic       m_axis_tkeep,
    output logic       m_axis_tlast,

    output logic unfinished,
    output logic lost
);

  logic [7:0] left;  // bytes of the chunk that have not come
  logic head, stuck;

  assign head  = left == '0;
  assign stuck = m_axis_tvalid && !m_axis_tready;
  assign lost  = valid && stuck;

  always_ff @(posedge clk) begin
    if (rst) begin
      left <= '0;
      unfinished <= 1'b0;
      m_axis_tvalid <= 1'b0;
    end else begin
      if (valid) begin
        left   <= head ? data : left - 1'b1;
        unfinished <= !(head && data == '0);
      end
      if (!stuck) m_axis_tvalid <= valid && (!head || data == '0);
    end

    if (!stuck) begin
      m_axis_tdata <= data;
      m_axis_tkeep <= !head;
      m_axis_tlast <= head;
    end
  end

endmodule
