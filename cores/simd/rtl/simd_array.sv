// SPDX-License-Identifier: Apache-2.0
//
// The matrix of the transform, 16 rows of C = 2 LADDERS residues (see simd_butterfly), for STAGES messages. It moves in
// each turn, and whoever reads or writes does so at its ends:
//
//   down     by UNROLL rows, those at the head leave. To the tail come rows of simd_rows (`fresh`) or those that leave
//   fresh    rows 8 .. 15 (`paired`) meet rows 0 .. 7 half way: there comes their sum, to the tail their difference.
//            So does the outer sum of simd_rows begin, which for column c is a polynomial in z = alpha^(C i) = 2^i,
//            of degree 15: its remainders modulo z^8 - 1 and z^8 + 1 are what is in the rows then
//   side     by UNROLL C / 4 columns; those that leave come back as their transforms, value i in the row where ORDER
//            has i, in the same turn or with LATER one turn later. 4 / UNROLL + LATER turns transform all
//   permute  like down, and then what stands in the rows in ORDER comes to be in LATE_ORDER
//   hold     not at all
//
// Parameters
//   LADDERS 4 or 8; UNROLL 1, 2, 4; STAGES messages: 1, with LATER also 2
//   ADDER   carry network, a name of adder_pkg
// Ports
//   down .. hold, of which one is 1, fresh, paired, rows   for the lane whose turn ends
//   head   the UNROLL rows at the head, of that lane, or with two stages of the lane whose turn ends one cycle later

module simd_array #(
    parameter integer LADDERS = 4,
    parameter integer UNROLL = 1,
    parameter integer STAGES = 1,
    parameter integer LATER = 1,
    parameter integer ADDER = adder_pkg::BRENT_KUNG,
    localparam integer COLUMNS = 2 * LADDERS,
    localparam integer ROWS = 9 * COLUMNS * UNROLL
) (
    input  logic            clk,
    input  logic            down,
    input  logic            side,
    input  logic            permute,
    input  logic            hold,
    input  logic            fresh,
    input  logic            paired,
    input  logic [ROWS-1:0] rows,
    output logic [ROWS-1:0] head
);

  generate
    if (LADDERS != 4 && LADDERS != 8) begin : gen_refused_ladders
      simd_array_needs_LADDERS_of_4_or_8 refused ();
    end
    if (UNROLL != 1 && UNROLL != 2 && UNROLL != 4) begin : gen_refused_unroll
      simd_array_needs_UNROLL_of_1_2_or_4 refused ();
    end
    if (STAGES != 1 && (STAGES != 2 || LATER != 1)) begin : gen_refused_stages
      simd_array_needs_STAGES_of_1_or_of_2_with_LATER_1 refused ();
    end
    if (LATER != 0 && LATER != 1) begin : gen_refused_later
      simd_array_needs_LATER_of_0_or_1 refused ();
    end
  endgenerate

  localparam integer SIZE = 16 * 9 * COLUMNS;
  localparam integer GROUP = UNROLL * COLUMNS / 4;
  localparam integer CUTS = (LATER == 0) ? 0 : (STAGES == 1) ? 2 : 3;

  logic [SIZE-1:0] cells;  // of the lane whose turn ends
  logic [SIZE-1:0] lower, turned, permuted, moved;
  logic [ROWS-1:0] sums, differences;
  logic [9*16*GROUP-1:0] values;  // value i of transformed column g at [9*(16*g+i) +: 9]

  generate
    for (genvar i = 0; i < UNROLL * COLUMNS; i = i + 1) begin : gen_pair
      simd_butterfly #(
          .OFFSET((i % COLUMNS == 0) ? -8 : -168),
          .ADDER (ADDER)
      ) butterfly (
          .a(cells[8*9*COLUMNS+9*i+:9]),
          .b(rows[9*i+:9]),
          .sum(sums[9*i+:9]),
          .difference(differences[9*i+:9])
      );
    end

    for (genvar g = 0; g < GROUP; g = g + 1) begin : gen_group
      logic [71:0] upper_rows, lower_rows, even, odd;
      for (genvar i = 0; i < 8; i = i + 1) begin : gen_row
        localparam integer R = 2 * simd_pkg::reversed(i, 3);
        assign upper_rows[9*i+:9] = cells[9*(COLUMNS*i+g)+:9];
        assign lower_rows[9*i+:9] = cells[9*(COLUMNS*(i+8)+g)+:9];
        assign values[9*(16*g+R)+:9] = even[9*i+:9];
        assign values[9*(16*g+R+1)+:9] = odd[9*i+:9];
      end
      simd_transform #(
          .POINTS(8),
          .ROOT(0),
          .CUTS(CUTS),
          .ADDER(ADDER)
      ) transform_even (
          .clk(clk),
          .coefficients(upper_rows),
          .values(even)
      );
      simd_transform #(
          .POINTS(8),
          .ROOT(8),
          .CUTS(CUTS),
          .ADDER(ADDER)
      ) transform_odd (
          .clk(clk),
          .coefficients(lower_rows),
          .values(odd)
      );
    end

    for (genvar s = 0; s < 16; s = s + 1) begin : gen_slot
      localparam integer ROW = integer'(simd_pkg::ORDER[4*s+:4]);
      localparam integer LATE = integer'(simd_pkg::LATE_ORDER[4*s+:4]);
      for (genvar c = 0; c < COLUMNS; c = c + 1) begin : gen_cell
        localparam integer HERE = 9 * (COLUMNS * s + c);
        localparam integer PARTNER = simd_pkg::place(LATE % 8 + 8 * (c % 2));
        localparam integer SOURCE = 9 * (COLUMNS * ((PARTNER + UNROLL) % 16) + c / 2 * 2 + LATE / 8);

        if (s >= 16 - UNROLL) begin : gen_tail
          localparam integer I = 9 * (COLUMNS * (s - 16 + UNROLL) + c);
          assign lower[HERE+:9] = paired ? differences[I+:9] : fresh ? rows[I+:9] : cells[I+:9];
        end else if (s >= 8 - UNROLL && s < 8) begin : gen_middle
          localparam integer I = 9 * (COLUMNS * (s - 8 + UNROLL) + c);
          assign lower[HERE+:9] = paired ? sums[I+:9] : cells[HERE+ROWS+:9];
        end else begin : gen_other
          assign lower[HERE+:9] = cells[HERE+ROWS+:9];
        end

        if (c >= COLUMNS - GROUP) begin : gen_value
          assign turned[HERE+:9] = values[9*(16*(c-COLUMNS+GROUP)+ROW)+:9];
        end else begin : gen_turn
          assign turned[HERE+:9] = cells[HERE+9*GROUP+:9];
        end

        assign permuted[HERE+:9] = cells[SOURCE+:9];
      end
    end
  endgenerate

  assign moved = (lower & {SIZE{down}}) | (turned & {SIZE{side}}) | (permuted & {SIZE{permute}}) |
      (cells & {SIZE{hold}});

  generate
    if (STAGES == 1) begin : gen_one
      assign head = cells[ROWS-1:0];
      always_ff @(posedge clk) cells <= moved;
    end else begin : gen_ranks
      logic [(STAGES-1)*SIZE-1:0] waiting;  // those of the lanes whose turns end later, the next one highest
      assign head = waiting[(STAGES-2)*SIZE+:ROWS];
      always_ff @(posedge clk) {cells, waiting} <= {waiting, moved};
    end
  endgenerate

endmodule
