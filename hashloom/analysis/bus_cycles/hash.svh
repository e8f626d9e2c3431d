// SPDX-License-Identifier: Apache-2.0
//
// What the benches share: the message level of a hash function with one lane and words of 64 bits, a message of 512
// bits, and the clock. Macros: TOP and PARAMETERS of it, DIGEST in bits, MESSAGE as 512'h...
//
// A bench begins right after a rising edge of clk, with `begin_now`; `got` takes each word of the digest, at the edge
// at which it is taken, and after the last prints the digest and the cycles of clk between the two.

  localparam integer WORD = 64;
  localparam integer PERIOD = 16;  // of clk; even and a multiple of 4
  localparam logic [511:0] MESSAGE = `MESSAGE;

  logic clk = 1'b0;
  logic rst;
  logic in_valid, in_ready, in_last, out_valid, out_ready, out_last;
  logic [WORD-1:0] in_data, out_data;
  logic [6:0] in_bits, out_bits;
  logic [`DIGEST-1:0] digest;
  integer begun;

  assign out_bits = 7'd64;  // both digests are whole words

  always #(PERIOD / 2) clk = !clk;

  `TOP #(`PARAMETERS) hash (
      .clk(clk), .rst(rst),
      .in_valid(in_valid), .in_ready(in_ready), .in_data(in_data), .in_last(in_last), .in_bits(in_bits),
      .out_valid(out_valid), .out_ready(out_ready), .out_data(out_data), .out_last(out_last)
  );

  task begin_now;
    begun = $time;
  endtask

  task ended;
    begin
      $display("digest %h cycles %0.2f", digest, ($time - begun) * 1.0 / PERIOD);
      $finish;
    end
  endtask
