// SPDX-License-Identifier: Apache-2.0
//
// register_block on AMBA APB4 (ARM IHI 0024): registers in front of the message level of any hash function.
//
// A transfer has no wait states: it is carried out in its access phase, the second cycle, in which PREADY is high. A
// register that is not there, and one that cannot be read or written, is answered by PSLVERR. Nothing stands between
// the bus and the registers: s_apb_paddr leads to s_apb_prdata through gates alone, and has the setup phase, too.
//
// Parameters: those of register_block. With SECRET = 1 s_apb_prdata is 0 outside the access phase of a read.
//
// Ports
//   pclk, presetn   clock and synchronous reset of APB; rst is the reset of the hash function, also from CONTROL
//   s_apb_*         APB4, 32 bits of data, 8 of address. s_apb_pstrb is obeyed, for APB3 it is 1111; s_apb_pprot is not
//                   looked at
//   irq             high while an enabled bit of INTERRUPT_STATUS is set
//   in_*, out_*     to the ports of <family>_top with the same names
//   out_bits        for each lane the valid bits of the last word of its digest, 1 .. WORD
//   in_resume, in_save, out_context
//                   to the ports of <family>_context_top with the same names. Without CONTEXT the first two are 0, and the
//                   third is not looked at.
//   out_error       for each lane, with the last word of what it answers: the hash function itself says that there is no
//                   digest; 0 where it never does
//   hash_wiping     the hash function overwrites what it held before a reset: STATUS.wiping is high; 0 where it does not

module apb_adapter #(
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
    input  logic pclk,
    input  logic presetn,
    output logic rst,
    output logic irq,

    input  logic        s_apb_psel,
    input  logic        s_apb_penable,
    input  logic        s_apb_pwrite,
    input  logic [ 7:0] s_apb_paddr,
    input  logic [31:0] s_apb_pwdata,
    input  logic [ 3:0] s_apb_pstrb,
    input  logic [ 2:0] s_apb_pprot,
    output logic        s_apb_pready,
    output logic [31:0] s_apb_prdata,
    output logic        s_apb_pslverr,

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

  // Nothing here waits: the block stalls no request. No register is for some masters only, and addresses are of words.
  logic [1:0] unused_stall;
  logic [4:0] unused_of_request;

  assign cpuif_req = s_apb_psel && s_apb_penable;
  assign cpuif_req_is_wr = s_apb_pwrite;
  assign cpuif_addr = {s_apb_paddr[7:2], 2'd0};
  assign cpuif_wr_data = s_apb_pwdata;
  assign cpuif_wr_biten = {{8{s_apb_pstrb[3]}}, {8{s_apb_pstrb[2]}}, {8{s_apb_pstrb[1]}}, {8{s_apb_pstrb[0]}}};
  assign s_apb_pready = cpuif_rd_ack || cpuif_wr_ack;
  assign s_apb_prdata = (SECRET == 1 && !cpuif_rd_ack) ? '0 : cpuif_rd_data;
  assign s_apb_pslverr = (cpuif_rd_ack && cpuif_rd_err) || (cpuif_wr_ack && cpuif_wr_err);
  assign unused_stall = {cpuif_req_stall_wr, cpuif_req_stall_rd};
  assign unused_of_request = {s_apb_pprot, s_apb_paddr[1:0]};

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
      .clk(pclk),
      .resetn(presetn),
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
