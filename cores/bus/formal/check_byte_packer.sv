// SPDX-License-Identifier: Apache-2.0
//
// byte_packer makes full words of the bytes of a message, once and in order; as many bits of its last word count as are left;
// an offer stays until it is taken; a word that completes another passes in the cycle in which it comes.
//
// Bytes of a message are counted, modulo 8, as they come and as they leave, and fewer than eight lie between. Any byte is
// followed: the one with the number `place`.

module check_byte_packer (
    input logic        clk,
    input logic        rst,
    input logic        in_valid,
    input logic [31:0] in_data,
    input logic        in_last,
    input logic [ 5:0] in_bits,
    input logic        out_ready
);

  logic in_ready, out_valid, out_last;
  logic [31:0] out_data;
  logic [5:0] out_bits;

  byte_packer packer (.*);

  (* anyconst *) logic [2:0] place;
  logic begun, came, left, in_waited, out_waited;
  logic [38:0] in_before, out_before;
  logic [2:0] numbered, gone;  // bytes of the message before the word that comes, and before the one that leaves
  logic [2:0] difference;  // of the two, with a sign
  logic [2:0] in_index, out_index, count;  // of the byte in the words, if less than four; bytes that come
  logic [7:0] kept, in_byte, out_byte;
  logic here, came_before;  // it comes with this word; it came before and has not left
  logic [31:0] sum;  // bits that wait and come

  assign came = in_valid && in_ready;
  assign left = out_valid && out_ready;
  assign count = 3'((32'(in_bits) + 7) / 8);
  assign difference = numbered - gone;
  assign sum = 32'(in_bits) + {{26{difference[2]}}, difference, 3'd0};
  assign in_index = place - numbered;
  assign out_index = place - gone;
  assign in_byte = 8'(in_data >> (24 - 8 * in_index[1:0]));
  assign out_byte = 8'(out_data >> (24 - 8 * out_index[1:0]));
  assign here = in_index < count;
  assign came_before = !difference[2] && out_index < difference;

  initial begun = 1'b0;
  always_ff @(posedge clk) begin
    begun <= 1'b1;
    in_waited <= in_valid && !in_ready && !rst;
    in_before <= {in_data, in_last, in_bits};
    out_waited <= out_valid && !out_ready && !rst;
    out_before <= {out_data, out_last, out_bits};
    if (came) numbered <= in_last ? '0 : numbered + count;
    if (left) gone <= out_last ? '0 : gone + 3'd4;
    if (came && here) kept <= in_byte;
    if (rst) {numbered, gone} <= '0;
  end

  always @(posedge clk) begin
    assume (begun || rst);
    assume (32'(in_bits) <= 32 && (in_last || (in_bits[2:0] == '0 && in_bits != '0)));
    assume ((in_data & (32'hffffffff >> {count, 3'd0})) == '0);
    if (begun && in_waited) assume (in_valid && {in_data, in_last, in_bits} == in_before);
    if (begun && !rst) begin
      if (out_waited) stays : assert (out_valid && {out_data, out_last, out_bits} == out_before);
      offers : assert (out_valid == (in_valid && (in_last || sum >= 32)));
      if (in_valid) takes : assert (came == (out_valid ? left && (!in_last || out_last) : 1'b1));
      if (out_valid) begin
        ends : assert (out_last == (in_last && sum <= 32));
        if (out_last) bits_right : assert (32'(out_bits) == sum);
        if (out_index < 3'd4 && (!out_last || 8 * 32'(out_index) < sum))
          byte_right : assert ((here || came_before) && out_byte == (here ? in_byte : kept));
        if (out_index < 3'd4 && out_last && 8 * 32'(out_index) >= sum) nothing_behind : assert (out_byte == '0);
      end
      two_words : cover (left && out_last && difference[2] && out_waited);
      one_bit_behind : cover (came && in_last && in_bits == 6'd25 && 32'(out_bits) == 1);
      full_speed : cover (came && left && !in_last && difference == 3'd3 && in_bits == 6'd32);
    end
  end

endmodule
