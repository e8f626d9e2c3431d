// SPDX-License-Identifier: Apache-2.0
//
// Bits of a lane of Keccak-f[1600] in a ring that never stands still, and their turn by rho without a register that
// waits. A shift register, which is a ring where its tail takes its head:
//
//   next --> cell LENGTH - 1, ..., cell 1, cell 0 --> head --> LATE cells more --> turned
//
// A turn is LENGTH cycles, numbered by `place`. In a turn of aligning the ring comes round by all but TURN places, so for
// as many cycles it must stand still. In place of that it is cut into loops, each of a length that divides this number, so
// that in each of them all comes round to where it was: 62 cycles need no more than a loop of 62 cells and one of 2. A loop
// costs a multiplexer. Where that is less, `turned` is LATE cycles behind the head instead, and the ring comes round by LATE
// places more.
//
// The loops are there in the last cycles of the turn or, if there are cells behind the head, which must fill in these,
// from its second cycle on; never in the first one.
//
// Parameters
//   LENGTH  cells, a power of two from 4 on        TURN  0 .. LENGTH - 1
//
// Ports
//   place   number of the cycle in its turn
//   align   this is a turn of aligning; else the ring moves as a whole
//   next    what the tail takes
//   head    in a turn, the bits that the tail took in the turn before, in the same order
//   turned  behind a turn of aligning, the same bits from number LENGTH - TURN on, and then those before it

module keccak_ring #(
    parameter integer LENGTH = 64,
    parameter integer TURN = 0,
    localparam integer PLACE_BITS = $clog2(LENGTH)
) (
    input  logic                  clk,
    input  logic [PLACE_BITS-1:0] place,
    input  logic                  align,
    input  logic                  next,
    output logic                  head,
    output logic                  turned
);

  generate
    if (LENGTH < 4 || LENGTH != 2 ** $clog2(LENGTH)) begin : gen_refused_length
      keccak_ring_needs_LENGTH_a_power_of_two_from_4_on refused ();
    end
    if (TURN < 0 || TURN >= LENGTH) begin : gen_refused_turn
      keccak_ring_needs_TURN_of_0_to_LENGTH_less_1 refused ();
    end
  endgenerate

  // The longest loop of at most `rest` cells that comes round in `apart` cycles.
  function automatic integer longest(input integer apart, input integer rest);
    integer times;
    begin
      times = (apart + rest - 1) / rest;
      while (apart % times != 0) times = times + 1;
      longest = apart / times;
    end
  endfunction

  // Cells that are left when `number` loops are made, the longest ones first; with `number` LENGTH or more none is left.
  function automatic integer left(input integer apart, input integer number);
    integer done;
    begin
      left = LENGTH;
      done = 0;
      while (done < number && left > 0) begin
        left = left - longest(apart, left);
        done = done + 1;
      end
    end
  endfunction

  // Loops for `apart` cycles.
  function automatic integer loops(input integer apart);
    integer rest;
    begin
      loops = 0;
      rest  = (apart > 0) ? LENGTH : 0;
      while (rest > 0) begin
        rest  = rest - longest(apart, rest);
        loops = loops + 1;
      end
    end
  endfunction

  // Whether every loop comes round an odd number of times in `apart` cycles.
  function automatic logic turned_over(input integer apart);
    integer rest;
    begin
      turned_over = apart > 0;
      rest = (apart > 0) ? LENGTH : 0;
      while (rest > 0) begin
        if (apart / longest(apart, rest) % 2 == 0) turned_over = 1'b0;
        rest = rest - longest(apart, rest);
      end
    end
  endfunction

  // Cells behind the head, 3 at most, at the least cost: that of a cell is 12, that of a multiplexer 5.
  function automatic integer cheapest(input integer turn);
    integer cells, cost, least;
    begin
      cheapest = 0;
      least = 5 * loops(turn);
      cells = 1;
      while (cells <= 3 && cells <= turn) begin
        cost = 12 * cells + 5 * loops(turn - cells);
        if (cost < least) begin
          least = cost;
          cheapest = cells;
        end
        cells = cells + 1;
      end
    end
  endfunction

  // value >= bound, each half compared by itself, so that many rings share what compares.
  localparam integer LOW = PLACE_BITS / 2;
  localparam integer HIGH = PLACE_BITS - LOW;

  function automatic logic half_not_below(input logic [PLACE_BITS-1:0] value, input integer bits, input integer bound);
    begin
      half_not_below = 1'b1;
      for (integer i = 0; i < bits; i = i + 1) begin
        half_not_below = ((bound >> i) % 2 != 0) ? value[i] & half_not_below : value[i] | half_not_below;
      end
      if (bound >= (1 << bits)) half_not_below = 1'b0;
    end
  endfunction

  function automatic logic not_below(input logic [PLACE_BITS-1:0] value, input integer bound);
    begin
      not_below = half_not_below(value >> LOW, HIGH, bound >> LOW) &
          (half_not_below(value >> LOW, HIGH, (bound >> LOW) + 1) | half_not_below(value, LOW, bound % (1 << LOW)));
    end
  endfunction

  localparam integer LATE = cheapest(TURN);
  localparam integer APART = TURN - LATE;
  localparam integer LOOPS = loops(APART);

  // Multiplexers that invert are smaller, so a bit is inverted on its way into each loop, and in each loop that it comes
  // round in: an odd number of times in all loops, so that FLIP holds of all cells, or an even number in all, for which
  // some loops invert twice.
  localparam logic FLIP = turned_over(APART);
  localparam logic TAIL = (LOOPS % 2 != 0) ^ FLIP;

  logic [LENGTH-1:0] cells, entering;

  generate
    if (APART == 0) begin : gen_whole
      logic unused;
      assign entering = {next ^ TAIL, cells[LENGTH-1:1]};
      assign unused   = &{1'b0, place, align};
    end else begin : gen_cut
      logic apart;  // the loops are there
      if (LATE == 0) begin : gen_at_end
        assign apart = align && not_below(place, LENGTH - APART);
      end else begin : gen_at_begin
        assign apart = align && place != '0 && !not_below(place, APART + 1);
      end
      for (genvar i = 0; i < LOOPS; i = i + 1) begin : gen_loop
        localparam integer ABOVE = left(APART, i);
        localparam integer BELOW = left(APART, i + 1);
        localparam logic AGAIN = !FLIP && APART / (ABOVE - BELOW) % 2 != 0;
        logic prior;
        if (i == 0) begin : gen_first
          assign prior = next ^ TAIL;
        end else begin : gen_further
          assign prior = cells[ABOVE];
        end
        assign entering[ABOVE-1:BELOW] = (ABOVE - BELOW)'({~(apart ? cells[BELOW] ^ AGAIN : prior), cells[ABOVE-1:BELOW]} >> 1);
      end
    end

    if (LATE == 0) begin : gen_prompt
      assign turned = cells[0];
    end else begin : gen_late
      logic [LATE-1:0] behind;
      always_ff @(posedge clk) behind <= LATE'({cells[0], behind} >> 1);
      assign turned = behind[0];
    end
  endgenerate

  assign head = cells[0] ^ FLIP;

  always_ff @(posedge clk) cells <= entering;

endmodule
