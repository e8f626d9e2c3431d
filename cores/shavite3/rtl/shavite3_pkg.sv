// SPDX-License-Identifier: Apache-2.0
//
// Constants of SHAvite-3-256 and SHAvite-3-512 ("The SHAvite-3 Hash Function", Biham and Dunkelman, round 2), and the
// names of the three functions that go by the name of round 2.

package shavite3_pkg;

  localparam integer SPECIFIED = 0;  // as specified
  localparam integer PACKAGE = 1;  // the code of the round-2 package
  localparam integer BUGFIX = 2;  // the reference code of November 2009

  // Initial values, the first column of AES in the highest bits, in the order of bytes that the core works in: that of
  // the message in SPECIFIED, that of the words in the others. hashloom/models/shavite3.py computes them: a block of
  // zeros and one with the length of the digest, compressed with counter 0. For 256 bits PACKAGE and BUGFIX are the
  // same.
  localparam logic [255:0] SPECIFIED_256 = {
    32'h473ebb49, 32'h0d867426, 32'hac92b3a8, 32'he6c41a02, 32'hcf839240, 32'h865d0e62, 32'hcb9d926d, 32'h8b2acc96
  };
  localparam logic [255:0] PACKAGE_256 = {
    32'h3eecf551, 32'hbf10819b, 32'he6dc8559, 32'hf3e23fd5, 32'h431aec73, 32'h79e3f731, 32'h98325f05, 32'ha92a31f1
  };
  localparam logic [511:0] SPECIFIED_512 = {
    32'hd8cdfc72, 32'h2747ca79, 32'h7b078a12, 32'hec5ad540, 32'h061a90d1, 32'h07e30a43, 32'hd15c9fb2, 32'hfcfb07df,
    32'h3dd7458e, 32'h38b51a68, 32'h7865e8bd, 32'h477e57dd, 32'hdeea75e2, 32'hcd9f2d50, 32'h787135b9, 32'h9a4b2a02
  };
  localparam logic [511:0] PACKAGE_512 = {
    32'h6a14ba06, 32'heb784ebd, 32'hab3c0130, 32'h63473c2d, 32'hfa564ceb, 32'h336d2629, 32'he24e213e, 32'hdbd15e12,
    32'h5da35195, 32'hfec384e7, 32'hbe0b4a11, 32'h6666ade6, 32'hb4ffed9d, 32'hf3e9c1f4, 32'h5e683cfa, 32'hf34cd4e9
  };
  localparam logic [511:0] BUGFIX_512 = {
    32'hd5652b63, 32'h25f1e6ea, 32'hb18f48fa, 32'ha1ee3a47, 32'hc8b67b07, 32'hbdce48d3, 32'he3937b78, 32'h05db5186,
    32'h613be326, 32'ha11fa303, 32'h90c833d4, 32'h79cee316, 32'h1e1af00f, 32'h2829b165, 32'h23b25f80, 32'h21e11499
  };

  // Part number `part` of the initial value, four columns.
  function automatic [127:0] initial_part(input integer digest, input integer version, input integer part);
    begin
      if (digest == 256) begin
        initial_part = (version == SPECIFIED) ? SPECIFIED_256[128*(1-part%2)+:128] : PACKAGE_256[128*(1-part%2)+:128];
      end else if (version == SPECIFIED) begin
        initial_part = SPECIFIED_512[128*(3-part)+:128];
      end else if (version == BUGFIX) begin
        initial_part = BUGFIX_512[128*(3-part)+:128];
      end else begin
        initial_part = PACKAGE_512[128*(3-part)+:128];
      end
    end
  endfunction

  // The bytes of a column in the other order.
  function automatic [31:0] swap(input logic [31:0] column);
    begin
      swap = {column[7:0], column[15:8], column[23:16], column[31:24]};
    end
  endfunction

endpackage
