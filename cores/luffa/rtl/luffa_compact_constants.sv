// SPDX-License-Identifier: Apache-2.0
//
// Step constants (section 3.3.3), a digit of both a cycle, by the generator of the specification. Its words L and R
// change places after each constant, so that one of them is a constant of before. With x_n the constants of a Q_j, even
// n those of a_0, odd n those of a_4, and F_L, F_R the words that it adds:
//
//   x_n = (x_{n-2} << 2) ^ (c_{n-1} F_R << 1) ^ c_n F_L ^ (x_{n-1} >> 31),   c_n = bit 30 of x_{n-2}
//
// since bit 31 of F_R is 0. It begins with x_{-1}, which is R, and with x_{-2} and c_{-1}, for which L is
// (x_{-2} << 1) ^ c_{-1} F_R. Two rings hold the last x_n of either kind, and a shift by two bits is a place in them
// that is two bits ahead.
//
// Parameters
//   WIDTH  w: 3 or 5         DIGIT  bits in a digit: 1 or 2
//
// Ports
//   slot     number of the digit, the first with the most significant bits
//   q, load  in a turn with load the rings take the beginning of Q_q; behind it come the constants of its steps
//   even, odd  digits of the constants of a_0 and a_4, those of a step in a turn
//   spare    a digit that a ring takes in a turn with `keep`: place for eight bits of something else
//   hold, byte_kept   the last eight bits of `spare` stand still; they, the first one highest
// `even` and `odd` are also right in the first turn with load or keep behind the others; hold must be off while the
// first eight bits of that turn come by.

module luffa_compact_constants #(
    parameter integer WIDTH = 3,
    parameter integer DIGIT = 1,
    localparam integer SLOTS = 32 / DIGIT,
    localparam integer SLOT_BITS = $clog2(SLOTS)
) (
    input logic clk,

    input  logic [SLOT_BITS-1:0] slot,
    input  logic [          2:0] q,
    input  logic                 load,
    output logic [    DIGIT-1:0] even,
    output logic [    DIGIT-1:0] odd,

    input  logic             keep,
    input  logic             hold,
    input  logic [DIGIT-1:0] spare,
    output logic [      7:0] byte_kept
);

  generate
    if (WIDTH != 3 && WIDTH != 5) begin : gen_refused_width
      luffa_compact_constants_needs_WIDTH_of_3_or_5 refused ();
    end
    if (DIGIT != 1 && DIGIT != 2) begin : gen_refused_digit
      luffa_compact_constants_needs_DIGIT_of_1_or_2 refused ();
    end
  endgenerate

  localparam integer AHEAD = 2 / DIGIT;  // digits
  localparam integer INDEX_BITS = $clog2(WIDTH);
  // F_L, and F_R << 1.
  localparam logic [31:0] LEFT = luffa_pkg::FEEDBACK[63:32];
  localparam logic [31:0] RIGHT = {luffa_pkg::FEEDBACK[30:0], 1'b0};
  localparam logic [319:0] BEGINNINGS = luffa_compact_pkg::generators(WIDTH, DIGIT);

  logic [31:0] even_ring, odd_ring;  // the digit of this slot lowest
  logic even_carry, odd_carry, odd_carry_before;  // c_n of this turn, and of the turn before
  logic even_first, odd_first;  // bit 31 of the constant of this turn, and of the one before it

  logic first, final_slot, follows;
  logic [SLOT_BITS-1:0] back;  // from the digit with the least significant bits
  logic [DIGIT-1:0] left, right, even_next, odd_next;
  logic [2*DIGIT-1:0] beginning;

  assign first = slot == '0;
  assign final_slot = &slot;
  assign follows = slot < SLOT_BITS'(SLOTS - AHEAD);

  assign back = ~slot;

  always_comb begin
    for (integer b = 0; b < DIGIT; b = b + 1) begin
      left[b]  = LEFT[32'(back)*DIGIT+b];
      right[b] = RIGHT[32'(back)*DIGIT+b];
    end
  end

  serial_table #(
      .WORD (64),
      .DIGIT(2 * DIGIT),
      .WORDS(WIDTH),
      .TABLE(BEGINNINGS[64*WIDTH-1:0])
  ) beginnings (
      .number(q[INDEX_BITS-1:0]),
      .index (slot),
      .digit (beginning)
  );

  assign even = (even_ring[2+:DIGIT] & {DIGIT{follows}}) ^ (right & {DIGIT{odd_carry_before}}) ^
      (left & {DIGIT{even_carry}}) ^ DIGIT'(final_slot && odd_first);
  assign odd = (odd_ring[2+:DIGIT] & {DIGIT{follows}}) ^ (right & {DIGIT{even_carry}}) ^
      (left & {DIGIT{odd_carry}}) ^ DIGIT'(final_slot && even_first);
  assign even_next = keep ? spare : load ? beginning[DIGIT+:DIGIT] : even;
  assign odd_next = load ? beginning[0+:DIGIT] : odd;

  always_ff @(posedge clk) begin
    even_ring[23:0] <= 24'(even_ring >> DIGIT);
    if (!hold) even_ring[31:24] <= 8'({even_next, even_ring[31:24]} >> DIGIT);
    odd_ring <= 32'({odd_next, odd_ring} >> DIGIT);
    if (first) begin
      even_first <= even[DIGIT-1];
      odd_first  <= odd_ring[DIGIT-1];
    end
    // Bit 30 of what the next turn finds; c_{-1} is bit 0 of L.
    if (final_slot) begin
      even_carry <= even_ring[2];
      odd_carry <= odd_ring[2];
      odd_carry_before <= load ? !q[0] : odd_carry;
    end
  end

  generate
    for (genvar t = 0; t < 8 / DIGIT; t = t + 1) begin : gen_byte
      assign byte_kept[7-DIGIT*t-:DIGIT] = even_ring[24+DIGIT*t+:DIGIT];
    end
  endgenerate

  logic unused;
  assign unused = &{1'b0, q};

endmodule
