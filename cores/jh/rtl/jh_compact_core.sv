// SPDX-License-Identifier: Apache-2.0
//
// JH at block level in little area: state, block and constants are rings of 128 places that never stand still, so that
// hardly any of their bits has a multiplexer. Blocks and digests go byte by byte.
//
//   state --> S-boxes --> L --> (xor block) --> P_8, 64 places --> 64 places --> state     a pair of elements a cycle
//   block --> four rings of 128 bits, one for each bit of half a pair --> block
//
// A turn is 128 cycles. In cycle t pair t of the state is at the head: in each element the bits p of H with p mod 128 = t;
// bits 9 and 8 of p are the number of the bit in its element, 0 the highest, and bit 7 is that of the element. So the state
// is grouped from one block to the next, a ring of the block is 16 bytes of it, and bits of a byte come one after another.
//
// P_8 moves an element of pair i to the pair with the bits of i rotated to the right by one, of odd elements with the highest
// one turned over: pi, P' and phi together; first elements remain first ones. That is an exchange of the second elements of
// neighbours, and then one of pairs 1, 2, 4, 8, 16 and 32 apart for each two neighbouring bits of i (serial_swap).
//
//   clear   a turn in which the state becomes H^(-1), behind rst and behind a digest
//   rounds  a turn each
//   tail    a turn in which the block is added to the second half of the state, in version 2 behind the last S-boxes; not
//           for the initial value, which is computed: its block is 0
//   absorb  a turn for each 16 bytes of a block, which are added to the first half as they come; that of the first 16 is
//           the tail of the block before, whose bits they follow in their ring
//   squeeze bytes of the digest leave as they come by
//
// A byte is taken, or put out, in the eight cycles in which its bits come by, if the other side is there in the first of
// them. Else it waits for a turn. A byte of the digest stands in the last places of a ring of the block until it is taken.
//
// Cycles, with R rounds (42, or 35 with VERSION 2)
//   block to block:                                    128 (R + 4)
//   from the first byte of a block to its last:        504
//   from the cycle that takes the first byte of n blocks to that with the first byte of the digest: 128 (R + 4) n + 129
//   from a byte of the digest that is taken to the next one: 8, or up to 135 if it was not taken at once
//   from rst, or the last byte of the digest, to the first of a message: 128 (R + 1) + 8
//
// Parameters
//   VERSION     2: as in the competition's round 2, 3: final        DIGEST  256 or 512
//   COUNT_BITS  width of block_count, 1 or more
//
// Ports: the block-level contract (docs/core-contract.md); block_data and digest_data are bytes. block_first, block_empty and
// block_count are not needed: the padding is in block_data. block_last counts with the last byte of a block. Only rst
// drops a message.

module jh_compact_core #(
    parameter integer VERSION = 3,
    parameter integer DIGEST = 256,
    parameter integer COUNT_BITS = 64
) (
    input logic clk,
    input logic rst,

    input  logic                  block_valid,
    output logic                  block_ready,
    output logic                  block_lane,
    input  logic [           7:0] block_data,
    input  logic                  block_first,
    input  logic                  block_last,
    input  logic                  block_empty,
    input  logic [COUNT_BITS-1:0] block_count,

    output logic       digest_valid,
    input  logic       digest_ready,
    output logic       digest_lane,
    output logic [7:0] digest_data,
    output logic       digest_last
);

  generate
    if (VERSION != 2 && VERSION != 3) begin : gen_refused_version
      jh_compact_core_needs_VERSION_of_2_or_3 refused ();
    end
    if (DIGEST != 256 && DIGEST != 512) begin : gen_refused_digest
      jh_compact_core_needs_DIGEST_of_256_or_512 refused ();
    end
    if (COUNT_BITS < 1) begin : gen_refused_count_bits
      jh_compact_core_needs_COUNT_BITS_of_1_or_more refused ();
    end
  endgenerate

  localparam logic [5:0] FINAL_ROUND = (VERSION == 2) ? 6'd34 : 6'd41;
  localparam logic [6:0] START = (DIGEST == 256) ? 7'd7 : 7'd6;  // the bit of H^(-1) that is 1
  localparam integer BEAT_BITS = (DIGEST == 256) ? 5 : 6;

  // The control. With `rounds` and `tail` off: initial: clear; last: squeeze; neither: absorb.
  logic [6:0] place;  // of the pair at the head
  logic [5:0] number;  // of the round, or of the next byte
  logic rounds, tail;
  logic initial_value;  // it is in work
  logic last;  // the block in work is the last of its message, or its digest leaves
  logic moving;  // bits of a byte came by in the cycle before, and more are to come

  logic [3:0] absorbing;  // the ring that takes a bit of the block
  logic restart, idle, clears, absorbs, squeezes, final_place, free, offered, moves, done, complete, over;

  assign restart = rst || (digest_valid && digest_ready && digest_last);
  assign idle = !rounds && !tail;
  assign clears = idle && initial_value;
  assign squeezes = idle && last;
  assign absorbs = !rounds && !last && (tail || !initial_value);
  assign final_place = &place;

  assign free = !digest_valid || digest_ready;
  assign offered = place[6:3] == number[3:0] && ((absorbs && block_valid) || (squeezes && free));
  assign moves = (place[2:0] == '0) ? offered : moving;
  assign done = moving && place[2:0] == '1;
  assign complete = done && number == '1 && !last;
  assign over = rounds && final_place && number == FINAL_ROUND;
  assign block_ready = done && !last;
  assign digest_last = number[BEAT_BITS-1:0] == '0;

  always_ff @(posedge clk) begin
    place <= restart ? '0 : place + 1'b1;
    number <= (restart || over) ? '0 : number + 6'(done || (rounds && final_place));
    rounds <= !restart && ((final_place && clears) || complete || (rounds && !over));
    tail <= !restart && (over || (tail && !final_place));
    initial_value <= restart || (initial_value && !(tail && final_place));
    last <= !restart && (last || (complete && block_last));
    moving <= moves && !done;
    digest_valid <= !restart && ((squeezes && done) || !free);
  end

  assign block_lane  = 1'b0;
  assign digest_lane = 1'b0;

  // S-boxes and L, or neither. first and second are the elements of a pair.
  logic [3:0] first, second, first_s, second_s, first_l, second_l, first_next, second_next;
  logic [1:0] choices;

  jh_compact_constants constants (
      .clk(clk),
      .place(place),
      .loading(!rounds),
      .choices(choices)
  );

  jh_sbox sbox_first (
      .x(first),
      .choice(choices[1]),
      .y(first_s)
  );
  jh_sbox sbox_second (
      .x(second),
      .choice(choices[0]),
      .y(second_s)
  );

  assign second_l = jh_pkg::linear_d(first_s, second_s);
  assign first_l  = jh_pkg::linear_c(first_s, second_l);

  generate
    if (VERSION == 2) begin : gen_last_sboxes
      assign first_next  = rounds ? first_l : tail ? first_s : first;
      assign second_next = rounds ? second_l : tail ? second_s : second;
    end else begin : gen_rounds
      assign first_next  = rounds ? first_l : first;
      assign second_next = rounds ? second_l : second;
    end
  endgenerate

  // The block. Ring 2 k + e has the bits k and k + 2 of element e of the pairs.
  logic [127:0] block_0, block_1, block_2, block_3;
  logic [3:0] leaving;
  logic bit_in, bit_out;

  assign bit_in = block_data[~place[2:0]];
  assign leaving = {block_3[0], block_2[0], block_1[0], block_0[0]};

  generate
    for (genvar i = 0; i < 4; i = i + 1) begin : gen_absorbing
      assign absorbing[i] = moves && !last && number[5:4] == 2'(i);
    end
    if (DIGEST == 256) begin : gen_quarter
      assign bit_out = number[4] ? second[0] : first[0];
    end else begin : gen_half
      assign bit_out = number[5] ? (number[4] ? second[0] : first[0]) : (number[4] ? second[1] : first[1]);
    end
  endgenerate

  always_ff @(posedge clk) begin
    block_0[119:0] <= block_0[120:1];
    if (free) block_0[127:120] <= {squeezes ? bit_out : absorbing[0] ? bit_in : block_0[0], block_0[127:121]};
    block_1 <= {absorbing[1] ? bit_in : block_1[0], block_1[127:1]};
    block_2 <= {absorbing[2] ? bit_in : block_2[0], block_2[127:1]};
    block_3 <= {absorbing[3] ? bit_in : block_3[0], block_3[127:1]};
  end

  generate
    for (genvar i = 0; i < 8; i = i + 1) begin : gen_digest
      assign digest_data[i] = block_0[127-i];
    end
  endgenerate

  // The state.
  logic [3:0] enters, added, first_in, second_in, first_0, second_0;
  logic start;

  assign enters = absorbing & {4{bit_in}};
  assign added = leaving & {4{tail && !initial_value}};
  assign start = clears && place == START;
  assign first_in = (first_next & {4{!clears}}) ^ {enters[0] || start, enters[2], added[0], added[2]};
  assign second_in = (second_next & {4{!clears}}) ^ {enters[1], enters[3], added[1], added[3]};

  always_ff @(posedge clk) first_0 <= first_in;

  serial_swap #(
      .DIGIT (4),
      .LENGTH(1)
  ) odd (
      .clk (clk),
      .pass({4{rounds && place[0]}}),
      .in  (second_in),
      .out (second_0)
  );

  // Piece k begins 2^k places behind the head: bit k of the number of what comes is that of `place` turned over, and where
  // that is 0, bit k + 1 is the same.
  logic [6:0][7:0] stream;
  logic [511:0] rest;

  assign stream[0] = {first_0, second_0};
  assign {first, second} = rest[7:0];

  generate
    for (genvar k = 0; k < 6; k = k + 1) begin : gen_rotation
      serial_swap #(
          .DIGIT (8),
          .LENGTH(2 ** k)
      ) piece (
          .clk (clk),
          .pass({8{rounds && place[k] && place[k+1]}}),
          .in  (stream[k]),
          .out (stream[k+1])
      );
    end
  endgenerate

  always_ff @(posedge clk) rest <= {stream[6], rest[511:8]};

  logic unused;
  assign unused = &{1'b0, block_first, block_empty, block_count};

endmodule
