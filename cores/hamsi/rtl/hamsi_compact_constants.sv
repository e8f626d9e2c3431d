// SPDX-License-Identifier: Apache-2.0
//
// Constants of a round of Hamsi-SIZE on a digit of a column, bits 31 - i and 15 - i of its four words, without the
// number of the round. Halves of words have four values; of P bit 15 - i of value k is bit 3 - k of i turned over.
//
// Parameters: SIZE 256 or 512
// Ports
//   column  digit, numbers of both     last  the round is one of P_f
//   value   two bits of each row, the first row highest, the bit of the upper half the higher one

module hamsi_compact_constants #(
    parameter integer SIZE = 256,
    localparam integer COLUMN_BITS = $clog2(SIZE / 64)
) (
    input  logic [COLUMN_BITS-1:0] column,
    input  logic [            3:0] digit,
    input  logic                   last,
    output logic [            7:0] value
);

  generate
    if (SIZE != 256 && SIZE != 512) begin : gen_refused_size
      hamsi_compact_constants_needs_SIZE_of_256_or_512 refused ();
    end
  endgenerate

  localparam integer COLUMNS = SIZE / 64;
  localparam [63:0] HALVES = hamsi_pkg::ALPHA_F[1023-:64];  // the four values of P_f, the first one highest
  localparam [1023:0] P = hamsi_pkg::ALPHA;

  // The number of a half of a word of P.
  function automatic [1:0] number(input logic [15:0] half);
    begin
      number = (half == 16'hff00) ? 2'd0 : (half == 16'hf0f0) ? 2'd1 : (half == 16'hcccc) ? 2'd2 : 2'd3;
    end
  endfunction

  logic [3:0] part;  // bits of the four values

  generate
    for (genvar k = 0; k < 4; k = k + 1) begin : gen_part
      localparam logic [15:0] OF_P_F = HALVES[63-16*k-:16];
      assign part[k] = last ? OF_P_F[~digit] : !digit[3-k];
    end
    for (genvar h = 0; h < 8; h = h + 1) begin : gen_half
      logic [COLUMNS-1:0] in_column;
      for (genvar c = 0; c < COLUMNS; c = c + 1) begin : gen_column
        localparam logic [1:0] NUMBER = number(P[1023-256*(h/2)-32*c-16*(h%2)-:16]);
        assign in_column[c] = part[NUMBER];
      end
      assign value[7-h] = in_column[column];
    end
  endgenerate

endmodule
