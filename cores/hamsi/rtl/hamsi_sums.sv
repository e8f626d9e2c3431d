// SPDX-License-Identifier: Apache-2.0
//
// One level of sums of two of the KNOWN bits, which join them. COUNT is how many, 1 or more, PAIRS which: 16 bits for the
// number of each bit, below KNOWN, the first sum lowest.

module hamsi_sums #(
    parameter integer KNOWN = 32,
    parameter integer COUNT = 1,
    parameter [32*COUNT-1:0] PAIRS = '0
) (
    input  logic [      KNOWN-1:0] known,
    output logic [KNOWN+COUNT-1:0] all
);

  generate
    if (KNOWN < 1) begin : gen_refused_known
      hamsi_sums_needs_KNOWN_of_1_or_more refused ();
    end
    if (COUNT < 1) begin : gen_refused_count
      hamsi_sums_needs_COUNT_of_1_or_more refused ();
    end
  endgenerate

  assign all[KNOWN-1:0] = known;

  generate
    for (genvar i = 0; i < COUNT; i = i + 1) begin : gen_sum
      localparam integer A = 32'(PAIRS[32*i+:16]);
      localparam integer B = 32'(PAIRS[32*i+16+:16]);
      assign all[KNOWN+i] = known[A] ^ known[B];
    end
  endgenerate

endmodule
