// SPDX-License-Identifier: Apache-2.0
//
// Groestl at block level in little area ("Groestl - a SHA-3 candidate", section 3): shift registers that never stand still,
// so that hardly any of their bits has a multiplexer. Blocks and digests go digit by digit, column by column.
//
//   block --->[ enter ]--> waiting, a state --> SubBytes --> ShiftBytes --> MixBytes --+--> + <--> h
//             ^ ^   ^ |                                                               |    |
//             | |   '-' late digits, P's first                                        |    |
//             | '---------------------------------------------------------------------'    |
//             '----------------------------------------------------------------------------'
//
// P and Q of a block are two states on the same way, which takes two turns: one waits while the other goes through its
// round. A turn is as many slots, cycles, as a state has digits; in slot n digit n of a state enters, and digit n of h is
// there. What enters, and what comes out of MixBytes and is added to h:
//
//   turn             enters               is added to h
//   END of the one   m, a block: Q        Q of the block before
//   0                m + h: P             P of the block before
//   1, 3 .. 2R - 3   Q
//   2, 4 .. 2R - 2   P
//   2R - 1 = END     the next block: Q    Q
//   0 or 2R = REST   its P, or what is    P
//                    late of it
//
// m has waited for one turn when P begins. Late digits are taken when what waits has come round, a turn later. Behind the
// last block of a message comes another whose m is 0, so that P begins with h, and whose Q is not added: the output
// transformation. The digest leaves h as it comes round; a digit waits in the register behind SubBytes.
//
// Cycles, with R = 10 or 14 rounds and L = 64 COLUMNS / DATAPATH slots in a turn
//   block to block:                                               2 R L
//   from the first digit of a block to the last:                  L - 1
//   from the cycle that takes the first digit of n blocks to that with the first digit of the digest:
//                                                                 (2 R (n + 1) + 2) L + 1 - DIGEST / DATAPATH
//   a digit of a block that is late by up to L cycles:            L more
//   from a digit of the digest that is taken to the next one:     1, and L where that has gone by
//   from the last one, or rst, to the first digit of the next message:   at most L
//
// Parameters
//   VERSION     2: Groestl-0, the function of rounds 1 and 2; 3: the final function
//   DIGEST      bits of the digest, a multiple of DATAPATH up to 512; up to 256 a state has 8 columns, above 16
//   DATAPATH    bits of a digit: 8, 16, 32 or 64, a column
//   COUNT_BITS  width of block_count, 1 or more
//   SBOX        form of the S-box, a name of aes_pkg
//
// Ports: the block-level contract (docs/core-contract.md); block_data and digest_data are digits of DATAPATH bits.
// block_first, block_empty and block_count are not needed: after a digest and after rst a message begins, and the padding
// is in block_data. block_last counts with the last digit of a block. Only rst drops a message.

module groestl_compact_core #(
    parameter integer VERSION = 3,
    parameter integer DIGEST = 256,
    parameter integer DATAPATH = 64,
    parameter integer COUNT_BITS = 64,
    parameter integer SBOX = aes_pkg::SHALLOW
) (
    input logic clk,
    input logic rst,

    input  logic                  block_valid,
    output logic                  block_ready,
    output logic                  block_lane,
    input  logic [  DATAPATH-1:0] block_data,
    input  logic                  block_first,
    input  logic                  block_last,
    input  logic                  block_empty,
    input  logic [COUNT_BITS-1:0] block_count,

    output logic                digest_valid,
    input  logic                digest_ready,
    output logic                digest_lane,
    output logic [DATAPATH-1:0] digest_data,
    output logic                digest_last
);

  generate
    if (VERSION != 2 && VERSION != 3) begin : gen_refused_version
      groestl_compact_core_needs_VERSION_of_2_or_3 refused ();
    end
    if (DATAPATH != 8 && DATAPATH != 16 && DATAPATH != 32 && DATAPATH != 64) begin : gen_refused_datapath
      groestl_compact_core_needs_DATAPATH_of_8_16_32_or_64 refused ();
    end
    if (DIGEST < 1 || DIGEST > 512 || DIGEST % DATAPATH != 0) begin : gen_refused_digest
      groestl_compact_core_needs_DIGEST_a_multiple_of_DATAPATH_up_to_512 refused ();
    end
    if (COUNT_BITS < 1) begin : gen_refused_count_bits
      groestl_compact_core_needs_COUNT_BITS_of_1_or_more refused ();
    end
  endgenerate

  localparam integer COLUMNS = (DIGEST <= 256) ? 8 : 16;
  localparam integer COLUMN_BITS = $clog2(COLUMNS);
  localparam integer BYTES = DATAPATH / 8;
  localparam integer PARTS = 64 / DATAPATH;
  localparam integer PART_BITS = (PARTS > 2) ? $clog2(PARTS) : 1;
  localparam integer SLOTS = COLUMNS * PARTS;
  localparam integer SLOT_BITS = $clog2(SLOTS);
  localparam integer STATE = 64 * COLUMNS;
  localparam logic [4:0] REST = 5'(2 * groestl_pkg::rounds(COLUMNS));
  localparam logic [4:0] END = REST - 5'd1;

  // The control.
  logic [SLOT_BITS-1:0] slot;  // of the digits that enter, that leave `waiting`, and that leave h
  logic [4:0] turn;  // of the block in work, or REST
  logic [SLOT_BITS-1:0] number;  // of the next digit of the block, or of the digest in h
  logic folding_p;  // P of a block comes out in this turn
  logic last;  // the block in work is the last of its message
  logic finishing;  // with `last`: P of h is in work; without: the digest leaves
  logic fresh;  // h is the initial value

  logic [4:0] next_turn;
  logic final_slot, begins, ends, loads, expected, taken, complete, goes_on, giving, loaded;

  assign final_slot = &slot;
  assign next_turn = turn + 5'd1;
  assign begins = turn == '0;
  assign ends = turn == END;
  assign giving = finishing && !last;
  assign expected = slot == number;
  assign loads = (ends || turn == REST) && !last && !finishing;
  assign block_ready = loads && expected;
  assign taken = block_ready && block_valid;
  assign complete = taken && final_slot;
  assign goes_on = complete || (ends && last && !finishing);
  assign loaded = giving && expected && (!digest_valid || (digest_ready && !digest_last));
  assign digest_last = number == '0;

  always_ff @(posedge clk) begin
    slot <= slot + 1'b1;
    if (taken || loaded) number <= number + 1'b1;
    if (final_slot) begin
      turn <= goes_on ? '0 : (turn == REST) ? REST : next_turn;
      folding_p <= ends;
      if (ends) begin
        finishing <= last;
        last <= last && !finishing;
        if (finishing) number <= SLOT_BITS'(SLOTS - DIGEST / DATAPATH);
      end
    end
    if (complete) begin
      last  <= block_last;
      fresh <= 1'b0;
    end
    if (digest_ready) digest_valid <= 1'b0;
    if (loaded) digest_valid <= 1'b1;
    if (digest_valid && digest_ready && digest_last) begin
      finishing <= 1'b0;
      fresh <= 1'b1;
    end
    if (rst) begin
      slot <= '0;
      turn <= REST;
      number <= '0;
      folding_p <= 1'b0;
      last <= 1'b0;
      finishing <= 1'b0;
      fresh <= 1'b1;
      digest_valid <= 1'b0;
    end
  end

  assign block_lane  = 1'b0;
  assign digest_lane = 1'b0;

  logic [PART_BITS-1:0] part;
  logic [COLUMN_BITS-1:0] column;
  assign column = slot[SLOT_BITS-1-:COLUMN_BITS];

  generate
    if (PARTS > 1) begin : gen_parts
      assign part = slot[PART_BITS-1:0];
    end else begin : gen_whole
      assign part = '0;
    end
  endgenerate

  // The registers, the digit that leaves next in the lowest bits.
  logic [STATE-1:0] waiting, chain;
  logic [DATAPATH-1:0] substituted;  // or a digit of the digest
  logic [DATAPATH-1:0] leaving, bytes, shifted, mixed, start, value, sum, entering;

  assign leaving = waiting[DATAPATH-1:0];

  // A round, without its constants.
  generate
    for (genvar b = 0; b < BYTES; b = b + 1) begin : gen_byte
      aes_sbox #(
          .FORM(SBOX)
      ) sub_bytes (
          .x(leaving[8*b+:8]),
          .y(bytes[8*b+:8])
      );
    end
  endgenerate

  groestl_compact_shift #(
      .VERSION (VERSION),
      .COLUMNS (COLUMNS),
      .DATAPATH(DATAPATH)
  ) shift_bytes (
      .clk (clk),
      .slot(slot),
      .q   (!turn[0]),
      .in  (substituted),
      .out (shifted)
  );

  groestl_compact_mix #(
      .DATAPATH(DATAPATH)
  ) mix_bytes (
      .clk (clk),
      .part(part),
      .in  (shifted),
      .out (mixed)
  );

  // The chaining value. Bits of the digest, in 64 bits at its end, are the initial value.
  logic folds;
  assign folds = folding_p || (ends && !finishing);
  assign value = fresh ? start : chain[DATAPATH-1:0];
  assign sum = value ^ (mixed & {DATAPATH{folds}});

  generate
    if (PARTS == 8) begin : gen_start_in_two
      assign start = final_slot ? DATAPATH'(DIGEST) : (slot == SLOT_BITS'(SLOTS - 2)) ? DATAPATH'(DIGEST >> 8) : '0;
    end else begin : gen_start_in_one
      assign start = final_slot ? DATAPATH'(DIGEST) : '0;
    end
  endgenerate

  // What enters has the constants of the round in it that it goes to. Those of round 0 of Q are in the block, which P takes
  // them from. Zeros are in the place of the block after the last one.
  logic keeps, follows;
  logic enters_p, enters_q;  // a state, with its constants, or without those that it had
  logic [3:0] round;
  logic [DATAPATH-1:0] chosen, marks;

  assign keeps = begins || (loads && !taken);
  assign follows = !begins && !ends && turn != REST;
  assign enters_p = begins || (follows && !turn[0]);
  assign enters_q = begins || (follows ? turn[0] : !keeps);
  assign round = next_turn[4:1] & {4{follows}};
  assign chosen = (block_data & {DATAPATH{taken}}) | (leaving & {DATAPATH{keeps}}) | (mixed & {DATAPATH{follows}});

  // The number of the round is in one byte of a column, the first in P, the last in Q, and in Q all else are ones; in
  // Groestl-0 there is nothing but that byte of column 0.
  generate
    for (genvar b = 0; b < BYTES; b = b + 1) begin : gen_mark
      logic in_p, in_q;
      assign in_p = b == 0 && part == '0 && enters_p && (VERSION == 3 || column == '0);
      assign in_q = b == BYTES - 1 && part == PART_BITS'(PARTS - 1) && enters_q && (VERSION == 3 || column == '0);
      assign marks[8*(BYTES-1-b)+:8] = (VERSION == 3) ? {4'(column), round} & {8{in_p || in_q}} :
          {{4{in_q}}, (round & {4{in_p || in_q}}) ^ {4{in_q}}};
    end
  endgenerate

  assign entering = chosen ^ marks ^
      (begins ? sum ^ {DATAPATH{VERSION == 3}} : {DATAPATH{VERSION == 3 && enters_q}});

  always_ff @(posedge clk) begin
    waiting <= {entering, waiting[STATE-1:DATAPATH]};
    chain <= {sum, chain[STATE-1:DATAPATH]};
    substituted <= loaded ? sum : giving ? substituted : bytes;
  end
  assign digest_data = substituted;

  logic unused;
  assign unused = &{1'b0, block_first, block_empty, block_count};

endmodule
