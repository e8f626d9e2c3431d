// SPDX-License-Identifier: Apache-2.0
//
// The hash part of the LWC Hardware API ("Hardware API for Lightweight Cryptography", Kaps, Diehl, Tempelmeier,
// Homsirikamol, Gaj; versions 1.0 to 1.2) on the message level of any hash function. A lane has ports of its own.
//
//   pdi --> lwc_receiver --> byte_packer --> stream_resizer --> in_*
//                |  verdict
//                v
//   do <--- lwc_sender <-------------------- stream_resizer <-- out_*
//
// Format. pdi and do carry words of W bits, what is sent first highest. An instruction and a status are a word each, a header
// 32 / W words; the bytes of a segment begin with a word of their own, and what is behind them in its last word does not count.
//
//   word         bits of it, from the highest on
//   instruction  4 opcode: 8 HASH, 2 encrypt, 3 decrypt, 4 load key, 7 activate key; the rest is not looked at
//   header       4 type: 7 hash message, 9 hash value; Partial; EOI; EOT; Last; 8 not looked at, 0 in those sent;
//                16 length of the segment in bytes
//   status       4: 14 Success, 15 Failure; the rest is 0
//
// A hash message is HASH and one segment or more of type 7, 0 .. 65535 bytes each. The last one has Last and EOT, the others have
// neither. EOI: no byte comes behind this segment; a last segment that has bytes has it. Partial is 0. The answer is a
// header of type 9 with EOT and Last, the digest, and Success.
//
// Each instruction has one answer. Failure alone, without a digest, answers
//   a hash message with a header that breaks a rule above: the wrong segment and those behind it, to the one with Last, are
//     taken and dropped, and so is the digest;
//   encrypt, decrypt, load key: segments of any type, to the one with Last, are taken and dropped;
//   another opcode: no segment belongs to it.
// The next word is the next instruction.
//
// Parameters
//   WORD    bits in a word of the hash function: 8, 16, 32, 64 or 128
//   STAGES  lanes
//   W       bits in a word of pdi, sdi and do: 8, 16 or 32
//   DIGEST  bits of a digest: whole bytes, 8 .. 524280
//
// Ports (lane l in bit l of the flags, bits l*W +: W of the data)
//   clk, rst   everything happens at the rising edge of clk; rst is synchronous and active high
//   pdi_*      a word moves at an edge with valid and ready high; pdi_ready depends on neither pdi_valid nor pdi_data
//   sdi_*      no key is needed: sdi_ready is 0, no word is taken
//   do_*       the answers; do_last with each status. What is offered stays; do_data and do_last are 0 while do_valid is low.
//   in_*, out_*   to the ports of <family>_top with the same names
//   out_bits   for each lane the valid bits of the last word of its digest, 1 .. WORD
//
// An instruction takes a cycle, a header 32 / W, each other word one; a message whose last segment is empty, or that fails,
// one more. While a message is hashed the next one is taken; of the one behind that, no instruction. An answer begins
// when its digest does: 32 / W words, those of the digest, and the status, a word a cycle.

module lwc_adapter #(
    parameter integer WORD = 64,
    parameter integer STAGES = 1,
    parameter integer W = 32,
    parameter integer DIGEST = 256,
    localparam integer BITS_WIDTH = $clog2(WORD) + 1
) (
    input logic clk,
    input logic rst,

    input  logic [STAGES*W-1:0] pdi_data,
    input  logic [  STAGES-1:0] pdi_valid,
    output logic [  STAGES-1:0] pdi_ready,

    input  logic [STAGES*W-1:0] sdi_data,
    input  logic [  STAGES-1:0] sdi_valid,
    output logic [  STAGES-1:0] sdi_ready,

    output logic [STAGES*W-1:0] do_data,
    output logic [  STAGES-1:0] do_valid,
    input  logic [  STAGES-1:0] do_ready,
    output logic [  STAGES-1:0] do_last,

    output logic [           STAGES-1:0] in_valid,
    input  logic [           STAGES-1:0] in_ready,
    output logic [      STAGES*WORD-1:0] in_data,
    output logic [           STAGES-1:0] in_last,
    output logic [STAGES*BITS_WIDTH-1:0] in_bits,

    input  logic [           STAGES-1:0] out_valid,
    output logic [           STAGES-1:0] out_ready,
    input  logic [      STAGES*WORD-1:0] out_data,
    input  logic [           STAGES-1:0] out_last,
    input  logic [STAGES*BITS_WIDTH-1:0] out_bits
);

  generate
    if (WORD != 8 && WORD != 16 && WORD != 32 && WORD != 64 && WORD != 128) begin : gen_refused_word
      lwc_adapter_needs_WORD_of_8_16_32_64_or_128 refused ();
    end
    if (STAGES < 1) begin : gen_refused_stages
      lwc_adapter_needs_STAGES_of_1_or_more refused ();
    end
    if (W != 8 && W != 16 && W != 32) begin : gen_refused_w
      lwc_adapter_needs_W_of_8_16_or_32 refused ();
    end
    if (DIGEST < 8 || DIGEST > 8 * 65535 || DIGEST % 8 != 0) begin : gen_refused_digest
      lwc_adapter_needs_DIGEST_of_whole_bytes_from_8_to_524280 refused ();
    end
  endgenerate

  assign sdi_ready = '0;

  logic unused;
  assign unused = ^{sdi_data, sdi_valid};

  generate
    for (genvar l = 0; l < STAGES; l = l + 1) begin : gen_lane
      lwc_lane #(
          .WORD(WORD),
          .W(W),
          .DIGEST(DIGEST)
      ) lane (
          .clk(clk),
          .rst(rst),
          .pdi_data(pdi_data[l*W+:W]),
          .pdi_valid(pdi_valid[l]),
          .pdi_ready(pdi_ready[l]),
          .do_data(do_data[l*W+:W]),
          .do_valid(do_valid[l]),
          .do_ready(do_ready[l]),
          .do_last(do_last[l]),
          .in_valid(in_valid[l]),
          .in_ready(in_ready[l]),
          .in_data(in_data[l*WORD+:WORD]),
          .in_last(in_last[l]),
          .in_bits(in_bits[l*BITS_WIDTH+:BITS_WIDTH]),
          .out_valid(out_valid[l]),
          .out_ready(out_ready[l]),
          .out_data(out_data[l*WORD+:WORD]),
          .out_last(out_last[l]),
          .out_bits(out_bits[l*BITS_WIDTH+:BITS_WIDTH])
      );
    end
  endgenerate

endmodule
