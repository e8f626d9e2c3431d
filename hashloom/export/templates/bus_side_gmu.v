// SPDX-License-Identifier: Apache-2.0
//
// The FIFOs on both sides of @NAME@, for the test bench. Each word of a message is a segment: its head, then its bits.
// The interface says of no word that it is the last of a digest; out_last and out_bits are not used.

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

  wire [LANES*WORD-1:0] din;
  wire [@LANES_TOP@:0] read, write;
  reg [@LANES_TOP@:0] in_segment;  // the head of the segment was taken

  generate
    genvar l;
    for (l = 0; l < LANES; l = l + 1) begin : gen_lane
      wire [WORD-1:0] head = {in_last[l], {(WORD - 1 - @BITS_WIDTH@) {1'b0}}, in_bits[l*@BITS_WIDTH@+:@BITS_WIDTH@]};
      wire empty = in_bits[l*@BITS_WIDTH@+:@BITS_WIDTH@] == 0;
      assign din[l*WORD+:WORD] = in_segment[l] ? in_data[l*WORD+:WORD] : head;
      assign in_ready[l] = read[l] && (in_segment[l] || empty);
      always @(posedge clk)
        if (rst) in_segment[l] <= 1'b0;
        else if (read[l] && in_valid[l]) in_segment[l] <= !in_segment[l] && !empty;
    end
  endgenerate

  assign out_valid = write;
  assign out_last = 0;
  assign out_bits = 0;
  assign broken = (read & ~in_valid) != 0 || (write & ~out_ready) != 0;

  @NAME@ dut (
      .clk(clk),
      .rst(rst),
      .din(din),
      .src_ready(~in_valid),
      .src_read(read),
      .dout(out_data),
      .dst_ready(~out_ready),
      .dst_write(write)
  );
endmodule
