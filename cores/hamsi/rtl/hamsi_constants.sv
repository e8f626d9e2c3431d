// SPDX-License-Identifier: Apache-2.0
//
// The state of Hamsi-SIZE with the constants of a round added: those of P or P_f, and the number of the round.
//
// Parameters: SIZE 256 or 512; SLICES: a divisor of 2 SIZE
// Ports
//   x, y    the state, its first word highest
//   last    for each of SLICES slices of it, all alike: the round is one of P_f
//   number  of the round

module hamsi_constants #(
    parameter integer SIZE = 256,
    parameter integer SLICES = 8
) (
    input  logic [2*SIZE-1:0] x,
    input  logic [SLICES-1:0] last,
    input  logic [       3:0] number,
    output logic [2*SIZE-1:0] y
);

  generate
    if (SIZE != 256 && SIZE != 512) begin : gen_refused_size
      hamsi_constants_needs_SIZE_of_256_or_512 refused ();
    end
    if (SLICES < 1 || 2 * SIZE % SLICES != 0) begin : gen_refused_slices
      hamsi_constants_needs_SLICES_that_divides_2_SIZE refused ();
    end
  endgenerate

  localparam [1023:0] P = hamsi_pkg::left(hamsi_pkg::ALPHA, SIZE / 64);
  localparam [1023:0] P_F = hamsi_pkg::left(hamsi_pkg::ALPHA_F, SIZE / 64);
  localparam integer SLICE = 2 * SIZE / SLICES;
  localparam integer WORD_1 = 2 * SIZE - 64;

  logic [2*SIZE-1:0] added;

  generate
    for (genvar i = 0; i < SLICES; i = i + 1) begin : gen_slice
      localparam logic [SLICE-1:0] DIFFERENCE = P[SLICE*i+:SLICE] ^ P_F[SLICE*i+:SLICE];
      assign added[SLICE*i+:SLICE] = x[SLICE*i+:SLICE] ^ P[SLICE*i+:SLICE] ^ (DIFFERENCE & {SLICE{last[i]}});
    end
  endgenerate

  assign y[WORD_1+:4] = added[WORD_1+:4] ^ number;
  assign y[2*SIZE-1:WORD_1+4] = added[2*SIZE-1:WORD_1+4];
  assign y[WORD_1-1:0] = added[WORD_1-1:0];

endmodule
