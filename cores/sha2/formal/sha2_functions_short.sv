// SPDX-License-Identifier: Apache-2.0
//
// sha2_functions for proofs about how a round is scheduled, in words so short that the rotations of SHA-2 mean nothing:
// Ch and Maj as they are, Sigma_1 and Sigma_0 other sums of rotated words.
//
// Parameters: WORD, at least 2.
// Ports: those of sha2_functions.

module sha2_functions #(
    parameter integer WORD = 2
) (
    input  logic [WORD-1:0] a,
    input  logic [WORD-1:0] b,
    input  logic [WORD-1:0] c,
    input  logic [WORD-1:0] e,
    input  logic [WORD-1:0] f,
    input  logic [WORD-1:0] g,
    output logic [WORD-1:0] ch,
    output logic [WORD-1:0] maj,
    output logic [WORD-1:0] sigma_0,
    output logic [WORD-1:0] sigma_1
);

  assign ch = (e & f) ^ (~e & g);
  assign maj = (a & b) ^ (a & c) ^ (b & c);
  assign sigma_0 = {a[0], a[WORD-1:1]};
  assign sigma_1 = e ^ {e[0], e[WORD-1:1]};

endmodule
