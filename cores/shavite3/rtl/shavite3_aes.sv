// SPDX-License-Identifier: Apache-2.0
//
// A round of AES without its key (FIPS 197, section 5.1): SubBytes, ShiftRows, MixColumns, with STAGES - 1 registers in
// between.
//
//   STAGES 1   SubBytes, MixColumns
//          2   SubBytes | MixColumns               with the S-box as a table
//              SubBytes, first part | second part, MixColumns      as a circuit
//          3   SubBytes, first part | second part | MixColumns
//
// Parameters
//   STAGES  1 .. 3            SBOX  form of the S-box, a name of aes_pkg; with 3 stages not TABLE
// Ports: x the state, column by column with the first byte highest; y what comes of it STAGES - 1 cycles later.

module shavite3_aes #(
    parameter integer STAGES = 1,
    parameter integer SBOX = aes_pkg::SHALLOW
) (
    input  logic         clk,
    input  logic [127:0] x,
    output logic [127:0] y
);

  generate
    if (STAGES < 1 || STAGES > 3 || (STAGES == 3 && SBOX == aes_pkg::TABLE)) begin : gen_refused_stages
      shavite3_aes_needs_STAGES_of_1_2_or_3_and_with_3_no_SBOX_TABLE refused ();
    end
    if (SBOX < aes_pkg::TABLE || SBOX > aes_pkg::SHALLOW) begin : gen_refused_sbox
      shavite3_aes_needs_SBOX_of_aes_pkg refused ();
    end
  endgenerate

  localparam integer CUT_SBOX = (STAGES > 1 && SBOX != aes_pkg::TABLE) ? 1 : 0;
  localparam integer CUT_MIX = (STAGES > 1 + CUT_SBOX) ? 1 : 0;

  logic [127:0] substituted, mixing;

  generate
    for (genvar i = 0; i < 16; i = i + 1) begin : gen_byte
      if (CUT_SBOX == 0) begin : gen_whole
        aes_sbox #(
            .FORM(SBOX)
        ) sbox (
            .x(x[8*i+:8]),
            .y(substituted[8*i+:8])
        );
      end else begin : gen_cut
        logic [aes_pkg::CUT-1:0] inverse, inverse_held;
        logic [9:0] unused;
        aes_sbox_front #(
            .FORM(SBOX)
        ) front (
            .x(x[8*i+:8]),
            .inverse(inverse),
            .sums(unused)
        );
        always_ff @(posedge clk) inverse_held <= inverse;
        aes_sbox_back #(
            .FORM(SBOX)
        ) back (
            .inverse(inverse_held),
            .sums(aes_pkg::sums(inverse_held[7:0])),
            .y(substituted[8*i+:8])
        );
      end
    end

    if (CUT_MIX == 0) begin : gen_on
      assign mixing = substituted;
    end else begin : gen_rank
      always_ff @(posedge clk) mixing <= substituted;
    end

    for (genvar j = 0; j < 4; j = j + 1) begin : gen_column
      // Row i of column j comes from column j + i.
      logic [31:0] shifted;
      for (genvar i = 0; i < 4; i = i + 1) begin : gen_row
        assign shifted[31-8*i-:8] = mixing[127-32*((j+i)%4)-8*i-:8];
      end
      aes_mix_column mix (
          .a(shifted),
          .b(y[127-32*j-:32])
      );
    end
  endgenerate

  logic unused;
  assign unused = clk;

endmodule
