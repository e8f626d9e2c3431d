// SPDX-License-Identifier: Apache-2.0
//
// Control of the compact core of Keccak, whose rings never stand still. A turn of the rings is 64 / SLICES cycles; a byte
// of a lane passes the head of its ring in 8 / SLICES of them. What the core does:
//
//   clear     a turn in which the state becomes zero, behind rst and behind a digest
//   absorb    a turn for each lane of the block, in which its bytes are added as they pass
//   permute   49 turns: in the even ones slices go through the round functions, in the odd ones rho aligns the lanes
//   squeeze   a turn for each lane of the digest, in which its bytes leave as they pass
//
// A byte that misses its place, since it is not offered or the byte before it is not taken, waits for a turn.
//
// Parameters
//   RATE    bits in a block, a multiple of 64         SLICES  1, 2, 4 or 8
//   DIGEST  bits in a digest, a multiple of 8
//
// Ports
//   block_*, digest_*  handshakes of a core, for bytes
//   place    number of the cycle in its turn
//   lane     that is absorbed or squeezed
//   clear    the state becomes zero
//   mix      theta: in turns 0, 2, .. 46 of permute
//   align    rho: in turns 1, 3, .. 47
//   pass     pi, chi and iota: in turns 2, 4, .. 48
//   begins   in turns 0 and 1, before the first constant of a round
//   adds     bits of the block are added in this cycle
//   moves    the register of the digest takes bits in this cycle: those of a byte, or others before they come
// rst drops the message in work.

module keccak_compact_control #(
    parameter integer RATE = 1088,
    parameter integer DIGEST = 256,
    parameter integer SLICES = 1,
    localparam integer PLACE_BITS = $clog2(64 / SLICES)
) (
    input logic clk,
    input logic rst,

    input  logic block_valid,
    output logic block_ready,
    input  logic block_last,
    output logic digest_valid,
    input  logic digest_ready,
    output logic digest_last,

    output logic [PLACE_BITS-1:0] place,
    output logic [           4:0] lane,
    output logic                  clear,
    output logic                  mix,
    output logic                  align,
    output logic                  pass,
    output logic                  begins,
    output logic                  adds,
    output logic                  moves
);

  generate
    if (RATE < 64 || RATE > 1536 || RATE % 64 != 0) begin : gen_refused_rate
      keccak_compact_control_needs_RATE_a_multiple_of_64_from_64_to_1536 refused ();
    end
    if (DIGEST < 8 || DIGEST % 8 != 0) begin : gen_refused_digest
      keccak_compact_control_needs_DIGEST_a_multiple_of_8_from_8_on refused ();
    end
    if (SLICES != 1 && SLICES != 2 && SLICES != 4 && SLICES != 8) begin : gen_refused_slices
      keccak_compact_control_needs_SLICES_of_1_2_4_or_8 refused ();
    end
  endgenerate

  localparam integer BLOCKS = (DIGEST + RATE - 1) / RATE;  // of the digest
  localparam [7:0] BLOCK_BYTES = 8'(RATE / 8);
  localparam [7:0] LAST_BYTES = 8'((DIGEST - (BLOCKS - 1) * RATE) / 8);  // of the digest in its last block

  localparam logic [1:0] CLEAR = 2'd0;
  localparam logic [1:0] ABSORB = 2'd1;
  localparam logic [1:0] SQUEEZE = 2'd2;
  localparam logic [1:0] PERMUTE = 2'd3;

  logic [1:0] state;
  logic [7:0] count;  // of bytes, or of turns in permute
  logic last;  // the block in work is the last of its message
  logic ending;  // nothing of the digest is behind the block that is squeezed
  logic restart, absorbs, squeezes, permutes;
  logic round;  // this is the last cycle of a turn
  logic due, free, offered, moving, done, full, over;

  assign absorbs = state == ABSORB;
  assign squeezes = state == SQUEEZE;
  assign permutes = state == PERMUTE;
  assign restart = rst || (digest_valid && digest_ready && digest_last);
  assign round = &place;
  assign lane = count[7:3];

  assign begins = count[5:1] == '0;
  assign clear = state == CLEAR;
  // With rst theta would leave parities, which it adds in the next cycle.
  assign mix = permutes && !count[0] && !(&count[5:4]) && !rst;
  assign align = permutes && count[0];
  assign pass = permutes && !count[0] && !begins;

  // A byte passes while the highest bits of `place` are its number in the lane. It is added, or leaves, if the other
  // side is there in the first of these cycles.
  assign due = place[PLACE_BITS-1-:3] == count[2:0];
  assign free = !digest_valid || digest_ready;
  assign offered = due && ((absorbs && block_valid) || (squeezes && free));
  assign adds = absorbs && moving;
  assign moves = free;

  generate
    if (SLICES < 8) begin : gen_cycles
      localparam integer STEP_BITS = $clog2(8 / SLICES);
      logic begun;
      assign moving = (place[STEP_BITS-1:0] == '0) ? offered : begun;
      assign done = begun && place[STEP_BITS-1:0] == '1;
      assign block_ready = absorbs && done;
      always_ff @(posedge clk) begun <= moving && !restart;
    end else begin : gen_cycle
      assign moving = offered;
      assign done = offered;
      assign block_ready = absorbs && due;
    end

    if (BLOCKS > 1) begin : gen_blocks
      localparam integer NUMBER_BITS = $clog2(BLOCKS);
      logic [NUMBER_BITS-1:0] number;
      assign ending = number == NUMBER_BITS'(BLOCKS - 1);
      always_ff @(posedge clk) begin
        if (squeezes && full) number <= number + 1'b1;
        if (restart) number <= '0;
      end
    end else begin : gen_block
      assign ending = 1'b1;
    end
  endgenerate

  assign full = done && count == BLOCK_BYTES - 8'd1;
  assign over = permutes ? round && &count[5:4] : full && !(squeezes && ending);
  assign digest_last = squeezes && ending && count == LAST_BYTES;

  always_ff @(posedge clk) begin
    place <= restart ? '0 : place + 1'b1;
    count <= (restart || over) ? '0 : count + 8'(done || (permutes && round));
    if (absorbs) last <= block_last;
    digest_valid <= !restart && ((squeezes && done) || !free);
    state[1] <= !restart && ((state[1] && !(permutes && over && !last)) || (over && !permutes));
    state[0] <= !restart && ((state[0] && !(permutes && over && last)) || (clear && round) || (over && squeezes));
  end

endmodule
