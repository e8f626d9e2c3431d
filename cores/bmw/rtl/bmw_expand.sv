// SPDX-License-Identifier: Apache-2.0
//
// A step of f1 of BMW: Q_{16+J} from Q_J .. Q_{J+15} and AddElement(J), by expand1 for J = 0, 1, by expand2 for J > 1.
//
// expand2 adds Q_J + Q_{J+2} + .. + Q_{J+12}, which comes as a sum and leaves as that of J + 2, two words exchanged.
//
// Parameters: WORD: bits in a word, 32 or 64; J: 0 .. 15; SAVE: as bmw_sum; NETWORK: carry network of the adder of
// expand1, CHAIN: of the adders of expand2, names of adder_pkg.
// Ports: combinational
//   q        Q_J .. Q_{J+15}, Q_J lowest      element  AddElement(J)
//   evens    Q_J + Q_{J+2} + .. + Q_{J+12}; not used where J < 2
//   next_q, next_evens   Q_{J+16}, evens of J + 2

module bmw_expand #(
    parameter integer WORD = 32,
    parameter integer J = 2,
    parameter integer SAVE = 1,
    parameter integer NETWORK = adder_pkg::BRENT_KUNG,
    parameter integer CHAIN = adder_pkg::RIPPLE
) (
    input  logic [16*WORD-1:0] q,
    input  logic [   WORD-1:0] element,
    input  logic [   WORD-1:0] evens,
    output logic [   WORD-1:0] next_q,
    output logic [   WORD-1:0] next_evens
);

  generate
    if (WORD != 32 && WORD != 64) begin : gen_refused_word
      bmw_expand_needs_WORD_of_32_or_64 refused ();
    end
    if (J < 0 || J > 15) begin : gen_refused_j
      bmw_expand_needs_J_of_0_to_15 refused ();
    end
    if (J < 2 && SAVE != 0 &&
        (NETWORK < adder_pkg::TOOL || NETWORK > adder_pkg::HAN_CARLSON)) begin : gen_refused_network
      bmw_expand_needs_NETWORK_of_adder_pkg refused ();
    end
    if (J > 1 && (CHAIN < adder_pkg::TOOL || CHAIN > adder_pkg::HAN_CARLSON)) begin : gen_refused_chain
      bmw_expand_needs_CHAIN_of_adder_pkg refused ();
    end
  endgenerate

  generate
    if (J < 2) begin : gen_expand_1
      logic [16*WORD-1:0] spread;
      for (genvar i = 0; i < 16; i = i + 1) begin : gen_term
        bmw_s #(
            .WORD  (WORD),
            .NUMBER((i + 1) % 4)
        ) spread_q (
            .x(q[i*WORD+:WORD]),
            .y(spread[i*WORD+:WORD])
        );
      end
      bmw_sum #(
          .WORD(WORD),
          .EARLY(14),
          .SAVE(SAVE),
          .NETWORK(NETWORK)
      ) add (
          .early({spread[13*WORD-1:0], element}),
          .late (spread[13*WORD+:3*WORD]),
          .sum  (next_q)
      );
      assign next_evens = '0;
      logic unused;
      assign unused = ^evens;
    end else begin : gen_expand_2
      logic [7*WORD-1:0] turned;
      logic [WORD-1:0] middle, late;
      for (genvar i = 1; i < 8; i = i + 1) begin : gen_term
        localparam integer R = bmw_pkg::r(WORD, i);
        logic [WORD-1:0] x;
        assign x = q[(2*i-1)*WORD+:WORD];
        assign turned[(i-1)*WORD+:WORD] = {x[WORD-1-R:0], x[WORD-1-:R]};
      end
      bmw_s #(
          .WORD  (WORD),
          .NUMBER(4)
      ) spread_4 (
          .x(q[14*WORD+:WORD]),
          .y(middle)
      );
      bmw_s #(
          .WORD  (WORD),
          .NUMBER(5)
      ) spread_5 (
          .x(q[15*WORD+:WORD]),
          .y(late)
      );
      bmw_sum #(
          .WORD(WORD),
          .EARLY(8),
          .SAVE(SAVE),
          .NETWORK(CHAIN)
      ) add (
          .early({evens, turned[6*WORD-1:0], element}),
          .late ({late, middle, turned[6*WORD+:WORD]}),
          .sum  (next_q)
      );

      // evens - Q_J + Q_{J+14}
      logic [WORD-1:0] without;
      prefix_adder #(
          .WIDTH(WORD),
          .NETWORK(CHAIN),
          .SUBTRACT(1)
      ) take (
          .a  (evens),
          .b  (q[0+:WORD]),
          .sum(without)
      );
      prefix_adder #(
          .WIDTH  (WORD),
          .NETWORK(CHAIN)
      ) give (
          .a  (without),
          .b  (q[14*WORD+:WORD]),
          .sum(next_evens)
      );
      logic unused;
      assign unused = ^q;  // words of which `evens` is the sum
    end
  endgenerate

endmodule
