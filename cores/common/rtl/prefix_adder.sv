// SPDX-License-Identifier: Apache-2.0
//
// sum = a + b, or a - b, mod 2^WIDTH by a parallel-prefix carry network.
//
// With generate g_i = a_i b_i and propagate p_i = a_i xor b_i, the group terms of bits i..j combine by
//   (G, P)_{i:j} = (G_{i:k} + P_{i:k} G_{k-1:j},  P_{i:k} P_{k-1:j})
// and the carry into bit i+1 is G_{i:0}; sum_i = p_i xor G_{i-1:0}. The networks differ in which groups meet
// at which level: R. P. Brent and H. T. Kung, "A Regular Layout for Parallel Adders", IEEE Trans. Computers
// C-31 (1982); J. Sklansky, "Conditional-Sum Addition Logic", IRE Trans. EC-9 (1960); P. M. Kogge and
// H. S. Stone, IEEE Trans. Computers C-22 (1973); T. Han and D. A. Carlson, ARITH-8 (1987).
//
// Parameters
//   WIDTH    bits of the operands, 1 or more
//   NETWORK  carry network, a name of adder_pkg
//   SUBTRACT 0: a + b; 1: a - b, which is not (not a + b)
// Ports: combinational; a, b operands, sum the result modulo 2^WIDTH.

module prefix_adder #(
    parameter integer WIDTH   = 64,
    parameter integer NETWORK = adder_pkg::KOGGE_STONE,
    parameter integer SUBTRACT = 0
) (
    input  logic [WIDTH-1:0] a,
    input  logic [WIDTH-1:0] b,
    output logic [WIDTH-1:0] sum
);

  generate
    if (WIDTH < 1) begin : gen_refused_width
      prefix_adder_needs_WIDTH_of_1_or_more refused ();
    end
    if (NETWORK < adder_pkg::TOOL || NETWORK > adder_pkg::HAN_CARLSON) begin : gen_refused_network
      prefix_adder_needs_NETWORK_of_adder_pkg refused ();
    end
    if (SUBTRACT != 0 && SUBTRACT != 1) begin : gen_refused_subtract
      prefix_adder_needs_SUBTRACT_of_0_or_1 refused ();
    end
  endgenerate

  localparam integer LOG = $clog2(WIDTH);

  localparam integer LEVELS = (NETWORK == adder_pkg::RIPPLE) ? WIDTH - 1 :
      (NETWORK == adder_pkg::BRENT_KUNG) ? 2 * LOG - 1 :
      (NETWORK == adder_pkg::HAN_CARLSON) ? LOG + 1 : LOG;

  // How far below the bits that combine at a level their partners are; for Sklansky the distance of the first.
  function automatic integer distance(input integer level);
    begin
      case (NETWORK)
        adder_pkg::RIPPLE: distance = 1;
        adder_pkg::BRENT_KUNG: distance = (level < LOG) ? 1 << level : 1 << (2 * LOG - 2 - level);
        adder_pkg::HAN_CARLSON: distance = (level < LOG) ? 1 << level : 1;
        default: distance = 1 << level;
      endcase
    end
  endfunction

  // The bits that combine at a level; the groups of the others pass on unchanged.
  function automatic [WIDTH-1:0] nodes(input integer level, input integer d);
    begin
      for (integer i = 0; i < WIDTH; i = i + 1)
      case (NETWORK)
        adder_pkg::RIPPLE: nodes[i] = i == level + 1;
        adder_pkg::SKLANSKY: nodes[i] = (i & d) != 0;
        adder_pkg::KOGGE_STONE: nodes[i] = i >= d;
        adder_pkg::BRENT_KUNG:
        nodes[i] = (level < LOG) ? (i & (2 * d - 1)) == 2 * d - 1 : i >= 2 * d && (i & (2 * d - 1)) == d - 1;
        default: nodes[i] = (level < LOG) ? (i & 1) == 1 && i >= d : i > 0 && (i & 1) == 0;
      endcase
    end
  endfunction

  generate
    if (NETWORK == adder_pkg::TOOL) begin : gen_operator
      // The bit below the lowest keeps tools from merging sums of sums into one tree, which would be larger than carry
      // chains one behind the other.
      logic below;
      assign {sum, below} = (SUBTRACT != 0) ? {a, 1'b0} - {b, 1'b0} : {a, 1'b0} + {b, 1'b0};
      logic unused;
      assign unused = below;
    end else if (WIDTH == 1) begin : gen_bit
      assign sum = a ^ b;
    end else begin : gen_network
      for (genvar level = 0; level <= LEVELS; level = level + 1) begin : gen_level
        logic [WIDTH-1:0] g;
        logic [WIDTH-1:0] p;
        if (level == 0) begin : gen_bits
          assign g = (SUBTRACT != 0) ? ~a & b : a & b;
          assign p = (SUBTRACT != 0) ? ~a ^ b : a ^ b;
        end else begin : gen_nodes
          localparam integer D = distance(level - 1);
          localparam logic [WIDTH-1:0] NODES = nodes(level - 1, D);
          logic [WIDTH-1:0] lower_g;
          logic [WIDTH-1:0] lower_p;
          if (NETWORK == adder_pkg::SKLANSKY) begin : gen_sklansky
            // All upper halves of blocks of 2 D bits meet the highest bit of their lower half.
            for (genvar i = 0; i < WIDTH; i = i + 1) begin : gen_partner
              localparam integer PARTNER = (i / D) * D - 1;
              assign lower_g[i] = (PARTNER < 0) ? 1'b0 : gen_level[level-1].g[(PARTNER<0)?0 : PARTNER];
              assign lower_p[i] = (PARTNER < 0) ? 1'b0 : gen_level[level-1].p[(PARTNER<0)?0 : PARTNER];
            end
          end else begin : gen_shift
            assign lower_g = gen_level[level-1].g << D;
            assign lower_p = gen_level[level-1].p << D;
          end
          assign g = gen_level[level-1].g | (NODES & gen_level[level-1].p & lower_g);
          assign p = gen_level[level-1].p & (~NODES | lower_p);
        end
      end
      assign sum = {WIDTH{SUBTRACT != 0}} ^ gen_level[0].p ^ {gen_level[LEVELS].g[WIDTH-2:0], 1'b0};
      logic unused;
      assign unused = ^{gen_level[LEVELS].g[WIDTH-1], gen_level[LEVELS].p};
    end
  endgenerate

endmodule
