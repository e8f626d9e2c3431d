// SPDX-License-Identifier: Apache-2.0
//
// stream_resizer passes every part of a packet, once, in order; the bits of its last word count as before, or all
// of them if in_bits says more than there are; an offer stays until it is taken; a word passes or is offered on in the cycle in which it comes.
//
// A part is as wide as the narrower of the two words. Any one part is followed: it is the `place`-th, any, of its wider
// word, and its bits are the same on both sides.
//
// Parameters: those of stream_resizer.

module check_stream_resizer #(
    parameter integer FROM = 4,
    parameter integer TO = 16,
    localparam integer FROM_BITS = $clog2(FROM) + 1,
    localparam integer TO_BITS = $clog2(TO) + 1
) (
    input logic                 clk,
    input logic                 rst,
    input logic                 in_valid,
    input logic [     FROM-1:0] in_data,
    input logic                 in_last,
    input logic [FROM_BITS-1:0] in_bits,
    input logic                 out_ready
);

  localparam integer PART = (FROM < TO) ? FROM : TO;
  localparam integer WIDE = (FROM < TO) ? TO : FROM;
  localparam integer PARTS = WIDE / PART;
  localparam integer INDEX_BITS = $clog2(PARTS + 1);

  logic in_ready, out_valid, out_last;
  logic [TO-1:0] out_data;
  logic [TO_BITS-1:0] out_bits;

  stream_resizer #(
      .FROM(FROM),
      .TO  (TO)
  ) resizer (
      .*
  );

  (* anyconst *) logic [INDEX_BITS-1:0] place;
  logic begun, came, left, in_waited, out_waited;
  logic [FROM+FROM_BITS:0] in_before;
  logic [TO+TO_BITS:0] out_before;
  logic [INDEX_BITS-1:0] parts;  // of the wider word that have passed
  logic [PART-1:0] kept;
  // Bits of in_data that count.
  logic [31:0] bits;
  assign bits = (32'(in_bits) > FROM) ? FROM : 32'(in_bits);
  assign came = in_valid && in_ready;
  assign left = out_valid && out_ready;

  initial begun = 1'b0;
  always_ff @(posedge clk) begin
    begun <= 1'b1;
    in_waited <= in_valid && !in_ready && !rst;
    in_before <= {in_data, in_last, in_bits};
    out_waited <= out_valid && !out_ready && !rst;
    out_before <= {out_data, out_last, out_bits};
    if (FROM < TO) begin
      if (came) parts <= (in_last || 32'(parts) == PARTS - 1) ? '0 : parts + 1'b1;
      if (came && parts == place) kept <= in_data[FROM-1-:PART];
    end else begin
      if (left) parts <= came ? '0 : parts + 1'b1;
    end
    if (rst) parts <= '0;
  end

  always @(posedge clk) begin
    assume (begun || rst);
    assume (32'(place) < PARTS);
    if (begun && in_waited) assume (in_valid && {in_data, in_last, in_bits} == in_before);
    if (begun && !rst) begin
      if (out_waited) stays : assert (out_valid && {out_data, out_last, out_bits} == out_before);
      if (in_valid && out_ready) moves : assert (came || left);
      if (FROM < TO) begin
        if (in_valid) whole : assert (out_valid == (in_last || 32'(parts) == PARTS - 1));
        if (out_valid) begin
          with_last_part : assert (came == left && out_last == in_last);
          if (in_last) bits_right : assert (32'(out_bits) == 32'(parts) * PART + bits);
          part_right : assert (PART'(out_data >> (PART * (PARTS - 1 - 32'(place)))) ==
              ((place < parts) ? kept : (place == parts) ? in_data[FROM-1-:PART] : '0));
        end else no_offer : assert (!left);
      end else begin
        offered : assert (out_valid == in_valid);
        if (out_valid) begin
          in_its_turn : assert (out_data == TO'(WIDE'(in_data) >> (PART * (PARTS - 1 - 32'(parts)))));
          ends : assert (came == (left && (32'(parts) == PARTS - 1 ||
              (in_last && bits <= (32'(parts) + 1) * PART))));
          last_right : assert (out_last == (in_last && (32'(parts) == PARTS - 1 ||
              bits <= (32'(parts) + 1) * PART)));
          if (out_last) rest_right : assert (32'(out_bits) + 32'(parts) * PART == bits);
        end
      end
      too_many_bits : cover (came && in_last && 32'(in_bits) > FROM);
      short_packet : cover (left && came && in_last && 32'(parts) == 1 && in_bits != '0);
      waited : cover (out_waited && left && 32'(parts) == PARTS - 1);
    end
  end

endmodule
