// SPDX-License-Identifier: Apache-2.0
//
// Four words side by side, digit by digit, rotated to the left while they move through a shift register: digits that
// come first let the rest of their word pass, in pieces of 8, 4, 2 and 1 digits (serial_swap). Of a digit each bit has
// its own number of digits to rotate by, and bits change places behind the pieces.
//
// Parameters
//   DIGIT  bits in a digit: 1 or 2         BY  places to the left, 1 to 31
//   PLACE  cycles from the head of the ring, where words begin in slot 0, to here: less than a turn
//
// Ports
//   slot   number of the digit at the head
//   turns, turned  the word that is at the head is to be rotated; the one before it is
//   in, out  a digit of each word every cycle; out is as many digits behind as BY is in digits, rounded up

module luffa_compact_rotation #(
    parameter integer DIGIT = 1,
    parameter integer BY = 1,
    parameter integer PLACE = 0,
    localparam integer SLOTS = 32 / DIGIT,
    localparam integer SLOT_BITS = $clog2(SLOTS)
) (
    input logic clk,

    input  logic [SLOT_BITS-1:0] slot,
    input  logic                 turns,
    input  logic                 turned,
    input  logic [  4*DIGIT-1:0] in,
    output logic [  4*DIGIT-1:0] out
);

  generate
    if (DIGIT != 1 && DIGIT != 2) begin : gen_refused_digit
      luffa_compact_rotation_needs_DIGIT_of_1_or_2 refused ();
    end
    if (BY < 1 || BY > 31) begin : gen_refused_by
      luffa_compact_rotation_needs_BY_of_1_to_31 refused ();
    end
  endgenerate

  // Numbers of digits: of the first bit of a rotated digit, of its last bit, and a bit for each piece of either.
  localparam integer LEAST = BY / DIGIT;
  localparam integer MOST = (BY + DIGIT - 1) / DIGIT;
  localparam integer PIECES = LEAST | MOST;

  logic [4*DIGIT-1:0] rotated;  // by digits

  generate
    for (genvar k = 3; k >= 0; k = k - 1) begin : gen_piece
      localparam integer LENGTH = 2 ** k;
      logic [4*DIGIT-1:0] entering, leaving;
      if (k == 3) begin : gen_first
        assign entering = in;
      end else begin : gen_further
        assign entering = gen_piece[k+1].leaving;
      end
      if ((PIECES & LENGTH) != 0) begin : gen_passed
        localparam integer HERE = PLACE + (PIECES & ~(2 * LENGTH - 1));
        logic [SLOT_BITS-1:0] number;  // of the digit that comes
        logic passes;
        logic [4*DIGIT-1:0] pass;

        assign number = slot - SLOT_BITS'(HERE);
        assign passes = number >= SLOT_BITS'(LENGTH) && ((slot >= SLOT_BITS'(HERE)) ? turns : turned);
        // With DIGIT 2 and an odd BY the higher bit of a digit is the lower one of the digit before.
        for (genvar i = 0; i < 4 * DIGIT; i = i + 1) begin : gen_bit
          localparam integer DIGITS = (i % DIGIT == DIGIT - 1) ? MOST : LEAST;
          assign pass[i] = passes && (DIGITS & LENGTH) != 0;
        end
        serial_swap #(
            .DIGIT (4 * DIGIT),
            .LENGTH(LENGTH)
        ) piece (
            .clk (clk),
            .pass(pass),
            .in  (entering),
            .out (leaving)
        );
      end else begin : gen_nothing
        assign leaving = entering;
      end
    end

    assign rotated = gen_piece[0].leaving;

    if (BY % DIGIT != 0) begin : gen_exchanged
      localparam integer THERE = PLACE + PIECES;
      logic exchanged;
      assign exchanged = (THERE < SLOTS && 32'(slot) >= THERE) ? turns : turned;
      for (genvar i = 0; i < 4 * DIGIT; i = i + 1) begin : gen_bit
        assign out[i] = exchanged ? rotated[i^1] : rotated[i];
      end
    end else begin : gen_same
      assign out = rotated;
    end
  endgenerate

endmodule
