// SPDX-License-Identifier: Apache-2.0
//
// sha2_adder_chain makes the sums of a round, whichever way the chain is arranged. Parameters: those of sha2_adder_chain.

module check_sha2_adder_chain #(
    parameter integer WORD  = 4,
    parameter integer CHAIN = sha2_adder_chain_pkg::SAVED_CHAIN,
    parameter integer ADDER = adder_pkg::SKLANSKY
) (
    input logic [WORD-1:0] h,
    input logic [WORD-1:0] k,
    input logic [WORD-1:0] w,
    input logic [WORD-1:0] ch,
    input logic [WORD-1:0] sigma_1,
    input logic [WORD-1:0] d_t,
    input logic [WORD-1:0] maj,
    input logic [WORD-1:0] sigma_0
);

  logic [WORD-1:0] e, a;

  sha2_adder_chain #(
      .WORD (WORD),
      .CHAIN(CHAIN),
      .ADDER(ADDER)
  ) chain (
      .*
  );

  always_comb begin
    new_e : assert (e == WORD'(h + k + w + ch + sigma_1 + d_t));
    new_a : assert (a == WORD'(h + k + w + ch + sigma_1 + maj + sigma_0));
  end

endmodule
