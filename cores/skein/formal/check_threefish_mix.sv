// SPDX-License-Identifier: Apache-2.0
//
// threefish_mix is MIX behind the addition of a subkey (section 3.3.1), in the plain order of the operations, whatever
// MERGE and the carry networks.
//
// Parameters: those of threefish_mix.

module check_threefish_mix #(
    parameter integer SUBKEY = 1,
    parameter integer MERGE = 1,
    parameter integer BLOCK = 512,
    parameter integer VERSION = 13,
    parameter integer UNROLL = 8,
    parameter integer ROUND = 0,
    parameter integer PLACE = 0,
    parameter integer MIX_ADDER = adder_pkg::BRENT_KUNG,
    parameter integer KEY_ADDER = adder_pkg::BRENT_KUNG
) (
    input logic [63:0] v0,
    input logic [63:0] v1,
    input logic [63:0] k0,
    input logic [63:0] k1,
    input logic [ 2:0] turn
);

  logic [63:0] y0, y1;

  threefish_mix #(
      .SUBKEY(SUBKEY),
      .MERGE(MERGE),
      .BLOCK(BLOCK),
      .VERSION(VERSION),
      .UNROLL(UNROLL),
      .ROUND(ROUND),
      .PLACE(PLACE),
      .MIX_ADDER(MIX_ADDER),
      .KEY_ADDER(KEY_ADDER)
  ) mix (
      .*
  );

  localparam integer TURNS = 8 / UNROLL;
  logic [63:0] e0, e1, rotated;
  logic [7:0] r;
  assign e0 = (SUBKEY != 0) ? v0 + k0 : v0;
  assign e1 = (SUBKEY != 0) ? v1 + k1 : v1;
  always_comb begin
    r = 8'd0;
    for (integer i = 0; i < TURNS; i = i + 1) begin
      if (32'(turn) % TURNS == i) r = skein_pkg::rotation(VERSION, BLOCK, i * UNROLL + ROUND, PLACE);
    end
    rotated = 64'({e1, e1} << r >> 64);
    first : assert (y0 == e0 + e1);
    second : assert (y1 == (rotated ^ y0));
  end

endmodule
