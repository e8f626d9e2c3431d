// SPDX-License-Identifier: Apache-2.0
//
// The cells of Altera's Cyclone IV E for simulation of netlists. A table is read by multiplexers, input by input:
// netlists have thousands of tables, and an index costs minutes to make gates of.

// A look-up table of four inputs, of which the third may be the carry.
module cycloneive_lcell_comb (
    output combout, cout,
    input dataa, datab, datac, datad, cin
);
  parameter [15:0] lut_mask = 16'hFFFF;
  parameter sum_lutc_input = "datac";
  parameter dont_touch = "off";
  parameter lpm_type = "cycloneive_lcell_comb";
  wire third = sum_lutc_input == "cin" ? cin : datac;
  wire [7:0] sum8 = datad ? lut_mask[15:8] : lut_mask[7:0];
  wire [3:0] sum4 = third ? sum8[7:4] : sum8[3:0];
  wire [1:0] sum2 = datab ? sum4[3:2] : sum4[1:0];
  assign combout = dataa ? sum2[1] : sum2[0];
  wire [3:0] carry4 = cin ? lut_mask[7:4] : lut_mask[3:0];
  wire [1:0] carry2 = datab ? carry4[3:2] : carry4[1:0];
  assign cout = dataa ? carry2[1] : carry2[0];
endmodule

// A flip-flop: synchronous clear before synchronous load, both under the enable. Clear, preset and load that are
// asynchronous (clrn, prn, aload) are used by no core and left out; the netlists tie them to their idle values.
module dffeas (
    output reg q,
    input d, clk, clrn, prn, ena,
    input asdata, aload, sclr, sload
);
  parameter power_up = "dontcare";
  parameter is_wysiwyg = "false";
  always @(posedge clk) if (ena) q <= sclr ? 1'b0 : sload ? asdata : d;
endmodule
