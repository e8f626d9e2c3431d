// SPDX-License-Identifier: Apache-2.0
//
// What software does with the registers of @NAME@, for the test bench. For one lane after another it reads STATUS, takes a
// word of a digest if there is one, and writes a word of the message if there is space.

/* verilator lint_off WIDTH */
module bus_side (
    input wire clk,
    input wire rst,

    input  wire [@LANES_TOP@:0] in_valid,
    output wire [@LANES_TOP@:0] in_ready,
    input  wire [@LANES@*@WORD@-1:0] in_data,
    input  wire [@LANES_TOP@:0] in_last,
    input  wire [@LANES@*@BITS_WIDTH@-1:0] in_bits,

    output wire [@LANES_TOP@:0] out_valid,
    input  wire [@LANES_TOP@:0] out_ready,
    output wire [@LANES@*@WORD@-1:0] out_data,
    output wire [@LANES_TOP@:0] out_last,
    output wire [@LANES@*@BITS_WIDTH@-1:0] out_bits,

    output wire broken  // a rule of the bus, in this cycle
);
  localparam integer LANES = @LANES@;
  localparam integer WORD = @WORD@;
  localparam [7:0] LANE = 8'h14, LAST = 8'h18, STATUS = 8'h1c, MESSAGE = 8'h40, DIGEST = 8'h80;
  localparam [2:0] CHOOSE = 3'd0, LOOK = 3'd1, TAKE = 3'd2, END = 3'd3, SEND = 3'd4;

  reg awvalid, wvalid, arvalid;
  reg [7:0] address;
  reg [31:0] data;
  wire awready, wready, arready, bvalid, rvalid, irq;
  wire [1:0] bresp, rresp;
  wire [31:0] rdata;

  reg [2:0] step;
  reg started;
  reg [31:0] lane, status;
  wire [@LANES_TOP@:0] room, chunk_ready, chunk_last;
  wire [LANES*6-1:0] chunk_bits;
  wire [LANES*32-1:0] chunk;

  wire finished = bvalid || rvalid;
  wire [31:0] seen = (step == LOOK) ? rdata : status;
  wire take = seen[0] && room[lane];
  wire send = seen[31:16] != 0 && chunk_ready[lane];
  // An answer that is an error; a last word of a digest without bits, or with more than there are.
  wire last_is_wrong = status[1] && (status[13:8] == 0 || status[13:8] > 32);
  assign broken = (bvalid && bresp != 0) || (rvalid && rresp != 0) ||
      (rvalid && step == TAKE && last_is_wrong);

  function [31:0] swapped(input [31:0] word);
    swapped = {word[7:0], word[15:8], word[23:16], word[31:24]};
  endfunction

  task start_write(input [7:0] where, input [31:0] what);
    begin
      awvalid <= 1'b1;
      wvalid  <= 1'b1;
      address <= where;
      data    <= what;
    end
  endtask

  task start_read(input [7:0] where);
    begin
      arvalid <= 1'b1;
      address <= where;
    end
  endtask

  // Where the digest is seen to, the message; where that is, the next lane.
  task go_on_to_message;
    if (!send) go_on_to_next_lane;
    else if (chunk_last[lane]) begin
      step <= END;
      start_write(LAST, {23'd0, 1'b1, 2'd0, chunk_bits[lane*6+:6]});
    end else begin
      step <= SEND;
      start_write(MESSAGE, swapped(chunk[lane*32+:32]));
    end
  endtask

  task go_on_to_next_lane;
    begin
      step <= CHOOSE;
      lane <= (lane == LANES - 1) ? 0 : lane + 1;
      start_write(LANE, (lane == LANES - 1) ? 0 : lane + 1);
    end
  endtask

  always @(posedge clk)
    if (rst) begin
      awvalid <= 1'b0;
      wvalid <= 1'b0;
      arvalid <= 1'b0;
      started <= 1'b0;
      step <= CHOOSE;
      lane <= 0;
      status <= 0;
    end else begin
      if (awready) awvalid <= 1'b0;
      if (wready) wvalid <= 1'b0;
      if (arready) arvalid <= 1'b0;
      started <= 1'b1;
      if (!started) start_write(LANE, 0);
      else if (finished)
        case (step)
          CHOOSE: begin
            step <= LOOK;
            start_read(STATUS);
          end
          LOOK: begin
            status <= rdata;
            if (take) begin
              step <= TAKE;
              start_read(DIGEST);
            end else go_on_to_message;
          end
          TAKE: go_on_to_message;
          END: begin
            step <= SEND;
            start_write(MESSAGE, swapped(chunk[lane*32+:32]));
          end
          default: go_on_to_next_lane;
        endcase
    end

  generate
    genvar l;
    for (l = 0; l < LANES; l = l + 1) begin : gen_lane
      bus_lane side (
          .clk(clk),
          .rst(rst),
          .in_valid(in_valid[l]),
          .in_ready(in_ready[l]),
          .in_data(in_data[l*WORD+:WORD]),
          .in_last(in_last[l]),
          .in_bits(in_bits[l*@BITS_WIDTH@+:@BITS_WIDTH@]),
          .chunk_ready(chunk_ready[l]),
          .chunk_taken(finished && step == SEND && lane == l),
          .chunk(chunk[l*32+:32]),
          .chunk_last(chunk_last[l]),
          .chunk_bits(chunk_bits[l*6+:6]),
          .room(room[l]),
          .given(finished && step == TAKE && lane == l),
          .given_word(swapped(rdata)),
          .given_last(status[1]),
          .given_bits(status[13:8]),
          .out_valid(out_valid[l]),
          .out_ready(out_ready[l]),
          .out_data(out_data[l*WORD+:WORD]),
          .out_last(out_last[l]),
          .out_bits(out_bits[l*@BITS_WIDTH@+:@BITS_WIDTH@])
      );
    end
  endgenerate

  @NAME@ dut (
      .aclk(clk),
      .aresetn(!rst),
      .irq(irq),
      .s_axil_awvalid(awvalid),
      .s_axil_awready(awready),
      .s_axil_awaddr(address),
      .s_axil_awprot(3'd0),
      .s_axil_wvalid(wvalid),
      .s_axil_wready(wready),
      .s_axil_wdata(data),
      .s_axil_wstrb(4'hf),
      .s_axil_bvalid(bvalid),
      .s_axil_bready(1'b1),
      .s_axil_bresp(bresp),
      .s_axil_arvalid(arvalid),
      .s_axil_arready(arready),
      .s_axil_araddr(address),
      .s_axil_arprot(3'd0),
      .s_axil_rvalid(rvalid),
      .s_axil_rready(1'b1),
      .s_axil_rdata(rdata),
      .s_axil_rresp(rresp)
  );
endmodule

// Words of one lane to and from words of 32 bits.
module bus_lane (
    input wire clk,
    input wire rst,

    input  wire in_valid,
    output wire in_ready,
    input  wire [@WORD_TOP@:0] in_data,
    input  wire in_last,
    input  wire [@BITS_TOP@:0] in_bits,

    output wire chunk_ready,
    input  wire chunk_taken,
    output wire [31:0] chunk,
    output wire chunk_last,
    output wire [5:0] chunk_bits,

    output wire room,
    input  wire given,
    input  wire [31:0] given_word,
    input  wire given_last,
    input  wire [5:0] given_bits,

    output wire out_valid,
    input  wire out_ready,
    output wire [@WORD_TOP@:0] out_data,
    output wire out_last,
    output wire [@BITS_TOP@:0] out_bits
);
  localparam integer WORD = @WORD@;
  localparam integer STORE = WORD + 32;

  // Bits that wait, the oldest one highest; how many; whether a message or a digest ends with them.
  reg [STORE-1:0] message, digest;
  reg [31:0] message_count, digest_count;
  reg message_end, digest_end;

  assign chunk_ready = message_end || message_count >= 32;
  assign in_ready = !chunk_ready;
  assign chunk = message[STORE-1-:32];
  assign chunk_last = message_end && message_count <= 32;
  assign chunk_bits = (message_count < 32) ? message_count[5:0] : 6'd32;

  always @(posedge clk)
    if (rst) begin
      message <= 0;
      message_count <= 0;
      message_end <= 1'b0;
    end else if (in_valid && in_ready) begin
      message <= message | ({in_data, 32'd0} >> message_count);
      message_count <= message_count + (in_last ? in_bits : WORD);
      message_end <= in_last;
    end else if (chunk_taken) begin
      message <= message << 32;
      message_count <= (message_count < 32) ? 0 : message_count - 32;
      if (chunk_last) message_end <= 1'b0;
    end

  assign out_valid = digest_end || digest_count >= WORD;
  assign room = !out_valid;
  assign out_data = digest[STORE-1-:WORD];
  assign out_last = digest_end && digest_count <= WORD;
  assign out_bits = (digest_count < WORD) ? digest_count[@BITS_TOP@:0] : WORD;

  always @(posedge clk)
    if (rst) begin
      digest <= 0;
      digest_count <= 0;
      digest_end <= 1'b0;
    end else if (given) begin
      digest <= digest | ({given_word, {WORD{1'b0}}} >> digest_count);
      digest_count <= digest_count + (given_last ? {26'd0, given_bits} : 32);
      digest_end <= given_last;
    end else if (out_valid && out_ready) begin
      digest <= digest << WORD;
      digest_count <= (digest_count < WORD) ? 0 : digest_count - WORD;
      if (out_last) digest_end <= 1'b0;
    end
endmodule
