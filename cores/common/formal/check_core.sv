// SPDX-License-Identifier: Apache-2.0
//
// A small core for proofs about what surrounds a core; its digest tells the message: the first word of the first block,
// then how many bits the last block says the message has.
//
// Parameters: STAGES lanes; ROUNDS cycles of a lane for a block; WORD, BLOCK, COUNT_BITS as message_shell.
// Ports: the block level.

module check_core #(
    parameter integer STAGES = 1,
    parameter integer ROUNDS = 1,
    parameter integer WORD = 8,
    parameter integer BLOCK = 16,
    parameter integer COUNT_BITS = 7,
    localparam integer BEAT = 2 * WORD,
    localparam integer LANE_BITS = hash_pkg::index_bits(STAGES)
) (
    input  logic                  clk,
    input  logic                  rst,
    input  logic                  block_valid,
    output logic                  block_ready,
    output logic [ LANE_BITS-1:0] block_lane,
    input  logic [     BLOCK-1:0] block_data,
    input  logic                  block_first,
    input  logic                  block_last,
    input  logic [COUNT_BITS-1:0] block_count,
    output logic                  digest_valid,
    input  logic                  digest_ready,
    output logic [ LANE_BITS-1:0] digest_lane,
    output logic [      BEAT-1:0] digest_data,
    output logic                  digest_last
);

  localparam integer STEP_BITS = $clog2(ROUNDS + 1);
  logic load, beat, restart, next_waiting;
  logic [STAGES*STEP_BITS-1:0] step;
  logic [STAGES-1:0] active, first, last;
  logic [STEP_BITS-1:0] next_step;
  logic [STAGES*BEAT-1:0] states;

  logic unused_restore;

  round_control #(
      .STAGES(STAGES),
      .ROUNDS(ROUNDS)
  ) control (
      .block_load(1'b0),
      .block_give(1'b0),
      .restore(unused_restore),
      .*
  );

  always_ff @(posedge clk) begin
    for (integer l = 0; l < STAGES; l = l + 1) begin
      if (load && block_lane == LANE_BITS'(l)) begin
        if (block_first) states[l*BEAT+WORD+:WORD] <= block_data[BLOCK-1-:WORD];
        states[l*BEAT+:WORD] <= WORD'(block_count);
      end
    end
  end

  always_comb begin
    digest_data = '0;
    for (integer l = 0; l < STAGES; l = l + 1) begin
      if (digest_lane == LANE_BITS'(l)) digest_data = states[l*BEAT+:BEAT];
    end
  end

endmodule
