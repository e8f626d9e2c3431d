// SPDX-License-Identifier: Apache-2.0
//
// Each lane of lwc_adapter does what lwc_follower says, whatever the other lanes, sources, sinks and the hash function do.
//
// Parameters: those of lwc_adapter. A word of the hash function is no narrower than one of do.

module check_lwc_adapter #(
    parameter integer WORD = 64,
    parameter integer STAGES = 1,
    parameter integer W = 32,
    parameter integer DIGEST = 96,
    localparam integer BITS_WIDTH = $clog2(WORD) + 1
) (
    input logic                         clk,
    input logic                         rst,
    input logic [         STAGES*W-1:0] pdi_data,
    input logic [           STAGES-1:0] pdi_valid,
    input logic [         STAGES*W-1:0] sdi_data,
    input logic [           STAGES-1:0] sdi_valid,
    input logic [           STAGES-1:0] do_ready,
    input logic [           STAGES-1:0] in_ready,
    input logic [           STAGES-1:0] out_valid,
    input logic [      STAGES*WORD-1:0] out_data,
    input logic [           STAGES-1:0] out_last,
    input logic [STAGES*BITS_WIDTH-1:0] out_bits
);

  logic [STAGES-1:0] pdi_ready, sdi_ready, do_valid, do_last, in_valid, in_last, out_ready;
  logic [STAGES*W-1:0] do_data;
  logic [STAGES*WORD-1:0] in_data;
  logic [STAGES*BITS_WIDTH-1:0] in_bits;

  lwc_adapter #(
      .WORD(WORD),
      .STAGES(STAGES),
      .W(W),
      .DIGEST(DIGEST)
  ) adapter (
      .*
  );

  logic begun;
  initial begun = 1'b0;
  always_ff @(posedge clk) begun <= 1'b1;
  always @(posedge clk) assume (begun || rst);

  generate
    for (genvar l = 0; l < STAGES; l = l + 1) begin : gen_lane
      lwc_follower #(
          .WORD(WORD),
          .W(W),
          .DIGEST(DIGEST)
      ) follower (
          .clk(clk),
          .rst(rst),
          .pdi_data(pdi_data[l*W+:W]),
          .pdi_valid(pdi_valid[l]),
          .pdi_ready(pdi_ready[l]),
          .sdi_ready(sdi_ready[l]),
          .do_data(do_data[l*W+:W]),
          .do_valid(do_valid[l]),
          .do_ready(do_ready[l]),
          .do_last(do_last[l]),
          .in_valid(in_valid[l]),
          .in_ready(in_ready[l]),
          .in_data(in_data[l*WORD+:WORD]),
          .in_last(in_last[l]),
          .in_bits(in_bits[l*BITS_WIDTH+:BITS_WIDTH]),
          .out_valid(out_valid[l]),
          .out_ready(out_ready[l]),
          .out_data(out_data[l*WORD+:WORD]),
          .out_last(out_last[l]),
          .out_bits(out_bits[l*BITS_WIDTH+:BITS_WIDTH])
      );
    end
  endgenerate

endmodule
