// SPDX-License-Identifier: Apache-2.0
//
// f2 of BMW word by word, H_i as bmw_f2 has it, in two cycles.
//
// Parameters: WORD: bits in a word, 32 or 64; SAVE, NETWORK: as bmw_serial_f0.
// Ports
//   chosen  i, one-hot      m     M_i      q  Q_i
//   own     Q_{16+i}        high  Q_{24+i}; used for i < 8
//   low     Q_{16 + (i-1 mod 8)}; used for i >= 8
//   back    H_{i-4} for i = 8 .. 11, H_{i-12} for i = 12 .. 15
//   xl, xh  XL and XH
//   h       one cycle later, combinational: H_i

module bmw_serial_f2 #(
    parameter integer WORD = 32,
    parameter integer SAVE = 1,
    parameter integer NETWORK = adder_pkg::BRENT_KUNG
) (
    input logic clk,

    input  logic [    15:0] chosen,
    input  logic [WORD-1:0] m,
    input  logic [WORD-1:0] q,
    input  logic [WORD-1:0] own,
    input  logic [WORD-1:0] high,
    input  logic [WORD-1:0] low,
    input  logic [WORD-1:0] back,
    input  logic [WORD-1:0] xl,
    input  logic [WORD-1:0] xh,
    output logic [WORD-1:0] h
);

  generate
    if (WORD != 32 && WORD != 64) begin : gen_refused_word
      bmw_serial_f2_needs_WORD_of_32_or_64 refused ();
    end
    if (NETWORK < adder_pkg::TOOL || NETWORK > adder_pkg::HAN_CARLSON) begin : gen_refused_network
      bmw_serial_f2_needs_NETWORK_of_adder_pkg refused ();
    end
  endgenerate

  logic second_half;
  logic [8*WORD-1:0] shifted_xh, shifted_own, shifted_xl, turned;
  logic [WORD-1:0] of_xh, of_own, of_xl, of_back, first, second, sum, carry, sum_next, carry_next;
  assign second_half = chosen[15:8] != '0;

  generate
    for (genvar i = 0; i < 8; i = i + 1) begin : gen_shift
      localparam integer OF_XH = bmw_pkg::xh_left(i);
      localparam integer OF_Q = bmw_pkg::q_left(i);
      localparam integer OF_XL = bmw_pkg::xl_left(i);
      assign shifted_xh[i*WORD+:WORD] = (OF_XH > 0) ? xh << OF_XH : xh >> -OF_XH;
      assign shifted_own[i*WORD+:WORD] = (OF_Q > 0) ? own << OF_Q : own >> -OF_Q;
      assign shifted_xl[i*WORD+:WORD] = (OF_XL > 0) ? xl << OF_XL : xl >> -OF_XL;
      assign turned[i*WORD+:WORD] = {back[0+:WORD-9-i], back[WORD-1-:9+i]};
    end
  endgenerate

  always_comb begin
    of_xh = xh & {WORD{second_half}};
    of_own = own & {WORD{second_half}};
    of_xl = xl & {WORD{!second_half}};
    of_back = '0;
    for (integer i = 0; i < 8; i = i + 1) begin
      of_xh = of_xh | (shifted_xh[i*WORD+:WORD] & {WORD{chosen[i]}});
      of_own = of_own | (shifted_own[i*WORD+:WORD] & {WORD{chosen[i]}});
      of_xl = of_xl | (shifted_xl[i*WORD+:WORD] & {WORD{chosen[8+i]}});
      of_back = of_back | (turned[i*WORD+:WORD] & {WORD{chosen[8+i]}});
    end
  end

  assign first = of_xh ^ of_own ^ m;
  assign second = of_xl ^ (second_half ? low : high) ^ q;

  carry_save_adder #(
      .WIDTH(WORD),
      .SAVE (SAVE)
  ) row (
      .a(first),
      .b(second),
      .c(of_back),
      .sum(sum_next),
      .carry(carry_next)
  );
  always_ff @(posedge clk) begin
    sum   <= sum_next;
    carry <= carry_next;
  end
  prefix_adder #(
      .WIDTH  (WORD),
      .NETWORK(NETWORK)
  ) add (
      .a  (sum),
      .b  (carry),
      .sum(h)
  );

endmodule
