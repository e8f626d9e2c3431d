// SPDX-License-Identifier: Apache-2.0
//
// Second operation of half a G (section 2.1.2) on four lanes:
//
//   c <- c + d,  b <- (b xor c) >>> r
//
// where r is rotation 1 of G in the first half and 3 in the second. After the second half the rows cross, from columns
// to diagonals or from diagonals to columns.
//
// Parameters
//   WORD   bits of a word, 32 or 64
//   ADDER  carry network, a name of adder_pkg
// Ports: combinational; rows of four words, lane i at [i*WORD +: WORD]; second: the second half.

module blake_lower #(
    parameter integer WORD  = 32,
    parameter integer ADDER = adder_pkg::BRENT_KUNG
) (
    input  logic              second,
    input  logic [4*WORD-1:0] a,
    input  logic [4*WORD-1:0] b,
    input  logic [4*WORD-1:0] c,
    input  logic [4*WORD-1:0] d,
    output logic [4*WORD-1:0] next_a,
    output logic [4*WORD-1:0] next_b,
    output logic [4*WORD-1:0] next_c,
    output logic [4*WORD-1:0] next_d
);

  generate
    if (WORD != 32 && WORD != 64) begin : gen_refused_word
      blake_lower_needs_WORD_of_32_or_64 refused ();
    end
    if (ADDER < adder_pkg::TOOL || ADDER > adder_pkg::HAN_CARLSON) begin : gen_refused_adder
      blake_lower_needs_ADDER_of_adder_pkg refused ();
    end
  endgenerate

  localparam integer R_1 = blake_pkg::rotation(WORD, 1);
  localparam integer R_3 = blake_pkg::rotation(WORD, 3);

  logic [4*WORD-1:0] sum;

  generate
    for (genvar i = 0; i < 4; i = i + 1) begin : gen_lane
      localparam integer FROM_A = blake_pkg::crossing(0, i);
      localparam integer FROM_B = blake_pkg::crossing(1, i);
      localparam integer FROM_C = blake_pkg::crossing(2, i);
      localparam integer FROM_D = blake_pkg::crossing(3, i);
      logic [WORD-1:0] straight, crossed;

      prefix_adder #(
          .WIDTH  (WORD),
          .NETWORK(ADDER)
      ) add (
          .a  (c[i*WORD+:WORD]),
          .b  (d[i*WORD+:WORD]),
          .sum(sum[i*WORD+:WORD])
      );
      assign straight = b[i*WORD+:WORD] ^ sum[i*WORD+:WORD];
      assign crossed  = b[FROM_B*WORD+:WORD] ^ sum[FROM_B*WORD+:WORD];
      assign next_a[i*WORD+:WORD] = second ? a[FROM_A*WORD+:WORD] : a[i*WORD+:WORD];
      assign next_b[i*WORD+:WORD] =
          second ? {crossed[R_3-1:0], crossed[WORD-1:R_3]} : {straight[R_1-1:0], straight[WORD-1:R_1]};
      assign next_c[i*WORD+:WORD] = second ? sum[FROM_C*WORD+:WORD] : sum[i*WORD+:WORD];
      assign next_d[i*WORD+:WORD] = second ? d[FROM_D*WORD+:WORD] : d[i*WORD+:WORD];
    end
  endgenerate

endmodule
