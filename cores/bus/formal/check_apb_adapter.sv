// SPDX-License-Identifier: Apache-2.0
//
// apb_adapter is on APB4 what a programmer reads in hash_registers.md. A transfer is carried out once, in its access
// phase, without a wait state: PREADY is high there and nowhere else, and so no transfer is lost or done twice. A read
// answers what register_answers says for the registers that register_model holds; PSLVERR says no where a register cannot
// be read or written, and is low between transfers. A write sets the bytes that PSTRB has. The words written to MESSAGE
// go into the FIFO once and in order, with the bytes, the lane, the end and the error that register_model says; any one
// of them, which `pick_word` marks, must come out behind as many as were there. A read of DIGEST_DATA takes one word of
// the lane, or none, and nothing else takes one. irq and rst are as those of register_adapter.
//
// Of the master is assumed what APB demands: each setup phase is followed by the access phase, in which the address, the
// direction, the data and the strobes stay, and an access phase follows nothing else. Reset may come in any cycle.
// register_model gets a transfer in its setup phase, as a request that waits, and carries it out in the next cycle. What
// STATUS.digest_error is, but for what the hash function says, and what comes behind the FIFO, is the business of
// register_block: see check_register_adapter.
//
// Parameters: those of apb_adapter, with WORD = 32.

module check_apb_adapter #(
    parameter integer STAGES = 2,
    parameter integer DEPTH = 2,
    parameter integer CONTEXT = 0,
    localparam integer WORD = 32,
    localparam integer BLOCK = 512,
    localparam integer DIGEST = 256,
    localparam integer BITS_WIDTH = $clog2(WORD) + 1
) (
    input logic clk,
    input logic presetn,
    input logic pick_word,

    input logic        s_apb_psel,
    input logic        s_apb_penable,
    input logic        s_apb_pwrite,
    input logic [ 7:0] s_apb_paddr,
    input logic [31:0] s_apb_pwdata,
    input logic [ 3:0] s_apb_pstrb,
    input logic [ 2:0] s_apb_pprot,

    input logic [           STAGES-1:0] in_ready,
    input logic [           STAGES-1:0] out_valid,
    input logic [      STAGES*WORD-1:0] out_data,
    input logic [           STAGES-1:0] out_last,
    input logic [STAGES*BITS_WIDTH-1:0] out_bits,
    input logic [           STAGES-1:0] out_context,
    input logic [           STAGES-1:0] out_error,
    input logic                         hash_wiping
);

  logic rst, irq, s_apb_pready, s_apb_pslverr;
  logic [31:0] s_apb_prdata;
  logic [STAGES-1:0] in_valid, in_last, in_resume, in_save, out_ready;
  logic [STAGES*WORD-1:0] in_data;
  logic [STAGES*BITS_WIDTH-1:0] in_bits;

  apb_adapter #(
      .WORD(WORD),
      .STAGES(STAGES),
      .BLOCK(BLOCK),
      .DIGEST(DIGEST),
      .DEPTH(DEPTH),
      .CONTEXT(CONTEXT)
  ) adapter (
      .pclk(clk),
      .*
  );

  // Words between the FIFO and the packers, and STATUS.digest_error.
  (* hierconn *) logic \adapter.block.entry_valid , \adapter.block.entry_moved ;
  (* hierconn *) logic \adapter.block.entry_last , \adapter.block.entry_error , \adapter.block.lane_error ;
  (* hierconn *) logic \adapter.block.entry_resume , \adapter.block.entry_save ;
  (* hierconn *) logic [STAGES-1:0] \adapter.block.entry_lane ;
  (* hierconn *) logic [5:0] \adapter.block.entry_bits ;
  (* hierconn *) logic [31:0] \adapter.block.entry_word ;
  logic offered, moved;
  logic [STAGES+41:0] entry;
  assign offered = \adapter.block.entry_valid ;
  assign moved = \adapter.block.entry_moved ;
  assign entry = {
    \adapter.block.entry_resume ,
    \adapter.block.entry_save ,
    \adapter.block.entry_lane ,
    \adapter.block.entry_last ,
    \adapter.block.entry_error ,
    \adapter.block.entry_bits ,
    \adapter.block.entry_word
  };

  logic begun;
  initial begun = 1'b0;
  always_ff @(posedge clk) begun <= 1'b1;
  always @(posedge clk) assume (begun || !presetn);

  // Master
  logic setup, access, setup_before;
  logic [44:0] transfer, transfer_before;
  assign setup = s_apb_psel && !s_apb_penable;
  assign access = s_apb_psel && s_apb_penable;
  assign transfer = {s_apb_pwrite, s_apb_paddr, s_apb_pwdata, s_apb_pstrb};
  always_ff @(posedge clk) begin
    setup_before <= setup && presetn;
    transfer_before <= transfer;
  end
  always @(posedge clk) begin
    if (begun) begin
      assume (s_apb_penable == setup_before && (s_apb_psel || !s_apb_penable));
      if (setup_before) assume (transfer == transfer_before);
    end
  end

  logic read_held, write_held, data_held, read, write, last_next, save_next, resume_next, clear;
  logic digest_read, message, message_last, message_error, message_resume, message_save, readable, writable;
  logic [5:0] place, last_bits, message_bits;
  logic [7:0] lane;
  logic [STAGES-1:0] lane_here, lost, message_lane;
  logic [6:0] enabled, status;
  logic [$clog2(DEPTH):0] held;
  logic [15:0] space;
  logic [31:0] message_word, value;

  register_model #(
      .STAGES(STAGES),
      .DEPTH(DEPTH),
      .CONTEXT(CONTEXT)
  ) model (
      .aresetn(presetn),
      .s_axil_awvalid(setup && s_apb_pwrite),
      .s_axil_awready(1'b1),
      .s_axil_awaddr(s_apb_paddr),
      .s_axil_wvalid(setup && s_apb_pwrite),
      .s_axil_wready(1'b1),
      .s_axil_wdata(s_apb_pwdata),
      .s_axil_wstrb(s_apb_pstrb),
      .s_axil_arvalid(setup && !s_apb_pwrite),
      .s_axil_arready(1'b1),
      .s_axil_araddr(s_apb_paddr),
      .digests(out_valid),
      .*
  );

  register_answers #(
      .WORD(WORD),
      .STAGES(STAGES),
      .BLOCK(BLOCK),
      .DIGEST(DIGEST),
      .DEPTH(DEPTH),
      .CONTEXT(CONTEXT)
  ) answer (
      .lane_error(\adapter.block.lane_error ),
      .wiping(hash_wiping),
      .*
  );

  always @(posedge clk) begin
    if (begun && presetn) begin
      ready_in_access : assert (s_apb_pready == access);
      in_step : assert (access == (read || write) && !(read && write));
      error_right : assert (s_apb_pslverr == ((read && !readable) || (write && !writable)));
      if (read && readable) value_right : assert (s_apb_prdata == value);
      if (CONTEXT == 0) no_contexts : assert ({in_resume, in_save, message_resume, message_save} == '0);
      if ((out_valid & out_error & lane_here) != '0) no_digest : assert (\adapter.block.lane_error );
      write_refused : cover (write && s_apb_pslverr && s_apb_pstrb == 4'b0110);
      status_read : cover (read && place == 6'h07 && value[31:16] == 16'(DEPTH - 1) && value[0]);
    end
  end

  // Message. Words that were in the FIFO before the one that is followed, and what is to come out.
  logic word_marked;
  logic [$clog2(DEPTH):0] words_ahead;
  logic [STAGES+41:0] mark;
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

  logic [STAGES-1:0] taken;
  assign taken = out_valid & out_ready;

  always @(posedge clk) begin
    if (begun) reset : assert (rst == (!presetn || clear));
    if (begun && presetn) begin
      no_overflow : assert (32'(held) <= DEPTH);
      word_offered : assert (offered == (held != '0));
      if (word_marked && words_ahead == '0) word_right : assert (entry == mark);
      one_word : assert (taken == (digest_read ? out_valid & lane_here : '0));
      interrupt : assert (irq == ((enabled & status) != '0));
      bytes_stored : cover (word_marked && mark[37:32] == 6'd16 && words_ahead == '0 && moved);
      dropped : cover (32'(held) == DEPTH && write && place[5:4] == 2'd1 && s_apb_pstrb != '0 && s_apb_pready);
      digest_taken : cover (taken != '0 && irq && enabled == 7'b0000001);
    end
  end

endmodule
