// SPDX-License-Identifier: Apache-2.0
//
// Constants of the Skein hash function family (N. Ferguson et al., "The Skein Hash Function Family"), for the
// block sizes 256, 512 and 1024 and the versions 1.1 (2008), 1.2 (2009, other rotation constants) and 1.3
// (2010, another key parity constant); VERSION is 11, 12 or 13.

package skein_pkg;

  // Number of Threefish rounds N_r (section 3.3, table 2).
  function automatic integer rounds(input integer block);
    begin
      rounds = (block == 1024) ? 80 : 72;
    end
  endfunction

  // Key parity constant C_240 (section 3.3.2); up to version 1.2 it was floor(2^64 / 3).
  function automatic [63:0] parity(input integer version);
    begin
      parity = (version == 13) ? 64'h1BD11BDAA9FC1A22 : 64'h5555555555555555;
    end
  endfunction

  // The word pi(i) that takes place i after a round's MIX functions (table 3).
  function automatic [3:0] permutation(input integer block, input integer i);
    logic [63:0] row;
    begin
      case (block)
        256: row = 64'h0321_0000_0000_0000;
        512: row = 64'h2147_6503_0000_0000;
        default: row = 64'h092D_6B4F_A7C3_E581;
      endcase
      permutation = row[63-4*i-:4];
    end
  endfunction

  // Rotation constant R_{d mod 8, j} of MIX j in round d (table 4; version 1.1: table 4 of that version).
  function automatic [7:0] rotation(input integer version, input integer block, input integer d, input integer j);
    logic [8*16-1:0] row;
    begin
      row = '0;
      if (block == 256 && version == 11)
        case (d % 8)
          0: row[127-:16] = {8'd5, 8'd56};
          1: row[127-:16] = {8'd36, 8'd28};
          2: row[127-:16] = {8'd13, 8'd46};
          3: row[127-:16] = {8'd58, 8'd44};
          4: row[127-:16] = {8'd26, 8'd20};
          5: row[127-:16] = {8'd53, 8'd35};
          6: row[127-:16] = {8'd11, 8'd42};
          default: row[127-:16] = {8'd59, 8'd50};
        endcase
      else if (block == 256)
        case (d % 8)
          0: row[127-:16] = {8'd14, 8'd16};
          1: row[127-:16] = {8'd52, 8'd57};
          2: row[127-:16] = {8'd23, 8'd40};
          3: row[127-:16] = {8'd5, 8'd37};
          4: row[127-:16] = {8'd25, 8'd33};
          5: row[127-:16] = {8'd46, 8'd12};
          6: row[127-:16] = {8'd58, 8'd22};
          default: row[127-:16] = {8'd32, 8'd32};
        endcase
      else if (block == 512 && version == 11)
        case (d % 8)
          0: row[127-:32] = {8'd38, 8'd30, 8'd50, 8'd53};
          1: row[127-:32] = {8'd48, 8'd20, 8'd43, 8'd31};
          2: row[127-:32] = {8'd34, 8'd14, 8'd15, 8'd27};
          3: row[127-:32] = {8'd26, 8'd12, 8'd58, 8'd7};
          4: row[127-:32] = {8'd33, 8'd49, 8'd8, 8'd42};
          5: row[127-:32] = {8'd39, 8'd27, 8'd41, 8'd14};
          6: row[127-:32] = {8'd29, 8'd26, 8'd11, 8'd9};
          default: row[127-:32] = {8'd33, 8'd51, 8'd39, 8'd35};
        endcase
      else if (block == 512)
        case (d % 8)
          0: row[127-:32] = {8'd46, 8'd36, 8'd19, 8'd37};
          1: row[127-:32] = {8'd33, 8'd27, 8'd14, 8'd42};
          2: row[127-:32] = {8'd17, 8'd49, 8'd36, 8'd39};
          3: row[127-:32] = {8'd44, 8'd9, 8'd54, 8'd56};
          4: row[127-:32] = {8'd39, 8'd30, 8'd34, 8'd24};
          5: row[127-:32] = {8'd13, 8'd50, 8'd10, 8'd17};
          6: row[127-:32] = {8'd25, 8'd29, 8'd39, 8'd43};
          default: row[127-:32] = {8'd8, 8'd35, 8'd56, 8'd22};
        endcase
      else if (version == 11)
        case (d % 8)
          0: row[127-:64] = {8'd55, 8'd43, 8'd37, 8'd40, 8'd16, 8'd22, 8'd38, 8'd12};
          1: row[127-:64] = {8'd25, 8'd25, 8'd46, 8'd13, 8'd14, 8'd13, 8'd52, 8'd57};
          2: row[127-:64] = {8'd33, 8'd8, 8'd18, 8'd57, 8'd21, 8'd12, 8'd32, 8'd54};
          3: row[127-:64] = {8'd34, 8'd43, 8'd25, 8'd60, 8'd44, 8'd9, 8'd59, 8'd34};
          4: row[127-:64] = {8'd28, 8'd7, 8'd47, 8'd48, 8'd51, 8'd9, 8'd35, 8'd41};
          5: row[127-:64] = {8'd17, 8'd6, 8'd18, 8'd25, 8'd43, 8'd42, 8'd40, 8'd15};
          6: row[127-:64] = {8'd58, 8'd7, 8'd32, 8'd45, 8'd19, 8'd18, 8'd2, 8'd56};
          default: row[127-:64] = {8'd47, 8'd49, 8'd27, 8'd58, 8'd37, 8'd48, 8'd53, 8'd56};
        endcase
      else
        case (d % 8)
          0: row[127-:64] = {8'd24, 8'd13, 8'd8, 8'd47, 8'd8, 8'd17, 8'd22, 8'd37};
          1: row[127-:64] = {8'd38, 8'd19, 8'd10, 8'd55, 8'd49, 8'd18, 8'd23, 8'd52};
          2: row[127-:64] = {8'd33, 8'd4, 8'd51, 8'd13, 8'd34, 8'd41, 8'd59, 8'd17};
          3: row[127-:64] = {8'd5, 8'd20, 8'd48, 8'd41, 8'd47, 8'd28, 8'd16, 8'd25};
          4: row[127-:64] = {8'd41, 8'd9, 8'd37, 8'd31, 8'd12, 8'd47, 8'd44, 8'd30};
          5: row[127-:64] = {8'd16, 8'd34, 8'd56, 8'd51, 8'd4, 8'd53, 8'd42, 8'd41};
          6: row[127-:64] = {8'd31, 8'd44, 8'd47, 8'd46, 8'd19, 8'd42, 8'd44, 8'd25};
          default: row[127-:64] = {8'd9, 8'd48, 8'd35, 8'd52, 8'd23, 8'd31, 8'd37, 8'd20};
        endcase
      rotation = row[127-8*j-:8];
    end
  endfunction

  // Configuration string of a plain hash (section 3.5.2, table 7) as words 0..2: schema identifier "SHA3" and
  // version 1, digest length in bits, no tree.
  function automatic [191:0] configuration(input integer digest);
    begin
      configuration = {64'h0, 64'(digest), 64'h0000000133414853};
    end
  endfunction

  // What a slot of the core does.
  localparam logic [1:0] MESSAGE = 2'd0;  // hashes a message block, or waits for the next
  localparam logic [1:0] OUTPUT = 2'd1;  // output transform
  localparam logic [1:0] PRESENT = 2'd2;  // a digest beat waits to be taken
  localparam logic [1:0] CONFIGURE = 2'd3;  // hashes the configuration block

  // Bits 127 .. 119 of the tweak (section 3.5.1): final, first, type T_msg = 48, T_out = 63 or T_cfg = 4, and the
  // bit padding flag. Output transform and configuration are strings of one block.
  function automatic [8:0] tweak_flags(input logic [1:0] phase, input logic is_final, input logic is_first,
                                       input logic padded);
    begin
      case (phase)
        MESSAGE: tweak_flags = {is_final, is_first, 6'd48, padded};
        CONFIGURE: tweak_flags = {2'b11, 6'd4, 1'b0};
        default: tweak_flags = {2'b11, 6'd63, 1'b0};
      endcase
    end
  endfunction

  // s + n modulo 3, for s in 0 .. 2.
  function automatic [1:0] add_mod_3(input logic [1:0] s, input integer n);
    begin
      case (n % 3)
        0: add_mod_3 = s;
        1: add_mod_3 = s[1] ? 2'd0 : s[0] ? 2'd2 : 2'd1;
        default: add_mod_3 = s[1] ? 2'd1 : s[0] ? 2'd0 : 2'd2;
      endcase
    end
  endfunction

  // Number s of the n-th subkey of a loop of UNROLL rounds in its pass `pass`.
  function automatic [4:0] subkey_number(input integer unroll, input logic [6:0] pass, input logic [4:0] n);
    begin
      case (unroll)
        8: subkey_number = {pass[3:0], 1'b0} + n;
        4: subkey_number = pass[4:0];
        2: subkey_number = pass[5:1];
        default: subkey_number = pass[6:2];
      endcase
    end
  endfunction

endpackage
