// SPDX-License-Identifier: Apache-2.0
//
// One step of all Feistel ladders. With f = IF or MAJ and p the ladder that the step tells,
//
//   A_j' = (D_j + W_j + f(A_j, B_j, C_j)) <<< s + (A_p <<< r);  B' = A <<< r;  C' = B;  D' = C
//
// With CUT there is a register behind the first addition, and of the rotation by s that by 16 is made before it. What
// is to stay as it is then goes through the second addition with s and A_p set to 0, without a multiplexer.
//
// Parameters
//   LADDERS 4 or 8
//   UNROLL, POSITION   the step is at this position of so many steps in a turn, which tells its rotations
//   CUT     1: a register in the step, with UNROLL 1
//   SAVE    1: D + W + f by a row of full adders and an adder; 0: by two adders
//   ADDER   carry network, a name of adder_pkg
// Ports: with CUT one cycle later
//   control  of the step, as in simd_pkg::steps
//   go       1: state_out is `state` after the step; 0: it is `rest`
//   state    A, B, C, D, A lowest, ladder 0 lowest in each        w  words of the step

module simd_step #(
    parameter integer LADDERS = 4,
    parameter integer UNROLL = 1,
    parameter integer POSITION = 0,
    parameter integer CUT = 0,
    parameter integer SAVE = 1,
    parameter integer ADDER = adder_pkg::SKLANSKY,
    localparam integer SIZE = 32 * LADDERS
) (
    input  logic              clk,
    input  logic              go,
    input  logic [      13:0] control,
    input  logic [4*SIZE-1:0] state,
    input  logic [4*SIZE-1:0] rest,
    input  logic [  SIZE-1:0] w,
    output logic [4*SIZE-1:0] state_out
);

  generate
    if (LADDERS != 4 && LADDERS != 8) begin : gen_refused_ladders
      simd_step_needs_LADDERS_of_4_or_8 refused ();
    end
    if (UNROLL != 1 && UNROLL != 2 && UNROLL != 4) begin : gen_refused_unroll
      simd_step_needs_UNROLL_of_1_2_or_4 refused ();
    end
    if (POSITION < 0 || POSITION >= UNROLL) begin : gen_refused_position
      simd_step_needs_POSITION_of_0_to_UNROLL_less_1 refused ();
    end
    if (CUT != 0 && (CUT != 1 || UNROLL != 1)) begin : gen_refused_cut
      simd_step_needs_CUT_of_0_or_of_1_with_UNROLL_1 refused ();
    end
    if (SAVE != 0 && SAVE != 1) begin : gen_refused_save
      simd_step_needs_SAVE_of_0_or_1 refused ();
    end
  endgenerate

  localparam integer LOG = $clog2(LADDERS);

  logic [SIZE-1:0] a, b, c, d, f, turned, partial, carry, sum;
  logic [SIZE-1:0] addend, rotated, other, neighbour, added;
  logic [4:0] amount;
  logic [2:0] exchange;

  assign {d, c, b, a} = state;
  // MAJ where control[13] is 1, otherwise IF.
  assign f = (a & b) | (c & (b | ~(a ^ {SIZE{control[13]}})));

  simd_rotate #(
      .WORDS(LADDERS),
      .CHOICES(16 / UNROLL),
      .AMOUNTS(simd_pkg::choices(UNROLL, POSITION, 0))
  ) rotate_a (
      .x(a),
      .amount(control[4:0]),
      .y(turned)
  );

  generate
    for (genvar j = 0; j < LADDERS; j = j + 1) begin : gen_ladder
      carry_save_adder #(
          .WIDTH(32),
          .SAVE (SAVE)
      ) row (
          .a(d[32*j+:32]),
          .b(w[32*j+:32]),
          .c(f[32*j+:32]),
          .sum(partial[32*j+:32]),
          .carry(carry[32*j+:32])
      );
      if (SAVE != 0) begin : gen_network
        prefix_adder #(
            .WIDTH  (32),
            .NETWORK(ADDER)
        ) add (
            .a  (partial[32*j+:32]),
            .b  (carry[32*j+:32]),
            .sum(sum[32*j+:32])
        );
      end else begin : gen_done
        assign sum[32*j+:32] = partial[32*j+:32];
      end
      prefix_adder #(
          .WIDTH  (32),
          .NETWORK(ADDER)
      ) add_neighbour (
          .a  (rotated[32*j+:32]),
          .b  (neighbour[32*j+:32]),
          .sum(added[32*j+:32])
      );
    end

    if (CUT != 0) begin : gen_cut
      logic [SIZE-1:0] first, half_turned;
      logic [3*SIZE-1:0] others;
      logic step_16, step_0, late_go;

      for (genvar j = 0; j < LADDERS; j = j + 1) begin : gen_half
        assign half_turned[32*j+:32] = {sum[32*j+:16], sum[32*j+16+:16]};
      end
      assign step_16 = go && control[9];
      assign step_0 = go && !control[9];
      always_ff @(posedge clk) begin
        first <= (half_turned & {SIZE{step_16}}) | (sum & {SIZE{step_0}}) | (rest[SIZE-1:0] & {SIZE{!go}});
        others <= go ? {c, b, turned} : rest[4*SIZE-1:SIZE];
        amount <= {1'b0, control[8:5] & {4{go}}};
        exchange <= control[12:10];
        late_go <= go;
      end
      assign addend = first;
      assign other = others[SIZE-1:0];
      assign neighbour = gen_exchange[LOG-1].to & {SIZE{late_go}};
      assign state_out = {others, added};
    end else begin : gen_one
      assign addend = sum;
      assign other = turned;
      assign amount = control[9:5];
      assign exchange = control[12:10];
      assign neighbour = gen_exchange[LOG-1].to;
      assign state_out = go ? {c, b, turned, added} : rest;
      logic unused;
      assign unused = clk;
    end

    for (genvar level = 0; level < LOG; level = level + 1) begin : gen_exchange
      logic [SIZE-1:0] from, to;
      if (level == 0) begin : gen_first
        assign from = other;
      end else begin : gen_next
        assign from = gen_exchange[level-1].to;
      end
      for (genvar j = 0; j < LADDERS; j = j + 1) begin : gen_word
        localparam integer OTHER = (j / (1 << level) % 2 == 0) ? j + (1 << level) : j - (1 << level);
        assign to[32*j+:32] = exchange[level] ? from[32*OTHER+:32] : from[32*j+:32];
      end
    end
  endgenerate

  simd_rotate #(
      .WORDS(LADDERS),
      .CHOICES(16 / UNROLL),
      .AMOUNTS(simd_pkg::choices(UNROLL, POSITION, 1))
  ) rotate_sum (
      .x(addend),
      .amount(amount),
      .y(rotated)
  );

  logic unused_bits;
  assign unused_bits = &{1'b0, exchange, carry};

endmodule
