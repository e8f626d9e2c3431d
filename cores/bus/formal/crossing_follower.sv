// SPDX-License-Identifier: Apache-2.0
//
// Follows one word, any, from one clock to another, for checks whose clocks are free (see check_asynchronous_fifo), and
// asserts that there are never more words between the two than their memory holds. A word is what the check says it is;
// that the one followed comes out as it came in, in its turn, the check asserts.
//
// The reset is assumed to be there at the beginning, unless the check may begin `anywhere`, and each change of it to last until both sides have seen it.
//
// Parameters: WIDTH, bits of what is remembered of a word; DEPTH, words that can be between the two sides, a power of two.
//
// Ports
//   clk                  the steps of the check
//   write_clk, read_clk  clocks of the two sides     rst   of both
//   comes, word          a word comes at this rising edge of write_clk, and is followed if `pick` is 1 and none is yet
//   goes                 a word has gone after this rising edge of read_clk
//   anywhere             the check can begin in this state without a reset
//   runs                 there is no reset, and was none in the step before: what the check asserts is to hold
//   write_reset, read_reset   the last rising edge of the clock of that side saw the reset
//   held                 words between the two sides
//   came, went           numbers of the word that comes and of the one that goes, modulo 2 DEPTH
//   marked, mark_number, mark   a word is followed, its number and the word
//   turn                 the word that goes next is the one that is followed
//   found                the one that is followed has gone

module crossing_follower #(
    parameter integer WIDTH = 4,
    parameter integer DEPTH = 4,
    localparam integer COUNT_BITS = $clog2(DEPTH) + 1
) (
    (* gclk *) input logic clk,
    input logic             write_clk,
    input logic             read_clk,
    input logic             rst,
    input logic             pick,
    input logic             comes,
    input logic [WIDTH-1:0] word,
    input logic             goes,
    input logic             anywhere,

    output logic                  runs,
    output logic                  write_reset,
    output logic                  read_reset,
    output logic [COUNT_BITS-1:0] held,
    output logic [COUNT_BITS-1:0] came,
    output logic [COUNT_BITS-1:0] went,
    output logic                  marked,
    output logic [COUNT_BITS-1:0] mark_number,
    output logic [     WIDTH-1:0] mark,
    output logic                  turn,
    output logic                  found
);

  logic begun, reset_before;
  initial {begun, write_reset, read_reset} = '0;
  assign runs = begun && !rst && !reset_before;
  assign held = came - went;
  assign turn = marked && !found && mark_number == went;

  always_ff @(posedge write_clk) begin
    write_reset <= rst;
    if (comes) begin
      came <= came + 1'b1;
      if (pick && !marked) begin
        marked <= 1'b1;
        mark_number <= came;
        mark <= word;
      end
    end
    if (rst) begin
      came   <= '0;
      marked <= 1'b0;
    end
  end

  always_ff @(posedge read_clk) begin
    read_reset <= rst;
    if (goes) begin
      went <= went + 1'b1;
      if (turn) found <= 1'b1;
    end
    if (rst) begin
      went  <= '0;
      found <= 1'b0;
    end
  end

  always_ff @(posedge clk) begin
    begun <= 1'b1;
    reset_before <= rst;
  end

  always @(posedge clk) begin
    assume (begun || rst || anywhere);
    if (begun && reset_before && !(write_reset && read_reset)) assume (rst);
    if (begun && !reset_before && (write_reset || read_reset)) assume (!rst);
    if (runs) no_overflow : assert (32'(held) <= DEPTH);
  end

endmodule
