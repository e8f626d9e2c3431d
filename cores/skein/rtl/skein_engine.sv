// SPDX-License-Identifier: Apache-2.0
//
// UBI of Skein (section 3.4) for STAGES messages in flight, around threefish_loop. A message owns one slot of the loop,
// which moves one rank a cycle and passes rank 0 once in STAGES cycles:
//
//        block --+                         +-> digest
//                v                         |
//     ,-> [load] -> rank 0 -> rounds -> rank 1 -> rounds -> ... rank STAGES-1 -> rounds -,
//     |              `-> last subkey addition, feed-forward -> key of rank 1             |
//     `----------------------------------------------------------------------------------'
//
// A slot carries state and key in the loop, and block, tweak and control here. After N_r rounds it meets rank 0 once
// more: the state and the last subkey, which is E_K(M), xor M, becomes the key of the next block.
//
// With ARGUMENTS = 0 this is plain Skein: message blocks in, the output transform made here (section 3.5.3), the digest
// out. With ARGUMENTS = 1 it is UBI alone, and what stands before it says of each block to which string it belongs:
// it chains the blocks of strings of any type, and gives the result of a block as a beat where that is asked for.
// With CONTEXT = 1 plain Skein whose messages leave and go on: only what follows a block of whole bits says whether it
// is the last of its message, so that one with block_give is not hashed; it is given back behind the chaining value.
//
// Cycles (N_r = 72, or 80 for BLOCK = 1024)
//   block to block of a lane, and the output transform:  STAGES (N_r / UNROLL + 1)
//   digest_valid after the edge that takes the first of n blocks, DIGEST <= BLOCK:
//     STAGES (N_r / UNROLL + 1) (n + 1) + 1, and as much more for each further digest beat;
//     with CONFIGURE = 1 a lane is first busy for one block time after reset and after each digest;
//     with ARGUMENTS = 1: STAGES (N_r / UNROLL + 1) + 1 after the edge that takes a block with block_give
//     with CONTEXT = 1: 1 after the edge that takes a block with block_give
//
// Parameters
//   BLOCK       256, 512 or 1024                 VERSION  11, 12 or 13
//   DIGEST      digest length in bits; without effect with ARGUMENTS = 1
//   UNROLL      1, 2, 4 or 8 rounds in the loop  STAGES   1 .. UNROLL messages in flight
//   COUNT_BITS  width of block_count, 9 to 67
//   ARGUMENTS   0: plain Skein; 1: strings of any type
//   CONFIGURE   0: initial values from skein_initial_value_pkg (for the digest lengths that it holds, computed
//               otherwise); 1: the configuration block is processed before each message
//   MERGE       1: subkey additions merged into the first MIX by carry-save adders; 0: added before
//   ROUNDED     0: block_count is in bits; 1: its bits from 3 on are bytes, the last one whole or not
//   MIX_ADDER, KEY_ADDER  carry networks of the MIX functions and of the key path, names of adder_pkg
//   CONTEXT     1, with ARGUMENTS = 0: a message can go on from a chaining value, and end with one
//
// Ports: the block-level contract (docs/core-contract.md).
//   block_lane / digest_lane  the lane that block_* / digest_* speak for in this cycle
//   block_data, digest_data   first bit of the message or digest in the highest bit
//   block_count               string bits up to the end of this block
//   rst                       drops every message in flight
// block_first in the middle of a message begins a new one in that lane.
// With ARGUMENTS = 1 only:
//   block_first, block_last   of the string
//   block_type, block_level   type and tree level of the tweak
//   block_load, block_chain   the chaining value before this block is block_chain, not that of the lane
//   block_give                the result of this block is a digest beat, and the lane keeps the chaining value that it
//                             had before this block
//   digest_last               is always 1
// With CONTEXT = 1 only:
//   block_load, block_chain   with block_first: the message goes on from block_chain
//   block_give                with block_last: this block is not hashed; digest_data is the chaining value before it, then
//                             the block. Digests begin in its highest bit

module skein_engine #(
    parameter integer BLOCK = 512,
    parameter integer DIGEST = 512,
    parameter integer VERSION = 13,
    parameter integer UNROLL = 8,
    parameter integer STAGES = 1,
    parameter integer COUNT_BITS = 64,
    parameter integer ARGUMENTS = 0,
    parameter integer CONFIGURE = 0,
    parameter integer MERGE = 1,
    parameter integer ROUNDED = 0,
    parameter integer MIX_ADDER = adder_pkg::BRENT_KUNG,
    parameter integer KEY_ADDER = adder_pkg::BRENT_KUNG,
    parameter integer CONTEXT = 0,
    localparam integer LANE_BITS = (STAGES > 1) ? $clog2(STAGES) : 1,
    localparam integer BEAT = (ARGUMENTS == 0 && DIGEST < BLOCK) ? DIGEST : BLOCK,
    localparam integer OUTPUT = (CONTEXT != 0) ? 2 * BLOCK : BEAT
) (
    input logic clk,
    input logic rst,

    input  logic                  block_valid,
    output logic                  block_ready,
    output logic [ LANE_BITS-1:0] block_lane,
    input  logic [     BLOCK-1:0] block_data,
    input  logic                  block_first,
    input  logic                  block_last,
    input  logic [COUNT_BITS-1:0] block_count,
    input  logic [           5:0] block_type,
    input  logic [           6:0] block_level,
    input  logic                  block_load,
    input  logic [     BLOCK-1:0] block_chain,
    input  logic                  block_give,

    output logic                 digest_valid,
    input  logic                 digest_ready,
    output logic [LANE_BITS-1:0] digest_lane,
    output logic [   OUTPUT-1:0] digest_data,
    output logic                 digest_last
);

  generate
    if (BLOCK != 256 && BLOCK != 512 && BLOCK != 1024) begin : gen_refused_block
      skein_engine_needs_BLOCK_of_256_512_or_1024 refused ();
    end
    if (DIGEST < 1) begin : gen_refused_digest
      skein_engine_needs_DIGEST_of_1_or_more refused ();
    end
    if (VERSION != 11 && VERSION != 12 && VERSION != 13) begin : gen_refused_version
      skein_engine_needs_VERSION_of_11_12_or_13 refused ();
    end
    if (UNROLL != 1 && UNROLL != 2 && UNROLL != 4 && UNROLL != 8) begin : gen_refused_unroll
      skein_engine_needs_UNROLL_of_1_2_4_or_8 refused ();
    end
    if (STAGES < 1 || STAGES > UNROLL) begin : gen_refused_stages
      skein_engine_needs_STAGES_of_1_to_UNROLL refused ();
    end
    if (COUNT_BITS < 9 || COUNT_BITS > 67) begin : gen_refused_count_bits
      skein_engine_needs_COUNT_BITS_of_9_to_67 refused ();
    end
    if (ARGUMENTS != 0 && ARGUMENTS != 1) begin : gen_refused_arguments
      skein_engine_needs_ARGUMENTS_of_0_or_1 refused ();
    end
    if (CONFIGURE != 0 && CONFIGURE != 1) begin : gen_refused_configure
      skein_engine_needs_CONFIGURE_of_0_or_1 refused ();
    end
    if (MERGE != 0 && MERGE != 1) begin : gen_refused_merge
      skein_engine_needs_MERGE_of_0_or_1 refused ();
    end
    if (ROUNDED != 0 && ROUNDED != 1) begin : gen_refused_rounded
      skein_engine_needs_ROUNDED_of_0_or_1 refused ();
    end
    if (CONTEXT != 0 && (CONTEXT != 1 || ARGUMENTS != 0)) begin : gen_refused_context
      skein_engine_needs_CONTEXT_of_0_or_of_1_with_ARGUMENTS_0 refused ();
    end
  endgenerate

  localparam integer WORDS = BLOCK / 64;
  localparam integer RING = BLOCK + 64;
  localparam integer POSITION_BITS = COUNT_BITS - 3;
  localparam integer BEATS = (ARGUMENTS != 0) ? 1 : (DIGEST + BLOCK - 1) / BLOCK;
  localparam integer BEAT_BITS = (BEATS > 1) ? $clog2(BEATS) : 1;
  // A given beat takes the place of the block, and the key stays for what comes.
  localparam integer KEEP_KEY = (ARGUMENTS != 0 || BEATS > 1) ? 1 : 0;
  localparam integer CONFIGURED =
      (ARGUMENTS == 0 && (CONFIGURE != 0 || skein_initial_value_pkg::stored(DIGEST) == 0)) ? 1 : 0;
  // Bits of `flags` that a slot keeps: all of `slot` below, or final, first and padded, with CONTEXT behind give.
  localparam integer FLAGS = (ARGUMENTS != 0) ? 17 : (CONTEXT != 0) ? 4 : 3;
  localparam logic [1023:0] INITIAL = skein_initial_value_pkg::initial_value(VERSION, BLOCK, DIGEST);
  localparam logic [191:0] CONFIGURATION = skein_pkg::configuration(DIGEST);
  localparam logic [1:0] IDLE = (CONFIGURED != 0) ? skein_pkg::CONFIGURE : skein_pkg::MESSAGE;
  // The stage of the loop's round 4, if that has a stage after the first: there the ring moves on even in a slot that
  // does not run, so that rank 0 puts a resting key LATE words back.
  localparam integer LATE_STAGE = (UNROLL == 8) ? (4 * STAGES + STAGES - 1) / 8 : 0;
  localparam integer LATE = (LATE_STAGE > 0) ? 1 : 0;
  // Stage that makes the parity word of a new key: after the feed-forward where there is more than one, and once
  // the ring is in place.
  localparam integer PARITY_STAGE = (STAGES == 1) ? 0 : (LATE != 0) ? LATE_STAGE : 1;
  // Words that the ring has moved on before the last subkey.
  localparam integer MOVED = (skein_pkg::rounds(BLOCK) / 4) % (WORDS + 1);

  // The bytes in the other order: word 0 of the specification, least significant byte first, is in the highest
  // bits of a block and in the lowest bits of a state.
  function automatic [BLOCK-1:0] swap_bytes(input logic [BLOCK-1:0] data);
    begin
      for (integer i = 0; i < BLOCK / 8; i = i + 1) swap_bytes[8*i+:8] = data[BLOCK-1-8*i-:8];
    end
  endfunction

  function automatic [63:0] key_parity(input logic [BLOCK-1:0] key);
    begin
      key_parity = skein_pkg::parity(VERSION);
      for (integer i = 0; i < WORDS; i = i + 1) key_parity = key_parity ^ key[64*i+:64];
    end
  endfunction

  // The key ring moved back by n words.
  function automatic [RING-1:0] move_back(input logic [RING-1:0] words, input integer n);
    begin
      for (integer i = 0; i <= WORDS; i = i + 1)
      move_back[64*i+:64] = words[64*((i+WORDS+1-n)%(WORDS+1))+:64];
    end
  endfunction

  // The slots: rank j holds its part at index j, and hands on the part of the same name with `_out`. The rest of them is
  // in threefish_loop.
  logic [STAGES*RING-1:0] ring_moved, ring_out;
  logic [STAGES*BLOCK-1:0] message, message_out;
  logic [STAGES*POSITION_BITS-1:0] position;
  logic [STAGES*FLAGS-1:0] flags;
  logic [STAGES*2-1:0] phase, phase_out;
  logic [STAGES-1:0] running, running_out;
  logic [STAGES*BEAT_BITS-1:0] beat, beat_out;

  // What a slot knows of its block, and the tweak (section 3.5.1): of the slot at rank j, and at index STAGES of the slot
  // that is loaded into rank 0.
  logic [POSITION_BITS-1:0] position_load;
  logic [FLAGS-1:0] flags_load;
  logic [1:0] phase_leaving;
  logic [(STAGES+1)*128-1:0] tweak;
  logic is_final;  // the block at rank 0 is the last of its message
  logic is_given;  // its result is a beat

  generate
    for (genvar j = 0; j <= STAGES; j = j + 1) begin : gen_tweak
      struct packed {
        logic       give;
        logic [6:0] level;     // in the tree
        logic [5:0] kind;      // the type of the string
        logic       is_final;
        logic       is_first;
        logic       padded;    // with bit padding
      } slot;
      logic [POSITION_BITS-1:0] bytes;
      logic [1:0] phase_of;
      logic [FLAGS-1:0] kept;

      if (j < STAGES) begin : gen_rank
        assign bytes = position[j*POSITION_BITS+:POSITION_BITS];
        assign phase_of = phase[j*2+:2];
        assign kept = flags[j*FLAGS+:FLAGS];
      end else begin : gen_loaded
        assign bytes = position_load;
        assign phase_of = phase_leaving;
        assign kept = flags_load;
      end
      assign slot = (CONTEXT != 0) ? {kept[FLAGS-1], 13'b0, kept[2:0]} : 17'(kept);

      assign tweak[128*j+:64] = 64'(bytes);
      if (ARGUMENTS != 0) begin : gen_string
        assign tweak[128*j+64+:64] = {slot.is_final, slot.is_first, slot.kind, slot.padded, slot.level, 48'b0};
      end else begin : gen_message
        assign tweak[128*j+64+:64] = {
          skein_pkg::tweak_flags(phase_of, slot.is_final, slot.is_first, slot.padded), 55'b0
        };
      end
      if (j == 0) begin : gen_result
        assign is_final = slot.is_final;
        assign is_given = slot.give;
      end

      logic unused;
      assign unused = ^{slot, phase_of};
    end
  endgenerate

  // ---------------------------------------------------------------------------------------------------------
  // Rank 0: the feed-forward, and what follows from it.
  logic passed;
  logic finish;  // all passes are done
  logic [RING-1:0] ring;
  logic [BLOCK-1:0] encrypted;
  logic [BLOCK-1:0] chaining;  // E_K(M) xor M

  assign finish = running[0] && passed;
  generate
    for (genvar i = 0; i < WORDS; i = i + 1) begin : gen_feed_forward
      assign chaining[64*i+:64] = encrypted[64*i+:64] ^ message[64*i+:64];
    end
  endgenerate

  logic digest_taken;
  logic last_beat;
  assign digest_valid = phase[1:0] == skein_pkg::PRESENT;
  assign digest_taken = digest_valid && digest_ready;
  assign digest_last  = last_beat;

  logic [1:0] phase_here;
  logic [1:0] phase_next;  // of the slot at rank 0
  assign phase_here = phase[1:0];

  always_comb begin
    phase_next = phase_here;
    if (finish)
      case (phase_here)
        skein_pkg::MESSAGE:
        if (ARGUMENTS != 0) phase_next = is_given ? skein_pkg::PRESENT : skein_pkg::MESSAGE;
        else if (is_final) phase_next = skein_pkg::OUTPUT;
        skein_pkg::OUTPUT: phase_next = skein_pkg::PRESENT;
        default: phase_next = skein_pkg::MESSAGE;
      endcase
    else if (digest_taken) phase_next = last_beat ? IDLE : skein_pkg::OUTPUT;
  end

  // ---------------------------------------------------------------------------------------------------------
  // Stages.
  generate
    for (genvar j = 0; j < STAGES; j = j + 1) begin : gen_stage
      logic [RING-1:0] ring_keyed;  // with the new key, at rank 0

      if (j > 0) begin : gen_pass_on
        assign ring_keyed = ring_moved[j*RING+:RING];
        assign message_out[j*BLOCK+:BLOCK] = message[j*BLOCK+:BLOCK];
      end else if (KEEP_KEY == 0) begin : gen_result_is_key
        logic [RING-1:0] resting;
        assign resting = {ring[RING-1:BLOCK], finish ? chaining : ring[BLOCK-1:0]};
        assign ring_keyed = (finish || !running[0]) ? move_back(resting, LATE) : ring_moved[RING-1:0];
        assign message_out[BLOCK-1:0] = message[BLOCK-1:0];
      end else begin : gen_result_is_key_or_beat
        // A beat takes the place of the block, and the key is moved back.
        logic beat_made;
        logic [RING-1:0] resting;
        assign beat_made = finish && (ARGUMENTS != 0 ? is_given : phase[1:0] == skein_pkg::OUTPUT);
        assign resting = beat_made ? move_back(ring, MOVED) :
            {ring[RING-1:BLOCK], finish ? chaining : ring[BLOCK-1:0]};
        assign ring_keyed = (finish || !running[0]) ? move_back(resting, LATE) : ring_moved[RING-1:0];
        assign message_out[BLOCK-1:0] = beat_made ? chaining : message[BLOCK-1:0];
      end

      if (j == PARITY_STAGE) begin : gen_parity
        logic new_key;
        assign new_key = (STAGES > 1) ? !running[j] : finish;
        assign ring_out[j*RING+:RING] = {
          new_key ? key_parity(ring_keyed[BLOCK-1:0]) : ring_keyed[RING-1:BLOCK], ring_keyed[BLOCK-1:0]
        };
      end else begin : gen_no_parity
        assign ring_out[j*RING+:RING] = ring_keyed;
      end

      if (j == 0) begin : gen_control
        assign running_out[j] = running[j] && !finish;
        assign phase_out[j*2+:2] = phase_next;
        assign beat_out[j*BEAT_BITS+:BEAT_BITS] = !digest_taken ? beat[BEAT_BITS-1:0] :
            last_beat ? '0 : beat[BEAT_BITS-1:0] + 1'b1;
      end else begin : gen_control_moves
        assign running_out[j] = running[j];
        assign phase_out[j*2+:2] = phase[j*2+:2];
        assign beat_out[j*BEAT_BITS+:BEAT_BITS] = beat[j*BEAT_BITS+:BEAT_BITS];
      end
    end
  endgenerate

  // ---------------------------------------------------------------------------------------------------------
  // Load: what the slot that leaves the last stage takes into rank 0.
  localparam integer LAST = STAGES - 1;

  logic resting;
  logic take_block;
  logic start_output;
  logic start_configuration;
  logic [BLOCK-1:0] string_block;  // the block of an output transform or of the configuration
  logic [BLOCK-1:0] state_load, state_leaving;
  logic [RING-1:0] ring_load;
  logic [BLOCK-1:0] message_load;
  logic running_load;
  logic partial_byte;

  assign phase_leaving = phase_out[LAST*2+:2];
  assign resting = !running_out[LAST];
  assign block_ready = resting && phase_leaving == skein_pkg::MESSAGE;
  assign take_block = block_ready && block_valid;
  assign start_output = resting && phase_leaving == skein_pkg::OUTPUT;
  assign start_configuration = CONFIGURED != 0 && resting && phase_leaving == skein_pkg::CONFIGURE;
  assign partial_byte = |block_count[2:0];

  logic starting;
  logic [BEAT_BITS-1:0] beat_leaving;
  logic [RING-1:0] ring_leaving;

  logic [BLOCK-1:0] chain_given;

  assign chain_given = swap_bytes(block_chain);
  assign starting = start_output || start_configuration;
  assign beat_leaving = beat_out[LAST*BEAT_BITS+:BEAT_BITS];
  assign ring_leaving = ring_out[LAST*RING+:RING];

  always_comb begin
    if (start_configuration) string_block = BLOCK'(CONFIGURATION);
    else string_block = BLOCK'(beat_leaving);

    if ((ARGUMENTS != 0 || CONTEXT != 0) && take_block && block_load) ring_load = {key_parity(chain_given), chain_given};
    else if (ARGUMENTS == 0 && CONFIGURED == 0 && take_block && block_first)
      ring_load = {key_parity(INITIAL[BLOCK-1:0]), INITIAL[BLOCK-1:0]};
    else if (start_configuration) ring_load = {skein_pkg::parity(VERSION), {BLOCK{1'b0}}};
    else ring_load = ring_leaving;
  end

  logic give_block;  // a block that is given back in its next turn
  assign give_block   = CONTEXT != 0 && take_block && block_give;
  assign running_load = !resting || (take_block && !give_block) || starting;
  assign state_load = take_block ? swap_bytes(block_data) : starting ? string_block : state_leaving;
  assign message_load =
      take_block ? swap_bytes(block_data) : starting ? string_block : message_out[LAST*BLOCK+:BLOCK];
  assign position_load = take_block ? block_count[COUNT_BITS-1:3] + POSITION_BITS'(partial_byte && ROUNDED == 0) :
      start_configuration ? POSITION_BITS'(32) : start_output ? POSITION_BITS'(8) :
      position[LAST*POSITION_BITS+:POSITION_BITS];
  generate
    if (ARGUMENTS != 0) begin : gen_flags_of_string
      assign flags_load = take_block ?
          {block_give, block_level, block_type, block_last, block_first, partial_byte && block_last} :
          flags[LAST*FLAGS+:FLAGS];
    end else if (CONTEXT != 0) begin : gen_flags_of_piece
      logic begins;  // the first block of its message: a message that goes on can do so from its beginning
      assign begins = block_first && !(block_load && 68'(block_count) > 68'(BLOCK));
      assign flags_load = take_block ? {block_give, block_last, begins, partial_byte} : flags[LAST*FLAGS+:FLAGS];
      logic unused;
      assign unused = ^{block_type, block_level};
    end else begin : gen_flags_of_message
      assign flags_load = take_block ? {block_last, block_first, partial_byte} : flags[LAST*FLAGS+:FLAGS];
      logic unused;
      assign unused = ^{block_type, block_level, block_load, chain_given, block_give, is_given};
    end
  endgenerate

  // ---------------------------------------------------------------------------------------------------------
  // The loop.
  threefish_loop #(
      .BLOCK(BLOCK),
      .VERSION(VERSION),
      .UNROLL(UNROLL),
      .STAGES(STAGES),
      .MERGE(MERGE),
      .MIX_ADDER(MIX_ADDER),
      .KEY_ADDER(KEY_ADDER)
  ) loop (
      .clk(clk),
      .tweak(tweak),
      .decrypt({(STAGES + 1) {1'b0}}),
      .begins(resting),
      .begins_decrypting(1'b0),
      .state_load(state_load),
      .state_leaving(state_leaving),
      .ring_moved(ring_moved),
      .ring_out(ring_out),
      .ring_load(ring_load),
      .ring(ring),
      .passed(passed),
      .result(encrypted)
  );

  // ---------------------------------------------------------------------------------------------------------
  // Registers, and the lane whose slot is at rank 0.
  logic [LANE_BITS-1:0] lane;

  assign digest_lane = lane;
  assign block_lane = (STAGES == 1 || lane == LANE_BITS'(LAST)) ? '0 : lane + 1'b1;

  generate
    for (genvar j = 0; j < STAGES; j = j + 1) begin : gen_rank
      localparam integer FROM = (j == 0) ? LAST : j - 1;
      always_ff @(posedge clk) begin
        message[j*BLOCK+:BLOCK] <= (j == 0) ? message_load : message_out[FROM*BLOCK+:BLOCK];
        position[j*POSITION_BITS+:POSITION_BITS] <=
            (j == 0) ? position_load : position[FROM*POSITION_BITS+:POSITION_BITS];
        flags[j*FLAGS+:FLAGS] <= (j == 0) ? flags_load : flags[FROM*FLAGS+:FLAGS];
        if (rst) begin
          running[j] <= 1'b0;
          phase[j*2+:2] <= IDLE;
          beat[j*BEAT_BITS+:BEAT_BITS] <= '0;
        end else begin
          running[j] <= (j == 0) ? running_load : running_out[FROM];
          phase[j*2+:2] <= (j == 0 && give_block) ? skein_pkg::PRESENT : phase_out[FROM*2+:2];
          beat[j*BEAT_BITS+:BEAT_BITS] <= beat_out[FROM*BEAT_BITS+:BEAT_BITS];
        end
      end
    end
  endgenerate

  always_ff @(posedge clk) lane <= rst ? '0 : block_lane;

  // ---------------------------------------------------------------------------------------------------------
  // Digest: the first bits of the result, first byte in the highest bits.
  logic [BLOCK-1:0] result;

  assign result = swap_bytes((KEEP_KEY != 0) ? message[BLOCK-1:0] : ring[BLOCK-1:0]);
  generate
    if (CONTEXT != 0) begin : gen_context
      assign last_beat   = BEATS == 1 || beat[BEAT_BITS-1:0] == BEAT_BITS'(BEATS - 1) || is_given;
      assign digest_data = {is_given ? swap_bytes(ring[BLOCK-1:0]) : result, swap_bytes(message[BLOCK-1:0])};
    end else if (BEATS == 1) begin : gen_one_beat
      assign last_beat   = 1'b1;
      assign digest_data = result[BLOCK-1-:BEAT];
    end else begin : gen_beats
      localparam integer REST = DIGEST - (BEATS - 1) * BLOCK;
      localparam logic [BLOCK-1:0] KEEP = {{REST{1'b1}}, {(BLOCK - REST) {1'b0}}};
      assign last_beat   = beat[BEAT_BITS-1:0] == BEAT_BITS'(BEATS - 1);
      assign digest_data = last_beat ? result & KEEP : result;
    end
  endgenerate

  logic unused;
  assign unused = ^{INITIAL, result};

endmodule
