// SPDX-License-Identifier: Apache-2.0
//
// In a core with CONTEXT = 1 whose digest is not just its chaining value: whether the message of a lane is to end with a
// context (docs/context.md).
//
// Parameters
//   STAGES   messages in flight, at least 1: those of round_control
//
// Ports
//   load         the lane at rank 0 takes a block
//   block_give   of the core
//   give         the last block that the lane at rank 0 has taken, or takes now, came with block_give

module context_give #(
    parameter integer STAGES = 1
) (
    input  logic clk,
    input  logic load,
    input  logic block_give,
    output logic give
);

  generate
    if (STAGES < 1) begin : gen_refused_stages
      context_give_needs_STAGES_of_1_or_more refused ();
    end
  endgenerate

  logic [STAGES-1:0] lanes;  // as they were in their last turn

  assign give = load ? block_give : lanes[STAGES-1];

  always_ff @(posedge clk) lanes <= STAGES'({lanes, give});

endmodule
