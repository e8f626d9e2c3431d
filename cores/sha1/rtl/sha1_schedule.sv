// SPDX-License-Identifier: Apache-2.0
//
// The message schedule of SHA-1 (FIPS 180-4, section 6.1.2, step 1): 16 words in a shift register,
//
//   W_t = ROTL^1(W_{t-3} ^ W_{t-8} ^ W_{t-14} ^ W_{t-16})
//
// Parameters
//   UNROLL  words a cycle, 1 or 2
//   INVERT  1: every other word of the register is held inverted. Where the multiplexers of a library invert, the
//           one in front of each bit then needs no inverter.
// Ports: `load` takes the 16 words of `block`, the first in the highest bits; the cycle after it w is W_0 (with
// UNROLL 2 W_0 and W_1, W_0 highest), then come the words that follow, UNROLL a cycle.

module sha1_schedule #(
    parameter integer UNROLL = 1,
    parameter integer INVERT = 0
) (
    input  logic                 clk,
    input  logic                 load,
    input  logic [        511:0] block,
    output logic [32*UNROLL-1:0] w
);

  generate
    if (UNROLL != 1 && UNROLL != 2) begin : gen_refused_unroll
      sha1_schedule_needs_UNROLL_of_1_or_2 refused ();
    end
    if (INVERT != 0 && INVERT != 1) begin : gen_refused_invert
      sha1_schedule_needs_INVERT_of_0_or_1 refused ();
    end
  endgenerate

  // What a word moves to is UNROLL places on, where it must find the other polarity.
  localparam [511:0] INVERTED = (INVERT == 0) ? '0 :
      (UNROLL == 1) ? {8{32'h00000000, 32'hffffffff}} : {4{64'h0000000000000000, 64'hffffffffffffffff}};

  logic [511:0] held;  // `words`, some of them inverted
  logic [511:0] words;  // W_t .. W_{t+15}, W_t in the highest bits
  logic [32*UNROLL-1:0] expanded;  // W_{t+16} and, with UNROLL 2, W_{t+17}

  assign words = held ^ INVERTED;
  assign w = words[511-:32*UNROLL];

  generate
    for (genvar i = 0; i < UNROLL; i = i + 1) begin : gen_word
      localparam integer PLACE = 480 - 32 * i;  // of W_{t+i}; the others are 2, 8 and 13 words behind it
      assign expanded[32*(UNROLL-1-i)+:32] = sha1_pkg::rotl(
          words[PLACE-32*13+:32] ^ words[PLACE-32*8+:32] ^ words[PLACE-32*2+:32] ^ words[PLACE+:32], 1
      );
    end
  endgenerate

  always_ff @(posedge clk) begin
    held <= (load ? block : {words[511-32*UNROLL:0], expanded}) ^ INVERTED;
  end

endmodule
