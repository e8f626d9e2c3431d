// SPDX-License-Identifier: Apache-2.0
//
// axis_adapter passes every beat to the lane of its tid, or of its stream, bytes in their order and as many bits as tkeep
// and tuser say, and every word of a digest to its stream, with the tkeep and tuser that its bits ask for; what it offers
// stays until it is taken; no packet is interrupted; no lane waits for more than one packet of each other. Of every message
// digest_marks is told in the cycle in which it ends whether one of its beats was malformed, and of every digest when it
// has gone; what digest_marks says of a digest is in tuser[3].
//
// One lane is followed, any. The hash function is any that keeps what it offers until it is taken. What a beat means
// says cores/bus/README.md, also of those that no packet may hold. That a mark stays while its digest waits is assumed of
// digest_marks, which is proven to by itself.
//
// What the registers of the arbiter have to do with the packets seen so far is asserted too, which makes all assertions
// together inductive: the check begins with a reset, or anywhere, with those registers so related. An escaped name with
// a dot in it is the circuit's register: yosys joins the two where it flattens. If they were not joined, the name would be
// free, and the assertions would fail.
//
// Parameters: those of axis_adapter.

module check_axis_adapter #(
    parameter integer WORD = 16,
    parameter integer STAGES = 2,
    parameter integer SEPARATE = 0,
    parameter integer BYTE_ORDER = 0,
    localparam integer STREAMS = (SEPARATE != 0) ? STAGES : 1,
    localparam integer BYTES = WORD / 8,
    localparam integer LANE_BITS = (STAGES > 1) ? $clog2(STAGES) : 1,
    localparam integer BITS_WIDTH = $clog2(WORD) + 1
) (
    input logic clk,
    input logic aresetn,

    input logic [          STREAMS-1:0] s_axis_tvalid,
    input logic [     STREAMS*WORD-1:0] s_axis_tdata,
    input logic [    STREAMS*BYTES-1:0] s_axis_tkeep,
    input logic [          STREAMS-1:0] s_axis_tlast,
    input logic [        STREAMS*3-1:0] s_axis_tuser,
    input logic [STREAMS*LANE_BITS-1:0] s_axis_tid,
    input logic [          STREAMS-1:0] m_axis_tready,

    input logic [           STAGES-1:0] in_ready,
    input logic [           STAGES-1:0] out_valid,
    input logic [      STAGES*WORD-1:0] out_data,
    input logic [           STAGES-1:0] out_last,
    input logic [STAGES*BITS_WIDTH-1:0] out_bits,
    input logic [           STAGES-1:0] out_error
);

  logic rst;
  logic [STREAMS-1:0] s_axis_tready, s_axis_malformed, m_axis_tvalid, m_axis_tlast;
  logic [STREAMS*WORD-1:0] m_axis_tdata;
  logic [STREAMS*BYTES-1:0] m_axis_tkeep;
  logic [STREAMS*4-1:0] m_axis_tuser;
  logic [STREAMS*LANE_BITS-1:0] m_axis_tid;
  logic [STAGES-1:0] in_valid, in_last, out_ready;
  logic [STAGES*WORD-1:0] in_data;
  logic [STAGES*BITS_WIDTH-1:0] in_bits;

  axis_adapter #(
      .WORD(WORD),
      .STAGES(STAGES),
      .SEPARATE(SEPARATE),
      .BYTE_ORDER(BYTE_ORDER)
  ) adapter (
      .aclk(clk),
      .*
  );

  // The lane, and the streams that it has a part in: bit 0 of what is moved down by `at`.
  (* anyconst *) logic [LANE_BITS-1:0] lane;
  logic [LANE_BITS-1:0] at;
  assign at = (SEPARATE != 0) ? lane : '0;

  // Its words
  logic begun, valid, ready, final_word, offered, in_free, message_last;
  logic [WORD-1:0] data, message;
  logic [BITS_WIDTH-1:0] digest_bits, message_bits;
  assign valid = 1'(out_valid >> lane);
  assign ready = 1'(out_ready >> lane);
  assign final_word = 1'(out_last >> lane);
  assign data = WORD'(out_data >> (WORD * 32'(lane)));
  assign digest_bits = BITS_WIDTH'(out_bits >> (BITS_WIDTH * 32'(lane)));
  assign offered = 1'(in_valid >> lane);
  assign in_free = 1'(in_ready >> lane);
  assign message = WORD'(in_data >> (WORD * 32'(lane)));
  assign message_last = 1'(in_last >> lane);
  assign message_bits = BITS_WIDTH'(in_bits >> (BITS_WIDTH * 32'(lane)));

  // Its streams, bytes in their order, the first one highest in data and lowest in keep
  logic s_valid, s_ready, s_last, s_malformed, s_mine, m_valid, m_ready, m_last, m_mine, taken, left;
  logic [2:0] s_user;
  logic [3:0] m_user;
  logic [LANE_BITS-1:0] s_lane, m_lane;
  logic [WORD-1:0] s_data, m_data, s_bytes, m_bytes;
  logic [BYTES-1:0] s_keep, m_keep, s_there, m_there;
  assign s_valid = 1'(s_axis_tvalid >> at);
  assign s_ready = 1'(s_axis_tready >> at);
  assign s_last = 1'(s_axis_tlast >> at);
  assign s_malformed = 1'(s_axis_malformed >> at);
  assign s_user = 3'(s_axis_tuser >> (3 * 32'(at)));
  assign s_lane = (SEPARATE != 0) ? lane : LANE_BITS'(s_axis_tid);
  assign s_data = WORD'(s_axis_tdata >> (WORD * 32'(at)));
  assign s_keep = BYTES'(s_axis_tkeep >> (BYTES * 32'(at)));
  assign m_valid = 1'(m_axis_tvalid >> at);
  assign m_ready = 1'(m_axis_tready >> at);
  assign m_last = 1'(m_axis_tlast >> at);
  assign m_user = 4'(m_axis_tuser >> (4 * 32'(at)));
  assign m_lane = (SEPARATE != 0) ? lane : LANE_BITS'(m_axis_tid);
  assign m_data = WORD'(m_axis_tdata >> (WORD * 32'(at)));
  assign m_keep = BYTES'(m_axis_tkeep >> (BYTES * 32'(at)));
  assign s_mine = s_lane == lane;
  assign m_mine = m_lane == lane;
  assign taken = s_valid && s_ready;
  assign left = m_valid && m_ready;
  generate
    for (genvar i = 0; i < BYTES; i = i + 1) begin : gen_byte
      localparam integer PLACE = (BYTE_ORDER != 0) ? BYTES - 1 - i : i;
      assign s_bytes[8*(BYTES-1-i)+:8] = s_data[8*PLACE+:8];
      assign s_there[i] = s_keep[PLACE];
      assign m_bytes[8*(BYTES-1-i)+:8] = m_data[8*PLACE+:8];
      assign m_there[i] = m_keep[PLACE];
    end
  endgenerate

  // What the beat means: bytes before the first that is missing, whether one behind it is there, bits that count.
  logic [$clog2(BYTES+1)-1:0] bytes;
  logic hole, null_beat;
  logic [BITS_WIDTH-1:0] bits;
  logic [WORD-1:0] counted;  // those bits: all of a word that is not the last
  always_comb begin
    bytes = '0;
    hole = 1'b0;
    for (integer i = 0; i < BYTES; i = i + 1) begin
      if (s_there[i] && 32'(bytes) != i) hole = 1'b1;
      if (s_there[i] && 32'(bytes) == i) bytes = bytes + 1'b1;
    end
    bits = BITS_WIDTH'(8 * 32'(bytes));
    if (bytes != '0 && s_user != 3'd0) bits = bits - BITS_WIDTH'(4'd8) + BITS_WIDTH'(s_user);
  end
  assign null_beat = !s_last && s_there == '0;
  assign counted = s_last ? ~({WORD{1'b1}} >> bits) : '1;

  // What the beat of a digest is to be.
  logic [BYTES-1:0] keep_right;
  always_comb begin
    for (integer i = 0; i < BYTES; i = i + 1) keep_right[i] = !final_word || 8 * i < 32'(digest_bits);
  end

  // What digest_marks is told and says, all lanes, and that of the lane that is followed
  (* hierconn *) logic [STAGES-1:0] \adapter.marked ;
  (* hierconn *) logic [STAGES-1:0] \adapter.full ;
  (* hierconn *) logic [STAGES-1:0] \adapter.ended ;
  (* hierconn *) logic [STAGES-1:0] \adapter.wrong ;
  (* hierconn *) logic [STAGES-1:0] \adapter.gone ;
  (* hierconn *) logic [STAGES-1:0] \adapter.hurt ;
  logic [STAGES-1:0] marks;
  logic marked, full, ended, wrong, gone, hurt, error;
  assign marks = \adapter.marked ;
  assign marked = 1'(\adapter.marked >> lane);
  assign full = 1'(\adapter.full >> lane);
  assign ended = 1'(\adapter.ended >> lane);
  assign wrong = 1'(\adapter.wrong >> lane);
  assign gone = 1'(\adapter.gone >> lane);
  assign hurt = 1'(\adapter.hurt >> lane);
  assign error = 1'(out_error >> lane);

  logic missing, wrong_beat, was_wrong;  // malformed beats: this one, one before in the packet
  assign missing = hole || !(s_last || null_beat || s_there == '1);
  assign wrong_beat = offered && missing;
  always_ff @(posedge clk) begin
    if (offered && in_free) was_wrong <= !s_last && (was_wrong || wrong_beat);
    if (rst) was_wrong <= 1'b0;
  end

  logic m_waited, in_packet;
  logic [WORD+BYTES+LANE_BITS+4:0] m_before, m_offer;
  logic [LANE_BITS-1:0] packet_lane;
  logic [$clog2(STAGES+1)-1:0] packets;  // of others since the lane began to wait
  assign m_offer = {m_lane, m_data, m_keep, m_last, m_user};

  initial begun = 1'b0;
  always_ff @(posedge clk) begin
    begun <= 1'b1;
    m_waited <= m_valid && !m_ready && !rst;
    m_before <= m_offer;
    if (left) begin
      in_packet   <= !m_last;
      packet_lane <= m_lane;
    end
    if (!valid || (left && m_mine)) packets <= '0;
    else if (left && m_last) packets <= packets + 1'b1;
    if (rst) begin
      in_packet <= 1'b0;
      packets   <= '0;
    end
  end

  // What the hash function has offered stays: all lanes, for each of them decides whose turn it is.
  logic [STAGES-1:0] all_waited;
  logic [STAGES*(WORD+1+BITS_WIDTH)-1:0] all_before;
  logic [STAGES-1:0] error_before, marked_before;
  always_ff @(posedge clk) begin
    all_waited <= rst ? '0 : out_valid & ~out_ready;
    all_before <= {out_data, out_last, out_bits};
    error_before <= out_error;
    marked_before <= \adapter.marked ;
  end
  generate
    for (genvar l = 0; l < STAGES; l = l + 1) begin : gen_lane
      always @(posedge clk) begin
        if (all_waited[l]) begin
          assume (out_valid[l]);
          assume (out_data[l*WORD+:WORD] == all_before[STAGES*(1+BITS_WIDTH)+l*WORD+:WORD]);
          assume (out_last[l] == all_before[STAGES*BITS_WIDTH+l]);
          assume (out_bits[l*BITS_WIDTH+:BITS_WIDTH] == all_before[l*BITS_WIDTH+:BITS_WIDTH]);
          assume (out_error[l] == error_before[l]);
          assume (marks[l] == marked_before[l]);
        end
      end
    end
  endgenerate

  // The arbiter. It stands by a lane from the offer of a packet's first word on; `behind` are the lanes behind that of the
  // last packet: as many of the others come before the lane that is followed as `between` says.
  (* hierconn *) logic \adapter.gen_one_stream.arbiter.gen_lanes.busy ;
  (* hierconn *) logic [STAGES-1:0] \adapter.gen_one_stream.arbiter.gen_lanes.owner ;
  (* hierconn *) logic [STAGES-1:0] \adapter.gen_one_stream.arbiter.gen_lanes.behind ;

  // Lanes in turn behind `from` and before the lane that is followed.
  function automatic integer between(input integer from, input integer to);
    between = (to > from) ? to - from - 1 : STAGES + to - from - 1;
  endfunction

  logic related;
  generate
    if (SEPARATE == 0 && STAGES > 1) begin : gen_arbiter
      logic busy, follows;
      logic [STAGES-1:0] owner, behind;
      logic [LANE_BITS-1:0] owner_lane;
      integer last_lane;
      assign busy = \adapter.gen_one_stream.arbiter.gen_lanes.busy ;
      assign owner = \adapter.gen_one_stream.arbiter.gen_lanes.owner ;
      assign behind = \adapter.gen_one_stream.arbiter.gen_lanes.behind ;
      assign owner_lane = m_waited ? m_before[WORD+BYTES+5+:LANE_BITS] : packet_lane;

      always_comb begin
        follows   = behind == '0;
        last_lane = STAGES - 1;
        for (integer l = 0; l < STAGES - 1; l = l + 1) begin
          if (behind == {STAGES{1'b1}} << (l + 1)) begin
            follows   = 1'b1;
            last_lane = l;
          end
        end
      end

      logic busy_related, owner_related, turn_related, next_turn_related;
      assign busy_related = busy == (in_packet || m_waited) && (!m_waited || 1'(all_waited >> owner_lane));
      assign owner_related = !busy || (32'(owner_lane) < STAGES && owner == STAGES'(1) << owner_lane &&
          !(in_packet && m_waited && owner_lane != packet_lane));
      assign next_turn_related = follows && 32'(packets) < STAGES &&
          (packets == '0 || busy || 32'(packets) + between(last_lane, 32'(lane)) < STAGES);
      assign turn_related = packets == '0 || !busy || owner_lane == lane ||
          32'(packets) + 1 + between(32'(owner_lane), 32'(lane)) < STAGES;
      assign related = busy_related && owner_related && next_turn_related && turn_related;

      always @(posedge clk) begin
        if (begun && !rst) begin
          busy_stays_related : assert (busy_related);
          owner_stays_related : assert (owner_related);
          turn_stays_related : assert (turn_related);
          next_turn_stays_related : assert (next_turn_related);
        end
      end
    end else begin : gen_no_arbiter
      assign related = packets == '0 && (!in_packet || packet_lane == at);
      always @(posedge clk) if (begun && !rst) packets_stay_related : assert (related);
    end
  endgenerate

  always @(posedge clk) begin
    assume (begun || !aresetn || (related && hurt == was_wrong));
    assume (32'(lane) < STAGES);
    if (begun && !rst) begin
      // Words of digests.
      passes : assert ((valid && ready) == (left && m_mine));
      if (m_valid && m_mine) begin
        last_beat_right : assert (m_last == final_word);
        data_right : assert (m_bytes == data);
        keep_is_right : assert (m_there == keep_right);
        user_right : assert (m_user[2:0] == (final_word ? digest_bits[2:0] : 3'd0));
        mark_right : assert (m_user[3] == (marked || error));
      end
      silent : assert (m_valid || {m_data, m_keep, m_last, m_user} == '0);
      hurt_stays_related : assert (hurt == was_wrong);
      end_is_told : assert (ended == (offered && in_free && s_last));
      error_is_told : assert (!ended || wrong == (was_wrong || wrong_beat));
      digest_is_told : assert (gone == (valid && ready && final_word));
      something :
      assert (m_valid == ((SEPARATE != 0) ? valid : in_packet ? 1'(out_valid >> packet_lane) : out_valid != '0));
      if (m_waited) stays : assert (m_valid && m_offer == m_before);
      if (m_valid && in_packet) whole : assert (m_lane == packet_lane);
      fair : assert (32'(packets) < STAGES || STAGES == 1);
      // Beats of messages.
      to_its_lane : assert (offered == (s_valid && s_mine && !null_beat && !(s_last && full)));
      if (offered) begin
        last_right : assert (message_last == s_last);
        if (s_last) bits_right : assert (message_bits == bits);
        bytes_right : assert (((message ^ s_bytes) & counted) == '0);
      end
      moves : assert (taken == (s_valid && (null_beat || 32'(s_lane) >= STAGES ||
          (1'(in_ready >> s_lane) && !(s_last && 1'(\adapter.full >> s_lane))))));
      with_its_taking : assert ((offered && in_free) == (taken && s_mine && !null_beat));
      malformed_right : assert (s_malformed == (taken && (missing || 32'(s_lane) >= STAGES)));
      packet_waits : cover (left && m_last && valid && (m_mine ? m_waited : packets != '0));
      full_word : cover (taken && offered && s_last && s_there == '1 && s_user == 3'd7);
      dropped : cover (taken && s_mine && null_beat);
      marked_digest : cover (left && m_mine && m_last && m_user[3] && !error);
      waits_for_room : cover (s_valid && s_mine && s_last && full);
    end
  end

endmodule
