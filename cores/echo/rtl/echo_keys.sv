// SPDX-License-Identifier: Apache-2.0
//
// The keys of BIG.SubWords: a counter that begins with the number of message bits hashed once the block is in, 0 for a
// block without any, and goes on by one for every word. In round r the key of word n is counter + 16 r + n: its upper
// bits are one of two numbers, of which the second is the first of the next round. Likewise with groups of 4 words.
//
// Parameters
//   WORDS       words that get their keys at a time, 4 or 16
//   STAGES      lanes, 1 or more; their counters move one rank a cycle
//   COUNT_BITS  width of block_count, 5 .. 64
// Ports
//   load    the lane at rank 0 begins with `count`; with WORDS = 4 its first keys are there two cycles later
//   next    it goes on to the words that follow
//   keys    for the lane at rank 0, the first word's in the highest bits

module echo_keys #(
    parameter integer WORDS = 16,
    parameter integer STAGES = 1,
    parameter integer COUNT_BITS = 64
) (
    input  logic                  clk,
    input  logic                  load,
    input  logic [COUNT_BITS-1:0] count,
    input  logic                  next,
    output logic [ 128*WORDS-1:0] keys
);

  generate
    if (WORDS != 4 && WORDS != 16) begin : gen_refused_words
      echo_keys_needs_WORDS_of_4_or_16 refused ();
    end
    if (STAGES < 1) begin : gen_refused_stages
      echo_keys_needs_STAGES_of_1_or_more refused ();
    end
    if (COUNT_BITS < 5 || COUNT_BITS > 64) begin : gen_refused_count_bits
      echo_keys_needs_COUNT_BITS_of_5_to_64 refused ();
    end
  endgenerate

  // The sums are made in the cycle before. Alone a lane of 16 words has no such cycle between load and first keys.
  localparam integer AHEAD = (STAGES > 1 || WORDS < 16) ? 1 : 0;
  localparam integer LOWER = $clog2(WORDS);
  localparam integer UPPER = COUNT_BITS - LOWER;

  logic [STAGES*COUNT_BITS-1:0] counters, counters_out;
  logic [COUNT_BITS-1:0] coming;  // what next_upper and lower are made of
  logic [UPPER-1:0] upper, next_upper;
  logic [WORDS*(LOWER+1)-1:0] lower, lower_made;  // carry and lower bits of each word's sum

  assign upper = counters[COUNT_BITS-1:LOWER];

  generate
    for (genvar n = 0; n < WORDS; n = n + 1) begin : gen_word
      localparam integer AT = (LOWER + 1) * n;
      assign lower_made[AT+:LOWER+1] = {1'b0, coming[LOWER-1:0]} + (LOWER + 1)'(n);
      assign keys[128*(WORDS-1-n)+:128] = echo_pkg::key(
          64'({lower[AT+LOWER] ? next_upper : upper, lower[AT+:LOWER]})
      );
    end

    if (AHEAD == 0) begin : gen_at_once
      assign coming = counters;
      assign next_upper = coming[COUNT_BITS-1:LOWER] + 1'b1;
      assign lower = lower_made;
    end else begin : gen_ahead
      if (STAGES == 1) assign coming = next ? {next_upper, counters[LOWER-1:0]} : counters;
      else assign coming = counters[(STAGES-1)*COUNT_BITS+:COUNT_BITS];
      always_ff @(posedge clk) begin
        next_upper <= coming[COUNT_BITS-1:LOWER] + 1'b1;
        lower <= lower_made;
      end
    end

    for (genvar j = 0; j < STAGES; j = j + 1) begin : gen_rank
      localparam integer FROM = (j == 0) ? STAGES - 1 : j - 1;
      if (j == 0) begin : gen_turn
        assign counters_out[COUNT_BITS-1:0] = load ? count :
            next ? {next_upper, counters[LOWER-1:0]} : counters[COUNT_BITS-1:0];
      end else begin : gen_move
        assign counters_out[j*COUNT_BITS+:COUNT_BITS] = counters[j*COUNT_BITS+:COUNT_BITS];
      end
      always_ff @(posedge clk) counters[j*COUNT_BITS+:COUNT_BITS] <= counters_out[FROM*COUNT_BITS+:COUNT_BITS];
    end
  endgenerate

endmodule
