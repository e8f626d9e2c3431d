// SPDX-License-Identifier: Apache-2.0
//
// The loop of Threefish (section 3.3) for what is in flight in skein_engine and threefish_core: UNROLL rounds, or inverse
// rounds, that STAGES ranks of registers cut into stages. Slots, one for each lane, move one rank a cycle and pass
// rank 0 once in STAGES cycles:
//
//     ,-> [load] -> rank 0 -> rounds -> rank 1 -> rounds -> ... rank STAGES-1 -> rounds -,
//     |              `-> last subkey                                                     |
//     `----------------------------------------------------------------------------------'
//
// Of a slot it has the state, the key and the number of its pass. The key moves through a ring of N_w + 1
// words, so that the subkey that is next is always its first N_w words; the three words with tweak and number are made
// one stage before they are used. What else a slot has, and what becomes of it at rank 0, is the user's.
//
// Parameters
//   BLOCK      256, 512 or 1024                 VERSION  11, 12 or 13
//   UNROLL     1, 2, 4 or 8 rounds in the loop  STAGES   1 .. UNROLL slots
//   DIRECTION  0: encrypts; 1: decrypts; 2: either, slot by slot
//   MERGE      1: subkeys merged into a MIX by carry-save adders; 0: added or subtracted before
//   MIX_ADDER, KEY_ADDER  carry networks of the MIX functions and of the key path, names of adder_pkg
//
// Ports. The part of the slot at rank j is at index j. Index STAGES, and names with _load and _leaving, are of the slot
// that goes from the last stage into rank 0. Word 0 is in the lowest bits.
//   tweak              the words t_0, in the lower half, and t_1
//   decrypt            the slot decrypts; as DIRECTION says where that is 0 or 1
//   begins             the slot that goes into rank 0 begins with its first pass
//   begins_decrypting  and decrypts
//   state_load         what goes into rank 0: state_leaving, or a new state
//   ring_moved         the ring behind the rounds
//   ring_out           the ring as the user lets it go on; behind the last stage he does so with ring_load
//   ring               the ring at rank 0
//   passed             the slot at rank 0 has had all its rounds; if it runs, `result` is
//   result             its state with the last subkey added or subtracted

module threefish_loop #(
    parameter integer BLOCK = 512,
    parameter integer VERSION = 13,
    parameter integer UNROLL = 8,
    parameter integer STAGES = 1,
    parameter integer DIRECTION = 0,
    parameter integer MERGE = 1,
    parameter integer MIX_ADDER = adder_pkg::BRENT_KUNG,
    parameter integer KEY_ADDER = adder_pkg::BRENT_KUNG,
    localparam integer RING = BLOCK + 64
) (
    input logic clk,

    input  logic [(STAGES+1)*128-1:0] tweak,
    input  logic [          STAGES:0] decrypt,
    input  logic                      begins,
    input  logic                      begins_decrypting,
    input  logic [         BLOCK-1:0] state_load,
    output logic [         BLOCK-1:0] state_leaving,
    output logic [   STAGES*RING-1:0] ring_moved,
    input  logic [   STAGES*RING-1:0] ring_out,
    input  logic [          RING-1:0] ring_load,

    output logic [ RING-1:0] ring,
    output logic             passed,
    output logic [BLOCK-1:0] result
);

  generate
    if (BLOCK != 256 && BLOCK != 512 && BLOCK != 1024) begin : gen_refused_block
      threefish_loop_needs_BLOCK_of_256_512_or_1024 refused ();
    end
    if (UNROLL != 1 && UNROLL != 2 && UNROLL != 4 && UNROLL != 8) begin : gen_refused_unroll
      threefish_loop_needs_UNROLL_of_1_2_4_or_8 refused ();
    end
    if (STAGES < 1 || STAGES > UNROLL) begin : gen_refused_stages
      threefish_loop_needs_STAGES_of_1_to_UNROLL refused ();
    end
    if (DIRECTION < 0 || DIRECTION > 2) begin : gen_refused_direction
      threefish_loop_needs_DIRECTION_of_0_1_or_2 refused ();
    end
  endgenerate

  localparam integer WORDS = BLOCK / 64;
  localparam integer PASSES = skein_pkg::rounds(BLOCK) / UNROLL;
  localparam integer LAST_SUBKEY = skein_pkg::rounds(BLOCK) / 4;
  localparam integer LAST = STAGES - 1;

  function automatic integer first_round(input integer stage);
    begin
      first_round = (stage * UNROLL) / STAGES;
    end
  endfunction

  // The slots: rank j holds its part at index j, and hands on the part of the same name with `_out`.
  logic [STAGES*BLOCK-1:0] state, state_out;
  logic [STAGES*RING-1:0] rings;
  logic [STAGES*192-1:0] special, special_next;  // subkey words with tweak or number, where rank j begins with a subkey
  logic [STAGES*7-1:0] pass, pass_out;
  logic [STAGES*2-1:0] s_mod_3, s_mod_3_out;  // number of the first subkey of the pass, modulo 3

  assign ring = rings[RING-1:0];
  assign state_leaving = state_out[LAST*BLOCK+:BLOCK];

  // ---------------------------------------------------------------------------------------------------------
  // Rank 0: the last subkey.
  logic [BLOCK-1:0] last_subkey;

  assign passed = pass[6:0] == 7'(PASSES);
  assign last_subkey = {special[191:0], ring[BLOCK-193:0]};

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
      assign result[64*i+:64] = sum ^ {64{decrypt[0]}};  // a - b is not (not a + b)
    end
  endgenerate

  // ---------------------------------------------------------------------------------------------------------
  // Stages.
  generate
    for (genvar j = 0; j < STAGES; j = j + 1) begin : gen_stage
      // Encrypted, and decrypted in the higher half.
      logic [2*BLOCK-1:0] states;
      logic [2*RING-1:0] moved;

      for (genvar d = 0; d < 2; d = d + 1) begin : gen_direction
        if (DIRECTION == d || DIRECTION == 2) begin : gen_rounds
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
              .ring(rings[j*RING+:RING]),
              .special(special[j*192+:192]),
              .t0(tweak[j*128+:64]),
              .t1(tweak[j*128+64+:64]),
              .pass(pass[j*7+:7]),
              .s_mod_3(s_mod_3[j*2+:2]),
              .state_out(states[d*BLOCK+:BLOCK]),
              .ring_out(moved[d*RING+:RING])
          );
        end else begin : gen_none
          assign states[d*BLOCK+:BLOCK] = '0;
          assign moved[d*RING+:RING] = '0;
        end
      end

      assign state_out[j*BLOCK+:BLOCK] = decrypt[j] ? states[BLOCK+:BLOCK] : states[0+:BLOCK];
      assign ring_moved[j*RING+:RING] = decrypt[j] ? moved[RING+:RING] : moved[0+:RING];

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
  // What goes into rank 0.
  logic [6:0] pass_load;
  logic [1:0] s_mod_3_load;

  assign pass_load = begins ? 7'd0 : pass_out[LAST*7+:7];
  assign s_mod_3_load = !begins ? s_mod_3_out[LAST*2+:2] : begins_decrypting ? 2'(LAST_SUBKEY % 3) : 2'd0;

  // ---------------------------------------------------------------------------------------------------------
  // The three subkey words with tweak or number, one stage before the rank that begins with a subkey.
  generate
    for (genvar j = 0; j < STAGES; j = j + 1) begin : gen_special
      localparam integer SUBKEY = (first_round(j) + 3) / 4;
      localparam integer FROM = (j == 0) ? LAST : j - 1;
      localparam integer TWEAK = (j == 0) ? STAGES : FROM;
      if (first_round(j) % 4 == 0) begin : gen_subkey
        logic [191:0] words;
        logic backwards;
        logic [4:0] count;
        logic [4:0] number;
        logic [1:0] first_mod_3;
        logic [1:0] number_mod_3;

        if (j == 0) begin : gen_loaded
          assign words = ring_load[BLOCK-192+:192];
          assign backwards = (DIRECTION == 2) ? decrypt[STAGES] : DIRECTION == 1;
          assign count = skein_pkg::subkey_number(UNROLL, pass_load, 5'd0);
          assign first_mod_3 = s_mod_3_load;
        end else begin : gen_moved
          assign words = ring_out[FROM*RING+BLOCK-192+:192];
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
            .t0(tweak[128*TWEAK+:64]),
            .t1(tweak[128*TWEAK+64+:64]),
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
  // Registers.
  generate
    for (genvar j = 0; j < STAGES; j = j + 1) begin : gen_rank
      localparam integer FROM = (j == 0) ? LAST : j - 1;
      always_ff @(posedge clk) begin
        state[j*BLOCK+:BLOCK] <= (j == 0) ? state_load : state_out[FROM*BLOCK+:BLOCK];
        rings[j*RING+:RING] <= (j == 0) ? ring_load : ring_out[FROM*RING+:RING];
        special[j*192+:192] <= special_next[j*192+:192];
        pass[j*7+:7] <= (j == 0) ? pass_load : pass_out[FROM*7+:7];
        s_mod_3[j*2+:2] <= (j == 0) ? s_mod_3_load : s_mod_3_out[FROM*2+:2];
      end
    end
  endgenerate

  // The phases of a slot of skein_engine have their names in the same package.
  logic unused;
  assign unused = ^{tweak, decrypt, ring_out, skein_pkg::OUTPUT, skein_pkg::PRESENT};

endmodule
