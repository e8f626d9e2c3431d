// SPDX-License-Identifier: Apache-2.0
//
// The message level without an adapter: see hash.svh.
module bench;
  `include "hash.svh"

  assign out_ready = 1'b1;
  assign in_bits = 7'd64;

  initial begin
    rst = 1'b1;
    in_valid = 1'b0;
    repeat (4) @(posedge clk);
    rst <= 1'b0;
    repeat (4) @(posedge clk);
    begin_now;
    for (integer i = 0; i < 512 / WORD; i = i + 1) begin
      in_valid <= 1'b1;
      in_data <= MESSAGE[511-WORD*i-:WORD];
      in_last <= i == 512 / WORD - 1;
      @(posedge clk);
      while (!in_ready) @(posedge clk);
    end
    in_valid <= 1'b0;
  end

  always @(posedge clk) begin
    if (!rst && out_valid) begin
      digest = {digest, out_data};
      if (out_last) ended;
    end
  end
endmodule
