// SPDX-License-Identifier: Apache-2.0
//
// Registers in front of the message level of any hash function, behind any bus: register_adapter has AXI4-Lite in front
// of it, apb_adapter APB. The registers are those of cores/bus/hash_registers.rdl (hash_registers.md,
// include/hash_registers.h).
//
//      cpuif_* <--> hash_registers --> message_writer --> word_fifo --> byte_packer of the lane --> stream_resizer --> in_*
//                        ^                                                     |
//                        |                                              digest_marks of the lane
//                        |                                                     v
//                        +--------------------------- the lane's word <-- stream_resizer of the lane <-------------- out_*
//
// A write to the window of the message adds the bytes that it strobes, the lowest first, so that stores of bytes, half
// words and words may follow one another in any order and at any address of the window. Bytes of a lane wait for those
// that complete their word, or for the end of the message; writes for other lanes may come in between.
//
// Nothing that the software does or leaves undone stops the bus, and nothing makes a wrong digest that looks right. A word
// for which there is no space is dropped, a digest word that is not there reads as 0, a last word has no more bits than
// were written; each sets a bit of INTERRUPT_STATUS, and the digest of a message that was harmed bears
// STATUS.digest_error, as does what the hash function itself marks as no digest. The next message of the lane is not
// touched by it. Messages of several lanes may be written word by word in any order; a lane that takes no words, because
// its digests are not read, holds up the words of other lanes that stand behind its own in the FIFO.
//
// With CONTEXT a message can go on from a context and end with one (docs/context.md): LAST.resume and LAST.save go through
// the FIFO with the word that they were set for. Nothing behind the FIFO keeps a whole word: what a lane is offered has bytes
// of the oldest word of the FIFO. So in_save follows from that word; in_resume is remembered until the bytes that came with
// LAST.resume have filled a word.
//
// Parameters
//   WORD           bits in a word of the hash function: 8, 16, 32, 64 or 128
//   STAGES         lanes, 32 at most
//   BLOCK, DIGEST  what the registers say about the hash function, in bits; DIGEST 0: digests of any length
//   DEPTH          writes that the FIFO of the message holds: a power of two, 2 to 32768
//   COUNTED        1: each message has one digest. 0: a digest may belong to several messages, as in the requests of
//                  Skein; then an error marks each digest of its lane until CONTROL.clear
//   CONTEXT        bits in a context of the hash function, a multiple of 64; 0: it has none, and LAST.resume and LAST.save
//                  stay 0. Not 0: WORD is 64 or less and COUNTED 1
//   SECRET         1: clear and reset overwrite what held words of messages and digests with 0, which takes DEPTH cycles
//                  where the FIFO is an array; STATUS.wiping is high and the hash function stays reset until then. Data
//                  outputs are 0 while not valid.
//
// Ports
//   clk, resetn     clock and synchronous reset of the bus; rst is the reset of the hash function, also from CONTROL
//   cpuif_*         a request in each cycle in which cpuif_req is high: cpuif_req_is_wr, the address of a word, and what a
//                   write sets, each bit of data with one of cpuif_wr_biten. It is carried out in that cycle, in which
//                   cpuif_rd_ack or cpuif_wr_ack answers it; no request is stalled. An error says that there is no such
//                   register, or that it cannot be read or written.
//   irq             high while an enabled bit of INTERRUPT_STATUS is set
//   in_*, out_*     to the ports of <family>_top with the same names
//   out_bits        for each lane the valid bits of the last word of its digest, 1 .. WORD
//   in_resume, in_save, out_context
//                   to the ports of <family>_context_top with the same names. Without CONTEXT the first two are 0, and the
//                   third is not looked at.
//   out_error       for each lane, with the last word of what it answers: the hash function itself says that there is no
//                   digest; 0 where it never does
//   hash_wiping     the hash function overwrites what it held before a reset: STATUS.wiping is high; 0 where it does not

module register_block #(
    parameter integer WORD = 64,
    parameter integer STAGES = 1,
    parameter integer BLOCK = 512,
    parameter integer DIGEST = 256,
    parameter integer DEPTH = 16,
    parameter integer COUNTED = 1,
    parameter integer CONTEXT = 0,
    parameter integer SECRET = 0,
    localparam integer BITS_WIDTH = $clog2(WORD) + 1
) (
    input  logic clk,
    input  logic resetn,
    output logic rst,
    output logic irq,

    input  logic        cpuif_req,
    input  logic        cpuif_req_is_wr,
    input  logic [ 7:0] cpuif_addr,
    input  logic [31:0] cpuif_wr_data,
    input  logic [31:0] cpuif_wr_biten,
    output logic        cpuif_req_stall_wr,
    output logic        cpuif_req_stall_rd,
    output logic        cpuif_rd_ack,
    output logic        cpuif_rd_err,
    output logic [31:0] cpuif_rd_data,
    output logic        cpuif_wr_ack,
    output logic        cpuif_wr_err,

    output logic [           STAGES-1:0] in_valid,
    input  logic [           STAGES-1:0] in_ready,
    output logic [      STAGES*WORD-1:0] in_data,
    output logic [           STAGES-1:0] in_last,
    output logic [STAGES*BITS_WIDTH-1:0] in_bits,
    output logic [           STAGES-1:0] in_resume,
    output logic [           STAGES-1:0] in_save,

    input  logic [           STAGES-1:0] out_valid,
    output logic [           STAGES-1:0] out_ready,
    input  logic [      STAGES*WORD-1:0] out_data,
    input  logic [           STAGES-1:0] out_last,
    input  logic [STAGES*BITS_WIDTH-1:0] out_bits,
    input  logic [           STAGES-1:0] out_context,
    input  logic [           STAGES-1:0] out_error,
    input  logic                         hash_wiping
);

  localparam integer DATA = 32;
  localparam integer DATA_BITS = $clog2(DATA) + 1;
  localparam integer PLAIN = STAGES + 2 + DATA_BITS + DATA;
  localparam integer ENTRY = PLAIN + ((CONTEXT != 0) ? 2 : 0);
  localparam integer OFFER = DATA_BITS + 1 + DATA;

  // Registers
  logic control;  // CONTROL is written
  logic [DATA-1:0] control_data, control_strobes;
  logic clear;
  logic [7:0] lane_number;
  logic last_next;  // the next word ends the message
  logic [DATA_BITS-1:0] last_bits;
  logic resume_next, save_next;  // it begins the message, with a context; with last_next, the message ends with one
  logic spent;  // what LAST says of the next word
  logic write, read;  // of the windows
  logic [DATA-1:0] write_word, write_strobes, read_word;
  logic [3:0] strobes;

  logic [STAGES-1:0] lane;  // the lane that the registers speak for, one bit for each; none if there is no such lane
  logic [STAGES-1:0] lost;  // lanes whose digests are all marked
  logic overflow, excess, blocked, wiping;
  logic overwriting;  // of the FIFO, or of what is reset with it
  logic [$clog2(DEPTH):0] space;

  // What the register block says of every access, and nothing needs
  logic [5:0] unused_message_addr, unused_digest_data_addr;
  logic unused_control_req_is_wr, unused_message_req_is_wr, unused_digest_data_req_is_wr;
  logic [DATA-1:0] unused_digest_data_wr_biten, unused_digest_data_wr_data;
  logic [DATA-3:0] unused_control_bits;
  logic [DATA-1:0] unused_strobes;

  // New and oldest word of the FIFO, full words behind it, and the word of the digest of each lane
  logic entry_new, entry_room, entry_valid, entry_moved;
  logic new_last, new_error, new_resume, new_save, entry_last, entry_error, entry_resume, entry_save;
  logic [ENTRY-1:0] new_entry, oldest_entry;
  logic [STAGES-1:0] new_lane, entry_lane;
  logic [DATA_BITS-1:0] new_bits, entry_bits;
  logic [DATA-1:0] new_word, entry_word;
  logic [STAGES-1:0] lane_ready, lane_full, full_valid, full_ready, full_last;
  logic [STAGES*DATA_BITS-1:0] full_bits;
  logic [STAGES*DATA-1:0] full_word;
  logic [STAGES*WORD-1:0] message_word;
  logic [STAGES-1:0] gives_context;  // out_context where there are contexts
  logic [STAGES-1:0] digest_valid, digest_last, digest_marked, digest_taken;
  logic [STAGES*DATA_BITS-1:0] digest_bits;
  logic [STAGES*DATA-1:0] digest_word;
  logic [STAGES*OFFER-1:0] offers;  // mark, bits and word of each lane
  logic [DATA_BITS-1:0] lane_bits;
  logic [DATA-1:0] lane_word;
  logic lane_error;

  // The first byte of a message is the lowest of a register and the highest of a word.
  function automatic [DATA-1:0] swapped(input [DATA-1:0] word);
    swapped = {word[7:0], word[15:8], word[23:16], word[31:24]};
  endfunction

  function automatic [OFFER-1:0] chosen(input [STAGES-1:0] choice, input [STAGES*OFFER-1:0] all_offers);
    begin
      chosen = '0;
      for (integer l = 0; l < STAGES; l = l + 1) begin
        if (choice[l]) chosen = chosen | all_offers[l*OFFER+:OFFER];
      end
    end
  endfunction

  generate
    if (WORD != 8 && WORD != 16 && WORD != 32 && WORD != 64 && WORD != 128) begin : gen_refused_word
      register_block_needs_WORD_of_8_16_32_64_or_128 refused ();
    end
    if (STAGES < 1 || STAGES > 32) begin : gen_refused_stages
      register_block_needs_STAGES_of_1_to_32 refused ();
    end
    if (DEPTH < 2 || DEPTH > 32768 || (DEPTH & (DEPTH - 1)) != 0) begin : gen_refused_depth
      register_block_needs_DEPTH_a_power_of_two_from_2_to_32768 refused ();
    end
    if (BLOCK < 1) begin : gen_refused_block
      register_block_needs_BLOCK_of_1_or_more refused ();
    end
    if (DIGEST < 0) begin : gen_refused_digest
      register_block_needs_DIGEST_of_0_or_more refused ();
    end
    if (COUNTED != 0 && COUNTED != 1) begin : gen_refused_counted
      register_block_needs_COUNTED_of_0_or_1 refused ();
    end
    if (CONTEXT < 0 || CONTEXT % 64 != 0) begin : gen_refused_context
      register_block_needs_CONTEXT_of_0_or_a_multiple_of_64 refused ();
    end
    if (CONTEXT != 0 && WORD > 64) begin : gen_refused_context_word
      register_block_needs_WORD_of_64_or_less_with_CONTEXT refused ();
    end
    if (CONTEXT != 0 && COUNTED == 0) begin : gen_refused_context_counted
      register_block_needs_COUNTED_of_1_with_CONTEXT refused ();
    end
    if (SECRET != 0 && SECRET != 1) begin : gen_refused_secret
      register_block_needs_SECRET_of_0_or_1 refused ();
    end
  endgenerate

  always_ff @(posedge clk) clear <= resetn && control && (control_data[1:0] & control_strobes[1:0]) != '0;

  assign rst = !resetn || clear || wiping;
  // What is wiped by rst begins in the cycle behind `clear`.
  assign overwriting = wiping || hash_wiping || (SECRET == 1 && clear);
  assign strobes = {write_strobes[24], write_strobes[16], write_strobes[8], write_strobes[0]};
  assign unused_control_bits = control_data[DATA-1:2] & control_strobes[DATA-1:2];
  assign spent = (write && strobes != '0) || clear;
  assign unused_strobes = write_strobes;

  hash_registers registers (
      .clk(clk),
      .rst(!resetn),
      .cpuif_req(cpuif_req),
      .cpuif_req_is_wr(cpuif_req_is_wr),
      .cpuif_addr(cpuif_addr),
      .cpuif_wr_data(cpuif_wr_data),
      .cpuif_wr_biten(cpuif_wr_biten),
      .cpuif_req_stall_wr(cpuif_req_stall_wr),
      .cpuif_req_stall_rd(cpuif_req_stall_rd),
      .cpuif_rd_ack(cpuif_rd_ack),
      .cpuif_rd_err(cpuif_rd_err),
      .cpuif_rd_data(cpuif_rd_data),
      .cpuif_wr_ack(cpuif_wr_ack),
      .cpuif_wr_err(cpuif_wr_err),
      .hwif_in_GEOMETRY_word_bits_next(8'(WORD)),
      .hwif_in_GEOMETRY_lanes_next(8'(STAGES)),
      .hwif_in_GEOMETRY_fifo_words_next(16'(DEPTH)),
      .hwif_in_BLOCK_bits_next(32'(BLOCK)),
      .hwif_in_DIGEST_bits_next(32'(DIGEST)),
      .hwif_in_LAST_last_hwclr(spent),
      .hwif_in_LAST_save_swwe(CONTEXT != 0),
      .hwif_in_LAST_save_hwclr(spent),
      .hwif_in_LAST_resume_swwe(CONTEXT != 0),
      .hwif_in_LAST_resume_hwclr(spent),
      .hwif_in_STATUS_digest_valid_next((digest_valid & lane) != '0),
      .hwif_in_STATUS_digest_last_next((digest_valid & digest_last & lane) != '0),
      .hwif_in_STATUS_digest_error_next(lane_error),
      .hwif_in_STATUS_wiping_next(overwriting),
      .hwif_in_STATUS_secret_next(SECRET == 1),
      .hwif_in_STATUS_digest_context_next((digest_valid & gives_context & lane) != '0),
      .hwif_in_STATUS_digest_bits_next(lane_bits),
      .hwif_in_STATUS_space_next(blocked || wiping ? 16'd0 : 16'(space)),
      .hwif_in_WAITING_lanes_next(32'(digest_valid)),
      .hwif_in_INTERRUPT_STATUS_digest_next(digest_valid != '0),
      .hwif_in_INTERRUPT_STATUS_space_next(!entry_valid),
      .hwif_in_INTERRUPT_STATUS_overflow_next(overflow),
      .hwif_in_INTERRUPT_STATUS_underflow_next(read && (digest_valid & lane) == '0),
      .hwif_in_INTERRUPT_STATUS_lane_next((read || (write && strobes != '0)) && lane == '0),
      .hwif_in_INTERRUPT_STATUS_bits_next(excess),
      .hwif_in_INTERRUPT_STATUS_unstrobed_next(write && strobes == '0),
      .hwif_in_CONTEXT_bits_next(32'(CONTEXT)),
      .hwif_in_CONTROL_wr_ack(control),
      .hwif_in_MESSAGE_rd_ack(1'b0),
      .hwif_in_MESSAGE_rd_data(32'd0),
      .hwif_in_MESSAGE_wr_ack(write),
      .hwif_in_DIGEST_DATA_rd_ack(read),
      .hwif_in_DIGEST_DATA_rd_data(read_word),
      .hwif_in_DIGEST_DATA_wr_ack(1'b0),
      .hwif_out_CONTROL_req(control),
      .hwif_out_CONTROL_req_is_wr(unused_control_req_is_wr),
      .hwif_out_CONTROL_wr_data(control_data),
      .hwif_out_CONTROL_wr_biten(control_strobes),
      .hwif_out_LANE_lane_value(lane_number),
      .hwif_out_LAST_bits_value(last_bits),
      .hwif_out_LAST_last_value(last_next),
      .hwif_out_LAST_save_value(save_next),
      .hwif_out_LAST_resume_value(resume_next),
      .hwif_out_INTERRUPT_STATUS_intr(irq),
      .hwif_out_MESSAGE_req(write),
      .hwif_out_MESSAGE_addr(unused_message_addr),
      .hwif_out_MESSAGE_req_is_wr(unused_message_req_is_wr),
      .hwif_out_MESSAGE_wr_data(write_word),
      .hwif_out_MESSAGE_wr_biten(write_strobes),
      .hwif_out_DIGEST_DATA_req(read),
      .hwif_out_DIGEST_DATA_addr(unused_digest_data_addr),
      .hwif_out_DIGEST_DATA_req_is_wr(unused_digest_data_req_is_wr),
      .hwif_out_DIGEST_DATA_wr_data(unused_digest_data_wr_data),
      .hwif_out_DIGEST_DATA_wr_biten(unused_digest_data_wr_biten)
  );

  message_writer #(
      .STAGES(STAGES)
  ) writer (
      .clk(clk),
      .rst(!resetn),
      .clear(clear),
      .write(write),
      .strobes(strobes),
      .data(write_word),
      .lane(lane),
      .last(last_next && !clear),
      .last_bits(last_bits),
      .resume(resume_next),
      .save(save_next),
      .blocked(blocked),
      .overflow(overflow),
      .excess(excess),
      .lost(lost),
      .write_valid(entry_new),
      .write_ready(entry_room),
      .write_lane(new_lane),
      .write_last(new_last),
      .write_bits(new_bits),
      .write_error(new_error),
      .write_resume(new_resume),
      .write_save(new_save),
      .write_data(new_word)
  );

  // Without contexts the two marks are no part of an entry.
  assign new_entry = ENTRY'({new_resume, new_save, new_lane, new_last, new_error, new_bits, new_word});
  assign {entry_resume, entry_save, entry_lane, entry_last, entry_error, entry_bits, entry_word} =
      (PLAIN + 2)'(oldest_entry);

  word_fifo #(
      .WIDTH (ENTRY),
      .DEPTH (DEPTH),
      .SECRET(SECRET)
  ) fifo (
      .clk(clk),
      .rst(!resetn || clear),
      .write_valid(entry_new),
      .write_ready(entry_room),
      .write_data(new_entry),
      .read_valid(entry_valid),
      .read_ready(entry_moved),
      .read_data(oldest_entry),
      .space(space),
      .wiping(wiping)
  );

  assign gives_context = (CONTEXT != 0) ? out_context : '0;
  assign entry_moved = entry_valid && (entry_lane & lane_ready) != '0;

  generate
    for (genvar l = 0; l < STAGES; l = l + 1) begin : gen_lane
      logic packer_ready, holds;  // the packer takes the word; it must not, for too many messages wait for digests
      logic resumes, amid;  // the context began with bytes that have not filled a word; a word of the message has gone

      assign lane[l] = lane_number == 8'(l);
      assign holds = entry_last && lane_full[l];
      assign lane_ready[l] = packer_ready && !holds;
      assign digest_taken[l] = read && lane[l] && digest_valid[l] && digest_last[l];
      assign offers[l*OFFER+:OFFER] = {
        digest_marked[l] || lost[l] || out_error[l],
        digest_last[l] ? digest_bits[l*DATA_BITS+:DATA_BITS] : DATA_BITS'(0),
        digest_word[l*DATA+:DATA]
      };
      assign in_resume[l] = in_valid[l] && !amid && (entry_resume || resumes);
      assign in_save[l] = in_valid[l] && in_last[l] && entry_save;

      always_ff @(posedge clk) begin
        if (in_valid[l] && in_ready[l]) begin
          amid <= !in_last[l];
          resumes <= 1'b0;
        end else if (entry_moved && entry_lane[l] && entry_resume) resumes <= 1'b1;
        if (rst) begin
          amid <= 1'b0;
          resumes <= 1'b0;
        end
      end

      assign in_data[l*WORD+:WORD] = (SECRET == 1 && !in_valid[l]) ? '0 : message_word[l*WORD+:WORD];

      byte_packer packer (
          .clk(clk),
          .rst(rst),
          .in_valid(entry_valid && entry_lane[l] && !holds),
          .in_ready(packer_ready),
          .in_data(entry_word),
          .in_last(entry_last),
          .in_bits(entry_bits),
          .out_valid(full_valid[l]),
          .out_ready(full_ready[l]),
          .out_data(full_word[l*DATA+:DATA]),
          .out_last(full_last[l]),
          .out_bits(full_bits[l*DATA_BITS+:DATA_BITS])
      );

      stream_resizer #(
          .FROM(DATA),
          .TO  (WORD)
      ) message_resizer (
          .clk(clk),
          .rst(rst),
          .in_valid(full_valid[l]),
          .in_ready(full_ready[l]),
          .in_data(full_word[l*DATA+:DATA]),
          .in_last(full_last[l]),
          .in_bits(full_bits[l*DATA_BITS+:DATA_BITS]),
          .out_valid(in_valid[l]),
          .out_ready(in_ready[l]),
          .out_data(message_word[l*WORD+:WORD]),
          .out_last(in_last[l]),
          .out_bits(in_bits[l*BITS_WIDTH+:BITS_WIDTH])
      );

      digest_marks #(
          .COUNTED(COUNTED)
      ) marks (
          .clk(clk),
          .rst(rst),
          .ended(entry_moved && entry_lane[l] && entry_last),
          .error(entry_error),
          .full(lane_full[l]),
          .taken(digest_taken[l]),
          .marked(digest_marked[l])
      );

      stream_resizer #(
          .FROM(WORD),
          .TO  (DATA)
      ) digest_resizer (
          .clk(clk),
          .rst(rst),
          .in_valid(out_valid[l]),
          .in_ready(out_ready[l]),
          .in_data(out_data[l*WORD+:WORD]),
          .in_last(out_last[l]),
          .in_bits(gives_context[l] ? BITS_WIDTH'(WORD) : out_bits[l*BITS_WIDTH+:BITS_WIDTH]),
          .out_valid(digest_valid[l]),
          .out_ready(read && lane[l]),
          .out_data(digest_word[l*DATA+:DATA]),
          .out_last(digest_last[l]),
          .out_bits(digest_bits[l*DATA_BITS+:DATA_BITS])
      );
    end
  endgenerate

  assign {lane_error, lane_bits, lane_word} = chosen(lane & digest_valid, offers);
  assign read_word = swapped(lane_word);

endmodule
