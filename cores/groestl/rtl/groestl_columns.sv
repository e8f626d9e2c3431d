// SPDX-License-Identifier: Apache-2.0
//
// ShiftBytes and MixBytes of a whole state (sections 3.4.4 and 3.4.5).
//
// Parameters
//   VERSION  2 or 3          COLUMNS  8 or 16
//   KIND     0: those of P; 1: those of Q; 2: as the port q says
// Ports: combinational; column 0 in the highest 64 bits, row 0 in their highest byte.

module groestl_columns #(
    parameter integer VERSION = 3,
    parameter integer COLUMNS = 8,
    parameter integer KIND = 2
) (
    input  logic                  q,
    input  logic [64*COLUMNS-1:0] x,
    output logic [64*COLUMNS-1:0] y
);

  generate
    if (VERSION != 2 && VERSION != 3) begin : gen_refused_version
      groestl_columns_needs_VERSION_of_2_or_3 refused ();
    end
    if (COLUMNS != 8 && COLUMNS != 16) begin : gen_refused_columns
      groestl_columns_needs_COLUMNS_of_8_or_16 refused ();
    end
    if (KIND < 0 || KIND > 2) begin : gen_refused_kind
      groestl_columns_needs_KIND_of_0_to_2 refused ();
    end
  endgenerate

  logic [64*COLUMNS-1:0] shifted;

  generate
    for (genvar j = 0; j < COLUMNS; j = j + 1) begin : gen_column
      for (genvar i = 0; i < 8; i = i + 1) begin : gen_row
        localparam integer TO = 64 * (COLUMNS - 1 - j) + 56 - 8 * i;
        localparam integer P = (j + groestl_pkg::shift(VERSION, COLUMNS, 0, i)) % COLUMNS;
        localparam integer Q = (j + groestl_pkg::shift(VERSION, COLUMNS, 1, i)) % COLUMNS;
        localparam integer FROM_P = 64 * (COLUMNS - 1 - P) + 56 - 8 * i;
        localparam integer FROM_Q = 64 * (COLUMNS - 1 - Q) + 56 - 8 * i;
        if (KIND == 0 || P == Q) assign shifted[TO+:8] = x[FROM_P+:8];
        else if (KIND == 1) assign shifted[TO+:8] = x[FROM_Q+:8];
        else assign shifted[TO+:8] = q ? x[FROM_Q+:8] : x[FROM_P+:8];
      end
      groestl_mix_column mix (
          .a(shifted[64*j+:64]),
          .b(y[64*j+:64])
      );
    end
    if (KIND != 2 || VERSION == 2) begin : gen_unused
      logic unused;
      assign unused = q;
    end
  endgenerate

endmodule
