// SPDX-License-Identifier: Apache-2.0
//
// Threefish, the tweakable block cipher of Skein (section 3.3), alone: C = E(K, T, P), or P = D(K, T, C), for STAGES
// blocks in flight, each with a key and a tweak of its own, around threefish_loop. A block owns one slot of the loop,
// which moves one rank a cycle and passes rank 0 once in STAGES cycles:
//
//     key, tweak, data --+                   +-> result
//                        v                   |
//     ,-> [load] -> rank 0 -> rounds -> rank 1 -> rounds -> ... rank STAGES-1 -> rounds -,
//     |              `-> last subkey -> the ring of a slot whose result is not taken     |
//     `----------------------------------------------------------------------------------'
//
// Encryption adds the subkeys 0 .. N_r/4 and moves the ring of the key on; decryption subtracts them from N_r/4 to 0 and
// moves it back from where encryption leaves it, which is N_r/4 mod (N_w + 1) words on: wiring. With DIRECTION = 2 a
// stage has the rounds and the inverse rounds, and each slot a bit that selects; ring, control and the addition of the
// last subkey are there once.
//
// Cycles (N_r = 72, or 80 for BLOCK = 1024), in both directions
//   block to block of a lane, if the result is taken when it is offered:  STAGES (N_r / UNROLL + 1)
//   out_valid after the edge that takes a block:                          STAGES N_r / UNROLL + 1
// A result that is not taken at once waits in its slot, and is offered again in each turn of its lane. The lane takes its
// next block STAGES - 1 cycles after the cycle in which the result leaves.
//
// Parameters
//   BLOCK      256, 512 or 1024                 VERSION  11, 12 or 13: constants of Skein 1.1, 1.2 or 1.3
//   UNROLL     1, 2, 4 or 8 rounds in the loop  STAGES   1 .. UNROLL blocks in flight
//   DIRECTION  0: encrypts; 1: decrypts; 2: either, block by block
//   MERGE      1: subkeys merged into a MIX by carry-save adders; 0: added or subtracted before
//   MIX_ADDER, KEY_ADDER  carry networks of the MIX functions and of the key path, names of adder_pkg
//
// Ports
//   rst                 synchronous; drops every block in flight
//   in_lane, out_lane   the lane that in_* and out_* speak for in this cycle; lanes take turns as the contract says of
//                       block_lane and digest_lane (docs/core-contract.md)
//   in_data, in_key, in_tweak, out_data  byte strings of the specification, first byte in the highest bits
//   in_decrypt          1: decrypt this block; without effect unless DIRECTION = 2
// A block moves in at an edge of clk where in_valid and in_ready are high, out where out_valid and out_ready are. With
// STAGES = 1, in_ready depends on out_ready within the cycle.

module threefish_core #(
    parameter integer BLOCK = 512,
    parameter integer VERSION = 13,
    parameter integer UNROLL = 8,
    parameter integer STAGES = 1,
    parameter integer DIRECTION = 0,
    parameter integer MERGE = 1,
    parameter integer MIX_ADDER = adder_pkg::BRENT_KUNG,
    parameter integer KEY_ADDER = adder_pkg::BRENT_KUNG,
    localparam integer LANE_BITS = (STAGES > 1) ? $clog2(STAGES) : 1
) (
    input logic clk,
    input logic rst,

    input  logic                 in_valid,
    output logic                 in_ready,
    output logic [LANE_BITS-1:0] in_lane,
    input  logic [    BLOCK-1:0] in_data,
    input  logic [    BLOCK-1:0] in_key,
    input  logic [        127:0] in_tweak,
    input  logic                 in_decrypt,

    output logic                 out_valid,
    input  logic                 out_ready,
    output logic [LANE_BITS-1:0] out_lane,
    output logic [    BLOCK-1:0] out_data
);

  generate
    if (BLOCK != 256 && BLOCK != 512 && BLOCK != 1024) begin : gen_refused_block
      threefish_core_needs_BLOCK_of_256_512_or_1024 refused ();
    end
    if (VERSION != 11 && VERSION != 12 && VERSION != 13) begin : gen_refused_version
      threefish_core_needs_VERSION_of_11_12_or_13 refused ();
    end
    if (UNROLL != 1 && UNROLL != 2 && UNROLL != 4 && UNROLL != 8) begin : gen_refused_unroll
      threefish_core_needs_UNROLL_of_1_2_4_or_8 refused ();
    end
    if (STAGES < 1 || STAGES > UNROLL) begin : gen_refused_stages
      threefish_core_needs_STAGES_of_1_to_UNROLL refused ();
    end
    if (DIRECTION < 0 || DIRECTION > 2) begin : gen_refused_direction
      threefish_core_needs_DIRECTION_of_0_1_or_2 refused ();
    end
    if (MERGE != 0 && MERGE != 1) begin : gen_refused_merge
      threefish_core_needs_MERGE_of_0_or_1 refused ();
    end
  endgenerate

  localparam integer WORDS = BLOCK / 64;
  localparam integer RING = BLOCK + 64;
  localparam integer LAST_SUBKEY = skein_pkg::rounds(BLOCK) / 4;
  localparam integer LAST = STAGES - 1;
  // The stage of the loop's round 4, if that has a stage after the first: there the ring moves even in a slot that does
  // not run, so that rank 0 turns the ring with a waiting result LATE words the other way.
  localparam integer LATE_STAGE = (UNROLL == 8) ? (4 * STAGES + STAGES - 1) / 8 : 0;
  localparam integer LATE = (LATE_STAGE > 0) ? 1 : 0;

  // The ring moved on by n words.
  function automatic [RING-1:0] move_on(input logic [RING-1:0] words, input integer n);
    begin
      for (integer i = 0; i <= WORDS; i = i + 1) move_on[64*i+:64] = words[64*((i+n)%(WORDS+1))+:64];
    end
  endfunction

  function automatic [63:0] key_parity(input logic [BLOCK-1:0] key);
    begin
      key_parity = skein_pkg::parity(VERSION);
      for (integer i = 0; i < WORDS; i = i + 1) key_parity = key_parity ^ key[64*i+:64];
    end
  endfunction

  // The slots: rank j holds its part at index j, and hands on the part of the same name with `_out`. The rest of them is
  // in threefish_loop.
  logic [STAGES*RING-1:0] ring_moved, ring_out;
  logic [STAGES*128-1:0] tweak;
  logic [STAGES-1:0] running, running_out;
  logic [STAGES-1:0] waiting, waiting_out;  // with a result in the ring
  logic [STAGES-1:0] decrypt_bit;
  logic [STAGES-1:0] decrypt;  // a constant where there is one direction only

  assign decrypt = (DIRECTION == 2) ? decrypt_bit : {STAGES{DIRECTION == 1}};

  // ---------------------------------------------------------------------------------------------------------
  // Rank 0: the result.
  logic passed;
  logic finish;  // all passes are done
  logic [RING-1:0] ring;
  logic [BLOCK-1:0] computed;
  logic [BLOCK-1:0] result;

  assign finish = running[0] && passed;
  assign result = waiting[0] ? ring[BLOCK-1:0] : computed;
  assign out_valid = finish || waiting[0];

  generate
    for (genvar i = 0; i < BLOCK / 8; i = i + 1) begin : gen_result_byte
      assign out_data[BLOCK-1-8*i-:8] = result[8*i+:8];
    end
  endgenerate

  generate
    for (genvar j = 0; j < STAGES; j = j + 1) begin : gen_stage
      if (j == 0) begin : gen_result
        logic [RING-1:0] resting;
        assign resting = {ring[RING-1:BLOCK], result};
        assign ring_out[RING-1:0] = (running[0] && !finish) ? ring_moved[RING-1:0] :
            decrypt[0] ? move_on(resting, LATE) : move_on(resting, WORDS + 1 - LATE);
        assign running_out[0] = running[0] && !finish;
        assign waiting_out[0] = out_valid && !out_ready;
      end else begin : gen_moves
        assign ring_out[j*RING+:RING] = ring_moved[j*RING+:RING];
        assign running_out[j] = running[j];
        assign waiting_out[j] = waiting[j];
      end
    end
  endgenerate

  // ---------------------------------------------------------------------------------------------------------
  // Load: what the slot that leaves the last stage takes into rank 0.
  logic resting;
  logic take;
  logic decrypt_in;
  logic [BLOCK-1:0] data;
  logic [BLOCK-1:0] key;
  logic [RING-1:0] key_ring;
  logic [127:0] tweak_in;

  logic [BLOCK-1:0] state_load, state_leaving;
  logic [RING-1:0] ring_load;
  logic [127:0] tweak_load;
  logic decrypt_load;

  // Word 0 of the specification, least significant byte first, is in the highest bits of a port and in the lowest bits
  // of a slot.
  generate
    for (genvar i = 0; i < BLOCK / 8; i = i + 1) begin : gen_byte
      assign data[8*i+:8] = in_data[BLOCK-1-8*i-:8];
      assign key[8*i+:8]  = in_key[BLOCK-1-8*i-:8];
    end
    for (genvar i = 0; i < 16; i = i + 1) begin : gen_tweak_byte
      assign tweak_in[8*i+:8] = in_tweak[127-8*i-:8];
    end
  endgenerate

  assign resting = !running_out[LAST] && !waiting_out[LAST];
  assign in_ready = resting;
  assign take = resting && in_valid;
  assign decrypt_in = (DIRECTION == 2) ? in_decrypt : DIRECTION == 1;
  assign key_ring = {key_parity(key), key};

  assign state_load = take ? data : state_leaving;
  assign ring_load = !take ? ring_out[LAST*RING+:RING] : decrypt_in ? move_on(key_ring, LAST_SUBKEY) : key_ring;
  assign tweak_load = take ? tweak_in : tweak[LAST*128+:128];
  assign decrypt_load = take ? decrypt_in : decrypt[LAST];

  threefish_loop #(
      .BLOCK(BLOCK),
      .VERSION(VERSION),
      .UNROLL(UNROLL),
      .STAGES(STAGES),
      .DIRECTION(DIRECTION),
      .MERGE(MERGE),
      .MIX_ADDER(MIX_ADDER),
      .KEY_ADDER(KEY_ADDER)
  ) loop (
      .clk(clk),
      .tweak({tweak_load, tweak}),
      .decrypt({decrypt_load, decrypt}),
      .begins(take),
      .begins_decrypting(decrypt_in),
      .state_load(state_load),
      .state_leaving(state_leaving),
      .ring_moved(ring_moved),
      .ring_out(ring_out),
      .ring_load(ring_load),
      .ring(ring),
      .passed(passed),
      .result(computed)
  );

  // ---------------------------------------------------------------------------------------------------------
  // Registers, and the lane whose slot is at rank 0.
  logic [LANE_BITS-1:0] lane;

  assign out_lane = lane;
  assign in_lane  = (STAGES == 1 || lane == LANE_BITS'(LAST)) ? '0 : lane + 1'b1;

  generate
    for (genvar j = 0; j < STAGES; j = j + 1) begin : gen_rank
      localparam integer FROM = (j == 0) ? LAST : j - 1;
      always_ff @(posedge clk) begin
        tweak[j*128+:128] <= (j == 0) ? tweak_load : tweak[FROM*128+:128];
        decrypt_bit[j] <= (j == 0) ? decrypt_load : decrypt[FROM];
        running[j] <= !rst && ((j == 0) ? running_out[LAST] || take : running_out[FROM]);
        waiting[j] <= !rst && waiting_out[FROM];
      end
    end
  endgenerate

  always_ff @(posedge clk) lane <= rst ? '0 : in_lane;

  logic unused;
  assign unused = in_decrypt;

endmodule
