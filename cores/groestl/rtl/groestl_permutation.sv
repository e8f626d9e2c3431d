// SPDX-License-Identifier: Apache-2.0
//
// A round of P or Q (section 3.4), cut by RANKS ranks of registers, without AddRoundConstant, which is part of `start`:
//
//   RANKS  1  start -> a -> SubBytes -> ShiftBytes, MixBytes -> result
//          2  start -> a -> SubBytes -> c -> ShiftBytes, MixBytes -> result
//          3  start -> a -> norm and inverse -> b -> the rest of SubBytes -> c -> ShiftBytes, MixBytes -> result
//          4  start -> a -> norm and inverse -> b -> the rest of SubBytes -> c -> ShiftBytes, MixBytes -> d = result
//
// Parameters
//   VERSION, COLUMNS  as groestl_pkg
//   KIND   0: P; 1: Q; 2: as the port q says
//   RANKS  1 .. 4
//   SBOX   with 1 or 2 ranks any name of aes_pkg, otherwise SMALL or SHALLOW, which TABLE is then
// Ports
//   start   goes to a               a  as held
//   q       1: the state that goes to a is one of Q
//   pass    with 4 ranks: what is in a goes to d
//   result  the round of what went to a RANKS cycles ago

module groestl_permutation #(
    parameter integer VERSION = 3,
    parameter integer COLUMNS = 8,
    parameter integer KIND = 2,
    parameter integer RANKS = 2,
    parameter integer SBOX = aes_pkg::SHALLOW
) (
    input  logic                  clk,
    input  logic [64*COLUMNS-1:0] start,
    input  logic                  q,
    input  logic                  pass,
    output logic [64*COLUMNS-1:0] a,
    output logic [64*COLUMNS-1:0] result
);

  generate
    if (VERSION != 2 && VERSION != 3) begin : gen_refused_version
      groestl_permutation_needs_VERSION_of_2_or_3 refused ();
    end
    if (COLUMNS != 8 && COLUMNS != 16) begin : gen_refused_columns
      groestl_permutation_needs_COLUMNS_of_8_or_16 refused ();
    end
    if (KIND < 0 || KIND > 2) begin : gen_refused_kind
      groestl_permutation_needs_KIND_of_0_to_2 refused ();
    end
    if (RANKS < 1 || RANKS > 4) begin : gen_refused_ranks
      groestl_permutation_needs_RANKS_of_1_to_4 refused ();
    end
  endgenerate

  localparam integer BYTES = 8 * COLUMNS;
  localparam integer TO_C = (RANKS > 2) ? 3 : RANKS;  // cycles from start to c, or to a where that stands for c

  logic [8*BYTES-1:0] c, substituted, mixed;
  logic [TO_C-1:0] kind;  // that of the state in a, in b, in c

  always_ff @(posedge clk) begin
    a <= start;
    kind <= TO_C'({kind, q});
  end

  generate
    if (RANKS <= 2) begin : gen_sbox
      for (genvar i = 0; i < BYTES; i = i + 1) begin : gen_byte
        aes_sbox #(
            .FORM(SBOX)
        ) sbox (
            .x(a[8*i+:8]),
            .y(substituted[8*i+:8])
        );
      end
    end else begin : gen_cut_sbox
      logic [aes_pkg::CUT*BYTES-1:0] inverse, b;
      for (genvar i = 0; i < BYTES; i = i + 1) begin : gen_byte
        logic [9:0] sums;
        aes_sbox_front #(
            .FORM(SBOX)
        ) front (
            .x(a[8*i+:8]),
            .inverse(inverse[aes_pkg::CUT*i+:aes_pkg::CUT]),
            .sums(sums)
        );
        aes_sbox_back #(
            .FORM(SBOX)
        ) back (
            .inverse(b[aes_pkg::CUT*i+:aes_pkg::CUT]),
            .sums(aes_pkg::sums(b[aes_pkg::CUT*i+:8])),
            .y(substituted[8*i+:8])
        );
        logic unused;
        assign unused = &{1'b0, sums};
      end
      always_ff @(posedge clk) b <= inverse;
    end

    if (RANKS == 1) begin : gen_no_c
      assign c = substituted;
    end else begin : gen_c
      always_ff @(posedge clk) c <= substituted;
    end

    if (RANKS == 4) begin : gen_d
      always_ff @(posedge clk) result <= pass ? a : mixed;
    end else begin : gen_no_d
      assign result = mixed;
      logic unused;
      assign unused = pass;
    end
  endgenerate

  groestl_columns #(
      .VERSION(VERSION),
      .COLUMNS(COLUMNS),
      .KIND(KIND)
  ) columns (
      .q(kind[TO_C-1]),
      .x(c),
      .y(mixed)
  );

endmodule
