// SPDX-License-Identifier: Apache-2.0
//
// The registers of hash_registers.md as a programmer sees them, for the checks of register_adapter: which request is
// carried out when, what the registers hold, and which words go into the FIFO of the message.
//
// A request is carried out in the cycle in which there is room for the next of its kind while it is held: that is seen
// from outside, in s_axil_arready and s_axil_awready. In the cycle after a write of a 1 to CONTROL, in which the
// FIFO is emptied, it takes no word, and a write of LAST stays.
//
// A write to MESSAGE that strobes no byte does nothing but set `unstrobed`. Any other is a word of the lane's message, its
// bytes those strobed, the lowest first, and ends the message where LAST.last stands, which it clears. It goes into the FIFO
// if the lane is there, the FIFO is not full, not being emptied, and no end of a message is owed. Otherwise it is lost:
// `overflow`. A message that lost a word, or of whose last word LAST.bits asks for more bits than it has, ends with an
// error; if it lost its last word, an end is owed to its lane: a last word without bits and with an error, written as soon
// as there is space, the lowest lane first. If a second end is owed to the lane before, the lane is lost until CONTROL.clear.
//
// With CONTEXT the word has two marks more in the FIFO: that it begins its message with a context, if LAST.resume stands and
// no word was written for this message before, taken or lost; that its message ends with a context, if it ends it and
// LAST.save stands. LAST.resume with a later word makes an error of the message. A write to MESSAGE that clears LAST.last
// clears both. Without CONTEXT they stay 0.
//
// Parameters: STAGES, DEPTH, CONTEXT of register_adapter
//
// Ports
//   s_axil_*     as at register_adapter
//   digests      for each lane whether a word of a digest waits
//   moved        a word of the FIFO goes to its lane at this rising edge
//   read_held, write_held, data_held   requests that wait: address of a read, address of a write, data of a write
//   read, write  a request is carried out at this rising edge
//   place        number of its register: address / 4
//   lane, lane_here, last_next, save_next, resume_next, last_bits, enabled, status, clear   registers; lane_here: one bit for each lane
//   held         words in the FIFO of the message
//   space        words that STATUS says can be written
//   lost         lanes that are lost
//   message      a word is written into the FIFO at this rising edge
//   message_*    its lane, whether it ends the message, whether with an error, its marks, its bits that count, its bytes, first highest
//   digest_read  a word of the window of the digest is read

module register_model #(
    parameter integer STAGES = 2,
    parameter integer DEPTH = 2,
    parameter integer CONTEXT = 0
) (
    input logic                    clk,
    input logic                    aresetn,
    input logic                    s_axil_awvalid,
    input logic                    s_axil_awready,
    input logic [             7:0] s_axil_awaddr,
    input logic                    s_axil_wvalid,
    input logic                    s_axil_wready,
    input logic [            31:0] s_axil_wdata,
    input logic [             3:0] s_axil_wstrb,
    input logic                    s_axil_arvalid,
    input logic                    s_axil_arready,
    input logic [             7:0] s_axil_araddr,
    input logic [      STAGES-1:0] digests,
    input logic                    moved,

    output logic                   read_held,
    output logic                   write_held,
    output logic                   data_held,
    output logic                   read,
    output logic                   write,
    output logic [            5:0] place,
    output logic [            7:0] lane,
    output logic [     STAGES-1:0] lane_here,
    output logic                   last_next,
    output logic                   save_next,
    output logic                   resume_next,
    output logic [            5:0] last_bits,
    output logic [            6:0] enabled,
    output logic [            6:0] status,
    output logic                   clear,
    output logic [$clog2(DEPTH):0] held,
    output logic [           15:0] space,
    output logic [     STAGES-1:0] lost,
    output logic                   message,
    output logic [     STAGES-1:0] message_lane,
    output logic                   message_last,
    output logic                   message_error,
    output logic                   message_resume,
    output logic                   message_save,
    output logic [            5:0] message_bits,
    output logic [           31:0] message_word,
    output logic                   digest_read
);

  localparam [5:0] CONTROL = 6'h04, LANE = 6'h05, LAST = 6'h06, ENABLE = 6'h09, STATUS = 6'h0a;

  logic [7:0] read_address, write_address;
  logic [3:0] strobes;
  logic [31:0] data;
  logic window, word, ends, too_many, misplaced, fits, owing;
  logic [5:0] bits;
  logic [31:0] bytes;
  logic [STAGES-1:0] broken, owed, made_good, amid;
  assign read = read_held && s_axil_arready;
  assign write = write_held && s_axil_awready;
  assign place = read ? read_address[7:2] : write_address[7:2];
  assign lane_here = (32'(lane) < STAGES) ? STAGES'(1) << lane : '0;
  assign window = write && place[5:4] == 2'd1;
  assign word = window && strobes != '0;
  assign ends = last_next && !clear;
  assign digest_read = read && place[5:4] == 2'd2;

  // The bytes strobed, each behind those of lower lanes.
  always_comb begin
    bytes = '0;
    bits  = '0;
    for (integer i = 0; i < 4; i = i + 1) begin
      if (strobes[i]) begin
        bytes = bytes | ({data[8*i+:8], 24'd0} >> bits);
        bits  = bits + 6'd8;
      end
    end
  end

  assign owing = owed != '0;
  always_comb begin
    made_good = '0;
    for (integer l = STAGES - 1; l >= 0; l = l - 1) if (owed[l]) made_good = STAGES'(1) << l;
  end

  assign space = (owing || clear) ? '0 : 16'(DEPTH) - 16'(held);
  assign too_many = word && ends && lane_here != '0 && last_bits > bits;
  assign misplaced = word && resume_next && (amid & lane_here) != '0;
  assign fits = word && lane_here != '0 && space != '0;
  assign message = fits || (owing && !clear && 32'(held) != DEPTH);
  assign message_lane = owing ? made_good : lane_here;
  assign message_last = owing || ends;
  assign message_error = owing || (ends && (too_many || misplaced || (broken & lane_here) != '0));
  assign message_resume = !owing && resume_next && !misplaced;
  assign message_save = !owing && ends && save_next;
  assign message_bits = owing ? '0 : (ends && last_bits < bits) ? last_bits : bits;
  assign message_word = owing ? '0 : bytes;

  always_ff @(posedge clk) begin
    // Requests
    if (read) read_held <= 1'b0;
    if (write) {write_held, data_held} <= '0;
    if (s_axil_arvalid && s_axil_arready) begin
      read_held <= 1'b1;
      read_address <= s_axil_araddr;
    end
    if (s_axil_awvalid && s_axil_awready) begin
      write_held <= 1'b1;
      write_address <= s_axil_awaddr;
    end
    if (s_axil_wvalid && s_axil_wready) begin
      data_held <= 1'b1;
      data <= s_axil_wdata;
      strobes <= s_axil_wstrb;
    end

    // Registers
    clear <= write && place == CONTROL && strobes[0] && data[1:0] != '0;
    if (write && place == LANE && strobes[0]) lane <= data[7:0];
    if (write && place == ENABLE && strobes[0]) enabled <= data[6:0];
    if (write && place == LAST) begin
      if (strobes[0]) last_bits <= data[5:0];
      if (strobes[1]) last_next <= data[8];
      if (strobes[1] && CONTEXT != 0) {resume_next, save_next} <= data[10:9];
    end else if (word || clear) {last_next, save_next, resume_next} <= '0;
    status[0] <= digests != '0;
    status[1] <= held == '0;
    if (write && place == STATUS && strobes[0]) status[6:2] <= status[6:2] & ~data[6:2];
    if (word && !fits) status[2] <= 1'b1;
    if (digest_read && (digests & lane_here) == '0) status[3] <= 1'b1;
    if ((word || digest_read) && lane_here == '0) status[4] <= 1'b1;
    if (too_many) status[5] <= 1'b1;
    if (window && strobes == '0) status[6] <= 1'b1;

    // Messages
    held <= held + ($clog2(DEPTH) + 1)'(message) - ($clog2(DEPTH) + 1)'(moved);
    for (integer l = 0; l < STAGES; l = l + 1) begin
      if (message && message_lane[l] && owing) owed[l] <= 1'b0;
      if (word && lane_here[l]) begin
        broken[l] <= !ends && (broken[l] || !fits || misplaced);
        amid[l]   <= !ends;
        if (ends && !fits) begin
          owed[l] <= 1'b1;
          if (owed[l] && !(message && message_lane[l])) lost[l] <= 1'b1;
        end
      end
      if (clear) begin
        {owed[l], lost[l]} <= '0;
        broken[l] <= word && lane_here[l];
        amid[l]   <= word && lane_here[l];
      end
    end
    if (clear) held <= '0;

    if (!aresetn) begin
      {read_held, write_held, data_held, clear, last_next, save_next, resume_next} <= '0;
      {broken, owed, lost, amid} <= '0;
      lane <= '0;
      last_bits <= '0;
      enabled <= '0;
      status <= '0;
      held <= '0;
    end
  end

endmodule
