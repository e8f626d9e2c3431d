// SPDX-License-Identifier: Apache-2.0
//
// lwc_sender answers each verdict once and in order: Failure alone, or the header, the words of one digest, in order, and
// Success; do_last is high with each status and with nothing else. No word of a digest is shown that belongs to a
// failed message, and each such digest is taken whole. An offer stays until it is taken; nothing is shown while nothing is
// offered; a word leaves in each cycle in which there is one and the sink is ready.
//
// Verdicts and digests come from any source that keeps what it offers until it is taken. The words of an answer are
// counted here; what each of them has to be follows from its number.
//
// Parameters: those of lwc_sender.

module check_lwc_sender #(
    parameter integer W = 8,
    parameter integer DIGEST = 256
) (
    input logic         clk,
    input logic         rst,
    input logic         verdict_valid,
    input logic         verdict_hashed,
    input logic         verdict_failed,
    input logic         digest_valid,
    input logic [W-1:0] digest_data,
    input logic         digest_last,
    input logic         do_ready
);

  logic verdict_ready, digest_ready, do_valid, do_last;
  logic [W-1:0] do_data;

  lwc_sender #(
      .W(W),
      .DIGEST(DIGEST)
  ) sender (
      .*
  );

  localparam integer PARTS = 32 / W;
  localparam integer LENGTH = DIGEST / 8;

  logic begun, verdict_waited, digest_waited, do_waited;
  logic [1:0] verdict_before;
  logic [W:0] digest_before, do_before;

  logic busy;  // an answer is due
  logic wants_digest, good;  // a digest is to be taken first; it is to be sent
  logic [2:0] sent;  // parts of the header that left
  logic over;  // nothing but the status is due
  logic given, came;
  logic [31:0] head;
  logic [W-1:0] part, status;

  assign given = do_valid && do_ready;
  assign came = digest_valid && digest_ready;
  assign over = busy && !wants_digest;
  assign head = {8'h93, 8'h00, 8'(LENGTH / 256), 8'(LENGTH % 256)};
  assign part = W'(head >> (32 - W * (32'(sent) + 1)));
  assign status = W'({good ? 4'd14 : 4'd15, 28'd0} >> (32 - W));

  // For the covers only: words of the digest, 3 standing for more; how the answer before ended.
  logic [1:0] words;
  logic after, after_good;

  initial begun = 1'b0;
  always_ff @(posedge clk) begin
    begun <= 1'b1;
    verdict_waited <= verdict_valid && !verdict_ready && !rst;
    verdict_before <= {verdict_hashed, verdict_failed};
    digest_waited <= digest_valid && !digest_ready && !rst;
    digest_before <= {digest_data, digest_last};
    do_waited <= do_valid && !do_ready && !rst;
    do_before <= {do_data, do_last};
    if (!busy) begin
      busy <= verdict_valid;
      wants_digest <= verdict_hashed;
      good <= verdict_hashed && !verdict_failed;
      sent <= '0;
      words <= '0;
    end else begin
      if (given && wants_digest && 32'(sent) < PARTS) sent <= sent + 1'b1;
      if (came) begin
        words <= (words == 2'd3) ? 2'd3 : words + 1'b1;
        if (digest_last) wants_digest <= 1'b0;
      end
      if (given && over) begin
        busy <= 1'b0;
        after <= 1'b1;
        after_good <= good;
      end
    end
    if (rst) begin
      busy  <= 1'b0;
      after <= 1'b0;
    end
  end

  always @(posedge clk) begin
    assume (begun || rst);
    // A verdict says that an instruction that is not HASH failed.
    assume (verdict_hashed || verdict_failed);
    if (begun && verdict_waited) assume (verdict_valid && {verdict_hashed, verdict_failed} == verdict_before);
    if (begun && digest_waited) assume (digest_valid && {digest_data, digest_last} == digest_before);
    if (begun && !rst) begin
      takes_a_verdict : assert (verdict_ready == !busy);
      if (!do_valid) nothing_shown : assert (do_data == '0 && !do_last);
      if (do_waited) stays : assert (do_valid && {do_data, do_last} == do_before);
      if (!busy) idle : assert (!do_valid && !digest_ready);
      if (busy && wants_digest && good) begin
        offers : assert (do_valid == digest_valid && !do_last);
        if (32'(sent) < PARTS) begin
          header_first : assert (!digest_ready);
          if (do_valid) header_right : assert (do_data == part);
        end else begin
          with_its_leaving : assert (digest_ready == do_ready);
          if (do_valid) digest_right : assert (do_data == digest_data);
        end
      end
      if (busy && wants_digest && !good) gated : assert (!do_valid && digest_ready);
      if (over) begin
        ends : assert (do_valid && do_last && !digest_ready);
        status_right : assert (do_data == status);
      end
      succeeds_behind_a_failure : cover (given && over && good && after && !after_good && words == 2'd2);
      fails_behind_a_success : cover (given && over && !good && after && after_good && words == 2'd2);
      fails_without_a_digest : cover (given && over && !good && after && after_good && words == '0);
      waited : cover (given && do_waited && over && good && words == 2'd3);
    end
  end

endmodule
