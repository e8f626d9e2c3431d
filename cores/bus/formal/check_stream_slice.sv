// SPDX-License-Identifier: Apache-2.0
//
// stream_slice loses, repeats and reorders no word, keeps two, passes one in each cycle, and shows nothing while it offers
// nothing; what it offers stays until it is taken. All of its outputs are told from the words that it has, so none depends
// on an input of the same cycle. With SECRET the cycle after rst has no bit of a word.
//
// An escaped name with a dot in it is the circuit's register: see check_word_fifo.
//
// Parameters: those of stream_slice.

module check_stream_slice #(
    parameter integer WIDTH  = 8,
    parameter integer SECRET = 0
) (
    input logic             clk,
    input logic             rst,
    input logic             in_valid,
    input logic [WIDTH-1:0] in_data,
    input logic             out_ready
);

  logic in_ready, out_valid;
  logic [WIDTH-1:0] out_data;

  stream_slice #(
      .WIDTH (WIDTH),
      .SECRET(SECRET)
  ) slice (
      .*
  );

  // The words that are there, the oldest one first.
  logic begun, came, went, waited, emptied;
  logic [1:0] held;
  logic [WIDTH-1:0] oldest, newer, offer_before;
  assign came = in_valid && in_ready;
  assign went = out_valid && out_ready;

  initial begun = 1'b0;
  always_ff @(posedge clk) begin
    begun <= 1'b1;
    emptied <= rst;
    waited <= out_valid && !out_ready && !rst;
    offer_before <= out_data;
    held <= held + 2'(came) - 2'(went);
    if (went) oldest <= newer;
    if (came && (held == 2'd0 || (held == 2'd1 && went))) oldest <= in_data;
    if (came) newer <= in_data;
    if (rst) held <= 2'd0;
  end

  (* hierconn *) logic [2*WIDTH-1:0] \slice.gen_words.fifo.gen_registers.words ;

  always @(posedge clk) begin
    assume (begun || rst);
    if (begun) begin
      accepts : assert (in_ready == (held != 2'd2));
      offers : assert (out_valid == (held != 2'd0));
      in_order : assert (out_data == (held == 2'd0 ? '0 : oldest));
      if (waited) stays : assert (out_valid && out_data == offer_before);
      if (SECRET == 1 && emptied) nothing_left : assert (\slice.gen_words.fifo.gen_registers.words == '0);
      if (!rst) both_and_on : cover (held == 2'd1 && came && went && oldest != in_data);
      if (!rst) full : cover (held == 2'd2 && went && oldest != newer);
    end
  end

endmodule
