// SPDX-License-Identifier: Apache-2.0
//
// The sums of half a round of CubeHash, x[1jklm] + x[0jklm] for the 16 jklm, by adders that a register may cut in two.
//
// Parameters
//   CUT    0: no register; 1 .. 31: the low CUT bits of every word are added before it and the others behind it, with
//          one bit more a word to hold than the state has
//   ADDER  carry network of the adders, a name of adder_pkg
// Ports
//   go            the lane before the register works; not used without one
//   lower, upper  x[0jklm] and x[1jklm], word n at [32*n +: 32]
//   sums          the sums; with a register one cycle later
//   rest_lower    lower; with a register one cycle later
//   rest_upper    upper; with a register one cycle later, if go was 0

module cubehash_sums #(
    parameter integer CUT = 0,
    parameter integer ADDER = adder_pkg::BRENT_KUNG
) (
    input logic clk,
    input logic go,

    input  logic [511:0] lower,
    input  logic [511:0] upper,
    output logic [511:0] sums,
    output logic [511:0] rest_lower,
    output logic [511:0] rest_upper
);

  generate
    if (CUT < 0 || CUT > 31) begin : gen_refused_cut
      cubehash_sums_needs_CUT_of_0_to_31 refused ();
    end
    if (ADDER < adder_pkg::TOOL || ADDER > adder_pkg::HAN_CARLSON) begin : gen_refused_adder
      cubehash_sums_needs_ADDER_of_adder_pkg refused ();
    end
  endgenerate

  generate
    if (CUT == 0) begin : gen_whole
      assign rest_lower = lower;
      assign rest_upper = upper;
      for (genvar n = 0; n < 16; n = n + 1) begin : gen_word
        prefix_adder #(
            .WIDTH  (32),
            .NETWORK(ADDER)
        ) add (
            .a  (upper[32*n+:32]),
            .b  (lower[32*n+:32]),
            .sum(sums[32*n+:32])
        );
      end
      logic unused;
      assign unused = &{1'b0, clk, go};
    end else begin : gen_cut
      localparam integer HIGH = 32 - CUT;

      always_ff @(posedge clk) rest_lower <= lower;

      for (genvar n = 0; n < 16; n = n + 1) begin : gen_word
        logic [CUT:0] low;  // with the carry out of it
        logic [HIGH:0] high;  // with a bit below it that brings the carry in
        logic carry;

        prefix_adder #(
            .WIDTH  (CUT + 1),
            .NETWORK(ADDER)
        ) add_low (
            .a  ({1'b0, upper[32*n+:CUT]}),
            .b  ({1'b0, lower[32*n+:CUT]}),
            .sum(low)
        );
        always_ff @(posedge clk) begin
          rest_upper[32*n+:32] <= {upper[32*n+CUT+:HIGH], go ? low[CUT-1:0] : upper[32*n+:CUT]};
          carry <= low[CUT];
        end
        prefix_adder #(
            .WIDTH  (HIGH + 1),
            .NETWORK(ADDER)
        ) add_high (
            .a  ({rest_upper[32*n+CUT+:HIGH], carry}),
            .b  ({rest_lower[32*n+CUT+:HIGH], carry}),
            .sum(high)
        );
        assign sums[32*n+:32] = {high[HIGH:1], rest_upper[32*n+:CUT]};
        logic unused;
        assign unused = high[0];
      end
    end
  endgenerate

endmodule
