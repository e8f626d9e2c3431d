// SPDX-License-Identifier: Apache-2.0
//
// Messages through compact_shell and a core that takes a block word by word: every message has its digest, once, in the
// order of the messages; nothing that is offered changes before it is taken; nothing stops for ever.
//
// One message is followed, any (message_follower). The core is check_core, behind a register that gathers the words of a
// block, and with PAUSE 1 refuses a word in every other cycle; what holds for the block it takes with the last word alone.
//
// Parameters
//   WORD, PORT  as compact_shell        WORDS  words of PORT bits in a block
//   ROUNDS      cycles that the core works on a block        PAUSE  see above

module check_compact_shell #(
    parameter integer WORD = 8,
    parameter integer PORT = 8,
    parameter integer WORDS = 2,
    parameter integer ROUNDS = 1,
    parameter integer PAUSE = 0,
    parameter integer COUNT_BITS = 7,
    localparam integer BITS_WIDTH = $clog2(WORD) + 1
) (
    input logic clk,
    input logic rst,
    input logic in_valid,
    input logic [WORD-1:0] in_data,
    input logic in_last,
    input logic [BITS_WIDTH-1:0] in_bits,
    input logic out_ready,
    input logic pick
);

  localparam integer BLOCK = WORDS * PORT;
  localparam integer BEAT = 2 * WORD;  // the first word, and what is told of the length
  localparam integer INDEX_BITS = hash_pkg::index_bits(WORDS);
  localparam [hash_pkg::PADDING_BITS-1:0] PADDING = hash_pkg::field(hash_pkg::SUFFIX_BITS, 1) |
      hash_pkg::field(hash_pkg::SUFFIX, 1);

  logic in_ready, out_valid, out_last;
  logic [WORD-1:0] out_data;
  logic block_valid, block_ready, block_lane, block_first, block_last, block_empty;
  logic [PORT-1:0] block_data;
  logic [COUNT_BITS-1:0] block_count;
  logic digest_valid, digest_ready, digest_lane, digest_last;
  logic [BEAT-1:0] digest_data;

  compact_shell #(
      .BLOCK(BLOCK),
      .DIGEST(BEAT),
      .BEAT(BEAT),
      .PORT(PORT),
      .WORD(WORD),
      .COUNT_BITS(COUNT_BITS),
      .PADDING(PADDING)
  ) shell (
      .*
  );

  // The words of a block on their way to the core.
  logic [INDEX_BITS-1:0] index;
  logic [BLOCK-1:0] gathered, with_this;
  logic full, pause, core_ready;
  assign full = index == INDEX_BITS'(WORDS - 1);
  assign with_this = BLOCK'({gathered, block_data});
  assign block_ready = !pause && (!full || core_ready);
  always_ff @(posedge clk) begin
    pause <= PAUSE != 0 && !pause;
    if (block_valid && block_ready) begin
      gathered <= with_this;
      index <= full ? '0 : index + 1'b1;
    end
    if (rst) begin
      index <= '0;
      pause <= 1'b0;
    end
  end

  check_core #(
      .STAGES(1),
      .ROUNDS(ROUNDS),
      .WORD(WORD),
      .BLOCK(BLOCK),
      .COUNT_BITS(COUNT_BITS)
  ) core (
      .clk(clk),
      .rst(rst),
      .block_valid(full && !pause && block_valid),
      .block_ready(core_ready),
      .block_lane(block_lane),
      .block_data(with_this),
      .block_first(block_first),
      .block_last(block_last),
      .block_count(block_count),
      .digest_valid(digest_valid),
      .digest_ready(digest_ready),
      .digest_lane(digest_lane),
      .digest_data(digest_data),
      .digest_last(digest_last)
  );

  logic begun, within_message;
  logic [2:0] open;
  message_follower #(
      .WORD(WORD),
      .BLOCK(BLOCK),
      .COUNT_BITS(COUNT_BITS)
  ) follower (
      .*
  );

  logic in_waited;
  logic [WORD+BITS_WIDTH:0] in_before;
  // Cycles in which source and sink did what they could and nothing moved.
  localparam integer LONGEST = (1 + PAUSE) * (ROUNDS + 6 + 2 * WORDS) + 4 * BLOCK / WORD;
  logic [$clog2(LONGEST+2)-1:0] patience;

  initial begun = 1'b0;
  always_ff @(posedge clk) begin
    begun <= 1'b1;
    in_waited <= in_valid && !in_ready && !rst;
    in_before <= {in_data, in_last, in_bits};
    if (rst || (in_valid && in_ready) || (out_valid && out_ready)) patience <= '0;
    else if ((out_valid && !out_ready) || (!in_valid && (within_message || open == '0))) patience <= '0;
    else if (32'(patience) <= LONGEST) patience <= patience + 1'b1;
  end

  always @(posedge clk) begin
    assume (begun || rst);
    if (begun && in_waited) assume (in_valid && {in_data, in_last, in_bits} == in_before);
    if (begun && !rst) never_stuck : assert (32'(patience) <= LONGEST);
  end

  logic unused;
  assign unused = block_empty;

endmodule
