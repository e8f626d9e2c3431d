// SPDX-License-Identifier: Apache-2.0
//
// A residue times a constant of a table, modulo 257: a partial product for each of four digits -2 .. 1 of base four.
//
// With n = ~h and u = l + n, 2 l = r - 1 where r is l turned by one place (see simd_butterfly), and -x = ~x + 2, the
// partial products of the digits are
//
//    1:  l + n      0:  0      -1:  ~l + 2 - n      -2:  ~r + 3 - 2 n
//
// of which what is not l or r has two bits, so that those of all digits are one more word. To multiply by 4^j is again
// to turn the word, where each bit that comes round counts too much: 0 + 3 + 15 + 63 in all; three rows add 3 more.
//
// Parameters
//   CUT    1: a register before the last adder
//   ADDER  carry network, a name of adder_pkg
// Ports
//   residue  {h, l} for u = l - h + 1      digits  those of the factor, 2 added to each, lowest first
//   product  {h, l} for l - h = u factor + 84; combinational or with CUT one cycle later

module simd_twiddle #(
    parameter integer CUT = 0,
    parameter integer ADDER = adder_pkg::BRENT_KUNG
) (
    input  logic       clk,
    input  logic [8:0] residue,
    input  logic [7:0] digits,
    output logic [8:0] product
);

  generate
    if (CUT != 0 && CUT != 1) begin : gen_refused_cut
      simd_twiddle_needs_CUT_of_0_or_1 refused ();
    end
  endgenerate

  logic n;
  logic [7:0] l, r;
  logic [31:0] words;
  logic [7:0] rest;
  logic [7:0] sum_1, carry_1, sum_2, carry_2, sum_3, carry_3;
  logic [15:0] last;

  assign n = !residue[8];
  assign l = residue[7:0];
  assign r = {l[6:0], !l[7]};

  generate
    for (genvar j = 0; j < 4; j = j + 1) begin : gen_digit
      logic one, minus_one, minus_two;
      logic [7:0] word;
      logic [15:0] wide;
      assign one = digits[2*j+:2] == 2'd3;
      assign minus_one = digits[2*j+:2] == 2'd1;
      assign minus_two = digits[2*j+:2] == 2'd0;
      assign word = (l & {8{one}}) | (~l & {8{minus_one}}) | (~r & {8{minus_two}});
      assign wide = {8'd0, word} << (2 * j);
      assign words[8*j+:8] = wide[7:0] | (~wide[15:8] & 8'((1 << (2 * j)) - 1));
      assign rest[2*j+:2] = {!n && (minus_one || minus_two), (n && (one || minus_one)) || minus_two};
    end
  endgenerate

  simd_wrapping_row row_1 (
      .a(words[7:0]),
      .b(words[15:8]),
      .c(words[23:16]),
      .sum(sum_1),
      .carry(carry_1)
  );
  simd_wrapping_row row_2 (
      .a(words[31:24]),
      .b(rest),
      .c(sum_1),
      .sum(sum_2),
      .carry(carry_2)
  );
  simd_wrapping_row row_3 (
      .a(carry_1),
      .b(sum_2),
      .c(carry_2),
      .sum(sum_3),
      .carry(carry_3)
  );

  simd_cut #(
      .WIDTH(16),
      .CUT  (CUT)
  ) cut (
      .clk(clk),
      .d  ({carry_3, sum_3}),
      .q  (last)
  );

  simd_residue_adder #(
      .ADDER(ADDER)
  ) add (
      .a(last[7:0]),
      .b(last[15:8]),
      .more(1'b0),
      .sum(product)
  );

endmodule
