// SPDX-License-Identifier: Apache-2.0
//
// gmu_adapter: a source FIFO that is never empty, a sink FIFO that is never full, and io_clk RATIO times as fast as clk,
// in step with it. Macro: RATIO, 1 or 4. See hash.svh.
module bench;
  `include "hash.svh"

  localparam integer IO_WORD = WORD / `RATIO;
  localparam integer WORDS = 512 / IO_WORD;

  logic io_clk = 1'b0;
  logic io_rst, src_ready, src_read, dst_write;
  logic [IO_WORD-1:0] din, dout;
  integer taken = 0;

  // Every rising edge of clk is one of io_clk, too.
  initial begin
    #(`RATIO == 1 ? 0 : PERIOD / `RATIO / 2);
    forever #(PERIOD / `RATIO / 2) io_clk = !io_clk;
  end

  gmu_adapter #(
      .WORD (WORD),
      .RATIO(`RATIO)
  ) adapter (
      .clk(clk), .rst(rst), .io_clk(io_clk), .io_rst(io_rst),
      .din(din), .src_ready(src_ready), .src_read(src_read),
      .dout(dout), .dst_ready(1'b0), .dst_write(dst_write), .dst_error(),
      .in_valid(in_valid), .in_ready(in_ready), .in_data(in_data), .in_last(in_last), .in_bits(in_bits),
      .out_valid(out_valid), .out_ready(out_ready), .out_data(out_data), .out_last(out_last), .out_bits(out_bits),
      .out_error(1'b0)
  );

  initial begin
    rst = 1'b1;
    io_rst = 1'b1;
    src_ready = 1'b1;
    repeat (4) @(posedge clk);
    rst <= 1'b0;
    io_rst <= 1'b0;
    repeat (4) @(posedge clk);
    begin_now;
    for (integer i = 0; i <= WORDS; i = i + 1) begin
      src_ready <= 1'b0;
      din <= (i == 0) ? {1'b1, (IO_WORD - 1)'(512)} : MESSAGE[511-IO_WORD*(i-1)-:IO_WORD];
      @(posedge io_clk);
      while (!src_read) @(posedge io_clk);
    end
    src_ready <= 1'b1;
  end

  always @(posedge io_clk) begin
    if (!io_rst && dst_write) begin
      digest = {digest, dout};
      taken = taken + 1;
      if (taken == `DIGEST / IO_WORD) ended;
    end
  end
endmodule
