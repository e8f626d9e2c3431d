// SPDX-License-Identifier: Apache-2.0
//
// What a write to a window becomes in the FIFO of the messages of all lanes, and what becomes of one that cannot be taken.
//
// The bytes strobed are packed from the first one on. Of a message that lost a word, or whose last word claims more bits
// than it has, the last word bears `write_error`. A last word that is lost is made good as soon as there is space, by one
// without bits that bears the error; until then no other word is taken. So every message that ends has one last word. If
// two were to be made good in one lane, the lane is `lost`: the digests behind them can no longer be told apart.
//
// A message can begin with a context (`resume`) and end with one (`save`). With a word in the middle of a message `resume`
// is an error of this message, and does nothing else.
//
// Parameter: STAGES, lanes
//
// Ports
//   clear                    empties the FIFO in this cycle: nothing is taken, and a word written begins a message
//   write, strobes, data     a write to the window; first byte lowest
//   lane                     one bit for each lane, none if there is no such lane
//   last, last_bits          the word is the last one of its message; the bits of it that count
//   resume                   the word is the first one of its message, which begins with a context
//   save                     with `last`: the message ends with a context
//   blocked                  no word is taken whatever the space
//   overflow, excess         the word is dropped; the last word claims more bits than it has. Both in the cycle of `write`.
//   lost                     lanes that are lost, until `clear`
//   write_*                  to the FIFO. write_bits: bits of the word; whole bytes unless it is a last one. write_resume: it
//                            begins its message, with a context; write_save: it ends its message, with a context

module message_writer #(
    parameter integer STAGES = 1
) (
    input logic clk,
    input logic rst,

    input  logic              clear,
    input  logic              write,
    input  logic [       3:0] strobes,
    input  logic [      31:0] data,
    input  logic [STAGES-1:0] lane,
    input  logic              last,
    input  logic [       5:0] last_bits,
    input  logic              resume,
    input  logic              save,
    output logic              blocked,
    output logic              overflow,
    output logic              excess,
    output logic [STAGES-1:0] lost,

    output logic              write_valid,
    input  logic              write_ready,
    output logic [STAGES-1:0] write_lane,
    output logic              write_last,
    output logic [       5:0] write_bits,
    output logic              write_error,
    output logic              write_resume,
    output logic              write_save,
    output logic [      31:0] write_data
);

  generate
    if (STAGES < 1) begin : gen_refused_stages
      message_writer_needs_STAGES_of_1_or_more refused ();
    end
  endgenerate

  logic [STAGES-1:0] broken;  // lanes whose message lost a word
  logic [STAGES-1:0] begun;  // lanes in whose message a word was written, lost or not
  logic [STAGES-1:0] owed;  // lanes whose last word is to be made good
  logic [STAGES-1:0] paid;  // the one of them that is, if there is space
  logic [STAGES-1:0] still_owed;
  logic [5:0] bits;
  logic [31:0] packed_bytes;
  logic taken, misplaced;

  // How many bytes are strobed, and these, the first one highest.
  function automatic [34:0] gathered(input [3:0] chosen, input [31:0] word);
    begin
      gathered = '0;
      for (integer i = 3; i >= 0; i = i - 1) begin
        if (chosen[i]) gathered = {gathered[34:32] + 3'd1, word[8*i+:8], gathered[31:8]};
      end
    end
  endfunction

  assign {bits[5:3], packed_bytes} = gathered(strobes, data);
  assign bits[2:0] = '0;
  assign blocked = owed != '0 || clear;
  assign taken = write && strobes != '0 && lane != '0 && !blocked && write_ready;
  assign overflow = write && strobes != '0 && !taken;
  assign excess = write && strobes != '0 && lane != '0 && last && last_bits > bits;
  assign misplaced = write && strobes != '0 && resume && (begun & lane) != '0;
  assign paid = owed & (~owed + 1'b1);
  assign still_owed = owed & ~(write_ready ? paid : '0);

  assign write_valid = taken || (owed != '0 && !clear);
  assign write_lane = (owed != '0) ? paid : lane;
  assign write_last = owed != '0 || last;
  assign write_bits = (owed != '0) ? 6'd0 : (last && !excess) ? last_bits : bits;
  assign write_error = owed != '0 || (last && (excess || misplaced || (broken & lane) != '0));
  assign write_resume = owed == '0 && resume && !misplaced;
  assign write_save = owed == '0 && last && save;
  assign write_data = (owed != '0) ? 32'd0 : packed_bytes;

  always_ff @(posedge clk) begin
    owed <= still_owed;
    if (write && strobes != '0) begun <= last ? begun & ~lane : begun | lane;
    if (misplaced) broken <= broken | lane;
    if (taken && last) broken <= broken & ~lane;
    if (overflow) begin
      broken <= last ? broken & ~lane : broken | lane;
      if (last) begin
        owed <= still_owed | lane;
        lost <= lost | (still_owed & lane);
      end
    end
    if (clear) begin
      owed   <= '0;
      lost   <= '0;
      broken <= overflow ? lane : '0;
      begun  <= overflow ? lane : '0;
    end
    if (rst) begin
      owed   <= '0;
      lost   <= '0;
      broken <= '0;
      begun  <= '0;
    end
  end

endmodule
