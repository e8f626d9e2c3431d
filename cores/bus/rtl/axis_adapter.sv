// SPDX-License-Identifier: Apache-2.0
//
// AXI4-Stream on the message level of any hash function: packets of bytes become messages, digests become packets.
//
//   s_axis_* --> in_* of <family>_top        out_* of <family>_top --> m_axis_*
//
// No beat is stored: it passes in the cycle in which it comes. A digest may have any number of beats.
//
// A beat that no packet may hold (cores/bus/README.md) is flagged as it is taken, and the digest of its message bears
// tuser[3] in each beat: a bit for each message of a lane waits in digest_marks until its digest has gone. The next message
// is not touched by it. Beats for a lane that does not exist are flagged and dropped; there is no digest of them.
//
// Parameters
//   WORD        bits in a word and in tdata: 8, 16, 32, 64 or 128
//   STAGES      lanes of the hash function
//   SEPARATE    0: one stream, whose tid is the lane; 1: STAGES streams side by side, stream l in bit l of the flags
//   BYTE_ORDER  0: the first byte is tdata[7:0], as AXI says; 1: it is the highest byte of tdata
//   COUNTED     1: each packet has one digest. 0: a digest may belong to several packets, as in the requests of Skein; then
//               a flagged beat marks each digest of its lane until aresetn
//
// Ports
//   aclk, aresetn        clock and synchronous reset of AXI; rst is the reset of the hash function
//   s_axis_*             messages. tkeep marks the bytes of the last beat from the first one on, tuser the valid bits of
//                        its last byte (0: all 8). An empty message is one beat with tlast and without bytes.
//   s_axis_malformed     in a cycle in which a beat is taken that no packet may hold; see cores/bus/README.md
//   m_axis_*             digests. A packet is never interrupted by that of another lane; between packets the lanes take
//                        turns. What is offered stays until it is taken; data and marks are 0 while nothing is. tuser has
//                        the valid bits of the last byte in [2:0], and in [3] that this is no digest of the packet that
//                        was meant.
//   in_*, out_*          to the ports of <family>_top with the same names
//   out_bits             for each lane the valid bits of the last word of its digest, 1 .. WORD: a constant where digests
//                        have one length
//   out_error            for each lane: the hash function itself says that there is no digest; 0 where it never does
//
// Paths without a register: s_axis_* to in_*, in_ready to s_axis_tready, out_* to m_axis_*, m_axis_tready to out_ready.
// None leads from m_axis_tready to m_axis_tvalid.

module axis_adapter #(
    parameter integer WORD = 64,
    parameter integer STAGES = 1,
    parameter integer SEPARATE = 0,
    parameter integer BYTE_ORDER = 0,
    parameter integer COUNTED = 1,
    localparam integer STREAMS = (SEPARATE != 0) ? STAGES : 1,
    localparam integer BYTES = WORD / 8,
    localparam integer LANE_BITS = (STAGES > 1) ? $clog2(STAGES) : 1,
    localparam integer BITS_WIDTH = $clog2(WORD) + 1
) (
    input  logic aclk,
    input  logic aresetn,
    output logic rst,

    input  logic [          STREAMS-1:0] s_axis_tvalid,
    output logic [          STREAMS-1:0] s_axis_tready,
    input  logic [     STREAMS*WORD-1:0] s_axis_tdata,
    input  logic [    STREAMS*BYTES-1:0] s_axis_tkeep,
    input  logic [          STREAMS-1:0] s_axis_tlast,
    input  logic [        STREAMS*3-1:0] s_axis_tuser,
    input  logic [STREAMS*LANE_BITS-1:0] s_axis_tid,
    output logic [          STREAMS-1:0] s_axis_malformed,

    output logic [          STREAMS-1:0] m_axis_tvalid,
    input  logic [          STREAMS-1:0] m_axis_tready,
    output logic [     STREAMS*WORD-1:0] m_axis_tdata,
    output logic [    STREAMS*BYTES-1:0] m_axis_tkeep,
    output logic [          STREAMS-1:0] m_axis_tlast,
    output logic [        STREAMS*4-1:0] m_axis_tuser,
    output logic [STREAMS*LANE_BITS-1:0] m_axis_tid,

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
      axis_adapter_needs_WORD_of_8_16_32_64_or_128 refused ();
    end
    if (STAGES < 1) begin : gen_refused_stages
      axis_adapter_needs_STAGES_of_1_or_more refused ();
    end
    if (SEPARATE != 0 && SEPARATE != 1) begin : gen_refused_separate
      axis_adapter_needs_SEPARATE_of_0_or_1 refused ();
    end
    if (BYTE_ORDER != 0 && BYTE_ORDER != 1) begin : gen_refused_byte_order
      axis_adapter_needs_BYTE_ORDER_of_0_or_1 refused ();
    end
    if (COUNTED != 0 && COUNTED != 1) begin : gen_refused_counted
      axis_adapter_needs_COUNTED_of_0_or_1 refused ();
    end
  endgenerate

  localparam integer OFFER = 2 + LANE_BITS + BITS_WIDTH + WORD;

  function automatic [OFFER-1:0] chosen(input [STAGES-1:0] choice, input [STAGES*OFFER-1:0] offers);
    begin
      chosen = '0;
      for (integer l = 0; l < STAGES; l = l + 1) begin
        if (choice[l]) chosen = chosen | offers[l*OFFER+:OFFER];
      end
    end
  endfunction

  logic [STREAMS*WORD-1:0] word, digest_word;
  logic [STREAMS*BITS_WIDTH-1:0] bits, digest_bits;
  logic [STREAMS*BYTES-1:0] digest_keep;
  logic [STREAMS-1:0] null_beat, hole, digest_last, digest_error;
  logic [STREAMS-1:0] skip;  // the beat is taken and not passed on

  // Of each lane
  logic [STAGES-1:0] beat_hole;  // the beat that is offered to it is one that no packet may hold
  logic [STAGES-1:0] hurt;  // so was one before in the packet
  logic [STAGES-1:0] end_free;  // the beat does not end a packet, or there is room for its mark
  logic [STAGES-1:0] wrong;  // one of both
  logic [STAGES-1:0] full, marked, ended, gone;

  assign rst = !aresetn;
  assign m_axis_tlast = digest_last;
  assign wrong = hurt | beat_hole;
  assign end_free = ~(in_last & full);
  assign ended = in_valid & in_ready & in_last;
  assign gone = out_valid & out_ready & out_last;

  always_ff @(posedge aclk) begin
    hurt <= ((in_valid & in_ready) & wrong & ~in_last) | (~(in_valid & in_ready) & hurt);
    if (rst) hurt <= '0;
  end

  generate
    for (genvar l = 0; l < STAGES; l = l + 1) begin : gen_marks
      digest_marks #(
          .COUNTED(COUNTED)
      ) marks (
          .clk(aclk),
          .rst(rst),
          .ended(ended[l]),
          .error(wrong[l]),
          .full(full[l]),
          .taken(gone[l]),
          .marked(marked[l])
      );
    end

    for (genvar s = 0; s < STREAMS; s = s + 1) begin : gen_stream
      axis_beat_decoder #(
          .WORD(WORD),
          .BYTE_ORDER(BYTE_ORDER)
      ) decoder (
          .tdata(s_axis_tdata[s*WORD+:WORD]),
          .tkeep(s_axis_tkeep[s*BYTES+:BYTES]),
          .tlast(s_axis_tlast[s]),
          .tuser(s_axis_tuser[s*3+:3]),
          .data(word[s*WORD+:WORD]),
          .bits(bits[s*BITS_WIDTH+:BITS_WIDTH]),
          .null_beat(null_beat[s]),
          .malformed(hole[s])
      );

      axis_beat_encoder #(
          .WORD(WORD),
          .BYTE_ORDER(BYTE_ORDER)
      ) encoder (
          .data (digest_word[s*WORD+:WORD]),
          .last (digest_last[s]),
          .bits (digest_bits[s*BITS_WIDTH+:BITS_WIDTH]),
          .tdata(m_axis_tdata[s*WORD+:WORD]),
          .tkeep(digest_keep[s*BYTES+:BYTES]),
          .tuser(m_axis_tuser[s*4+:3])
      );
      assign m_axis_tkeep[s*BYTES+:BYTES] = digest_keep[s*BYTES+:BYTES] & {BYTES{m_axis_tvalid[s]}};
      assign m_axis_tuser[s*4+3] = digest_error[s];
    end

    if (SEPARATE != 0) begin : gen_separate
      assign skip = null_beat;
      assign s_axis_malformed = s_axis_tvalid & s_axis_tready & hole;
      assign s_axis_tready = (in_ready & end_free) | skip;
      assign in_valid = s_axis_tvalid & ~skip & end_free;
      assign beat_hole = hole;
      assign in_data = word;
      assign in_last = s_axis_tlast;
      assign in_bits = bits;

      assign m_axis_tvalid = out_valid;
      assign out_ready = m_axis_tready;
      assign digest_last = out_last & out_valid;
      assign digest_error = (out_error | marked) & out_valid;
      assign digest_bits = out_bits;
      for (genvar l = 0; l < STAGES; l = l + 1) begin : gen_word
        assign digest_word[l*WORD+:WORD] = out_valid[l] ? out_data[l*WORD+:WORD] : '0;
      end
      assign m_axis_tid = '0;

      logic unused;
      assign unused = ^{aclk, s_axis_tid};
    end else begin : gen_one_stream
      logic [STAGES-1:0] lane;  // of the beat, one bit for each lane; none if there is no such lane

      for (genvar l = 0; l < STAGES; l = l + 1) begin : gen_lane
        assign lane[l] = s_axis_tid == LANE_BITS'(l);
      end
      assign skip = null_beat || lane == '0;
      assign s_axis_malformed = s_axis_tvalid && s_axis_tready && (hole || lane == '0);
      assign s_axis_tready = skip || (in_ready & end_free & lane) != '0;
      assign in_valid = {STAGES{s_axis_tvalid && !skip}} & lane & end_free;
      assign beat_hole = {STAGES{hole}};
      assign in_data = {STAGES{word}};
      assign in_last = {STAGES{s_axis_tlast}};
      assign in_bits = {STAGES{bits}};

      logic [STAGES-1:0] choice;  // the lane whose word is offered

      lane_arbiter #(
          .LANES(STAGES)
      ) arbiter (
          .clk(aclk),
          .rst(rst),
          .valid(out_valid),
          .last(m_axis_tlast && m_axis_tready),
          .choice(choice)
      );

      assign m_axis_tvalid = (out_valid & choice) != '0;
      assign out_ready = {STAGES{m_axis_tready}} & choice;
      // What each lane offers, and what the chosen one does.
      logic [STAGES*OFFER-1:0] offers;
      for (genvar l = 0; l < STAGES; l = l + 1) begin : gen_offer
        assign offers[l*OFFER+:OFFER] = {
          out_last[l],
          out_error[l] || marked[l],
          LANE_BITS'(l),
          out_bits[l*BITS_WIDTH+:BITS_WIDTH],
          out_data[l*WORD+:WORD]
        };
      end
      assign {digest_last, digest_error, m_axis_tid, digest_bits, digest_word} = chosen(choice & out_valid, offers);
    end
  endgenerate

endmodule
