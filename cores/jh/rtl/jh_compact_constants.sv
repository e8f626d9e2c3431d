// SPDX-License-Identifier: Apache-2.0
//
// Round constants of E_8 for jh_compact_core, two bits of one in each cycle: a ring of 128 places that never stands still, in
// which R_6 makes a constant of the one before while it goes round.
//
//   C_-1 --> [select] --> S_0 and L, 3 places --> 1 place --> P_6, 124 places --+--> choices
//               ^                                                               |
//               '---------------------------------------------------------------'
//
// An element of R_6 is four bits, two places. In cycles 1 and 3 of each four one is complete, and goes through S_0; in cycle
// 3 the second of a pair is, and both go through L. P_6 moves pair j (5 bits) to the place with the bits of j rotated to
// the right by one, of odd elements with the highest one turned over. With place = (j, odd, half) in binary this is an
// exchange of odd elements that are 4 places apart, and then one of elements 4, 8, 16 and 32 apart for each two neighbouring
// bits of j (serial_swap).
//
// Nothing switches R_6 off: what is loaded is C_-1, of which it makes C_0.
//
// Ports
//   place    cycle of the turn of the ring, from 0
//   loading  C_-1 goes into the ring: on in the whole turn before the first round
//   choices  bits 2 place and 2 place + 1 of the constant, the first one higher

module jh_compact_constants (
    input  logic       clk,
    input  logic [6:0] place,
    input  logic       loading,
    output logic [1:0] choices
);

  localparam logic [255:0] C_BEFORE_FIRST = 256'h8e2a765a591b5f0b3cc4d45c532883975806a3cd106d6454aac2c05f62992a4c;

  logic [1:0] first, in;

  serial_table #(
      .WORD (2),
      .DIGIT(2),
      .WORDS(128),
      .TABLE(C_BEFORE_FIRST)
  ) start (
      .number(~place),
      .index(1'b0),
      .digit(first)
  );

  assign in = loading ? first : choices;

  // Elements a and b of a pair: b is complete in cycle 3, and a is in places 1 and 2 then.
  logic [1:0] place_0, place_1, place_2, place_3;
  logic [1:0] place_2_next;
  logic [3:0] a, b, c, d;
  logic complete, paired;

  assign complete = place[0];
  assign paired = &place[1:0];
  assign a = {place_2, place_1};
  assign d = jh_pkg::linear_d(a, b);
  assign c = jh_pkg::linear_c(a, d);
  assign place_2_next = paired ? c[1:0] : place_1;

  jh_sbox sbox (
      .x({place_0, in}),
      .choice(1'b0),
      .y(b)
  );

  always_ff @(posedge clk) begin
    place_0 <= paired ? d[1:0] : complete ? b[1:0] : in;
    place_1 <= paired ? d[3:2] : complete ? b[3:2] : place_0;
    place_2 <= place_2_next;
    place_3 <= paired ? c[3:2] : place_2;
  end

  // P_6. A piece that begins at a multiple of twice its length sees that bit of the number of what comes as it is in `place`.
  logic [5:2][1:0] coming, leaving;

  serial_swap #(
      .DIGIT (2),
      .LENGTH(4)
  ) odd (
      .clk (clk),
      .pass({2{place[1] && !place[2]}}),
      .in  (place_3),
      .out (coming[2])
  );

  generate
    for (genvar k = 2; k < 6; k = k + 1) begin : gen_rotation
      logic [2**(k+1)-1:0] rest;

      serial_swap #(
          .DIGIT (2),
          .LENGTH(2 ** k)
      ) piece (
          .clk (clk),
          .pass({2{!place[k] && !place[k+1]}}),
          .in  (coming[k]),
          .out (leaving[k])
      );
      always_ff @(posedge clk) rest <= (2 ** (k + 1))'({leaving[k], rest} >> 2);
      if (k < 5) begin : gen_next
        assign coming[k+1] = rest[1:0];
      end else begin : gen_head
        assign choices = rest[1:0];
      end
    end
  endgenerate

endmodule
