// SPDX-License-Identifier: Apache-2.0
//
// The words that a parallel counter gives add up to those that it gets.
//
// Parameters: WIDTH, bits of the words; KIND, which counter: 0: 4_4_4, 1: 5_3, 2: 7_3.

module check_parallel_counters #(
    parameter integer WIDTH = 8,
    parameter integer KIND  = 0
) (
    input logic [WIDTH-1:0] a,
    input logic [WIDTH-1:0] b,
    input logic [WIDTH-1:0] c,
    input logic [WIDTH-1:0] d,
    input logic [WIDTH-1:0] e,
    input logic [WIDTH-1:0] f,
    input logic [WIDTH-1:0] g
);

  generate
    if (KIND == 0) begin : gen_4_4_4
      logic [WIDTH-1:0] sum, carry;
      parallel_counter_4_4_4 #(.WIDTH(WIDTH)) counter (.*);
      always_comb kept : assert (WIDTH'(sum + carry) == WIDTH'(a + b + c + d));
    end else begin : gen_three
      logic [WIDTH-1:0] ones, twos, fours;
      if (KIND == 1) begin : gen_5_3
        parallel_counter_5_3 #(.WIDTH(WIDTH)) counter (.*);
        always_comb kept : assert (WIDTH'(ones + twos + fours) == WIDTH'(a + b + c + d + e));
      end else begin : gen_7_3
        parallel_counter_7_3 #(.WIDTH(WIDTH)) counter (.*);
        always_comb kept : assert (WIDTH'(ones + twos + fours) == WIDTH'(a + b + c + d + e + f + g));
      end
    end
  endgenerate

endmodule
