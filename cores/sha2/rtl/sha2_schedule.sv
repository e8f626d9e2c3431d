// SPDX-License-Identifier: Apache-2.0
//
// The message schedule of SHA-2 (FIPS 180-4, sections 6.2.2 and 6.4.2, step 1): 16 words in a shift register,
//
//   W_t = sigma_1(W_{t-2}) + W_{t-7} + sigma_0(W_{t-15}) + W_{t-16}
//
// Parameters: WORD, CARRY_SAVE, ADDER as sha2_round.
// Ports: `load` takes the 16 words of `block`, the first in the highest bits; the cycle after it w is W_0, then
// W_1, and so on, one a cycle.

module sha2_schedule #(
    parameter integer WORD = 32,
    parameter integer CARRY_SAVE = 1,
    parameter integer ADDER = adder_pkg::BRENT_KUNG
) (
    input  logic               clk,
    input  logic               load,
    input  logic [16*WORD-1:0] block,
    output logic [   WORD-1:0] w
);

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
  logic [WORD-1:0] expanded;  // W_{t+16}
  logic [WORD-1:0] w_1, w_9, w_14;  // W_{t+1}, W_{t+9}, W_{t+14}

  assign w = words[15*WORD+:WORD];
  assign w_1 = words[14*WORD+:WORD];
  assign w_9 = words[6*WORD+:WORD];
  assign w_14 = words[WORD+:WORD];

  generate
    if (CARRY_SAVE == 0) begin : gen_propagated
      assign expanded = sigma_1(w_14) + w_9 + sigma_0(w_1) + w;
    end else begin : gen_saved
      logic [WORD-1:0] sum_7, carry_7, sum_8, carry_8;
      carry_save_adder #(
          .WIDTH(WORD)
      ) faa_7 (
          .a(w),
          .b(w_9),
          .c(sigma_0(w_1)),
          .sum(sum_7),
          .carry(carry_7)
      );
      carry_save_adder #(
          .WIDTH(WORD)
      ) faa_8 (
          .a(sum_7),
          .b(carry_7),
          .c(sigma_1(w_14)),
          .sum(sum_8),
          .carry(carry_8)
      );
      prefix_adder #(
          .WIDTH  (WORD),
          .NETWORK(ADDER)
      ) cpa_w (
          .a  (sum_8),
          .b  (carry_8),
          .sum(expanded)
      );
    end
  endgenerate

  always_ff @(posedge clk) begin
    words <= load ? block : {words[15*WORD-1:0], expanded};
  end

endmodule
