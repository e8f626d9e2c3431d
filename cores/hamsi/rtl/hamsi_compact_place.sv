// SPDX-License-Identifier: Apache-2.0
//
// The place of a word in a ring of hamsi_compact_core: 16 digits, which move on by one in each cycle. Digit i of a word
// is its bits 31 - i and 15 - i. A word can be rotated as it enters; then it leaves rotated, and not later than others.
//
// It is rotated to the left by L digits, in pieces of 8, 4, 2 or 1 of them, as in serial_swap: the first L digits stay
// in the piece while the rest passes them. Pieces of more than one digit exchange the two bits of those that pass, the
// one of one digit those of the one that stays: by all pieces a word is rotated by L places, and by 16 for each piece
// of more than one digit.
//
// Parameters: FIRST, SECOND: two ways to rotate a word, each the digits of its pieces, 0 .. 15; 0: none. 15 at
// most together, but two equal ones are one
// Ports
//   digit   number of the digit that enters
//   turning the word that enters in these 16 cycles is rotated, the first way or, higher, the second
//   turned  the one of the 16 cycles before was
//   in      digit that enters, the bit of the upper half higher; out: the one that leaves
//   high    upper half of what is in this place, the bit that leaves next highest; low: lower half. Of no use while a
//           word that is rotated enters

module hamsi_compact_place #(
    parameter integer FIRST  = 0,
    parameter integer SECOND = 0
) (
    input  logic        clk,
    input  logic [ 3:0] digit,
    input  logic [ 1:0] turning,
    input  logic [ 1:0] turned,
    input  logic [ 1:0] in,
    output logic [ 1:0] out,
    output logic [15:0] high,
    output logic [15:0] low
);

  localparam integer OTHER = (SECOND == FIRST) ? 0 : SECOND;  // of which the first way has no pieces
  localparam integer LEFT = 16 - FIRST - OTHER;
  localparam integer PLAIN = (LEFT > 0) ? LEFT : 1;

  generate
    if (FIRST < 0 || SECOND < 0 || FIRST > 15 || SECOND > 15 || LEFT < 1) begin : gen_refused_digits
      hamsi_compact_place_needs_FIRST_and_SECOND_of_15_at_most_together refused ();
    end
  endgenerate

  logic [31:0] line;  // the digits, in the order in which they leave
  logic [1:0] is_turning, was_turned;  // for each way that has pieces of its own

  assign is_turning = (SECOND == FIRST) ? {1'b0, |turning} : turning;
  assign was_turned = (SECOND == FIRST) ? {1'b0, |turned} : turned;

  generate
    for (genvar k = 0; k < 8; k = k + 1) begin : gen_piece
      localparam integer WAY = k / 4;
      localparam integer ALL = (WAY == 0) ? FIRST : OTHER;
      localparam integer LENGTH = 8 >> (k % 4);
      localparam integer AT = ((WAY == 0) ? 0 : FIRST) + ALL / (2 * LENGTH) * (2 * LENGTH);  // digits before it
      logic [1:0] from, to;
      if (k == 0) begin : gen_entry
        assign from = in;
      end else begin : gen_next
        assign from = gen_piece[k-1].to;
      end
      if (ALL / LENGTH % 2 == 1) begin : gen_swap
        logic [2*LENGTH-1:0] held;
        logic [1:0] oldest, entering;
        logic passes, exchanges;

        assign oldest = held[1:0];
        assign passes = (is_turning[WAY] && 32'(digit) >= AT + LENGTH) || (was_turned[WAY] && 32'(digit) + 1 <= AT);
        if (LENGTH > 1) begin : gen_passing
          assign exchanges = 1'b0;
          assign to = passes ? {from[0], from[1]} : oldest;
        end else begin : gen_staying
          assign exchanges = is_turning[WAY] && 32'(digit) == AT;
          assign to = passes ? from : oldest;
        end
        assign entering = passes ? oldest : exchanges ? {from[0], from[1]} : from;
        always_ff @(posedge clk) held <= (2 * LENGTH)'({entering, held} >> 2);
        assign line[2*(16-AT-LENGTH)+:2*LENGTH] = held;
      end else begin : gen_through
        assign to = from;
      end
    end
    for (genvar i = 0; i < 16; i = i + 1) begin : gen_digit
      assign high[15-i] = line[2*i+1];
      assign low[15-i]  = line[2*i];
    end
  endgenerate

  logic [2*PLAIN-1:0] held_plain;
  always_ff @(posedge clk) held_plain <= (2 * PLAIN)'({gen_piece[7].to, held_plain} >> 2);
  assign line[2*PLAIN-1:0] = held_plain;
  assign out = held_plain[1:0];

  logic unused;
  assign unused = &{1'b0, digit, is_turning, was_turned};

endmodule
