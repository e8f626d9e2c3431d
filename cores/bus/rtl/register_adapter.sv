// SPDX-License-Identifier: Apache-2.0
//
// register_block on AXI4-Lite: registers in front of the message level of any hash function.
//
// A read and a write can wait at the same time, and two answers; where both kinds wait they take turns. A request is
// carried out in the cycle after it was taken, and its answer is offered in the next one.
//
// Parameters: those of register_block. With SECRET = 1 an answer is overwritten with 0 when it is taken, and s_axil_rdata
// is 0 while not valid.
//
// Ports
//   aclk, aresetn   clock and synchronous reset of AXI; rst is the reset of the hash function, also from CONTROL
//   s_axil_*        AXI4-Lite, 32 bits of data, 8 of address
//   irq             high while an enabled bit of INTERRUPT_STATUS is set
//   in_*, out_*     to the ports of <family>_top with the same names
//   out_bits        for each lane the valid bits of the last word of its digest, 1 .. WORD
//   in_resume, in_save, out_context
//                   to the ports of <family>_context_top with the same names. Without CONTEXT the first two are 0, and the
//                   third is not looked at.
//   out_error       for each lane, with the last word of what it answers: the hash function itself says that there is no
//                   digest; 0 where it never does
//   hash_wiping     the hash function overwrites what it held before a reset: STATUS.wiping is high; 0 where it does not

module register_adapter #(
    parameter integer WORD = 64,
    parameter integer STAGES = 1,
    parameter integer BLOCK = 512,
    parameter integer DIGEST = 256,
    parameter integer DEPTH = 16,
    parameter integer COUNTED = 1,
    parameter integer CONTEXT = 0,
    parameter integer SECRET = 0,
    localparam integer BITS_WIDTH = $clog2(WORD) + 1
) (
    input  logic aclk,
    input  logic aresetn,
    output logic rst,
    output logic irq,

    input  logic        s_axil_awvalid,
    output logic        s_axil_awready,
    input  logic [ 7:0] s_axil_awaddr,
    input  logic [ 2:0] s_axil_awprot,
    input  logic        s_axil_wvalid,
    output logic        s_axil_wready,
    input  logic [31:0] s_axil_wdata,
    input  logic [ 3:0] s_axil_wstrb,
    output logic        s_axil_bvalid,
    input  logic        s_axil_bready,
    output logic [ 1:0] s_axil_bresp,
    input  logic        s_axil_arvalid,
    output logic        s_axil_arready,
    input  logic [ 7:0] s_axil_araddr,
    input  logic [ 2:0] s_axil_arprot,
    output logic        s_axil_rvalid,
    input  logic        s_axil_rready,
    output logic [31:0] s_axil_rdata,
    output logic [ 1:0] s_axil_rresp,

    output logic [           STAGES-1:0] in_valid,
    input  logic [           STAGES-1:0] in_ready,
    output logic [      STAGES*WORD-1:0] in_data,
    output logic [           STAGES-1:0] in_last,
    output logic [STAGES*BITS_WIDTH-1:0] in_bits,
    output logic [           STAGES-1:0] in_resume,
    output logic [           STAGES-1:0] in_save,

    input  logic [           STAGES-1:0] out_valid,
    output logic [           STAGES-1:0] out_ready,
    input  logic [      STAGES*WORD-1:0] out_data,
    input  logic [           STAGES-1:0] out_last,
    input  logic [STAGES*BITS_WIDTH-1:0] out_bits,
    input  logic [           STAGES-1:0] out_context,
    input  logic [           STAGES-1:0] out_error,
    input  logic                         hash_wiping
);

  logic cpuif_req, cpuif_req_is_wr, cpuif_req_stall_wr, cpuif_req_stall_rd;
  logic cpuif_rd_ack, cpuif_rd_err, cpuif_wr_ack, cpuif_wr_err;
  logic [7:0] cpuif_addr;
  logic [31:0] cpuif_wr_data, cpuif_wr_biten, cpuif_rd_data;
  logic [31:0] answer;

  assign s_axil_rdata = (SECRET == 1 && !s_axil_rvalid) ? '0 : answer;

  hash_registers_axil bus (
      .clk(aclk),
      .rst(!aresetn),
      .forgets_answers(SECRET == 1),
      .s_axil_awvalid(s_axil_awvalid),
      .s_axil_awready(s_axil_awready),
      .s_axil_awaddr(s_axil_awaddr),
      .s_axil_awprot(s_axil_awprot),
      .s_axil_wvalid(s_axil_wvalid),
      .s_axil_wready(s_axil_wready),
      .s_axil_wdata(s_axil_wdata),
      .s_axil_wstrb(s_axil_wstrb),
      .s_axil_bvalid(s_axil_bvalid),
      .s_axil_bready(s_axil_bready),
      .s_axil_bresp(s_axil_bresp),
      .s_axil_arvalid(s_axil_arvalid),
      .s_axil_arready(s_axil_arready),
      .s_axil_araddr(s_axil_araddr),
      .s_axil_arprot(s_axil_arprot),
      .s_axil_rvalid(s_axil_rvalid),
      .s_axil_rready(s_axil_rready),
      .s_axil_rdata(answer),
      .s_axil_rresp(s_axil_rresp),
      .cpuif_req(cpuif_req),
      .cpuif_req_is_wr(cpuif_req_is_wr),
      .cpuif_addr(cpuif_addr),
      .cpuif_wr_data(cpuif_wr_data),
      .cpuif_wr_biten(cpuif_wr_biten),
      .cpuif_req_stall_wr(cpuif_req_stall_wr),
      .cpuif_req_stall_rd(cpuif_req_stall_rd),
      .cpuif_rd_ack(cpuif_rd_ack),
      .cpuif_rd_err(cpuif_rd_err),
      .cpuif_rd_data(cpuif_rd_data),
      .cpuif_wr_ack(cpuif_wr_ack),
      .cpuif_wr_err(cpuif_wr_err)
  );

  register_block #(
      .WORD   (WORD),
      .STAGES (STAGES),
      .BLOCK  (BLOCK),
      .DIGEST (DIGEST),
      .DEPTH  (DEPTH),
      .COUNTED(COUNTED),
      .CONTEXT(CONTEXT),
      .SECRET (SECRET)
  ) block (
      .clk(aclk),
      .resetn(aresetn),
      .rst(rst),
      .irq(irq),
      .cpuif_req(cpuif_req),
      .cpuif_req_is_wr(cpuif_req_is_wr),
      .cpuif_addr(cpuif_addr),
      .cpuif_wr_data(cpuif_wr_data),
      .cpuif_wr_biten(cpuif_wr_biten),
      .cpuif_req_stall_wr(cpuif_req_stall_wr),
      .cpuif_req_stall_rd(cpuif_req_stall_rd),
      .cpuif_rd_ack(cpuif_rd_ack),
      .cpuif_rd_err(cpuif_rd_err),
      .cpuif_rd_data(cpuif_rd_data),
      .cpuif_wr_ack(cpuif_wr_ack),
      .cpuif_wr_err(cpuif_wr_err),
      .in_valid(in_valid),
      .in_ready(in_ready),
      .in_data(in_data),
      .in_last(in_last),
      .in_bits(in_bits),
      .in_resume(in_resume),
      .in_save(in_save),
      .out_valid(out_valid),
      .out_ready(out_ready),
      .out_data(out_data),
      .out_last(out_last),
      .out_bits(out_bits),
      .out_context(out_context),
      .out_error(out_error),
      .hash_wiping(hash_wiping)
  );

endmodule
