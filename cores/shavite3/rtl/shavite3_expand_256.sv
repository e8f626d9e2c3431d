// SPDX-License-Identifier: Apache-2.0
//
// Message expansion of SHAvite-3-256: subkeys of four words, one a turn. Turn t = 0 .. 35 begins with the subkeys t ..
// t + 3 and makes subkey t + 4: for t mod 8 < 4 out of subkey t through AES, subkey t + 3 and, in four turns, the
// counter; for the others as a sum of words.
//
// Parameters: STAGES, SBOX as shavite3_aes
// Ports; of the lane at the last rank
//   load         `block` and `count` are taken
//   block        four columns of AES for each subkey, the first highest
//   count        two columns with the counter, the low word first
//   nonlinear    subkey t + 4 is made through AES
//   inject       one bit for each of the turns with the counter
//   key          subkey of the next turn

module shavite3_expand_256 #(
    parameter integer STAGES = 1,
    parameter integer SBOX   = aes_pkg::SHALLOW
) (
    input  logic         clk,
    input  logic         load,
    input  logic [511:0] block,
    input  logic [ 63:0] count,
    input  logic         nonlinear,
    input  logic [  3:0] inject,
    output logic [127:0] key
);

  generate
    if (STAGES < 1 || STAGES > 3 || (STAGES == 3 && SBOX == aes_pkg::TABLE)) begin : gen_refused_stages
      shavite3_expand_256_needs_STAGES_of_1_2_or_3_and_with_3_no_SBOX_TABLE refused ();
    end
    if (SBOX < aes_pkg::TABLE || SBOX > aes_pkg::SHALLOW) begin : gen_refused_sbox
      shavite3_expand_256_needs_SBOX_of_aes_pkg refused ();
    end
  endgenerate

  localparam integer LANE = 576;
  localparam integer LAST = (STAGES - 1) * LANE;

  logic [STAGES*LANE-1:0] lane;  // by ranks: subkeys t .. t + 3, subkey t highest, and the counter
  logic [LANE-1:0] next;
  logic [127:0] oldest, newest, mixed, made, counts, sums;
  logic [31:0] low, high;

  assign oldest = lane[LAST+575-:128];
  assign {newest, low, high} = lane[LAST+191-:192];
  assign key = next[575-:128];

  shavite3_aes #(
      .STAGES(STAGES),
      .SBOX  (SBOX)
  ) aes (
      .clk(clk),
      .x({lane[LANE-33-:96], lane[LANE-1-:32]}),
      .y(mixed)
  );

  assign counts = {
    low & {32{inject[0] || inject[3]}},
    (~high & {32{inject[0]}}) | (high & {32{inject[1]}}),
    (~low & {32{inject[1]}}) | (high & {32{inject[2]}}),
    (~low & {32{inject[2]}}) | (~high & {32{inject[3]}})
  };
  // What the words u .. u + 3 of a sum add to subkey t: words u - 3 .. u, of which the last is made here.
  assign sums = {newest[95:0], oldest[127:96] ^ newest[95:64]};
  assign made = (mixed & {128{nonlinear}}) ^ (nonlinear ? newest ^ counts : oldest ^ sums);
  assign next = ({block, count} & {LANE{load}}) | ({lane[LAST+447-:384], made, low, high} & {LANE{!load}});

  always_ff @(posedge clk) lane[LANE-1:0] <= next;

  generate
    for (genvar j = 1; j < STAGES; j = j + 1) begin : gen_rank
      always_ff @(posedge clk) lane[j*LANE+:LANE] <= lane[(j-1)*LANE+:LANE];
    end
  endgenerate

endmodule
