// SPDX-License-Identifier: Apache-2.0
//
// The rounds of SHA-2 (FIPS 180-4, sections 6.2.2 and 6.4.2, step 3): one of the circuits sha2_compressor_*, and what
// it is told. The circuits differ in how the additions of a round lie between registers. W_t reaches e after E, a after
// A turns. A block follows a block all the same, because control, too, reaches these registers E - 1 and A - 1 turns
// later.
//
//   COMPRESSOR           module                       E  A
//   DIRECT               sha2_compressor_direct       1  1   UNROLL 1 or 2
//   BALANCED             sha2_compressor_balanced     1  1
//   RESCHEDULED          sha2_compressor_rescheduled  2  2
//   PIPELINED            sha2_compressor_pipelined    2  3
//   COMBINED             sha2_compressor_combined     2  2
//   STAGGERED            sha2_compressor_staggered    2  4   STAGES 1
//                        sha2_compressor_interleaved  2  4   STAGES 2
//
// Ports of the circuits. With step_a a round ends in a..d at the end of the cycle. With load_a these come from `value`
// (H_0 in the highest bits); where a first round needs its d in that cycle already, first_a says so. words_a, the newest
// UNROLL of these words, is what the hash value is waiting for: it stands still with hold_a, and becomes zero with none
// of step_a, load_a and hold_a. Likewise e..h. k and w are K_t and W_t. Some of sha2_compressor_interleaved are others.
//
// Parameters
//   WORD        32 or 64 bits in a word
//   UNROLL      rounds a cycle
//   STAGES      messages in flight; two of them take turns, and all registers are doubled
//   COMPRESSOR  a name of sha2_pkg
//   CHAIN       adder chain of DIRECT, a name of sha2_adder_chain_pkg
//   CARRY_SAVE  rows of full adders (1) or adders (0) elsewhere; see carry_save_adder
//   ADDER       carry network of the adders that make a and e, a name of adder_pkg
//   SIDE_ADDER  that of what is added ahead
//
// Ports
//   reset .. early        of sha2_control
//   hash, value, early_d  of sha2_hash_ring
//   k, w                  K_t and W_t of UNROLL rounds, the first in the lowest bits, in the turn with runs[0]
//   words_a, words_e      the newest UNROLL words of a and e, the newest in the highest bits: of the rounds of the turn
//                         with runs[0], A and E turns later

module sha2_compressor #(
    parameter integer WORD = 32,
    parameter integer UNROLL = 1,
    parameter integer STAGES = 1,
    parameter integer COMPRESSOR = sha2_pkg::DIRECT,
    parameter integer CHAIN = sha2_adder_chain_pkg::SAVED_CHAIN,
    parameter integer CARRY_SAVE = 1,
    parameter integer ADDER = adder_pkg::SKLANSKY,
    parameter integer SIDE_ADDER = adder_pkg::BRENT_KUNG
) (
    input logic clk,

    input logic              reset,
    input logic              clear,
    input logic [       3:0] loads,
    input logic [       3:0] runs,
    input logic              early,
    input logic [8*WORD-1:0] hash,
    input logic [8*WORD-1:0] value,
    input logic [  WORD-1:0] early_d,

    input  logic [UNROLL*WORD-1:0] k,
    input  logic [UNROLL*WORD-1:0] w,
    output logic [UNROLL*WORD-1:0] words_a,
    output logic [UNROLL*WORD-1:0] words_e
);

  generate
    if (COMPRESSOR < sha2_pkg::DIRECT || COMPRESSOR > sha2_pkg::STAGGERED) begin : gen_refused_compressor
      sha2_compressor_needs_COMPRESSOR_of_sha2_pkg refused ();
    end
    if (UNROLL != 1 && (UNROLL != 2 || COMPRESSOR != sha2_pkg::DIRECT)) begin : gen_refused_unroll
      sha2_compressor_needs_UNROLL_of_1_or_of_2_with_COMPRESSOR_DIRECT refused ();
    end
    if (STAGES != 1 && (STAGES != 2 || COMPRESSOR != sha2_pkg::STAGGERED)) begin : gen_refused_stages
      sha2_compressor_needs_STAGES_of_1_or_of_2_with_COMPRESSOR_STAGGERED refused ();
    end
  endgenerate

  localparam integer DELAY_E = sha2_pkg::depth_e(COMPRESSOR) - 1;
  localparam integer DELAY_A = sha2_pkg::depth_a(COMPRESSOR) - 1;
  localparam integer FIRST_LINE = STAGES * 2;

  logic load_a, load_e, hold_a, hold_e, step_a, step_e, first_a, first_e;
  assign load_a = loads[DELAY_A] && !reset;
  assign load_e = loads[DELAY_E] && !reset;
  assign step_a = runs[DELAY_A] && !reset;
  assign step_e = runs[DELAY_E] && !reset;
  assign hold_a = !loads[DELAY_A] && !runs[DELAY_A] && !clear;
  assign hold_e = !loads[DELAY_E] && !runs[DELAY_E] && !clear;

  // The cycle before the first round needs d and h of `value`; so may all cycles that need none.
  generate
    if (DELAY_E > 0) begin : gen_first
      logic [FIRST_LINE-1:0] first;
      always_ff @(posedge clk) first <= FIRST_LINE'({first, !runs[DELAY_A-1], !runs[DELAY_E-1]});
      assign {first_a, first_e} = first[FIRST_LINE-1-:2];
    end else begin : gen_no_first
      assign first_a = 1'b0;
      assign first_e = 1'b0;
    end
  endgenerate

  generate
    case (COMPRESSOR)
      sha2_pkg::BALANCED: begin : gen_balanced
        sha2_compressor_balanced #(
            .WORD(WORD),
            .CARRY_SAVE(CARRY_SAVE),
            .ADDER(ADDER)
        ) circuit (.*);
      end
      sha2_pkg::RESCHEDULED: begin : gen_rescheduled
        sha2_compressor_rescheduled #(
            .WORD(WORD),
            .CARRY_SAVE(CARRY_SAVE),
            .ADDER(ADDER),
            .SIDE_ADDER(SIDE_ADDER)
        ) circuit (.*);
      end
      sha2_pkg::PIPELINED: begin : gen_pipelined
        sha2_compressor_pipelined #(
            .WORD(WORD),
            .CARRY_SAVE(CARRY_SAVE),
            .ADDER(ADDER),
            .SIDE_ADDER(SIDE_ADDER)
        ) circuit (.*);
      end
      sha2_pkg::COMBINED: begin : gen_combined
        sha2_compressor_combined #(
            .WORD(WORD),
            .CARRY_SAVE(CARRY_SAVE),
            .ADDER(ADDER)
        ) circuit (.*);
      end
      sha2_pkg::STAGGERED: begin : gen_staggered
        if (STAGES == 1) begin : gen_one
          sha2_compressor_staggered #(
              .WORD(WORD),
              .CARRY_SAVE(CARRY_SAVE),
              .ADDER(ADDER)
          ) circuit (.*);
        end else begin : gen_two
          sha2_compressor_interleaved #(
              .WORD(WORD),
              .CARRY_SAVE(CARRY_SAVE),
              .ADDER(ADDER)
          ) circuit (
              .load_a(loads[DELAY_A]),
              .load_e(loads[DELAY_E]),
              .step_a(runs[DELAY_A]),
              .step_e(runs[DELAY_E]),
              .step_t(runs[DELAY_A-1] && !reset),
              .step_x(runs[DELAY_E-1] && !reset),
              .last_a(hash[4*WORD+:WORD]),
              .last_e(hash[0+:WORD]),
              .*
          );
        end
      end
      default: begin : gen_direct
        sha2_compressor_direct #(
            .WORD  (WORD),
            .UNROLL(UNROLL),
            .CHAIN (CHAIN),
            .ADDER (ADDER)
        ) circuit (.*);
      end
    endcase
  endgenerate

  logic unused;
  assign unused = &{
    1'b0, loads, runs, early, hash, early_d, load_a, load_e, hold_a, hold_e, step_a, step_e, first_a, first_e
  };

endmodule
