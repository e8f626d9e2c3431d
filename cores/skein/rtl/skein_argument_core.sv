// SPDX-License-Identifier: Apache-2.0
//
// Skein with all its arguments at block level: requests of STAGES lanes at once, each a command and the strings that it
// names (skein_sequencer), and a digest of any length for each.
//
//   string_* --> skein_sequencer --+--> skein_engine --> digest_*
//                one of each lane  by its block_lane
//
// Cycles (N_r = 72, or 80 for BLOCK = 1024): a turn is STAGES cycles. A request with strings of n blocks in all, the
// configuration and the m beats of its digest included, takes n (N_r / UNROLL + 1) + m + 1 turns for its last beat, one
// more until the command of the lane's next, and one more until that one's first block.
//
// Parameters: as skein_engine; KINDS as skein_sequencer. SECRET: 1: after rst each lane hashes a
// block of zeros, so that 2 STAGES (N_r / UNROLL + 2) cycles after the last of rst no register of the engine depends on
// what was before.
//
// Ports
//   string_*  the blocks of each lane's requests, as block_collector gives them: lane l at [l], [l*BLOCK +: BLOCK],
//             [l*COUNT_BITS +: COUNT_BITS]; string_kind as skein_sequencer, at [l*3 +: 3]
//   digest_*  as skein_core; digest_bits: how many bits of the beat count, BLOCK in all but the last of a digest. The
//             others are 0, all of them where no beat is offered. digest_error: no digest, the request was refused; one
//             beat, the last, of which no bits count
//   rst       drops every request

module skein_argument_core #(
    parameter integer BLOCK = 512,
    parameter integer VERSION = 13,
    parameter integer UNROLL = 8,
    parameter integer STAGES = 1,
    parameter integer COUNT_BITS = 64,
    parameter integer KINDS = 0,
    parameter integer SECRET = 0,
    parameter integer MERGE = 1,
    parameter integer MIX_ADDER = adder_pkg::BRENT_KUNG,
    parameter integer KEY_ADDER = adder_pkg::BRENT_KUNG,
    localparam integer LANE_BITS = hash_pkg::index_bits(STAGES),
    localparam integer BITS_WIDTH = $clog2(BLOCK) + 1
) (
    input logic clk,
    input logic rst,

    input  logic [           STAGES-1:0] string_valid,
    output logic [           STAGES-1:0] string_ready,
    input  logic [     STAGES*BLOCK-1:0] string_data,
    input  logic [           STAGES-1:0] string_first,
    input  logic [           STAGES-1:0] string_last,
    input  logic [           STAGES-1:0] string_empty,
    input  logic [STAGES*COUNT_BITS-1:0] string_count,
    input  logic [         STAGES*3-1:0] string_kind,

    output logic                  digest_valid,
    input  logic                  digest_ready,
    output logic [ LANE_BITS-1:0] digest_lane,
    output logic [     BLOCK-1:0] digest_data,
    output logic                  digest_last,
    output logic [BITS_WIDTH-1:0] digest_bits,
    output logic                  digest_error
);

  generate
    if (BLOCK != 256 && BLOCK != 512 && BLOCK != 1024) begin : gen_refused_block
      skein_argument_core_needs_BLOCK_of_256_512_or_1024 refused ();
    end
    if (VERSION != 11 && VERSION != 12 && VERSION != 13) begin : gen_refused_version
      skein_argument_core_needs_VERSION_of_11_12_or_13 refused ();
    end
    if (UNROLL != 1 && UNROLL != 2 && UNROLL != 4 && UNROLL != 8) begin : gen_refused_unroll
      skein_argument_core_needs_UNROLL_of_1_2_4_or_8 refused ();
    end
    if (STAGES < 1 || STAGES > UNROLL) begin : gen_refused_stages
      skein_argument_core_needs_STAGES_of_1_to_UNROLL refused ();
    end
    if (COUNT_BITS < 9 || COUNT_BITS > 64) begin : gen_refused_count_bits
      skein_argument_core_needs_COUNT_BITS_of_9_to_64 refused ();
    end
    if (KINDS < 0 || KINDS > 1) begin : gen_refused_kinds
      skein_argument_core_needs_KINDS_of_0_or_1 refused ();
    end
    if (SECRET < 0 || SECRET > 1) begin : gen_refused_secret
      skein_argument_core_needs_SECRET_of_0_or_1 refused ();
    end
    if (MERGE < 0 || MERGE > 1) begin : gen_refused_merge
      skein_argument_core_needs_MERGE_of_0_or_1 refused ();
    end
  endgenerate

  // What each lane offers, in the order of the assignment from `offer`.
  localparam integer OFFER = BLOCK + COUNT_BITS + 11;
  localparam integer ENDING = BITS_WIDTH + 2;

  logic [STAGES*OFFER-1:0] offers;
  logic [STAGES*ENDING-1:0] endings;
  logic [OFFER-1:0] offer;
  logic [ENDING-1:0] ending;

  logic block_valid, block_ready, block_first, block_last, block_load, block_give;
  logic [LANE_BITS-1:0] block_lane;
  logic [BLOCK-1:0] block_data;
  logic [COUNT_BITS-1:0] block_count;
  logic [5:0] block_type;
  logic [BLOCK-1:0] beat;
  logic beat_valid, only_beat;
  logic [BITS_WIDTH-1:0] beat_bits;
  logic flush_here;  // with SECRET: the block of zeros of this lane has not gone

  generate
    for (genvar l = 0; l < STAGES; l = l + 1) begin : gen_lane
      logic valid, first, last, load, give, beat_is_last, refusal;
      logic [BLOCK-1:0] data;
      logic [COUNT_BITS-1:0] count;
      logic [5:0] of_type;
      logic [BITS_WIDTH-1:0] bits;
      logic wants_chain, hashing;
      logic [23:0] tree;

      skein_sequencer #(
          .BLOCK(BLOCK),
          .COUNT_BITS(COUNT_BITS),
          .KINDS(KINDS)
      ) sequencer (
          .clk(clk),
          .rst(rst),
          .string_valid(string_valid[l]),
          .string_ready(string_ready[l]),
          .string_data(string_data[l*BLOCK+:BLOCK]),
          .string_first(string_first[l]),
          .string_last(string_last[l]),
          .string_empty(string_empty[l]),
          .string_count(string_count[l*COUNT_BITS+:COUNT_BITS]),
          .string_kind(string_kind[l*3+:3]),
          .block_valid(valid),
          .block_ready(block_ready && block_lane == LANE_BITS'(l) && !flush_here),
          .block_data(data),
          .block_first(first),
          .block_last(last),
          .block_count(count),
          .block_type(of_type),
          .block_load(load),
          .block_give(give),
          .beat_taken(digest_valid && digest_ready && digest_lane == LANE_BITS'(l)),
          .digest_last(beat_is_last),
          .digest_bits(bits),
          .refusal(refusal),
          .wants_chain(wants_chain),
          .hashing(hashing),
          .hashed(1'b0),
          .failed(1'b0),
          .tree(tree)
      );

      logic unused;
      assign unused = ^{wants_chain, hashing, tree};

      assign offers[l*OFFER+:OFFER] = {valid, first, last, load, give, of_type, count, data};
      assign endings[l*ENDING+:ENDING] = {refusal, beat_is_last, bits};
    end
  endgenerate

  // With SECRET each lane of the engine hashes a block of zeros after a reset, which overwrites what it held.
  generate
    if (SECRET != 0) begin : gen_flush
      logic [STAGES-1:0] flush;  // of each lane
      always_comb begin
        flush_here = 1'b0;
        for (integer l = 0; l < STAGES; l = l + 1) if (block_lane == LANE_BITS'(l)) flush_here = flush_here | flush[l];
      end
      always_ff @(posedge clk) begin
        for (integer l = 0; l < STAGES; l = l + 1) begin
          if (block_ready && block_lane == LANE_BITS'(l)) flush[l] <= 1'b0;
        end
        if (rst) flush <= '1;
      end
    end else begin : gen_no_flush
      assign flush_here = 1'b0;
    end
  endgenerate

  always_comb begin
    offer  = '0;
    ending = '0;
    for (integer l = 0; l < STAGES; l = l + 1) begin
      if (block_lane == LANE_BITS'(l)) offer = offer | offers[l*OFFER+:OFFER];
      if (digest_lane == LANE_BITS'(l)) ending = ending | endings[l*ENDING+:ENDING];
    end
  end

  // First, last, load and nothing else: a block of zeros with no key.
  assign {block_valid, block_first, block_last, block_load, block_give, block_type, block_count, block_data} =
      flush_here ? {4'b1111, {(OFFER - 4) {1'b0}}} : offer;
  assign {digest_error, digest_last, beat_bits} = ending;
  assign digest_valid = beat_valid || digest_error;
  assign digest_bits = digest_valid ? beat_bits : '0;
  assign digest_data = beat & ~({BLOCK{1'b1}} >> digest_bits);

  skein_engine #(
      .BLOCK(BLOCK),
      .VERSION(VERSION),
      .UNROLL(UNROLL),
      .STAGES(STAGES),
      .COUNT_BITS(COUNT_BITS),
      .ARGUMENTS(1),
      .MERGE(MERGE),
      .MIX_ADDER(MIX_ADDER),
      .KEY_ADDER(KEY_ADDER)
  ) engine (
      .clk(clk),
      .rst(rst),
      .block_valid(block_valid),
      .block_ready(block_ready),
      .block_lane(block_lane),
      .block_data(block_data),
      .block_first(block_first),
      .block_last(block_last),
      .block_count(block_count),
      .block_type(block_type),
      .block_level(7'd0),
      .block_load(block_load),
      .block_chain({BLOCK{1'b0}}),
      .block_give(block_give),
      .digest_valid(beat_valid),
      .digest_ready(digest_ready),
      .digest_lane(digest_lane),
      .digest_data(beat),
      .digest_last(only_beat)
  );

  logic unused;
  assign unused = only_beat;

endmodule
