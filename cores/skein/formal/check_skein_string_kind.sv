// SPDX-License-Identifier: Apache-2.0
//
// Of every packet skein_string_kind takes the first word and passes the others as they are, a packet of one word as an
// empty string; the kind of each string is what its header says, and 2 where the header says anything else. A word that
// is not taken stays.
//
// Parameters: those of skein_string_kind.

module check_skein_string_kind #(
    parameter integer WORD = 64,
    localparam integer BITS_WIDTH = $clog2(WORD) + 1
) (
    input logic                  clk,
    input logic                  rst,
    input logic                  in_valid,
    input logic [      WORD-1:0] in_data,
    input logic                  in_last,
    input logic [BITS_WIDTH-1:0] in_bits,
    input logic                  out_ready
);

  logic in_ready, out_valid, out_last;
  logic [WORD-1:0] out_data;
  logic [BITS_WIDTH-1:0] out_bits;
  logic [2:0] kind;

  skein_string_kind #(
      .WORD(WORD)
  ) header (
      .*
  );

  logic begun, first;
  logic [2:0] said, said_here;
  logic waits;
  logic [WORD+BITS_WIDTH+4:0] in_now, in_before, out_now, out_before;
  assign in_now = {4'd0, in_data, in_last, in_bits};
  assign out_now = {1'b0, kind, out_data, out_last, out_bits};

  // What the header says of a header
  always_comb begin
    said_here = 3'd2;
    for (integer k = 0; k < 8; k = k + 1) begin
      if (k != 2 && in_data == WORD'(k) << (WORD - 8) && (!in_last || 32'(in_bits) >= WORD)) said_here = 3'(k);
    end
  end

  initial begun = 1'b0;
  always_ff @(posedge clk) begin
    begun <= 1'b1;
    if (in_valid && in_ready) begin
      first <= in_last;
      if (first) said <= said_here;
    end
    waits <= in_valid && !in_ready && !rst;
    in_before <= in_now;
    out_before <= out_now;
    if (rst) first <= 1'b1;
  end

  always_comb begin
    assume (begun || rst);
    if (begun && waits) assume (in_valid && in_now == in_before);
    if (begun && !rst) begin
      ready : assert (in_ready == out_ready);
      passes : assert (out_valid == (in_valid && (!first || in_last)));
      if (out_valid) begin
        string_word : assert (out_data == in_data && out_last == in_last);
        bits_right : assert (out_bits == (first ? '0 : in_bits));
        kind_right : assert (kind == (first ? said_here : said));
      end
      if (waits && out_valid) stays : assert (out_now == out_before);
      message : cover (out_valid && out_last && kind == 3'd7 && !first);
      empty : cover (out_valid && first && kind == 3'd1);
      unknown : cover (out_valid && kind == 3'd2);
    end
  end

endmodule
