// SPDX-License-Identifier: Apache-2.0
//
// The contract of the block level (docs/core-contract.md), for simulation: $error says what breaks it, in the source
// of the blocks or in the core. There are no outputs, and nothing of it is in a circuit.
//
//   bind message_shell block_contract #(.BLOCK(BLOCK), .BEAT(BEAT), .STAGES(STAGES), .COUNT_BITS(COUNT_BITS)) ... (.*);
//
// (bind_message_shell.sv of this folder; Icarus knows no bind: there an instance beside the core does it.)
//
// Parameters
//   BLOCK, BEAT   bits in a block, and in a beat of a digest
//   STAGES        lanes
//   COUNT_BITS    width of block_count
//   DIGEST_TURNS  1: digest_lane takes turns, as that of a core; 0: as behind a digest_buffer it need not, and means
//                 nothing where no beat is offered, so that the offer of a lane may pause
//   ROUND         that of message_shell: block_count without its ROUND lowest bits is rounded up
//
// Ports: those of <family>_core. What is checked:
//   turns   block_lane and digest_lane count 0 .. STAGES - 1 round and round, from STAGES cycles after rst on
//   source  a block that is offered is offered unchanged in the next turn of its lane, until it is taken; block_first
//           marks the first block of a message and no other; block_count grows by a block at most, and never falls, as
//           it does in a message of 2^COUNT_BITS bits or more; block_empty marks the blocks in which it does not grow
//   core    a beat of a digest is offered unchanged in the next turn of its lane, until it is taken; it comes after the
//           last block of its message; where there is an offer nothing is X; rst drops all
// Every check is of the values at a rising edge of clk. Nothing is checked before the first rst.

module block_contract #(
    parameter integer BLOCK = 512,
    parameter integer BEAT = 256,
    parameter integer STAGES = 1,
    parameter integer COUNT_BITS = 64,
    parameter integer DIGEST_TURNS = 1,
    parameter integer ROUND = 0,
    localparam integer LANE_BITS = (STAGES > 1) ? $clog2(STAGES) : 1
) (
    input logic clk,
    input logic rst,

    input logic                  block_valid,
    input logic                  block_ready,
    input logic [ LANE_BITS-1:0] block_lane,
    input logic [     BLOCK-1:0] block_data,
    input logic                  block_first,
    input logic                  block_last,
    input logic                  block_empty,
    input logic [COUNT_BITS-1:0] block_count,

    input logic                 digest_valid,
    input logic                 digest_ready,
    input logic [LANE_BITS-1:0] digest_lane,
    input logic [     BEAT-1:0] digest_data,
    input logic                 digest_last
);

  localparam integer OFFER = BLOCK + COUNT_BITS + 3;
  localparam [COUNT_BITS:0] UNIT = (ROUND > 0) ? (COUNT_BITS + 1)'(1) << ROUND : '0;  // of rounding
  localparam integer WIDE = (COUNT_BITS > 32) ? COUNT_BITS : 32;

  logic started;  // rst has been
  integer settled;  // cycles after it
  logic [LANE_BITS-1:0] last_block_lane, last_digest_lane;
  logic [OFFER-1:0] offer;
  logic [COUNT_BITS-1:0] count;  // of message bits, not rounded
  // Of each lane
  logic [STAGES*OFFER-1:0] offers;  // the block that was not taken
  logic [STAGES*(BEAT+1)-1:0] beats;  // the beat that was not taken
  logic [STAGES-1:0] block_waits, beat_waits;
  logic [STAGES-1:0] begun;  // a message has begun and its last block has not come
  logic [STAGES*COUNT_BITS-1:0] counts;  // of the last block

  function automatic logic follows(input [LANE_BITS-1:0] lane, input [LANE_BITS-1:0] previous);
    follows = 32'(lane) == ((32'(previous) == STAGES - 1) ? 0 : 32'(previous) + 1);
  endfunction

  assign count = (ROUND > 0 && (block_count & COUNT_BITS'(UNIT - 1'b1)) != '0) ? block_count - COUNT_BITS'(UNIT) :
      block_count;
  assign offer = {block_first, block_last, block_empty, block_count, block_data};

  initial started = 1'b0;

  always_ff @(posedge clk) begin
    if (rst) started <= 1'b1;
    settled <= rst ? 0 : settled + 1;
    last_block_lane <= block_lane;
    last_digest_lane <= digest_lane;
  end

  generate
    for (genvar l = 0; l < STAGES; l = l + 1) begin : gen_lane
      logic here, there;  // the turn is this lane's, of blocks and of digests
      logic [COUNT_BITS-1:0] previous, grown;
      logic takes, gives;
      integer ended;  // messages whose last block has come, and the last beat of their digest has not

      assign here = 32'(block_lane) == l;
      assign there = 32'(digest_lane) == l && (DIGEST_TURNS != 0 || digest_valid);
      assign previous = block_first ? '0 : counts[l*COUNT_BITS+:COUNT_BITS];
      assign grown = count - previous;
      assign takes = here && block_valid && block_ready;
      assign gives = there && digest_valid && digest_ready;

      always_ff @(posedge clk) begin
        if (here) begin
          block_waits[l] <= block_valid && !block_ready;
          offers[l*OFFER+:OFFER] <= offer;
        end
        if (there) begin
          beat_waits[l] <= digest_valid && !digest_ready;
          beats[l*(BEAT+1)+:BEAT+1] <= {digest_last, digest_data};
        end
        if (takes) begin
          begun[l] <= !block_last;
          counts[l*COUNT_BITS+:COUNT_BITS] <= count;
        end
        ended <= ended + ((takes && block_last) ? 1 : 0) - ((gives && digest_last) ? 1 : 0);
        if (rst) begin
          block_waits[l] <= 1'b0;
          beat_waits[l] <= 1'b0;
          begun[l] <= 1'b0;
          ended <= 0;
        end
      end

      always @(posedge clk) begin
        if (started && !rst) begin
          if (here && block_waits[l] && !block_valid)
            $error("block_contract: lane %0d: the source withdraws a block that was not taken", l);
          if (here && block_waits[l] && block_valid && offer != offers[l*OFFER+:OFFER])
            $error("block_contract: lane %0d: the source changes a block that was not taken", l);
          if (here && block_valid && block_first && begun[l])
            $error("block_contract: lane %0d: block_first is 1, and the message has begun", l);
          if (here && block_valid && !block_first && !begun[l])
            $error("block_contract: lane %0d: block_first is 0, and the message has not begun", l);
          if (here && block_valid && count < previous)
            $error("block_contract: lane %0d: block_count falls from %0d to %0d: the message has 2^%0d bits or more", l,
                   previous, count, COUNT_BITS);
          else if (here && block_valid && WIDE'(grown) > WIDE'(BLOCK))
            $error("block_contract: lane %0d: block_count grows by %0d bits, and a block has %0d", l, grown, BLOCK);
          if (here && block_valid && block_empty != (grown == '0))
            $error("block_contract: lane %0d: block_empty is %b, and block_count grows by %0d", l, block_empty, grown);

          if (there && beat_waits[l] && !digest_valid)
            $error("block_contract: lane %0d: a beat of a digest is withdrawn that was not taken", l);
          if (there && beat_waits[l] && digest_valid && {digest_last, digest_data} != beats[l*(BEAT+1)+:BEAT+1])
            $error("block_contract: lane %0d: a beat of a digest changes that was not taken", l);
          if (there && digest_valid && ended < 1)
            $error("block_contract: lane %0d: a digest comes before the last block of its message", l);
        end
      end
    end
  endgenerate

  always @(posedge clk) begin
    if (started && !rst) begin
      if (^{block_valid, block_ready, digest_valid, digest_ready} === 1'bx)
        $error("block_contract: a valid or a ready is X");
      if (block_valid && ^offer === 1'bx) $error("block_contract: the source offers a block with an X");
      if (digest_valid && ^{digest_last, digest_data} === 1'bx)
        $error("block_contract: a beat of a digest has an X");
      if (settled > STAGES && STAGES > 1 && !follows(block_lane, last_block_lane))
        $error("block_contract: block_lane goes from %0d to %0d", last_block_lane, block_lane);
      if (settled > STAGES && STAGES > 1 && DIGEST_TURNS != 0 && !follows(digest_lane, last_digest_lane))
        $error("block_contract: digest_lane goes from %0d to %0d", last_digest_lane, digest_lane);
    end
  end

endmodule
