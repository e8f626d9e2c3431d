// SPDX-License-Identifier: Apache-2.0
//
// What a read of a register answers, as a programmer reads it in hash_registers.md, for the checks of the buses.
//
// Parameters: those of register_block
//
// Ports
//   place               number of the register: address / 4
//   lane .. space       registers, as register_model has them
//   lane_error          STATUS.digest_error of the lane
//   wiping              STATUS.wiping
//   out_*               as at register_block
//   value               what is read there
//   readable, writable  whether it can be read, and written

module register_answers #(
    parameter integer WORD = 32,
    parameter integer STAGES = 2,
    parameter integer BLOCK = 512,
    parameter integer DIGEST = 256,
    parameter integer DEPTH = 2,
    parameter integer CONTEXT = 0,
    localparam integer BITS_WIDTH = $clog2(WORD) + 1
) (
    input logic [           5:0] place,
    input logic [           7:0] lane,
    input logic [    STAGES-1:0] lane_here,
    input logic                  last_next,
    input logic                  save_next,
    input logic                  resume_next,
    input logic [           5:0] last_bits,
    input logic [           6:0] enabled,
    input logic [           6:0] status,
    input logic [          15:0] space,
    input logic                  lane_error,
    input logic                  wiping,

    input logic [           STAGES-1:0] out_valid,
    input logic [      STAGES*WORD-1:0] out_data,
    input logic [           STAGES-1:0] out_last,
    input logic [STAGES*BITS_WIDTH-1:0] out_bits,
    input logic [           STAGES-1:0] out_context,

    output logic [31:0] value,
    output logic        readable,
    output logic        writable
);

  // The word of the digest of the lane, 0 if none waits.
  logic digest_there, digest_last, digest_context;
  logic [WORD-1:0] digest_word;
  logic [BITS_WIDTH-1:0] lane_bits, digest_bits;  // as the lane says; WORD at most
  assign digest_there = (out_valid & lane_here) != '0;
  assign digest_last = digest_there && (out_last & lane_here) != '0;
  assign digest_context = CONTEXT != 0 && digest_there && (out_context & lane_here) != '0;
  assign digest_word = digest_there ? WORD'(out_data >> (WORD * 32'(lane))) : '0;
  assign lane_bits = BITS_WIDTH'(out_bits >> (BITS_WIDTH * 32'(lane)));
  assign digest_bits = !digest_last ? '0 : (digest_context || 32'(lane_bits) > WORD) ? BITS_WIDTH'(WORD) : lane_bits;

  always_comb begin
    value = '0;
    readable = 1'b1;
    writable = 1'b0;
    if (place[5:4] == 2'd1) {readable, writable} = 2'b01;
    else if (place[5:4] == 2'd2)
      value = {digest_word[7:0], digest_word[15:8], digest_word[23:16], digest_word[31:24]};
    else begin
      case (place)
        6'h00: value = 32'h48530102;
        6'h01: value = {16'(DEPTH), 8'(STAGES), 8'(WORD)};
        6'h02: value = 32'(BLOCK);
        6'h03: value = 32'(DIGEST);
        6'h04: {readable, writable} = 2'b01;
        6'h05: {value, writable} = {24'd0, lane, 1'b1};
        6'h06: {value, writable} = {21'd0, resume_next, save_next, last_next, 2'd0, last_bits, 1'b1};
        6'h07: value = {
          space, 2'd0, digest_bits, 2'd0, digest_context, 1'b0, wiping, digest_there && lane_error, digest_last, digest_there
        };
        6'h08: value = 32'(out_valid);
        6'h09: {value, writable} = {25'd0, enabled, 1'b1};
        6'h0a: {value, writable} = {25'd0, status, 1'b1};
        6'h0b: value = 32'(CONTEXT);
        default: readable = 1'b0;
      endcase
    end
  end

endmodule
