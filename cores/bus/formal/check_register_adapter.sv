// SPDX-License-Identifier: Apache-2.0
//
// register_adapter is on AXI4-Lite, at its lanes and at its interrupt what a programmer reads in hash_registers.md.
//
// Bus: it keeps the rules of AXI4-Lite and answers every request once, in the order in which they are carried out, with
// what the register holds then, whatever lanes and software do; a request is carried out in the cycle in which fewer than
// two answers wait, or behind one of the other kind; an answer is offered in the next cycle, stays until it is taken, and
// says no where a register cannot be read or written.
//
// Message: every word that register_model says goes into the FIFO comes out of it, once and in the order in which they were
// written, for its lane, with the end of the message and the error that it has there; the oldest is always offered, and
// waits where it ends a message of a lane in which seven wait for their digests. From the FIFO it goes through byte_packer,
// which is proven by itself: the lane is offered what another byte_packer makes of the same words. The lane is told of a
// context with the first word of its message, and only there, if a word of the FIFO that is in this message has the mark;
// in_save comes with the last word, if that of the FIFO has the mark.
//
// Digest: every read of DIGEST_DATA takes exactly one word of the lane, or none and sets underflow if none waits, and
// nothing else takes one. STATUS.digest_error is that of the message, the messages and the digests of each lane counted, or
// that of the hash function, which is out_error with the word. STATUS.wiping is what the hash function says. irq is high
// while an enabled bit of INTERRUPT_STATUS is set: since any of them can be the only one enabled, irq shows each of them.
// The hash function is reset with the bus and by CONTROL.
//
// What registers hold, which request is carried out when and which words are written says register_model. Any one request
// is followed: `pick_request` marks it as it is carried out, and its answer must come behind as many answers as were still
// to come. So is any one word, which `pick_word` marks as it is written: it must come out behind as many as were there. A
// lane takes words whenever it likes, or never.
//
// Parameters: those of register_adapter, with WORD = 32.

module check_register_adapter #(
    parameter integer STAGES = 2,
    parameter integer DEPTH = 2,
    parameter integer CONTEXT = 0,
    localparam integer WORD = 32,
    localparam integer BLOCK = 512,
    localparam integer DIGEST = 256,
    localparam integer BITS_WIDTH = $clog2(WORD) + 1
) (
    input logic clk,
    input logic aresetn,
    input logic pick_request,
    input logic pick_word,

    input logic        s_axil_awvalid,
    input logic [ 7:0] s_axil_awaddr,
    input logic [ 2:0] s_axil_awprot,
    input logic        s_axil_wvalid,
    input logic [31:0] s_axil_wdata,
    input logic [ 3:0] s_axil_wstrb,
    input logic        s_axil_bready,
    input logic        s_axil_arvalid,
    input logic [ 7:0] s_axil_araddr,
    input logic [ 2:0] s_axil_arprot,
    input logic        s_axil_rready,

    input logic [           STAGES-1:0] in_ready,
    input logic [           STAGES-1:0] out_valid,
    input logic [      STAGES*WORD-1:0] out_data,
    input logic [           STAGES-1:0] out_last,
    input logic [STAGES*BITS_WIDTH-1:0] out_bits,
    input logic [           STAGES-1:0] out_context,
    input logic [           STAGES-1:0] out_error,
    input logic                         hash_wiping
);

  logic rst, irq, s_axil_awready, s_axil_wready, s_axil_bvalid, s_axil_arready, s_axil_rvalid;
  logic [1:0] s_axil_bresp, s_axil_rresp;
  logic [31:0] s_axil_rdata;
  logic [STAGES-1:0] in_valid, in_last, in_resume, in_save, out_ready;
  logic [STAGES*WORD-1:0] in_data;
  logic [STAGES*BITS_WIDTH-1:0] in_bits;

  register_adapter #(
      .WORD(WORD),
      .STAGES(STAGES),
      .BLOCK(BLOCK),
      .DIGEST(DIGEST),
      .DEPTH(DEPTH),
      .CONTEXT(CONTEXT)
  ) adapter (
      .aclk(clk),
      .*
  );

  logic read_held, write_held, data_held, read, write, last_next, save_next, resume_next, clear;
  logic digest_read, message, message_last, message_error, message_resume, message_save;
  logic [5:0] place, last_bits, message_bits;
  logic [7:0] lane;
  logic [STAGES-1:0] lane_here, lost, message_lane;
  logic [6:0] enabled, status;
  logic [$clog2(DEPTH):0] held;
  logic [15:0] space;
  logic [31:0] message_word;

  // Words between the FIFO and the packers.
  (* hierconn *) logic \adapter.block.entry_valid , \adapter.block.entry_moved , \adapter.block.entry_last , \adapter.block.entry_error ;
  (* hierconn *) logic \adapter.block.entry_resume , \adapter.block.entry_save ;
  (* hierconn *) logic [STAGES-1:0] \adapter.block.entry_lane ;
  (* hierconn *) logic [5:0] \adapter.block.entry_bits ;
  (* hierconn *) logic [31:0] \adapter.block.entry_word ;
  logic offered, moved, entry_last, entry_error, entry_resume, entry_save;
  logic [STAGES-1:0] entry_lane;
  logic [5:0] entry_bits;
  logic [31:0] entry_word;
  assign offered = \adapter.block.entry_valid ;
  assign moved = \adapter.block.entry_moved ;
  assign entry_last = \adapter.block.entry_last ;
  assign entry_error = \adapter.block.entry_error ;
  assign entry_resume = \adapter.block.entry_resume ;
  assign entry_save = \adapter.block.entry_save ;
  assign entry_lane = \adapter.block.entry_lane ;
  assign entry_bits = \adapter.block.entry_bits ;
  assign entry_word = \adapter.block.entry_word ;

  register_model #(
      .STAGES(STAGES),
      .DEPTH(DEPTH),
      .CONTEXT(CONTEXT)
  ) model (
      .digests(out_valid),
      .*
  );

  // Messages of each lane that wait for their digests, seven at most, and which of them have an error, the oldest lowest.
  localparam integer MOST = 7;
  logic [STAGES-1:0] digest_ends, wrong, packs, packer_ready, full_valid, full_last;
  logic [STAGES-1:0] first, resumed;  // no word of the message was taken by the lane; a word with the mark left the FIFO
  logic [STAGES*32-1:0] full_word;
  logic [STAGES*6-1:0] full_bits;
  generate
    for (genvar l = 0; l < STAGES; l = l + 1) begin : gen_lane
      logic [2:0] waiting, behind;
      logic [MOST-1:0] errors;
      assign digest_ends[l] = digest_read && lane_here[l] && out_valid[l] && out_last[l];
      assign wrong[l] = lost[l] || waiting == '0 || errors[0];
      assign packs[l] = offered && entry_lane[l] && !(entry_last && 32'(waiting) == MOST);
      assign behind = waiting - 3'(digest_ends[l] && waiting != '0);

      always_ff @(posedge clk) begin
        waiting <= behind + 3'(moved && entry_lane[l] && entry_last);
        errors <= (digest_ends[l] ? errors >> 1 : errors) |
            MOST'((moved && entry_lane[l] && entry_last && entry_error) ? 8'd1 << behind : 8'd0);
        if (rst) begin
          waiting <= '0;
          errors  <= '0;
        end
      end

      always_ff @(posedge clk) begin
        if (in_valid[l] && in_ready[l]) first[l] <= in_last[l];
        if (moved && entry_lane[l]) resumed[l] <= !entry_last && (resumed[l] || entry_resume);
        if (rst) begin
          first[l] <= 1'b1;
          resumed[l] <= 1'b0;
        end
      end

      byte_packer packer (
          .clk(clk),
          .rst(rst),
          .in_valid(packs[l]),
          .in_ready(packer_ready[l]),
          .in_data(entry_word),
          .in_last(entry_last),
          .in_bits(entry_bits),
          .out_valid(full_valid[l]),
          .out_ready(in_ready[l]),
          .out_data(full_word[l*32+:32]),
          .out_last(full_last[l]),
          .out_bits(full_bits[l*6+:6])
      );
    end
  endgenerate

  logic begun;
  initial begun = 1'b0;
  always_ff @(posedge clk) begun <= 1'b1;
  always @(posedge clk) assume (begun || !aresetn);

  logic [31:0] value;
  logic readable, writable;
  register_answers #(
      .WORD(WORD),
      .STAGES(STAGES),
      .BLOCK(BLOCK),
      .DIGEST(DIGEST),
      .DEPTH(DEPTH),
      .CONTEXT(CONTEXT)
  ) answer (
      .lane_error(((wrong | out_error) & lane_here) != '0),
      .wiping(hash_wiping),
      .*
  );

  // Answers that are still to come, and the one that is followed.
  logic answered, request_marked, mark_write, mark_error;
  logic [1:0] answers, answers_ahead;
  logic [31:0] mark_value;
  assign answered = (s_axil_bvalid && s_axil_bready) || (s_axil_rvalid && s_axil_rready);

  logic b_waited, r_waited, read_waited, write_waited;
  logic [1:0] b_before;
  logic [33:0] r_before;
  always_ff @(posedge clk) begin
    b_waited <= s_axil_bvalid && !s_axil_bready && aresetn;
    b_before <= s_axil_bresp;
    r_waited <= s_axil_rvalid && !s_axil_rready && aresetn;
    r_before <= {s_axil_rdata, s_axil_rresp};
    // Requests that one of the other kind went before.
    read_waited <= read_held && !read && (write || read_waited) && aresetn;
    write_waited <= write_held && data_held && !write && (read || write_waited) && aresetn;
    answers <= answers + 2'(read || write) - 2'(answered);
    if (answered && request_marked) begin
      answers_ahead <= answers_ahead - 1'b1;
      if (answers_ahead == '0) request_marked <= 1'b0;
    end
    if ((read || write) && pick_request && !request_marked) begin
      request_marked <= 1'b1;
      answers_ahead <= answers - 2'(answered);
      mark_write <= write;
      mark_error <= write ? !writable : !readable;
      mark_value <= value;
    end
    if (!aresetn) begin
      answers <= '0;
      request_marked <= 1'b0;
    end
  end

  always @(posedge clk) begin
    if (begun && aresetn) begin
      // Requests
      accepts : assert ((read_held || s_axil_arready) && (write_held || s_axil_awready) && (data_held || s_axil_wready));
      address_and_data : assert (write == (data_held && s_axil_wready) && (!write || data_held));
      goes_on : assert ((read || write) == (answers != 2'd2 && (read_held || (write_held && data_held))));
      one_at_once : assert (!(read && write));
      in_its_turn : assert (!(write && read_waited) && !(read && write_waited));
      // Answers
      answer_offered : assert ((s_axil_bvalid || s_axil_rvalid) == (answers != '0) && !(s_axil_bvalid && s_axil_rvalid));
      if (b_waited) answer_of_write_stays : assert (s_axil_bvalid && s_axil_bresp == b_before);
      if (r_waited) answer_of_read_stays : assert (s_axil_rvalid && {s_axil_rdata, s_axil_rresp} == r_before);
      if (request_marked && answers_ahead == '0) begin
        kind_right : assert (mark_write ? s_axil_bvalid : s_axil_rvalid);
        error_right : assert ((mark_write ? s_axil_bresp : s_axil_rresp) == {mark_error, 1'b0});
        if (!mark_write) value_right : assert (s_axil_rdata == mark_value);
      end
      read_behind_a_write :
      cover (request_marked && !mark_write && answers_ahead == 2'd1 && answered && s_axil_bvalid && mark_value != '0);
      both_wait : cover (answers == 2'd2 && read_held && write_held && data_held);
      refused : cover (request_marked && answers_ahead == '0 && answered && mark_write && mark_error);
    end
  end

  // Message. Words that were in the FIFO before the one that is followed, and what is to come out.
  logic word_marked;
  logic [$clog2(DEPTH):0] words_ahead;
  logic [STAGES+41:0] mark, entry;
  assign entry = {entry_resume, entry_save, entry_lane, entry_last, entry_error, entry_bits, entry_word};

  // What a lane is offered is as the packer of the check makes it.
  logic [STAGES-1:0] same;
  always_comb begin
    for (integer l = 0; l < STAGES; l = l + 1) begin
      same[l] = !in_valid[l] || {in_data[l*32+:32], in_last[l], in_bits[l*6+:6]} ==
          {full_word[l*32+:32], full_last[l], full_bits[l*6+:6]};
    end
  end

  always_ff @(posedge clk) begin
    if (moved && word_marked) begin
      words_ahead <= words_ahead - 1'b1;
      if (words_ahead == '0) word_marked <= 1'b0;
    end
    if (message && pick_word && !word_marked) begin
      word_marked <= 1'b1;
      words_ahead <= held - ($clog2(DEPTH) + 1)'(moved);
      mark <= {message_resume, message_save, message_lane, message_last, message_error, message_bits, message_word};
    end
    if (rst) word_marked <= 1'b0;
  end

  always @(posedge clk) begin
    if (begun && aresetn) begin
      no_overflow : assert (32'(held) <= DEPTH);
      word_offered : assert (offered == (held != '0));
      if (offered) one_lane : assert (entry_lane != '0 && (entry_lane & (entry_lane - 1'b1)) == '0);
      word_moves : assert (moved == ((packs & packer_ready) != '0));
      to_its_lane : assert (in_valid == full_valid);
      packed_right : assert (same == '1);
      resume_right : assert (in_resume == (in_valid & first & (resumed | {STAGES{entry_resume}})));
      save_right : assert (in_save == (in_valid & in_last & {STAGES{entry_save}}));
      if (word_marked && words_ahead == '0) word_right : assert (entry == mark);
      behind_another_lane :
      cover (word_marked && mark[39] && 32'(words_ahead) == DEPTH - 1 && moved && entry_lane != mark[40+:STAGES]);
      not_with_clear : cover (write && place[5:4] == 2'd1 && lane_here != '0 && clear);
      dropped : cover (word_marked && 32'(held) == DEPTH && write && place[5:4] == 2'd1);
      end_made_good : cover (word_marked && words_ahead == '0 && mark[39:32] == 8'hc0 && moved);
      completes : cover (in_valid != '0 && !entry_last && entry_bits == 6'd8);
      no_digest : cover (digest_ends != '0 && (out_error & ~wrong & lane_here) != '0 && read_held);
      wrong_digest : cover (digest_ends != '0 && (wrong & lane_here) != '0 && read_held);
    end
  end

  generate
    if (CONTEXT != 0) begin : gen_contexts
      always @(posedge clk) begin
        if (begun && aresetn) begin
          context_in_bytes : cover (in_resume != '0 && !entry_resume && entry_bits == 6'd16);
          saved_with_error : cover (in_save != '0 && entry_error && word_marked && words_ahead == '0);
          context_taken : cover (digest_ends != '0 && (out_context & lane_here) != '0 && lane == 8'd1);
        end
      end
    end
  endgenerate

  // Digest. That the word taken is the one that is answered, value_right says.
  logic [STAGES-1:0] taken;
  assign taken = out_valid & out_ready;

  always @(posedge clk) begin
    if (begun) reset : assert (rst == (!aresetn || clear));
    if (begun && aresetn) begin
      one_word : assert (taken == (digest_read ? out_valid & lane_here : '0));
      interrupt : assert (irq == ((enabled & status) != '0));
      underflow : cover (irq && enabled == 7'b0001000 && digest_read && taken != '0 && lane == 8'd1);
      overflow : cover (irq && enabled == 7'b0000100);
      unstrobed : cover (irq && enabled == 7'b1000000 && status[6:2] == 5'b10000);
      emptied : cover (irq && enabled == 7'b0000010 && status[3:2] == 2'b11);
    end
  end

endmodule
