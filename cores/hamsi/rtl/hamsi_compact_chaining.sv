// SPDX-License-Identifier: Apache-2.0
//
// The chaining value of hamsi_compact_core: its halves are two rings of COLUMNS words, which move on by a digit in each
// cycle as the rows of the state do: in slot s of a turn the words s of both halves leave. Digit i of a word is its
// bits 31 - i and 15 - i.
//
// Parameters: SIZE 256 or 512
// Ports
//   place    digit that leaves, and its word
//   starts   the initial value enters in place of what leaves
//   sums     words of the state are added to those that leave
//   row_0, row_2              digits of the rows 0 and 2 that leave place 0 of the state, and
//   row_0_apart, row_2_apart  with SIZE 256, place 2
//   half_0, half_1            digits of both halves that leave, the bit of the upper half of a word higher
//   apart_0, apart_1          and of those words that the concatenation has in this column; in the turn of `sums` with
//                             SIZE 256 they are the sums already

module hamsi_compact_chaining #(
    parameter integer SIZE = 256,
    localparam integer PLACE_BITS = $clog2(SIZE / 4)
) (
    input  logic                  clk,
    input  logic [PLACE_BITS-1:0] place,
    input  logic                  starts,
    input  logic                  sums,
    input  logic [           1:0] row_0,
    input  logic [           1:0] row_2,
    input  logic [           1:0] row_0_apart,
    input  logic [           1:0] row_2_apart,
    output logic [           1:0] half_0,
    output logic [           1:0] half_1,
    output logic [           1:0] apart_0,
    output logic [           1:0] apart_1
);

  generate
    if (SIZE != 256 && SIZE != 512) begin : gen_refused_size
      hamsi_compact_chaining_needs_SIZE_of_256_or_512 refused ();
    end
  endgenerate

  localparam integer COLUMNS = SIZE / 64;

  logic [16*COLUMNS-1:0][1:0] ring_0, ring_1;
  logic [3:0] initial_bits;

  function automatic [64*COLUMNS-1:0] by_digits(input logic [SIZE-1:0] value);
    begin
      for (integer w = 0; w < COLUMNS; w = w + 1) begin
        for (integer i = 0; i < 16; i = i + 1) begin
          for (integer k = 0; k < 4; k = k + 1) begin
            by_digits[64*w+4*i+3-k] = value[SIZE-1-32*w-i-16*(k%2)-SIZE/2*(k/2)];
          end
        end
      end
    end
  endfunction

  localparam [64*COLUMNS-1:0] INITIAL = by_digits(
      SIZE'((SIZE == 256) ? hamsi_pkg::INITIAL_256 : hamsi_pkg::INITIAL_512)
  );

  serial_table #(
      .WORD (4),
      .DIGIT(4),
      .WORDS(16 * COLUMNS),
      .TABLE(INITIAL)
  ) initial_value (
      .number(place),
      .index (1'b0),
      .digit (initial_bits)
  );

  assign half_0 = ring_0[0];
  assign half_1 = ring_1[0];

  always_ff @(posedge clk) begin
    ring_0 <= {starts ? initial_bits[3:2] : half_0 ^ (row_0 & {2{sums}}), ring_0[16*COLUMNS-1:1]};
    ring_1 <= {starts ? initial_bits[1:0] : half_1 ^ (row_2 & {2{sums}}), ring_1[16*COLUMNS-1:1]};
  end

  generate
    if (SIZE == 256) begin : gen_two_apart
      // Columns 0 and 1 take words of which the sum is not made yet.
      logic early;
      assign early = sums && !place[5];
      assign apart_0 = ring_0[32] ^ (row_0_apart & {2{early}});
      assign apart_1 = ring_1[32] ^ (row_2_apart & {2{early}});
    end else begin : gen_some_apart
      // Words 4 5 0 1 6 7 2 3 of a half, in the columns in order.
      logic middle;
      assign middle = place[6] == place[5];
      assign apart_0 = middle ? ring_0[64] : place[6] ? ring_0[32] : ring_0[96];
      assign apart_1 = middle ? ring_1[64] : place[6] ? ring_1[32] : ring_1[96];
      logic unused;
      assign unused = &{1'b0, row_0_apart, row_2_apart};
    end
  endgenerate

endmodule
