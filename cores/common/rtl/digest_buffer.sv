// SPDX-License-Identifier: Apache-2.0
//
// Takes a digest beat from a core in one cycle and keeps it while its words leave through a digest_serializer, so that
// the core works on. One beat for all lanes: while it waits for a stream that takes no word, the beats of other lanes
// pass it by, word by word from the core as without a buffer. So no lane waits for another's stream. A lane gets the
// buffer again only when no other lane is known to wait that has not had it since: so no lane waits for ever.
//
// Parameters
//   BEAT    bits in a beat, 1 or more
//   STAGES  lanes, 1 or more
//
// Ports
//   digest_*  the digest port of a core. A beat is taken in the cycle in which it comes if the buffer is empty and it
//             is not another lane's turn to have it
//   beat_*    to the digest port of a digest_serializer, which knows of each lane how many words of its beat have left:
//             a beat may come into the buffer when some have
//   held      of each lane: its stream offers a word that is not taken in this cycle
//   rst       drops the beat

module digest_buffer #(
    parameter integer BEAT = 256,
    parameter integer STAGES = 1,
    localparam integer LANE_BITS = hash_pkg::index_bits(STAGES)
) (
    input logic clk,
    input logic rst,

    input  logic                 digest_valid,
    output logic                 digest_ready,
    input  logic [LANE_BITS-1:0] digest_lane,
    input  logic [     BEAT-1:0] digest_data,
    input  logic                 digest_last,

    output logic                 beat_valid,
    input  logic                 beat_ready,
    output logic [LANE_BITS-1:0] beat_lane,
    output logic [     BEAT-1:0] beat_data,
    output logic                 beat_last,

    input logic [STAGES-1:0] held
);

  generate
    if (BEAT < 1) begin : gen_refused_beat
      digest_buffer_needs_BEAT_of_1_or_more refused ();
    end
    if (STAGES < 1) begin : gen_refused_stages
      digest_buffer_needs_STAGES_of_1_or_more refused ();
    end
  endgenerate

  logic full;
  logic [LANE_BITS-1:0] kept_lane;
  logic [BEAT-1:0] kept_data;
  logic kept_last;
  logic pass_by;
  logic refuse;  // another lane shall have the buffer

  generate
    if (STAGES == 1) begin : gen_one_lane
      assign pass_by = 1'b0;
      assign refuse  = 1'b0;
      logic unused;
      assign unused = held[0];
    end else begin : gen_lanes
      logic waiting;  // the stream of the beat in the buffer takes no word
      always_comb begin
        waiting = 1'b0;
        for (integer l = 0; l < STAGES; l = l + 1) begin
          if (kept_lane == LANE_BITS'(l)) waiting = waiting | held[l];
        end
      end
      assign pass_by = full && waiting && digest_lane != kept_lane;

      logic [STAGES-1:0] here;  // the lane whose turn it is
      logic [STAGES-1:0] wants;  // lanes that had a beat in their last turn and could not give it
      logic [STAGES-1:0] served;  // lanes that have had the buffer while others wanted it
      logic others;  // a lane wants it that has not had it

      assign here   = STAGES'(1) << digest_lane;
      assign others = (wants & ~served) != '0;
      assign refuse = others && (served & here) != '0;

      always_ff @(posedge clk) begin
        if (digest_valid) wants <= digest_ready ? wants & ~here : wants | here;
        if (digest_valid && digest_ready && !full) served <= others ? served | here : here;
        if (rst) begin
          wants  <= '0;
          served <= '0;
        end
      end
    end
  endgenerate

  assign digest_ready = full ? pass_by && beat_ready : !refuse;
  assign beat_valid = pass_by ? digest_valid : full;
  assign beat_lane = pass_by ? digest_lane : kept_lane;
  assign beat_data = pass_by ? digest_data : kept_data;
  assign beat_last = pass_by ? digest_last : kept_last;

  always_ff @(posedge clk) begin
    if (!full) begin
      kept_lane <= digest_lane;
      kept_data <= digest_data;
      kept_last <= digest_last;
    end
    if (rst) full <= 1'b0;
    else full <= full ? pass_by || !beat_ready : digest_valid && !refuse;
  end

endmodule
