// SPDX-License-Identifier: Apache-2.0
//
// register_adapter hands every word written to MESSAGE, for which there is space and a lane, to that lane, once, in the
// order in which they are written, first byte highest, with LAST.last and LAST.bits as they are then; a word stays until
// it is taken; the oldest is always offered. CONTROL.clear drops those that are there in the cycle behind its writing, and
// none is taken in that cycle: only a master that does not wait for the answer can write one then.
//
// Any one word is followed: `pick` marks it as it is written, and it must come out behind as many words as were there.
// What is written when says register_model. A lane takes words whenever it likes, or never.
//
// Parameters: those of register_adapter, with WORD = 32.

module check_register_message #(
    parameter integer STAGES = 2,
    parameter integer DEPTH = 2,
    localparam integer WORD = 32,
    localparam integer BITS_WIDTH = $clog2(WORD) + 1
) (
    input logic clk,
    input logic aresetn,
    input logic pick,

    input logic        s_axil_awvalid,
    input logic [ 7:0] s_axil_awaddr,
    input logic [ 2:0] s_axil_awprot,
    input logic        s_axil_wvalid,
    input logic [31:0] s_axil_wdata,
    input logic [ 3:0] s_axil_wstrb,
    input logic        s_axil_bready,
    input logic        s_axil_arvalid,
    input logic [ 7:0] s_axil_araddr,
    input logic [ 2:0] s_axil_arprot,
    input logic        s_axil_rready,

    input logic [           STAGES-1:0] in_ready,
    input logic [           STAGES-1:0] out_valid,
    input logic [      STAGES*WORD-1:0] out_data,
    input logic [           STAGES-1:0] out_last,
    input logic [STAGES*BITS_WIDTH-1:0] out_bits
);

  logic rst, irq, s_axil_awready, s_axil_wready, s_axil_bvalid, s_axil_arready, s_axil_rvalid;
  logic [1:0] s_axil_bresp, s_axil_rresp;
  logic [31:0] s_axil_rdata;
  logic [STAGES-1:0] in_valid, in_last, out_ready;
  logic [STAGES*WORD-1:0] in_data;
  logic [STAGES*BITS_WIDTH-1:0] in_bits;

  register_adapter #(
      .WORD(WORD),
      .STAGES(STAGES),
      .DEPTH(DEPTH)
  ) adapter (
      .aclk(clk),
      .*
  );

  logic read_held, write_held, data_held, read, write, last_next, clear, message, digest_read;
  logic [5:0] place, last_bits;
  logic [31:0] data;
  logic [7:0] lane;
  logic [STAGES-1:0] lane_here;
  logic [3:0] enabled, status;
  logic [$clog2(DEPTH):0] held;

  register_model #(
      .STAGES(STAGES),
      .DEPTH(DEPTH)
  ) model (
      .digests(out_valid),
      .*
  );

  // Words that were in the FIFO before the one that is followed, and what is to come out.
  logic begun, moved, marked, mark_last;
  logic [$clog2(DEPTH):0] ahead;
  logic [STAGES-1:0] mark_lane, in_waited;
  logic [31:0] mark;
  logic [5:0] mark_bits;
  logic [WORD+BITS_WIDTH:0] offer, offer_before;  // of the only lane that has one
  assign moved = (in_valid & in_ready) != '0;
  always_comb begin
    offer = '0;
    for (integer l = 0; l < STAGES; l = l + 1) begin
      if (in_valid[l]) offer = offer | {in_data[l*WORD+:WORD], in_last[l], in_bits[l*BITS_WIDTH+:BITS_WIDTH]};
    end
  end

  initial begun = 1'b0;
  always_ff @(posedge clk) begin
    begun <= 1'b1;
    in_waited <= rst ? '0 : in_valid & ~in_ready;
    offer_before <= offer;
    if (moved && marked) begin
      ahead <= ahead - 1'b1;
      if (ahead == '0) marked <= 1'b0;
    end
    if (message && pick && !marked) begin
      marked <= 1'b1;
      ahead <= held - ($clog2(DEPTH) + 1)'(moved);
      mark_lane <= lane_here;
      mark_last <= last_next;
      mark_bits <= last_bits;
      mark <= {data[7:0], data[15:8], data[23:16], data[31:24]};  // first byte highest
    end
    if (rst) marked <= 1'b0;
  end

  always @(posedge clk) begin
    assume (begun || !aresetn);
    if (begun && aresetn) begin
      no_overflow : assert (32'(held) <= DEPTH);
      offered : assert ((in_valid != '0) == (held != '0));
      one_lane : assert ((in_valid & (in_valid - 1'b1)) == '0);
      if (in_waited != '0) stays : assert (in_valid == in_waited && offer == offer_before);
      if (marked && ahead == '0) begin
        to_its_lane : assert (in_valid == mark_lane);
        right : assert (offer == {mark, mark_last, mark_bits});
      end
      behind_another_lane : cover (marked && mark_last && 32'(ahead) == DEPTH - 1 && moved && in_valid != mark_lane);
      not_with_clear : cover (write && place[5:4] == 2'd1 && lane_here != '0 && clear);
      dropped : cover (marked && 32'(held) == DEPTH && write && place[5:4] == 2'd1);
    end
  end

endmodule
