// SPDX-License-Identifier: Apache-2.0
//
// SMIX of four columns: SubBytes and Super-Mix, with STAGES - 1 registers in between.
//
//   STAGES 1   SubBytes, sums, spread
//          2   SubBytes | sums, spread
//          3   SubBytes | sums | spread                                with the S-box as a table
//              SubBytes, first part | second part, sums | spread       as a circuit
//
// Parameters
//   STAGES  1 .. 3                SBOX  form of the S-box, a name of aes_pkg
// Ports: x the columns, y what comes of them STAGES - 1 cycles later; column j at [32*j +: 32].

module fugue_smix #(
    parameter integer STAGES = 1,
    parameter integer SBOX = aes_pkg::SHALLOW
) (
    input  logic         clk,
    input  logic [127:0] x,
    output logic [127:0] y
);

  generate
    if (STAGES < 1 || STAGES > 3) begin : gen_refused_stages
      fugue_smix_needs_STAGES_of_1_to_3 refused ();
    end
  endgenerate

  localparam integer CUT_INSIDE = (STAGES > 2 && SBOX != aes_pkg::TABLE) ? 1 : 0;
  localparam integer CUT_BEHIND = (STAGES > 1 && CUT_INSIDE == 0) ? 1 : 0;

  logic [127:0] substituted, u, product, product_spread;
  logic [31:0] sums, sums_spread;

  generate
    for (genvar i = 0; i < 16; i = i + 1) begin : gen_byte
      if (CUT_INSIDE == 0) begin : gen_whole
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

    if (CUT_BEHIND == 0) begin : gen_on
      assign u = substituted;
    end else begin : gen_rank
      always_ff @(posedge clk) u <= substituted;
    end

    if (STAGES < 3) begin : gen_spread_on
      assign product_spread = product;
      assign sums_spread = sums;
    end else begin : gen_spread_rank
      always_ff @(posedge clk) begin
        product_spread <= product;
        sums_spread <= sums;
      end
    end
  endgenerate

  fugue_sums super_mix_sums (
      .u(u),
      .product(product),
      .sums(sums)
  );
  fugue_spread super_mix_spread (
      .product(product_spread),
      .sums(sums_spread),
      .y(y)
  );

  logic unused;
  assign unused = clk;

endmodule
