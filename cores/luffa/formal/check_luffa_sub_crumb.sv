// SPDX-License-Identifier: Apache-2.0
//
// luffa_sub_crumb applies the S-box of section 3.3.1 to every column: bit k of its argument and value is of a_k, in the
// second half of a_5, a_6, a_7, a_4 for k = 0, 1, 2, 3.

module check_luffa_sub_crumb (
    input logic [255:0] in
);

  localparam logic [63:0] S = 64'hde01_5a76_b39c_f824;  // S(0) highest

  logic [255:0] out;
  luffa_sub_crumb box (.*);

  logic [31:0] first_right, second_right;
  always_comb begin
    for (integer i = 0; i < 32; i = i + 1) begin
      first_right[i] = {out[128+i], out[160+i], out[192+i], out[224+i]} ==
          4'(S >> {~{in[128+i], in[160+i], in[192+i], in[224+i]}, 2'b00});
      second_right[i] = {out[96+i], out[i], out[32+i], out[64+i]} ==
          4'(S >> {~{in[96+i], in[i], in[32+i], in[64+i]}, 2'b00});
    end
    first : assert (first_right == '1);
    second : assert (second_right == '1);
  end

endmodule
