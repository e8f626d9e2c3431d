// SPDX-License-Identifier: Apache-2.0
//
// One half of the Feistel cipher E of SHAvite-3: a round function F, one round of AES a cycle, with the parts of the
// state that go through it one after another and their share of the chaining value. E^256 has one half, E^512 two,
// which exchange what they add. With X_r as the part that goes into F in round r,
//
//   256:                          X_{r+1} = X_{r-1} ^ F(X_r)
//   512, halves 1 and 2:          X_{r+1} = X'_{r-1} ^ F(X_r)         ' of the other half
//   512 as in the round-2 package: X_{r+1} = X'_{r-1} ^ F'(X'_r)
//
// x holds what AES takes, its key added. At the end of a round, where mix is 1, X_{r+1} goes to a besides and X_r to b.
// In the turns within a round a and b change places, which is less than to hold them: after two such turns the end of
// round r + 1 finds X_r in b (256), after three in a (512). The end of the last round also adds the chaining value: its
// new parts go to x, a and b, as the next block needs them, and become the chaining value. While a lane rests, they do
// so again and again.
//
// Parameters
//   STAGES, SBOX        as shavite3_aes
//   IN_F                rounds of AES in F, 3 or 4
//   CROSSED             1: X_{r+1} comes out of the other half's F
//   START, START_PREVIOUS   parts X_0 and X_{-1} of the initial value
//   CONTEXT             1: a message can go on from a chaining value; 0: restore, chain and chain_previous are not used
// Ports; of the lane at the last rank
//   key           of the next turn
//   mix           end of a round function             last   that of the last round
//   rest          no round; else, and without mix, the turn is within a round function
//   restart       the chaining value becomes the initial one
//   restore, chain, chain_previous   the first block of a message is taken that goes on from these parts
//   other_made, other_kept   made and kept of the half that this one exchanges with
//   made, kept    what AES made of x, 0 where rest; and where mix X_{r-1}
//   value, value_previous   chaining value

module shavite3_half #(
    parameter integer STAGES = 1,
    parameter integer SBOX = aes_pkg::SHALLOW,
    parameter integer IN_F = 3,
    parameter integer CROSSED = 0,
    parameter logic [127:0] START = '0,
    parameter logic [127:0] START_PREVIOUS = '0,
    parameter integer CONTEXT = 0
) (
    input  logic         clk,
    input  logic [127:0] key,
    input  logic         mix,
    input  logic         last,
    input  logic         rest,
    input  logic         restart,
    input  logic         restore,
    input  logic [127:0] chain,
    input  logic [127:0] chain_previous,
    input  logic [127:0] other_made,
    input  logic [127:0] other_kept,
    output logic [127:0] made,
    output logic [127:0] kept,
    output logic [127:0] value,
    output logic [127:0] value_previous
);

  generate
    if (STAGES < 1 || STAGES > 3 || (STAGES == 3 && SBOX == aes_pkg::TABLE)) begin : gen_refused_stages
      shavite3_half_needs_STAGES_of_1_2_or_3_and_with_3_no_SBOX_TABLE refused ();
    end
    if (SBOX < aes_pkg::TABLE || SBOX > aes_pkg::SHALLOW) begin : gen_refused_sbox
      shavite3_half_needs_SBOX_of_aes_pkg refused ();
    end
    if (IN_F != 3 && IN_F != 4) begin : gen_refused_in_f
      shavite3_half_needs_IN_F_of_3_or_4 refused ();
    end
    if (CROSSED != 0 && CROSSED != 1) begin : gen_refused_crossed
      shavite3_half_needs_CROSSED_of_0_or_1 refused ();
    end
    if (CONTEXT != 0 && CONTEXT != 1) begin : gen_refused_context
      shavite3_half_needs_CONTEXT_of_0_or_1 refused ();
    end
  endgenerate

  localparam integer REST = 512;  // bits of a lane beside x
  localparam integer LAST = (STAGES - 1) * REST;

  logic [127:0] x, y;
  // By ranks: a, b, and the two parts of the chaining value as differences from the initial value.
  logic [STAGES*REST-1:0] lane;
  logic [127:0] a, b, held, held_previous;  // of the last rank
  logic [127:0] taken, added;  // their sum is `part`
  logic [127:0] part;  // X_{r+1}, or what is between
  logic [127:0] older;  // X_r where mix, or what else comes to b, without the chaining value
  logic [127:0] part_previous;  // what comes to b
  logic feed;  // the chaining value is added
  logic [127:0] fed, fed_previous;  // what `feed` adds of it
  logic renew, keep;  // how the chaining value goes on

  assign {a, b, held, held_previous} = lane[LAST+:REST];
  assign value = held ^ START;
  assign value_previous = held_previous ^ START_PREVIOUS;
  assign feed = rest || last;
  assign renew = feed && !restart;
  assign keep = !feed && !restart;

  shavite3_aes #(
      .STAGES(STAGES),
      .SBOX  (SBOX)
  ) aes (
      .clk(clk),
      .x(x),
      .y(y)
  );

  assign made = y & {128{!rest}};
  assign taken = (CROSSED == 0) ? made : (made & {128{!mix}}) | (other_made & {128{mix}});
  assign kept = (IN_F == 3) ? b : a;
  assign added = (other_kept & {128{mix}}) ^ (fed & {128{feed}});
  assign part = taken ^ added;
  assign part_previous = older ^ (fed_previous & {128{feed}});

  generate
    if (CONTEXT != 0) begin : gen_context
      assign fed = restore ? chain : value;
      assign fed_previous = restore ? chain_previous : value_previous;
    end else begin : gen_no_context
      assign fed = value;
      assign fed_previous = value_previous;
      logic unused;
      assign unused = &{1'b0, restore, chain, chain_previous};
    end

    if (IN_F == 3) begin : gen_even
      assign older = a & {128{!rest}};
    end else begin : gen_odd
      assign older = (b & {128{mix}}) | (a & {128{!mix && !rest}});
    end
  endgenerate

  always_ff @(posedge clk) begin
    x <= taken ^ (added ^ key);
    lane[511:384] <= (part & {128{mix || rest}}) | (b & {128{!mix && !rest}});
    lane[383:256] <= part_previous;
    lane[255:128] <= ((part ^ START) & {128{renew}}) | (held & {128{keep}});
    lane[127:0] <= ((part_previous ^ START_PREVIOUS) & {128{renew}}) | (held_previous & {128{keep}});
  end

  generate
    for (genvar j = 1; j < STAGES; j = j + 1) begin : gen_rank
      always_ff @(posedge clk) lane[j*REST+:REST] <= lane[(j-1)*REST+:REST];
    end
    if (CROSSED == 0) begin : gen_own
      logic unused;
      assign unused = &{1'b0, other_made};
    end
  endgenerate

endmodule
