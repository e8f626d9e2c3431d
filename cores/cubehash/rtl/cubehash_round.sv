// SPDX-License-Identifier: Apache-2.0
//
// A round of CubeHash, its two halves one behind the other, in STAGES ranks.
//
//   rank 0: lower, upper -- half a round --|-- half a round --
//
// |: register with STAGES 2 and 4; with STAGES 4 the adders of both halves are cut as well.
//
// The last xor and the choice between a lane that works and one that rests are left to the core.
//
// Parameters
//   STAGES   1, 2 or 4               INITIAL  the state before the first block, x[31] highest
//   CUT, ADDER   as cubehash_sums; CUT is used with STAGES 4, and 1 .. 31
// Ports
//   go          the lane at rank j works; the last bit is not used
//   beginning   the lane at the end of the first half, or with STAGES 1 the only one, becomes INITIAL; it rests
//   lower, upper             the state at rank 0
//   turned, sums, new_upper  at the last rank, of a lane that works: its new lower half is turned ^ sums
//   rest_lower, rest_upper   at the last rank, of a lane that rests

module cubehash_round #(
    parameter integer STAGES = 1,
    parameter [1023:0] INITIAL = '0,
    parameter integer CUT = 16,
    parameter integer ADDER = adder_pkg::BRENT_KUNG
) (
    input logic clk,

    input  logic [STAGES-1:0] go,
    input  logic              beginning,
    input  logic [     511:0] lower,
    input  logic [     511:0] upper,
    output logic [     511:0] turned,
    output logic [     511:0] sums,
    output logic [     511:0] new_upper,
    output logic [     511:0] rest_lower,
    output logic [     511:0] rest_upper
);

  generate
    if (STAGES != 1 && STAGES != 2 && STAGES != 4) begin : gen_refused_stages
      cubehash_round_needs_STAGES_of_1_2_or_4 refused ();
    end
    if (STAGES == 4 && (CUT < 1 || CUT > 31)) begin : gen_refused_cut
      cubehash_round_needs_CUT_of_1_to_31_with_STAGES_4 refused ();
    end
    if (ADDER < adder_pkg::TOOL || ADDER > adder_pkg::HAN_CARLSON) begin : gen_refused_adder
      cubehash_round_needs_ADDER_of_adder_pkg refused ();
    end
  endgenerate

  localparam integer MIDDLE = STAGES / 2;  // rank at which the second half begins
  localparam integer CUT_BITS = (STAGES == 4) ? CUT : 0;

  // _1: at the end of the first half; _2: in the second half.
  logic [511:0] sums_1, rest_lower_1, rest_upper_1, lower_1, upper_1;
  logic [511:0] lower_2, upper_2, rest_lower_2, rest_upper_2;

  cubehash_sums #(
      .CUT  (CUT_BITS),
      .ADDER(ADDER)
  ) add_1 (
      .clk(clk),
      .go(go[0]),
      .lower(lower),
      .upper(upper),
      .sums(sums_1),
      .rest_lower(rest_lower_1),
      .rest_upper(rest_upper_1)
  );
  assign lower_1 = cubehash_pkg::swapped(cubehash_pkg::rotated(rest_lower_1, 7), cubehash_pkg::BIT_J) ^ sums_1;
  assign upper_1 = cubehash_pkg::swapped(sums_1, cubehash_pkg::BIT_L);

  generate
    if (STAGES == 1) begin : gen_wire
      assign lower_2 = lower_1;
      assign upper_2 = upper_1;
      assign rest_lower = beginning ? INITIAL[511:0] : rest_lower_1;
      assign rest_upper = beginning ? INITIAL[1023:512] : rest_upper_1;
      logic unused;
      assign unused = ^rest_upper_2;
    end else begin : gen_register
      always_ff @(posedge clk) begin
        lower_2 <= go[MIDDLE-1] ? lower_1 : beginning ? INITIAL[511:0] : rest_lower_1;
        upper_2 <= go[MIDDLE-1] ? upper_1 : beginning ? INITIAL[1023:512] : rest_upper_1;
      end
      assign rest_lower = rest_lower_2;
      assign rest_upper = rest_upper_2;
    end
  endgenerate

  cubehash_sums #(
      .CUT  (CUT_BITS),
      .ADDER(ADDER)
  ) add_2 (
      .clk(clk),
      .go(go[MIDDLE]),
      .lower(lower_2),
      .upper(upper_2),
      .sums(sums),
      .rest_lower(rest_lower_2),
      .rest_upper(rest_upper_2)
  );
  assign turned = cubehash_pkg::swapped(cubehash_pkg::rotated(rest_lower_2, 11), cubehash_pkg::BIT_K);
  assign new_upper = cubehash_pkg::swapped(sums, cubehash_pkg::BIT_M);

  logic unused_go;
  assign unused_go = ^go;

endmodule
