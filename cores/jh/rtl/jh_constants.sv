// SPDX-License-Identifier: Apache-2.0
//
// Round constants of E_8. In the cycle after one with step r at rank 0, choices is C_r.
//
// Parameters
//   STORED  1: the table of all constants as gates: of each bit, eight constants at a time are a function of the lower
//           half of r, and the higher half chooses among these.
//           0: C_0 and R_6, which makes a constant of the one before it, for each of the messages.
//   STAGES  messages in flight, 1 or 2; any number with STORED 1
// Ports
//   next_step  step of the lane that comes to rank 0
//   round      the step at rank 0 is that of a round; else it is taken for 0
//   choices    a bit for each element, the first one highest

module jh_constants #(
    parameter integer STORED = 0,
    parameter integer STAGES = 1
) (
    input  logic         clk,
    input  logic [  5:0] next_step,
    input  logic         round,
    output logic [255:0] choices
);

  generate
    if (STORED == 0 && STAGES != 1 && STAGES != 2) begin : gen_refused_stages
      jh_constants_needs_STAGES_of_1_or_2_with_STORED_0 refused ();
    end
  endgenerate

  generate
    if (STORED == 0) begin : gen_computed
      localparam logic [255:0] FIRST = jh_tables_pkg::CONSTANTS[255:0];
      logic [255:0] substituted, between, next;

      jh_substitution #(
          .ELEMENTS(64)
      ) substitution (
          .x(choices),
          .choices(64'b0),
          .y(substituted)
      );
      jh_linear #(
          .ELEMENTS(64)
      ) linear (
          .x(between),
          .y(next)
      );
      if (STAGES == 1) begin : gen_one
        assign between = substituted;
      end else begin : gen_two
        always_ff @(posedge clk) between <= substituted;
      end

      always_ff @(posedge clk) choices <= (next & (FIRST | {256{round}})) | (FIRST & {256{!round}});

      logic unused;
      assign unused = &{1'b0, next_step};
    end else begin : gen_stored
      // The step, decoded for the table. Inverted, the lower half has flip-flops of its own, which drive nothing else.
      logic [5:0] eighth;
      logic [2:0] inverted, lower;

      assign lower = ~inverted;
      always_ff @(posedge clk) inverted <= ~next_step[2:0];
      for (genvar h = 0; h < 6; h = h + 1) begin : gen_eighth
        always_ff @(posedge clk) eighth[h] <= next_step[5:3] == 3'(h);
      end

      for (genvar b = 0; b < 256; b = b + 1) begin : gen_bit
        logic [5:0] among;
        for (genvar h = 0; h < 6; h = h + 1) begin : gen_among
          localparam integer AT = 2048 * h + b;
          localparam logic [7:0] EIGHT = {
            jh_tables_pkg::CONSTANTS[AT+1792], jh_tables_pkg::CONSTANTS[AT+1536], jh_tables_pkg::CONSTANTS[AT+1280],
            jh_tables_pkg::CONSTANTS[AT+1024], jh_tables_pkg::CONSTANTS[AT+768], jh_tables_pkg::CONSTANTS[AT+512],
            jh_tables_pkg::CONSTANTS[AT+256], jh_tables_pkg::CONSTANTS[AT]
          };
          assign among[h] = eighth[h] && EIGHT[lower];
        end
        always_ff @(posedge clk) choices[b] <= ((among[0] | among[1]) | (among[2] | among[3])) | (among[4] | among[5]);
      end

      logic unused;
      assign unused = &{1'b0, round, 1'(STAGES)};
    end
  endgenerate

endmodule
