// SPDX-License-Identifier: Apache-2.0
//
// Constants and functions of SIMD, round 2 (G. Leurent, C. Bouillaguet, P.-A. Fouque: SIMD Is a Message Digest, 2009).
//
// LADDERS is the number of Feistel ladders: 4 in SIMD-256, 8 in SIMD-512. The values y_k of the transform stand in a
// matrix of 16 rows and 2 LADDERS columns, y_k in row k / (2 LADDERS).

package simd_pkg;

  // The chaining value before the first block, word 0 in the lowest bits: what compression makes of zero and of the
  // name of the function. tests/test_simd_constants.py compares it with the model's.
  localparam [511:0] INITIAL_256 = {
    32'h55693de1, 32'hd0c661a5, 32'h1ff47833, 32'he2eaa8d2, 32'h668626c9, 32'hf67caf46, 32'h49b3bcb4, 32'hc2c2ba14,
    32'hc96006d3, 32'hafd5e751, 32'h3ee20b03, 32'haaf3d925, 32'h39d726e9, 32'h8474577b, 32'h07190ba9, 32'h4d567983
  };
  localparam [1023:0] INITIAL_512 = {
    32'h6ffddc22, 32'hb94d0943, 32'h21bf9bd3, 32'h8fa14956, 32'h2b9022e4, 32'h9019b6dc, 32'hd699c7bc, 32'h09254899,
    32'hfdb7a257, 32'hcd8d65bb, 32'hed1c014f, 32'hab02675e, 32'hb958e2a8, 32'h9c1714d1, 32'h6b70e3e8, 32'h7eef60a1,
    32'h598f657e, 32'h559a7550, 32'h0a02892b, 32'h88817f7a, 32'haab7878f, 32'he25b878b, 32'ha90635a5, 32'hac506643,
    32'hf0f2c558, 32'h2f1daa37, 32'h8e9f30e5, 32'h5e894929, 32'hba3264fc, 32'h9fecc2ae, 32'h72f999ad, 32'h0ba16b95
  };

  // Rotations pi of a round, that of step 0 in the lowest bits, and of all rounds.
  localparam [79:0] ROTATIONS = {
    {5'd25, 5'd10, 5'd13, 5'd4}, {5'd5, 5'd15, 5'd9, 5'd29}, {5'd7, 5'd22, 5'd19, 5'd28}, {5'd27, 5'd17, 5'd23, 5'd3}
  };

  // Rows whose words the steps 0 .. 15 take, that of step 0 in the lowest bits.
  localparam [63:0] ORDER = 64'head98cbf13572064;

  // What the steps 16 .. 31 take, that of step 16 in the lowest bits: the even columns, or with bit 3 the odd ones, of
  // the row that the lower bits tell and of the one 8 below it.
  localparam [63:0] LATE_ORDER = 64'hacdbf98e30564721;

  // Of eight ladders, the xor of the numbers of a ladder and of the one whose A it adds, for steps 0 .. 6 and so on.
  localparam [20:0] NEIGHBOURS_8 = {3'd4, 3'd7, 3'd5, 3'd3, 3'd2, 3'd6, 3'd1};

  // What the step at a position among `unroll` steps of a turn needs, that of turn t in the bits 14 t .. 14 t + 13;
  // step 0 is in turn `first`. From the top: 1 for the function MAJ; three bits with which the number of a ladder is
  // xored to get that of the ladder whose A it adds; the rotations s and r.
  function automatic [64*14-1:0] steps(input integer ladders, input integer unroll, input integer first,
                                       input integer position);
    integer i;
    logic [4:0] r, s;
    logic [2:0] other;
    begin
      steps = '0;
      for (integer t = first; t <= 35 / unroll + first; t = t + 1) begin
        i = unroll * (t - first) + position;
        r = ROTATIONS[5*(4*((i<32)?i/8 : 3)+i%4)+:5];
        s = ROTATIONS[5*(4*((i<32)?i/8 : 3)+(i+1)%4)+:5];
        other = (ladders == 4) ? 3'(1 + i % 3) : NEIGHBOURS_8[3*(i%7)+:3];
        steps[14*t+:14] = {i < 32 && i % 8 >= 4, other, s, r};
      end
    end
  endfunction

  // The 16 / unroll rotations that a step at a position of a turn can have, r or with ahead = 1 s, in 5 bits each.
  function automatic [79:0] choices(input integer unroll, input integer position, input integer ahead);
    integer phases;
    begin
      choices = '0;
      phases = 4 / unroll;
      for (integer i = 0; i < 16 / unroll; i = i + 1)
      choices[5*i+:5] = ROTATIONS[5*(4*(i/phases)+(unroll*(i%phases)+position+ahead)%4)+:5];
    end
  endfunction

  // The place of row i in ORDER.
  function automatic integer place(input integer i);
    begin
      place = 0;
      for (integer k = 0; k < 16; k = k + 1) if (integer'(ORDER[4*k+:4]) == i) place = k;
    end
  endfunction

  // The `width` lower bits of i in the other order.
  function automatic integer reversed(input integer i, input integer width);
    begin
      reversed = 0;
      for (integer k = 0; k < width; k = k + 1) if (((i >> k) & 1) != 0) reversed = reversed + (1 << (width - 1 - k));
    end
  endfunction

  // alpha^(column row) as four digits -2 .. 1 of base four, 2 added to each: 2 (1 + 4 + 16 + 64) in all.
  function automatic [7:0] twiddle(input integer ladders, input integer column, input integer row);
    integer power;
    begin
      power = 1;
      for (integer k = 0; k < column * row; k = k + 1) power = power * ((ladders == 4) ? 139 : 41) % 257;
      twiddle = 8'((power + 170) % 257);
    end
  endfunction

endpackage
