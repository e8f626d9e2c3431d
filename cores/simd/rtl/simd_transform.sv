// SPDX-License-Identifier: Apache-2.0
//
// A polynomial of degree below POINTS over the field of 257 elements at all z with z^POINTS = 2^ROOT.
//
// The remainder modulo z^(2 d) - 2^(2 k) splits into those modulo z^d - 2^k and z^d + 2^k = z^d - 2^(k+8), which are
// the sums and the differences of its lower and 2^k times its upper half: butterflies, in place, level by level.
//
// Parameters
//   POINTS  4 or 8          ROOT  0 or 8
//   OFFSET  what value 0 is to be greater by, with ROOT 0; see simd_butterfly
//   CUTS    bit i: a register after level i; there are log2(POINTS) levels
//   ADDER   carry network, a name of adder_pkg
// Ports: nine bits each (see simd_butterfly); the values come as many cycles later as there are registers
//   coefficients  that of z^i at [9*i +: 9]
//   values        that at z = 2^k, k = (ROOT + 16 r) / POINTS, at [9*i +: 9], where r is i with its bits reversed

module simd_transform #(
    parameter integer POINTS = 8,
    parameter integer ROOT = 0,
    parameter integer OFFSET = 0,
    parameter integer CUTS = 0,
    parameter integer ADDER = adder_pkg::BRENT_KUNG
) (
    input  logic                clk,
    input  logic [9*POINTS-1:0] coefficients,
    output logic [9*POINTS-1:0] values
);

  generate
    if (POINTS != 4 && POINTS != 8) begin : gen_refused_points
      simd_transform_needs_POINTS_of_4_or_8 refused ();
    end
    if (ROOT != 0 && ROOT != 8) begin : gen_refused_root
      simd_transform_needs_ROOT_of_0_or_8 refused ();
    end
    if (CUTS < 0 || CUTS >= POINTS) begin : gen_refused_cuts
      simd_transform_needs_CUTS_of_a_bit_for_each_level refused ();
    end
  endgenerate

  localparam integer LEVELS = $clog2(POINTS);

  generate
    for (genvar level = 0; level < LEVELS; level = level + 1) begin : gen_level
      localparam integer HALF = POINTS >> (level + 1);
      logic [9*POINTS-1:0] from, to, out;
      if (level == 0) begin : gen_first
        assign from = coefficients;
      end else begin : gen_next
        assign from = gen_level[level-1].out;
      end
      for (genvar i = 0; i < POINTS / 2; i = i + 1) begin : gen_pair
        localparam integer PART = i / HALF;
        localparam integer LOW = 2 * HALF * PART + i % HALF;
        simd_butterfly #(
            .ROTATION((ROOT + 16 * simd_pkg::reversed(PART, level)) >> (level + 1)),
            .OFFSET((level == LEVELS - 1 && i == 0) ? OFFSET : 0),
            .ADDER(ADDER)
        ) butterfly (
            .a(from[9*LOW+:9]),
            .b(from[9*(LOW+HALF)+:9]),
            .sum(to[9*LOW+:9]),
            .difference(to[9*(LOW+HALF)+:9])
        );
      end
      simd_cut #(
          .WIDTH(9 * POINTS),
          .CUT  ((CUTS >> level) & 1)
      ) cut (
          .clk(clk),
          .d  (to),
          .q  (out)
      );
    end
  endgenerate

  assign values = gen_level[LEVELS-1].out;

endmodule
