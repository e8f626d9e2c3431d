// SPDX-License-Identifier: Apache-2.0
//
// Which digest of a lane belongs to a message with an error. The hash function gives the digests of a lane in the order of
// its messages; a bit for each message that has ended waits here until its digest has been taken.
//
// Parameters
//   COUNTED  1: each message has one digest. 0: digests belong to several messages, nobody here knows to how many;
//            from an error on each digest is marked, until rst.
//   MOST     messages that may wait; the lane takes no further end until a digest has been taken
//
// Ports
//   ended, error   the last word of a message goes to the hash function, and has an error
//   full           it must not
//   taken          the last word of a digest is taken
//   marked         the digest that is to be taken next is that of a message with an error

module digest_marks #(
    parameter integer COUNTED = 1,
    parameter integer MOST = 7
) (
    input  logic clk,
    input  logic rst,
    input  logic ended,
    input  logic error,
    output logic full,
    input  logic taken,
    output logic marked
);

  generate
    if (COUNTED != 0 && COUNTED != 1) begin : gen_refused_counted
      digest_marks_needs_COUNTED_of_0_or_1 refused ();
    end
    if (MOST < 1) begin : gen_refused_most
      digest_marks_needs_MOST_of_1_or_more refused ();
    end

    if (COUNTED == 1 && MOST >= 1) begin : gen_counted
      localparam integer COUNT_BITS = $clog2(MOST + 1);
      logic [COUNT_BITS-1:0] waiting;
      logic [MOST-1:0] errors, rest;  // of the messages that wait, the oldest one lowest; behind them 0

      assign rest   = taken ? errors >> 1 : errors;
      assign full   = 32'(waiting) == MOST;
      assign marked = errors[0] || waiting == '0;

      always_ff @(posedge clk) begin
        waiting <= waiting + COUNT_BITS'(ended) - COUNT_BITS'(taken && waiting != '0);
        for (integer i = 0; i < MOST; i = i + 1) begin
          errors[i] <= (ended && 32'(waiting) == i + 32'(taken && waiting != '0)) ? error : rest[i];
        end
        if (rst) begin
          waiting <= '0;
          errors  <= '0;
        end
      end
    end else begin : gen_lasting
      logic seen;

      assign full   = 1'b0;
      assign marked = seen;

      always_ff @(posedge clk) seen <= !rst && (seen || (ended && error));

      logic unused;
      assign unused = taken;
    end
  endgenerate

endmodule
