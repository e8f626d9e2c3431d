// SPDX-License-Identifier: Apache-2.0
//
// Full words from words that may hold fewer bytes, for one lane. A word that completes another passes in the cycle in
// which it comes; a last word that needs two waits for a second cycle.
//
// Ports
//   in_*    words, first byte highest, bytes behind their end 0. in_bits: the bits that they hold: whole bytes, 8 .. 32;
//           of a last word 0 .. 32. in_ready depends on in_last and in_bits, not on in_valid.
//   out_*   words of 32 bits; out_bits: how many of its bits count if it is the last one of its message, 0 .. 32
//   rst     drops what is kept of a message

module byte_packer (
    input logic clk,
    input logic rst,

    input  logic        in_valid,
    output logic        in_ready,
    input  logic [31:0] in_data,
    input  logic        in_last,
    input  logic [ 5:0] in_bits,

    output logic        out_valid,
    input  logic        out_ready,
    output logic [31:0] out_data,
    output logic        out_last,
    output logic [ 5:0] out_bits
);

  logic [23:0] rest;  // bytes kept, the first one highest, behind them 0
  logic [1:0] kept;  // how many
  logic second;  // the first word made of a last one has gone

  logic [55:0] bytes;  // those kept, then those that come
  logic [6:0] count;  // their bits
  logic fills, exceeds, done;

  assign bytes = {rest, 32'd0} | ({in_data, 24'd0} >> {kept, 3'd0});
  assign count = 7'(in_bits) + {2'd0, kept, 3'd0};
  assign fills = count[6] || count[5];  // 32 bits or more
  assign exceeds = count > 7'd32;
  assign done = !in_last || second || !exceeds;  // nothing of in_* stays for another cycle

  assign in_ready = (out_ready || !(in_last || fills)) && done;
  assign out_valid = in_valid && (in_last || fills);
  assign out_last = in_last && done;
  assign out_bits = {fills && !second, second ? count[4:0] : (fills ? 5'd0 : count[4:0])};
  assign out_data = second ? {bytes[23:0], 8'd0} : bytes[55:24];

  always_ff @(posedge clk) begin
    if (in_valid && in_ready) begin
      kept <= in_last ? 2'd0 : count[4:3];
      rest <= in_last ? 24'd0 : fills ? bytes[23:0] : bytes[55:32];
      second <= 1'b0;
    end else if (out_valid && out_ready) second <= 1'b1;
    if (rst) begin
      kept   <= '0;
      rest   <= '0;
      second <= 1'b0;
    end
  end

endmodule
