// SPDX-License-Identifier: Apache-2.0
//
// WORDS words of 32 bits, each rotated to the left by the same number of bits.
//
// Parameters
//   WORDS    words
//   CHOICES  rotations that occur, AMOUNTS which, five bits each: up to 8 have a multiplexer of so many inputs, more
//            have five of two inputs behind each other
// Ports: combinational; word j at [32*j +: 32].

module simd_rotate #(
    parameter integer WORDS = 4,
    parameter integer CHOICES = 16,
    parameter [79:0] AMOUNTS = '0
) (
    input  logic [32*WORDS-1:0] x,
    input  logic [         4:0] amount,
    output logic [32*WORDS-1:0] y
);

  generate
    if (WORDS < 1) begin : gen_refused_words
      simd_rotate_needs_WORDS_of_1_or_more refused ();
    end
    if (CHOICES != 4 && CHOICES < 8) begin : gen_refused_choices
      simd_rotate_needs_CHOICES_of_4_or_of_8_or_more refused ();
    end
    if (CHOICES <= 8 && (AMOUNTS[4:0] == 0 || AMOUNTS[9:5] == 0 || AMOUNTS[14:10] == 0 || AMOUNTS[19:15] == 0 ||
        (CHOICES == 8 && (AMOUNTS[24:20] == 0 || AMOUNTS[29:25] == 0 || AMOUNTS[34:30] == 0 ||
        AMOUNTS[39:35] == 0)))) begin : gen_refused_amounts
      simd_rotate_needs_AMOUNTS_of_1_to_31_with_CHOICES_up_to_8 refused ();
    end
  endgenerate

  generate
    if (CHOICES <= 8) begin : gen_few
      for (genvar i = 0; i < CHOICES; i = i + 1) begin : gen_choice
        localparam integer BY = integer'(AMOUNTS[5*i+:5]);
        logic [32*WORDS-1:0] turned, chosen;
        for (genvar j = 0; j < WORDS; j = j + 1) begin : gen_word
          assign turned[32*j+:32] = {x[32*j+:32-BY], x[32*j+32-BY+:BY]};
        end
        assign chosen = turned & {32 * WORDS{amount == AMOUNTS[5*i+:5]}};
      end
      if (CHOICES == 4) begin : gen_four
        assign y = gen_choice[0].chosen | gen_choice[1].chosen | gen_choice[2].chosen | gen_choice[3].chosen;
      end else begin : gen_eight
        assign y = (gen_choice[0].chosen | gen_choice[1].chosen | gen_choice[2].chosen | gen_choice[3].chosen) |
            (gen_choice[4].chosen | gen_choice[5].chosen | gen_choice[6].chosen | gen_choice[7].chosen);
      end
    end else begin : gen_many
      for (genvar level = 0; level < 5; level = level + 1) begin : gen_level
        localparam integer BY = 1 << (4 - level);
        logic [32*WORDS-1:0] from, to;
        if (level == 0) begin : gen_first
          assign from = x;
        end else begin : gen_next
          assign from = gen_level[level-1].to;
        end
        for (genvar j = 0; j < WORDS; j = j + 1) begin : gen_word
          assign to[32*j+:32] = amount[4-level] ? {from[32*j+:32-BY], from[32*j+32-BY+:BY]} : from[32*j+:32];
        end
      end
      assign y = gen_level[4].to;
      logic unused;
      assign unused = ^AMOUNTS;
    end
  endgenerate

endmodule
