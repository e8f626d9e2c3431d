// SPDX-License-Identifier: Apache-2.0
//
// The cells of Altera's adaptive logic modules under the names that yosys gives them, for simulation of netlists. A
// table is read by multiplexers, input by input: netlists have thousands of tables, and a shift by the inputs, as the
// models of yosys have it, costs minutes to make gates of.

module MISTRAL_ALUT2 (input A, B, output Q);
  parameter [3:0] LUT = 4'h0;
  wire [1:0] half2 = B ? LUT[3:2] : LUT[1:0];
  assign Q = A ? half2[1] : half2[0];
endmodule

module MISTRAL_ALUT3 (input A, B, C, output Q);
  parameter [7:0] LUT = 8'h0;
  wire [3:0] half4 = C ? LUT[7:4] : LUT[3:0];
  wire [1:0] half2 = B ? half4[3:2] : half4[1:0];
  assign Q = A ? half2[1] : half2[0];
endmodule

module MISTRAL_ALUT4 (input A, B, C, D, output Q);
  parameter [15:0] LUT = 16'h0;
  wire [7:0] half8 = D ? LUT[15:8] : LUT[7:0];
  wire [3:0] half4 = C ? half8[7:4] : half8[3:0];
  wire [1:0] half2 = B ? half4[3:2] : half4[1:0];
  assign Q = A ? half2[1] : half2[0];
endmodule

module MISTRAL_ALUT5 (input A, B, C, D, E, output Q);
  parameter [31:0] LUT = 32'h0;
  wire [15:0] half16 = E ? LUT[31:16] : LUT[15:0];
  wire [7:0] half8 = D ? half16[15:8] : half16[7:0];
  wire [3:0] half4 = C ? half8[7:4] : half8[3:0];
  wire [1:0] half2 = B ? half4[3:2] : half4[1:0];
  assign Q = A ? half2[1] : half2[0];
endmodule

module MISTRAL_ALUT6 (input A, B, C, D, E, F, output Q);
  parameter [63:0] LUT = 64'h0;
  wire [31:0] half32 = F ? LUT[63:32] : LUT[31:0];
  wire [15:0] half16 = E ? half32[31:16] : half32[15:0];
  wire [7:0] half8 = D ? half16[15:8] : half16[7:0];
  wire [3:0] half4 = C ? half8[7:4] : half8[3:0];
  wire [1:0] half2 = B ? half4[3:2] : half4[1:0];
  assign Q = A ? half2[1] : half2[0];
endmodule

// A bit of an adder: the sum of one table, the inverse of another, and the carry.
module MISTRAL_ALUT_ARITH (input A, B, C, D0, D1, CI, output SO, CO);
  parameter [15:0] LUT0 = 16'h0;
  parameter [15:0] LUT1 = 16'h0;
  wire [7:0] low8 = D0 ? LUT0[15:8] : LUT0[7:0];
  wire [3:0] low4 = C ? low8[7:4] : low8[3:0];
  wire [1:0] low2 = B ? low4[3:2] : low4[1:0];
  wire [7:0] high8 = D1 ? LUT1[15:8] : LUT1[7:0];
  wire [3:0] high4 = C ? high8[7:4] : high8[3:0];
  wire [1:0] high2 = B ? high4[3:2] : high4[1:0];
  wire q0 = A ? low2[1] : low2[0];
  wire q1 = A ? high2[1] : high2[0];
  assign {CO, SO} = q0 + !q1 + CI;
endmodule

module MISTRAL_NOT (input A, output Q);
  assign Q = ~A;
endmodule

// A flip-flop: synchronous clear before synchronous load, both under the enable. The asynchronous clear (ACLR, active
// low) is used by no core and left out; the netlists tie it to its idle value.
module MISTRAL_FF (
    input DATAIN, CLK, ACLR, ENA, SCLR, SLOAD, SDATA,
    output reg Q
);
  always @(posedge CLK) if (ENA) Q <= SCLR ? 1'b0 : SLOAD ? SDATA : DATAIN;
endmodule
