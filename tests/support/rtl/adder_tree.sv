// SPDX-License-Identifier: Apache-2.0
//
// A small circuit for the tests of the flow: every cycle with `enable` adds the inputs to a sum, plainly or
// without carries between halves (ADDER "plain" or "split").
module adder_tree #(
    parameter int unsigned WIDTH = 16,
    parameter ADDER = "plain"
) (
    input  logic             clk,
    input  logic             rst,
    input  logic             enable,
    input  logic [WIDTH-1:0] a,
    input  logic [WIDTH-1:0] b,
    output logic [WIDTH-1:0] sum,
    output logic             odd
);
  localparam int unsigned HALF = WIDTH / 2;
  logic [WIDTH-1:0] following;

  generate
    if (ADDER == "plain") begin : gen_plain
      assign following = sum + (a ^ b);
    end else begin : gen_split
      assign following = {sum[WIDTH-1:HALF] + a[WIDTH-1:HALF], sum[HALF-1:0] + b[HALF-1:0]};
    end
  endgenerate

  always_ff @(posedge clk) begin
    if (rst) sum <= '0;
    else if (enable) sum <= following;
  end
  assign odd = ^sum;
endmodule
