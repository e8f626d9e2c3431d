// SPDX-License-Identifier: Apache-2.0
//
// One stream of words in and one stream of digest words out for CIRCUITS cores with one lane each. A core takes input
// in few of the cycles that it works on a block; several of them together keep one bus busy (L. Dadda, M. Macchetti,
// J. Owen, DATE 2004, section 4).
//
//   in_* --> message_padder --> block_collector --> block_*        digest_* --> digest_serializer --> out_*
//            one a lane         one for all         of its lane    of the lane whose turn it is
//
// The lane l is the circuit l and the messages it works on, one after another. The words on the bus are those of the
// lane `in_lane`, which is known before the source answers and depends on no input within the cycle.
//
// The block of a lane goes to its circuit in one cycle, while the next lane's first word comes: with long messages in
// all lanes, words are taken in min(1, CIRCUITS * WORDS / CYCLES) of all cycles, where a block has WORDS words and a
// circuit takes one in CYCLES cycles. A block whose circuit is not ready for it holds up the bus.
//
// Parameters
//   BLOCK, DIGEST, BEAT, WORD, COUNT_BITS, PADDING  as message_shell
//   CIRCUITS    cores, 1 or more
//   INTERLEAVE  1: the lanes take turns block by block. A lane for which the source has nothing when its turn begins is
//                  passed over in the next cycle. Under a rule with hash_pkg::is_optional, where only what follows a
//                  block tells whether it is the last, a turn is a whole message.
//               0: the lanes take turns message by message, and so do the digests: a stream of messages, one after
//                  another, needs not look at in_lane, and the digests leave in the order of the messages
//
// Ports
//   in_*      the stream, as message_padder; in_lane: the lane whose next word is wanted in this cycle
//   out_*     the digests, as digest_serializer; out_lane: the lane of this digest, from its first word to its last
//   block_*, digest_*  to the cores: circuit l has bit l of valid and ready, and its part of digest_data and
//             digest_last; what else belongs to a block goes to all
//   rst       drops everything in flight

module message_bus #(
    parameter integer BLOCK = 512,
    parameter integer DIGEST = 256,
    parameter integer BEAT = 256,
    parameter integer WORD = 32,
    parameter integer CIRCUITS = 4,
    parameter integer INTERLEAVE = 1,
    parameter integer COUNT_BITS = 64,
    parameter [hash_pkg::PADDING_BITS-1:0] PADDING = '0,
    localparam integer LANE_BITS = hash_pkg::index_bits(CIRCUITS),
    localparam integer BITS_WIDTH = $clog2(WORD) + 1
) (
    input logic clk,
    input logic rst,

    input  logic                  in_valid,
    output logic                  in_ready,
    output logic [ LANE_BITS-1:0] in_lane,
    input  logic [      WORD-1:0] in_data,
    input  logic                  in_last,
    input  logic [BITS_WIDTH-1:0] in_bits,

    output logic                 out_valid,
    input  logic                 out_ready,
    output logic [LANE_BITS-1:0] out_lane,
    output logic [     WORD-1:0] out_data,
    output logic                 out_last,

    output logic [  CIRCUITS-1:0] block_valid,
    input  logic [  CIRCUITS-1:0] block_ready,
    output logic [     BLOCK-1:0] block_data,
    output logic                  block_first,
    output logic                  block_last,
    output logic                  block_empty,
    output logic [COUNT_BITS-1:0] block_count,

    input  logic [     CIRCUITS-1:0] digest_valid,
    output logic [     CIRCUITS-1:0] digest_ready,
    input  logic [CIRCUITS*BEAT-1:0] digest_data,
    input  logic [     CIRCUITS-1:0] digest_last
);

  generate
    if (CIRCUITS < 1) begin : gen_refused_circuits
      message_bus_needs_CIRCUITS_of_1_or_more refused ();
    end
    if (INTERLEAVE != 0 && INTERLEAVE != 1) begin : gen_refused_interleave
      message_bus_needs_INTERLEAVE_of_0_or_1 refused ();
    end
    if (COUNT_BITS < BITS_WIDTH) begin : gen_refused_count_bits
      message_bus_needs_COUNT_BITS_of_more_than_log2_WORD refused ();
    end
  endgenerate

  localparam integer LOOK_AHEAD = hash_pkg::is_optional(PADDING);
  localparam integer BY_BLOCKS = (INTERLEAVE != 0 && LOOK_AHEAD == 0) ? 1 : 0;
  localparam integer PADDERS = (INTERLEAVE != 0) ? CIRCUITS : 1;  // messages that are taken at the same time
  localparam integer OFFER = WORD + 5;

  logic [CIRCUITS-1:0] turn;  // whose words are taken
  logic begun;  // a word was taken in this turn
  logic [CIRCUITS-1:0] owner;  // whose block is in the collector
  logic [CIRCUITS-1:0] fresh;  // the next block is the first of its message

  // What each padder offers: valid, end, close, message, null and data of its word.
  logic [PADDERS*OFFER-1:0] offers;
  logic [PADDERS*COUNT_BITS-1:0] counts;
  logic [PADDERS-1:0] readies;
  logic [OFFER-1:0] offer;

  logic word_valid, word_ready, word_end, word_close, word_message, word_null;
  logic [WORD-1:0] word_data;
  logic word_taken, turn_over;
  logic full_valid, full_ready;  // of the block in the collector
  logic collector_first;  // of the blocks of all lanes

  generate
    for (genvar l = 0; l < PADDERS; l = l + 1) begin : gen_padder
      logic here;  // this padder has the bus
      logic valid, last, close, message, null_word;
      logic [WORD-1:0] data;

      assign here = PADDERS == 1 || turn[l];

      message_padder #(
          .BLOCK(BLOCK),
          .WORD(WORD),
          .COUNT_BITS(COUNT_BITS),
          .PADDING(PADDING)
      ) padder (
          .clk(clk),
          .rst(rst),
          .in_valid(in_valid && here),
          .in_ready(readies[l]),
          .in_data(in_data),
          .in_last(in_last),
          .in_bits(in_bits),
          .word_valid(valid),
          .word_ready(word_ready && here),
          .word_data(data),
          .word_end(last),
          .word_close(close),
          .word_message(message),
          .word_null(null_word),
          .count(counts[l*COUNT_BITS+:COUNT_BITS])
      );

      assign offers[l*OFFER+:OFFER] = {OFFER{here}} & {valid, last, close, message, null_word, data};
    end
  endgenerate

  // The count of a padder is that of its block: no word of the lane's next block is taken before the block goes.
  always_comb begin
    offer = '0;
    block_count = '0;
    for (integer l = 0; l < PADDERS; l = l + 1) begin
      offer = offer | offers[l*OFFER+:OFFER];
      if (PADDERS == 1 || owner[l]) block_count = block_count | counts[l*COUNT_BITS+:COUNT_BITS];
    end
  end

  assign {word_valid, word_end, word_close, word_message, word_null, word_data} = offer;
  assign in_ready = readies != '0;
  assign word_taken = word_valid && word_ready;

  block_collector #(
      .BLOCK(BLOCK),
      .WORD(WORD),
      .LOOK_AHEAD(LOOK_AHEAD)
  ) collector (
      .clk(clk),
      .rst(rst),
      .word_valid(word_valid),
      .word_ready(word_ready),
      .word_data(word_data),
      .word_end(word_end),
      .word_close(word_close),
      .word_message(word_message),
      .word_null(word_null),
      .block_valid(full_valid),
      .block_ready(full_ready),
      .block_data(block_data),
      .block_first(collector_first),
      .block_last(block_last),
      .block_empty(block_empty)
  );

  assign block_valid = owner & {CIRCUITS{full_valid}};
  assign full_ready  = (owner & block_ready) != '0;
  assign block_first = (owner & fresh) != '0;

  // Turns at the input
  assign turn_over = word_taken && (word_close || word_null || (BY_BLOCKS != 0 && word_end));

  message_bus_turn #(
      .LANES(CIRCUITS)
  ) input_turn (
      .clk(clk),
      .rst(rst),
      .go(turn_over || (INTERLEAVE != 0 && !begun && !word_valid)),
      .turn(turn),
      .lane(in_lane)
  );

  always_ff @(posedge clk) begin
    if (word_taken && !word_null) owner <= turn;
    begun <= !turn_over && (begun || word_taken);
    for (integer l = 0; l < CIRCUITS; l = l + 1) begin
      if (block_valid[l] && block_ready[l]) fresh[l] <= block_last;
    end
    if (rst) begin
      begun <= 1'b0;
      fresh <= '1;
    end
  end

  // Digests
  logic [CIRCUITS-1:0] speaker;  // whose digest leaves
  logic [BEAT-1:0] beat;
  logic beat_valid, beat_ready, beat_last;
  logic word_leaves;
  logic speaking;  // a word of this digest has left, and not the last

  always_comb begin
    beat = '0;
    for (integer l = 0; l < CIRCUITS; l = l + 1) begin
      if (speaker[l]) beat = beat | digest_data[l*BEAT+:BEAT];
    end
  end

  assign beat_valid   = (speaker & digest_valid) != '0;
  assign beat_last    = (speaker & digest_last) != '0;
  assign digest_ready = speaker & {CIRCUITS{beat_ready}};
  assign word_leaves = out_valid && out_ready;

  message_bus_turn #(
      .LANES(CIRCUITS)
  ) output_turn (
      .clk(clk),
      .rst(rst),
      .go((word_leaves && out_last) || (INTERLEAVE != 0 && !speaking && !beat_valid && digest_valid != '0)),
      .turn(speaker),
      .lane(out_lane)
  );

  digest_serializer #(
      .DIGEST(DIGEST),
      .BEAT  (BEAT),
      .WORD  (WORD),
      .STAGES(1)
  ) serializer (
      .clk(clk),
      .rst(rst),
      .digest_valid(beat_valid),
      .digest_ready(beat_ready),
      .digest_lane(1'b0),
      .digest_data(beat),
      .digest_last(beat_last),
      .out_valid(out_valid),
      .out_ready(out_ready),
      .out_data(out_data),
      .out_last(out_last)
  );

  always_ff @(posedge clk) begin
    if (rst) speaking <= 1'b0;
    else if (word_leaves) speaking <= !out_last;
  end

  logic unused;
  assign unused = collector_first;

endmodule
