// SPDX-License-Identifier: Apache-2.0
//
// f0 of BMW: Q_j = s_{j mod 5}(W_j) + H_{j+1 mod 16}, j = 0 .. 15.
//
// Parameters: WORD: bits in a word, 32 or 64; SAVE, NETWORK: as bmw_signed_sum.
// Ports: combinational; m, h, q, word i at [i*WORD +: WORD].

module bmw_f0 #(
    parameter integer WORD = 32,
    parameter integer SAVE = 1,
    parameter integer NETWORK = adder_pkg::BRENT_KUNG
) (
    input  logic [16*WORD-1:0] m,
    input  logic [16*WORD-1:0] h,
    output logic [16*WORD-1:0] q
);

  generate
    if (WORD != 32 && WORD != 64) begin : gen_refused_word
      bmw_f0_needs_WORD_of_32_or_64 refused ();
    end
    if (NETWORK < adder_pkg::TOOL || NETWORK > adder_pkg::HAN_CARLSON) begin : gen_refused_network
      bmw_f0_needs_NETWORK_of_adder_pkg refused ();
    end
  endgenerate

  logic [16*WORD-1:0] mixed;
  assign mixed = m ^ h;

  generate
    for (genvar j = 0; j < 16; j = j + 1) begin : gen_word
      logic [5*WORD-1:0] terms;
      logic [WORD-1:0] w, spread;

      for (genvar i = 0; i < 5; i = i + 1) begin : gen_term
        assign terms[i*WORD+:WORD] = mixed[WORD*bmw_pkg::w_word(j, i)+:WORD];
      end
      bmw_signed_sum #(
          .WORD(WORD),
          .NEGATIVE(bmw_pkg::NEGATIVE[79-5*j-:5]),
          .SAVE(SAVE),
          .NETWORK(NETWORK)
      ) add_w (
          .x  (terms),
          .sum(w)
      );
      bmw_s #(
          .WORD  (WORD),
          .NUMBER(j % 5)
      ) spread_w (
          .x(w),
          .y(spread)
      );
      prefix_adder #(
          .WIDTH  (WORD),
          .NETWORK(NETWORK)
      ) add_h (
          .a  (spread),
          .b  (h[WORD*((j+1)%16)+:WORD]),
          .sum(q[WORD*j+:WORD])
      );
    end
  endgenerate

endmodule
