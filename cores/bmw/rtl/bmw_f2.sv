// SPDX-License-Identifier: Apache-2.0
//
// f2 of BMW: the new H from M and Q_0 .. Q_31. With XL = Q_16 ^ .. ^ Q_23, XH = XL ^ Q_24 ^ .. ^ Q_31, and i = 0 .. 7,
//
//   H_i     = (shift(XH) ^ shift(Q_{16+i}) ^ M_i) + (XL ^ Q_{24+i} ^ Q_i)
//   H_{8+i} = ROTL^{9+i}(H_{4+i mod 8}) + (XH ^ Q_{24+i} ^ M_{8+i}) + (shift(XL) ^ Q_{16 + (7+i mod 8)} ^ Q_{8+i})
//
// Parameters: WORD: bits in a word, 32 or 64; SAVE, NETWORK: as bmw_signed_sum.
// Ports: combinational; m, q, h, word i at [i*WORD +: WORD].

module bmw_f2 #(
    parameter integer WORD = 32,
    parameter integer SAVE = 1,
    parameter integer NETWORK = adder_pkg::BRENT_KUNG
) (
    input  logic [16*WORD-1:0] m,
    input  logic [32*WORD-1:0] q,
    output logic [16*WORD-1:0] h
);

  generate
    if (WORD != 32 && WORD != 64) begin : gen_refused_word
      bmw_f2_needs_WORD_of_32_or_64 refused ();
    end
    if (NETWORK < adder_pkg::TOOL || NETWORK > adder_pkg::HAN_CARLSON) begin : gen_refused_network
      bmw_f2_needs_NETWORK_of_adder_pkg refused ();
    end
  endgenerate

  logic [WORD-1:0] xl, xh;
  assign xl = q[16*WORD+:WORD] ^ q[17*WORD+:WORD] ^ q[18*WORD+:WORD] ^ q[19*WORD+:WORD] ^ q[20*WORD+:WORD] ^
      q[21*WORD+:WORD] ^ q[22*WORD+:WORD] ^ q[23*WORD+:WORD];
  assign xh = xl ^ q[24*WORD+:WORD] ^ q[25*WORD+:WORD] ^ q[26*WORD+:WORD] ^ q[27*WORD+:WORD] ^ q[28*WORD+:WORD] ^
      q[29*WORD+:WORD] ^ q[30*WORD+:WORD] ^ q[31*WORD+:WORD];

  generate
    for (genvar i = 0; i < 8; i = i + 1) begin : gen_word
      localparam integer OF_XH = bmw_pkg::xh_left(i);
      localparam integer OF_Q = bmw_pkg::q_left(i);
      localparam integer OF_XL = bmw_pkg::xl_left(i);
      localparam integer FROM = (i + 4) % 8;
      localparam integer LAST = 16 + (i + 7) % 8;
      logic [WORD-1:0] first, turned, second, third, sum, carry;

      assign first = ((OF_XH > 0) ? xh << OF_XH : xh >> -OF_XH) ^
          ((OF_Q > 0) ? q[(16+i)*WORD+:WORD] << OF_Q : q[(16+i)*WORD+:WORD] >> -OF_Q) ^ m[i*WORD+:WORD];
      prefix_adder #(
          .WIDTH  (WORD),
          .NETWORK(NETWORK)
      ) add_low (
          .a  (first),
          .b  (xl ^ q[(24+i)*WORD+:WORD] ^ q[i*WORD+:WORD]),
          .sum(h[i*WORD+:WORD])
      );

      assign turned = {h[FROM*WORD+:WORD-9-i], h[FROM*WORD+WORD-1-:9+i]};
      assign second = xh ^ q[(24+i)*WORD+:WORD] ^ m[(8+i)*WORD+:WORD];
      assign third = ((OF_XL > 0) ? xl << OF_XL : xl >> -OF_XL) ^ q[LAST*WORD+:WORD] ^ q[(8+i)*WORD+:WORD];
      // What hangs on the other words of H goes in last.
      if (SAVE == 0) begin : gen_propagated
        logic [WORD-1:0] part;
        prefix_adder #(
            .WIDTH  (WORD),
            .NETWORK(adder_pkg::TOOL)
        ) add_part (
            .a  (second),
            .b  (third),
            .sum(part)
        );
        assign sum = part;
        assign carry = turned;
      end else begin : gen_saved
        carry_save_adder #(
            .WIDTH(WORD)
        ) row (
            .a(second),
            .b(third),
            .c(turned),
            .sum(sum),
            .carry(carry)
        );
      end
      prefix_adder #(
          .WIDTH  (WORD),
          .NETWORK(NETWORK)
      ) add_high (
          .a  (sum),
          .b  (carry),
          .sum(h[(8+i)*WORD+:WORD])
      );
    end
  endgenerate

endmodule
