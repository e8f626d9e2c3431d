// SPDX-License-Identifier: Apache-2.0
//
// A part of a round of Hamsi, the constants of which are added before. PART 0: S-boxes. 1 and 2: L on the diagonals,
// its two halves, first b and d of each (a, b, c, d), then a and c. 3 and 4: in Hamsi-512, L on four words of each row
// likewise.
//
// Parameters: SIZE 256 or 512; PART 0 .. 2, or 0 .. 4 with SIZE 512
// Ports: x, y: the state, its first word highest

module hamsi_part #(
    parameter integer SIZE = 256,
    parameter integer PART = 0
) (
    input  logic [2*SIZE-1:0] x,
    output logic [2*SIZE-1:0] y
);

  generate
    if (SIZE != 256 && SIZE != 512) begin : gen_refused_size
      hamsi_part_needs_SIZE_of_256_or_512 refused ();
    end
    if (PART < 0 || PART > ((SIZE == 256) ? 2 : 4)) begin : gen_refused_part
      hamsi_part_needs_PART_of_0_to_2_or_of_0_to_4_with_SIZE_512 refused ();
    end
  endgenerate

  localparam integer COLUMNS = SIZE / 64;
  localparam integer WORDS = 4 * COLUMNS;
  localparam integer ROW = SIZE / 2;

  generate
    if (PART == 0) begin : gen_substitution
      hamsi_sbox #(
          .WIDTH(ROW)
      ) sbox (
          .a  (x[3*ROW+:ROW]),
          .b  (x[2*ROW+:ROW]),
          .c  (x[ROW+:ROW]),
          .d  (x[0+:ROW]),
          .y_a(y[3*ROW+:ROW]),
          .y_b(y[2*ROW+:ROW]),
          .y_c(y[ROW+:ROW]),
          .y_d(y[0+:ROW])
      );
    end else begin : gen_diffusion
      localparam integer LS = (PART < 3) ? COLUMNS : 4;
      // The words of the second L, five bits each: 0 2 5 7, 9 11 12 14, 16 19 21 22, 25 26 28 31.
      localparam [79:0] AGAIN = {
        5'd31, 5'd28, 5'd26, 5'd25, 5'd22, 5'd21, 5'd19, 5'd16, 5'd14, 5'd12, 5'd11, 5'd9, 5'd7, 5'd5, 5'd2, 5'd0
      };
      for (genvar q = 0; q < LS; q = q + 1) begin : gen_l
        localparam integer A = (PART < 3) ? q : 32'(AGAIN[20*(q%4)+:5]);
        localparam integer B = (PART < 3) ? COLUMNS + (q + 1) % COLUMNS : 32'(AGAIN[20*(q%4)+5+:5]);
        localparam integer C = (PART < 3) ? 2 * COLUMNS + (q + 2) % COLUMNS : 32'(AGAIN[20*(q%4)+10+:5]);
        localparam integer D = (PART < 3) ? 3 * COLUMNS + (q + 3) % COLUMNS : 32'(AGAIN[20*(q%4)+15+:5]);
        logic [31:0] a, b, c, d, y_a, y_b, y_c, y_d;

        assign a = x[32*(WORDS-1-A)+:32];
        assign b = x[32*(WORDS-1-B)+:32];
        assign c = x[32*(WORDS-1-C)+:32];
        assign d = x[32*(WORDS-1-D)+:32];
        assign y[32*(WORDS-1-A)+:32] = y_a;
        assign y[32*(WORDS-1-B)+:32] = y_b;
        assign y[32*(WORDS-1-C)+:32] = y_c;
        assign y[32*(WORDS-1-D)+:32] = y_d;
        if (PART % 2 == 1) begin : gen_upper
          assign y_a = hamsi_pkg::rotl(a, 13);
          assign y_c = hamsi_pkg::rotl(c, 3);
          assign y_b = hamsi_pkg::rotl(b ^ (y_a ^ y_c), 1);
          assign y_d = hamsi_pkg::rotl(d ^ (y_c ^ (y_a << 3)), 7);
        end else begin : gen_lower
          assign y_a = hamsi_pkg::rotl(a ^ (b ^ d), 5);
          assign y_c = hamsi_pkg::rotl(c ^ (d ^ (b << 7)), 22);
          assign y_b = b;
          assign y_d = d;
        end
      end
      if (PART >= 3) begin : gen_rest
        for (genvar w = 0; w < 16; w = w + 1) begin : gen_word
          // The other words: 1 3 4 6, 8 10 13 15, 17 18 20 23, 24 27 29 30.
          localparam [79:0] OTHERS = {
            5'd30, 5'd29, 5'd27, 5'd24, 5'd23, 5'd20, 5'd18, 5'd17, 5'd15, 5'd13, 5'd10, 5'd8, 5'd6, 5'd4, 5'd3, 5'd1
          };
          localparam integer W = 32'(OTHERS[5*w+:5]);
          assign y[32*(31-W)+:32] = x[32*(31-W)+:32];
        end
      end
    end
  endgenerate

endmodule
