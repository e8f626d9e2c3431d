// SPDX-License-Identifier: Apache-2.0
//
// Everything between streams of words and the block-level ports of a core: padding, gathering of blocks, cutting of
// digests, for STAGES messages at once. The next block of each lane is gathered while the core works on the one before.
//
//   in_* --> message_lane --+--> block_*       digest_* --> digest_serializer --> out_*
//            one a lane    by block_lane                    shared by the lanes
//
// Parameters
//   BLOCK, DIGEST, BEAT  bits in a block, in a digest, and in a beat of digest_data
//   WORD                 bits in a word: a power of two from 8 on that divides BLOCK
//   STAGES               lanes: messages in flight in the core
//   COUNT_BITS           width of block_count, more than log2 WORD
//   PADDING              the padding rule (hash_pkg)
//   AHEAD                1: the lane whose turn comes next is chosen a cycle ahead, into a register of what it offers,
//                        so that the core's cycle begins there; lanes then take turns in the order of their numbers.
//                        A block that is whole in the cycle before the turn of its lane waits for the next turn,
//                        STAGES cycles later. 0, or STAGES = 1: chosen in the cycle of the turn
//   ROUND                block_count without its ROUND lowest bits is rounded up, and these are as they are. 0: it is not
//
// Ports
//   in_*, out_*        streams, lane l at [l], [l*WORD +: WORD], [l*BITS_WIDTH +: BITS_WIDTH]; see message_padder
//                      and digest_serializer. A word moves in a cycle with valid and ready.
//   block_*, digest_*  to the ports of the core with the same names
//   rst                drops everything in flight

module message_shell #(
    parameter integer BLOCK = 512,
    parameter integer DIGEST = 256,
    parameter integer BEAT = 256,
    parameter integer WORD = 64,
    parameter integer STAGES = 1,
    parameter integer COUNT_BITS = 64,
    parameter [hash_pkg::PADDING_BITS-1:0] PADDING = '0,
    parameter integer AHEAD = 0,
    parameter integer ROUND = 0,
    localparam integer LANE_BITS = hash_pkg::index_bits(STAGES),
    localparam integer BITS_WIDTH = $clog2(WORD) + 1
) (
    input logic clk,
    input logic rst,

    input  logic [           STAGES-1:0] in_valid,
    output logic [           STAGES-1:0] in_ready,
    input  logic [      STAGES*WORD-1:0] in_data,
    input  logic [           STAGES-1:0] in_last,
    input  logic [STAGES*BITS_WIDTH-1:0] in_bits,

    output logic [     STAGES-1:0] out_valid,
    input  logic [     STAGES-1:0] out_ready,
    output logic [STAGES*WORD-1:0] out_data,
    output logic [     STAGES-1:0] out_last,

    output logic                  block_valid,
    input  logic                  block_ready,
    input  logic [ LANE_BITS-1:0] block_lane,
    output logic [     BLOCK-1:0] block_data,
    output logic                  block_first,
    output logic                  block_last,
    output logic                  block_empty,
    output logic [COUNT_BITS-1:0] block_count,

    input  logic                 digest_valid,
    output logic                 digest_ready,
    input  logic [LANE_BITS-1:0] digest_lane,
    input  logic [     BEAT-1:0] digest_data,
    input  logic                 digest_last
);

  generate
    if (STAGES < 1) begin : gen_refused_stages
      message_shell_needs_STAGES_of_1_or_more refused ();
    end
    if (COUNT_BITS < BITS_WIDTH) begin : gen_refused_count_bits
      message_shell_needs_COUNT_BITS_of_more_than_log2_WORD refused ();
    end
    if (AHEAD != 0 && AHEAD != 1) begin : gen_refused_ahead
      message_shell_needs_AHEAD_of_0_or_1 refused ();
    end
    if (ROUND < 0 || ROUND >= COUNT_BITS) begin : gen_refused_round
      message_shell_needs_ROUND_of_0_to_less_than_COUNT_BITS refused ();
    end
  endgenerate

  localparam integer OFFER = BLOCK + COUNT_BITS + 4;
  // A lane is chosen in its turn, or in that of the lane before it.
  localparam integer TURN = (AHEAD != 0 && STAGES > 1) ? STAGES - 1 : 0;

  // What each lane offers: valid, first, last, empty, count and data of its block.
  logic [STAGES*OFFER-1:0] offers;
  logic [OFFER-1:0] chosen, rounded, offer;
  logic offer_ready;

  generate
    for (genvar l = 0; l < STAGES; l = l + 1) begin : gen_lane
      logic lane_valid, lane_first, lane_last, lane_empty;
      logic [BLOCK-1:0] lane_data;
      logic [COUNT_BITS-1:0] lane_count;

      message_lane #(
          .BLOCK(BLOCK),
          .WORD(WORD),
          .COUNT_BITS(COUNT_BITS),
          .PADDING(PADDING)
      ) lane (
          .clk(clk),
          .rst(rst),
          .wipe(1'b0),
          .in_valid(in_valid[l]),
          .in_ready(in_ready[l]),
          .in_data(in_data[l*WORD+:WORD]),
          .in_last(in_last[l]),
          .in_bits(in_bits[l*BITS_WIDTH+:BITS_WIDTH]),
          .block_valid(lane_valid),
          .block_ready(offer_ready && block_lane == LANE_BITS'(l)),
          .block_data(lane_data),
          .block_first(lane_first),
          .block_last(lane_last),
          .block_empty(lane_empty),
          .block_count(lane_count)
      );

      assign offers[l*OFFER+:OFFER] = {lane_valid, lane_first, lane_last, lane_empty, lane_count, lane_data};
    end
  endgenerate

  always_comb begin
    chosen = '0;
    for (integer l = 0; l < STAGES; l = l + 1) begin
      if (block_lane == LANE_BITS'((l + TURN) % STAGES)) chosen = chosen | offers[l*OFFER+:OFFER];
    end
  end

  generate
    if (ROUND != 0) begin : gen_rounded
      logic [COUNT_BITS-1:0] count;
      assign count = chosen[BLOCK+:COUNT_BITS];
      assign rounded = {
        chosen[OFFER-1-:4],
        count[COUNT_BITS-1:ROUND] + (COUNT_BITS - ROUND)'(count[ROUND-1:0] != '0),
        count[ROUND-1:0],
        chosen[BLOCK-1:0]
      };
    end else begin : gen_as_it_is
      assign rounded = chosen;
    end
    if (TURN != 0) begin : gen_ahead
      // What a lane offers stays as it is until its turn: only the core takes it. Reset alone takes it back.
      always_ff @(posedge clk) offer <= {rounded[OFFER-1] && !rst, rounded[OFFER-2:0]};
      // A block that became whole after the choice is not taken in this turn.
      assign offer_ready = block_ready && block_valid;
    end else begin : gen_in_turn
      assign offer = rounded;
      assign offer_ready = block_ready;
    end
  endgenerate

  assign {block_valid, block_first, block_last, block_empty, block_count, block_data} = offer;

  digest_serializer #(
      .DIGEST(DIGEST),
      .BEAT  (BEAT),
      .WORD  (WORD),
      .STAGES(STAGES)
  ) serializer (
      .clk(clk),
      .rst(rst),
      .digest_valid(digest_valid),
      .digest_ready(digest_ready),
      .digest_lane(digest_lane),
      .digest_data(digest_data),
      .digest_last(digest_last),
      .out_valid(out_valid),
      .out_ready(out_ready),
      .out_data(out_data),
      .out_last(out_last)
  );

endmodule
