// SPDX-License-Identifier: Apache-2.0
//
// No hash function: a small circuit with the ports of the message level, for tests of the simulation. Each lane has
// a value h, zero before a message; a word w with n valid bits, the others taken as zero, changes it to
//   h = rotate_left(h xor w, 7) + n.
// The digest is h and, as a second word, the top 32 bits of not h.
//
// Parameters: STAGES lanes; WORD is 64; FAULT breaks it: 1 bits behind the end are not masked, 2 out_valid depends
// on out_ready.

module dummy_top #(
    parameter integer STAGES = 2,
    parameter integer WORD = 64,
    parameter integer FAULT = 0,
    localparam integer BITS_WIDTH = $clog2(WORD) + 1
) (
    input  logic                         clk,
    input  logic                         rst,
    input  logic [           STAGES-1:0] in_valid,
    output logic [           STAGES-1:0] in_ready,
    input  logic [      STAGES*WORD-1:0] in_data,
    input  logic [           STAGES-1:0] in_last,
    input  logic [STAGES*BITS_WIDTH-1:0] in_bits,
    output logic [           STAGES-1:0] out_valid,
    input  logic [           STAGES-1:0] out_ready,
    output logic [      STAGES*WORD-1:0] out_data,
    output logic [           STAGES-1:0] out_last
);

  for (genvar l = 0; l < STAGES; l = l + 1) begin : gen_lane
    logic [63:0] h;
    logic [63:0] word;
    logic [63:0] mixed;
    logic [BITS_WIDTH-1:0] bits;
    logic [BITS_WIDTH-1:0] valid_bits;
    logic partial;
    logic waiting;
    logic second;
    logic fresh;

    assign bits = in_bits[BITS_WIDTH*l+:BITS_WIDTH];
    assign in_ready[l] = !waiting;
    assign out_valid[l] = waiting && (FAULT != 2 || out_ready[l]);
    assign out_last[l] = second;
    assign out_data[WORD*l+:WORD] = second ? {~h[63:32], 32'b0} : h;

    assign valid_bits = partial ? bits : BITS_WIDTH'(WORD);
    assign partial = in_last[l] && 32'(bits) < WORD;
    assign word = in_data[WORD*l+:WORD] & ~((partial && FAULT != 1) ? {64{1'b1}} >> bits : 64'd0);
    assign mixed = (fresh ? 64'd0 : h) ^ word;

    always_ff @(posedge clk) begin
      if (in_valid[l] && in_ready[l]) begin
        h <= {mixed[56:0], mixed[63:57]} + 64'(valid_bits);
        waiting <= in_last[l];
        fresh <= 1'b0;
      end
      if (out_valid[l] && out_ready[l]) begin
        second <= !second;
        if (second) begin
          waiting <= 1'b0;
          fresh <= 1'b1;
        end
      end
      if (rst) begin
        waiting <= 1'b0;
        second <= 1'b0;
        fresh <= 1'b1;
      end
    end
  end

endmodule
