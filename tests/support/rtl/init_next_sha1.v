// SPDX-License-Identifier: Apache-2.0
//
// SHA-1 with ports as many open cores have them: a pulse of init with the first block of a message, a pulse of next with
// every other one, ready while a block can be taken, digest_valid from the end of a block on until the next one begins.
// 82 cycles from block to block: one that takes it, 80 rounds, and one in which the chaining value is added.
//
// Parameters, the planted faults, 0 for none
//   FAULT   1: the initial value is not loaded again, 2: the last round is left out, 3: digest_valid stays while the
//           next block is worked on, 4: next is read as init
//   ORDER   1: words of block and digest in reverse order, the first in the lowest bits
//   ENDS    1: digest_valid is a pulse, after which the digest is gone

module init_next_sha1 #(
    parameter FAULT = 0,
    parameter ORDER = 0,
    parameter ENDS  = 0
) (
    input  wire         clk,
    input  wire         reset_n,
    input  wire         init,
    input  wire         next,
    input  wire [  1:0] mode,
    input  wire [511:0] block,
    output wire         ready,
    output wire [159:0] digest,
    output wire         digest_valid
);
  reg [31:0] h0, h1, h2, h3, h4;
  reg [31:0] a, b, c, d, e;
  reg [511:0] w;
  reg [6:0] round;
  reg busy, valid, fresh;

  wire [6:0] last = (FAULT == 2) ? 7'd79 : 7'd80;
  wire [31:0] mixed = w[511-13*32-:32] ^ w[511-8*32-:32] ^ w[511-2*32-:32] ^ w[511-:32];
  wire [31:0] f = (round < 20) ? (b & c) | (~b & d) :
                  (round < 40 || round >= 60) ? b ^ c ^ d : (b & c) | (b & d) | (c & d);
  wire [31:0] k = (round < 20) ? 32'h5a827999 : (round < 40) ? 32'h6ed9eba1 :
                  (round < 60) ? 32'h8f1bbcdc : 32'hca62c1d6;
  wire [31:0] t = {a[26:0], a[31:27]} + f + e + k + w[511-:32];
  wire begins = (init || next) && !busy;
  wire afresh = (FAULT == 4) ? init || next : init && (FAULT != 1 || fresh);

  wire [511:0] turned;
  genvar i;
  generate
    for (i = 0; i < 16; i = i + 1) begin : gen_words
      assign turned[32*i+:32] = ORDER ? block[32*(15-i)+:32] : block[32*i+:32];
    end
  endgenerate

  assign ready = !busy;
  assign digest_valid = (mode == 2'd2) && valid;
  wire [159:0] chain = ORDER ? {h4, h3, h2, h1, h0} : {h0, h1, h2, h3, h4};
  assign digest = (ENDS && !valid) ? 160'd0 : chain;

  always @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      busy <= 1'b0;
      valid <= 1'b0;
      round <= 7'd0;
      fresh <= 1'b1;
      {h0, h1, h2, h3, h4} <= 160'd0;
      {a, b, c, d, e} <= 160'd0;
      w <= 512'd0;
    end else begin
      if (ENDS) valid <= 1'b0;
      if (begins) begin
        busy <= 1'b1;
        fresh <= 1'b0;
        round <= 7'd0;
        w <= turned;
        if (FAULT != 3) valid <= 1'b0;
        if (afresh) begin
          {h0, h1, h2, h3, h4} <= 160'h67452301_efcdab89_98badcfe_10325476_c3d2e1f0;
          {a, b, c, d, e} <= 160'h67452301_efcdab89_98badcfe_10325476_c3d2e1f0;
        end else {a, b, c, d, e} <= {h0, h1, h2, h3, h4};
      end else if (busy && round == last) begin
        busy <= 1'b0;
        valid <= 1'b1;
        h0 <= h0 + a;
        h1 <= h1 + b;
        h2 <= h2 + c;
        h3 <= h3 + d;
        h4 <= h4 + e;
      end else if (busy) begin
        round <= round + 7'd1;
        {a, b, c, d, e} <= {t, a, {b[1:0], b[31:2]}, c, d};
        w <= {w[479:0], mixed[30:0], mixed[31]};
      end
    end
endmodule
