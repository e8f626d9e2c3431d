// SPDX-License-Identifier: Apache-2.0
//
// Message expansion of SHAvite-3-512: subkeys of four words, two a turn. In round r of E, turns i = 0 .. 3, the halves
// take the subkeys 8 r + i and 8 r + 4 + i, and the subkeys 8 r + 8 + 2 i and 8 r + 9 + 2 i are made: for even r out
// of those eight before them through AES, of the subkey before them and, in four turns, of the counter; for odd r as
// sums of words.
//
// Two queues hold the subkeys of a round, O_0 .. O_7, and those already made for the next, N_0 .. N_7:
//
//   i   first queue             second queue     made
//   0   O_0 O_1 O_2 O_3  -   *  O_4 O_5 O_6 O_7  N_0 N_1
//   1   O_1 O_2 O_3 N_0 N_1  *  O_5 O_6 O_7 O_4  N_2 N_3
//   2   O_2 O_3 N_0 N_1 N_2  *  O_6 O_7 O_4 O_5  N_4 N_5
//   3   O_3 N_0 N_1 N_2 N_3  *  O_7 N_4 N_5 O_6  N_6 N_7      * the newest subkey of all
//
// Parameters: STAGES, SBOX as shavite3_aes
// Ports; but for phase_first of the lane at the last rank
//   load         `block` and `count` are taken
//   block        four columns of AES for each subkey, the first highest
//   count        two columns with the counter, the low word first
//   phase, phase_first   turn i of a round, one bit each; phase_first of the lane at rank 0
//   nonlinear    subkeys are made through AES
//   inject       one bit for each of the turns with the counter
//   key          subkeys of the next turn, that of half 1 highest

module shavite3_expand_512 #(
    parameter integer STAGES = 1,
    parameter integer SBOX   = aes_pkg::SHALLOW
) (
    input  logic          clk,
    input  logic          load,
    input  logic [1023:0] block,
    input  logic [  63:0] count,
    input  logic [   3:0] phase,
    input  logic [   3:0] phase_first,
    input  logic          nonlinear,
    input  logic [   3:0] inject,
    output logic [ 255:0] key
);

  generate
    if (STAGES < 1 || STAGES > 3 || (STAGES == 3 && SBOX == aes_pkg::TABLE)) begin : gen_refused_stages
      shavite3_expand_512_needs_STAGES_of_1_2_or_3_and_with_3_no_SBOX_TABLE refused ();
    end
    if (SBOX < aes_pkg::TABLE || SBOX > aes_pkg::SHALLOW) begin : gen_refused_sbox
      shavite3_expand_512_needs_SBOX_of_aes_pkg refused ();
    end
  endgenerate

  localparam integer LANE = 1440;

  // Where a lane keeps what: place 0 of the first queue highest, its last is the newest subkey; the second queue; the
  // last three words of the subkey before the newest; the counter.
  localparam integer FIRST = 1312;
  localparam integer SECOND = 544;
  localparam integer BEFORE_NEWEST = 64;

  function automatic [127:0] choose(input logic [3:0] one, input logic [127:0] a, input logic [127:0] b,
                                    input logic [127:0] c, input logic [127:0] d);
    begin
      choose = ((a & {128{one[0]}}) | (b & {128{one[1]}})) | ((c & {128{one[2]}}) | (d & {128{one[3]}}));
    end
  endfunction

  logic [STAGES*LANE-1:0] lane;  // by ranks
  logic [LANE-1:0] here, next;  // at the last rank, and as it goes on to rank 0
  logic [127:0] old_0, old_1;  // O_{2i}, O_{2i+1} at rank 0
  logic [127:0] from_0, from_1;  // at the last rank
  logic [127:0] mixed_0, mixed_1, made_0, made_1;

  assign old_0 = choose(
      phase_first, lane[FIRST+:128], lane[FIRST-128+:128], lane[SECOND-256+:128], lane[SECOND-384+:128]
  );
  assign old_1 = choose(
      phase_first, lane[FIRST-128+:128], lane[FIRST-256+:128], lane[SECOND-384+:128], lane[SECOND+:128]
  );

  shavite3_aes #(
      .STAGES(STAGES),
      .SBOX  (SBOX)
  ) aes_0 (
      .clk(clk),
      .x({old_0[95:0], old_0[127:96]}),
      .y(mixed_0)
  );
  shavite3_aes #(
      .STAGES(STAGES),
      .SBOX  (SBOX)
  ) aes_1 (
      .clk(clk),
      .x({old_1[95:0], old_1[127:96]}),
      .y(mixed_1)
  );

  generate
    if (STAGES == 1) begin : gen_one_rank
      assign from_0 = old_0;
      assign from_1 = old_1;
    end else begin : gen_ranks
      logic [(STAGES-1)*256-1:0] from;
      assign {from_0, from_1} = from[(STAGES-2)*256+:256];
      always_ff @(posedge clk) from[255:0] <= {old_0, old_1};
      for (genvar j = 1; j < STAGES; j = j + 1) begin : gen_rank
        always_ff @(posedge clk) lane[j*LANE+:LANE] <= lane[(j-1)*LANE+:LANE];
        if (j > 1) begin : gen_from
          always_ff @(posedge clk) from[(j-1)*256+:256] <= from[(j-2)*256+:256];
        end
      end
    end
  endgenerate

  logic [127:0] newest;
  logic [95:0] before_newest;
  logic [31:0] low, high;
  logic [127:0] counts_0, counts_1, base_0, base_1;

  assign here = lane[(STAGES-1)*LANE+:LANE];
  assign key = {next[FIRST+:128], next[SECOND+:128]};
  assign newest = here[FIRST-640+:128];
  assign before_newest = here[BEFORE_NEWEST+:96];
  assign {low, high} = here[63:0];

  // The two words of the counter that are always 0 are written as such.
  assign counts_0 = {
    (low & {32{inject[0]}}) | (high & {32{inject[3]}}),
    (high & {32{inject[0]}}) | (low & {32{inject[3]}}),
    32'd0,
    {32{inject[0] || inject[3]}}
  };
  assign counts_1 = {
    64'd0,
    (high & {32{inject[1]}}) | (low & {32{inject[2]}}),
    (~low & {32{inject[1]}}) | (~high & {32{inject[2]}})
  };
  assign base_0 = nonlinear ? newest ^ counts_0 : from_0 ^ {before_newest, newest[127:96]};
  assign made_0 = (mixed_0 & {128{nonlinear}}) ^ base_0;
  assign base_1 = nonlinear ? counts_1 ^ made_0 : from_1 ^ {newest[95:0], made_0[127:96]};
  assign made_1 = (mixed_1 & {128{nonlinear}}) ^ base_1;

  logic [LANE-1:0] brought, moved;

  // Subkey 7 is the newest; place 4 of the first queue is empty.
  assign brought = {block[1023-:512], block[127:0], block[127:0], block[511:0], block[223:128], count};
  assign moved = {
    here[FIRST-384+:384],
    phase[0] ? made_0 : here[FIRST-512+:128],
    phase[0] ? made_1 : phase[1] ? made_0 : newest,
    made_1,
    here[SECOND-128+:128],
    phase[2] ? made_0 : here[SECOND-256+:128],
    phase[2] ? made_1 : phase[3] ? made_0 : here[SECOND-384+:128],
    phase[3] ? made_1 : here[SECOND+:128],
    made_0[95:0],
    here[63:0]
  };
  assign next = (brought & {LANE{load}}) | (moved & {LANE{!load}});

  always_ff @(posedge clk) lane[LANE-1:0] <= next;

  logic unused;
  assign unused = &{1'b0, here};

endmodule
