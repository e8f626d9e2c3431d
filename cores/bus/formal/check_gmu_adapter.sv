// SPDX-License-Identifier: Apache-2.0
//
// gmu_adapter with one clock hands on the words of each lane's segments and those of its digests, once and in order,
// each in the cycle in which it comes, to and from that lane alone; an offer stays until it is taken; a word is read in
// each cycle in which the hash function is ready, and a digest word written in each in which there is room. Each word of a
// digest has an error if its message has one, or the hash function says so, and no other; nothing is shown while nothing
// is offered.
//
// One lane is followed, any: all of its outputs are told from its own inputs and segments, so that what the other lanes
// do makes no difference. The sources are any that keep what they offer until it is read.
//
// Parameters: those of gmu_adapter, with RATIO = 1.

module check_gmu_adapter #(
    parameter integer WORD = 8,
    parameter integer STAGES = 2,
    parameter integer COUNTED = 1,
    localparam integer LANE_BITS = (STAGES > 1) ? $clog2(STAGES) : 1,
    localparam integer BITS_WIDTH = $clog2(WORD) + 1
) (
    input logic                         clk,
    input logic                         rst,
    input logic [      STAGES*WORD-1:0] din,
    input logic [           STAGES-1:0] src_ready,
    input logic [           STAGES-1:0] dst_ready,
    input logic [           STAGES-1:0] in_ready,
    input logic [           STAGES-1:0] out_valid,
    input logic [      STAGES*WORD-1:0] out_data,
    input logic [           STAGES-1:0] out_last,
    input logic [STAGES*BITS_WIDTH-1:0] out_bits,
    input logic [           STAGES-1:0] out_error
);

  localparam integer MOST = 7;  // messages of a lane that wait for their digests

  logic [STAGES-1:0] src_read, dst_write, dst_error, in_valid, in_last, out_ready;
  logic [STAGES*WORD-1:0] dout, in_data;
  logic [STAGES*BITS_WIDTH-1:0] in_bits;

  gmu_adapter #(
      .WORD(WORD),
      .STAGES(STAGES),
      .RATIO(1),
      .COUNTED(COUNTED)
  ) adapter (
      .io_clk(1'b0),
      .io_rst(1'b0),
      .*
  );

  // The lane
  (* anyconst *) logic [LANE_BITS-1:0] lane;
  logic [STAGES-1:0] mine;
  logic source, read, offered, ready, word_last, passes, last, wrong, holds, room, written, digest, digest_ready;
  logic [WORD-1:0] word, data, digest_word, digest_data;
  logic [BITS_WIDTH-1:0] word_bits, bits;
  assign mine = STAGES'(1) << lane;
  assign source = (~src_ready & mine) != '0;
  assign read = (src_read & mine) != '0;
  assign word = WORD'(din >> (WORD * 32'(lane)));
  assign offered = (in_valid & mine) != '0;
  assign ready = (in_ready & mine) != '0;
  assign data = WORD'(in_data >> (WORD * 32'(lane)));
  assign word_last = (in_last & mine) != '0;
  assign word_bits = BITS_WIDTH'(in_bits >> (BITS_WIDTH * 32'(lane)));
  assign digest = (out_valid & mine) != '0;
  assign digest_ready = (out_ready & mine) != '0;
  assign digest_data = WORD'(out_data >> (WORD * 32'(lane)));
  assign room = (~dst_ready & mine) != '0;
  assign written = (dst_write & mine) != '0;
  assign digest_word = WORD'(dout >> (WORD * 32'(lane)));

  segment_model #(
      .WORD(WORD)
  ) model (
      .clk(clk),
      .rst(rst),
      .word(word),
      .valid(source),
      .taken(read),
      .passes(passes),
      .last(last),
      .bits(bits),
      .wrong(wrong)
  );

  // Errors of the messages that have ended and whose digests have not gone, the oldest one lowest.
  logic ends, goes, error, expected, seen;
  logic [3:0] waiting;
  logic [MOST:0] errors, rest;
  assign holds = COUNTED == 1 && last && 32'(waiting) == MOST;
  assign ends = offered && ready && last;
  assign goes = written && (out_last & mine) != '0;
  assign error = (dst_error & mine) != '0;
  assign rest = (goes && waiting != '0) ? errors >> 1 : errors;
  assign expected = (COUNTED == 1) ? waiting == '0 || errors[0] : seen;
  always_ff @(posedge clk) begin
    errors <= rest;
    if (ends) errors <= rest | ((MOST + 1)'(wrong) << (waiting - 4'(goes && waiting != '0)));
    waiting <= waiting + 4'(ends) - 4'(goes && waiting != '0);
    seen <= seen || (ends && wrong);
    if (rst) {waiting, errors, seen} <= '0;
  end

  logic begun, source_waited, word_waited;
  logic [WORD-1:0] word_before;
  logic [WORD+BITS_WIDTH:0] offer, offer_before;
  assign offer = {data, word_last, word_bits};

  initial begun = 1'b0;
  always_ff @(posedge clk) begin
    begun <= 1'b1;
    source_waited <= source && !read && !rst;
    word_before <= word;
    word_waited <= offered && !ready && !rst;
    offer_before <= offer;
  end

  always @(posedge clk) begin
    assume (begun || rst);
    assume (32'(lane) < STAGES);
    if (begun && source_waited) assume (source && word == word_before);
    if (begun && !rst) begin
      // Messages
      goes_on : assert (offered == (passes && !holds));
      reads : assert (read == (source && ((ready && !holds) || !passes)));
      if (offered) begin
        data_right : assert (data == word);
        last_right : assert (word_last == last);
        if (last) bits_right : assert (word_bits == bits);
      end
      if (word_waited) stays : assert (offered && offer == offer_before);
      // Digests
      digest_passes : assert (written == (digest && room));
      with_its_taking : assert ((digest && digest_ready) == written);
      digest_right : assert (digest_word == (digest ? digest_data : '0));
      error_right : assert (error == (digest && (expected || (out_error & mine) != '0)));
      another_is_wrong : cover (written && (COUNTED == 0 || (!error && errors[1] && 32'(waiting) == 2)));
      wrong_one : cover (written && error && waiting != '0 && out_error == '0);
      another_waits : cover (read && passes && last && bits != '0 && (in_valid & ~in_ready & ~mine) != '0);
      another_digest_waits : cover (written && (out_valid & ~out_ready & ~mine) != '0);
    end
  end

endmodule
