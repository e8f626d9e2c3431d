// SPDX-License-Identifier: Apache-2.0
//
// Message injection (section 3.2), or nothing.
//
//   w = 3:  V_j <- V_j + 2 (V_0 + V_1 + V_2) + 2^j M
//   w = 5:  V_j <- V_j + 2 (V_0 + .. + V_4), then 2 V_j + V_{j+1}, then 2 V_j + V_{j-1} + 2^j M, indices mod 5
//
// Parameters
//   WIDTH  w: 3 or 5
// Ports: combinational.
//   state     V_j at [256*j +: 256]
//   message   M, or 0
//   inject    1: M is injected; 0, with message 0: next is state
//   total     V_0 + .. + V_{w-1}, which is what Luffa hands out

module luffa_injection #(
    parameter integer WIDTH = 3
) (
    input  logic [256*WIDTH-1:0] state,
    input  logic [        255:0] message,
    input  logic                 inject,
    output logic [256*WIDTH-1:0] next,
    output logic [        255:0] total
);

  generate
    if (WIDTH != 3 && WIDTH != 5) begin : gen_refused_width
      luffa_injection_needs_WIDTH_of_3_or_5 refused ();
    end
  endgenerate

  localparam integer BITS = 256 * WIDTH;

  logic [BITS-1:0] multiples;  // of M
  logic [255:0] double_1, double_2, double_3, double_4;

  assign double_1 = luffa_pkg::double(message);
  assign double_2 = luffa_pkg::double(double_1);
  assign double_3 = luffa_pkg::double(double_2);
  assign double_4 = luffa_pkg::double(double_3);

  generate
    if (WIDTH == 3) begin : gen_three
      logic [255:0] doubled;

      assign total = (state[0+:256] ^ state[256+:256]) ^ state[512+:256];
      assign doubled = luffa_pkg::double(total) & {256{inject}};
      assign multiples = {double_2, double_1, message};
      for (genvar j = 0; j < WIDTH; j = j + 1) begin : gen_sum
        assign next[256*j+:256] = (state[256*j+:256] ^ multiples[256*j+:256]) ^ doubled;
      end
    end else begin : gen_five
      logic [255:0] doubled;
      logic [BITS-1:0] one, two;  // layers

      assign total = ((state[0+:256] ^ state[256+:256]) ^ (state[512+:256] ^ state[768+:256])) ^ state[1024+:256];
      assign doubled = luffa_pkg::double(total);
      assign multiples = {double_4, double_3, double_2, double_1, message};
      for (genvar j = 0; j < WIDTH; j = j + 1) begin : gen_sum
        localparam integer HERE = 256 * j;
        localparam integer UP = 256 * ((j + 1) % 5);
        localparam integer DOWN = 256 * ((j + 4) % 5);
        logic [255:0] three;
        assign one[HERE+:256] = state[HERE+:256] ^ doubled;
        assign two[HERE+:256] = luffa_pkg::double(one[HERE+:256]) ^ one[UP+:256];
        assign three = luffa_pkg::double(two[HERE+:256]) ^ (two[DOWN+:256] ^ multiples[HERE+:256]);
        assign next[HERE+:256] = (three & {256{inject}}) | (state[HERE+:256] & {256{!inject}});
      end
    end
  endgenerate

  logic unused;
  assign unused = &{1'b0, double_3, double_4};

endmodule
