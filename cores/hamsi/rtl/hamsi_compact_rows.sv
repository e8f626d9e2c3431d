// SPDX-License-Identifier: Apache-2.0
//
// The rows of the state of hamsi_compact_core: each is a ring of COLUMNS places, a word in each, which move on by a
// digit in each cycle, and by a place in a slot of 16 cycles. Digit i of a word is its bits 31 - i and 15 - i. L is
// applied to words on their way.
//
// In slot s place p has the word of column p + s. So the words a, b, c, d of a diagonal are in place r of row r. They
// go through L in three slots: b and d get what is added to them as they leave that place, a and c as they leave the
// next one, and all are rotated as they enter the third one. Of Hamsi-512 the words of L in a row do the same, in
// places of their own, from slot 3 on.
//
// Parameters: SIZE 256 or 512
// Ports
//   place     digit that passes, and the slot
//   diffuses  diagonals leave their places in this turn
//   follows   they did in the one before; not needed with SIZE 256
//   in        digits that enter the last places, row 0 lowest, the bit of the upper half higher
//   out       digits that leave the places 0
//   out_2     with SIZE 256, those that leave the places 2

module hamsi_compact_rows #(
    parameter integer SIZE = 256,
    localparam integer PLACE_BITS = $clog2(SIZE / 4)
) (
    input  logic                  clk,
    input  logic [PLACE_BITS-1:0] place,
    input  logic                  diffuses,
    input  logic                  follows,
    input  logic [      3:0][1:0] in,
    output logic [      3:0][1:0] out,
    output logic [      3:0][1:0] out_2
);

  generate
    if (SIZE != 256 && SIZE != 512) begin : gen_refused_size
      hamsi_compact_rows_needs_SIZE_of_256_or_512 refused ();
    end
  endgenerate

  localparam integer COLUMNS = SIZE / 64;
  localparam integer SLOT_BITS = $clog2(COLUMNS);

  logic [3:0] digit;
  logic [SLOT_BITS-1:0] slot;

  assign digit = place[3:0];
  assign slot = place[PLACE_BITS-1:4];

  // Digits that leave the places, what L adds to them, the sums, and what is in the places.
  logic [3:0][COLUMNS-1:0][1:0] leaving, added, added_again, moved;
  logic [3:0][COLUMNS-1:0][31:0] word;

  // L on the diagonals, and with SIZE 512 on words in rows.
  logic first, second, third, fourth;  // a diagonal leaves its places, leaves the next ones, enters the third ones, did
  logic again_first, again_second, again_third, again_fourth;
  logic [3:0][1:0] diagonals;  // what is added to their words

  assign first = diffuses;
  always_ff @(posedge clk) if (&digit) {second, third, fourth} <= {first, second, third};

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
      .added_a(diagonals[0]),
      .added_b(diagonals[1]),
      .added_c(diagonals[2]),
      .added_d(diagonals[3])
  );

  // Columns of the words of L in a row, a lowest, and row 0: words 0 2 5 7, 9 11 12 14, 16 19 21 22, 25 26 28 31.
  localparam [47:0] AGAIN = {
    3'd7, 3'd4, 3'd2, 3'd1, 3'd6, 3'd5, 3'd3, 3'd0, 3'd6, 3'd4, 3'd3, 3'd1, 3'd7, 3'd5, 3'd2, 3'd0
  };
  localparam [15:0] ROTATIONS = {4'd7, 4'd9, 4'd1, 4'd2};  // digits of the pieces, of d, c, b, a

  generate
    if (SIZE == 256) begin : gen_no_rows
      logic unused_turn;
      assign unused_turn = &{1'b0, slot, follows};
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
          // One place may be where two words leave, in one step each.
          assign added_again[r][p] = ((p == (A + 7) % 8) ? row_a : 2'b00) ^ ((p == B) ? row_b : 2'b00) ^
              ((p == (C + 7) % 8) ? row_c : 2'b00) ^ ((p == D) ? row_d : 2'b00);
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
        // Where a word of a diagonal gets what is added to it: b and d leave the first place, a and c the second one.
        localparam integer GETS = (r + COLUMNS - 1 + r % 2) % COLUMNS;
        logic [1:0] entering;
        logic [15:0] high, low;

        if (p == COLUMNS - 1) begin : gen_last
          assign entering = in[r];
        end else begin : gen_shift
          assign entering = moved[r][p+1];
        end
        hamsi_compact_place #(
            .FIRST ((DIAGONAL == 4) ? 0 : 32'(ROTATIONS[4*(DIAGONAL%4)+:4])),
            .SECOND((ROW == 4) ? 0 : 32'(ROTATIONS[4*(ROW%4)+:4]))
        ) place_of_a_word (
            .clk(clk),
            .digit(digit),
            .turning({again_third, third}),
            .turned({again_fourth, fourth}),
            .in(entering),
            .out(leaving[r][p]),
            .high(high),
            .low(low)
        );
        assign word[r][p] = {high, low};
        if (p == GETS) begin : gen_added
          assign added[r][p] = added_again[r][p] ^ diagonals[r];
        end else begin : gen_not_added
          assign added[r][p] = added_again[r][p];
        end
      end
      assign out[r] = moved[r][0];
      assign out_2[r] = leaving[r][2];
    end
  endgenerate

  logic unused;
  assign unused = &{1'b0, word};

endmodule
