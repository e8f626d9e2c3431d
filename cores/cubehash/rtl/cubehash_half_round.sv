// SPDX-License-Identifier: Apache-2.0
//
// Half a round of CubeHash, the first and the second in turn.
//
// The halves differ in the distance of the rotation, and in the bits of a word's number in which words change places:
// j and l in the first, k and m in the second. Each is followed by the exchange of j with k and of l with m, so that
// both have the wires of the first; after two halves the words are where they belong.
//
// Parameters: INITIAL, ADDER as cubehash_round.
// Ports: as cubehash_round with STAGES 1; odd: the second half is in turn.

module cubehash_half_round #(
    parameter [1023:0] INITIAL = '0,
    parameter integer ADDER = adder_pkg::BRENT_KUNG
) (
    input  logic         odd,
    input  logic         beginning,
    input  logic [511:0] lower,
    input  logic [511:0] upper,
    output logic [511:0] turned,
    output logic [511:0] sums,
    output logic [511:0] new_upper,
    output logic [511:0] rest_lower,
    output logic [511:0] rest_upper
);

  generate
    if (ADDER < adder_pkg::TOOL || ADDER > adder_pkg::HAN_CARLSON) begin : gen_refused_adder
      cubehash_half_round_needs_ADDER_of_adder_pkg refused ();
    end
  endgenerate

  logic [511:0] total, same_lower, same_upper;

  cubehash_sums #(
      .ADDER(ADDER)
  ) add (
      .clk(1'b0),
      .go(1'b1),
      .lower(lower),
      .upper(upper),
      .sums(total),
      .rest_lower(same_lower),
      .rest_upper(same_upper)
  );

  assign turned = cubehash_pkg::transposed(
      cubehash_pkg::swapped(
          odd ? cubehash_pkg::rotated(lower, 11) : cubehash_pkg::rotated(lower, 7), cubehash_pkg::BIT_J
      )
  );
  assign sums = cubehash_pkg::transposed(total);
  assign new_upper = cubehash_pkg::transposed(cubehash_pkg::swapped(total, cubehash_pkg::BIT_L));
  assign rest_lower = beginning ? INITIAL[511:0] : same_lower;
  assign rest_upper = beginning ? INITIAL[1023:512] : same_upper;

endmodule
