// SPDX-License-Identifier: Apache-2.0
//
// The message expansion of Hamsi-SIZE: the linear code over GF(4), [128, 16, 70] or [256, 32, 131], as sums of two
// bits in seven levels at most. hamsi_tables_pkg has the sums.
//
// Parameters: SIZE 256 or 512; CUT 0, or 1: registers after the shared sums also; there are always some after the first
// level Ports: block, its first bit highest; message: the expanded message, CUT + 1 cycles later, its first bit
// highest

module hamsi_expansion #(
    parameter integer SIZE = 256,
    parameter integer CUT = 1
) (
    input  logic              clk,
    input  logic [SIZE/8-1:0] block,
    output logic [  SIZE-1:0] message
);

  generate
    if (SIZE != 256 && SIZE != 512) begin : gen_refused_size
      hamsi_expansion_needs_SIZE_of_256_or_512 refused ();
    end
    if (CUT != 0 && CUT != 1) begin : gen_refused_cut
      hamsi_expansion_needs_CUT_of_0_or_1 refused ();
    end
  endgenerate

  localparam logic [111:0] COUNTS = (SIZE == 256) ? hamsi_tables_pkg::COUNTS_256 : hamsi_tables_pkg::COUNTS_512;
  // Known bits before each level, and after the last one.
  localparam integer K0 = SIZE / 8;
  localparam integer K1 = K0 + 32'(COUNTS[15:0]);
  localparam integer K2 = K1 + 32'(COUNTS[31:16]);
  localparam integer K3 = K2 + 32'(COUNTS[47:32]);
  localparam integer K4 = K3 + 32'(COUNTS[63:48]);
  localparam integer K5 = K4 + 32'(COUNTS[79:64]);
  localparam integer K6 = K5 + 32'(COUNTS[95:80]);
  localparam integer K7 = K6 + 32'(COUNTS[111:96]);
  localparam [32*(K7-K0)-1:0] PAIRS = (32*(K7-K0))'((SIZE == 256) ?
      hamsi_tables_pkg::PAIRS_256 : hamsi_tables_pkg::PAIRS_512);
  localparam [16*SIZE-1:0] RESULTS = (16*SIZE)'((SIZE == 256) ?
      hamsi_tables_pkg::RESULTS_256 : hamsi_tables_pkg::RESULTS_512);

  logic [K0-1:0] bits;
  logic [K1-1:0] first, known_1;
  logic [K2-1:0] known_2;
  logic [K3-1:0] shared, known_3;
  logic [K4-1:0] known_4;
  logic [K5-1:0] known_5;
  logic [K6-1:0] known_6;
  logic [K7-1:0] known_7;

  generate
    for (genvar i = 0; i < K0; i = i + 1) begin : gen_bit
      assign bits[i] = block[K0-1-i];
    end
    for (genvar i = 0; i < SIZE; i = i + 1) begin : gen_result
      assign message[SIZE-1-i] = known_7[32'(RESULTS[16*i+:16])];
    end
    if (CUT == 0) begin : gen_through
      assign known_3 = shared;
    end else begin : gen_cut
      always_ff @(posedge clk) known_3 <= shared;
    end
    if (K7 == K6) begin : gen_six
      assign known_7 = known_6;
    end else begin : gen_seven
      hamsi_sums #(
          .KNOWN(K6),
          .COUNT(K7 - K6),
          .PAIRS(PAIRS[32*(K7-K0)-1:32*(K6-K0)])
      ) level_7 (
          .known(known_6),
          .all  (known_7)
      );
    end
  endgenerate

  always_ff @(posedge clk) known_1 <= first;

  hamsi_sums #(
      .KNOWN(K0),
      .COUNT(K1 - K0),
      .PAIRS(PAIRS[32*(K1-K0)-1:0])
  ) level_1 (
      .known(bits),
      .all  (first)
  );
  hamsi_sums #(
      .KNOWN(K1),
      .COUNT(K2 - K1),
      .PAIRS(PAIRS[32*(K2-K0)-1:32*(K1-K0)])
  ) level_2 (
      .known(known_1),
      .all  (known_2)
  );
  hamsi_sums #(
      .KNOWN(K2),
      .COUNT(K3 - K2),
      .PAIRS(PAIRS[32*(K3-K0)-1:32*(K2-K0)])
  ) level_3 (
      .known(known_2),
      .all  (shared)
  );
  hamsi_sums #(
      .KNOWN(K3),
      .COUNT(K4 - K3),
      .PAIRS(PAIRS[32*(K4-K0)-1:32*(K3-K0)])
  ) level_4 (
      .known(known_3),
      .all  (known_4)
  );
  hamsi_sums #(
      .KNOWN(K4),
      .COUNT(K5 - K4),
      .PAIRS(PAIRS[32*(K5-K0)-1:32*(K4-K0)])
  ) level_5 (
      .known(known_4),
      .all  (known_5)
  );
  hamsi_sums #(
      .KNOWN(K5),
      .COUNT(K6 - K5),
      .PAIRS(PAIRS[32*(K6-K0)-1:32*(K5-K0)])
  ) level_6 (
      .known(known_5),
      .all  (known_6)
  );

  logic unused;
  assign unused = &{1'b0, known_7};

endmodule
