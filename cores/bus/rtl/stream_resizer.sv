// SPDX-License-Identifier: Apache-2.0
//
// Words of one width from words of another, packet by packet. One of the widths divides the other. The word that
// completes a wider one passes in the cycle in which it comes; of a wider word the parts leave one a cycle.
//
// Parameters: FROM, TO: bits in a word of in_* and of out_*
//
// Ports
//   in_*, out_*   words, first bit highest; `last`: last word of its packet; `bits`: how many of its bits count if it is
//                 the last one, 0 .. width; in_bits above that counts as the width. Bits of a last word behind its end
//                 are those of in_data, then 0. in_ready depends on in_last and in_bits, not on in_valid.

module stream_resizer #(
    parameter integer FROM = 32,
    parameter integer TO = 64,
    localparam integer FROM_BITS = $clog2(FROM) + 1,
    localparam integer TO_BITS = $clog2(TO) + 1
) (
    input logic clk,
    input logic rst,

    input  logic                 in_valid,
    output logic                 in_ready,
    input  logic [     FROM-1:0] in_data,
    input  logic                 in_last,
    input  logic [FROM_BITS-1:0] in_bits,

    output logic               out_valid,
    input  logic               out_ready,
    output logic [     TO-1:0] out_data,
    output logic               out_last,
    output logic [TO_BITS-1:0] out_bits
);

  localparam integer PARTS = (TO > FROM) ? TO / FROM : FROM / TO;
  localparam integer INDEX_BITS = (PARTS > 1) ? $clog2(PARTS) : 1;

  logic [FROM_BITS-1:0] counted;  // in_bits, FROM at most
  assign counted = in_bits[FROM_BITS-1] ? FROM_BITS'(FROM) : in_bits;

  generate
    if (FROM < 2 || (FROM & (FROM - 1)) != 0) begin : gen_refused_from
      stream_resizer_needs_FROM_a_power_of_two_from_2_on refused ();
    end
    if (TO < 2 || (TO & (TO - 1)) != 0) begin : gen_refused_to
      stream_resizer_needs_TO_a_power_of_two_from_2_on refused ();
    end

    if (PARTS == 1) begin : gen_same
      assign in_ready  = out_ready;
      assign out_valid = in_valid;
      assign out_data  = in_data;
      assign out_last  = in_last;
      assign out_bits  = counted;

      logic unused;
      assign unused = ^{clk, rst};
    end else begin : gen_parts
      logic [INDEX_BITS-1:0] index;  // of the part in the wider word
      logic final_part;

      always_ff @(posedge clk) begin
        if (in_valid && (out_ready || !out_valid)) index <= final_part ? '0 : index + 1'b1;
        if (rst) index <= '0;
      end

      if (TO > FROM) begin : gen_wider
        logic [TO-FROM-1:0] kept;  // the parts before this one, the first one highest

        assign final_part = in_last || index == INDEX_BITS'(PARTS - 1);
        assign in_ready = out_ready || !final_part;
        assign out_valid = in_valid && final_part;
        assign out_last = in_last;
        assign out_bits = TO_BITS'(counted) + TO_BITS'(index) * TO_BITS'(FROM);

        for (genvar i = 0; i < PARTS; i = i + 1) begin : gen_part
          if (i == PARTS - 1) begin : gen_last
            assign out_data[FROM-1:0] = (index == INDEX_BITS'(i)) ? in_data : '0;
          end else begin : gen_kept
            assign out_data[TO-FROM*(i+1)+:FROM] = (index == INDEX_BITS'(i)) ? in_data : kept[TO-FROM*(i+2)+:FROM];
          end
        end

        always_ff @(posedge clk) begin
          if (in_valid && in_ready) kept <= final_part ? '0 : out_data[TO-1:FROM];
          if (rst) kept <= '0;
        end
      end else begin : gen_narrower
        logic [FROM-1:0] parts;  // the parts of in_data, the first one lowest
        logic [FROM_BITS-1:0] begins;  // bits of the word before this part

        assign begins = FROM_BITS'(index) * FROM_BITS'(TO);
        assign final_part = index == INDEX_BITS'(PARTS - 1) || (in_last && counted <= begins + FROM_BITS'(TO));
        assign in_ready = out_ready && final_part;
        assign out_valid = in_valid;
        assign out_last = in_last && final_part;
        assign out_bits = TO_BITS'(counted - begins);

        for (genvar i = 0; i < PARTS; i = i + 1) begin : gen_part
          assign parts[i*TO+:TO] = in_data[FROM-TO*(i+1)+:TO];
        end
        assign out_data = parts[index*TO+:TO];
      end
    end
  endgenerate

endmodule
