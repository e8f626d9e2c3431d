// SPDX-License-Identifier: Apache-2.0
//
// Luffa, version 2, at block level in little area: V_0 .. V_{w-1} are rings of one turn that never stand still, so that
// hardly any of their bits has a multiplexer. Blocks and digests go byte by byte.
//
//      ,----------------------------------------------------------------------------------------,
//      '-> [inject] -> V_{w-1} -> [inject] -> ... V_1, tweak -> [inject] -> V_0, a step -> (^) --+
//                                                                           constants -------'
//
// A turn is SLOTS = 32 / DIGIT cycles, in which the words of a V_j come by, the most significant digit first and all
// eight side by side. Each V_j goes round in its ring, or all of them move on by one. The last ring, that of V_0, is
// that of the steps: the V_j go through it one after another.
//
//   filling  w turns, behind rst and behind a digest: the initial value moves in
//   inject   V_j + 2 (V_0 + ..), as V_j moves on into its own ring. With w = 5 there are three turns: 2 V_j + V_{j+1}
//            follows, and 2 V_j + V_{j-1}, as V_j moves on
//   absorb   a turn for each word of a block, whose bits are added as they come, times 2^j to V_j; the first of them
//            in the turn of inject, in its last one with w = 5
//   steps    8 w turns: eight of each Q_j; with the first of them the V_j move on. AddConstant is behind a step, in the
//            next turn. What Q_j does first, its tweak, is done before: in the ring of V_1, in which V_j goes round, or
//            which it leaves, j times rotated by a bit
//   giving   bytes of the digest leave as bits of V_0 + .. + V_{w-1} come by
//
// A byte is taken, or put out, in the cycles in which its bits come by, if the other side is there in the first of
// them. Else it waits for a turn. A byte of the digest stands in the last places of a ring of the constants until it is
// taken.
//
// Cycles
//   block to block:                              32 SLOTS with w = 3, 50 SLOTS with w = 5
//   from the first byte of a block to its last:  31 (8 / DIGIT)
//   from the cycle that takes the first byte of n blocks to that with the first byte of the digest:
//                                                (32 n + 25) SLOTS + 1 with w = 3, (50 n + 41) SLOTS + 1 with w = 5
//   from a byte of the digest that is taken to the next one: 8 / DIGIT, or up to SLOTS + 8 / DIGIT - 1 if it was not
//   taken at once; between the halves of 512 bits at most 45 SLOTS
//   from rst, or the last byte of the digest, to the first of a message: w SLOTS + 8 / DIGIT; with w = 5 two turns more
//
// Parameters
//   DIGEST      256 (w = 3) or 512 (w = 5)
//   DATAPATH    bits of the state that a cycle works on: 8, or 16, two bits of each word
//   COUNT_BITS  width of block_count, 1 or more
//
// Ports: the block-level contract (docs/core-contract.md); block_data and digest_data are bytes. block_first,
// block_empty and block_count are not needed: the padding is in block_data. block_last counts with the last byte of a
// block. Only rst drops a message.

module luffa_compact_core #(
    parameter integer DIGEST = 256,
    parameter integer DATAPATH = 8,
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
    if (DIGEST != 256 && DIGEST != 512) begin : gen_refused_digest
      luffa_compact_core_needs_DIGEST_of_256_or_512 refused ();
    end
    if (DATAPATH != 8 && DATAPATH != 16) begin : gen_refused_datapath
      luffa_compact_core_needs_DATAPATH_of_8_or_16 refused ();
    end
    if (COUNT_BITS < 1) begin : gen_refused_count_bits
      luffa_compact_core_needs_COUNT_BITS_of_1_or_more refused ();
    end
  endgenerate

  localparam integer WIDTH = (DIGEST > 256) ? 5 : 3;  // w
  localparam integer DIGIT = DATAPATH / 8;
  localparam integer ROW = 8 * DIGIT;
  localparam integer HALF = 4 * DIGIT;
  localparam integer SLOTS = 32 / DIGIT;
  localparam integer SLOT_BITS = $clog2(SLOTS);
  localparam integer NUMBER_BITS = (WIDTH > 3) ? 6 : 5;
  localparam integer TABLE_BITS = $clog2(WIDTH);
  localparam integer BEGIN_BITS = 3 - $clog2(DIGIT);  // of a slot: that in a byte
  localparam logic [1279:0] INITIAL = luffa_compact_pkg::initial_values(WIDTH, DIGIT);
  localparam logic [95:0] POWERS = luffa_compact_pkg::powers(0);
  localparam logic [NUMBER_BITS-1:0] FINAL_STEP = NUMBER_BITS'(8 * WIDTH - 1);
  localparam logic [2:0] FINAL_Q = 3'(WIDTH - 1);

  // The control. With `filling`, `steps` and `injects` off: giving, with `blank`; else absorb, or with `last` only a
  // wait for the next turn.
  logic [SLOT_BITS-1:0] slot;  // of the digits that leave the rings
  logic [NUMBER_BITS-1:0] number;  // of the turn of filling, of the step, or of the next byte
  logic filling, steps;
  logic stepped;  // the turn before was one of steps
  logic [2:0] injects;  // the first turn of inject, the second one, the third one
  logic last;  // the block in work is the last of its message
  logic blank;  // the blank round behind it is in work, or is done
  logic moving;  // bits of a byte came by in the cycle before, and more are to come

  logic [2:0] q;
  logic restart, final_slot, final_step, final_inject, begins_inject;
  logic free, absorbs, giving, offered, moves, done, full, complete, over;
  logic half_taken;  // the other side takes the last byte of the first half of 512 bits

  assign q = (WIDTH > 3) ? number[NUMBER_BITS-1-:3] : {1'b0, number[NUMBER_BITS-1-:2]};
  assign restart = rst || (digest_valid && digest_ready && digest_last);
  assign final_slot = &slot;
  assign final_step = final_slot && steps && number == FINAL_STEP;
  assign final_inject = (WIDTH > 3) ? injects[2] : injects[0];

  assign free = !digest_valid || digest_ready;
  assign absorbs = !filling && !steps && !last && (WIDTH == 3 || injects[1:0] == '0);
  assign giving = blank && !steps && injects == '0;
  assign offered = slot[SLOT_BITS-1-:2] == number[1:0] && ((absorbs && block_valid) || (giving && free && !half_taken));
  assign moves = (slot[BEGIN_BITS-1:0] == '0) ? offered : moving;
  assign done = moving && slot[BEGIN_BITS-1:0] == '1;
  assign full = done && number[4:0] == '1;
  assign complete = full && !last;
  assign over = filling && final_slot && number == NUMBER_BITS'(WIDTH - 1);
  assign block_ready = done && !last;
  assign begins_inject = over || (final_step && !blank) || (final_slot && last && !blank && !steps && injects == '0);

  always_ff @(posedge clk) begin
    slot <= restart ? '0 : slot + 1'b1;
    number <= (restart || over || final_step || full) ? '0 :
        number + NUMBER_BITS'(done || (final_slot && (filling || steps)));
    filling <= restart || (filling && !over);
    steps <= !restart && (complete || (final_slot && final_inject && last) || (steps && !final_step));
    if (final_slot) stepped <= steps;
    if (final_slot) injects <= {injects[1:0] & {2{WIDTH > 3}}, begins_inject};
    last <= !restart && (last || (complete && block_last));
    blank <= !restart && !half_taken && (blank || (last && injects[0]));
    moving <= moves && !done;
    digest_valid <= !restart && ((giving && done) || !free);
    if (restart) begin
      stepped <= 1'b0;
      injects <= '0;
    end
  end

  generate
    if (DIGEST > 256) begin : gen_halves
      logic second;  // the second half of the digest is in work, or leaves
      assign half_taken  = digest_valid && digest_ready && number[4:0] == '0;
      assign digest_last = number[4:0] == '0 && second;
      always_ff @(posedge clk) second <= !restart && (second || half_taken);
    end else begin : gen_whole
      assign half_taken  = 1'b0;
      assign digest_last = number == '0;
    end
  endgenerate

  assign block_lane  = 1'b0;
  assign digest_lane = 1'b0;

  // Constants, and the digest.
  logic [DIGIT-1:0] even, odd, bits_out;
  logic first_step;

  assign first_step = number[2:0] == '0;

  luffa_compact_constants #(
      .WIDTH(WIDTH),
      .DIGIT(DIGIT)
  ) constants (
      .clk(clk),
      .slot(slot),
      .q(q),
      .load(first_step),
      .even(even),
      .odd(odd),
      .keep(!steps),
      .hold(!free),
      .spare(bits_out),
      .byte_kept(digest_data)
  );

  // Rings: what leaves them, V_j of ring j in the rest, and what enters; the digits of a_k at [DIGIT*k +: DIGIT].
  logic [WIDTH-1:0][ROW-1:0] leaves, enters;
  logic [ROW-1:0] stepping, total, rest_of_all, start;
  logic moves_on;  // each V_j goes to the ring before its own

  assign moves_on = filling || (steps && first_step && q != '0) || (WIDTH == 3 && injects[0]);

  luffa_compact_step #(
      .DIGIT(DIGIT)
  ) step (
      .clk(clk),
      .slot(slot),
      .turns(steps),
      .turned(stepped),
      .in(enters[0]),
      .out(stepping)
  );
  assign leaves[0] = stepping ^
      {(HALF - DIGIT)'(0), odd & {DIGIT{stepped}}, (HALF - DIGIT)'(0), even & {DIGIT{stepped}}};

  serial_table #(
      .WORD (256),
      .DIGIT(ROW),
      .WORDS(WIDTH),
      .TABLE(INITIAL[256*WIDTH-1:0])
  ) initial_values (
      .number(number[TABLE_BITS-1:0]),
      .index (slot),
      .digit (start)
  );

  // The tweak: V_{q+1} is in ring 1 while Q_q is in work.
  logic tweaks;
  logic [HALF-1:0] tweaked;

  assign tweaks = steps && 4'(q) + 4'(number[2:0]) >= 4'd7 && q != FINAL_Q;

  generate
    for (genvar j = 1; j < WIDTH; j = j + 1) begin : gen_ring
      localparam integer LENGTH = SLOTS * ROW;
      if (j == 1) begin : gen_tweak
        logic [SLOTS*HALF-1:0] low;
        logic [(SLOTS-1)*HALF-1:0] high;
        luffa_compact_rotation #(
            .DIGIT(DIGIT),
            .BY   (1),
            .PLACE(SLOTS - 1)
        ) rotation (
            .clk(clk),
            .slot(slot),
            .turns(tweaks),
            .turned(tweaks),
            .in(high[HALF-1:0]),
            .out(tweaked)
        );
        assign leaves[1] = {tweaked, low[HALF-1:0]};
        always_ff @(posedge clk) begin
          low  <= {enters[1][0+:HALF], low[SLOTS*HALF-1:HALF]};
          high <= {enters[1][HALF+:HALF], high[(SLOTS-1)*HALF-1:HALF]};
        end
      end else begin : gen_plain
        logic [LENGTH-1:0] ring;
        assign leaves[j] = ring[ROW-1:0];
        always_ff @(posedge clk) ring <= {enters[j], ring[LENGTH-1:ROW]};
      end
    end
  endgenerate

  // Injection. A word of the block, times 2^j, has one bit for each word of a V_j.
  logic [2:0] word;  // that the next byte is of, or that of the digest
  logic [7:0] words;  // the same, a bit for each
  logic [BEGIN_BITS-1:0] part;  // of the byte
  logic [DIGIT-1:0] bits_in;
  logic takes;

  function automatic [ROW-1:0] double(input logic [ROW-1:0] a);
    begin
      double = {a[0+:7*DIGIT], a[7*DIGIT+:DIGIT]} ^ ROW'({a[7*DIGIT+:DIGIT], a[7*DIGIT+:DIGIT], DIGIT'(0),
          a[7*DIGIT+:DIGIT], DIGIT'(0)});
    end
  endfunction

  assign word = number[4:2];
  assign words = 8'd1 << word;
  assign part = slot[BEGIN_BITS-1:0];
  assign takes = moves && !last;

  always_comb begin
    total = '0;
    for (integer j = 0; j < WIDTH; j = j + 1) total = total ^ leaves[j];
    bits_out = '0;
    for (integer k = 0; k < 8; k = k + 1) begin
      if (word == 3'(k)) bits_out = bits_out | total[DIGIT*k+:DIGIT];
    end
    bits_in = '0;
    for (integer t = 0; t < 8 / DIGIT; t = t + 1) begin
      if (part == BEGIN_BITS'(t)) bits_in = bits_in | block_data[7-DIGIT*t-:DIGIT];
    end
    if (!takes) bits_in = '0;
  end

  assign rest_of_all = double(total) & {ROW{injects[0]}};

  generate
    for (genvar j = 0; j < WIDTH; j = j + 1) begin : gen_enters
      logic [ROW-1:0] message, added, own, other;

      for (genvar r = 0; r < 8; r = r + 1) begin : gen_word
        logic [7:0] terms;  // the words of a block that this one takes
        for (genvar k = 0; k < 8; k = k + 1) begin : gen_term
          assign terms[k] = POWERS[8*(k+j)+r];
        end
        assign message[DIGIT*r+:DIGIT] = bits_in & {DIGIT{|(words & terms)}};
      end

      assign own = leaves[j];
      assign other = leaves[(j+1)%WIDTH];
      if (WIDTH == 3) begin : gen_three
        assign added = message ^ rest_of_all;
        if (j < WIDTH - 1) begin : gen_inner
          assign enters[j] = (moves_on ? other : own) ^ added;
        end else begin : gen_last
          assign enters[j] = ((other & {ROW{moves_on && !filling}}) | (own & {ROW{!moves_on}})) ^
              (added | (start & {ROW{filling}}));
        end
      end else begin : gen_five
        // Where a sum has two terms, `two` is doubled.
        logic [ROW-1:0] one, two;
        assign one = (moves_on || injects[1]) ? other : own;
        assign two = (injects[1] ? own : other) & {ROW{injects[1] || injects[2]}};
        assign added = message | rest_of_all;
        if (j < WIDTH - 1) begin : gen_inner
          assign enters[j] = one ^ double(two) ^ added;
        end else begin : gen_last
          assign enters[j] = (one & {ROW{!filling}}) ^ double(two) ^ (added | (start & {ROW{filling}}));
        end
      end
    end
  endgenerate

  logic unused;
  assign unused = &{1'b0, block_first, block_empty, block_count, injects[2]};

endmodule
