// SPDX-License-Identifier: Apache-2.0
//
// SHA-2 at block level (FIPS 180-4): UNROLL rounds a clock cycle, and one cycle for the hash value, which is added up
// while the last rounds run.
//
//   block_valid .. --> sha2_control --> what happens in this turn, and happened in those before it
//
//   block_data --> sha2_schedule --W_t--+--> sha2_compressor --words of a, e--> sha2_hash_ring --> digest_data
//           sha2_round_constants --K_t--'           ^--------- hash value ------------'
//
// With STAGES = 2 two messages take turns, a clock cycle each. All registers are doubled; lanes alternate. Of the two
// registers of a word, one can stand within the sum that makes it, so that the work of a turn takes two cycles.
//
// Cycles, R = 64 rounds (words of 32 bits) or 80 (64 bits), A cycles from W_t to a (sha2_compressor)
//   block to block of a lane:                                     STAGES (R / UNROLL + 1)
//   from the cycle that takes the first of n blocks to that with digest_valid: STAGES (n (R / UNROLL + 1) + A)
//   The first block of the next message is taken after the digest; with block_load a turn later, for the rings get
//   block_chain first, as they get the initial value after a digest.
//
// Parameters
//   DIGEST      bits of the digest: 224, 256, 384 or 512
//   LONG        0: words of 32 bits (SHA-224, SHA-256); 1: of 64 (SHA-384, SHA-512, SHA-512/224, SHA-512/256)
//   UNROLL      rounds a cycle, 1 or 2
//   STAGES      messages in flight, 1, or 2 with STAGGERED
//   COUNT_BITS  width of block_count
//   COMPRESSOR  the circuit of the rounds, a name of sha2_pkg; see sha2_compressor
//   CHAIN       adder chain of DIRECT, a name of sha2_adder_chain_pkg
//   CARRY_SAVE  rows of full adders (1) or adders (0) elsewhere; see carry_save_adder
//   ADDER       carry network of the adders that make a and e, a name of adder_pkg
//   SIDE_ADDER  that of the others: schedule, hash value, what is added ahead
//   CONTEXT     1: a message can go on from a chaining value, and end with one, of 8 words (docs/context.md)
//
// Ports: the block-level contract (docs/core-contract.md). block_first, block_empty and block_count are not needed:
// after a digest and after rst the core holds the initial value, and the padding is in block_data. Only rst drops a
// message; with STAGES = 2 block_ready and digest_valid are low for two cycles after it. With CONTEXT = 1 the bits of
// block_data above the block are, from the highest, block_give, which changes nothing, since all of the chaining value
// is there in place of a digest; block_load; and block_chain.

module sha2_core #(
    parameter integer DIGEST = 256,
    parameter integer LONG = (DIGEST > 256) ? 1 : 0,
    parameter integer UNROLL = 1,
    parameter integer STAGES = 1,
    parameter integer COUNT_BITS = 64,
    parameter integer COMPRESSOR = sha2_pkg::DIRECT,
    parameter integer CHAIN = sha2_adder_chain_pkg::SAVED_CHAIN,
    parameter integer CARRY_SAVE = 1,
    parameter integer ADDER = adder_pkg::SKLANSKY,
    parameter integer SIDE_ADDER = adder_pkg::BRENT_KUNG,
    parameter integer CONTEXT = 0,
    localparam integer WORD = (LONG != 0) ? 64 : 32,
    localparam integer BLOCK = 16 * WORD,
    localparam integer CHAIN_BITS = 8 * WORD,
    localparam integer INPUT = BLOCK + CONTEXT * (CHAIN_BITS + 2),
    localparam integer OUTPUT = (CONTEXT != 0) ? CHAIN_BITS : DIGEST,
    localparam integer LANE_BITS = (STAGES > 1) ? $clog2(STAGES) : 1
) (
    input logic clk,
    input logic rst,

    input  logic                  block_valid,
    output logic                  block_ready,
    output logic [ LANE_BITS-1:0] block_lane,
    input  logic [     INPUT-1:0] block_data,
    input  logic                  block_first,
    input  logic                  block_last,
    input  logic                  block_empty,
    input  logic [COUNT_BITS-1:0] block_count,

    output logic                 digest_valid,
    input  logic                 digest_ready,
    output logic [LANE_BITS-1:0] digest_lane,
    output logic [   OUTPUT-1:0] digest_data,
    output logic                 digest_last
);

  generate
    if (DIGEST != 224 && DIGEST != 256 && (LONG == 0 || (DIGEST != 384 && DIGEST != 512))) begin : gen_refused_digest
      sha2_core_needs_DIGEST_of_224_or_256_or_with_LONG_1_384_or_512 refused ();
    end
    if (LONG != 0 && LONG != 1) begin : gen_refused_long
      sha2_core_needs_LONG_of_0_or_1 refused ();
    end
    if (UNROLL != 1 && (UNROLL != 2 || COMPRESSOR != sha2_pkg::DIRECT)) begin : gen_refused_unroll
      sha2_core_needs_UNROLL_of_1_or_of_2_with_COMPRESSOR_DIRECT refused ();
    end
    if (STAGES != 1 && (STAGES != 2 || COMPRESSOR != sha2_pkg::STAGGERED)) begin : gen_refused_stages
      sha2_core_needs_STAGES_of_1_or_of_2_with_COMPRESSOR_STAGGERED refused ();
    end
    if (COUNT_BITS < 1) begin : gen_refused_count_bits
      sha2_core_needs_COUNT_BITS_of_1_or_more refused ();
    end
    if (COMPRESSOR < sha2_pkg::DIRECT || COMPRESSOR > sha2_pkg::STAGGERED) begin : gen_refused_compressor
      sha2_core_needs_COMPRESSOR_of_sha2_pkg refused ();
    end
    if (CARRY_SAVE != 0 && CARRY_SAVE != 1) begin : gen_refused_carry_save
      sha2_core_needs_CARRY_SAVE_of_0_or_1 refused ();
    end
    if (CONTEXT != 0 && CONTEXT != 1) begin : gen_refused_context
      sha2_core_needs_CONTEXT_of_0_or_1 refused ();
    end
  endgenerate

  localparam integer CYCLES = ((LONG != 0) ? 80 : 64) / UNROLL;  // with rounds, of a block
  localparam integer STEP = UNROLL * WORD;

  logic block_load;
  logic [CHAIN_BITS-1:0] block_chain;

  generate
    if (CONTEXT != 0) begin : gen_context
      logic block_give;
      assign {block_give, block_load, block_chain} = block_data[BLOCK+:CHAIN_BITS+2];

      logic unused;
      assign unused = block_give;
    end else begin : gen_no_context
      assign block_load = 1'b0;
      assign block_chain = '0;
    end
  endgenerate

  logic reset, clear, restore, early;
  logic [6:0] t;
  logic [3:0] loads, runs, turns;

  sha2_control #(
      .CYCLES(CYCLES),
      .UNROLL(UNROLL),
      .STAGES(STAGES),
      .COMPRESSOR(COMPRESSOR),
      .CONTEXT(CONTEXT)
  ) control (
      .turn(block_lane),
      .*
  );

  assign digest_lane = block_lane;
  assign digest_last = 1'b1;

  logic [STEP-1:0] k, w;  // K and W of the rounds of this turn
  logic [STEP-1:0] words_a, words_e;
  logic [8*WORD-1:0] hash, value;
  logic [WORD-1:0] early_d;

  sha2_round_constants #(
      .WORD(WORD),
      .UNROLL(UNROLL),
      .STAGES(STAGES),
      .DECODED(CARRY_SAVE)
  ) constants (.*);

  sha2_schedule #(
      .WORD(WORD),
      .UNROLL(UNROLL),
      .STAGES(STAGES),
      .CARRY_SAVE(CARRY_SAVE),
      .ADDER(SIDE_ADDER)
  ) schedule (
      .load(loads[0]),
      .block(block_data[BLOCK-1:0]),
      .*
  );

  sha2_compressor #(
      .WORD(WORD),
      .UNROLL(UNROLL),
      .STAGES(STAGES),
      .COMPRESSOR(COMPRESSOR),
      .CHAIN(CHAIN),
      .CARRY_SAVE(CARRY_SAVE),
      .ADDER(ADDER),
      .SIDE_ADDER(SIDE_ADDER)
  ) compressor (.*);

  sha2_hash_ring #(
      .DIGEST(DIGEST),
      .LONG(LONG),
      .UNROLL(UNROLL),
      .STAGES(STAGES),
      .COMPRESSOR(COMPRESSOR),
      .CARRY_SAVE(CARRY_SAVE),
      .ADDER(SIDE_ADDER),
      .CONTEXT(CONTEXT)
  ) ring (
      .chain(block_chain),
      .*
  );

  generate
    if (CONTEXT != 0) begin : gen_whole_value
      assign digest_data = hash;
    end else begin : gen_digest
      assign digest_data = DIGEST'(hash >> (8 * WORD - DIGEST));
    end
  endgenerate

  logic unused;
  assign unused = &{1'b0, block_first, block_empty, block_count};

endmodule
