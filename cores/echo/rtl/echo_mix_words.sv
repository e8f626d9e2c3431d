// SPDX-License-Identifier: Apache-2.0
//
// BIG.MixColumns of one column of four words: MixColumns of AES on the four bytes in the same place, for each of the 16
// places.
//
// Ports: combinational; word 0 in the highest bits.

module echo_mix_words (
    input  logic [511:0] x,
    output logic [511:0] y
);

  generate
    for (genvar i = 0; i < 16; i = i + 1) begin : gen_byte
      aes_mix_column mix (
          .a({x[384+8*i+:8], x[256+8*i+:8], x[128+8*i+:8], x[8*i+:8]}),
          .b({y[384+8*i+:8], y[256+8*i+:8], y[128+8*i+:8], y[8*i+:8]})
      );
    end
  endgenerate

endmodule
