// SPDX-License-Identifier: Apache-2.0
//
// ECHO with all 16 words at once. A round is two turns of AES on every word (echo_words), of which the second goes on
// to BIG.ShiftRows and BIG.MixColumns. R rounds:
//
//   turn                 goes to the state
//   0                    chaining value and block
//   1, 3 .. 2R - 1       AES + key
//   2, 4 .. 2R           BIG.MixColumns (BIG.ShiftRows (AES))
//
// Then BIG.Final: the words of the state that stand a multiple of the size of the chaining value apart are added, to
// each other and to what was kept of the state at the beginning.
//
// Parameters
//   DIGEST, COUNT_BITS  as echo_core      STAGES  1 .. 4 lanes      SBOX  a name of aes_pkg
// Ports: those of echo_core and signals of its round_control.

module echo_full #(
    parameter integer DIGEST = 256,
    parameter integer STAGES = 1,
    parameter integer COUNT_BITS = 64,
    parameter integer SBOX = aes_pkg::SHALLOW,
    localparam integer CHAIN = 128 * echo_pkg::chain_words(DIGEST),
    localparam integer BLOCK = 2048 - CHAIN,
    localparam integer TURNS = 2 * echo_pkg::rounds(DIGEST) + 1,
    localparam integer STEP_BITS = $clog2(TURNS + 1)
) (
    input  logic                  clk,
    input  logic [     BLOCK-1:0] block_data,
    input  logic                  block_empty,
    input  logic [COUNT_BITS-1:0] block_count,
    input  logic                  load,
    input  logic [     CHAIN-1:0] block_chain,
    input  logic                  restart,
    input  logic                  restore,
    input  logic                  ending,
    input  logic [ STEP_BITS-1:0] next_step,
    output logic [     CHAIN-1:0] value
);

  generate
    if (DIGEST < 1 || DIGEST > 512) begin : gen_refused_digest
      echo_full_needs_DIGEST_of_1_to_512 refused ();
    end
    if (STAGES < 1 || STAGES > 4) begin : gen_refused_stages
      echo_full_needs_STAGES_of_1_to_4 refused ();
    end
    if (COUNT_BITS < 8 || COUNT_BITS > 64) begin : gen_refused_count_bits
      echo_full_needs_COUNT_BITS_of_8_to_64 refused ();
    end
  endgenerate

  localparam integer WORDS = echo_pkg::chain_words(DIGEST);
  localparam logic [CHAIN-1:0] INITIAL = {WORDS{echo_pkg::key(64'(DIGEST))}};

  // What happens in this turn; `fold` and `clear` are of the lane at rank 1, with one lane of that at rank 0.
  logic begin_block, add_key, mix, fold, clear;

  always_ff @(posedge clk) begin
    begin_block <= next_step == '0;
    add_key <= next_step[0];
    mix <= !next_step[0] && next_step != '0;
    fold <= ending;
  end

  logic [2047:0] a, start, result, keys, mixed;

  assign start = ({value, block_data} & {2048{begin_block}}) | ((result ^ keys) & {2048{add_key}}) |
      (mixed & {2048{mix}});

  echo_words #(
      .WORDS(16),
      .RANKS(STAGES),
      .SBOX (SBOX)
  ) aes (
      .*
  );

  echo_keys #(
      .STAGES(STAGES),
      .COUNT_BITS(COUNT_BITS)
  ) counter (
      .clk  (clk),
      .load (load),
      .count(block_count & {COUNT_BITS{!block_empty}}),
      .next (mix),
      .keys (keys)
  );

  generate
    for (genvar j = 0; j < 4; j = j + 1) begin : gen_column
      // Row i of column j comes from column j + i.
      echo_mix_words big_mix (
          .x({
            result[1920-512*j+:128],
            result[1792-512*((j+1)%4)+:128],
            result[1664-512*((j+2)%4)+:128],
            result[1536-512*((j+3)%4)+:128]
          }),
          .y(mixed[1536-512*j+:512])
      );
    end
  endgenerate

  // The words of a state, and those of a block, that BIG.Final adds up.
  logic [CHAIN-1:0] of_state, of_block;

  always_comb begin
    of_state = '0;
    of_block = '0;
    for (integer i = 0; i < 2048; i = i + CHAIN) of_state = of_state ^ a[i+:CHAIN];
    for (integer i = 0; i < BLOCK; i = i + CHAIN) of_block = of_block ^ block_data[i+:CHAIN];
  end

  // What is kept: between blocks the chaining value, then with the words of the block added.
  logic [STAGES*CHAIN-1:0] kept;

  generate
    if (STAGES == 1) begin : gen_one
      assign clear = restart;
      assign value = kept ^ (of_state & {CHAIN{fold}});
      always_ff @(posedge clk) kept <= clear ? INITIAL : restore ? block_chain : value ^ (of_block & {CHAIN{load}});
    end else begin : gen_lanes
      always_ff @(posedge clk) clear <= restart;
      assign value = kept[CHAIN-1:0];
      for (genvar j = 0; j < STAGES; j = j + 1) begin : gen_rank
        localparam integer TO = (j + 1) % STAGES;
        if (j == 0) begin : gen_turn
          always_ff @(posedge clk)
            kept[TO*CHAIN+:CHAIN] <= restore ? block_chain : value ^ (of_block & {CHAIN{load}});
        end else if (j == 1) begin : gen_final
          always_ff @(posedge clk)
            kept[TO*CHAIN+:CHAIN] <= clear ? INITIAL : kept[CHAIN+:CHAIN] ^ (of_state & {CHAIN{fold}});
        end else begin : gen_move
          always_ff @(posedge clk) kept[TO*CHAIN+:CHAIN] <= kept[j*CHAIN+:CHAIN];
        end
      end
    end
  endgenerate

endmodule
