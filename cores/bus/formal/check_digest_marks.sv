// SPDX-License-Identifier: Apache-2.0
//
// digest_marks marks exactly the digests of the messages with an error, each lane's in the order of its messages, and any
// digest for which no message has ended; or, where digests are not counted, each digest behind an error. A mark stays while its digest waits.
//
// Any message is followed: `pick` marks it as it ends, and its digest comes behind those of as many as waited. A message
// ends only where one may.
//
// Parameters: those of digest_marks.

module check_digest_marks #(
    parameter integer COUNTED = 1,
    parameter integer MOST = 7
) (
    input logic clk,
    input logic rst,
    input logic ended,
    input logic error,
    input logic taken,
    input logic pick
);

  logic full, marked;

  digest_marks #(
      .COUNTED(COUNTED),
      .MOST(MOST)
  ) marks (
      .*
  );

  logic begun, followed, wrong, any_error, goes, waited, marked_before;
  logic [7:0] waiting, ahead;
  assign goes = taken && waiting != '0;

  initial begun = 1'b0;
  always_ff @(posedge clk) begin
    begun <= 1'b1;
    waiting <= waiting + 8'(ended) - 8'(goes);
    waited <= waiting != '0 && !taken && !rst;
    marked_before <= marked;
    any_error <= any_error || (ended && error);
    if (goes && followed) begin
      ahead <= ahead - 1'b1;
      if (ahead == '0) followed <= 1'b0;
    end
    if (ended && pick && !followed) begin
      followed <= 1'b1;
      wrong <= error;
      ahead <= waiting - 8'(goes);
    end
    if (rst) begin
      waiting <= '0;
      followed <= 1'b0;
      any_error <= 1'b0;
    end
  end

  always @(posedge clk) begin
    assume (begun || rst);
    if (begun && full) assume (!ended);
    if (begun && !rst) begin
      if (COUNTED == 1) begin
        bounded : assert (full == (32'(waiting) == MOST) && 32'(waiting) <= MOST);
        if (followed && ahead == '0) its_own : assert (marked == wrong);
        if (waiting == '0) none_ended : assert (marked);
        if (waited) stays : assert (marked == marked_before);
        behind_all : cover (followed && ahead == '0 && !wrong && taken && any_error && full);
      end else begin
        never_full : assert (!full);
        lasts : assert (marked == any_error);
        marks_one : cover (marked && taken);
      end
    end
  end

endmodule
