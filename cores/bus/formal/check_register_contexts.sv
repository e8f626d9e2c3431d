// SPDX-License-Identifier: Apache-2.0
//
// Contexts behind the FIFO of register_block, for words of all widths: in_resume comes with the first word of a message and
// with no other, if a word of the FIFO that is in this message has the mark; in_save comes with the last word, if that of the
// FIFO has it. Neither is lost: when the last word of a message leaves the FIFO, the lane has taken in_resume with a word of
// this message, and takes in_save now. What a lane is offered has bytes of the oldest word of the FIFO. Every word of a
// context has all its bits, whatever out_bits says.
//
// Which word has which mark says register_model: see check_register_adapter. Bus and lanes do whatever they like.
//
// Parameters: those of register_block

module check_register_contexts #(
    parameter integer WORD = 32,
    parameter integer STAGES = 2,
    parameter integer DEPTH = 2,
    parameter integer CONTEXT = 64,
    localparam integer BITS_WIDTH = $clog2(WORD) + 1
) (
    input logic clk,
    input logic resetn,

    input logic        cpuif_req,
    input logic        cpuif_req_is_wr,
    input logic [ 7:0] cpuif_addr,
    input logic [31:0] cpuif_wr_data,
    input logic [31:0] cpuif_wr_biten,

    input logic [           STAGES-1:0] in_ready,
    input logic [           STAGES-1:0] out_valid,
    input logic [      STAGES*WORD-1:0] out_data,
    input logic [           STAGES-1:0] out_last,
    input logic [STAGES*BITS_WIDTH-1:0] out_bits,
    input logic [           STAGES-1:0] out_context,
    input logic [           STAGES-1:0] out_error,
    input logic                         hash_wiping
);

  logic rst, irq, cpuif_req_stall_wr, cpuif_req_stall_rd, cpuif_rd_ack, cpuif_rd_err, cpuif_wr_ack, cpuif_wr_err;
  logic [31:0] cpuif_rd_data;
  logic [STAGES-1:0] in_valid, in_last, in_resume, in_save, out_ready;
  logic [STAGES*WORD-1:0] in_data;
  logic [STAGES*BITS_WIDTH-1:0] in_bits;

  register_block #(
      .WORD(WORD),
      .STAGES(STAGES),
      .DEPTH(DEPTH),
      .CONTEXT(CONTEXT)
  ) block (
      .*
  );

  (* hierconn *) logic \block.entry_valid , \block.entry_moved , \block.entry_last ;
  (* hierconn *) logic \block.entry_resume , \block.entry_save ;
  (* hierconn *) logic [STAGES-1:0] \block.entry_lane , \block.digest_valid , \block.digest_last ;
  (* hierconn *) logic [STAGES*6-1:0] \block.digest_bits ;
  logic [STAGES-1:0] offered, moved, ends, begins;
  assign offered = \block.entry_valid ? \block.entry_lane : '0;
  assign moved = \block.entry_moved ? \block.entry_lane : '0;
  assign ends = \block.entry_last ? moved : '0;
  assign begins = \block.entry_resume ? offered : '0;

  // Of each lane: it has taken no word of the message; a word with the mark has left the FIFO; the lane has taken in_resume.
  logic [STAGES-1:0] first, goes_on, told;
  always_ff @(posedge clk) begin
    for (integer l = 0; l < STAGES; l = l + 1) begin
      if (in_valid[l] && in_ready[l]) first[l] <= in_last[l];
      if (moved[l]) goes_on[l] <= !ends[l] && (goes_on[l] || begins[l]);
      told[l] <= !ends[l] && (told[l] || (in_resume[l] && in_ready[l]));
    end
    if (rst) begin
      first <= '1;
      goes_on <= '0;
      told <= '0;
    end
  end

  logic begun;
  initial begun = 1'b0;
  always_ff @(posedge clk) begun <= 1'b1;
  always @(posedge clk) assume (begun || !resetn);

  logic [STAGES-1:0] whole;
  always_comb begin
    for (integer l = 0; l < STAGES; l = l + 1) begin
      whole[l] = !(\block.digest_valid [l] && \block.digest_last [l] && out_context[l]) || \block.digest_bits [l*6+:6] == 6'd32;
    end
  end

  always @(posedge clk) begin
    if (begun && resetn) begin
      of_oldest : assert ((in_valid & ~offered) == '0);
      last_is_last : assert ((in_valid & in_last) == '0 || \block.entry_last );
      resume_right : assert (in_resume == (in_valid & first & (goes_on | begins)));
      save_right : assert (in_save == (in_valid & in_last & {STAGES{\block.entry_save }}));
      ends_together : assert (ends == (in_valid & in_last & in_ready));
      none_lost : assert ((ends & (goes_on | begins) & ~(told | in_resume)) == '0);
      if (WORD >= 32) all_bits : assert (whole == '1);
      resumed : cover (in_resume != '0 && (in_resume & goes_on) != '0);
      saved : cover ((in_save & ends & told) != '0 && rst == 1'b0);
      goes_on_alone : cover ((ends & in_resume) != '0);
    end
  end

endmodule
