// SPDX-License-Identifier: Apache-2.0
//
// Asserts of a lane of lwc_adapter, from its ports alone: every byte of a hash message comes to the hash function, once and
// in order, in words of its width, with the right end; of each instruction comes one answer, the right one, in order, with the
// words of the next digest, or without a word of it; what is offered stays; nothing is shown while nothing is offered.
//
// Bytes of a message are counted, modulo 32, as they come and as they leave; the one with the number `place` is followed.
//
// Parameters: those of lwc_adapter; ports: those of one of its lanes

module lwc_follower #(
    parameter integer WORD = 64,
    parameter integer W = 32,
    parameter integer DIGEST = 96,
    localparam integer BITS_WIDTH = $clog2(WORD) + 1
) (
    input logic clk,
    input logic rst,

    input logic [W-1:0] pdi_data,
    input logic         pdi_valid,
    input logic         pdi_ready,
    input logic         sdi_ready,

    input logic [W-1:0] do_data,
    input logic         do_valid,
    input logic         do_ready,
    input logic         do_last,

    input logic                  in_valid,
    input logic                  in_ready,
    input logic [      WORD-1:0] in_data,
    input logic                  in_last,
    input logic [BITS_WIDTH-1:0] in_bits,

    input logic                  out_valid,
    input logic                  out_ready,
    input logic [      WORD-1:0] out_data,
    input logic                  out_last,
    input logic [BITS_WIDTH-1:0] out_bits
);

  localparam integer PARTS = 32 / W;
  localparam integer PER_WORD = WORD / W;  // words of do in one of the hash function
  localparam integer SIZE = WORD / 8;

  (* anyconst *)logic [4:0] place;

  logic begun;
  initial begun = 1'b0;
  always_ff @(posedge clk) begun <= 1'b1;

  // The message.
  logic taken, left, passes, last, closes, answers, hashed, failed;
  logic [2:0] bytes;
  assign taken = pdi_valid && pdi_ready;
  assign left  = in_valid && in_ready;

  lwc_model #(
      .W(W)
  ) model (
      .clk(clk),
      .rst(rst),
      .word(pdi_data),
      .valid(pdi_valid),
      .taken(taken),
      .closed(closes && left && in_last),
      .passes(passes),
      .bytes(bytes),
      .last(last),
      .closes(closes),
      .answers(answers),
      .hashed(hashed),
      .failed(failed)
  );

  logic [4:0] numbered, gone;  // bytes of the message that came and that left, before this cycle
  logic [4:0] arriving, ahead, in_index, out_index;
  logic [7:0] kept, in_byte, out_byte;
  logic here;
  assign arriving = passes ? 5'(bytes) : '0;
  assign in_index = place - numbered;
  assign out_index = place - gone;
  assign ahead = numbered - gone;
  assign here = in_index < arriving;
  assign in_byte = 8'({pdi_data, 32'd0} >> (W + 24 - 8 * 32'(in_index[1:0])));
  assign out_byte = 8'(in_data >> (WORD - 8 - 8 * (32'(out_index) % SIZE)));

  // The answers: at most two are due, the first one first.
  logic [1:0] due;
  logic [1:0] first, second;  // hashed and failed
  logic [3:0] sent;  // parts of the header that left
  logic digest_left;  // the digest has been taken whole
  logic [7:0] part;  // of the word of the digest, the next one for do
  logic came, given;
  assign came  = out_valid && out_ready;
  assign given = do_valid && do_ready;

  logic in_waited, do_waited, pdi_waited, out_waited;
  logic [WORD+BITS_WIDTH:0] in_before, out_before;
  logic [W:0] do_before;
  logic [W-1:0] pdi_before;
  logic had_failure;  // for a cover

  always_ff @(posedge clk) begin
    if (taken && here) kept <= in_byte;
    if (taken || left) begin
      numbered <= numbered + (taken ? arriving : 5'd0);
      gone <= gone + (left ? 5'(SIZE) : 5'd0);
    end
    if (left && in_last) {numbered, gone} <= '0;

    if (given && 32'(sent) < PARTS) sent <= sent + 1'b1;
    if (given && 32'(sent) >= PARTS) part <= (32'(part) == PER_WORD - 1) ? '0 : part + 1'b1;
    if (came) part <= '0;
    if (came && out_last) digest_left <= 1'b1;
    if (given && do_last) begin
      sent <= '0;
      digest_left <= 1'b0;
      part <= '0;
      first <= second;
      if (first[0]) had_failure <= 1'b1;
    end
    due <= due + 2'(answers) - 2'(given && do_last);
    if (answers) begin
      if (due - 2'(given && do_last) == '0) first <= {hashed, failed};
      else second <= {hashed, failed};
    end

    in_waited <= in_valid && !in_ready && !rst;
    in_before <= {in_data, in_last, in_bits};
    do_waited <= do_valid && !do_ready && !rst;
    do_before <= {do_data, do_last};
    pdi_waited <= pdi_valid && !pdi_ready && !rst;
    pdi_before <= pdi_data;
    out_waited <= out_valid && !out_ready && !rst;
    out_before <= {out_data, out_last, out_bits};

    if (rst) begin
      {numbered, gone, due, sent, digest_left, part, had_failure} <= '0;
    end
  end

  always @(posedge clk) begin
    if (begun && pdi_waited) assume (pdi_valid && pdi_data == pdi_before);
    if (begun && out_waited) assume (out_valid && {out_data, out_last, out_bits} == out_before);
    // A digest is whole words of do.
    assume (!out_last || (out_bits != '0 && 32'(out_bits) <= WORD && 32'(out_bits) % W == 0));
    if (begun && !rst) begin
      no_key : assert (!sdi_ready);
      if (in_waited) message_stays : assert (in_valid && {in_data, in_last, in_bits} == in_before);
      if (do_waited) answer_stays : assert (do_valid && {do_data, do_last} == do_before);
      if (!do_valid) nothing_shown : assert (do_data == '0 && !do_last);
      both_end : assert ((left && in_last) == (answers && hashed));
      if (in_valid && in_last && (closes || passes)) bits_right : assert (32'(in_bits) == 8 * 32'(5'(ahead + arriving)));
      if (in_valid && 32'(out_index) < SIZE && (!in_last || 8 * 32'(out_index) < 32'(in_bits)))
        byte_right : assert (out_byte == (here ? in_byte : kept));
      if (in_valid && !in_last) full : assert (32'(5'(ahead + arriving)) >= SIZE);

      no_more_than_two : assert (!(answers && due == 2'd2 && !(given && do_last)));
      if (do_valid) begin
        answers_one : assert (due != '0);
        status_last : assert (do_last == (first[0] ? 1'b1 : digest_left));
        if (do_last) begin
          status_right : assert (do_data == W'({first[0] ? 4'd15 : 4'd14, 28'd0} >> (32 - W)));
        end else if (32'(sent) < PARTS) begin
          header_right : assert (do_data == W'({8'h93, 8'd0, 16'(DIGEST / 8)} >> (32 - W * (32'(sent) + 1))));
        end else begin
          digest_right :
            assert (out_valid && do_data == W'(out_data >> (WORD - W * (32'(part) + 1))) &&
                (!out_last || 32'(part) * W < 32'(out_bits)));
        end
      end
      if (came) digest_wanted : assert (due != '0 && first[1] && !digest_left);
      whole : cover (given && do_last && !first[0] && had_failure);
      two_due : cover (answers && due == 2'd1 && !(given && do_last));
    end
  end

endmodule
