// SPDX-License-Identifier: Apache-2.0
//
// digest_marks says of each digest what was said of its message: of any message that ends, its bit is shown from the
// moment on at which all digests before its own have been taken, until its own is. A mark that is shown stays while its
// digest waits. It is full only when MOST messages wait, and takes the next one when a digest has gone. With COUNTED = 0
// each digest after a message with an error is marked.
//
// Parameters: those of digest_marks. The environment ends no message while it is full.

module check_digest_marks #(
    parameter integer COUNTED = 1,
    parameter integer MOST = 7
) (
    input logic clk,
    input logic rst,
    input logic ended,
    input logic error,
    input logic taken,
    input logic pick  // the message that ends is the one to be followed
);

  logic full, marked;

  digest_marks #(
      .COUNTED(COUNTED),
      .MOST(MOST)
  ) marks (
      .*
  );

  // Registers of the circuit: yosys joins what has one name where it flattens.
  (* hierconn *) logic [$clog2(MOST+1)-1:0] \marks.gen_counted.waiting ;
  (* hierconn *) logic [MOST-1:0] \marks.gen_counted.errors ;
  (* hierconn *) logic \marks.gen_lasting.seen ;

  logic begun;
  initial begun = 1'b0;
  always_ff @(posedge clk) begun <= 1'b1;

  generate
    if (COUNTED == 1) begin : gen_counted
      logic [MOST-1:0] errors;
      integer waiting;
      assign errors  = \marks.gen_counted.errors ;
      assign waiting = 32'(\marks.gen_counted.waiting );

      // The message that is followed, its bit, and how many digests come before its own.
      logic follows, bit_there, waited, bit_before, counts_right;
      integer before_it;
      integer count;  // messages whose digests have not been taken
      always_ff @(posedge clk) begin
        waited <= count != 0 && !taken && !rst;
        bit_before <= marked;
        count <= count + 32'(ended) - 32'(taken && count != 0);
        if (ended && pick && !follows) begin
          follows   <= 1'b1;
          bit_there <= error;
          before_it <= count - 32'(taken && count != 0);
        end else if (taken && follows) begin
          before_it <= before_it - 1;
          if (before_it == 0) follows <= 1'b0;
        end
        if (rst) begin
          follows <= 1'b0;
          count   <= 0;
        end
      end

      assign counts_right = count == waiting && count >= 0 && count <= MOST && (errors >> count) == '0 &&
          (!follows || (before_it >= 0 && before_it < count && 1'(errors >> before_it) == bit_there));

      always @(posedge clk) begin
        assume (!(ended && full));
        assume (begun || rst || (counts_right && (!waited || (count != 0 && bit_before == marked))));
        if (begun && !rst) begin
          related : assert (counts_right);
          shown : assert (!follows || before_it != 0 || marked == bit_there);
          nobodys : assert (count != 0 || marked);
          stays : assert (!waited || marked == bit_before);
          full_right : assert (full == (count == MOST));
          goes : cover (follows && before_it == 0 && taken && bit_there && count == MOST);
          clean : cover (follows && before_it == 0 && taken && !bit_there && count == 1 && ended);
        end
      end
    end else begin : gen_lasting
      logic seen;
      always_ff @(posedge clk) seen <= !rst && (seen || (ended && error));
      always @(posedge clk) begin
        assume (begun || seen == \marks.gen_lasting.seen );
        if (begun) begin
          lasting : assert (marked == seen);
          never_full : assert (!full);
          cleared : cover (!seen && $past(seen));
        end
      end
      logic unused;
      assign unused = pick;
    end
  endgenerate

endmodule
