// SPDX-License-Identifier: Apache-2.0
//
// Threefish, the tweakable block cipher of Skein (section 3.3), alone: C = E(K, T, P), or P = D(K, T, C), for STAGES
// blocks in flight, each with a key and a tweak of its own. It runs in a loop of UNROLL rounds, or of inverse rounds,
// that STAGES ranks of registers cut into stages; a block owns one slot of the loop, which moves one rank a cycle and
// passes rank 0 once in STAGES cycles:
//
//     key, tweak, data --+                   +-> result
//                        v                   |
//     ,-> [load] -> rank 0 -> rounds -> rank 1 -> rounds -> ... rank STAGES-1 -> rounds -,
//     |              `-> last subkey -> the ring of a slot whose result is not taken     |
//     `----------------------------------------------------------------------------------'
//
// The key moves through a ring of N_w + 1 words, so that the subkey that is next is always its first N_w words.
// Encryption adds the subkeys 0 .. N_r/4 and moves the ring on; decryption subtracts them from N_r/4 to 0 and moves it
// back from where encryption leaves it, which is N_r/4 mod (N_w + 1) words on: wiring. The three words with tweak and
// number are added one stage before they are used. With DIRECTION = 2 a stage has the rounds and the inverse rounds, and
// each slot a bit that selects; ring, control and the addition of the last subkey are there once.
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
  localparam integer PASSES = skein_pkg::rounds(BLOCK) / UNROLL;
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

  function automatic integer first_round(input integer stage);
    begin
      first_round = (stage * UNROLL) / STAGES;
    end
  endfunction

  // The slots: rank j holds its part at index j, and hands on the part of the same name with `_out`.
  logic [STAGES*BLOCK-1:0] state, state_out;
  logic [STAGES*RING-1:0] ring, ring_out;
  logic [STAGES*192-1:0] special, special_next;  // subkey words with tweak or number, where rank j begins with a subkey
  logic [STAGES*128-1:0] tweak;
  logic [STAGES*7-1:0] pass, pass_out;
  logic [STAGES*2-1:0] s_mod_3, s_mod_3_out;
  logic [STAGES-1:0] running, running_out;
  logic [STAGES-1:0] waiting, waiting_out;  // with a result in the ring
  logic [STAGES-1:0] decrypt_bit;
  logic [STAGES-1:0] decrypt;  // a constant where there is one direction only

  assign decrypt = (DIRECTION == 2) ? decrypt_bit : {STAGES{DIRECTION == 1}};

  // ---------------------------------------------------------------------------------------------------------
  // Rank 0: the last subkey, and the result.
  logic finish;  // all passes are done
  logic [BLOCK-1:0] last_subkey;
  logic [BLOCK-1:0] computed;  // state + last subkey, or state - last subkey
  logic [BLOCK-1:0] result;

  assign finish = running[0] && pass[6:0] == 7'(PASSES);
  assign last_subkey = {special[191:0], ring[BLOCK-193:0]};
  assign result = waiting[0] ? ring[BLOCK-1:0] : computed;
  assign out_valid = finish || waiting[0];

  generate
    for (genvar i = 0; i < WORDS; i = i + 1) begin : gen_last_subkey
      logic [63:0] operand;
      logic [63:0] sum;
      assign operand = state[64*i+:64] ^ {64{decrypt[0]}};
      prefix_adder #(
          .WIDTH  (64),
          .NETWORK(KEY_ADDER)
      ) add (
          .a  (operand),
          .b  (last_subkey[64*i+:64]),
          .sum(sum)
      );
      assign computed[64*i+:64] = sum ^ {64{decrypt[0]}};  // a - b is not (not a + b)
    end
    for (genvar i = 0; i < BLOCK / 8; i = i + 1) begin : gen_result_byte
      assign out_data[BLOCK-1-8*i-:8] = result[8*i+:8];
    end
  endgenerate

  // ---------------------------------------------------------------------------------------------------------
  // Stages.
  generate
    for (genvar j = 0; j < STAGES; j = j + 1) begin : gen_stage
      // Encrypted, and decrypted in the higher half.
      logic [2*BLOCK-1:0] states;
      logic [2*RING-1:0] rings;
      logic [RING-1:0] ring_moved;

      for (genvar d = 0; d < 2; d = d + 1) begin : gen_direction
        if (DIRECTION == d || DIRECTION == 2) begin : gen_stage
          threefish_stage #(
              .BLOCK(BLOCK),
              .VERSION(VERSION),
              .UNROLL(UNROLL),
              .FIRST(first_round(j)),
              .COUNT(first_round(j + 1) - first_round(j)),
              .INVERSE(d),
              .MERGE(MERGE),
              .MIX_ADDER(MIX_ADDER),
              .KEY_ADDER(KEY_ADDER)
          ) stage (
              .state(state[j*BLOCK+:BLOCK]),
              .ring(ring[j*RING+:RING]),
              .special(special[j*192+:192]),
              .t0(tweak[j*128+:64]),
              .t1(tweak[j*128+64+:64]),
              .pass(pass[j*7+:7]),
              .s_mod_3(s_mod_3[j*2+:2]),
              .state_out(states[d*BLOCK+:BLOCK]),
              .ring_out(rings[d*RING+:RING])
          );
        end else begin : gen_none
          assign states[d*BLOCK+:BLOCK] = '0;
          assign rings[d*RING+:RING] = '0;
        end
      end

      assign state_out[j*BLOCK+:BLOCK] = decrypt[j] ? states[BLOCK+:BLOCK] : states[0+:BLOCK];
      assign ring_moved = decrypt[j] ? rings[RING+:RING] : rings[0+:RING];

      if (j == 0) begin : gen_result
        logic [RING-1:0] resting;
        assign resting = {ring[RING-1:BLOCK], result};
        assign ring_out[RING-1:0] = (running[0] && !finish) ? ring_moved :
            decrypt[0] ? move_on(resting, LATE) : move_on(resting, WORDS + 1 - LATE);
        assign running_out[0] = running[0] && !finish;
        assign waiting_out[0] = out_valid && !out_ready;
      end else begin : gen_moves
        assign ring_out[j*RING+:RING] = ring_moved;
        assign running_out[j] = running[j];
        assign waiting_out[j] = waiting[j];
      end

      // The first subkey of the next pass: its number, modulo 3, counts up or down.
      assign pass_out[j*7+:7] = (j == LAST) ? pass[j*7+:7] + 7'd1 : pass[j*7+:7];
      if (j < LAST) begin : gen_same_pass
        assign s_mod_3_out[j*2+:2] = s_mod_3[j*2+:2];
      end else begin : gen_next_pass
        localparam integer STEP = (UNROLL == 8) ? 2 : 1;
        logic subkey_done;
        if (UNROLL >= 4) begin : gen_each_pass
          assign subkey_done = 1'b1;
        end else begin : gen_fourth_round
          assign subkey_done = (UNROLL == 2) ? pass[j*7] : &pass[j*7+:2];
        end
        assign s_mod_3_out[j*2+:2] = !subkey_done ? s_mod_3[j*2+:2] :
            decrypt[j] ? skein_pkg::add_mod_3(s_mod_3[j*2+:2], 2 * STEP) :
            skein_pkg::add_mod_3(s_mod_3[j*2+:2], STEP);
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

  logic [BLOCK-1:0] state_load;
  logic [RING-1:0] ring_load;
  logic [127:0] tweak_load;
  logic [6:0] pass_load;
  logic [1:0] s_mod_3_load;
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

  assign state_load = take ? data : state_out[LAST*BLOCK+:BLOCK];
  assign ring_load = !take ? ring_out[LAST*RING+:RING] : decrypt_in ? move_on(key_ring, LAST_SUBKEY) : key_ring;
  assign tweak_load = take ? tweak_in : tweak[LAST*128+:128];
  assign pass_load = take ? 7'd0 : pass_out[LAST*7+:7];
  assign s_mod_3_load = !take ? s_mod_3_out[LAST*2+:2] : decrypt_in ? 2'(LAST_SUBKEY % 3) : 2'd0;
  assign decrypt_load = take ? decrypt_in : decrypt[LAST];

  // ---------------------------------------------------------------------------------------------------------
  // The three subkey words with tweak or number, one stage before the rank that begins with a subkey.
  generate
    for (genvar j = 0; j < STAGES; j = j + 1) begin : gen_special
      localparam integer SUBKEY = (first_round(j) + 3) / 4;
      localparam integer FROM = (j == 0) ? LAST : j - 1;
      if (first_round(j) % 4 == 0) begin : gen_subkey
        logic [191:0] words;
        logic [127:0] tweak_of;
        logic backwards;
        logic [4:0] count;
        logic [4:0] number;
        logic [1:0] first_mod_3;
        logic [1:0] number_mod_3;

        if (j == 0) begin : gen_loaded
          assign words = ring_load[BLOCK-192+:192];
          assign tweak_of = tweak_load;
          assign backwards = (DIRECTION == 2) ? decrypt_load : DIRECTION == 1;
          assign count = skein_pkg::subkey_number(UNROLL, pass_load, 5'd0);
          assign first_mod_3 = s_mod_3_load;
        end else begin : gen_moved
          assign words = ring_out[FROM*RING+BLOCK-192+:192];
          assign tweak_of = tweak[FROM*128+:128];
          assign backwards = decrypt[FROM];
          assign count = skein_pkg::subkey_number(UNROLL, pass[FROM*7+:7], SUBKEY[4:0]);
          assign first_mod_3 = s_mod_3[FROM*2+:2];
        end
        assign number = backwards ? 5'(LAST_SUBKEY) - count : count;
        assign number_mod_3 = backwards ? skein_pkg::add_mod_3(first_mod_3, 2 * SUBKEY) :
            skein_pkg::add_mod_3(first_mod_3, SUBKEY);

        threefish_subkey #(
            .ADDER(KEY_ADDER)
        ) subkey (
            .key(words),
            .t0(tweak_of[63:0]),
            .t1(tweak_of[127:64]),
            .s(number),
            .s_mod_3(number_mod_3),
            .words(special_next[192*j+191:192*j])
        );
      end else begin : gen_none
        assign special_next[j*192+:192] = '0;
      end
    end
  endgenerate

  // ---------------------------------------------------------------------------------------------------------
  // Registers, and the lane whose slot is at rank 0.
  logic [LANE_BITS-1:0] lane;

  assign out_lane = lane;
  assign in_lane  = (STAGES == 1 || lane == LANE_BITS'(LAST)) ? '0 : lane + 1'b1;

  generate
    for (genvar j = 0; j < STAGES; j = j + 1) begin : gen_rank
      localparam integer FROM = (j == 0) ? LAST : j - 1;
      always_ff @(posedge clk) begin
        state[j*BLOCK+:BLOCK] <= (j == 0) ? state_load : state_out[FROM*BLOCK+:BLOCK];
        ring[j*RING+:RING] <= (j == 0) ? ring_load : ring_out[FROM*RING+:RING];
        special[j*192+:192] <= special_next[j*192+:192];
        tweak[j*128+:128] <= (j == 0) ? tweak_load : tweak[FROM*128+:128];
        pass[j*7+:7] <= (j == 0) ? pass_load : pass_out[FROM*7+:7];
        s_mod_3[j*2+:2] <= (j == 0) ? s_mod_3_load : s_mod_3_out[FROM*2+:2];
        decrypt_bit[j] <= (j == 0) ? decrypt_load : decrypt[FROM];
        running[j] <= !rst && ((j == 0) ? running_out[LAST] || take : running_out[FROM]);
        waiting[j] <= !rst && waiting_out[FROM];
      end
    end
  endgenerate

  always_ff @(posedge clk) lane <= rst ? '0 : in_lane;

  // The phases of a slot of skein_engine have their names in the same package.
  logic unused;
  assign unused = ^{in_decrypt, skein_pkg::OUTPUT, skein_pkg::PRESENT};

endmodule
