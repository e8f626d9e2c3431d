// SPDX-License-Identifier: Apache-2.0
//
// First part of the transform. With j = 16 a + b, k = C i + c and C = 2 LADDERS the polynomial has at alpha^k the value
//
//   y_k = sum_b alpha^(C i b) alpha^(c b) sum_a x_(16 a + b) alpha^(16 a c)
//
// and alpha^16 is 2^(16 / C). This module computes, UNROLL rows b a turn, the C values of the inner sum for each and
// multiplies them by alpha^(c b). The bytes are the lower half of the x_j; of the others x_(16 C - 1) is 1, and in the
// last block x_(16 C - 3): both go with the last byte of their row, as z^(C/2) is 1 for even c and -1 for odd c.
//
// simd_twiddle wants its operand less 1; the h of x_b takes it from all values, and value 0, which goes without, gets
// it back. Value 0 is greater by 4 than it should be, the others by 84.
//
// Parameters
//   LADDERS 4 or 8; UNROLL rows a turn, 1, 2, 4
//   CUTS    registers, 0, 1, 3, 5: none; before the multiplication; also before and behind all; also within both parts
//   ADDER   carry network, a name of adder_pkg
// Ports
//   bytes   the block, its first byte lowest       last  it is the last block
//   index   of the rows UNROLL index .. + UNROLL-1
//   rows    CUTS cycles later; value c of row UNROLL index + u at [9*(C*u+c) +: 9], as in simd_butterfly

module simd_rows #(
    parameter integer LADDERS = 4,
    parameter integer UNROLL = 1,
    parameter integer CUTS = 3,
    parameter integer ADDER = adder_pkg::BRENT_KUNG,
    localparam integer COLUMNS = 2 * LADDERS
) (
    input  logic                        clk,
    input  logic [   128*LADDERS-1:0]   bytes,
    input  logic                        last,
    input  logic [               3:0]   index,
    output logic [9*COLUMNS*UNROLL-1:0] rows
);

  generate
    if (LADDERS != 4 && LADDERS != 8) begin : gen_refused_ladders
      simd_rows_needs_LADDERS_of_4_or_8 refused ();
    end
    if (UNROLL != 1 && UNROLL != 2 && UNROLL != 4) begin : gen_refused_unroll
      simd_rows_needs_UNROLL_of_1_2_or_4 refused ();
    end
    if (CUTS != 0 && CUTS != 1 && CUTS != 3 && CUTS != 5) begin : gen_refused_cuts
      simd_rows_needs_CUTS_of_0_1_3_or_5 refused ();
    end
  endgenerate

  localparam integer TURNS = 16 / UNROLL;
  localparam integer INDEX_BITS = $clog2(TURNS);
  localparam integer LOG = $clog2(LADDERS);
  localparam integer FIRST = (CUTS >= 3) ? 1 : 0;
  localparam integer MIDDLE = (CUTS >= 1) ? 1 : 0;
  localparam integer INNER = (CUTS >= 5) ? 1 : 0;

  logic [TURNS-1:0] chosen;
  logic [INDEX_BITS-1:0] index_1, index_2, index_3;  // with the bytes; within the sums; with the factors

  generate
    for (genvar t = 0; t < TURNS; t = t + 1) begin : gen_turn
      assign chosen[t] = index == 4'(t);
    end
  endgenerate

  simd_cut #(
      .WIDTH(INDEX_BITS),
      .CUT  (FIRST)
  ) cut_index_1 (
      .clk(clk),
      .d  (index[INDEX_BITS-1:0]),
      .q  (index_1)
  );
  simd_cut #(
      .WIDTH(INDEX_BITS),
      .CUT  (INNER)
  ) cut_index_2 (
      .clk(clk),
      .d  (index_1),
      .q  (index_2)
  );
  simd_cut #(
      .WIDTH(INDEX_BITS),
      .CUT  (MIDDLE)
  ) cut_index_3 (
      .clk(clk),
      .d  (index_2),
      .q  (index_3)
  );

  generate
    for (genvar u = 0; u < UNROLL; u = u + 1) begin : gen_row
      logic [8*LADDERS-1:0] picked, x;
      logic [3:0] b;
      logic more, one;
      logic [8:0] raised, top;  // the last byte and what goes with it, for even c
      logic [9*LADDERS-1:0] even_coefficients, odd_coefficients, even_values, odd_values;
      logic [9*COLUMNS-1:0] sums, values;

      always_comb begin
        picked = '0;
        for (integer t = 0; t < TURNS; t = t + 1)
        for (integer a = 0; a < LADDERS; a = a + 1)
        picked[8*a+:8] = picked[8*a+:8] | (bytes[8*(16*a+UNROLL*t+u)+:8] & {8{chosen[t]}});
      end
      assign b = 4'(32'(index) * UNROLL + u);
      assign more = b == 4'd15 || (b == 4'd13 && last);

      assign raised = {1'b0, picked[8*LADDERS-8+:8]} + {8'd0, more};

      simd_cut #(
          .WIDTH(8 * LADDERS + 10),
          .CUT  (FIRST)
      ) cut_bytes (
          .clk(clk),
          .d  ({raised, more, picked}),
          .q  ({top, one, x})
      );

      for (genvar a = 0; a < LADDERS; a = a + 1) begin : gen_coefficient
        assign even_coefficients[9*a+:9] = (a == LADDERS - 1) ? top : {a == 0, x[8*a+:8]};
        assign odd_coefficients[9*a+:9] = {(a == LADDERS - 1) ? one : a == 0, x[8*a+:8]};
      end

      simd_transform #(
          .POINTS(LADDERS),
          .ROOT(0),
          .OFFSET(5),
          .CUTS(INNER),
          .ADDER(ADDER)
      ) even (
          .clk(clk),
          .coefficients(even_coefficients),
          .values(even_values)
      );
      simd_transform #(
          .POINTS(LADDERS),
          .ROOT(8),
          .CUTS(INNER),
          .ADDER(ADDER)
      ) odd (
          .clk(clk),
          .coefficients(odd_coefficients),
          .values(odd_values)
      );

      for (genvar i = 0; i < LADDERS; i = i + 1) begin : gen_value
        localparam integer COLUMN = 2 * simd_pkg::reversed(i, LOG);
        assign sums[9*COLUMN+:9] = even_values[9*i+:9];
        assign sums[9*COLUMN+9+:9] = odd_values[9*i+:9];
      end

      simd_cut #(
          .WIDTH(9 * COLUMNS),
          .CUT  (MIDDLE)
      ) cut_sums (
          .clk(clk),
          .d  (sums),
          .q  (values)
      );

      for (genvar c = 0; c < COLUMNS; c = c + 1) begin : gen_column
        logic [8:0] product;
        if (c == 0) begin : gen_plain
          simd_cut #(
              .WIDTH(9),
              .CUT  (INNER)
          ) cut_value (
              .clk(clk),
              .d  (values[8:0]),
              .q  (product)
          );
        end else begin : gen_product
          logic [8*TURNS-1:0] factors;
          for (genvar t = 0; t < TURNS; t = t + 1) begin : gen_factor
            localparam logic [7:0] FACTOR = simd_pkg::twiddle(LADDERS, c, UNROLL * t + u);
            assign factors[8*t+:8] = FACTOR;
          end
          simd_twiddle #(
              .CUT  (INNER),
              .ADDER(ADDER)
          ) twiddle (
              .clk(clk),
              .residue(values[9*c+:9]),
              .digits(factors[8*index_3+:8]),
              .product(product)
          );
        end
        simd_cut #(
            .WIDTH(9),
            .CUT  (FIRST)
        ) cut_product (
            .clk(clk),
            .d  (product),
            .q  (rows[9*(COLUMNS*u+c)+:9])
        );
      end
    end
  endgenerate

endmodule
