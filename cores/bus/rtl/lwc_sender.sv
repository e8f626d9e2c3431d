// SPDX-License-Identifier: Apache-2.0
//
// Answers instructions by the protocol of the LWC Hardware API: of each verdict of lwc_receiver comes one answer, in order.
// See lwc_adapter, which has the format.
//
// Parameters
//   W       bits in a word of do: 8, 16 or 32
//   DIGEST  bits of a digest, whole bytes, 8 .. 524280
//
// Ports
//   verdict_*  what lwc_receiver says of an instruction; it is taken when its answer begins
//   digest_*   the digest of each message, in words of W, first bit highest, bits behind its end 0
//   do_*       the answer. do_valid depends on digest_valid, not on do_ready; what is offered stays until it is taken.
//              do_data and do_last are 0 while do_valid is low.
//
// A digest whose message failed is taken and shown to nobody. Between an answer and the next there is a cycle.

module lwc_sender #(
    parameter integer W = 32,
    parameter integer DIGEST = 256
) (
    input logic clk,
    input logic rst,

    input  logic verdict_valid,
    output logic verdict_ready,
    input  logic verdict_hashed,
    input  logic verdict_failed,

    input  logic         digest_valid,
    output logic         digest_ready,
    input  logic [W-1:0] digest_data,
    input  logic         digest_last,

    output logic [W-1:0] do_data,
    output logic         do_valid,
    input  logic         do_ready,
    output logic         do_last
);

  generate
    if (W != 8 && W != 16 && W != 32) begin : gen_refused_w
      lwc_sender_needs_W_of_8_16_or_32 refused ();
    end
    if (DIGEST < 8 || DIGEST > 8 * 65535 || DIGEST % 8 != 0) begin : gen_refused_digest
      lwc_sender_needs_DIGEST_of_whole_bytes_from_8_to_524280 refused ();
    end
  endgenerate

  localparam logic [3:0] SUCCESS = 4'he, FAILURE = 4'hf;
  localparam logic [3:0] HASH_VALUE = 4'h9;
  localparam logic [31:0] HEAD = {HASH_VALUE, 4'b0011, 8'd0, 16'(DIGEST / 8)};  // EOT and Last
  localparam logic [2:0] IDLE = 3'd0, HEADER = 3'd1, SEGMENT = 3'd2, DROPPING = 3'd3, STATUS = 3'd4;

  logic [2:0] state;
  logic [1:0] part;  // of the header
  logic failed;

  logic [3:0] status;
  logic [W-1:0] head;  // this part
  assign status = failed ? FAILURE : SUCCESS;
  assign head = W'(HEAD >> (6'(32 - W) - 6'(part) * 6'(W)));

  assign verdict_ready = state == IDLE;
  assign digest_ready = state == DROPPING || (state == SEGMENT && do_ready);
  assign do_last = state == STATUS;

  // The header waits for the digest, so that nothing is seen of an answer until it can leave.
  assign do_valid = (state == HEADER || state == SEGMENT) ? digest_valid : state == STATUS;
  assign do_data = !do_valid ? '0 : (state == HEADER) ? head :
      (state == SEGMENT) ? digest_data : {status, {(W - 4) {1'b0}}};

  always_ff @(posedge clk) begin
    case (state)
      IDLE: begin
        failed <= verdict_failed;
        part   <= '0;
        if (verdict_valid) state <= !verdict_hashed ? STATUS : verdict_failed ? DROPPING : HEADER;
      end
      HEADER:
      if (do_valid && do_ready) begin
        part <= part + 1'b1;
        if (part == 2'(32 / W - 1)) state <= SEGMENT;
      end
      SEGMENT, DROPPING: if (digest_valid && digest_ready && digest_last) state <= STATUS;
      default: if (do_ready) state <= IDLE;
    endcase
    if (rst) state <= IDLE;
  end

endmodule
