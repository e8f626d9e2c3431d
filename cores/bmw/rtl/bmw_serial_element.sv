// SPDX-License-Identifier: Apache-2.0
//
// AddElement(j) of BMW in two cycles: the rotations of three words of M and their sum with K_j in carry-save form,
// then the carries and a word of H.
//
// Parameters: WORD: bits in a word, 32 or 64; SAVE, NETWORK: as bmw_serial_f0.
// Ports
//   j        number of the step      m_a, m_b, m_c   M_j, M_{j+3}, M_{j+10}
//   h        one cycle later: H_{j+7}
//   element  two cycles later

module bmw_serial_element #(
    parameter integer WORD = 32,
    parameter integer SAVE = 1,
    parameter integer NETWORK = adder_pkg::BRENT_KUNG
) (
    input logic clk,

    input  logic [     3:0] j,
    input  logic [WORD-1:0] m_a,
    input  logic [WORD-1:0] m_b,
    input  logic [WORD-1:0] m_c,
    input  logic [WORD-1:0] h,
    output logic [WORD-1:0] element
);

  generate
    if (WORD != 32 && WORD != 64) begin : gen_refused_word
      bmw_serial_element_needs_WORD_of_32_or_64 refused ();
    end
    if (NETWORK < adder_pkg::TOOL || NETWORK > adder_pkg::HAN_CARLSON) begin : gen_refused_network
      bmw_serial_element_needs_NETWORK_of_adder_pkg refused ();
    end
  endgenerate

  localparam [1023:0] CONSTANTS = bmw_pkg::round_constants(WORD);

  // A word rotated to the left by its number + 1.
  function automatic [WORD-1:0] rotated(input logic [WORD-1:0] x, input logic [3:0] number);
    logic [WORD-1:0] y;
    begin
      y = {x[WORD-2:0], x[WORD-1]};
      y = number[0] ? {y[WORD-2:0], y[WORD-1]} : y;
      y = number[1] ? {y[WORD-3:0], y[WORD-1-:2]} : y;
      y = number[2] ? {y[WORD-5:0], y[WORD-1-:4]} : y;
      rotated = number[3] ? {y[WORD-9:0], y[WORD-1-:8]} : y;
    end
  endfunction

  logic [WORD-1:0] k, a, b, c, sum_1, carry_1, sum_2, carry_2, sum, carry, total;
  assign k = WORD'(CONSTANTS[64*j+:64]);
  assign a = rotated(m_a, j);
  assign b = rotated(m_b, j + 4'd3);
  assign c = rotated(m_c, j + 4'd10);

  carry_save_adder #(
      .WIDTH(WORD),
      .SAVE (SAVE)
  ) row_1 (
      .a(a),
      .b(b),
      .c(~c),
      .sum(sum_1),
      .carry(carry_1)
  );
  // The one that ~c lacks takes the place below the lowest carry.
  carry_save_adder #(
      .WIDTH(WORD),
      .SAVE (SAVE)
  ) row_2 (
      .a(sum_1),
      .b({carry_1[WORD-1:1], 1'b1}),
      .c(k),
      .sum(sum_2),
      .carry(carry_2)
  );
  prefix_adder #(
      .WIDTH  (WORD),
      .NETWORK(NETWORK)
  ) add (
      .a  (sum),
      .b  (carry),
      .sum(total)
  );

  always_ff @(posedge clk) begin
    sum <= sum_2;
    carry <= carry_2;
    element <= total ^ h;
  end

  logic unused;
  assign unused = carry_1[0];

endmodule
