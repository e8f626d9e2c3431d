// SPDX-License-Identifier: Apache-2.0
//
// Constants of Luffa, version 2 (C. De Canniere, H. Sato, D. Watanabe, "Hash Function Luffa: Specification", 2009), and
// the multiplication of message injection. V_j stands at [256*j +: 256], in it the word a_k at [255-32*k -: 32].

package luffa_pkg;

  // V_0 .. V_4 before the first block (appendix C), V_0 lowest.
  localparam logic [1279:0] INITIAL_VALUE = {
    256'h6c68e9be5ec41e22c825b7c7affb4363f5df39990fc688f1b07224cc03e86cea,
    256'h858075d536d79ccee571f7d7204b1f6735870c6a57e9e92314bcb8087cde72ce,
    256'hf7efc89d5dba578104016ce5ad659c050306194f666d183624aa230a8b264ae7,
    256'hc3b44b95d9d2f25670eee9a0de099fa35d9b05578fc944b3cf1ccf0e746cd581,
    256'h6d251e6944b051e04eaa6fb4dbf784656e29201190152df4ee058139def610bb
  };

  // Where the generator of step constants begins (appendix B), that of Q_0 lowest, the left word highest; and what it
  // adds where a bit 1 leaves it (section 3.3.3).
  localparam logic [319:0] GENERATORS = {
    64'h9a025047_cff2a940, 64'hbb62f364_92e93c29, 64'h7e106ce9_38979cb0, 64'h5b6f0876_f16f8594, 64'h181cca53_380cde06
  };
  localparam logic [63:0] FEEDBACK = 64'hc4d6496c_55c61c8d;

  // Step constants of Q_j (section 3.3.3): those of step i at [64*i +: 64], that of a_0 highest.
  function automatic [511:0] step_constants(input integer j);
    logic [63:0] register;
    begin
      step_constants = '0;
      register = GENERATORS[64*j+:64];
      for (integer i = 0; i < 16; i = i + 1) begin
        register = {register[62:0], 1'b0} ^ (register[63] ? FEEDBACK : '0);
        step_constants[64*(i/2)+32*(1-i%2)+:32] = register[63:32];
        register = {register[31:0], register[63:32]};
      end
    end
  endfunction

  // 2 a modulo x^8 + x^4 + x^3 + x + 1, a_k the coefficient of x^k (section 3.2).
  function automatic [255:0] double(input logic [255:0] a);
    begin
      double = {a[31:0], a[255:32]} ^ {32'd0, a[31:0], 32'd0, a[31:0], a[31:0], 96'd0};
    end
  endfunction

  // The tweak of Q_j (section 3.3): a_4 .. a_7 rotated left by j bits.
  function automatic [255:0] tweak(input logic [255:0] a, input integer j);
    begin
      tweak = a;
      for (integer k = 0; k < 4; k = k + 1) tweak[32*k+:32] = 32'({a[32*k+:32], a[32*k+:32]} >> (32 - j));
    end
  endfunction

endpackage
