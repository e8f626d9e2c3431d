// SPDX-License-Identifier: Apache-2.0
//
// The three words of subkey s that are not key words alone (section 3.3.2), for N_w words:
//   k_{s,N_w-3} = k_{(s+N_w-3) mod (N_w+1)} + t_{s mod 3}
//   k_{s,N_w-2} = k_{(s+N_w-2) mod (N_w+1)} + t_{(s+1) mod 3}
//   k_{s,N_w-1} = k_{(s+N_w-1) mod (N_w+1)} + s
// with the words t_0, t_1 of the tweak and t_2 = t_0 xor t_1.
//
// Parameters
//   ADDER    carry network, a name of adder_pkg
// Ports: combinational
//   key      the key words of places N_w-3, N_w-2, N_w-1, the first in the lowest bits
//   t0, t1   the tweak
//   s        number of the subkey; s_mod_3 the same modulo 3
//   words    the three subkey words, the first in the lowest bits

module threefish_subkey #(
    parameter integer ADDER = adder_pkg::BRENT_KUNG
) (
    input  logic [191:0] key,
    input  logic [ 63:0] t0,
    input  logic [ 63:0] t1,
    input  logic [  4:0] s,
    input  logic [  1:0] s_mod_3,
    output logic [191:0] words
);

  generate
    if (ADDER < adder_pkg::TOOL || ADDER > adder_pkg::HAN_CARLSON) begin : gen_refused_adder
      threefish_subkey_needs_ADDER_of_adder_pkg refused ();
    end
  endgenerate

  logic [63:0] t2;
  logic [63:0] low;
  logic [63:0] high;

  assign t2   = t0 ^ t1;
  assign low  = s_mod_3[1] ? t2 : s_mod_3[0] ? t1 : t0;
  assign high = s_mod_3[1] ? t0 : s_mod_3[0] ? t2 : t1;

  prefix_adder #(
      .WIDTH  (64),
      .NETWORK(ADDER)
  ) add_low (
      .a  (key[63:0]),
      .b  (low),
      .sum(words[63:0])
  );

  prefix_adder #(
      .WIDTH  (64),
      .NETWORK(ADDER)
  ) add_high (
      .a  (key[127:64]),
      .b  (high),
      .sum(words[127:64])
  );

  prefix_adder #(
      .WIDTH  (64),
      .NETWORK(ADDER)
  ) add_number (
      .a  (key[191:128]),
      .b  (64'(s)),
      .sum(words[191:128])
  );

endmodule
