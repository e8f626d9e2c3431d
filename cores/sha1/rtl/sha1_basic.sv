// SPDX-License-Identifier: Apache-2.0
//
// SHA-1 with UNROLL rounds a clock cycle, 1 or 2, and one cycle more a block.
//
// The hash value is added word by word while the last rounds run: the word that enters a four rounds before the
// end is, rotated, the e of the end. With one round a cycle the five words h_0 .. h_4 are a ring with one adder,
// which turns in the last five cycles of a block; the word that is next stands in h_4. With two rounds a cycle there
// are two rings, h_0, h_2, h_4 for the words that enter a, and h_1, h_3 for those that enter b. The last addition is
// also the load of the block that follows and waits for it, or is done at once after the last block of a message.
//
// Parameters
//   UNROLL             rounds a cycle, 1 or 2
//   CARRY_SAVE, ADDER  see sha1_round
//   INVERT             see sha1_schedule
//   CONTEXT            1: block_load and block_chain count
// Ports: as sha1_core, without what no architecture needs.
//
// Cycles, R = 80 / UNROLL
//   block to block:                                               R + 1
//   from the cycle that takes the first of n blocks to that with digest_valid: n (R + 1) + 1
//   The first block of the next message is taken in the cycle after that which takes the digest; one with block_load a
//   cycle later, for the hash value becomes block_chain first.

module sha1_basic #(
    parameter integer UNROLL = 1,
    parameter integer CARRY_SAVE = 1,
    parameter integer ADDER = adder_pkg::BRENT_KUNG,
    parameter integer INVERT = 0,
    parameter integer CONTEXT = 0
) (
    input logic clk,
    input logic rst,

    input  logic         block_valid,
    output logic         block_ready,
    input  logic [511:0] block_data,
    input  logic         block_last,
    input  logic         block_load,
    input  logic [159:0] block_chain,

    output logic         digest_valid,
    input  logic         digest_ready,
    output logic [159:0] digest
);

  generate
    if (UNROLL != 1 && UNROLL != 2) begin : gen_refused_unroll
      sha1_basic_needs_UNROLL_of_1_or_2 refused ();
    end
  endgenerate

  localparam logic [6:0] CYCLES = 7'(80 / UNROLL);

  logic [6:0] n;  // number of the cycle of rounds in work, from 1; 0 while no round is computed
  logic [1:0] quarter;  // number of the round in work / 20
  logic last;  // the block in work is the last of its message
  logic [31:0] a, b, c, d, e;
  logic [31:0] next_a, next_b, next_c, next_d, next_e;
  logic [31:0] h_0, h_1, h_2, h_3, h_4;
  logic [159:0] turned;  // the hash value with the next addition: what a block begins with
  logic [32*UNROLL-1:0] w;
  logic [31:0] a_1;  // a after one round
  logic running;
  logic load;  // a block is taken
  logic finish;  // the last addition of the last block
  logic restore;  // the hash value becomes block_chain
  logic digest_taken;

  assign running = n != 7'd0;
  assign load = block_valid && block_ready;
  assign finish = !running && last && !digest_valid;
  assign digest_taken = digest_valid && digest_ready;
  assign digest = {h_0, h_1, h_2, h_3, h_4};

  generate
    if (CONTEXT != 0) begin : gen_context
      logic restored;
      assign block_ready = !running && !last && (!block_load || restored);
      assign restore = !running && !last && block_valid && block_load && !restored && !rst;
      always_ff @(posedge clk) restored <= restore;
    end else begin : gen_no_context
      assign block_ready = !running && !last;
      assign restore = 1'b0;
      logic unused;
      assign unused = &{1'b0, block_load, block_chain};
    end
  endgenerate

  sha1_schedule #(
      .UNROLL(UNROLL),
      .INVERT(INVERT)
  ) schedule (
      .clk(clk),
      .load(load),
      .block(block_data),
      .w(w)
  );

  sha1_round #(
      .CARRY_SAVE(CARRY_SAVE),
      .ADDER(ADDER)
  ) round_1 (
      .quarter(quarter),
      .a(a),
      .b(b),
      .c(c),
      .d(d),
      .e(e),
      .w(w[32*UNROLL-1-:32]),
      .next_a(a_1)
  );

  generate
    if (UNROLL == 1) begin : gen_one
      logic [31:0] addend, sum;

      assign {next_a, next_b, next_c, next_d, next_e} = {a_1, a, sha1_pkg::rotl(b, 30), c, d};
      assign addend = (running && n != CYCLES) ? sha1_pkg::rotl(a, 30) : a;
      assign turned = {sum, h_0, h_1, h_2, h_3};

      prefix_adder #(
          .WIDTH  (32),
          .NETWORK(ADDER)
      ) add_a (
          .a  (h_4),
          .b  (addend),
          .sum(sum)
      );

      always_ff @(posedge clk) begin
        if (load || finish || n >= CYCLES - 7'd3) {h_0, h_1, h_2, h_3, h_4} <= turned;
        // One turn back.
        if (rst || digest_taken) {h_4, h_0, h_1, h_2, h_3} <= sha1_pkg::INITIAL;
        if (restore) {h_4, h_0, h_1, h_2, h_3} <= block_chain;
      end
    end else begin : gen_two
      logic [31:0] addend_a, addend_b, sum_a, sum_b;
      logic [31:0] a_2;  // a after two rounds

      sha1_round #(
          .CARRY_SAVE(CARRY_SAVE),
          .ADDER(ADDER)
      ) round_2 (
          .quarter(quarter),
          .a(a_1),
          .b(a),
          .c(sha1_pkg::rotl(b, 30)),
          .d(c),
          .e(d),
          .w(w[31:0]),
          .next_a(a_2)
      );

      assign {next_a, next_b, next_c, next_d, next_e} = {a_2, a_1, sha1_pkg::rotl(a, 30), sha1_pkg::rotl(b, 30), c};
      assign addend_a = running ? sha1_pkg::rotl(a, 30) : a;
      assign addend_b = running ? sha1_pkg::rotl(b, 30) : b;
      assign turned = {sum_a, sum_b, h_0, h_1, h_2};

      prefix_adder #(
          .WIDTH  (32),
          .NETWORK(ADDER)
      ) add_a (
          .a  (h_4),
          .b  (addend_a),
          .sum(sum_a)
      );
      prefix_adder #(
          .WIDTH  (32),
          .NETWORK(ADDER)
      ) add_b (
          .a  (h_3),
          .b  (addend_b),
          .sum(sum_b)
      );

      always_ff @(posedge clk) begin
        if (load || finish || n >= CYCLES - 7'd1) {h_0, h_2, h_4} <= {sum_a, h_0, h_2};
        if (load || finish || n == CYCLES) {h_1, h_3} <= {sum_b, h_1};
        // One turn back.
        if (rst || digest_taken) {h_4, h_3, h_0, h_1, h_2} <= sha1_pkg::INITIAL;
        if (restore) {h_4, h_3, h_0, h_1, h_2} <= block_chain;
      end
    end
  endgenerate

  always_ff @(posedge clk) begin
    // Words that are not added last need not stand still between blocks.
    {a, b, c, d, e} <= load ? turned : {next_a, next_b, next_c, next_d, next_e};
    if (!load && !running) begin
      a <= a;
      if (UNROLL == 2) b <= b;
    end

    if (load || running) n <= (n == CYCLES) ? '0 : n + 7'd1;
    if (n == CYCLES / 7'd4 || n == CYCLES / 7'd2 || n == CYCLES / 7'd4 * 7'd3) quarter <= quarter + 2'd1;
    if (load) quarter <= '0;
    if (load) last <= block_last;
    if (finish) digest_valid <= 1'b1;
    if (digest_taken) begin
      digest_valid <= 1'b0;
      last <= 1'b0;
    end
    if (rst || digest_taken) begin
      a <= '0;
      if (UNROLL == 2) b <= '0;
    end
    if (rst) begin
      n <= '0;
      last <= 1'b0;
      digest_valid <= 1'b0;
    end
  end

endmodule
