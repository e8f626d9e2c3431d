// SPDX-License-Identifier: Apache-2.0
//
// Registers on AXI4-Lite in front of the message level of any hash function. The registers are those of
// cores/bus/hash_registers.rdl (hash_registers.md, include/hash_registers.h).
//
//   AXI4-Lite <--> hash_registers --> word_fifo --> stream_resizer of the lane --> in_*
//                                 <-- the lane's word <-- stream_resizer of the lane <-- out_*
//
// Nothing that the software does or leaves undone stops the bus: a word for which there is no space is dropped, a digest
// word that is not there reads as 0, and both set a bit of INTERRUPT_STATUS. Messages of several lanes may be written
// word by word in any order; a lane that takes no words, because its digests are not read, holds up the words of other
// lanes that stand behind its own in the FIFO.
//
// Parameters
//   WORD           bits in a word of the hash function: 8, 16, 32, 64 or 128
//   STAGES         lanes, 32 at most
//   BLOCK, DIGEST  what the registers say about the hash function, in bits; DIGEST 0: digests of any length
//   DEPTH          words of 32 bits in the FIFO of the message: a power of two, 2 to 32768
//
// Ports
//   aclk, aresetn   clock and synchronous reset of AXI; rst is the reset of the hash function, also from CONTROL.clear
//   s_axil_*        AXI4-Lite, 32 bits of data, 8 of address
//   irq             high while an enabled bit of INTERRUPT_STATUS is set
//   in_*, out_*     to the ports of <family>_top with the same names
//   out_bits        for each lane the valid bits of the last word of its digest, 1 .. WORD

module register_adapter #(
    parameter integer WORD = 64,
    parameter integer STAGES = 1,
    parameter integer BLOCK = 512,
    parameter integer DIGEST = 256,
    parameter integer DEPTH = 16,
    localparam integer BITS_WIDTH = $clog2(WORD) + 1
) (
    input  logic aclk,
    input  logic aresetn,
    output logic rst,
    output logic irq,

    input  logic        s_axil_awvalid,
    output logic        s_axil_awready,
    input  logic [ 7:0] s_axil_awaddr,
    input  logic [ 2:0] s_axil_awprot,
    input  logic        s_axil_wvalid,
    output logic        s_axil_wready,
    input  logic [31:0] s_axil_wdata,
    input  logic [ 3:0] s_axil_wstrb,
    output logic        s_axil_bvalid,
    input  logic        s_axil_bready,
    output logic [ 1:0] s_axil_bresp,
    input  logic        s_axil_arvalid,
    output logic        s_axil_arready,
    input  logic [ 7:0] s_axil_araddr,
    input  logic [ 2:0] s_axil_arprot,
    output logic        s_axil_rvalid,
    input  logic        s_axil_rready,
    output logic [31:0] s_axil_rdata,
    output logic [ 1:0] s_axil_rresp,

    output logic [           STAGES-1:0] in_valid,
    input  logic [           STAGES-1:0] in_ready,
    output logic [      STAGES*WORD-1:0] in_data,
    output logic [           STAGES-1:0] in_last,
    output logic [STAGES*BITS_WIDTH-1:0] in_bits,

    input  logic [           STAGES-1:0] out_valid,
    output logic [           STAGES-1:0] out_ready,
    input  logic [      STAGES*WORD-1:0] out_data,
    input  logic [           STAGES-1:0] out_last,
    input  logic [STAGES*BITS_WIDTH-1:0] out_bits
);

  localparam integer DATA = 32;
  localparam integer DATA_BITS = $clog2(DATA) + 1;
  localparam integer ENTRY = STAGES + 1 + DATA_BITS + DATA;
  localparam integer OFFER = DATA_BITS + DATA;

  // Registers
  logic clear;
  logic [7:0] lane_number;
  logic last_next;  // the next word ends the message
  logic [DATA_BITS-1:0] last_bits;
  logic write, read;  // of the windows
  logic [DATA-1:0] write_word, read_word;

  logic [STAGES-1:0] lane;  // the lane that the registers speak for, one bit for each; none if there is no such lane
  logic taken;  // the word written is
  logic ready;
  logic [$clog2(DEPTH):0] space;

  // What the register block says of every access to a window, and no window needs
  logic [5:0] unused_message_addr, unused_digest_data_addr;
  logic unused_message_req_is_wr, unused_digest_data_req_is_wr;
  logic [DATA-1:0] unused_message_wr_biten, unused_digest_data_wr_biten, unused_digest_data_wr_data;

  // Oldest word of the FIFO, and the word of the digest of each lane
  logic entry_valid, entry_last;
  logic [STAGES-1:0] entry_lane, lane_ready;
  logic [DATA_BITS-1:0] entry_bits;
  logic [DATA-1:0] entry_word;
  logic [STAGES-1:0] digest_valid, digest_last;
  logic [STAGES*DATA_BITS-1:0] digest_bits;
  logic [STAGES*DATA-1:0] digest_word;
  logic [STAGES*OFFER-1:0] offers;  // word and bits of each lane
  logic [DATA_BITS-1:0] lane_bits;
  logic [DATA-1:0] lane_word;

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

  assign rst = !aresetn || clear;
  assign taken = write && ready && lane != '0 && !clear;

  hash_registers registers (
      .clk(aclk),
      .rst(!aresetn),
      .s_axil_awready(s_axil_awready),
      .s_axil_awvalid(s_axil_awvalid),
      .s_axil_awaddr(s_axil_awaddr),
      .s_axil_awprot(s_axil_awprot),
      .s_axil_wready(s_axil_wready),
      .s_axil_wvalid(s_axil_wvalid),
      .s_axil_wdata(s_axil_wdata),
      .s_axil_wstrb(s_axil_wstrb),
      .s_axil_bready(s_axil_bready),
      .s_axil_bvalid(s_axil_bvalid),
      .s_axil_bresp(s_axil_bresp),
      .s_axil_arready(s_axil_arready),
      .s_axil_arvalid(s_axil_arvalid),
      .s_axil_araddr(s_axil_araddr),
      .s_axil_arprot(s_axil_arprot),
      .s_axil_rready(s_axil_rready),
      .s_axil_rvalid(s_axil_rvalid),
      .s_axil_rdata(s_axil_rdata),
      .s_axil_rresp(s_axil_rresp),
      .hwif_in_GEOMETRY_word_bits_next(8'(WORD)),
      .hwif_in_GEOMETRY_lanes_next(8'(STAGES)),
      .hwif_in_GEOMETRY_fifo_words_next(16'(DEPTH)),
      .hwif_in_BLOCK_bits_next(32'(BLOCK)),
      .hwif_in_DIGEST_bits_next(32'(DIGEST)),
      .hwif_in_LAST_last_hwclr(taken || clear),
      .hwif_in_STATUS_digest_valid_next((digest_valid & lane) != '0),
      .hwif_in_STATUS_digest_last_next((digest_valid & digest_last & lane) != '0),
      .hwif_in_STATUS_digest_bits_next(lane_bits),
      .hwif_in_STATUS_space_next(16'(space)),
      .hwif_in_WAITING_lanes_next(32'(digest_valid)),
      .hwif_in_INTERRUPT_STATUS_digest_next(digest_valid != '0),
      .hwif_in_INTERRUPT_STATUS_space_next(!entry_valid),
      .hwif_in_INTERRUPT_STATUS_overflow_next(write && !taken),
      .hwif_in_INTERRUPT_STATUS_underflow_next(read && (digest_valid & lane) == '0),
      .hwif_in_MESSAGE_rd_ack(1'b0),
      .hwif_in_MESSAGE_rd_data(32'd0),
      .hwif_in_MESSAGE_wr_ack(write),
      .hwif_in_DIGEST_DATA_rd_ack(read),
      .hwif_in_DIGEST_DATA_rd_data(read_word),
      .hwif_in_DIGEST_DATA_wr_ack(1'b0),
      .hwif_out_CONTROL_clear_value(clear),
      .hwif_out_LANE_lane_value(lane_number),
      .hwif_out_LAST_bits_value(last_bits),
      .hwif_out_LAST_last_value(last_next),
      .hwif_out_INTERRUPT_STATUS_intr(irq),
      .hwif_out_MESSAGE_req(write),
      .hwif_out_MESSAGE_addr(unused_message_addr),
      .hwif_out_MESSAGE_req_is_wr(unused_message_req_is_wr),
      .hwif_out_MESSAGE_wr_data(write_word),
      .hwif_out_MESSAGE_wr_biten(unused_message_wr_biten),
      .hwif_out_DIGEST_DATA_req(read),
      .hwif_out_DIGEST_DATA_addr(unused_digest_data_addr),
      .hwif_out_DIGEST_DATA_req_is_wr(unused_digest_data_req_is_wr),
      .hwif_out_DIGEST_DATA_wr_data(unused_digest_data_wr_data),
      .hwif_out_DIGEST_DATA_wr_biten(unused_digest_data_wr_biten)
  );

  word_fifo #(
      .WIDTH(ENTRY),
      .DEPTH(DEPTH)
  ) fifo (
      .clk(aclk),
      .rst(rst),
      .write_valid(taken),
      .write_ready(ready),
      .write_data({lane, last_next, last_bits, swapped(write_word)}),
      .read_valid(entry_valid),
      .read_ready((entry_lane & lane_ready) != '0),
      .read_data({entry_lane, entry_last, entry_bits, entry_word}),
      .space(space)
  );

  generate
    for (genvar l = 0; l < STAGES; l = l + 1) begin : gen_lane
      assign lane[l] = lane_number == 8'(l);
      assign offers[l*OFFER+:OFFER] = {
        digest_last[l] ? digest_bits[l*DATA_BITS+:DATA_BITS] : DATA_BITS'(0), digest_word[l*DATA+:DATA]
      };

      stream_resizer #(
          .FROM(DATA),
          .TO  (WORD)
      ) message_resizer (
          .clk(aclk),
          .rst(rst),
          .in_valid(entry_valid && entry_lane[l]),
          .in_ready(lane_ready[l]),
          .in_data(entry_word),
          .in_last(entry_last),
          .in_bits(entry_bits),
          .out_valid(in_valid[l]),
          .out_ready(in_ready[l]),
          .out_data(in_data[l*WORD+:WORD]),
          .out_last(in_last[l]),
          .out_bits(in_bits[l*BITS_WIDTH+:BITS_WIDTH])
      );

      stream_resizer #(
          .FROM(WORD),
          .TO  (DATA)
      ) digest_resizer (
          .clk(aclk),
          .rst(rst),
          .in_valid(out_valid[l]),
          .in_ready(out_ready[l]),
          .in_data(out_data[l*WORD+:WORD]),
          .in_last(out_last[l]),
          .in_bits(out_bits[l*BITS_WIDTH+:BITS_WIDTH]),
          .out_valid(digest_valid[l]),
          .out_ready(read && lane[l]),
          .out_data(digest_word[l*DATA+:DATA]),
          .out_last(digest_last[l]),
          .out_bits(digest_bits[l*DATA_BITS+:DATA_BITS])
      );
    end
  endgenerate

  assign {lane_bits, lane_word} = chosen(lane & digest_valid, offers);
  assign read_word = swapped(lane_word);

endmodule
