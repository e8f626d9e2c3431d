// SPDX-License-Identifier: Apache-2.0
//
// a + 2^ROTATION b and a - 2^ROTATION b modulo 257.
//
// A residue has nine bits here: {h, l} stands for l - h, since 2^8 = -1. To multiply by a power of two is to rotate
// l, the bits that come round inverted; h stands at the place of the lowest. A row of adders takes the eight bits of
// both operands and a constant, in which the h of b has a place; the carry out of bit 7 comes back inverted at bit 0.
// Then ~h of a is the carry-in of an adder of eight bits, and its carry out the h of the result.
//
// With ~x for the complement of eight bits, modulo 257:
//   the bits that come round give        -bit 2^i = ~bit 2^i - 2^i
//   what completes the sum:              256 - 2^ROTATION (1 + h of b), that is, ones above ROTATION, ~h at ROTATION
//   what completes the difference:       2^ROTATION (1 + h of b) - 1, that is, ones below ROTATION, h at ROTATION
//
// Parameters
//   ROTATION  0 .. 7
//   OFFSET    with ROTATION 0: what the sum is to be greater by, such that 254 + OFFSET mod 257 is even and not 256
//   ADDER     carry network, a name of adder_pkg
// Ports: combinational.

module simd_butterfly #(
    parameter integer ROTATION = 0,
    parameter integer OFFSET = 0,
    parameter integer ADDER = adder_pkg::BRENT_KUNG
) (
    input  logic [8:0] a,
    input  logic [8:0] b,
    output logic [8:0] sum,
    output logic [8:0] difference
);

  generate
    if (ROTATION < 0 || ROTATION > 7) begin : gen_refused_rotation
      simd_butterfly_needs_ROTATION_of_0_to_7 refused ();
    end
    if (OFFSET != 0 && (OFFSET < -256 || OFFSET > 256 || ROTATION != 0)) begin : gen_refused_offset
      simd_butterfly_needs_OFFSET_of_0_or_with_ROTATION_0_below_257 refused ();
    end
    if ((511 + OFFSET) % 257 % 2 != 0 || (511 + OFFSET) % 257 == 256) begin : gen_refused_constant
      simd_butterfly_needs_OFFSET_with_254_and_OFFSET_mod_257_even_and_below_256 refused ();
    end
  endgenerate

  localparam logic [7:0] ABOVE = 8'((256 - (2 << ROTATION) + 257 + OFFSET) % 257);
  localparam logic [7:0] BELOW = 8'((1 << ROTATION) - 1);

  logic [15:0] wide;  // 2^ROTATION b, the bits that come round above the others
  logic [7:0] turned, rest_sum, rest_difference;
  logic [7:0] part_sum, part_difference, carry_sum, carry_difference;

  assign wide = {8'd0, b[7:0]} << ROTATION;
  assign turned = wide[7:0] | (~wide[15:8] & BELOW);
  assign rest_sum = ABOVE | (8'(!b[8]) << ROTATION);
  assign rest_difference = BELOW | (8'(b[8]) << ROTATION);

  simd_wrapping_row row_sum (
      .a(a[7:0]),
      .b(turned),
      .c(rest_sum),
      .sum(part_sum),
      .carry(carry_sum)
  );
  simd_wrapping_row row_difference (
      .a(a[7:0]),
      .b(~turned),
      .c(rest_difference),
      .sum(part_difference),
      .carry(carry_difference)
  );

  simd_residue_adder #(
      .ADDER(ADDER)
  ) add_sum (
      .a(part_sum),
      .b(carry_sum),
      .more(!a[8]),
      .sum(sum)
  );
  simd_residue_adder #(
      .ADDER(ADDER)
  ) add_difference (
      .a(part_difference),
      .b(carry_difference),
      .more(!a[8]),
      .sum(difference)
  );

endmodule
