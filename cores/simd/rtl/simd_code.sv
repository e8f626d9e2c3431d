// SPDX-License-Identifier: Apache-2.0
//
// The inner code: a residue, taken between -128 and 128, times 185 or 233 in 16 bits.
//
// The residue {h, l} stands for l - h (see simd_butterfly), which is -1 .. 255; above 128 it is 257 too much:
//
//   185 = 257 - 8 - 64, 233 = 257 - 8 - 16;  word = 257 l - 8 l - (64 or 16) l - factor (h + 257 [l - h > 128])
//
// Parameters
//   CUT          1: a register before the last adder
//   SAVE, ADDER  as in carry_save_tree and prefix_adder
// Ports: with CUT the word comes one cycle later; `late` is 1 for the factor 233.

module simd_code #(
    parameter integer CUT   = 0,
    parameter integer SAVE  = 1,
    parameter integer ADDER = adder_pkg::BRENT_KUNG
) (
    input  logic        clk,
    input  logic [ 8:0] residue,
    input  logic        late,
    output logic [15:0] word
);

  generate
    if (CUT != 0 && CUT != 1) begin : gen_refused_cut
      simd_code_needs_CUT_of_0_or_1 refused ();
    end
    if (SAVE != 0 && SAVE != 1) begin : gen_refused_save
      simd_code_needs_SAVE_of_0_or_1 refused ();
    end
  endgenerate

  logic h, above;
  logic [7:0] l;
  logic [15:0] rest;
  logic [15:0] sum, carry, late_sum, late_carry;

  assign {h, l} = residue;
  assign above = l[7] && (l[6:1] != '0 || (l[0] && !h));

  // 2 completes the two complements.
  always_comb begin
    case ({late, above, h})
      3'd0: rest = 16'd2;
      3'd1: rest = 16'(2 - 185);
      3'd2: rest = 16'(2 - 185 * 257);
      3'd3: rest = 16'(2 - 185 * 258);
      3'd4: rest = 16'd2;
      3'd5: rest = 16'(2 - 233);
      3'd6: rest = 16'(2 - 233 * 257);
      default: rest = 16'(2 - 233 * 258);
    endcase
  end

  carry_save_tree #(
      .WIDTH(16),
      .OPERANDS(4),
      .SAVE(SAVE)
  ) tree (
      .operands({rest, ~(late ? {4'd0, l, 4'd0} : {2'd0, l, 6'd0}), ~{5'd0, l, 3'd0}, {l, l}}),
      .sum(sum),
      .carry(carry)
  );

  simd_cut #(
      .WIDTH(32),
      .CUT  (CUT)
  ) cut (
      .clk(clk),
      .d  ({carry, sum}),
      .q  ({late_carry, late_sum})
  );

  generate
    if (SAVE != 0) begin : gen_add
      prefix_adder #(
          .WIDTH  (16),
          .NETWORK(ADDER)
      ) add (
          .a  (late_sum),
          .b  (late_carry),
          .sum(word)
      );
    end else begin : gen_done
      assign word = late_sum;
      logic unused;
      assign unused = ^late_carry;
    end
  endgenerate

endmodule
