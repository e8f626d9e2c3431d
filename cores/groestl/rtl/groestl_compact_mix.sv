// SPDX-License-Identifier: Apache-2.0
//
// MixBytes of columns that come digit by digit (section 3.4.5). The matrix is circulant: a digit of the product depends on
// the digits of the column, from its own on and round to the one before, in the same way whichever it is. So the first
// digit of groestl_mix_column is all that is needed, with the digits behind the one in work, which are on their way here,
// and then those before it, which have been kept.
//
//   in --> PARTS - 1 digits --> PARTS - 1 digits
//           behind, in work       before
//
// Parameters
//   DATAPATH  bits of a digit: 8, 16, 32 or 64, so that a column is PARTS = 64 / DATAPATH digits
//
// Ports
//   part  number in its column of the digit that leaves
//   in    a digit every cycle       out  the digit of PARTS - 1 cycles before, mixed

module groestl_compact_mix #(
    parameter integer DATAPATH = 64,
    localparam integer PARTS = 64 / DATAPATH,
    localparam integer PART_BITS = (PARTS > 2) ? $clog2(PARTS) : 1
) (
    input  logic                 clk,
    input  logic [PART_BITS-1:0] part,
    input  logic [ DATAPATH-1:0] in,
    output logic [ DATAPATH-1:0] out
);

  generate
    if (DATAPATH != 8 && DATAPATH != 16 && DATAPATH != 32 && DATAPATH != 64) begin : gen_refused_datapath
      groestl_compact_mix_needs_DATAPATH_of_8_16_32_or_64 refused ();
    end
  endgenerate

  logic [63:0] a, b;  // the column from the digit in work on

  groestl_mix_column column (
      .a(a),
      .b(b)
  );
  assign out = b[63-:DATAPATH];

  generate
    if (PARTS > 1) begin : gen_parts
      localparam integer KEPT = 2 * (PARTS - 1);
      logic [KEPT*DATAPATH-1:0] line;  // the digit that came last is the highest
      logic [(KEPT+1)*DATAPATH-1:0] all;

      assign all = {in, line};
      always_ff @(posedge clk) line <= all[(KEPT+1)*DATAPATH-1:DATAPATH];

      for (genvar k = 0; k < PARTS; k = k + 1) begin : gen_digit
        if (k == 0) begin : gen_own
          assign a[63-:DATAPATH] = all[(PARTS-1)*DATAPATH+:DATAPATH];
        end else begin : gen_other
          logic passed;
          assign passed = (PART_BITS + 1)'(part) + (PART_BITS + 1)'(k) >= (PART_BITS + 1)'(PARTS);
          assign a[63-DATAPATH*k-:DATAPATH] = passed ? all[(k-1)*DATAPATH+:DATAPATH] :
              all[(PARTS-1+k)*DATAPATH+:DATAPATH];
        end
      end
      logic unused;
      assign unused = &{1'b0, b};
    end else begin : gen_whole
      assign a = in;
      logic unused;
      assign unused = &{1'b0, clk, part};
    end
  endgenerate

endmodule
