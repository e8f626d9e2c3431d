// SPDX-License-Identifier: Apache-2.0
//
// ECHO with four words at a time: the columns of the state, groups 0 .. 3, follow one another through AES (echo_words
// with three ranks a, b, x). A round is ten cycles:
//
//   cycle 0 1 2 3 4 5 6 7 8 9
//   a     0 1 2 3 0 1 2 3        the second time with the results of the first
//   x         0 1 2 3 0 1 2 3    AES of them; the first time the key is added on the way to d_3
//   d_1                 0 1 2
//   d_2                   0 1
//   d_3         0 1 2 3     0
//
// In cycle 9 the whole state is in x, d_1, d_2, d_3. BIG.ShiftRows puts the words of the new groups into a, d_3, d_2,
// d_1, and from there they go to a in the next cycles, through BIG.MixColumns. BIG.Final is the sum of the groups that
// are in a at the beginning of a block and at its end; the first of them begin the sum.
//
// Parameters
//   DIGEST, COUNT_BITS  as echo_core      SBOX  a name of aes_pkg
// Ports: those of echo_core and signals of its round_control.

module echo_column #(
    parameter integer DIGEST = 256,
    parameter integer COUNT_BITS = 64,
    parameter integer SBOX = aes_pkg::SHALLOW,
    localparam integer CHAIN = 128 * echo_pkg::chain_words(DIGEST),
    localparam integer BLOCK = 2048 - CHAIN,
    localparam integer CYCLES = 10 * echo_pkg::rounds(DIGEST),
    localparam integer STEP_BITS = $clog2(CYCLES + 5)
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
      echo_column_needs_DIGEST_of_1_to_512 refused ();
    end
    if (COUNT_BITS < 8 || COUNT_BITS > 64) begin : gen_refused_count_bits
      echo_column_needs_COUNT_BITS_of_8_to_64 refused ();
    end
  endgenerate

  localparam integer WORDS = echo_pkg::chain_words(DIGEST);
  localparam logic [CHAIN-1:0] INITIAL = {WORDS{echo_pkg::key(64'(DIGEST))}};

  // The cycle of its round, 9 while a block is waited for, and what happens in it.
  logic [3:0] place, next_place;
  logic begin_block, permute, mix, add_key, fold, keep;

  assign next_place = (next_step == '0) ? 4'd9 : (place == 4'd9) ? 4'd0 : place + 4'd1;

  always_ff @(posedge clk) begin
    place <= next_place;
    begin_block <= next_step == '0;
    permute <= next_place == 4'd9;
    mix <= next_step > STEP_BITS'(9) && (next_place < 4'd3 || next_place == 4'd9);
    add_key <= next_place >= 4'd2 && next_place <= 4'd5;
    fold <= (next_step >= STEP_BITS'(1) && next_step <= STEP_BITS'(4)) ||
        next_step >= STEP_BITS'(CYCLES + 1) && next_step <= STEP_BITS'(CYCLES + 3) || ending;
    keep <= !(next_step >= STEP_BITS'(1) && next_step <= STEP_BITS'(WORDS / 4));
  end

  logic [511:0] a, x, d_1, d_2, d_3;
  logic [511:0] start, keys, unmixed, mixed, keyed;
  logic [2047:0] held, shifted;
  logic [2047:0] block;  // the state that a block begins with

  assign held = {d_3, d_2, d_1, x};
  assign block = {value, block_data};
  assign unmixed = permute ? shifted[2047:1536] : d_3;
  assign keyed = x ^ keys;
  assign start = begin_block ? block[2047:1536] : mix ? mixed : d_3;

  // BIG.ShiftRows: row i of column j comes from column j + i.
  generate
    for (genvar j = 0; j < 4; j = j + 1) begin : gen_column
      for (genvar i = 0; i < 4; i = i + 1) begin : gen_row
        assign shifted[1920-512*j-128*i+:128] = held[1920-512*((j+i)%4)-128*i+:128];
      end
    end
  endgenerate

  always_ff @(posedge clk) begin
    d_1 <= begin_block ? block[511:0] : permute ? shifted[511:0] : x;
    d_2 <= begin_block ? block[1023:512] : permute ? shifted[1023:512] : d_1;
    d_3 <= begin_block ? block[1535:1024] : permute ? shifted[1535:1024] : add_key ? keyed : d_2;
  end

  echo_words #(
      .WORDS(4),
      .RANKS(3),
      .SBOX (SBOX)
  ) aes (
      .result(x),
      .*
  );

  echo_mix_words big_mix (
      .x(unmixed),
      .y(mixed)
  );

  echo_keys #(
      .WORDS(4),
      .COUNT_BITS(COUNT_BITS)
  ) counter (
      .clk  (clk),
      .load (load),
      .count(block_count & {COUNT_BITS{!block_empty}}),
      .next (add_key),
      .keys (keys)
  );

  // What is kept: with eight words of chaining value two groups, which take turns.
  logic [CHAIN-1:0] kept, sum;

  generate
    if (CHAIN == 512) begin : gen_one_group
      assign sum = (kept & {512{keep}}) ^ (a & {512{fold}});
    end else begin : gen_two_groups
      assign sum = fold ? {kept[511:0], (kept[1023:512] & {512{keep}}) ^ a} : kept;
    end
  endgenerate

  assign value = sum;
  always_ff @(posedge clk) kept <= restart ? INITIAL : restore ? block_chain : sum;

endmodule
