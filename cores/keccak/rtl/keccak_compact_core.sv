// SPDX-License-Identifier: Apache-2.0
//
// Keccak at block level in little area (FIPS 202): SLICES slices of the state a cycle, and the state in rings that never
// stand still, so that none of its bits has a register that waits.
//
//   ,--> ring of 64 / SLICES bits --> head ------------------------------(rest)--,
//   |    SLICES of them a lane          '--> turned --> pi --> chi, iota --(round)--+--> column parities
//   |                                                                              |        |
//   '-------------------------------- (+) <----------------------------------------'        |
//        bits of the block, or D of theta '--------------------------------------------------'
//
// In a turn, 64 / SLICES cycles, all slices pass, from slice 0 on. A round is such a turn: rho by the rings (keccak_ring), pi by
// wires, chi, iota and then theta of the next round. D of theta needs the parities of the slice before, which for slice 0 is the
// last one: slice 0 gets that part of D a turn later, when it passes again. In the turns between two rounds the rings come
// round to where rho wants them. A permutation is a turn of theta alone, and 24 times a turn of aligning and a round, the
// last of them without theta: 49 turns.
//
// A block comes byte by byte, added to its lane as it passes; a digest leaves so, through a register that holds a byte.
// What misses its turn waits for the next one (keccak_compact_control).
//
// Cycles, with T = 64 / SLICES a turn
//   block to block:                                                              (RATE / 64 + 49) T
//   from the first byte of a block to its last:                                  (RATE / 8 - 1) T / 8
//   from the cycle that takes the first byte of n blocks to that with the first byte of the digest:
//                                                                                (RATE / 64 + 49) n T + 1
//   from a byte of the digest that is taken to the next one:                     at most T + T / 8
//   from the last byte of RATE bits of the digest to the next one:               at most (49 + 1) T
//   from the last one to the first byte of the next message:                     T + T / 8
//
// Parameters
//   RATE        bits in a block, a multiple of 64 up to 1536
//   DIGEST      bits in a digest, a multiple of 8
//   MODE        the padding, as in keccak_core; see keccak_compact_top, not used here
//   SLICES      1, 2, 4 or 8: slices a cycle
//   COUNT_BITS  width of block_count
//
// Ports: the block-level contract (docs/core-contract.md); block_data and digest_data are bytes, the lowest bit first.
// block_first, block_empty and block_count are not needed: the state is zero after a digest and after rst, and the padding is
// in block_data. block_last counts with the last byte of a block. Only rst drops a message.

module keccak_compact_core #(
    parameter integer RATE = 1088,
    parameter integer DIGEST = 256,
    parameter integer MODE = 2,
    parameter integer SLICES = 8,
    parameter integer COUNT_BITS = 64
) (
    input logic clk,
    input logic rst,

    input  logic                  block_valid,
    output logic                  block_ready,
    output logic                  block_lane,
    input  logic [           7:0] block_data,
    input  logic                  block_first,
    input  logic                  block_last,
    input  logic                  block_empty,
    input  logic [COUNT_BITS-1:0] block_count,

    output logic       digest_valid,
    input  logic       digest_ready,
    output logic       digest_lane,
    output logic [7:0] digest_data,
    output logic       digest_last
);

  generate
    if (RATE < 64 || RATE > 1536 || RATE % 64 != 0) begin : gen_refused_rate
      keccak_compact_core_needs_RATE_a_multiple_of_64_from_64_to_1536 refused ();
    end
    if (DIGEST < 8 || DIGEST % 8 != 0) begin : gen_refused_digest
      keccak_compact_core_needs_DIGEST_a_multiple_of_8_from_8_on refused ();
    end
    if (MODE < 0 || MODE > 3) begin : gen_refused_mode
      keccak_compact_core_needs_MODE_of_0_to_3 refused ();
    end
    if (SLICES != 1 && SLICES != 2 && SLICES != 4 && SLICES != 8) begin : gen_refused_slices
      keccak_compact_core_needs_SLICES_of_1_2_4_or_8 refused ();
    end
    if (COUNT_BITS < 1) begin : gen_refused_count_bits
      keccak_compact_core_needs_COUNT_BITS_of_1_or_more refused ();
    end
  endgenerate

  localparam integer TURN = 64 / SLICES;
  localparam integer PLACE_BITS = $clog2(TURN);
  localparam integer LEVEL = $clog2(SLICES);
  localparam integer BLOCK_LANES = RATE / 64;
  localparam integer DIGEST_LANES = (DIGEST < RATE) ? (DIGEST + 63) / 64 : BLOCK_LANES;
  localparam integer GROUPS = (BLOCK_LANES + 7) / 8;
  localparam integer LANE_BITS = (DIGEST_LANES > 2) ? $clog2(DIGEST_LANES) : 1;  // enough for a lane of the digest
  localparam integer S = SLICES;

  logic [PLACE_BITS-1:0] place;
  logic [4:0] lane;
  logic clear, mix, align, pass, begins, adds, moves;

  keccak_compact_control #(
      .RATE  (RATE),
      .DIGEST(DIGEST),
      .SLICES(SLICES)
  ) control (
      .clk(clk),
      .rst(rst),
      .block_valid(block_valid),
      .block_ready(block_ready),
      .block_last(block_last),
      .digest_valid(digest_valid),
      .digest_ready(digest_ready),
      .digest_last(digest_last),
      .place(place),
      .lane(lane),
      .clear(clear),
      .mix(mix),
      .align(align),
      .pass(pass),
      .begins(begins),
      .adds(adds),
      .moves(moves)
  );

  assign block_lane  = 1'b0;
  assign digest_lane = 1'b0;

  // Bit S i + b is that of slice b of this cycle in lane i.
  logic [25*S-1:0] head, turned, passing, next;

  // Ring c of a lane has its bits c, c + S, .. Turned by rho they are bits of another number, modulo S.
  generate
    for (genvar i = 0; i < 25; i = i + 1) begin : gen_lane
      for (genvar c = 0; c < S; c = c + 1) begin : gen_ring
        localparam integer OFFSET = keccak_pkg::offset(i) + c;
        keccak_ring #(
            .LENGTH(TURN),
            .TURN  (OFFSET / S % TURN)
        ) ring (
            .clk(clk),
            .place(place),
            .align(align),
            .next(next[S*i+c]),
            .head(head[S*i+c]),
            .turned(turned[S*i+OFFSET%S])
        );
      end
    end
  endgenerate

  // Round constants: eight bits of the sequence that they are made of (keccak_pkg), the next one lowest. Bits
  // 2^j - 1 of a round are those of slices S - 1, 2 S - 1, 4 S - 1, .., each the last one of its cycle, and the few
  // before S - 1. The sequence moves on in these cycles, and for these few in as many of the turn of aligning.
  logic [7:0] constants;
  logic power;  // the number of the next cycle is a power of two
  logic early;
  logic [S-1:0] iota;

  assign power = (place & (place + 1'b1)) == '0;

  generate
    for (genvar b = 0; b < S; b = b + 1) begin : gen_iota
      if (b == S - 1) begin : gen_last
        assign iota[b] = power && constants[LEVEL];
      end else if ((b & (b + 1)) == 0) begin : gen_power
        assign iota[b] = place == '0 && constants[$clog2(b+1)];
      end else begin : gen_none
        assign iota[b] = 1'b0;
      end
    end
  endgenerate

  // The first log2(S) such cycles.
  generate
    if (S == 1) begin : gen_none_early
      assign early = 1'b0;
    end else if (S == 2) begin : gen_one_early
      assign early = place == '0;
    end else begin : gen_early
      assign early = place[PLACE_BITS-1:LEVEL-1] == '0;
    end
  endgenerate

  logic moves_on, stays;
  assign moves_on = power && (early || !align) && !begins;
  assign stays = !moves_on && !begins;

  always_ff @(posedge clk) begin
    constants <= ({constants[0] ^ constants[4] ^ constants[5] ^ constants[6], constants[7:1]} & {8{moves_on}}) |
        (constants & {8{stays}}) | (keccak_pkg::FIRST_CONSTANT & {8{begins}});
  end

  // A slice: what passes, the parities of its columns, and D.
  logic [5*S-1:0] parity, effect;
  logic [4:0] former;  // parities of the slice before
  logic keeps;

  assign keeps = !pass && !clear;

  generate
    for (genvar i = 0; i < 25; i = i + 1) begin : gen_chi
      localparam integer ROW = i / 5 * 5;
      localparam integer OWN = S * keccak_pkg::origin(i);
      localparam integer ONE = S * keccak_pkg::origin(ROW + (i + 1) % 5);
      localparam integer TWO = S * keccak_pkg::origin(ROW + (i + 2) % 5);
      logic [S-1:0] chi;
      assign chi = turned[OWN+:S] ^ (~turned[ONE+:S] & turned[TWO+:S]) ^ ((i == 0) ? iota : '0);
      assign passing[S*i+:S] = (chi & {S{pass}}) | (head[S*i+:S] & {S{keeps}});
    end

    for (genvar x = 0; x < 5; x = x + 1) begin : gen_theta
      localparam integer LEFT = S * ((x + 4) % 5);
      localparam integer RIGHT = (x + 1) % 5;
      assign parity[S*x+:S] = {S{mix}} & (passing[S*x+:S] ^ passing[S*(x+5)+:S] ^ passing[S*(x+10)+:S] ^
                                          passing[S*(x+15)+:S] ^ passing[S*(x+20)+:S]);
      assign effect[S*x+:S] = parity[LEFT+:S] ^ S'({parity[S*RIGHT+:S], former[RIGHT]});
      always_ff @(posedge clk) former[x] <= parity[S*x+S-1];
    end
  endgenerate

  // The bits of the block, for eight lanes each, and those of the digest.
  logic [S-1:0] given, taken;
  logic [GROUPS*S-1:0] added;

  generate
    if (S < 8) begin : gen_bits
      assign given = S'(block_data >> (S * 32'(place[$clog2(8/S)-1:0])));
    end else begin : gen_byte
      assign given = block_data;
    end

    for (genvar i = 0; i < GROUPS; i = i + 1) begin : gen_added
      assign added[S*i+:S] = given & {S{adds && lane[4:3] == 2'(i)}};
    end

    for (genvar i = 0; i < 25; i = i + 1) begin : gen_next
      localparam integer SHEET = S * (i % 5);
      if (i < BLOCK_LANES) begin : gen_rate
        assign next[S*i+:S] = passing[S*i+:S] ^ (effect[SHEET+:S] | (added[S*(i/8)+:S] & {S{lane[2:0] == 3'(i % 8)}}));
      end else begin : gen_capacity
        assign next[S*i+:S] = passing[S*i+:S] ^ effect[SHEET+:S];
      end
    end
  endgenerate

  always_comb begin
    taken = '0;
    for (integer i = 0; i < DIGEST_LANES; i = i + 1) begin
      taken = taken | (head[S*i+:S] & {S{LANE_BITS'(lane) == LANE_BITS'(i)}});
    end
  end

  always_ff @(posedge clk) begin
    if (moves) digest_data <= 8'({taken, digest_data} >> S);
  end

  logic unused;
  assign unused = &{1'b0, block_first, block_empty, block_count, MODE != 0};

endmodule
