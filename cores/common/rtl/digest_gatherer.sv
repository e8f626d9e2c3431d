// SPDX-License-Identifier: Apache-2.0
//
// Makes longer beats of the beats of a digest: between a core with short ones and digest_serializer. The last beat is filled
// up with zeros.
//
// Parameters
//   BEAT  bits in a beat of the core        WIDE  bits in a beat that is made: BEAT times a power of two
//
// Ports
//   digest_*  the digest port of a core     wide_*  the same for the longer beats; the first bit is the highest
//   rst       drops what is gathered
// A long beat is on offer in the cycle after its last short one is taken, and until it is taken no other short one is.

module digest_gatherer #(
    parameter integer BEAT = 8,
    parameter integer WIDE = 32
) (
    input logic clk,
    input logic rst,

    input  logic            digest_valid,
    output logic            digest_ready,
    input  logic [BEAT-1:0] digest_data,
    input  logic            digest_last,

    output logic            wide_valid,
    input  logic            wide_ready,
    output logic [WIDE-1:0] wide_data,
    output logic            wide_last
);

  generate
    if (BEAT < 1 || WIDE < BEAT || WIDE % BEAT != 0 || WIDE / BEAT != 2 ** $clog2(WIDE / BEAT)) begin : gen_refused_wide
      digest_gatherer_needs_WIDE_that_is_BEAT_times_a_power_of_two refused ();
    end
  endgenerate

  generate
    if (WIDE > BEAT) begin : gen_gathered
      localparam integer INDEX_BITS = $clog2(WIDE / BEAT);
      logic [INDEX_BITS-1:0] index;  // of the short beat in the long one

      assign digest_ready = !wide_valid;

      always_ff @(posedge clk) begin
        if (digest_valid && digest_ready) begin
          index <= index + 1'b1;
          if (index == '0) wide_data <= '0;
          for (integer i = 0; i < WIDE / BEAT; i = i + 1) begin
            if (index == INDEX_BITS'(i)) wide_data[WIDE-BEAT*(i+1)+:BEAT] <= digest_data;
          end
          wide_valid <= digest_last || index == '1;
          wide_last <= digest_last;
        end
        if (wide_valid && wide_ready) begin
          wide_valid <= 1'b0;
          index <= '0;
        end
        if (rst) begin
          wide_valid <= 1'b0;
          index <= '0;
        end
      end
    end else begin : gen_same
      assign digest_ready = wide_ready;
      assign wide_valid = digest_valid;
      assign wide_data = digest_data;
      assign wide_last = digest_last;
      logic unused;
      assign unused = &{1'b0, clk, rst};
    end
  endgenerate

endmodule
