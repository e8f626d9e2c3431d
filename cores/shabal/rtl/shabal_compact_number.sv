// SPDX-License-Identifier: Apache-2.0
//
// The number W of a block of Shabal in little area: a ring that turns by a digit a cycle, the lowest first, and is
// counted as it passes.
//
// Parameters
//   WIDTH  bits in W
//   DIGIT  bits in a digit, which divides WIDTH
//
// Ports
//   first   the digit that passes is the lowest of W, once in WIDTH / DIGIT cycles
//   count   with it: W + 1 takes the place of W
//   clear   W becomes -1, if this is on for WIDTH / DIGIT cycles
//   digit   the digit that passes

module shabal_compact_number #(
    parameter integer WIDTH = 64,
    parameter integer DIGIT = 1
) (
    input  logic             clk,
    input  logic             first,
    input  logic             count,
    input  logic             clear,
    output logic [DIGIT-1:0] digit
);

  generate
    if (DIGIT < 1 || WIDTH < DIGIT || WIDTH % DIGIT != 0) begin : gen_refused_digit
      shabal_compact_number_needs_DIGIT_that_divides_WIDTH refused ();
    end
  endgenerate

  logic [WIDTH-1:0] w;
  logic carry, carry_in, carry_out;
  logic [DIGIT-1:0] next;

  assign digit = w[DIGIT-1:0];
  assign carry_in = first ? count : carry;
  assign {carry_out, next} = {1'b0, digit} + (DIGIT + 1)'(carry_in);

  always_ff @(posedge clk) begin
    w <= WIDTH'({next | {DIGIT{clear}}, w} >> DIGIT);
    carry <= carry_out;
  end

endmodule
