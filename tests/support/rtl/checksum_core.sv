// SPDX-License-Identifier: Apache-2.0
//
// The smallest core that obeys the block-level contract, for the test of the shell: its value is a checksum of all that
// came in at the block port since block_first,
//
//   value <- rotate_left(value, 11) xor {first, last, empty, zeros, count, data}
//
// and its digest consists of BEATS beats, value, not value, value and so on. A lane takes a block in each of its turns,
// unless its digest waits.
//
// Parameters: BLOCK, COUNT_BITS: widths, COUNT_BITS at most 61; STAGES: lanes; BEATS.

module checksum_core #(
    parameter integer BLOCK = 512,
    parameter integer COUNT_BITS = 56,
    parameter integer STAGES = 1,
    parameter integer BEATS = 1,
    localparam integer LANE_BITS = hash_pkg::index_bits(STAGES),
    localparam integer BEAT = BLOCK + 64
) (
    input logic clk,
    input logic rst,

    input  logic                  block_valid,
    output logic                  block_ready,
    output logic [ LANE_BITS-1:0] block_lane,
    input  logic [     BLOCK-1:0] block_data,
    input  logic                  block_first,
    input  logic                  block_last,
    input  logic                  block_empty,
    input  logic [COUNT_BITS-1:0] block_count,

    output logic                 digest_valid,
    input  logic                 digest_ready,
    output logic [LANE_BITS-1:0] digest_lane,
    output logic [     BEAT-1:0] digest_data,
    output logic                 digest_last
);

  logic [STAGES-1:0] waiting;  // the digest of this lane waits
  logic [STAGES*2-1:0] beats;  // number of its next beat
  logic [STAGES*BEAT-1:0] values;
  logic [BEAT-1:0] value;  // of the lane whose block comes

  always_comb begin
    block_ready = 1'b0;
    digest_valid = 1'b0;
    digest_last = 1'b0;
    digest_data = '0;
    value = '0;
    for (integer l = 0; l < STAGES; l = l + 1) begin
      if (block_lane == LANE_BITS'(l)) begin
        block_ready = !waiting[l];
        value = block_first ? '0 : values[l*BEAT+:BEAT];
      end
      if (digest_lane == LANE_BITS'(l)) begin
        digest_valid = waiting[l];
        digest_last  = beats[l*2+:2] == 2'(BEATS - 1);
        digest_data  = values[l*BEAT+:BEAT];
      end
    end
  end

  always_ff @(posedge clk) begin
    block_lane  <= (rst || block_lane == LANE_BITS'(STAGES - 1)) ? '0 : block_lane + 1'b1;
    digest_lane <= rst ? LANE_BITS'(STAGES / 2) : (digest_lane == LANE_BITS'(STAGES - 1)) ? '0 : digest_lane + 1'b1;
    for (integer l = 0; l < STAGES; l = l + 1) begin
      if (digest_lane == LANE_BITS'(l) && digest_valid && digest_ready) begin
        waiting[l] <= !digest_last;
        values[l*BEAT+:BEAT] <= ~digest_data;
        beats[l*2+:2] <= beats[l*2+:2] + 1'b1;
      end
      if (block_lane == LANE_BITS'(l) && block_valid && block_ready) begin
        waiting[l] <= block_last;
        values[l*BEAT+:BEAT] <= {value[BEAT-12:0], value[BEAT-1-:11]} ^
            {block_first, block_last, block_empty, 61'(block_count), block_data};
        beats[l*2+:2] <= '0;
      end
    end
    if (rst) waiting <= '0;
  end

endmodule
