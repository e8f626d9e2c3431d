// SPDX-License-Identifier: Apache-2.0
//
// What comes digit by digit through groestl_compact_shift and groestl_compact_mix is what groestl_columns makes of the whole
// state, of P and of Q in turn, whatever the states are. What both keep of a state is gone two turns later, and the control
// comes round with them: three turns say it of all.

module check_groestl_compact_round #(
    parameter integer VERSION = 3,
    parameter integer COLUMNS = 8,
    parameter integer DATAPATH = 64,
    localparam integer STATE = 64 * COLUMNS,
    localparam integer PARTS = 64 / DATAPATH,
    localparam integer PART_BITS = (PARTS > 2) ? $clog2(PARTS) : 1,
    localparam integer SLOT_BITS = $clog2(COLUMNS * PARTS)
) (
    input logic clk,
    input logic [DATAPATH-1:0] in
);

  logic [SLOT_BITS-1:0] slot;  // of the digit that comes in the next cycle, and of the one that leaves
  logic q;
  logic [PART_BITS-1:0] part;
  logic [DATAPATH-1:0] shifted, mixed;

  generate
    if (PARTS > 1) begin : gen_parts
      assign part = slot[PART_BITS-1:0];
    end else begin : gen_whole
      assign part = '0;
    end
  endgenerate

  groestl_compact_shift #(
      .VERSION (VERSION),
      .COLUMNS (COLUMNS),
      .DATAPATH(DATAPATH)
  ) shift_bytes (
      .clk (clk),
      .slot(slot),
      .q   (q),
      .in  (in),
      .out (shifted)
  );
  groestl_compact_mix #(
      .DATAPATH(DATAPATH)
  ) mix_bytes (
      .clk (clk),
      .part(part),
      .in  (shifted),
      .out (mixed)
  );

  logic [STATE-DATAPATH-1:0] before_it;  // digits before the one that comes
  logic [STATE-1:0] kept, state, whole;
  logic full;  // a state has come
  assign state = (slot == '0) ? {before_it, in} : kept;

  initial begin
    slot = '0;
    q = 1'b0;
    full = 1'b0;
  end
  always_ff @(posedge clk) begin
    slot <= slot + 1'b1;
    if (&slot) q <= !q;
    if (&slot) full <= 1'b1;
    before_it <= (STATE - DATAPATH)'({before_it, in});
    kept <= state;
  end

  groestl_columns #(
      .VERSION(VERSION),
      .COLUMNS(COLUMNS)
  ) columns (
      .q(!q),
      .x(state),
      .y(whole)
  );

  logic [DATAPATH-1:0] right;
  always_comb begin
    right = '0;
    for (integer i = 0; i < COLUMNS * PARTS; i = i + 1) begin
      if (slot == SLOT_BITS'(i)) right = whole[STATE-1-DATAPATH*i-:DATAPATH];
    end
  end

  always @(posedge clk) begin
    if (full) same : assert (mixed == right);
    of_p : cover (full && q);
    of_q : cover (full && !q);
  end

endmodule
