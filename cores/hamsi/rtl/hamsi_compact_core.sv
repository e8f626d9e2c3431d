// SPDX-License-Identifier: Apache-2.0
//
// Hamsi-SIZE at block level in little area: each row of the state is a ring of COLUMNS places, a word in each, that
// never stands still, so that hardly any of its bits has a multiplexer. The chaining value is two more such rings.
//
//   row 0      ,--> S-boxes --> place 3 --> place 2 --> place 1 --> place 0 --+--,     with SIZE 256
//              '--------------------------------------------------------------'  |
//   rows 1, 2, 3                                                                 |
//   chaining   ,--> (+) --> place 3 --> place 2 --> place 1 --> place 0 --,      |
//              |     '------------------------------------------------------------ rows 0 and 2
//              '----------------------------------------------------------'
//
// A word moves on by a place in a slot, 16 cycles, and by a digit in a cycle: digit i is its bits 31 - i and 15 - i. A
// turn is COLUMNS slots. In slot s of a turn place p has the word of column p + s; so the words of one diagonal are in
// place r of row r.
//
//   S turn  the columns go through the S-boxes as they leave place 0. In the first round of a block they are those of
//           the concatenation, and the rows are added to the chaining value before they are lost. With SIZE 512, three
//           more turns take the expanded message in before, since the code comes as one symbol a cycle, in its order
//   L turn  in each slot a diagonal leaves place r of row r. What L adds to it is added in two slots, on its way
//           through two places; it is rotated as it enters a third one (hamsi_compact_diffusion, hamsi_compact_place)
//   T turn  the last diagonals arrive; with SIZE 512 four words of each row go through L, alike, from slot 3 on. With
//           SIZE 256 half a turn: the turns of every other round begin in slot 2
//   rest    in place of the last T turn, and behind it: a block is taken; or after a last block the sum of the chaining
//           value is made, a turn later, and then the digest leaves
//
// A byte is taken, or put out, in four or eight cycles, in which its bits pass, if the other side is there in the first
// of them. Else it waits: for a slot (SIZE 256) or four cycles (512) at the input, for a turn at the output. A byte of
// the digest stands in registers of the expansion until it is taken.
//
// Cycles, with SIZE 256 and with SIZE 512
//   block to block:                              512; 2,688
//   from the first byte of a block to its last:  12 (SIZE 256), 28
//   from the cycle that takes the first byte of n blocks to that with the first byte of the digest:
//                                                512 n + 581; 2,688 n + 2,565
//   from a byte of the digest that is taken to the next one: 8 where it follows in the ring, else up to a turn and 8
//   from rst, or the last byte of the digest, to the first of a message: 4
//
// Parameters
//   SIZE        256 or 512: digest; the block has SIZE / 8 bits
//   COUNT_BITS  width of block_count, 1 or more
//
// Ports: the block-level contract (docs/core-contract.md); block_data and digest_data are bytes. block_first,
// block_empty and block_count are not needed. block_last counts with the last byte of a block. Only rst drops a
// message.

module hamsi_compact_core #(
    parameter integer SIZE = 256,
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
    if (SIZE != 256 && SIZE != 512) begin : gen_refused_size
      hamsi_compact_core_needs_SIZE_of_256_or_512 refused ();
    end
    if (COUNT_BITS < 1) begin : gen_refused_count_bits
      hamsi_compact_core_needs_COUNT_BITS_of_1_or_more refused ();
    end
  endgenerate

  localparam integer COLUMNS = SIZE / 64;
  localparam integer SLOT_BITS = $clog2(COLUMNS);
  localparam integer PLACE_BITS = SLOT_BITS + 4;
  localparam integer FULL = SLOT_BITS;  // bit of `number` that is on when all 2^SLOT_BITS bytes of a block are taken
  localparam integer BEAT_BITS = SLOT_BITS + 3;  // the digest has 2^BEAT_BITS bytes
  localparam logic [3:0] FINAL = (SIZE == 256) ? 4'd2 : 4'd5;  // round, of P and of P_f
  localparam logic [3:0] FINAL_F = (SIZE == 256) ? 4'd5 : 4'd11;

  // The control.
  logic [PLACE_BITS-1:0] place;  // digit and slot
  logic [BEAT_BITS-1:0] number;  // of the round, or of bytes taken or given
  logic substitutes, diffuses, settles;  // the turn is an S turn, an L turn, a T turn; if none, it is a rest
  logic follows;  // the turn before was an L turn
  logic [1:0] load;  // S turn of the first round, 3 is the one with S-boxes
  logic fresh;  // the first block of a message: the initial value enters in a rest, and nothing is added to it
  logic last;  // the block in work is the last of its message, or its digest leaves
  logic giving;
  logic moving;  // bits of a byte passed in the cycle before, and more are to come

  logic [3:0] digit;
  logic [SLOT_BITS-1:0] slot;
  logic restart, rest, final_place, absorbs, in_turn, free, due, starts, offered, moves, done, filled, begins, ends;
  logic shifted;  // the turn ends in the middle of one of the rings
  logic loading, sums, mixing;

  assign digit = place[3:0];
  assign slot = place[PLACE_BITS-1:4];
  assign final_place = (&place[PLACE_BITS-2:0]) && place[PLACE_BITS-1] != shifted;
  assign restart = rst || (digest_valid && digest_ready && digest_last);
  assign rest = !substitutes && !diffuses && !settles;

  assign absorbs = rest && !last && !number[FULL];
  assign free = !digest_valid || digest_ready;
  assign due = {slot, digit[3]} == {number[2+:SLOT_BITS], number[0]};
  assign starts = digit[1:0] == '0 && (!giving || !digit[2]);
  assign offered = (absorbs && block_valid && in_turn) || (giving && free && due);
  assign moves = starts ? offered : moving;
  assign done = moving && (&digit[1:0]) && (!giving || digit[2]);
  assign block_ready = done && !giving;
  assign digest_last = number == '0;

  assign filled = number[FULL] || (done && &number[FULL-1:0]);
  assign begins = final_place && rest && filled && !giving;
  assign ends = number[3:0] == (last ? FINAL_F : FINAL);
  assign mixing = substitutes && load == 2'd3;
  assign loading = substitutes && number == '0;

  always_ff @(posedge clk) begin
    place <= restart ? '0 : place + 1'b1;
    moving <= moves && !done;
    if (final_place) begin
      substitutes <= begins || settles || (substitutes && !mixing);
      diffuses <= mixing;
      settles <= diffuses && !ends;
      follows <= diffuses;
      if (diffuses) fresh <= 1'b0;
      if (rest && last && number == '0 && !follows) giving <= 1'b1;
    end
    if (begins || (final_place && diffuses && ends)) number <= '0;
    else number <= number + BEAT_BITS'(done || (final_place && settles));
    if (block_ready && &number[FULL-1:0]) last <= block_last;
    digest_valid <= (giving && done) || !free;
    if (restart) begin
      number <= '0;
      substitutes <= 1'b0;
      diffuses <= 1'b0;
      settles <= 1'b0;
      follows <= 1'b0;
      fresh <= 1'b1;
      last <= 1'b0;
      giving <= 1'b0;
      digest_valid <= 1'b0;
    end
  end

  assign block_lane  = 1'b0;
  assign digest_lane = 1'b0;

  // Where the expanded message and the chaining value enter: by pairs of columns, and by rows, even or odd.
  logic [1:0] takes_upper, takes_lower, takes_chaining;  // the even rows lower
  logic pair, going, beginning;

  assign pair = slot[1];

  generate
    if (SIZE == 256) begin : gen_one_load
      assign load = 2'd3;
      assign shifted = (substitutes || diffuses) ? number[0] : settles && !number[0];
      assign in_turn = digit[3:2] == number[1:0];
      assign beginning = 1'b0;
      assign going = loading;
      assign sums = (loading && !fresh) || (rest && last && number == '0 && !giving && !follows);
      assign takes_upper = {pair, !pair} & {2{loading}};
      assign takes_lower = takes_upper;
      assign takes_chaining = {!pair, pair} & {2{loading}};
    end else begin : gen_four_loads
      always_ff @(posedge clk) begin
        if (begins) load <= '0;
        else if (final_place && substitutes && !mixing) load <= load + 1'b1;
      end
      assign shifted = 1'b0;
      assign in_turn = !(&place[PLACE_BITS-1:2]);
      assign beginning = load == '0;
      assign going = begins || (loading && pair == load[0]);
      assign sums = (loading && load == '0 && !fresh) || (rest && last && number == '0 && !giving && !follows);
      assign takes_lower = {load == 2'd1 && pair, load == 2'd0 && !pair} & {2{loading}};
      assign takes_upper = {load == 2'd3 && pair, load == 2'd2 && !pair} & {2{loading}};
      assign takes_chaining = {!pair, pair} & {2{loading && load == 2'd3}};
    end
  endgenerate

  logic [1:0] message_lower, message_upper;
  logic [1:0] entering;
  logic bit_out;

  assign entering = {giving ? bit_out : block_data[~{digit[1:0], 1'b0}], block_data[~{digit[1:0], 1'b1}]};

  hamsi_compact_expansion #(
      .SIZE(SIZE)
  ) expansion (
      .clk(clk),
      .place(place),
      .beginning(beginning),
      .absorbing(rest),
      .going(going),
      .taking(moves),
      .standing(giving),
      .symbol(entering),
      .lower(message_lower),
      .upper(message_upper),
      .stored(digest_data)
  );

  // The rows, two bits of each, row 0 lowest: what leaves the places 0 and 2, what goes through the S-boxes and comes
  // from them.
  logic [3:0][1:0] leaving, leaving_2, concatenated, substituted, entering_rows;
  logic [1:0] half_0, half_1, apart_0, apart_1;

  hamsi_compact_rows #(
      .SIZE(SIZE)
  ) rows (
      .clk(clk),
      .place(place),
      .diffuses(diffuses),
      .follows(follows),
      .in(entering_rows),
      .out(leaving),
      .out_2(leaving_2)
  );

  hamsi_compact_chaining #(
      .SIZE(SIZE)
  ) chaining (
      .clk(clk),
      .place(place),
      .starts(rest && fresh),
      .sums(sums),
      .row_0(leaving[0]),
      .row_2(leaving[2]),
      .row_0_apart(leaving_2[0]),
      .row_2_apart(leaving_2[2]),
      .half_0(half_0),
      .half_1(half_1),
      .apart_0(apart_0),
      .apart_1(apart_1)
  );

  assign bit_out = number[2+SLOT_BITS] ? half_1[!number[1]] : half_0[!number[1]];
  assign entering_rows = mixing ? substituted : concatenated;

  // The S turn: concatenation, constants, S-boxes.
  logic [7:0] constants, round_constants;
  logic numbered;

  hamsi_compact_constants #(
      .SIZE(SIZE)
  ) constant (
      .column(slot),
      .digit(digit),
      .last(last),
      .value(constants)
  );

  assign numbered = slot == SLOT_BITS'(1) && (&digit[3:2]);
  assign round_constants = constants ^ {1'b0, numbered && number[{1'b0, ~digit[1:0]}], 6'b0};

  generate
    for (genvar r = 0; r < 4; r = r + 1) begin : gen_concatenated
      logic [1:0] code, chained;
      assign code = {message_upper[r/2], message_lower[r/2]};
      assign chained = (r < 2) ? apart_0 : apart_1;
      assign concatenated[r][1] = takes_upper[r%2] ? code[1] : takes_chaining[r%2] ? chained[1] : leaving[r][1];
      assign concatenated[r][0] = takes_lower[r%2] ? code[0] : takes_chaining[r%2] ? chained[0] : leaving[r][0];
    end
  endgenerate

  hamsi_sbox #(
      .WIDTH(2)
  ) sbox (
      .a  (concatenated[0] ^ round_constants[7:6]),
      .b  (concatenated[1] ^ round_constants[5:4]),
      .c  (concatenated[2] ^ round_constants[3:2]),
      .d  (concatenated[3] ^ round_constants[1:0]),
      .y_a(substituted[0]),
      .y_b(substituted[1]),
      .y_c(substituted[2]),
      .y_d(substituted[3])
  );

  logic unused;
  assign unused = &{1'b0, block_first, block_empty, block_count, leaving_2};

endmodule
