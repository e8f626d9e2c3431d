// SPDX-License-Identifier: Apache-2.0
//
// A row of full adders: a + b + c = sum + carry mod 2^WIDTH, without a carry that travels.
//
// Parameters
//   WIDTH  bits of the operands, 1 or more
//   SAVE   1: as said; 0: sum = a + b + c by two adders, carry = 0, which is smaller and faster where every LUT has
//          a carry chain beside it
// Ports: combinational; a, b, c operands; sum the bitwise parity, carry the majority moved up by one bit.

module carry_save_adder #(
    parameter integer WIDTH = 64,
    parameter integer SAVE  = 1
) (
    input  logic [WIDTH-1:0] a,
    input  logic [WIDTH-1:0] b,
    input  logic [WIDTH-1:0] c,
    output logic [WIDTH-1:0] sum,
    output logic [WIDTH-1:0] carry
);

  generate
    if (WIDTH < 1) begin : gen_refused_width
      carry_save_adder_needs_WIDTH_of_1_or_more refused ();
    end
    if (SAVE != 0 && SAVE != 1) begin : gen_refused_save
      carry_save_adder_needs_SAVE_of_0_or_1 refused ();
    end
  endgenerate

  generate
    if (SAVE != 0) begin : gen_saved
      logic [WIDTH-1:0] majority;
      assign majority = (a & b) | (c & (a ^ b));
      assign sum = a ^ b ^ c;
      assign carry = majority << 1;
    end else begin : gen_propagated
      logic [WIDTH-1:0] part;
      prefix_adder #(
          .WIDTH  (WIDTH),
          .NETWORK(adder_pkg::TOOL)
      ) add_1 (
          .a  (a),
          .b  (b),
          .sum(part)
      );
      prefix_adder #(
          .WIDTH  (WIDTH),
          .NETWORK(adder_pkg::TOOL)
      ) add_2 (
          .a  (part),
          .b  (c),
          .sum(sum)
      );
      assign carry = '0;
    end
  endgenerate

endmodule
