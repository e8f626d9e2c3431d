// SPDX-License-Identifier: Apache-2.0
//
// register_adapter, with the macro APB apb_adapter: the driver of cores/bus/README.md, which makes an access as soon as the one before is answered. It
// reads the space once, for 16 words. Macros: the addresses. See hash.svh.
module bench;
  `include "hash.svh"

  localparam logic [7:0] LAST = 8'h`LAST;
  localparam logic [7:0] STATUS = 8'h`STATUS;
  localparam logic [7:0] WINDOW = 8'h`WINDOW;  // the register MESSAGE
  localparam logic [7:0] DIGEST_DATA = 8'h`DIGEST_DATA;

  logic aresetn, irq;
  logic [31:0] wdata, rdata, status, data;
  logic done;

  // The first byte is the highest of a message and the lowest of a register.
  function automatic [31:0] swapped(input [31:0] word);
    swapped = {word[7:0], word[15:8], word[23:16], word[31:24]};
  endfunction

`ifdef APB
  logic psel, penable, pwrite, pready, pslverr;
  logic [7:0] paddr;

  apb_adapter #(
      .WORD(WORD),
      .BLOCK(512),
      .DIGEST(`DIGEST),
      .DEPTH(16)
  ) adapter (
      .pclk(clk), .presetn(aresetn), .rst(rst), .irq(irq),
      .s_apb_psel(psel), .s_apb_penable(penable), .s_apb_pwrite(pwrite), .s_apb_paddr(paddr), .s_apb_pwdata(wdata),
      .s_apb_pstrb({4{pwrite}}), .s_apb_pprot(3'd0),
      .s_apb_pready(pready), .s_apb_prdata(rdata), .s_apb_pslverr(pslverr),
      .in_valid(in_valid), .in_ready(in_ready), .in_data(in_data), .in_last(in_last), .in_bits(in_bits),
      .out_valid(out_valid), .out_ready(out_ready), .out_data(out_data), .out_last(out_last), .out_bits(out_bits),
      .in_resume(), .in_save(), .out_context(1'b0), .out_error(1'b0), .hash_wiping(1'b0)
  );

  task transfer(input is_write, input [7:0] address);
    begin
      paddr <= address;
      pwrite <= is_write;
      psel <= 1'b1;
      penable <= 1'b0;
      @(posedge clk);
      penable <= 1'b1;
      done = 1'b0;
      while (!done) begin
        @(posedge clk);
        done = pready;
      end
      psel <= 1'b0;
      penable <= 1'b0;
    end
  endtask

  task write(input [7:0] address, input [31:0] word);
    begin
      wdata <= word;
      transfer(1'b1, address);
    end
  endtask

  task read(input [7:0] address, output [31:0] word);
    begin
      transfer(1'b0, address);
      word = rdata;
    end
  endtask

  task quiet;
    begin
      psel = 1'b0;
      penable = 1'b0;
      pwrite = 1'b0;
    end
  endtask
`else
  logic awvalid, awready, wvalid, wready, bvalid, arvalid, arready, rvalid;
  logic [7:0] awaddr, araddr;
  logic [1:0] bresp, rresp;

  register_adapter #(
      .WORD(WORD),
      .BLOCK(512),
      .DIGEST(`DIGEST),
      .DEPTH(16)
  ) adapter (
      .aclk(clk), .aresetn(aresetn), .rst(rst), .irq(irq),
      .s_axil_awvalid(awvalid), .s_axil_awready(awready), .s_axil_awaddr(awaddr), .s_axil_awprot(3'd0),
      .s_axil_wvalid(wvalid), .s_axil_wready(wready), .s_axil_wdata(wdata), .s_axil_wstrb(4'hf),
      .s_axil_bvalid(bvalid), .s_axil_bready(1'b1), .s_axil_bresp(bresp),
      .s_axil_arvalid(arvalid), .s_axil_arready(arready), .s_axil_araddr(araddr), .s_axil_arprot(3'd0),
      .s_axil_rvalid(rvalid), .s_axil_rready(1'b1), .s_axil_rdata(rdata), .s_axil_rresp(rresp),
      .in_valid(in_valid), .in_ready(in_ready), .in_data(in_data), .in_last(in_last), .in_bits(in_bits),
      .out_valid(out_valid), .out_ready(out_ready), .out_data(out_data), .out_last(out_last), .out_bits(out_bits),
      .in_resume(), .in_save(), .out_context(1'b0), .out_error(1'b0), .hash_wiping(1'b0)
  );

  task write(input [7:0] address, input [31:0] word);
    begin
      awaddr <= address;
      wdata <= word;
      awvalid <= 1'b1;
      wvalid <= 1'b1;
      done = 1'b0;
      while (!done) begin
        @(posedge clk);
        if (awready) awvalid <= 1'b0;
        if (wready) wvalid <= 1'b0;
        done = bvalid;
      end
    end
  endtask

  task read(input [7:0] address, output [31:0] word);
    begin
      araddr <= address;
      arvalid <= 1'b1;
      done = 1'b0;
      while (!done) begin
        @(posedge clk);
        if (arready) arvalid <= 1'b0;
        done = rvalid;
      end
      word = rdata;
    end
  endtask

  task quiet;
    begin
      awvalid = 1'b0;
      wvalid = 1'b0;
      arvalid = 1'b0;
    end
  endtask
`endif

  initial begin
    aresetn = 1'b0;
    quiet;
    repeat (4) @(posedge clk);
    aresetn <= 1'b1;
    repeat (4) @(posedge clk);
    begin_now;
    read(STATUS, status);
    while (status[31:16] < 16) read(STATUS, status);
    for (integer i = 0; i < 16; i = i + 1) begin
      if (i == 15) write(LAST, 32'h120);  // the next word is the last, with all 32 bits
      write(WINDOW, swapped(MESSAGE[511-32*i-:32]));
    end
    status = 0;
    while (!status[1]) begin
      read(STATUS, status);
      while (!status[0]) read(STATUS, status);
      read(DIGEST_DATA, data);
      digest = {digest, swapped(data)};
    end
    ended;
  end
endmodule
