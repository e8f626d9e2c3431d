// SPDX-License-Identifier: Apache-2.0
//
// Chooses one of several lanes packet by packet, in turn: after a packet the lanes behind its own come first. A choice
// stands from the cycle in which the first word of a packet is offered until the last one is taken.
//
// Parameter: LANES, how many
//
// Ports
//   valid    the lanes that offer a word
//   last     if the chosen lane offers a word: it is the last of its packet, and it is taken
//   choice   the chosen lane, one bit for each; none only if no packet is on the way and none is offered. It does not
//            depend on `last`.

module lane_arbiter #(
    parameter integer LANES = 2
) (
    input logic clk,
    input logic rst,

    input  logic [LANES-1:0] valid,
    input  logic             last,
    output logic [LANES-1:0] choice
);

  generate
    if (LANES < 1) begin : gen_refused_lanes
      lane_arbiter_needs_LANES_of_1_or_more refused ();
    end
  endgenerate

  generate
    if (LANES == 1) begin : gen_one
      assign choice = 1'b1;

      logic unused;
      assign unused = ^{clk, rst, valid, last};
    end else begin : gen_lanes
      logic busy;  // a packet is on the way, that of `owner`
      logic [LANES-1:0] owner;
      logic [LANES-1:0] behind;  // the lanes behind that of the last packet
      logic [LANES-1:0] offers;

      assign offers = ((valid & behind) != '0) ? valid & behind : valid;
      assign choice = busy ? owner : offers & (~offers + 1'b1);

      always_ff @(posedge clk) begin
        if ((valid & choice) != '0) begin
          busy  <= !last;
          owner <= choice;
          if (last) behind <= ~(choice | (choice - 1'b1));
        end
        if (rst) begin
          busy   <= 1'b0;
          behind <= '0;
        end
      end
    end
  endgenerate

endmodule
