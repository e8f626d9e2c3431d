// SPDX-License-Identifier: Apache-2.0
//
// Every read of DIGEST_DATA at register_adapter takes exactly one word of the lane, or none and sets underflow if none
// waits, and nothing else takes one; a write to MESSAGE puts a word into the FIFO, or sets overflow; irq is high while an
// enabled bit of INTERRUPT_STATUS is set; the hash function is reset with the bus and by CONTROL.clear.
//
// That the word taken is the one that is answered says check_register_bus. The bits of INTERRUPT_STATUS are those of
// register_model; since any of them can be the only one enabled, irq shows each of them.
//
// Parameters: those of register_adapter, with WORD = 32.

module check_register_digest #(
    parameter integer STAGES = 2,
    parameter integer DEPTH = 2,
    localparam integer WORD = 32,
    localparam integer BITS_WIDTH = $clog2(WORD) + 1
) (
    input logic clk,
    input logic aresetn,

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
      .moved((in_valid & in_ready) != '0),
      .*
  );

  logic begun;
  logic [STAGES-1:0] taken;
  assign taken = out_valid & out_ready;
  initial begun = 1'b0;
  always_ff @(posedge clk) begun <= 1'b1;

  always @(posedge clk) begin
    assume (begun || !aresetn);
    if (begun) reset : assert (rst == (!aresetn || clear));
    if (begun && aresetn) begin
      one_word : assert (taken == (digest_read ? out_valid & lane_here : '0));
      interrupt : assert (irq == ((enabled & status) != '0));
      underflow : cover (irq && enabled == 4'b1000 && digest_read && taken != '0 && lane == 8'd1);
      overflow : cover (irq && enabled == 4'b0100);
      emptied : cover (irq && enabled == 4'b0010 && status[3:2] == 2'b11);
    end
  end

endmodule
