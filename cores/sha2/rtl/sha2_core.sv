// SPDX-License-Identifier: Apache-2.0
//
// SHA-2 at block level (FIPS 180-4): one round a clock cycle, and one cycle for the hash value.
//
// The hash value is added word by word while the last rounds run: a word that enters a (or e) three rounds before
// the end is the d (or h) of the end. Two adders and two rings of four words do it; a ring turns in the last
// four cycles of a block, and the word that is next stands in its last place. The last addition, of a and e, waits
// for the block that follows, or is done at once after the last block of a message.
//
//        block --> schedule --W_t--,                      ,--> digest
//                                  v                      |
//   a..h: [load] -> registers -> round --,      hash value rings <- + a, + e
//            ^---------------------------'            |
//            '------------- next hash value ----------'
//
// Cycles, R = 64 rounds (DIGEST 224, 256) or 80 (384, 512)
//   block to block:                                               R + 1
//   from the cycle that takes the first of n blocks to that with digest_valid: n (R + 1) + 1
//   The first block of the next message is taken after the digest.
//
// Parameters
//   DIGEST      224, 256, 384 or 512: the function
//   UNROLL, STAGES  1: rounds in the loop, messages in flight
//   COUNT_BITS  width of block_count
//   CARRY_SAVE, ADDER  1: carry-save adders; carry network of the others, a name of adder_pkg; see sha2_round
//
// Ports: the block-level contract (docs/core-contract.md). block_first, block_empty and block_count are not needed:
// after a digest and after rst the core holds the initial value, and the padding is in block_data. Only rst drops a
// message.

module sha2_core #(
    parameter integer DIGEST = 256,
    parameter integer UNROLL = 1,
    parameter integer STAGES = 1,
    parameter integer COUNT_BITS = 64,
    parameter integer CARRY_SAVE = 1,
    parameter integer ADDER = adder_pkg::BRENT_KUNG,
    localparam integer WORD = sha2_pkg::word_bits(DIGEST),
    localparam integer BLOCK = 16 * WORD,
    localparam integer LANE_BITS = (STAGES > 1) ? $clog2(STAGES) : 1
) (
    input logic clk,
    input logic rst,

    input  logic                  block_valid,
    output logic                  block_ready,
    output logic [ LANE_BITS-1:0] block_lane,
    input  logic [     BLOCK-1:0] block_data,
    input  logic                  block_first,
    input  logic                  block_last,
    input  logic                  block_empty,
    input  logic [COUNT_BITS-1:0] block_count,

    output logic                 digest_valid,
    input  logic                 digest_ready,
    output logic [LANE_BITS-1:0] digest_lane,
    output logic [   DIGEST-1:0] digest_data,
    output logic                 digest_last
);

  localparam integer ROUNDS = sha2_pkg::rounds(DIGEST);
  // The initial hash value, and its words where the rings have them before the last of their four turns.
  localparam [511:0] VALUE = sha2_pkg::initial_value(DIGEST);
  localparam [8*WORD-1:0] INITIAL = {
    VALUE[4*WORD+:3*WORD], VALUE[7*WORD+:WORD], VALUE[0+:3*WORD], VALUE[3*WORD+:WORD]
  };

  // K_number: a tree of multiplexers, in which each bit of the number halves what is left of the table.
  function automatic [WORD-1:0] round_constant(input logic [6:0] number);
    logic [128*WORD-1:0] table_left;
    begin
      table_left = '0;
      for (integer i = 0; i < ROUNDS; i = i + 1) begin
        table_left[WORD*i+:WORD] = sha2_pkg::CUBE_ROOTS[64*(80-i)-WORD+:WORD];
      end
      for (integer level = 0; level < 7; level = level + 1) begin
        for (integer i = 0; i < (64 >> level); i = i + 1) begin
          table_left[WORD*i+:WORD] = number[level] ? table_left[WORD*(2*i+1)+:WORD] : table_left[WORD*2*i+:WORD];
        end
      end
      round_constant = table_left[WORD-1:0];
    end
  endfunction

  logic [6:0] t;  // number of the next round; 0 while no round is computed
  logic [WORD-1:0] k;  // K of the round in work
  logic running;
  logic last;  // the block in work is the last of its message
  logic [8*WORD-1:0] state, state_next;  // a..h
  logic [8*WORD-1:0] hash, hash_next;  // H_0..H_3 and H_4..H_7, two rings
  logic [WORD-1:0] w;
  logic load;  // a block is taken
  logic finish;  // the last addition of the last block
  logic digest_taken;

  assign running = t != 7'd0;
  assign block_ready = !running && !last;
  assign load = block_valid && block_ready;
  assign finish = !running && last && !digest_valid;
  assign digest_taken = digest_valid && digest_ready;

  assign block_lane = '0;
  assign digest_lane = '0;
  assign digest_last = 1'b1;
  assign digest_data = hash[8*WORD-1-:DIGEST];

  sha2_schedule #(
      .WORD(WORD),
      .CARRY_SAVE(CARRY_SAVE),
      .ADDER(ADDER)
  ) schedule (
      .clk(clk),
      .load(load),
      .block(block_data),
      .w(w)
  );

  sha2_round #(
      .WORD(WORD),
      .CARRY_SAVE(CARRY_SAVE),
      .ADDER(ADDER)
  ) round (
      .state(state),
      .k(k),
      .w(w),
      .next(state_next)
  );

  // Each ring one place on, with a (or e) added to the word that leaves its last place.
  logic [WORD-1:0] sum_a, sum_e;
  assign hash_next = {sum_a, hash[5*WORD+:3*WORD], sum_e, hash[WORD+:3*WORD]};

  prefix_adder #(
      .WIDTH  (WORD),
      .NETWORK(ADDER)
  ) add_a (
      .a  (hash[4*WORD+:WORD]),
      .b  (state[7*WORD+:WORD]),
      .sum(sum_a)
  );

  prefix_adder #(
      .WIDTH  (WORD),
      .NETWORK(ADDER)
  ) add_e (
      .a  (hash[0+:WORD]),
      .b  (state[3*WORD+:WORD]),
      .sum(sum_e)
  );

  always_ff @(posedge clk) begin
    // Words other than a and e need not stand still between blocks.
    state <= load ? hash_next : state_next;
    if (!load && !running) begin
      state[7*WORD+:WORD] <= state[7*WORD+:WORD];
      state[3*WORD+:WORD] <= state[3*WORD+:WORD];
    end
    if (load || finish || t >= 7'(ROUNDS - 2)) hash <= hash_next;

    k <= round_constant(t);
    if (load || running) t <= (t == 7'(ROUNDS)) ? '0 : t + 7'd1;
    if (load) last <= block_last;
    if (finish) digest_valid <= 1'b1;
    if (digest_taken) begin
      digest_valid <= 1'b0;
      last <= 1'b0;
    end
    if (rst || digest_taken) begin
      hash <= INITIAL;
      state[7*WORD+:WORD] <= '0;
      state[3*WORD+:WORD] <= '0;
    end
    if (rst) begin
      t <= '0;
      last <= 1'b0;
      digest_valid <= 1'b0;
    end
  end

  logic unused;
  assign unused = &{1'b0, block_first, block_empty, block_count, 1'(UNROLL)};

endmodule
