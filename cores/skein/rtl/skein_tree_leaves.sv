// SPDX-License-Identifier: Apache-2.0
//
// Cuts a message into the leaves of a tree, 2^Y_l blocks each (section 3.5.6), and keeps their blocks for the lanes: leaf i
// is for lane i mod STAGES. The message comes block after block, so that all lanes are busy at once only if a lane's room
// takes a whole leaf: as long as leaves are no longer than ROOM blocks, lanes work while the next leaves come.
//
// Parameters
//   BLOCK, STAGES, COUNT_BITS  as skein_engine
//   ROOM                       blocks kept for each lane, a power of two from 2 on
//   SECRET                     1: while rst is high, a place of the memory is cleared in each cycle; there are
//                              2^LANE_BITS ROOM
//
// Ports
//   enable       the blocks are those of the message; while it is low, everything rests at its beginning
//   leaf_log     Y_l; sequential: no tree, all is one leaf
//   string_*     the blocks of the message, as block_collector gives them; string_count: message bits up to the block
//   lane         the lane that block_* speak for; block_ready: this lane takes the block
//   block_first, block_last  of a leaf; block_count: message bits up to the end of the block
//   complete     all blocks of the message have come
//   pending      leaves of which a block has come and whose result has not been taken; result_taken: one has

module skein_tree_leaves #(
    parameter integer BLOCK = 512,
    parameter integer STAGES = 1,
    parameter integer COUNT_BITS = 64,
    parameter integer ROOM = 4,
    parameter integer SECRET = 0,
    localparam integer LANE_BITS = hash_pkg::index_bits(STAGES),
    localparam integer PENDING_BITS = $clog2(STAGES * (ROOM + 2) + 1)
) (
    input logic clk,
    input logic rst,

    input logic       enable,
    input logic       sequential,
    input logic [7:0] leaf_log,

    input  logic                  string_valid,
    output logic                  string_ready,
    input  logic [     BLOCK-1:0] string_data,
    input  logic                  string_last,
    input  logic [COUNT_BITS-1:0] string_count,

    input  logic [ LANE_BITS-1:0] lane,
    output logic                  block_valid,
    input  logic                  block_ready,
    output logic [     BLOCK-1:0] block_data,
    output logic                  block_first,
    output logic                  block_last,
    output logic [COUNT_BITS-1:0] block_count,

    output logic                    complete,
    output logic [PENDING_BITS-1:0] pending,
    input  logic                    result_taken
);

  generate
    if (BLOCK < 1 || COUNT_BITS <= $clog2(BLOCK)) begin : gen_refused_count_bits
      skein_tree_leaves_needs_COUNT_BITS_of_more_than_one_block refused ();
    end
    if (STAGES < 1) begin : gen_refused_stages
      skein_tree_leaves_needs_STAGES_of_1_or_more refused ();
    end
    if (ROOM < 2 || ROOM != 2 ** $clog2(ROOM)) begin : gen_refused_room
      skein_tree_leaves_needs_ROOM_that_is_a_power_of_2 refused ();
    end
    if (SECRET < 0 || SECRET > 1) begin : gen_refused_secret
      skein_tree_leaves_needs_SECRET_of_0_or_1 refused ();
    end
  endgenerate

  localparam integer ROOM_BITS = $clog2(ROOM);
  localparam integer NUMBER_BITS = COUNT_BITS - $clog2(BLOCK);
  localparam integer ENTRY = BLOCK + COUNT_BITS + 2;

  logic [ENTRY-1:0] memory[2**LANE_BITS*ROOM];  // by lane and place
  // Blocks that came and went of each lane, modulo 2 ROOM.
  logic [STAGES*(ROOM_BITS+1)-1:0] came, went;
  logic [LANE_BITS-1:0] lane_in;  // of the leaf that comes
  logic [NUMBER_BITS-1:0] number;  // of the block that comes
  logic leaf_begins, leaf_ends;
  logic [NUMBER_BITS-1:0] mask;  // 2^Y_l - 1
  logic block_came, block_goes;

  logic [ROOM_BITS:0] in_came, in_went, out_came, out_went;

  always_comb begin
    in_came  = '0;
    in_went  = '0;
    out_came = '0;
    out_went = '0;
    for (integer l = 0; l < STAGES; l = l + 1) begin
      if (lane_in == LANE_BITS'(l)) begin
        in_came = in_came | came[l*(ROOM_BITS+1)+:ROOM_BITS+1];
        in_went = in_went | went[l*(ROOM_BITS+1)+:ROOM_BITS+1];
      end
      if (lane == LANE_BITS'(l)) begin
        out_came = out_came | came[l*(ROOM_BITS+1)+:ROOM_BITS+1];
        out_went = out_went | went[l*(ROOM_BITS+1)+:ROOM_BITS+1];
      end
    end
  end

  assign mask = ~({NUMBER_BITS{1'b1}} << leaf_log);
  assign leaf_ends = string_last || (!sequential && (number & mask) == mask);
  assign string_ready = enable && !complete && in_came - in_went != (ROOM_BITS + 1)'(ROOM);
  assign block_came = string_valid && string_ready;
  assign block_valid = out_came != out_went;
  assign block_goes = block_valid && block_ready;

  logic [ENTRY-1:0] entry;
  assign entry = memory[{lane, out_went[ROOM_BITS-1:0]}];
  assign {block_first, block_last, block_count, block_data} = entry;

  // The one write port of the memory
  logic wipe;
  logic [LANE_BITS+ROOM_BITS-1:0] wipe_place;
  generate
    if (SECRET != 0) begin : gen_wipe
      assign wipe = rst;
      always_ff @(posedge clk) wipe_place <= rst ? wipe_place + 1'b1 : '0;
    end else begin : gen_no_wipe
      assign wipe = 1'b0;
      assign wipe_place = '0;
    end
  endgenerate

  always_ff @(posedge clk) begin
    if (block_came || wipe)
      memory[wipe?wipe_place : {lane_in, in_came[ROOM_BITS-1:0]}] <=
          wipe ? '0 : {leaf_begins, leaf_ends, string_count, string_data};
    if (block_came) begin
      number <= number + 1'b1;
      leaf_begins <= leaf_ends;
      complete <= string_last;
      if (leaf_ends) lane_in <= (lane_in == LANE_BITS'(STAGES - 1)) ? '0 : lane_in + 1'b1;
    end
    for (integer l = 0; l < STAGES; l = l + 1) begin
      if (block_came && lane_in == LANE_BITS'(l))
        came[l*(ROOM_BITS+1)+:ROOM_BITS+1] <= came[l*(ROOM_BITS+1)+:ROOM_BITS+1] + 1'b1;
      if (block_goes && lane == LANE_BITS'(l))
        went[l*(ROOM_BITS+1)+:ROOM_BITS+1] <= went[l*(ROOM_BITS+1)+:ROOM_BITS+1] + 1'b1;
    end
    pending <= pending + PENDING_BITS'(block_came && leaf_begins) - PENDING_BITS'(result_taken);
    if (rst || !enable) begin
      number <= '0;
      leaf_begins <= 1'b1;
      complete <= 1'b0;
      lane_in <= '0;
      came <= '0;
      went <= '0;
      pending <= '0;
    end
  end

endmodule
