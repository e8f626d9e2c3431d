// SPDX-License-Identifier: Apache-2.0
//
// A compressor that spreads a round over several cycles hands out the words of sha2_compressor_direct, E - 1 and A - 1 cycles
// later, for blocks of any numbers of rounds, whatever K_t + W_t, hash values and pauses between blocks.
//
// Both get the control that sha2_core gives them: a load, rounds without a gap, then a pause or the next load; what
// belongs to e..h comes E - 1 cycles later than to the direct form, what belongs to a..d A - 1. Words are short
// (sha2_functions_short).
//
// Parameters: WORD; FORM, the compressor, a name of sha2_pkg: BALANCED, RESCHEDULED, PIPELINED or COMBINED.

module check_sha2_compressor #(
    parameter integer WORD = 2,
    parameter integer FORM = sha2_pkg::RESCHEDULED
) (
    input logic              clk,
    input logic              load,
    input logic              run,
    input logic [8*WORD-1:0] block_value,
    input logic [  WORD-1:0] k,
    input logic [  WORD-1:0] w
);

  localparam integer DELAY_E = sha2_pkg::depth_e(FORM) - 1;
  localparam integer DELAY_A = sha2_pkg::depth_a(FORM) - 1;
  localparam integer HALF = 4 * WORD;

  // At [n] what was n cycles ago.
  logic [2:0] loads, runs;
  logic [1:0] loads_ago, runs_ago;
  logic [3*HALF-1:0] values_a, values_e;
  logic [2*HALF-1:0] values_a_ago, values_e_ago;
  logic [8*WORD-1:0] value_held, value_now;
  assign loads = {loads_ago, load};
  assign runs = {runs_ago, run};
  assign value_now = load ? block_value : value_held;
  assign values_a = {values_a_ago, value_now[HALF+:HALF]};
  assign values_e = {values_e_ago, value_now[0+:HALF]};

  logic [8*WORD-1:0] value;
  logic load_a, load_e, step_a, step_e, hold_a, hold_e, first_a, first_e;
  assign value = {values_a[DELAY_A*HALF+:HALF], values_e[DELAY_E*HALF+:HALF]};
  assign load_a = loads[DELAY_A];
  assign load_e = loads[DELAY_E];
  assign step_a = runs[DELAY_A];
  assign step_e = runs[DELAY_E];
  assign hold_a = !load_a && !step_a;
  assign hold_e = !load_e && !step_e;
  assign first_a = !runs[DELAY_A];
  assign first_e = !runs[DELAY_E];

  logic [WORD-1:0] direct_a, direct_e, words_a, words_e;
  sha2_compressor_direct #(
      .WORD(WORD)
  ) direct (
      .clk(clk),
      .load_a(load),
      .load_e(load),
      .hold_a(!load && !run),
      .hold_e(!load && !run),
      .step_a(run),
      .step_e(run),
      .value(block_value),
      .k(k),
      .w(w),
      .words_a(direct_a),
      .words_e(direct_e)
  );

  generate
    if (FORM == sha2_pkg::BALANCED) begin : gen_balanced
      sha2_compressor_balanced #(.WORD(WORD)) compressor (.*);
    end else if (FORM == sha2_pkg::RESCHEDULED) begin : gen_rescheduled
      sha2_compressor_rescheduled #(.WORD(WORD)) compressor (.*);
    end else if (FORM == sha2_pkg::PIPELINED) begin : gen_pipelined
      sha2_compressor_pipelined #(.WORD(WORD)) compressor (.*);
    end else begin : gen_combined
      sha2_compressor_combined #(.WORD(WORD)) compressor (.*);
    end
  endgenerate

  logic begun;
  logic [2:0] known;  // at [n]: a value was loaded, n cycles ago and before
  logic [3*WORD-1:0] right_a, right_e;  // the words of the direct form
  logic [2*WORD-1:0] right_a_ago, right_e_ago;
  assign right_a = {right_a_ago, direct_a};
  assign right_e = {right_e_ago, direct_e};

  initial begun = 1'b0;
  initial known = '0;
  initial loads_ago = '0;
  initial runs_ago = '0;
  always_ff @(posedge clk) begin
    begun <= 1'b1;
    known <= {known[1:0], known[0] || load};
    loads_ago <= loads[1:0];
    runs_ago <= runs[1:0];
    value_held <= value_now;
    values_a_ago <= values_a[2*HALF-1:0];
    values_e_ago <= values_e[2*HALF-1:0];
    right_a_ago <= right_a[2*WORD-1:0];
    right_e_ago <= right_e[2*WORD-1:0];
  end

  always @(posedge clk) begin
    assume (!(load && run));
    assume (!run || loads_ago[0] || runs_ago[0]);
    assume (!loads_ago[0] || run);
    if (begun && known[DELAY_A]) new_a : assert (words_a == right_a[DELAY_A*WORD+:WORD]);
    if (begun && known[DELAY_E]) new_e : assert (words_e == right_e[DELAY_E*WORD+:WORD]);
    second_block : cover (known[2] && load && runs_ago == '1);
    pause : cover (known[2] && !load && !run && runs_ago == '1 && words_a != '0);
  end

endmodule
