// SPDX-License-Identifier: Apache-2.0
//
// SubBytes, ShiftRows and MixColumns of AES (FIPS 197, section 5.1) on WORDS words, cut by RANKS ranks of registers:
//
//   RANKS  1  start -> a -> S-box -> MixColumns -> result
//          2  start -> a -> S-box -> c -> MixColumns -> result
//          3  start -> a -> norm and inverse -> b -> the rest of the S-box -> MixColumns -> d = result
//          4  start -> a -> norm and inverse -> b -> the rest of the S-box -> c -> MixColumns -> d = result
//
// Parameters
//   WORDS  words, 1 or more
//   RANKS  1 .. 4
//   SBOX   form of the S-box, a name of aes_pkg; with TABLE, 3 ranks are a, c and d, and with 4 it is SHALLOW
// Ports
//   start   goes to a            a  as held
//   result  what becomes of what went to a RANKS cycles ago

module echo_words #(
    parameter integer WORDS = 16,
    parameter integer RANKS = 1,
    parameter integer SBOX  = aes_pkg::SHALLOW
) (
    input  logic                 clk,
    input  logic [128*WORDS-1:0] start,
    output logic [128*WORDS-1:0] a,
    output logic [128*WORDS-1:0] result
);

  generate
    if (WORDS < 1) begin : gen_refused_words
      echo_words_needs_WORDS_of_1_or_more refused ();
    end
    if (RANKS < 1 || RANKS > 4) begin : gen_refused_ranks
      echo_words_needs_RANKS_of_1_to_4 refused ();
    end
  endgenerate

  localparam integer CUT = (RANKS == 4 || (RANKS == 3 && SBOX != aes_pkg::TABLE)) ? 1 : 0;  // there is b
  localparam integer KEPT = (RANKS == 2 || RANKS == 4 || (RANKS == 3 && CUT == 0)) ? 1 : 0;  // there is c

  logic [128*WORDS-1:0] substituted, c, mixed;

  always_ff @(posedge clk) a <= start;

  generate
    for (genvar i = 0; i < 16 * WORDS; i = i + 1) begin : gen_byte
      if (CUT == 0) begin : gen_whole
        aes_sbox #(
            .FORM(SBOX)
        ) sbox (
            .x(a[8*i+:8]),
            .y(substituted[8*i+:8])
        );
      end else begin : gen_parts
        logic [aes_pkg::CUT-1:0] inverse, b;
        logic [9:0] sums;
        aes_sbox_front #(
            .FORM(SBOX)
        ) front (
            .x(a[8*i+:8]),
            .inverse(inverse),
            .sums(sums)
        );
        always_ff @(posedge clk) b <= inverse;
        aes_sbox_back #(
            .FORM(SBOX)
        ) back (
            .inverse(b),
            .sums(aes_pkg::sums(b[7:0])),
            .y(substituted[8*i+:8])
        );
        logic unused;
        assign unused = &{1'b0, sums};
      end
    end

    if (KEPT != 0) begin : gen_c
      always_ff @(posedge clk) c <= substituted;
    end else begin : gen_no_c
      assign c = substituted;
    end

    for (genvar w = 0; w < WORDS; w = w + 1) begin : gen_word
      for (genvar j = 0; j < 4; j = j + 1) begin : gen_column
        // Row i of column j comes from column j + i.
        aes_mix_column mix (
            .a({
              c[128*w+120-32*j+:8],
              c[128*w+112-32*((j+1)%4)+:8],
              c[128*w+104-32*((j+2)%4)+:8],
              c[128*w+96-32*((j+3)%4)+:8]
            }),
            .b(mixed[128*w+96-32*j+:32])
        );
      end
    end

    if (RANKS > 2) begin : gen_d
      always_ff @(posedge clk) result <= mixed;
    end else begin : gen_no_d
      assign result = mixed;
    end
  endgenerate

endmodule
