// SPDX-License-Identifier: Apache-2.0
//
// What follows SMIX: TIX with the word 0, ROR3 and CMIX; or, in the second part of the final rounds, an addition of
// column 0 and a far ROR; or the state stays.
//
// A register holds the difference of the state from the initial one of fugue_pkg, so that a message begins with 0,
// which is what comes of no selected path.
//
// Parameters: DIGEST 256 or 512
// Ports: combinational
//   y        the state after SMIX              held   the difference that a resting lane keeps
//   nearby   ROR3 and CMIX                     tix    TIX before them, only with nearby
//   distant  a far ROR, number n of its turn but not the last; n at [n] of turn. Before it column 0 is added
//   less     the last far ROR of a turn, by one column less; the same
//   stay     held
//   next     the difference that follows

module fugue_next #(
    parameter integer DIGEST = 256,
    localparam integer COLUMNS = fugue_pkg::columns(DIGEST),
    localparam integer STATE = 32 * COLUMNS
) (
    input  logic [STATE-1:0] y,
    input  logic [STATE-1:0] held,
    input  logic             nearby,
    input  logic             tix,
    input  logic             distant,
    input  logic [      2:0] turn,
    input  logic             less,
    input  logic             stay,
    output logic [STATE-1:0] next
);

  generate
    if (DIGEST != 256 && DIGEST != 512) begin : gen_refused_digest
      fugue_next_needs_DIGEST_of_256_or_512 refused ();
    end
  endgenerate

  localparam integer HALF = COLUMNS / 2;
  localparam integer FAR = fugue_pkg::far(DIGEST);
  localparam integer TURN = (DIGEST == 256) ? 2 : 4;  // RORs in a turn
  localparam integer KEPT = (DIGEST == 256) ? 10 : 22;  // where TIX adds column 0
  localparam logic [fugue_pkg::MAX_STATE-1:0] INITIAL = fugue_pkg::initial_state(DIGEST);

  // The state after TIX, but for column 0.
  logic [STATE-1:0] injected;
  logic near_first;  // column 0 goes on, for no word takes its place

  assign near_first = nearby && !tix;

  generate
    for (genvar i = 0; i < COLUMNS; i = i + 1) begin : gen_tix
      localparam integer FROM = (i == KEPT) ? 0 : (i == 1) ? 24 : (DIGEST != 256 && i == 4) ? 27 :
          (DIGEST != 256 && i == 7) ? 30 : -1;
      if (FROM >= 0) begin : gen_add
        assign injected[32*i+:32] = y[32*i+:32] ^ ({32{tix}} & y[32*FROM+:32]);
      end else begin : gen_keep
        assign injected[32*i+:32] = y[32*i+:32];
      end
    end

    for (genvar i = 0; i < COLUMNS; i = i + 1) begin : gen_column
      localparam integer NEAR_FROM = (i + COLUMNS - 3) % COLUMNS;
      localparam integer FAR_FROM = (i + COLUMNS - FAR) % COLUMNS;
      localparam integer LESS_FROM = (i + COLUMNS - FAR + 1) % COLUMNS;
      localparam integer LESS_ADDS = fugue_pkg::adds_first(DIGEST, LESS_FROM, TURN - 1);
      // By which RORs but the last column 0 is added.
      localparam integer ADDS_0 = fugue_pkg::adds_first(DIGEST, FAR_FROM, 0);
      localparam integer ADDS_1 = (TURN > 2) ? fugue_pkg::adds_first(DIGEST, FAR_FROM, 1) : ADDS_0;
      localparam integer ADDS_2 = (TURN > 2) ? fugue_pkg::adds_first(DIGEST, FAR_FROM, 2) : ADDS_0;
      localparam logic [31:0] START = INITIAL[32*i+:32];
      logic [31:0] nearly, far_on, less_on, added;
      logic select;

      // CMIX. y comes late where SMIX made it, the other summands early.
      if (i == 0 || i == HALF) begin : gen_first
        assign nearly = (y[32*NEAR_FROM+:32] ^ ({32{tix}} & y[32*24+:32])) ^ y[32+:32];
      end else if ((i > 0 && i < 3) || (i > HALF && i < HALF + 3)) begin : gen_mixed
        localparam integer MIXED = (i < 3) ? i + 1 : i - HALF + 1;
        assign nearly = y[32*NEAR_FROM+:32] ^ y[32*MIXED+:32];
      end else begin : gen_moved
        assign nearly = injected[32*NEAR_FROM+:32];
      end

      if (ADDS_0 + ADDS_1 + ADDS_2 == 3) begin : gen_always
        assign added = y[31:0];
      end else if (ADDS_0 + ADDS_1 + ADDS_2 == 0) begin : gen_never
        assign added = '0;
      end else begin : gen_sometimes
        localparam logic [2:0] WHEN = {ADDS_2 != 0, ADDS_1 != 0, ADDS_0 != 0};
        assign added = {32{|(turn & WHEN)}} & y[31:0];
      end
      assign far_on = y[32*FAR_FROM+:32] ^ added;
      assign less_on = y[32*LESS_FROM+:32] ^ ((LESS_ADDS != 0) ? y[31:0] : '0);

      assign select = (i == 3) ? near_first : nearby;
      assign next[32*i+:32] = (({32{select}} & (nearly ^ START)) | ({32{distant}} & (far_on ^ START))) |
          (({32{less}} & (less_on ^ START)) | ({32{stay}} & held[32*i+:32]));
    end
  endgenerate

  logic unused;
  assign unused = &{1'b0, turn, injected};

endmodule
