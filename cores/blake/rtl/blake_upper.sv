// SPDX-License-Identifier: Apache-2.0
//
// First operation of half a G (section 2.1.2) on four lanes:
//
//   a <- a + b + words,  d <- (d xor a) >>> r
//
// where r is rotation 0 of G in the first half and 2 in the second.
//
// Parameters
//   WORD   bits of a word, 32 or 64
//   ADDED  1: words are added here; 0: they are in a already
//   ADDER  carry network, a name of adder_pkg
// Ports: combinational; rows of four words, lane i at [i*WORD +: WORD]; second: the second half.

module blake_upper #(
    parameter integer WORD  = 32,
    parameter integer ADDED = 0,
    parameter integer ADDER = adder_pkg::BRENT_KUNG
) (
    input  logic              second,
    input  logic [4*WORD-1:0] a,
    input  logic [4*WORD-1:0] b,
    input  logic [4*WORD-1:0] d,
    input  logic [4*WORD-1:0] words,
    output logic [4*WORD-1:0] next_a,
    output logic [4*WORD-1:0] next_d
);

  generate
    if (WORD != 32 && WORD != 64) begin : gen_refused_word
      blake_upper_needs_WORD_of_32_or_64 refused ();
    end
    if (ADDER < adder_pkg::TOOL || ADDER > adder_pkg::HAN_CARLSON) begin : gen_refused_adder
      blake_upper_needs_ADDER_of_adder_pkg refused ();
    end
  endgenerate

  localparam integer R_0 = blake_pkg::rotation(WORD, 0);
  localparam integer R_2 = blake_pkg::rotation(WORD, 2);

  generate
    for (genvar i = 0; i < 4; i = i + 1) begin : gen_lane
      logic [WORD-1:0] x, y, sum, mixed;

      if (ADDED != 0) begin : gen_three
        carry_save_adder #(
            .WIDTH(WORD)
        ) save (
            .a(a[i*WORD+:WORD]),
            .b(b[i*WORD+:WORD]),
            .c(words[i*WORD+:WORD]),
            .sum(x),
            .carry(y)
        );
      end else begin : gen_two
        assign {x, y} = {a[i*WORD+:WORD], b[i*WORD+:WORD]};
      end
      prefix_adder #(
          .WIDTH  (WORD),
          .NETWORK(ADDER)
      ) add (
          .a  (x),
          .b  (y),
          .sum(sum)
      );
      assign mixed = d[i*WORD+:WORD] ^ sum;
      assign next_a[i*WORD+:WORD] = sum;
      assign next_d[i*WORD+:WORD] = second ? {mixed[R_2-1:0], mixed[WORD-1:R_2]} : {mixed[R_0-1:0], mixed[WORD-1:R_0]};
    end
    if (ADDED == 0) begin : gen_no_words
      logic unused;
      assign unused = ^words;
    end
  endgenerate

endmodule
