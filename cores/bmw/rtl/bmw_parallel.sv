// SPDX-License-Identifier: Apache-2.0
//
// BMW, a block a turn: f0, the 16 steps of f1 and f2 one behind the other, in STAGES ranks.
//
//   H --> [final] --> f0, AddElement --|-- f1, step 0 --|-- .. --|-- step 15 --|-- f2 --> H      |: may have a register
//
// 48 words and two sums go through a register: M, Q, and in place of what is still needed of H, AddElement. Of a lane
// that rests H goes in the place of Q_0 .. Q_15, of which nothing is lost before f2.
//
// Parameters
//   WORD     bits in a word, 32 or 64
//   STAGES   messages in flight, one more than there are ones in CUTS
//   CUTS     bit 0: register behind f0; bit 1+j: register behind step j of f1
//   SAVE, NETWORK, CHAIN  see bmw_core
// Ports
//   data         the block, M_0 lowest
//   finishing    the lane at rank 0 is in the turn that follows its last block
//   active       the lane at rank 0 works          beginning   it does not, and its H is to become the initial value
//   restore      the lane at rank 0 does not work, and its H is to become `chain`
//   active_last  the lane at the last rank works
//   h            H of the lane at rank 0, H_0 lowest

module bmw_parallel #(
    parameter integer WORD = 32,
    parameter integer STAGES = 1,
    parameter logic [16:0] CUTS = '0,
    parameter integer SAVE = 1,
    parameter integer NETWORK = adder_pkg::BRENT_KUNG,
    parameter integer CHAIN = adder_pkg::RIPPLE
) (
    input logic clk,

    input  logic [16*WORD-1:0] data,
    input  logic               finishing,
    input  logic               active,
    input  logic               beginning,
    input  logic [16*WORD-1:0] chain,
    input  logic               restore,
    input  logic               active_last,
    output logic [16*WORD-1:0] h
);

  generate
    if (WORD != 32 && WORD != 64) begin : gen_refused_word
      bmw_parallel_needs_WORD_of_32_or_64 refused ();
    end
    if (STAGES != 1 + 32'(CUTS[0]) + 32'(CUTS[1]) + 32'(CUTS[2]) + 32'(CUTS[3]) +
        32'(CUTS[4]) + 32'(CUTS[5]) + 32'(CUTS[6]) + 32'(CUTS[7]) + 32'(CUTS[8]) + 32'(CUTS[9]) +
        32'(CUTS[10]) + 32'(CUTS[11]) + 32'(CUTS[12]) + 32'(CUTS[13]) + 32'(CUTS[14]) +
        32'(CUTS[15]) + 32'(CUTS[16])) begin : gen_refused_stages
      bmw_parallel_needs_STAGES_one_more_than_ones_in_CUTS refused ();
    end
    if (NETWORK < adder_pkg::TOOL || NETWORK > adder_pkg::HAN_CARLSON) begin : gen_refused_network
      bmw_parallel_needs_NETWORK_of_adder_pkg refused ();
    end
    if (CHAIN < adder_pkg::TOOL || CHAIN > adder_pkg::HAN_CARLSON) begin : gen_refused_chain
      bmw_parallel_needs_CHAIN_of_adder_pkg refused ();
    end
  endgenerate

  localparam integer ALL = 16 * WORD;
  localparam [1023:0] INITIAL = bmw_pkg::initial_value(WORD);
  localparam [1023:0] FINAL = bmw_pkg::final_value(WORD);

  logic [ALL-1:0] m_in, h_in, q_in, elements_in, h_rest, h_next;
  assign m_in = finishing ? h : data;
  assign h_in = finishing ? FINAL[ALL-1:0] : h;
  assign h_rest = beginning ? INITIAL[ALL-1:0] : restore ? chain : h;

  bmw_f0 #(
      .WORD(WORD),
      .SAVE(SAVE),
      .NETWORK(NETWORK)
  ) f0 (
      .m(m_in),
      .h(h_in),
      .q(q_in)
  );

  generate
    for (genvar j = 0; j < 16; j = j + 1) begin : gen_element
      localparam [63:0] K = bmw_pkg::round_constant(WORD, j + 16);
      localparam integer B = (j + 3) % 16;
      localparam integer C = (j + 10) % 16;
      logic [WORD-1:0] m_a, m_b, m_c;
      assign {m_a, m_b, m_c} = {m_in[j*WORD+:WORD], m_in[B*WORD+:WORD], m_in[C*WORD+:WORD]};

      bmw_add_element #(
          .WORD(WORD),
          .SAVE(SAVE),
          .NETWORK(NETWORK)
      ) add_element (
          .a({m_a[WORD-2-j:0], m_a[WORD-1-:j+1]}),
          .b({m_b[WORD-2-B:0], m_b[WORD-1-:B+1]}),
          .c({m_c[WORD-2-C:0], m_c[WORD-1-:C+1]}),
          .k(K[WORD-1:0]),
          .h(h_in[WORD*((j+7)%16)+:WORD]),
          .y(elements_in[j*WORD+:WORD])
      );
    end

    for (genvar k = 0; k <= 16; k = k + 1) begin : gen_step
      // Before and behind the place of a register: M, AddElement(0) .. (15), of which those from k on are still needed,
      // Q_0 .. Q_{15+k}, and the sums of bmw_expand for J = k, k + 1.
      localparam integer WORDS = 16 + k;
      logic [ALL-1:0] m_before, m, elements_before, elements;
      logic [WORDS*WORD-1:0] q_before, q;
      logic [WORD-1:0] sum_before, sum, sum_next_before, sum_next;

      if (k == 0) begin : gen_first
        assign m_before = m_in;
        assign elements_before = elements_in;
        assign q_before = (STAGES == 1 || active) ? q_in : h_rest;
        assign sum_before = '0;
        assign sum_next_before = '0;
      end else begin : gen_expand
        logic [WORD-1:0] new_q, new_sum;
        bmw_expand #(
            .WORD(WORD),
            .J(k - 1),
            .SAVE(SAVE),
            .NETWORK(NETWORK),
            .CHAIN(CHAIN)
        ) expand (
            .q(gen_step[k-1].q[(k-1)*WORD+:ALL]),
            .element(gen_step[k-1].elements[(k-1)*WORD+:WORD]),
            .evens(gen_step[k-1].sum),
            .next_q(new_q),
            .next_evens(new_sum)
        );
        assign m_before = gen_step[k-1].m;
        assign elements_before = gen_step[k-1].elements;
        assign q_before = {new_q, gen_step[k-1].q};
        if (k == 1 || k == 2) begin : gen_sums
          // Q_2 + .. + Q_14 and Q_3 + .. + Q_15.
          logic [7*WORD-1:0] terms;
          logic [WORD-1:0] total;
          for (genvar i = 0; i < 7; i = i + 1) begin : gen_term
            assign terms[i*WORD+:WORD] = gen_step[k-1].q[(2*i+k+1)*WORD+:WORD];
          end
          multi_operand_adder #(
              .WIDTH(WORD),
              .OPERANDS(7),
              .SAVE(SAVE),
              .NETWORK(NETWORK)
          ) add (
              .operands(terms),
              .sum(total)
          );
          assign sum_before = gen_step[k-1].sum_next;
          assign sum_next_before = total;
        end else begin : gen_shift
          assign sum_before = gen_step[k-1].sum_next;
          assign sum_next_before = new_sum;
        end
        logic unused_sum;
        assign unused_sum = ^new_sum;
      end

      if (CUTS[k]) begin : gen_register
        always_ff @(posedge clk) begin
          {m, elements, q, sum, sum_next} <= {m_before, elements_before, q_before, sum_before, sum_next_before};
        end
      end else begin : gen_wire
        assign {m, elements, q, sum, sum_next} = {m_before, elements_before, q_before, sum_before, sum_next_before};
      end
    end
  endgenerate

  bmw_f2 #(
      .WORD(WORD),
      .SAVE(SAVE),
      .NETWORK(NETWORK)
  ) f2 (
      .m(gen_step[16].m),
      .q(gen_step[16].q),
      .h(h_next)
  );

  always_ff @(posedge clk) begin
    h <= active_last ? h_next : (STAGES == 1) ? h_rest : gen_step[16].q[ALL-1:0];
  end

  logic unused;
  assign unused = ^{gen_step[16].elements, gen_step[16].sum, gen_step[16].sum_next};

endmodule
