// SPDX-License-Identifier: Apache-2.0
//
// register_adapter keeps the rules of AXI4-Lite and answers every request once, in the order in which they are carried
// out, with what the register holds then, whatever lanes and software do; a request is carried out in the cycle in which
// fewer than two answers wait, or behind one of the other kind; an answer is offered in the next cycle, stays until it is
// taken, and says no where a register cannot be read or written.
//
// Any one request is followed: `pick` marks it as it is carried out, and its answer must come behind as many answers as
// were still to come. What registers hold says register_model.
//
// Parameters: those of register_adapter, with WORD = 32.

module check_register_bus #(
    parameter integer STAGES = 2,
    parameter integer DEPTH = 2,
    localparam integer WORD = 32,
    localparam integer BLOCK = 512,
    localparam integer DIGEST = 256,
    localparam integer BITS_WIDTH = $clog2(WORD) + 1
) (
    input logic clk,
    input logic aresetn,
    input logic pick,

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
    input logic [STAGES*BITS_WIDTH-1:0] out_bits
);

  logic rst, irq, s_axil_awready, s_axil_wready, s_axil_bvalid, s_axil_arready, s_axil_rvalid;
  logic [1:0] s_axil_bresp, s_axil_rresp;
  logic [31:0] s_axil_rdata;
  logic [STAGES-1:0] in_valid, in_last, out_ready;
  logic [STAGES*WORD-1:0] in_data;
  logic [STAGES*BITS_WIDTH-1:0] in_bits;

  register_adapter #(
      .WORD(WORD),
      .STAGES(STAGES),
      .BLOCK(BLOCK),
      .DIGEST(DIGEST),
      .DEPTH(DEPTH)
  ) adapter (
      .aclk(clk),
      .*
  );

  logic read_held, write_held, data_held, read, write, last_next, clear, message, digest_read;
  logic [5:0] place, last_bits;
  logic [31:0] data;
  logic [7:0] lane;
  logic [STAGES-1:0] lane_here;
  logic [3:0] enabled, status;
  logic [$clog2(DEPTH):0] held;

  register_model #(
      .STAGES(STAGES),
      .DEPTH(DEPTH)
  ) model (
      .digests(out_valid),
      .moved((in_valid & in_ready) != '0),
      .*
  );

  // The word of the digest of the lane, 0 if none waits.
  logic digest_there, digest_last;
  logic [WORD-1:0] digest_word;
  logic [BITS_WIDTH-1:0] digest_bits;
  assign digest_there = (out_valid & lane_here) != '0;
  assign digest_last = digest_there && (out_last & lane_here) != '0;
  assign digest_word = digest_there ? WORD'(out_data >> (WORD * 32'(lane))) : '0;
  assign digest_bits = digest_last ? BITS_WIDTH'(out_bits >> (BITS_WIDTH * 32'(lane))) : '0;

  // What is read there, and whether it can be.
  logic [31:0] value;
  logic readable, writable;
  always_comb begin
    value = '0;
    readable = 1'b1;
    writable = 1'b0;
    if (place[5:4] == 2'd1) {readable, writable} = 2'b01;
    else if (place[5:4] == 2'd2)
      value = {digest_word[7:0], digest_word[15:8], digest_word[23:16], digest_word[31:24]};
    else begin
      case (place)
        6'h00: value = 32'h48530100;
        6'h01: value = {16'(DEPTH), 8'(STAGES), 8'(WORD)};
        6'h02: value = 32'(BLOCK);
        6'h03: value = 32'(DIGEST);
        6'h04: {readable, writable} = 2'b01;
        6'h05: {value, writable} = {24'd0, lane, 1'b1};
        6'h06: {value, writable} = {23'd0, last_next, 2'd0, last_bits, 1'b1};
        6'h07: value = {16'(DEPTH) - 16'(held), 2'd0, digest_bits, 6'd0, digest_last, digest_there};
        6'h08: value = 32'(out_valid);
        6'h09: {value, writable} = {28'd0, enabled, 1'b1};
        6'h0a: {value, writable} = {28'd0, status, 1'b1};
        default: readable = 1'b0;
      endcase
    end
  end

  // Answers that are still to come, and the one that is followed.
  logic answered, marked, mark_write, mark_error;
  logic [1:0] answers, ahead;
  logic [31:0] mark_value;
  assign answered = (s_axil_bvalid && s_axil_bready) || (s_axil_rvalid && s_axil_rready);

  logic begun, b_waited, r_waited, read_waited, write_waited;
  logic [1:0] b_before;
  logic [33:0] r_before;
  initial begun = 1'b0;
  always_ff @(posedge clk) begin
    begun <= 1'b1;
    b_waited <= s_axil_bvalid && !s_axil_bready && aresetn;
    b_before <= s_axil_bresp;
    r_waited <= s_axil_rvalid && !s_axil_rready && aresetn;
    r_before <= {s_axil_rdata, s_axil_rresp};
    // Requests that one of the other kind went before.
    read_waited <= read_held && !read && (write || read_waited) && aresetn;
    write_waited <= write_held && data_held && !write && (read || write_waited) && aresetn;
    answers <= answers + 2'(read || write) - 2'(answered);
    if (answered && marked) begin
      ahead <= ahead - 1'b1;
      if (ahead == '0) marked <= 1'b0;
    end
    if ((read || write) && pick && !marked) begin
      marked <= 1'b1;
      ahead <= answers - 2'(answered);
      mark_write <= write;
      mark_error <= write ? !writable : !readable;
      mark_value <= value;
    end
    if (!aresetn) begin
      answers <= '0;
      marked  <= 1'b0;
    end
  end

  always @(posedge clk) begin
    assume (begun || !aresetn);
    if (begun && aresetn) begin
      // Requests
      accepts : assert ((read_held || s_axil_arready) && (write_held || s_axil_awready) && (data_held || s_axil_wready));
      address_and_data : assert (write == (data_held && s_axil_wready) && (!write || data_held));
      goes_on : assert ((read || write) == (answers != 2'd2 && (read_held || (write_held && data_held))));
      one_at_once : assert (!(read && write));
      in_its_turn : assert (!(write && read_waited) && !(read && write_waited));
      // Answers
      offered : assert ((s_axil_bvalid || s_axil_rvalid) == (answers != '0) && !(s_axil_bvalid && s_axil_rvalid));
      if (b_waited) answer_of_write_stays : assert (s_axil_bvalid && s_axil_bresp == b_before);
      if (r_waited) answer_of_read_stays : assert (s_axil_rvalid && {s_axil_rdata, s_axil_rresp} == r_before);
      if (marked && ahead == '0) begin
        kind_right : assert (mark_write ? s_axil_bvalid : s_axil_rvalid);
        error_right : assert ((mark_write ? s_axil_bresp : s_axil_rresp) == {mark_error, 1'b0});
        if (!mark_write) value_right : assert (s_axil_rdata == mark_value);
      end
      read_behind_a_write : cover (marked && !mark_write && ahead == 2'd1 && answered && s_axil_bvalid && mark_value != '0);
      both_wait : cover (answers == 2'd2 && read_held && write_held && data_held);
      refused : cover (marked && ahead == '0 && answered && mark_write && mark_error);
    end
  end

endmodule
