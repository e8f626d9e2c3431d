// SPDX-License-Identifier: Apache-2.0
//
// What Shabal does at rank 0 (shabal_core): of a step the multiplication by 5, and of the other additions the
// carry-save adders, so that behind it there is one carry-propagating adder on each path.
//
// Parameters: DIGEST, LOAD, ADDER, CONTEXT as shabal_core.
// Ports: combinational; rings with position p at [32*p +: 32], small rings in order from position 0
//   stepping, loading, initial_load, tap, phase   of shabal_sequence
//   giving, start_b   with CONTEXT 1: giving of shabal_sequence; B before the first block of the message
//   y                 A[i] xor 5 (A[i-1] <<< 15) xor C[8-i] in a step, 0 in a turn
//   a_sum + a_carry   position 11 of A with its three words of C
//   word              of each small ring: M' in a load, 0 where giving, else M
//   b_sum + b_carry   of each small ring: C - M + word - 1, or with initial_load B + word - 1 with B before the message

module shabal_front #(
    parameter integer DIGEST = 256,
    parameter integer LOAD   = 1,
    parameter integer ADDER  = adder_pkg::BRENT_KUNG,
    parameter integer CONTEXT = 0,
    localparam integer GROUPS = 16 / LOAD
) (
    input  logic                 stepping,
    input  logic                 loading,
    input  logic                 initial_load,
    input  logic [          7:0] tap,
    input  logic [     LOAD-1:0] phase,
    input  logic [        511:0] block_data,
    input  logic [        383:0] a,
    input  logic [        511:0] c,
    input  logic [        511:0] m,
    input  logic                 giving,
    input  logic [        511:0] start_b,
    output logic [         31:0] y,
    output logic [         31:0] a_sum,
    output logic [         31:0] a_carry,
    output logic [GROUPS*32-1:0] word,
    output logic [GROUPS*32-1:0] b_sum,
    output logic [GROUPS*32-1:0] b_carry
);

  generate
    if (DIGEST != 256 && DIGEST != 512) begin : gen_refused_digest
      shabal_front_needs_DIGEST_of_256_or_512 refused ();
    end
    if (LOAD != 1 && LOAD != 2 && LOAD != 4 && LOAD != 8 && LOAD != 16) begin : gen_refused_load
      shabal_front_needs_LOAD_of_1_2_4_8_or_16 refused ();
    end
    if (CONTEXT != 0 && CONTEXT != 1) begin : gen_refused_context
      shabal_front_needs_CONTEXT_of_0_or_1 refused ();
    end
  endgenerate

  localparam logic [511:0] INITIAL_B = shabal_pkg::initial_b(DIGEST);

  logic [31:0] x, v, c_chosen, c_sum, c_carry;
  logic [511:0] block;
  logic [511:0] first_b;  // B before the message

  generate
    if (CONTEXT != 0) begin : gen_context
      assign first_b = start_b;
    end else begin : gen_no_context
      assign first_b = INITIAL_B;
      logic unused_context;
      assign unused_context = &{1'b0, giving, start_b};
    end
  endgenerate

  assign x = shabal_pkg::rotl(a[32*11+:32], 15);
  prefix_adder #(
      .WIDTH  (32),
      .NETWORK(ADDER)
  ) times_5 (
      .a  (x),
      .b  ({x[29:0], 2'b00}),
      .sum(v)
  );

  // In step t C[8 - t] stands at position 8 - 2 t.
  always_comb begin
    c_chosen = '0;
    for (integer n = 0; n < 8; n = n + 1) c_chosen = c_chosen | (c[32*((24-2*n)%16)+:32] & {32{tap[n]}});
  end
  // 0 in a turn, so that what comes in then needs no multiplexer behind the multiplication by 3.
  assign y = (v ^ (a[31:0] ^ c_chosen)) & {32{stepping}};

  // A[i] is at position 11 when t = 37 + i.
  carry_save_adder #(
      .WIDTH(32)
  ) add_c_1 (
      .a(c[32*14+:32]),
      .b(c[32*6+:32]),
      .c(c[32*10+:32]),
      .sum(c_sum),
      .carry(c_carry)
  );
  carry_save_adder #(
      .WIDTH(32)
  ) add_c_2 (
      .a(c_sum),
      .b(c_carry),
      .c(a[32*11+:32]),
      .sum(a_sum),
      .carry(a_carry)
  );

  generate
    for (genvar i = 0; i < 16; i = i + 1) begin : gen_block
      assign block[32*i+:32] = shabal_pkg::swap_bytes(block_data[511-32*i-:32]);
    end

    for (genvar g = 0; g < GROUPS; g = g + 1) begin : gen_word
      localparam integer HEAD = g * LOAD;
      logic [31:0] taken, constant, minuend, subtrahend, stays;
      always_comb begin
        taken = '0;
        constant = '0;
        for (integer n = 0; n < LOAD; n = n + 1) begin
          taken = taken | (block[32*(HEAD+n)+:32] & {32{phase[n]}});
          constant = constant | (first_b[32*(HEAD+n)+:32] & {32{phase[n]}});
        end
      end
      if (CONTEXT != 0) begin : gen_cleared
        assign stays = m[32*HEAD+:32] & {32{!giving}};
      end else begin : gen_kept
        assign stays = m[32*HEAD+:32];
      end
      assign word[32*g+:32] = loading ? taken : stays;
      assign minuend = initial_load ? constant : c[32*HEAD+:32];
      assign subtrahend = m[32*HEAD+:32] & {32{!initial_load}};
      carry_save_adder #(
          .WIDTH(32)
      ) exchange_m (
          .a(minuend),
          .b(~subtrahend),
          .c(word[32*g+:32]),
          .sum(b_sum[32*g+:32]),
          .carry(b_carry[32*g+:32])
      );
    end
  endgenerate

  logic unused;
  assign unused = ^{a, m};

endmodule
