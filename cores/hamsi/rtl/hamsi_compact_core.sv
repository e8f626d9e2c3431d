// SPDX-License-Identifier: Apache-2.0
//
// Hamsi-SIZE at block level in little area: each row of the state is a ring of COLUMNS places, a word in each, that never stands
// still, so that hardly any of its bits has a multiplexer. The chaining value is two more such rings.
//
//   row 0      ,--> S-boxes --> place 3 --> place 2 --> place 1 --> place 0 --+--,     with SIZE 256
//              '--------------------------------------------------------------'  |
//   rows 1, 2, 3                                                                 |
//   chaining   ,--> (+) --> place 3 --> place 2 --> place 1 --> place 0 --,      |
//              |     '------------------------------------------------------------ rows 0 and 2
//              '----------------------------------------------------------'
//
// A word moves on by a place in a slot, 16 cycles, and by a digit in a cycle: digit i is its bits 31 - i and 15 - i. A turn is COLUMNS
// slots. In slot s of a turn place p has the word of column p + s; so the words of one diagonal are in place r of row r.
//
//   S turn  the columns go through the S-boxes as they leave place 0. In the first round of a block they are those of the
//           concatenation, and the rows are added to the chaining value before they are lost. With SIZE 512, three
//           more turns take the expanded message in before, since the code comes as one symbol a cycle, in its order
//   L turn  in each slot a diagonal leaves place r of row r. What L adds to it is added in two slots, on its way through two places;
//           it is rotated as it enters a third one (hamsi_compact_diffusion, hamsi_compact_place)
//   T turn  the last diagonals arrive; with SIZE 512 words within a row, four of each, go through L alike from slot 3 on
//   rest    in place of the last T turn, and behind it: a block is taken; or after a last block the sum of the chaining
//           value is made, a turn later, and then the digest leaves
//
// A byte is taken, or put out, in four or eight cycles, in which its bits pass, if the other side is there in the first of them.
// Else it waits: for a slot (SIZE 256) or four cycles (512) at the input, for a turn at the output. A byte of the digest stands in
// registers of the expansion until it is taken.
//
// Cycles, with a turn of T = 64 (SIZE 256) or 128 and R = 3 or 6 rounds
//   block to block:                              T (4 R - 3)
//   from the first byte of a block to its last:  12 (SIZE 256), 28
//   from the cycle that takes the first byte of n blocks to that with the first byte of the digest:
//                                                T (4 R - 3) (n - 1) + T (7 R - 1) + 5; see below for the turns
//   from a byte of the digest that is taken to the next one: 8 where it follows in the ring, else up to a turn and 8
//   from rst, or the last byte of the digest, to the first of a message: 4
//
// Parameters
//   SIZE        256 or 512: digest; the block has SIZE / 8 bits
//   COUNT_BITS  width of block_count, 1 or more
//
// Ports: the block-level contract (docs/core-contract.md); block_data and digest_data are bytes. block_first, block_empty and
// block_count are not needed. block_last counts with the last byte of a block. Only rst drops a message.

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
  localparam integer FULL = SLOT_BITS;  // the bit of `number` that is on when a block is taken: it has 2^SLOT_BITS bytes
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
  logic loading, sums, mixing;

  assign digit = place[3:0];
  assign slot = place[PLACE_BITS-1:4];
  assign final_place = &place;
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
    moving <= moves && !done && !restart;
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

  // Where the expanded message and the chaining value enter, in even rows and in odd ones: even columns of pairs, odd ones.
  logic [1:0] takes_upper, takes_lower, takes_chaining;  // the even rows lower
  logic pair, going, beginning;

  assign pair = slot[1];

  generate
    if (SIZE == 256) begin : gen_one_load
      assign load = 2'd3;
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

  // The rows: the digits that leave the places, the same with what L adds, and what is in the places.
  logic [3:0][COLUMNS-1:0][1:0] leaving, added, moved;
  logic [3:0][COLUMNS-1:0][31:0] word;
  logic [3:0][1:0] concatenated, substituted;

  // The chaining value: words of the first half and of the second one.
  logic [16*COLUMNS-1:0][1:0] chaining_0, chaining_1;
  logic [1:0] new_0, new_1, apart_0, apart_1;
  logic [3:0] initial_bits;

  function automatic [64*COLUMNS-1:0] by_digits(input logic [SIZE-1:0] value);
    begin
      for (integer w = 0; w < COLUMNS; w = w + 1) begin
        for (integer i = 0; i < 16; i = i + 1) begin
          for (integer k = 0; k < 4; k = k + 1) begin
            by_digits[64*w+4*i+3-k] = value[SIZE-1-32*w-i-16*(k%2)-SIZE/2*(k/2)];
          end
        end
      end
    end
  endfunction

  localparam [64*COLUMNS-1:0] INITIAL = by_digits(
      SIZE'((SIZE == 256) ? hamsi_pkg::INITIAL_256 : hamsi_pkg::INITIAL_512)
  );

  serial_table #(
      .WORD (4),
      .DIGIT(4),
      .WORDS(16 * COLUMNS),
      .TABLE(INITIAL)
  ) initial_value (
      .number(place),
      .index (1'b0),
      .digit (initial_bits)
  );

  assign new_0 = chaining_0[0] ^ (leaving[0][0] & {2{sums}});
  assign new_1 = chaining_1[0] ^ (leaving[2][0] & {2{sums}});

  always_ff @(posedge clk) begin
    chaining_0 <= {(rest && fresh) ? initial_bits[3:2] : new_0, chaining_0[16*COLUMNS-1:1]};
    chaining_1 <= {(rest && fresh) ? initial_bits[1:0] : new_1, chaining_1[16*COLUMNS-1:1]};
  end

  assign bit_out = number[2+SLOT_BITS] ? chaining_1[0][!number[1]] : chaining_0[0][!number[1]];

  generate
    if (SIZE == 256) begin : gen_two_apart
      // Columns 0 and 1 take words of which the sum is not made yet.
      logic sums_apart;
      assign sums_apart = sums && !pair;
      assign apart_0 = chaining_0[32] ^ (leaving[0][2] & {2{sums_apart}});
      assign apart_1 = chaining_1[32] ^ (leaving[2][2] & {2{sums_apart}});
    end else begin : gen_some_apart
      assign apart_0 = (slot[2] == slot[1]) ? chaining_0[64] : slot[2] ? chaining_0[32] : chaining_0[96];
      assign apart_1 = (slot[2] == slot[1]) ? chaining_1[64] : slot[2] ? chaining_1[32] : chaining_1[96];
    end
  endgenerate

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
      assign concatenated[r][1] = takes_upper[r%2] ? code[1] : takes_chaining[r%2] ? chained[1] : moved[r][0][1];
      assign concatenated[r][0] = takes_lower[r%2] ? code[0] : takes_chaining[r%2] ? chained[0] : moved[r][0][0];
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

  // L on the diagonals, and with SIZE 512 on words in rows.
  logic first, second, third, fourth;  // a diagonal leaves its places, or leaves the next ones, or has entered the third ones
  logic again_first, again_second, again_third, again_fourth;
  logic [1:0] diagonal_a, diagonal_b, diagonal_c, diagonal_d;

  assign first = diffuses;
  assign second = slot == '0 ? follows : diffuses;
  assign third = slot[SLOT_BITS-1:1] == '0 ? follows : diffuses;
  assign fourth = (slot[SLOT_BITS-1:1] == '0 || slot == SLOT_BITS'(2)) ? follows : diffuses;

  hamsi_compact_diffusion diagonal (
      .digit(digit),
      .first(first),
      .second(second),
      .a(word[0][0]),
      .a_next(word[0][COLUMNS-1]),
      .b(word[1][0]),
      .b_next(word[1][COLUMNS-1]),
      .c(word[2][2]),
      .c_next(word[2][1]),
      .d(word[3][2]),
      .d_next(word[3][1]),
      .added_a(diagonal_a),
      .added_b(diagonal_b),
      .added_c(diagonal_c),
      .added_d(diagonal_d)
  );

  // Columns of the words of L in a row, those of a lowest, row 0 lowest: words 0 2 5 7, 9 11 12 14, 16 19 21 22, 25 26 28 31.
  localparam [47:0] AGAIN = {
    3'd7, 3'd4, 3'd2, 3'd1, 3'd6, 3'd5, 3'd3, 3'd0, 3'd6, 3'd4, 3'd3, 3'd1, 3'd7, 3'd5, 3'd2, 3'd0
  };
  localparam [15:0] ROTATIONS = {4'd7, 4'd9, 4'd1, 4'd2};  // digits of the pieces, of d, c, b, a

  logic [3:0][COLUMNS-1:0][1:0] added_again;

  always_comb begin
    added = added_again;
    added[0][COLUMNS-1] = added[0][COLUMNS-1] ^ diagonal_a;
    added[1][1] = added[1][1] ^ diagonal_b;
    added[2][1] = added[2][1] ^ diagonal_c;
    added[3][3] = added[3][3] ^ diagonal_d;
  end

  generate
    if (SIZE == 256) begin : gen_no_rows
      assign {again_first, again_second, again_third, again_fourth} = '0;
      assign added_again = '0;
      logic unused_again;
      assign unused_again = &{1'b0, again_first, again_second, again_third, again_fourth, AGAIN};
    end else begin : gen_rows
      assign again_first = follows && slot == SLOT_BITS'(3);
      assign again_second = follows && slot == SLOT_BITS'(4);
      assign again_third = follows && slot == SLOT_BITS'(5);
      assign again_fourth = follows && slot == SLOT_BITS'(6);

      for (genvar r = 0; r < 4; r = r + 1) begin : gen_row
        // Places that the words leave in the first step.
        localparam integer A = (32'(AGAIN[12*r+:3]) + 5) % 8;
        localparam integer B = (32'(AGAIN[12*r+3+:3]) + 5) % 8;
        localparam integer C = (32'(AGAIN[12*r+6+:3]) + 5) % 8;
        localparam integer D = (32'(AGAIN[12*r+9+:3]) + 5) % 8;
        logic [1:0] row_a, row_b, row_c, row_d;

        hamsi_compact_diffusion row (
            .digit(digit),
            .first(again_first),
            .second(again_second),
            .a(word[r][A]),
            .a_next(word[r][(A+7)%8]),
            .b(word[r][(B+7)%8]),
            .b_next(word[r][(B+6)%8]),
            .c(word[r][C]),
            .c_next(word[r][(C+7)%8]),
            .d(word[r][(D+7)%8]),
            .d_next(word[r][(D+6)%8]),
            .added_a(row_a),
            .added_b(row_b),
            .added_c(row_c),
            .added_d(row_d)
        );
        for (genvar p = 0; p < 8; p = p + 1) begin : gen_place
          assign added_again[r][p] = (p == (A + 7) % 8) ? row_a : (p == B) ? row_b :
              (p == (C + 7) % 8) ? row_c : (p == D) ? row_d : 2'b00;
        end
      end
    end
  endgenerate

  assign moved = leaving ^ added;

  generate
    for (genvar r = 0; r < 4; r = r + 1) begin : gen_ring
      for (genvar p = 0; p < COLUMNS; p = p + 1) begin : gen_place
        // Which of a, b, c, d is rotated as it enters here, 4 if none is.
        localparam integer DIAGONAL = (p == (r + COLUMNS - 3) % COLUMNS) ? r : 4;
        localparam integer COLUMN = (p + 6) % 8;
        localparam integer ROW = (SIZE == 256) ? 4 : (COLUMN == 32'(AGAIN[12*r+:3])) ? 0 :
            (COLUMN == 32'(AGAIN[12*r+3+:3])) ? 1 : (COLUMN == 32'(AGAIN[12*r+6+:3])) ? 2 :
            (COLUMN == 32'(AGAIN[12*r+9+:3])) ? 3 : 4;
        logic [1:0] in;
        logic [15:0] high, low;

        if (p == COLUMNS - 1) begin : gen_substitution
          assign in = mixing ? substituted[r] : concatenated[r];
        end else begin : gen_shift
          assign in = moved[r][p+1];
        end
        hamsi_compact_place #(
            .FIRST ((DIAGONAL == 4) ? 0 : 32'(ROTATIONS[4*(DIAGONAL%4)+:4])),
            .SECOND((ROW == 4) ? 0 : 32'(ROTATIONS[4*(ROW%4)+:4]))
        ) place_of_a_word (
            .clk(clk),
            .digit(digit),
            .turning({again_third, third}),
            .turned({again_fourth, fourth}),
            .in(in),
            .out(leaving[r][p]),
            .high(high),
            .low(low)
        );
        assign word[r][p] = {high, low};
      end
    end
  endgenerate

  logic unused;
  assign unused = &{1'b0, block_first, block_empty, block_count, word};

endmodule
