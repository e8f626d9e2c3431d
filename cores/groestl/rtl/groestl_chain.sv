// SPDX-License-Identifier: Apache-2.0
//
// The chaining values of STAGES lanes, a ring that moves one rank a cycle and never rests.
//
// Parameters
//   STAGES   lanes, 1 or more         BLOCK   bits of a chaining value, 1 or more
//   INITIAL  initial value
// Ports
//   clear    the value at rank 1, with one lane that at rank 0, is to be the initial one
//   restore  the value at rank 0 is to be `restored`, whatever `clear` says
//   sum      added to the value at rank 0
//   value    the one at rank 0

module groestl_chain #(
    parameter integer STAGES = 1,
    parameter integer BLOCK = 512,
    parameter logic [BLOCK-1:0] INITIAL = '0
) (
    input  logic             clk,
    input  logic             clear,
    input  logic             restore,
    input  logic [BLOCK-1:0] restored,
    input  logic [BLOCK-1:0] sum,
    output logic [BLOCK-1:0] value
);

  generate
    if (STAGES < 1) begin : gen_refused_stages
      groestl_chain_needs_STAGES_of_1_or_more refused ();
    end
    if (BLOCK < 1) begin : gen_refused_block
      groestl_chain_needs_BLOCK_of_1_or_more refused ();
    end
  endgenerate

  logic [STAGES*BLOCK-1:0] ring, ring_out;

  assign value = ring[BLOCK-1:0];

  generate
    for (genvar j = 0; j < STAGES; j = j + 1) begin : gen_rank
      localparam integer FROM = (j == 0) ? STAGES - 1 : j - 1;
      logic [BLOCK-1:0] here, begun;
      if (j == 0) assign here = ring[j*BLOCK+:BLOCK] ^ sum;
      else assign here = ring[j*BLOCK+:BLOCK];
      if (j == 1 % STAGES) assign begun = clear ? INITIAL : here;
      else assign begun = here;
      if (j == 0) assign ring_out[j*BLOCK+:BLOCK] = restore ? restored : begun;
      else assign ring_out[j*BLOCK+:BLOCK] = begun;

      always_ff @(posedge clk) ring[j*BLOCK+:BLOCK] <= ring_out[FROM*BLOCK+:BLOCK];
    end
  endgenerate

endmodule
