// SPDX-License-Identifier: Apache-2.0
//
// ShiftBytes of a state that comes digit by digit, column by column (section 3.4.4), by pieces of a shift register that
// digits can pass: with that of D columns a row is rotated by D, as all of it but the first D columns pass. Behind each
// other they are of half the columns, of a quarter, and so on to one, and which of them a row passes is its distance in
// binary: COLUMNS - 1 columns of digits in all, through which states follow each other without a gap.
//
// Parameters
//   VERSION   2 or 3          COLUMNS  8 or 16
//   DATAPATH  bits of a digit: 8, 16, 32 or 64
//
// Ports
//   slot  number of the digit of a state that comes in the next cycle: column, and part of the column
//   q     it is a state of Q
//   in    a digit every cycle       out  the digit that is COLUMNS - 1 columns behind, rows shifted

module groestl_compact_shift #(
    parameter integer VERSION = 3,
    parameter integer COLUMNS = 8,
    parameter integer DATAPATH = 64,
    localparam integer PARTS = 64 / DATAPATH,
    localparam integer SLOT_BITS = $clog2(COLUMNS * PARTS)
) (
    input  logic                 clk,
    input  logic [SLOT_BITS-1:0] slot,
    input  logic                 q,
    input  logic [ DATAPATH-1:0] in,
    output logic [ DATAPATH-1:0] out
);

  generate
    if (VERSION != 2 && VERSION != 3) begin : gen_refused_version
      groestl_compact_shift_needs_VERSION_of_2_or_3 refused ();
    end
    if (COLUMNS != 8 && COLUMNS != 16) begin : gen_refused_columns
      groestl_compact_shift_needs_COLUMNS_of_8_or_16 refused ();
    end
    if (DATAPATH != 8 && DATAPATH != 16 && DATAPATH != 32 && DATAPATH != 64) begin : gen_refused_datapath
      groestl_compact_shift_needs_DATAPATH_of_8_16_32_or_64 refused ();
    end
  endgenerate

  localparam integer BYTES = DATAPATH / 8;
  localparam integer COLUMN_BITS = $clog2(COLUMNS);
  localparam integer PART_BITS = (PARTS > 2) ? $clog2(PARTS) : 1;

  logic [COLUMN_BITS-1:0] column;
  logic [PART_BITS-1:0] part;
  logic [(COLUMN_BITS+1)*DATAPATH-1:0] stream;  // before the pieces, between them, and behind them

  assign column = slot[SLOT_BITS-1-:COLUMN_BITS];
  assign stream[0+:DATAPATH] = in;
  assign out = stream[COLUMN_BITS*DATAPATH+:DATAPATH];

  generate
    if (PARTS > 1) begin : gen_parts
      assign part = slot[PART_BITS-1:0];
    end else begin : gen_whole
      assign part = '0;
    end

    for (genvar n = 0; n < COLUMN_BITS; n = n + 1) begin : gen_piece
      localparam integer DISTANCE = COLUMNS >> (n + 1);
      localparam integer BEHIND = COLUMNS - 2 * DISTANCE;  // columns in the pieces before
      logic [COLUMN_BITS-1:0] here;  // the column that comes to this piece
      logic far;  // it is none of the first
      logic of_q;
      logic [BYTES-1:0] passes;
      logic [DATAPATH-1:0] pass;

      assign here = column - COLUMN_BITS'(BEHIND);
      assign far = here >= COLUMN_BITS'(DISTANCE);
      assign of_q = q ^ ((column | COLUMN_BITS'(2 * DISTANCE - 1)) != '1);  // before that column: the state before

      for (genvar b = 0; b < BYTES; b = b + 1) begin : gen_byte
        logic [2**PART_BITS-1:0] with_p, with_q;  // of each part of a column: its row passes
        for (genvar i = 0; i < 2 ** PART_BITS; i = i + 1) begin : gen_part
          localparam integer ROW = (i * BYTES + b) % 8;
          localparam integer P = groestl_pkg::shift(VERSION, COLUMNS, 0, ROW);
          localparam integer Q = groestl_pkg::shift(VERSION, COLUMNS, 1, ROW);
          assign with_p[i] = 1'((P / DISTANCE) % 2);
          assign with_q[i] = 1'((Q / DISTANCE) % 2);
        end
        always_ff @(posedge clk) passes[b] <= far && (of_q ? with_q[part] : with_p[part]);
        assign pass[8*(BYTES-1-b)+:8] = {8{passes[b]}};
      end

      serial_swap #(
          .DIGIT (DATAPATH),
          .LENGTH(DISTANCE * PARTS)
      ) piece (
          .clk (clk),
          .pass(pass),
          .in  (stream[n*DATAPATH+:DATAPATH]),
          .out (stream[(n+1)*DATAPATH+:DATAPATH])
      );
    end
  endgenerate

endmodule
