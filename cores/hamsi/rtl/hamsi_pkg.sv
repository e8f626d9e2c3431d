// SPDX-License-Identifier: Apache-2.0
//
// Constants and functions of Hamsi-256 and Hamsi-512. tests/test_hamsi_constants.py compares the constants with the
// model's.

package hamsi_pkg;

  // Constants of the rounds of P and of P_f, 32 words, the first one highest; Hamsi-256 has the left half of each row.
  localparam [1023:0] ALPHA = {
    256'hff00f0f0_ccccaaaa_f0f0cccc_ff00aaaa_ccccaaaa_f0f0ff00_aaaacccc_f0f0ff00,
    256'hf0f0cccc_aaaaff00_ccccff00_aaaaf0f0_aaaaf0f0_ff00cccc_ccccf0f0_ff00aaaa,
    256'hccccaaaa_ff00f0f0_ff00aaaa_f0f0cccc_f0f0ff00_ccccaaaa_f0f0ff00_aaaacccc,
    256'haaaaff00_f0f0cccc_aaaaf0f0_ccccff00_ff00cccc_aaaaf0f0_ff00aaaa_ccccf0f0
  };
  localparam [1023:0] ALPHA_F = {
    256'hcaf9639c_0ff0f9c0_639c0ff0_caf9f9c0_0ff0f9c0_639ccaf9_f9c00ff0_639ccaf9,
    256'h639c0ff0_f9c0caf9_0ff0caf9_f9c0639c_f9c0639c_caf90ff0_0ff0639c_caf9f9c0,
    256'h0ff0f9c0_caf9639c_caf9f9c0_639c0ff0_639ccaf9_0ff0f9c0_639ccaf9_f9c00ff0,
    256'hf9c0caf9_639c0ff0_f9c0639c_0ff0caf9_caf90ff0_f9c0639c_caf9f9c0_0ff0639c
  };

  // Initial values: "versiteit Leuven, Departement El" and "steelpark Arenberg 10, bus 2446, B-3001 Leuven-Heverlee,
  // Belgium".
  localparam [511:0] INITIAL_256 = {
    256'h0, 256'h76657273_69746569_74204c65_7576656e_2c204465_70617274_656d656e_7420456c
  };
  localparam [511:0] INITIAL_512 = {
    256'h73746565_6c706172_6b204172_656e6265_72672031_302c2062_75732032_3434362c,
    256'h20422d33_30303120_4c657576_656e2d48_65766572_6c65652c_2042656c_6769756d
  };

  // The words of `table` in a matrix of four rows with `columns` columns, at the lowest bits.
  function automatic [1023:0] left(input logic [1023:0] words, input integer columns);
    begin
      left = '0;
      for (integer r = 0; r < 4; r = r + 1) begin
        for (integer c = 0; c < columns; c = c + 1) begin
          left[32*(columns*(3-r)+columns-1-c)+:32] = words[32*(8*(3-r)+7-c)+:32];
        end
      end
    end
  endfunction

  function automatic [31:0] rotl(input logic [31:0] x, input integer n);
    begin
      rotl = (x << n) | (x >> (32 - n));
    end
  endfunction

endpackage
