// SPDX-License-Identifier: Apache-2.0
//
// Adds words that come in digits, the lowest first: sum = a + b of the digits of this cycle, with the carry of the digit
// before. The word ends with its last digit; what it carries out is dropped, so that the sum is that modulo 2^WORD.
//
// Parameters
//   DIGIT    bits in a digit, 1 or more
//   SERIAL   1: words of several digits; 0: a word is one digit, and there is no carry to keep
//   NETWORK  carry network within a digit, a name of adder_pkg
//
// Ports
//   first    this is the first digit of a word (without effect if SERIAL is 0)
//   a, b     a digit of each operand, one every cycle from `first` on; sum, in the same cycle, that of the result

module serial_adder #(
    parameter integer DIGIT   = 32,
    parameter integer SERIAL  = 0,
    parameter integer NETWORK = adder_pkg::RIPPLE
) (
    input logic clk,

    input  logic             first,
    input  logic [DIGIT-1:0] a,
    input  logic [DIGIT-1:0] b,
    output logic [DIGIT-1:0] sum
);

  generate
    if (DIGIT < 1) begin : gen_refused_digit
      serial_adder_needs_DIGIT_of_1_or_more refused ();
    end
    if (SERIAL != 0 && SERIAL != 1) begin : gen_refused_serial
      serial_adder_needs_SERIAL_of_0_or_1 refused ();
    end
  endgenerate

  generate
    if (SERIAL != 0) begin : gen_serial
      // The lowest bit of the adder makes the carry into the digit, the highest is that out of it.
      logic carry, carry_out, low;

      prefix_adder #(
          .WIDTH  (DIGIT + 2),
          .NETWORK(NETWORK)
      ) add (
          .a  ({1'b0, a, 1'b1}),
          .b  ({1'b0, b, carry && !first}),
          .sum({carry_out, sum, low})
      );

      always_ff @(posedge clk) carry <= carry_out;

      logic unused;
      assign unused = low;
    end else begin : gen_whole
      prefix_adder #(
          .WIDTH  (DIGIT),
          .NETWORK(NETWORK)
      ) add (
          .a  (a),
          .b  (b),
          .sum(sum)
      );

      logic unused;
      assign unused = &{1'b0, clk, first};
    end
  endgenerate

endmodule
