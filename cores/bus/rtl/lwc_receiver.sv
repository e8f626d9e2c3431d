// SPDX-License-Identifier: Apache-2.0
//
// Reads instructions and segments by the protocol of the LWC Hardware API: the bytes of the hash message go on, and of
// each instruction comes one verdict, in order. See lwc_adapter, which has the format.
//
// Parameter: W, bits in a word of pdi: 8, 16 or 32
//
// Ports
//   pdi_*      the source. pdi_ready depends on word_ready and verdict_ready, on neither pdi_valid nor pdi_data.
//   word_*     bytes of the message, the first one highest, behind them 0. word_bits: 8 for each, 8 .. W; of a last word
//              0 .. W. A word passes in the cycle in which it comes. Each instruction HASH makes one message of them: one
//              that fails has the bytes of the segments before the wrong one, and ends with a word without bytes.
//   verdict_*  the instruction is at its end: verdict_hashed, it was HASH and its message has ended; verdict_failed, it
//              is to be answered with Failure. It stays until it is taken; until then no further instruction is taken.
//
// An instruction takes a cycle, a header 32 / W, each other word one; the end of a message without bytes in its last
// segment, or of one that fails, one more.

module lwc_receiver #(
    parameter integer W = 32
) (
    input logic clk,
    input logic rst,

    input  logic [W-1:0] pdi_data,
    input  logic         pdi_valid,
    output logic         pdi_ready,

    output logic        word_valid,
    input  logic        word_ready,
    output logic [31:0] word_data,
    output logic        word_last,
    output logic [ 5:0] word_bits,

    output logic verdict_valid,
    input  logic verdict_ready,
    output logic verdict_hashed,
    output logic verdict_failed
);

  generate
    if (W != 8 && W != 16 && W != 32) begin : gen_refused_w
      lwc_receiver_needs_W_of_8_16_or_32 refused ();
    end
  endgenerate

  localparam integer BYTES = W / 8;

  localparam logic [3:0] ENCRYPT = 4'h2, DECRYPT = 4'h3, LOAD_KEY = 4'h4, HASH = 4'h8;
  localparam logic [3:0] HASH_MESSAGE = 4'h7;
  localparam logic [1:0] INSTRUCTION = 2'd0, HEADER = 2'd1, SEGMENT = 2'd2, CLOSING = 2'd3;

  logic [1:0] state;
  logic [1:0] part;  // of the header
  logic hashed;  // the instruction is HASH
  logic failed;
  logic ended;  // a header said that no byte comes behind its segment
  logic final_segment;
  logic [15:0] rest;  // bytes of the segment that are still to come

  logic taken, message, tail;
  logic finished;  // in this cycle the instruction comes to its end
  logic [3:0] opcode;
  logic has_segments;  // such instructions have
  logic [31:0] head;  // with its last part
  logic header_done;
  logic partial, eoi, eot, last;
  logic [15:0] length;
  logic wrong;

  logic unused;
  assign unused = ^head[23:16];

  assign opcode = pdi_data[W-1-:4];
  assign partial = head[27];
  assign eoi = head[26];
  assign eot = head[25];
  assign last = head[24];
  assign length = head[15:0];
  assign header_done = part == 2'(32 / W - 1);

  // What no header of a hash message says. A last segment without bytes may leave EOI out: if bytes came, the source
  // need not have known that they were the last ones.
  assign wrong = head[31:28] != HASH_MESSAGE || partial || eot != last ||
      (length != '0 && (ended || (last && !eoi)));

  generate
    if (W == 32) begin : gen_one_part
      assign head = pdi_data;
    end else begin : gen_parts
      logic [31-W:0] kept;
      assign head = {kept, pdi_data};
      always_ff @(posedge clk) if (taken) kept <= head[31-W:0];
    end
  endgenerate

  assign message = hashed && !failed;
  assign tail = rest <= 16'(BYTES);
  assign taken = pdi_valid && pdi_ready;

  assign pdi_ready = (state == INSTRUCTION) ? !verdict_valid || verdict_ready :
      (state == SEGMENT) ? !message || word_ready : state == HEADER;

  assign word_valid = (state == SEGMENT) ? pdi_valid && message : state == CLOSING;
  assign word_last = (state == SEGMENT) ? final_segment && tail : 1'b1;
  assign word_bits = (state != SEGMENT) ? 6'd0 : tail ? {rest[2:0], 3'd0} : 6'(W);

  generate
    for (genvar i = 0; i < 4; i = i + 1) begin : gen_byte
      if (i < BYTES) begin : gen_byte_of_pdi
        assign word_data[31-8*i-:8] = (state == SEGMENT && rest > 16'(i)) ? pdi_data[W-1-8*i-:8] : 8'd0;
      end else begin : gen_nothing
        assign word_data[31-8*i-:8] = 8'd0;
      end
    end
  endgenerate

  assign verdict_hashed = hashed;
  assign verdict_failed = failed;

  assign has_segments = opcode == HASH || opcode == ENCRYPT || opcode == DECRYPT || opcode == LOAD_KEY;
  assign finished = (state == INSTRUCTION) ? taken && !has_segments :
      (state == HEADER) ? taken && header_done && length == '0 && last && !hashed :
      (state == SEGMENT) ? taken && tail && final_segment && (message || !hashed) : word_ready;

  always_ff @(posedge clk) begin
    if (verdict_ready) verdict_valid <= 1'b0;
    if (finished) verdict_valid <= 1'b1;

    case (state)
      INSTRUCTION:
      if (taken) begin
        hashed <= opcode == HASH;
        failed <= opcode != HASH;
        ended  <= 1'b0;
        part   <= '0;
        if (!finished) state <= HEADER;
      end
      HEADER:
      if (taken) begin
        part <= header_done ? '0 : part + 1'b1;
        if (header_done) begin
          failed <= failed || wrong;
          ended <= ended || eoi;
          final_segment <= last;
          rest <= length;
          if (length != '0) state <= SEGMENT;
          else if (last) state <= hashed ? CLOSING : INSTRUCTION;
        end
      end
      SEGMENT:
      if (taken) begin
        rest <= rest - 16'(BYTES);
        if (tail) state <= !final_segment ? HEADER : finished ? INSTRUCTION : CLOSING;
      end
      default: if (word_ready) state <= INSTRUCTION;
    endcase

    if (rst) begin
      state <= INSTRUCTION;
      verdict_valid <= 1'b0;
    end
  end

endmodule
