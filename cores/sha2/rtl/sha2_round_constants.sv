// SPDX-License-Identifier: Apache-2.0
//
// The constants K_t of SHA-2 (FIPS 180-4, sections 4.2.2 and 4.2.3) for the rounds of a cycle, out of registers.
//
// Parameters
//   WORD     32 or 64 bits in a word, with 64 or 80 rounds
//   UNROLL   constants a cycle
//   STAGES   1: K of the cycle with the number t comes in the next cycle; 2: in the next but one, and is asked for in
//            turn by two lanes
//   DECODED  1, with STAGES 2 and UNROLL 1: gates in place of multiplexers, which drive less and are more; without effect
//            with STAGES 1
// Ports: t, number of the cycle of the block, from 0; k, the first round's constant in the lowest bits.

module sha2_round_constants #(
    parameter integer WORD = 32,
    parameter integer UNROLL = 1,
    parameter integer STAGES = 1,
    parameter integer DECODED = 0,
    localparam integer STEP = UNROLL * WORD
) (
    input  logic            clk,
    input  logic [     6:0] t,
    output logic [STEP-1:0] k
);

  generate
    if (WORD != 32 && WORD != 64) begin : gen_refused_word
      sha2_round_constants_needs_WORD_of_32_or_64 refused ();
    end
    if (UNROLL != 1 && UNROLL != 2) begin : gen_refused_unroll
      sha2_round_constants_needs_UNROLL_of_1_or_2 refused ();
    end
    if (STAGES != 1 && STAGES != 2) begin : gen_refused_stages
      sha2_round_constants_needs_STAGES_of_1_or_2 refused ();
    end
    if (DECODED != 0 && (DECODED != 1 || (STAGES == 2 && UNROLL != 1))) begin : gen_refused_decoded
      sha2_round_constants_needs_DECODED_of_0_or_1_and_0_with_STAGES_2_and_UNROLL_2 refused ();
    end
  endgenerate

  localparam integer ROUNDS = (WORD == 64) ? 80 : 64;
  localparam integer CYCLES = ROUNDS / UNROLL;
  localparam integer LEVELS = $clog2(CYCLES);
  localparam integer GROUPS = CYCLES / 8;

  // The constants K of the rounds of a cycle: a tree of multiplexers, in which each bit of the cycle's number halves
  // what is left of the table.
  function automatic [STEP-1:0] round_constants(input logic [LEVELS-1:0] number);
    logic [(STEP<<LEVELS)-1:0] table_left;
    begin
      table_left = '0;
      for (integer i = 0; i < ROUNDS; i = i + 1) begin
        table_left[WORD*i+:WORD] = sha2_pkg::CUBE_ROOTS[64*(80-i)-WORD+:WORD];
      end
      for (integer level = 0; level < LEVELS; level = level + 1) begin
        for (integer i = 0; i < ((1 << LEVELS) >> (level + 1)); i = i + 1) begin
          table_left[STEP*i+:STEP] = number[level] ? table_left[STEP*(2*i+1)+:STEP] : table_left[STEP*2*i+:STEP];
        end
      end
      round_constants = table_left[STEP-1:0];
    end
  endfunction

  // The same, from a number of which the lowest three bits and the others are decoded: less fan-out, more gates.
  function automatic [STEP-1:0] decoded_constants(input logic [GROUPS-1:0] group, input logic [7:0] member);
    logic [STEP-1:0] chosen;
    begin
      decoded_constants = '0;
      for (integer i = 0; i < GROUPS; i = i + 1) begin
        chosen = '0;
        for (integer j = 0; j < 8; j = j + 1) begin
          chosen = chosen | ({STEP{member[j]}} & STEP'(sha2_pkg::CUBE_ROOTS[64*(80-8*i-j)-WORD+:WORD]));
        end
        decoded_constants = decoded_constants | (chosen & {STEP{group[i]}});
      end
    end
  endfunction

  // Of two registers the first is that of the number t, which is shorter than k.
  generate
    if (STAGES > 1 && DECODED != 0) begin : gen_decoded
      localparam logic [GROUPS-1:0] UPPER = {GROUPS{1'b1}} << (GROUPS / 2);
      logic [GROUPS-1:0] group;
      logic [7:0] member;
      logic [2*STEP-1:0] halves;
      always_ff @(posedge clk) begin
        group <= GROUPS'(1) << t[LEVELS-1:3];
        member <= 8'd1 << t[2:0];
        halves <= {
          decoded_constants(group & UPPER, member), decoded_constants(group & ~UPPER, member)
        };
      end
      assign k = halves[STEP+:STEP] | halves[0+:STEP];
    end else if (STAGES > 1) begin : gen_number_first
      logic [LEVELS-1:0] number;
      always_ff @(posedge clk) begin
        number <= t[LEVELS-1:0];
        k <= round_constants(number);
      end
    end else begin : gen_number
      always_ff @(posedge clk) k <= round_constants(t[LEVELS-1:0]);
    end
  endgenerate

  logic unused;
  assign unused = ^t;

endmodule
