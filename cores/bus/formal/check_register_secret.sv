// SPDX-License-Identifier: Apache-2.0
//
// What register_adapter and apb_adapter show while nothing is on offer, with SECRET = 1: zeros. A bit of a message or of a
// digest stands on s_axil_rdata while s_axil_rvalid is high, on s_apb_prdata in the access phase of a read, and on the
// in_data of a lane while its in_valid is high, and in no other cycle. Of the answers on AXI4-Lite that were taken no
// register is left: the one of the next answer is 0 while none waits.
//
// STATUS.wiping is 1 while the hash function overwrites what it held, and in the cycle in which CONTROL resets it, before
// that begins: no read behind a write of CONTROL finds 0 too early.
//
// Bus, lanes and software do whatever they like, in reset too, and need not keep the rules of a bus.
//
// Parameters: those of register_adapter, with WORD = 32.

module check_register_secret #(
    parameter integer STAGES = 2,
    parameter integer DEPTH = 2,
    parameter integer CONTEXT = 0,
    localparam integer WORD = 32,
    localparam integer BITS_WIDTH = $clog2(WORD) + 1
) (
    input logic clk,
    input logic resetn,

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

    input logic        s_apb_psel,
    input logic        s_apb_penable,
    input logic        s_apb_pwrite,
    input logic [ 7:0] s_apb_paddr,
    input logic [31:0] s_apb_pwdata,
    input logic [ 3:0] s_apb_pstrb,
    input logic [ 2:0] s_apb_pprot,

    input logic [           STAGES-1:0] in_ready,
    input logic [           STAGES-1:0] out_valid,
    input logic [      STAGES*WORD-1:0] out_data,
    input logic [           STAGES-1:0] out_last,
    input logic [STAGES*BITS_WIDTH-1:0] out_bits,
    input logic [           STAGES-1:0] out_context,
    input logic [           STAGES-1:0] out_error,
    input logic                         hash_wiping
);

  // Of the two adapters, AXI4-Lite at index 0.
  logic [1:0] rst, irq;
  logic [2*STAGES-1:0] in_valid, in_last, in_resume, in_save, out_ready;
  logic [2*STAGES*WORD-1:0] in_data;
  logic [2*STAGES*BITS_WIDTH-1:0] in_bits;
  logic s_axil_awready, s_axil_wready, s_axil_bvalid, s_axil_arready, s_axil_rvalid;
  logic [1:0] s_axil_bresp, s_axil_rresp;
  logic [31:0] s_axil_rdata, s_apb_prdata;
  logic s_apb_pready, s_apb_pslverr;

  register_adapter #(
      .WORD(WORD),
      .STAGES(STAGES),
      .DEPTH(DEPTH),
      .CONTEXT(CONTEXT),
      .SECRET(1)
  ) axil (
      .*,
      .aclk(clk),
      .aresetn(resetn),
      .rst(rst[0]),
      .irq(irq[0]),
      .in_valid(in_valid[0+:STAGES]),
      .in_data(in_data[0+:STAGES*WORD]),
      .in_last(in_last[0+:STAGES]),
      .in_bits(in_bits[0+:STAGES*BITS_WIDTH]),
      .in_resume(in_resume[0+:STAGES]),
      .in_save(in_save[0+:STAGES]),
      .out_ready(out_ready[0+:STAGES])
  );

  apb_adapter #(
      .WORD(WORD),
      .STAGES(STAGES),
      .DEPTH(DEPTH),
      .CONTEXT(CONTEXT),
      .SECRET(1)
  ) apb (
      .*,
      .pclk(clk),
      .presetn(resetn),
      .rst(rst[1]),
      .irq(irq[1]),
      .in_valid(in_valid[STAGES+:STAGES]),
      .in_data(in_data[STAGES*WORD+:STAGES*WORD]),
      .in_last(in_last[STAGES+:STAGES]),
      .in_bits(in_bits[STAGES*BITS_WIDTH+:STAGES*BITS_WIDTH]),
      .in_resume(in_resume[STAGES+:STAGES]),
      .in_save(in_save[STAGES+:STAGES]),
      .out_ready(out_ready[STAGES+:STAGES])
  );

  (* hierconn *) logic [31:0] \axil.answer ;
  (* hierconn *) logic \apb.block.clear ;

  logic begun, answered, reads_status;
  assign reads_status = s_apb_psel && s_apb_penable && !s_apb_pwrite && s_apb_paddr[7:2] == 6'h07;
  initial begun = 1'b0;
  always_ff @(posedge clk) begin
    begun <= 1'b1;
    answered <= s_axil_rvalid && s_axil_rready && resetn;
  end

  always @(posedge clk) begin
    assume (begun || !resetn);
    if (!s_axil_rvalid) read_hidden : assert (s_axil_rdata == '0);
    if (!(s_apb_psel && s_apb_penable && !s_apb_pwrite)) transfer_hidden : assert (s_apb_prdata == '0);
    if (begun && answered && !s_axil_rvalid && !s_axil_bvalid) nothing_left : assert (\axil.answer == '0);
    if (begun && reads_status && (hash_wiping || \apb.block.clear )) wiping_said : assert (s_apb_prdata[3]);
    wiped : cover (begun && reads_status && !s_apb_prdata[3] && s_apb_prdata[4]);
    answer : cover (s_axil_rvalid && s_axil_rdata == 32'h89abcdef);
    transfer : cover (s_apb_prdata == 32'h89abcdef);
    forgotten : cover (begun && answered && !s_axil_rvalid && !s_axil_bvalid);
  end

  logic word_shown, known_word;
  always_comb begin
    word_shown = 1'b0;
    known_word = 1'b0;
    for (integer l = 0; l < 2 * STAGES; l = l + 1) begin
      if (!in_valid[l] && in_data[l*WORD+:WORD] != '0) word_shown = 1'b1;
      if (in_valid[l] && in_data[l*WORD+:WORD] == 32'h89abcdef) known_word = 1'b1;
    end
  end

  always @(posedge clk) begin
    word_hidden : assert (!word_shown);
    word : cover (known_word);
  end

endmodule
