// SPDX-License-Identifier: Apache-2.0
//
// A step of Q_j without its constants (section 3.3) on a V_j that goes round in a ring of one turn, digit by digit:
// SubCrumb behind the head, MixWord on the way. With x = a_0 .. a_3 and y = a_4 .. a_7:
//
//   x --> S --------> rotl 2 -> (^) ----- 14 ------ rotl 10 -> (^) ---> out
//              |                 ^          |                   ^
//   y --> S -> (^) ------ 2 -----+- rotl 14 +--> (^) ---- 10 ---+- rotl 1 --> out
//
// A rotation to the left takes the time of its places, in which the other words are in a plain shift register as long.
// A V_j that takes no step goes round as it is.
//
// Parameters
//   DIGIT  bits in a digit: 1 or 2
//
// Ports
//   slot  number of the digit at the head, the first with the most significant bits
//   turns, turned  the V_j at the head takes a step; so does the one before it, which is on its way
//   in, out  a digit of each of its words a_k at [DIGIT*k +: DIGIT]; out is a turn behind

module luffa_compact_step #(
    parameter integer DIGIT = 1,
    localparam integer SLOTS = 32 / DIGIT,
    localparam integer SLOT_BITS = $clog2(SLOTS)
) (
    input logic clk,

    input  logic [SLOT_BITS-1:0] slot,
    input  logic                 turns,
    input  logic                 turned,
    input  logic [  8*DIGIT-1:0] in,
    output logic [  8*DIGIT-1:0] out
);

  generate
    if (DIGIT != 1 && DIGIT != 2) begin : gen_refused_digit
      luffa_compact_step_needs_DIGIT_of_1_or_2 refused ();
    end
  endgenerate

  localparam integer HALF = 4 * DIGIT;
  // Digits from the head to the S-boxes, to the first sum of x, to that of y, to the last one of x, and to the end of
  // the last rotation.
  localparam integer ZEROTH = 1;
  localparam integer FIRST = ZEROTH + 2 / DIGIT;
  localparam integer SECOND = FIRST + 14 / DIGIT;
  localparam integer THIRD = SECOND + 10 / DIGIT;
  localparam integer FOURTH = THIRD + 1;

  // SubCrumb of a column, with the arguments of a_0 .. a_3 in this order; the gates are those of luffa_sub_crumb.
  function automatic [HALF-1:0] crumb(input logic [DIGIT-1:0] x0, input logic [DIGIT-1:0] x1,
                                      input logic [DIGIT-1:0] x2, input logic [DIGIT-1:0] x3);
    logic [DIGIT-1:0] p, q, r, s, u, v, w;
    begin
      p = x2 ^ x3;
      q = (x0 | x1) ^ x3;
      r = x0 & x3;
      s = ~x1 ^ r;
      u = p ^ r;
      v = (p & q) ^ s;
      w = s | u;
      crumb = {u ^ v, v & w, ~q ^ w, x0 ^ w};
    end
  endfunction

  logic [HALF-1:0] x, y, x_crumbs, y_crumbs, x_head, y_head;
  logic zeroth, first, second, third;  // a step is on at these places

  always_ff @(posedge clk) {y, x} <= in;

  assign zeroth = (slot >= SLOT_BITS'(ZEROTH)) ? turns : turned;
  assign first = (slot >= SLOT_BITS'(FIRST)) ? turns : turned;
  assign second = (slot >= SLOT_BITS'(SECOND)) ? turns : turned;
  assign third = (slot >= SLOT_BITS'(THIRD)) ? turns : turned;

  assign x_crumbs = crumb(x[0+:DIGIT], x[DIGIT+:DIGIT], x[2*DIGIT+:DIGIT], x[3*DIGIT+:DIGIT]);
  // a_5, a_6, a_7, a_4 are the arguments.
  logic [HALF-1:0] y_turned;
  assign y_turned = crumb(y[DIGIT+:DIGIT], y[2*DIGIT+:DIGIT], y[3*DIGIT+:DIGIT], y[0+:DIGIT]);
  assign y_crumbs = {y_turned[0+:3*DIGIT], y_turned[3*DIGIT+:DIGIT]};

  assign x_head = zeroth ? x_crumbs : x;
  assign y_head = zeroth ? y_crumbs ^ x_crumbs : y;

  // Sums, where a step is on at their place.
  logic [HALF-1:0] x_2, y_2, x_1, y_14, y_1, x_14, x_10, x_0, y_10, y_0;
  luffa_compact_rotation #(
      .DIGIT(DIGIT),
      .BY   (2),
      .PLACE(ZEROTH)
  ) rotation_2 (
      .clk(clk),
      .slot(slot),
      .turns(turns),
      .turned(turned),
      .in(x_head),
      .out(x_2)
  );
  luffa_compact_rotation #(
      .DIGIT(DIGIT),
      .BY   (14),
      .PLACE(FIRST)
  ) rotation_14 (
      .clk(clk),
      .slot(slot),
      .turns(turns),
      .turned(turned),
      .in(y_2),
      .out(y_14)
  );
  luffa_compact_rotation #(
      .DIGIT(DIGIT),
      .BY   (10),
      .PLACE(SECOND)
  ) rotation_10 (
      .clk(clk),
      .slot(slot),
      .turns(turns),
      .turned(turned),
      .in(x_14),
      .out(x_10)
  );
  luffa_compact_rotation #(
      .DIGIT(DIGIT),
      .BY   (1),
      .PLACE(THIRD)
  ) rotation_1 (
      .clk(clk),
      .slot(slot),
      .turns(turns),
      .turned(turned),
      .in(y_10),
      .out(y_0)
  );

  assign x_1 = x_2 ^ (y_2 & {HALF{first}});
  assign y_1 = y_14 ^ (x_14 & {HALF{second}});
  assign x_0 = x_10 ^ (y_10 & {HALF{third}});

  // Plain delays.
  localparam integer X_REST = SLOTS - THIRD;
  localparam integer Y_REST = SLOTS - FOURTH;
  logic [(FIRST-ZEROTH)*HALF-1:0] y_first;
  logic [(SECOND-FIRST)*HALF-1:0] x_second;
  logic [(THIRD-SECOND)*HALF-1:0] y_third;
  logic [X_REST*HALF-1:0] x_rest;
  logic [Y_REST*HALF-1:0] y_rest;

  assign y_2 = y_first[0+:HALF];
  assign x_14 = x_second[0+:HALF];
  assign y_10 = y_third[0+:HALF];
  assign out = {y_rest[0+:HALF], x_rest[0+:HALF]};

  always_ff @(posedge clk) begin
    y_first <= ((FIRST - ZEROTH) * HALF)'({y_head, y_first} >> HALF);
    x_second <= ((SECOND - FIRST) * HALF)'({x_1, x_second} >> HALF);
    y_third <= ((THIRD - SECOND) * HALF)'({y_1, y_third} >> HALF);
    x_rest <= (X_REST * HALF)'({x_0, x_rest} >> HALF);
    y_rest <= (Y_REST * HALF)'({y_0, y_rest} >> HALF);
  end

endmodule
