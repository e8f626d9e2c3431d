// SPDX-License-Identifier: Apache-2.0
//
// The interface of George Mason University's comparison of hash functions ("Hardware Interface of a Secure Hash
// Algorithm (SHA)", CERG, 2010) on the message level of any hash function, between two first-word-fall-through FIFOs.
// A lane has an interface of its own. RATIO I/O words make a word of the hash function; with RATIO > 1 they move by
// io_clk, which may be RATIO times as fast as clk.
//
//   RATIO = 1:  din --> gmu_receiver --> in_*                  out_* --> dout
//   RATIO > 1:  din --> gmu_receiver --> stream_resizer --> asynchronous_fifo --> in_*
//                                        out_* --> asynchronous_fifo --> stream_resizer --> dout
//
// Input: a message is one segment or more. Of each comes a word {last, length}: in the highest bit whether it is the
// message's last segment, below it its length in bits; then its bits in words, first bit highest. All segments but the
// last are whole I/O words long. Words of padding do not come: the hash function pads. An empty message is one empty
// segment. Output: the digest, first bit highest, in as many words as its bits need.
//
// A segment that is not the last and ends within a word is one that no message may have. Its last word goes to the hash
// function whole, and the digest of the message comes in its place, each word of it with dst_error: a bit for each message
// of a lane waits in digest_marks until its digest has gone. The next message is not touched by it. An empty segment that
// is not the last is nothing. A length that was meant otherwise cannot be told from another: words follow it until rst.
//
// Parameters
//   WORD    bits in a word of the hash function: 8, 16, 32, 64 or 128
//   STAGES  lanes
//   RATIO   I/O words in a word: 1, 2, 4, 8 or 16; an I/O word has WORD / RATIO bits, 8 or more
//   DEPTH   words in each FIFO between the clocks, 4 or a greater power of two
//   COUNTED 1: each message has one digest. 0: a digest may belong to several messages, as in the requests of Skein; then
//           an error marks each digest of its lane until rst
//
// Ports (lane l in bit l of the flags)
//   clk, rst         the hash function's
//   io_clk, io_rst   of din and dout; not used with RATIO = 1. rst and io_rst must be high together for a rising edge of
//                    each clock.
//   din, src_ready, src_read    src_ready is low while din holds a word; it is taken at a rising edge with src_read high
//   dout, dst_ready, dst_write  dst_ready is low while there is room; dst_write writes dout at a rising edge; dout is 0
//                               while no word is offered
//   dst_error        with dst_write: this is a word of no digest of what was meant
//   in_*, out_*      to the ports of <family>_top with the same names
//   out_bits         for each lane the valid bits of the last word of its digest, 1 .. WORD
//   out_error        for each lane: the hash function itself says that there is no digest; 0 where it never does
//
// src_read depends on src_ready and din, dst_write on dst_ready, without a register, as those FIFOs want it.

module gmu_adapter #(
    parameter integer WORD = 64,
    parameter integer STAGES = 1,
    parameter integer RATIO = 1,
    parameter integer DEPTH = 8,
    parameter integer COUNTED = 1,
    localparam integer IO_WORD = WORD / RATIO,
    localparam integer BITS_WIDTH = $clog2(WORD) + 1
) (
    input logic clk,
    input logic rst,
    input logic io_clk,
    input logic io_rst,

    input  logic [STAGES*IO_WORD-1:0] din,
    input  logic [        STAGES-1:0] src_ready,
    output logic [        STAGES-1:0] src_read,

    output logic [STAGES*IO_WORD-1:0] dout,
    input  logic [        STAGES-1:0] dst_ready,
    output logic [        STAGES-1:0] dst_write,
    output logic [        STAGES-1:0] dst_error,

    output logic [           STAGES-1:0] in_valid,
    input  logic [           STAGES-1:0] in_ready,
    output logic [      STAGES*WORD-1:0] in_data,
    output logic [           STAGES-1:0] in_last,
    output logic [STAGES*BITS_WIDTH-1:0] in_bits,

    input  logic [           STAGES-1:0] out_valid,
    output logic [           STAGES-1:0] out_ready,
    input  logic [      STAGES*WORD-1:0] out_data,
    input  logic [           STAGES-1:0] out_last,
    input  logic [STAGES*BITS_WIDTH-1:0] out_bits,
    input  logic [           STAGES-1:0] out_error
);

  generate
    if (WORD != 8 && WORD != 16 && WORD != 32 && WORD != 64 && WORD != 128) begin : gen_refused_word
      gmu_adapter_needs_WORD_of_8_16_32_64_or_128 refused ();
    end
    if (STAGES < 1) begin : gen_refused_stages
      gmu_adapter_needs_STAGES_of_1_or_more refused ();
    end
    if (RATIO < 1 || RATIO * 8 > WORD || (RATIO & (RATIO - 1)) != 0) begin : gen_refused_ratio
      gmu_adapter_needs_RATIO_a_power_of_two_with_I_O_words_of_8_bits_or_more refused ();
    end
    if (DEPTH < 4 || (DEPTH & (DEPTH - 1)) != 0) begin : gen_refused_depth
      gmu_adapter_needs_DEPTH_a_power_of_two_from_4_on refused ();
    end
    if (COUNTED != 0 && COUNTED != 1) begin : gen_refused_counted
      gmu_adapter_needs_COUNTED_of_0_or_1 refused ();
    end
  endgenerate

  // Of each lane: the next word of its messages, whether the message has an error, and whether the digest is that of one.
  logic [STAGES-1:0] word_valid, word_ready, word_error, digest_error;
  logic [STAGES-1:0] end_free;  // the word does not end a message, or there is room for its mark
  logic [STAGES-1:0] full, marked, ended, gone;

  assign end_free = ~(in_last & full);
  assign in_valid = word_valid & end_free;
  assign word_ready = in_ready & end_free;
  assign ended = in_valid & in_ready & in_last;
  assign gone = out_valid & out_ready & out_last;
  assign digest_error = out_valid & (out_error | marked);

  generate
    for (genvar l = 0; l < STAGES; l = l + 1) begin : gen_marks
      digest_marks #(
          .COUNTED(COUNTED)
      ) marks (
          .clk(clk),
          .rst(rst),
          .ended(ended[l]),
          .error(word_error[l]),
          .full(full[l]),
          .taken(gone[l]),
          .marked(marked[l])
      );
    end

    if (RATIO == 1) begin : gen_one_clock
      for (genvar l = 0; l < STAGES; l = l + 1) begin : gen_lane
        gmu_receiver #(
            .WORD(WORD)
        ) receiver (
            .clk(clk),
            .rst(rst),
            .din(din[l*WORD+:WORD]),
            .src_ready(src_ready[l]),
            .src_read(src_read[l]),
            .word_valid(word_valid[l]),
            .word_ready(word_ready[l]),
            .word_data(in_data[l*WORD+:WORD]),
            .word_last(in_last[l]),
            .word_bits(in_bits[l*BITS_WIDTH+:BITS_WIDTH]),
            .word_error(word_error[l])
        );
        assign dout[l*WORD+:WORD] = out_valid[l] ? out_data[l*WORD+:WORD] : '0;
      end

      assign dst_error = digest_error;
      assign dst_write = out_valid & ~dst_ready;
      assign out_ready = ~dst_ready;

      logic unused;
      assign unused = ^{io_clk, io_rst, out_bits};
    end else begin : gen_two_clocks
      for (genvar l = 0; l < STAGES; l = l + 1) begin : gen_lane
        gmu_lane #(
            .WORD (WORD),
            .RATIO(RATIO),
            .DEPTH(DEPTH)
        ) lane (
            .clk(clk),
            .rst(rst),
            .io_clk(io_clk),
            .io_rst(io_rst),
            .din(din[l*IO_WORD+:IO_WORD]),
            .src_ready(src_ready[l]),
            .src_read(src_read[l]),
            .dout(dout[l*IO_WORD+:IO_WORD]),
            .dst_ready(dst_ready[l]),
            .dst_write(dst_write[l]),
            .dst_error(dst_error[l]),
            .in_valid(word_valid[l]),
            .in_ready(word_ready[l]),
            .in_data(in_data[l*WORD+:WORD]),
            .in_last(in_last[l]),
            .in_bits(in_bits[l*BITS_WIDTH+:BITS_WIDTH]),
            .in_error(word_error[l]),
            .out_valid(out_valid[l]),
            .out_ready(out_ready[l]),
            .out_data(out_data[l*WORD+:WORD]),
            .out_last(out_last[l]),
            .out_bits(out_bits[l*BITS_WIDTH+:BITS_WIDTH]),
            .out_error(digest_error[l])
        );
      end
    end
  endgenerate

endmodule
