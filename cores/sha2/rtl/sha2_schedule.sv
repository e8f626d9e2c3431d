// SPDX-License-Identifier: Apache-2.0
//
// The message schedule of SHA-2 (FIPS 180-4, sections 6.2.2 and 6.4.2, step 1), Dadda's expander: 16 words in a
// shift register,
//
//   W_t = sigma_1(W_{t-2}) + W_{t-7} + sigma_0(W_{t-15}) + W_{t-16}
//
// With one word a cycle the sum is made in two cycles, since W_t is needed for the first time two words later: the
// first leaves W_{t-16} + sigma_0(W_{t-15}) + W_{t-7} in the place that W_15 has before it has moved on, the second
// adds sigma_1. With two words a cycle all is added in one.
//
// Parameters
//   WORD        32 or 64 bits in a word
//   UNROLL      words a cycle, 1 or 2
//   STAGES      messages in flight, 1, or 2 with one word a cycle: these take turns, and each of the two sums has its
//               first register in front of its carry-propagating adder
//   CARRY_SAVE  as carry_save_adder
//   ADDER       carry network of the carry-propagating adders, a name of adder_pkg
// Ports: `load` takes the 16 words of `block`, the first in the highest bits; the cycle after it w is W_0, then
// W_1, and so on, UNROLL words a cycle, the first in the lowest bits. With STAGES = 2 `load`, `block` and w belong to
// the lane in turn, and W_0 comes two cycles after `load`.

module sha2_schedule #(
    parameter integer WORD = 32,
    parameter integer UNROLL = 1,
    parameter integer STAGES = 1,
    parameter integer CARRY_SAVE = 1,
    parameter integer ADDER = adder_pkg::BRENT_KUNG
) (
    input  logic                   clk,
    input  logic                   load,
    input  logic [    16*WORD-1:0] block,
    output logic [UNROLL*WORD-1:0] w
);

  generate
    if (WORD != 32 && WORD != 64) begin : gen_refused_word
      sha2_schedule_needs_WORD_of_32_or_64 refused ();
    end
    if (UNROLL != 1 && (UNROLL != 2 || STAGES != 1)) begin : gen_refused_unroll
      sha2_schedule_needs_UNROLL_of_1_or_of_2_with_STAGES_1 refused ();
    end
    if (STAGES != 1 && STAGES != 2) begin : gen_refused_stages
      sha2_schedule_needs_STAGES_of_1_or_2 refused ();
    end
    if (CARRY_SAVE != 0 && CARRY_SAVE != 1) begin : gen_refused_carry_save
      sha2_schedule_needs_CARRY_SAVE_of_0_or_1 refused ();
    end
  endgenerate

  localparam logic LONG = WORD == 64;

  function automatic [WORD-1:0] rotr(input logic [WORD-1:0] x, input integer n);
    begin
      rotr = (x >> n) | (x << (WORD - n));
    end
  endfunction

  // Sections 4.1.2 and 4.1.3.
  function automatic [WORD-1:0] sigma_0(input logic [WORD-1:0] x);
    begin
      sigma_0 = LONG ? rotr(x, 1) ^ rotr(x, 8) ^ (x >> 7) : rotr(x, 7) ^ rotr(x, 18) ^ (x >> 3);
    end
  endfunction

  function automatic [WORD-1:0] sigma_1(input logic [WORD-1:0] x);
    begin
      sigma_1 = LONG ? rotr(x, 19) ^ rotr(x, 61) ^ (x >> 6) : rotr(x, 17) ^ rotr(x, 19) ^ (x >> 10);
    end
  endfunction

  logic [16*WORD-1:0] words;  // W_t .. W_{t+15}, W_t in the highest bits

  generate
    if (STAGES > 1) begin : gen_two_lanes
      logic [14*WORD-1:0] turned;  // the first registers of all words but the lowest two
      logic [WORD-1:0] sum_7, carry_7;
      logic [2*WORD-1:0] part, whole;  // the two summands
      logic [1:0] first;  // the lowest word is W_15, not a part of a sum; the lowest bit is the first register
      logic [2*WORD-1:0] sums;

      assign w = words[15*WORD+:WORD];

      if (CARRY_SAVE != 0) begin : gen_saved
        carry_save_adder #(
            .WIDTH(WORD)
        ) faa_7 (
            .a(words[15*WORD+:WORD]),
            .b(words[6*WORD+:WORD]),
            .c(sigma_0(words[14*WORD+:WORD])),
            .sum(sum_7),
            .carry(carry_7)
        );
      end else begin : gen_propagated
        prefix_adder #(
            .WIDTH  (WORD),
            .NETWORK(ADDER)
        ) add_7 (
            .a  (words[15*WORD+:WORD]),
            .b  (words[6*WORD+:WORD]),
            .sum(sum_7)
        );
        assign carry_7 = sigma_0(words[14*WORD+:WORD]);
      end
      prefix_adder #(
          .WIDTH  (WORD),
          .NETWORK(ADDER)
      ) cla_part (
          .a  (part[0+:WORD]),
          .b  (part[WORD+:WORD]),
          .sum(sums[0+:WORD])
      );
      prefix_adder #(
          .WIDTH  (WORD),
          .NETWORK(ADDER)
      ) cla_whole (
          .a  (whole[0+:WORD]),
          .b  (whole[WORD+:WORD]),
          .sum(sums[WORD+:WORD])
      );

      always_ff @(posedge clk) begin
        first <= {first[0], load};
        turned <= load ? block[16*WORD-1:2*WORD] : words[15*WORD-1:WORD];
        whole <= load ? {{WORD{1'b0}}, block[WORD+:WORD]} :
            {sigma_1(words[2*WORD+:WORD]) & {WORD{!first[1]}}, words[0+:WORD]};
        part <= load ? {{WORD{1'b0}}, block[0+:WORD]} : {carry_7, sum_7};
        words <= {turned, sums};
      end
    end else if (UNROLL == 1) begin : gen_one
      logic [WORD-1:0] sum_7, carry_7, part, whole;
      logic first;  // the lowest word is W_15, not a part of a sum

      assign w = words[15*WORD+:WORD];

      carry_save_adder #(
          .WIDTH(WORD),
          .SAVE (CARRY_SAVE)
      ) faa_7 (
          .a(words[15*WORD+:WORD]),
          .b(words[6*WORD+:WORD]),
          .c(sigma_0(words[14*WORD+:WORD])),
          .sum(sum_7),
          .carry(carry_7)
      );
      prefix_adder #(
          .WIDTH  (WORD),
          .NETWORK(ADDER)
      ) cla_part (
          .a  (sum_7),
          .b  (carry_7),
          .sum(part)
      );
      prefix_adder #(
          .WIDTH  (WORD),
          .NETWORK(ADDER)
      ) cla_whole (
          .a  (words[0+:WORD]),
          .b  (sigma_1(words[2*WORD+:WORD]) & {WORD{!first}}),
          .sum(whole)
      );

      always_ff @(posedge clk) begin
        first <= load;
        words <= load ? block : {words[15*WORD-1:WORD], whole, part};
      end
    end else begin : gen_several
      logic [UNROLL*WORD-1:0] expanded;  // W_{t+16} and on, the first in the highest bits

      for (genvar i = 0; i < UNROLL; i = i + 1) begin : gen_word
        assign w[i*WORD+:WORD] = words[(15-i)*WORD+:WORD];

        four_word_adder #(
            .WIDTH  (WORD),
            .SAVE   (CARRY_SAVE),
            .NETWORK(ADDER)
        ) add (
            .a  (words[(15-i)*WORD+:WORD]),
            .b  (words[(6-i)*WORD+:WORD]),
            .c  (sigma_0(words[(14-i)*WORD+:WORD])),
            .d  (sigma_1(words[(1-i)*WORD+:WORD])),
            .sum(expanded[(UNROLL-1-i)*WORD+:WORD])
        );
      end

      always_ff @(posedge clk) begin
        words <= load ? block : {words[(16-UNROLL)*WORD-1:0], expanded};
      end
    end
  endgenerate

endmodule
