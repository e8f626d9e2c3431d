// SPDX-License-Identifier: Apache-2.0
//
// SHAvite-3-256 and SHAvite-3-512 at block level ("The SHAvite-3 Hash Function", Biham and Dunkelman, round 2),
// without a salt, one round of AES a cycle in each half of the cipher E. 256: one half, subkeys by
// shavite3_expand_256, one more round of AES in a cycle; 512: two halves, shavite3_expand_512, two more.
//
//   block --> expand --subkeys of the next turn--> half, half
//
// STAGES ranks of registers cut the loop; a message owns one slot of it, which passes them in turn. The port speaks
// for the lane at the last rank, where its turn ends: turns of the datapath t = 0 .. N - 1, N = 36 (256) or 56 (512),
// are steps 1 .. N of round_control there. In step 0 the last turn of a block ends as the next block is taken, or the
// lane rests. After the last block of a message its last turn ends in step N, and step N + 1 has the digest.
//
// Cycles: STAGES N from block to block of a lane; STAGES (N n + 1) from the cycle that takes the first of n blocks to
// digest_valid.
//
// Parameters
//   DIGEST      256 or 512           VERSION  a name of shavite3_pkg
//   UNROLL      1: rounds of AES in the loop
//   STAGES      1 .. 3: messages in flight
//   SBOX        form of the S-box, a name of aes_pkg; with 3 stages not TABLE
//   COUNT_BITS  width of block_count, at most 64
//   CONTEXT     1: a message can go on from a chaining value, and end with one (docs/context.md)
//
// Ports: the block-level contract (docs/core-contract.md). block_first is not needed: after a digest and after rst a
// lane begins with the initial value. Only rst drops a message.

module shavite3_core #(
    parameter integer DIGEST = 256,
    parameter integer VERSION = shavite3_pkg::SPECIFIED,
    parameter integer UNROLL = 1,
    parameter integer STAGES = 1,
    parameter integer SBOX = aes_pkg::SHALLOW,
    parameter integer COUNT_BITS = 64,
    parameter integer CONTEXT = 0,
    localparam integer LANE_BITS = (STAGES > 1) ? $clog2(STAGES) : 1,
    localparam integer BLOCK = 2 * DIGEST,
    localparam integer INPUT = BLOCK + CONTEXT * (DIGEST + 2)
) (
    input logic clk,
    input logic rst,

    input  logic                  block_valid,
    output logic                  block_ready,
    output logic [ LANE_BITS-1:0] block_lane,
    input  logic [     INPUT-1:0] block_data,
    input  logic                  block_first,
    input  logic                  block_last,
    input  logic                  block_empty,
    input  logic [COUNT_BITS-1:0] block_count,

    output logic                 digest_valid,
    input  logic                 digest_ready,
    output logic [LANE_BITS-1:0] digest_lane,
    output logic [   DIGEST-1:0] digest_data,
    output logic                 digest_last
);

  generate
    if (DIGEST != 256 && DIGEST != 512) begin : gen_refused_digest
      shavite3_core_needs_DIGEST_of_256_or_512 refused ();
    end
    if (VERSION < shavite3_pkg::SPECIFIED || VERSION > shavite3_pkg::BUGFIX) begin : gen_refused_version
      shavite3_core_needs_VERSION_of_shavite3_pkg refused ();
    end
    if (UNROLL != 1) begin : gen_refused_unroll
      shavite3_core_needs_UNROLL_of_1 refused ();
    end
    if (STAGES < 1 || STAGES > 3 || (STAGES == 3 && SBOX == aes_pkg::TABLE)) begin : gen_refused_stages
      shavite3_core_needs_STAGES_of_1_2_or_3_and_with_3_no_SBOX_TABLE refused ();
    end
    if (SBOX < aes_pkg::TABLE || SBOX > aes_pkg::SHALLOW) begin : gen_refused_sbox
      shavite3_core_needs_SBOX_of_aes_pkg refused ();
    end
    if (COUNT_BITS < 1 || COUNT_BITS > 64) begin : gen_refused_count_bits
      shavite3_core_needs_COUNT_BITS_of_1_to_64 refused ();
    end
    if (CONTEXT != 0 && CONTEXT != 1) begin : gen_refused_context
      shavite3_core_needs_CONTEXT_of_0_or_1 refused ();
    end
  endgenerate

  localparam integer TURNS = (DIGEST == 256) ? 36 : 56;
  localparam integer IN_F = (DIGEST == 256) ? 3 : 4;  // rounds of AES in F
  localparam integer HALVES = DIGEST / 256;
  localparam integer CROSSED = (DIGEST == 512 && VERSION == shavite3_pkg::PACKAGE) ? 1 : 0;
  localparam integer STEP_BITS = 6;

  logic beat, load, restart, next_waiting;
  logic [STAGES*STEP_BITS-1:0] step;
  logic [STAGES-1:0] active, first, last;
  logic [STEP_BITS-1:0] next_step;

  logic unused_restore;

  round_control #(
      .STAGES(STAGES),
      .ROUNDS(TURNS),
      .FINAL (1)
  ) control (
      .block_load(1'b0),
      .block_give(1'b0),
      .restore(unused_restore),
      .*
  );

  // ---------------------------------------------------------------------------------------------------------
  // What the lanes do, from registers: `step` and `active` of round_control, whose last rank comes before the one that
  // the port speaks for, name the turns that these are in one cycle later.

  // Turns t in which t mod n is at least `from` and less than `to`.
  function automatic [63:0] turns(input integer n, input integer from, input integer to);
    begin
      for (integer t = 0; t < 64; t = t + 1) turns[t] = t < TURNS && t % n >= from && t % n < to;
    end
  endfunction

  localparam logic [63:0] WORKS = turns(64, 0, 64);
  localparam logic [63:0] MIXES = turns(IN_F, IN_F - 1, IN_F);
  localparam logic [63:0] NONLINEAR = turns(8, 0, 4);

  logic [STEP_BITS-1:0] number;  // t of the lane at the last rank
  logic mix, ends, rest, nonlinear;
  logic [3:0] inject;
  logic loads;  // the lane may take a block
  logic [3:0] phase, phase_first;  // t mod 4, one bit each, at the last rank and at rank 0

  assign number = step[(STAGES-1)*STEP_BITS+:STEP_BITS];

  always_ff @(posedge clk) begin
    mix <= active[STAGES-1] && MIXES[number];
    ends <= active[STAGES-1] && number == STEP_BITS'(TURNS - 1);
    rest <= !active[STAGES-1] || !WORKS[number];
    nonlinear <= NONLINEAR[number];
    inject[0] <= number == 6'd0;
    inject[1] <= number == ((DIGEST == 256) ? 6'd10 : 6'd16);
    inject[2] <= number == ((DIGEST == 256) ? 6'd17 : 6'd35);
    inject[3] <= number == ((DIGEST == 256) ? 6'd27 : 6'd51);
    phase <= 4'b0001 << number[1:0];
    phase_first <= 4'b0001 << step[1:0];
    loads <= next_step == '0;
  end

  // ---------------------------------------------------------------------------------------------------------
  // The order of bytes in columns of AES; but in SPECIFIED it is not that of the message.
  logic [63:0] total;
  logic [BLOCK-1:0] block;
  logic [63:0] count;
  logic [DIGEST-1:0] result;

  assign total = block_empty ? 64'd0 : 64'(block_count);
  assign count = (VERSION == shavite3_pkg::SPECIFIED) ?
      {shavite3_pkg::swap(total[31:0]), shavite3_pkg::swap(total[63:32])} : {total[31:0], total[63:32]};

  generate
    for (genvar i = 0; i < BLOCK / 32; i = i + 1) begin : gen_block
      assign block[32*i+:32] = (VERSION == shavite3_pkg::SPECIFIED) ? block_data[32*i+:32] :
          shavite3_pkg::swap(block_data[32*i+:32]);
    end
    for (genvar i = 0; i < DIGEST / 32; i = i + 1) begin : gen_digest
      assign digest_data[32*i+:32] = (VERSION == shavite3_pkg::SPECIFIED) ? result[32*i+:32] :
          shavite3_pkg::swap(result[32*i+:32]);
    end
  endgenerate

  // ---------------------------------------------------------------------------------------------------------
  // A message that goes on.
  logic restore;
  logic [DIGEST-1:0] chain;  // as `result`

  generate
    if (CONTEXT != 0) begin : gen_context
      logic block_give;  // changes nothing: the digest is the chaining value
      logic block_load;
      logic [DIGEST-1:0] block_chain;
      assign {block_give, block_load, block_chain} = block_data[BLOCK+:DIGEST+2];
      assign restore = load && block_load;
      for (genvar i = 0; i < DIGEST / 32; i = i + 1) begin : gen_chain
        assign chain[32*i+:32] = (VERSION == shavite3_pkg::SPECIFIED) ? block_chain[32*i+:32] :
            shavite3_pkg::swap(block_chain[32*i+:32]);
      end
      logic unused;
      assign unused = block_give;
    end else begin : gen_no_context
      assign restore = 1'b0;
      assign chain   = '0;
    end
  endgenerate

  // ---------------------------------------------------------------------------------------------------------
  // Subkeys and halves. Half h begins with part 2 h + 1 of the chaining value; the part before it in the order of the
  // rounds is 2 h, or that of the other half.
  logic [HALVES*128-1:0] key;
  logic [HALVES*128-1:0] made, kept;

  generate
    if (DIGEST == 256) begin : gen_expand_256
      shavite3_expand_256 #(
          .STAGES(STAGES),
          .SBOX  (SBOX)
      ) expand (
          .load(loads),
          .*
      );
      logic unused;
      assign unused = &{1'b0, phase, phase_first};
    end else begin : gen_expand_512
      shavite3_expand_512 #(
          .STAGES(STAGES),
          .SBOX  (SBOX)
      ) expand (
          .load(loads),
          .*
      );
    end

    for (genvar h = 0; h < HALVES; h = h + 1) begin : gen_half
      localparam integer OTHER = HALVES - 1 - h;
      localparam integer PREVIOUS = (HALVES == 1 || CROSSED != 0) ? 2 * h : 2 * OTHER;
      shavite3_half #(
          .STAGES(STAGES),
          .SBOX(SBOX),
          .IN_F(IN_F),
          .CROSSED(CROSSED),
          .START(shavite3_pkg::initial_part(DIGEST, VERSION, 2 * h + 1)),
          .START_PREVIOUS(shavite3_pkg::initial_part(DIGEST, VERSION, PREVIOUS)),
          .CONTEXT(CONTEXT)
      ) half (
          .clk(clk),
          .key(key[128*OTHER+:128]),
          .mix(mix),
          .last(ends),
          .rest(rest),
          .restart(restart),
          .restore(restore),
          .chain(chain[DIGEST-1-128*(2*h+1)-:128]),
          .chain_previous(chain[DIGEST-1-128*PREVIOUS-:128]),
          .other_made(made[128*OTHER+:128]),
          .other_kept(kept[128*OTHER+:128]),
          .made(made[128*h+:128]),
          .kept(kept[128*h+:128]),
          .value(result[DIGEST-1-128*(2*h+1)-:128]),
          .value_previous(result[DIGEST-1-128*PREVIOUS-:128])
      );
    end
  endgenerate

  logic unused;
  assign unused = &{1'b0, UNROLL, block_first, beat, load, first, last, step, active, next_waiting};

endmodule
