// SPDX-License-Identifier: Apache-2.0
//
// The message expansion of Hamsi-SIZE symbol by symbol, for hamsi_compact_core. Symbols are elements of GF(4), two bits
// each, the higher one the coefficient of w. In their order, first the lower halves of words, then the upper ones:
//
//   SIZE 256  The 16 symbols of the block and those that follow from 16 have the period 63: they are the lower halves.
//             A sum of 16 that follow one another is a symbol of the upper ones. The last symbol of the lower halves,
//             and the last two of the upper ones, are other sums. In each cycle a symbol of both halves is made.
//
//         block --,
//                 v
//        ,---> [select] --> 16 symbols --+--> lower
//        |                               +--> sum --> upper
//        '------------- sum <------------'
//
//   SIZE 512  A Reed-Solomon code over GF(64), three symbols an element: the block, a zero after its 17th symbol; 20
//             zeros; 32 elements that follow from 31. The zeros are left out, and each other element is six symbols,
//             its three and three sums of them, those of the hexacode. In each cycle one symbol is made, of which the
//             one for the zero in the block is passed over: until then the symbol of the cycle before is the one on
//             offer. The message goes round first, 11 elements; behind it each element is the sum of the 31 before it.
//
//                              block --,
//                                      v
//        ,--> 60 symbols --> [select] --> 33 symbols --+--> [select] --> element --> sums --> symbol
//        |                      ^                      |        ^           |
//        |                      '--- the message ------'        |           |
//        |                              sum of all 93 symbols --'           |
//        '------------------------------------------------------------------'
//
// Parameters: SIZE 256 or 512
// Ports
//   place      digit that passes, and the column, of the turn of the rings
//   beginning  with SIZE 512, a turn in which the first symbols are on offer
//   absorbing  nothing but a block is taken in this turn
//   going      the symbols on offer are used, and the next ones follow; with SIZE 512 a cycle before the first ones too
//   taking     a symbol enters; with SIZE 512 not in the last four cycles of a turn
//   standing   `stored` stands still if no symbol enters
//   symbol     what enters
//   lower      a symbol of a lower half, and upper, of an upper one; with SIZE 512 both are the same
//   stored     the coefficients of w of the last eight symbols that have entered, the first one highest

module hamsi_compact_expansion #(
    parameter integer SIZE = 256,
    localparam integer PLACE_BITS = $clog2(SIZE / 4)
) (
    input  logic                  clk,
    input  logic [PLACE_BITS-1:0] place,
    input  logic                  beginning,
    input  logic                  absorbing,
    input  logic                  going,
    input  logic                  taking,
    input  logic                  standing,
    input  logic [           1:0] symbol,
    output logic [           1:0] lower,
    output logic [           1:0] upper,
    output logic [           7:0] stored
);

  generate
    if (SIZE != 256 && SIZE != 512) begin : gen_refused_size
      hamsi_compact_expansion_needs_SIZE_of_256_or_512 refused ();
    end
  endgenerate

  localparam integer INPUTS = (SIZE == 256) ? 32 : 186;
  localparam integer COUNT = (SIZE == 256) ? hamsi_codes_pkg::COUNT_256 : hamsi_codes_pkg::COUNT_512;
  localparam integer KNOWN = INPUTS + COUNT;
  localparam integer RESULTS = (SIZE == 256) ? 8 : 6;
  localparam [32*COUNT-1:0] PAIRS = (32 * COUNT)'((SIZE == 256) ?
      hamsi_codes_pkg::PAIRS_256 : hamsi_codes_pkg::PAIRS_512);
  localparam [16*RESULTS-1:0] PLACES = (16 * RESULTS)'((SIZE == 256) ?
      hamsi_codes_pkg::RESULTS_256 : hamsi_codes_pkg::RESULTS_512);

  function automatic [RESULTS-1:0] summed(input logic [INPUTS-1:0] symbols);
    logic [KNOWN-1:0] known;
    begin
      known = '0;
      known[INPUTS-1:0] = symbols;
      for (integer i = 0; i < COUNT; i = i + 1) begin
        known[INPUTS+i] = known[32'(PAIRS[32*i+:16])] ^ known[32'(PAIRS[32*i+16+:16])];
      end
      for (integer i = 0; i < RESULTS; i = i + 1) summed[i] = known[32'(PLACES[16*i+:16])];
    end
  endfunction

  generate
    if (SIZE == 256) begin : gen_period
      logic [31:0] window;  // 16 symbols, the oldest one lowest
      logic [1:0] entering, next, of_upper, last_of_upper, last_of_lower;

      assign {last_of_lower, last_of_upper, of_upper, next} = summed(window);
      assign entering = taking ? symbol : going ? next : window[1:0];
      assign lower = (&place) ? last_of_lower : window[1:0];
      assign upper = (&place[PLACE_BITS-1:1]) ? last_of_upper : of_upper;

      for (genvar i = 0; i < 8; i = i + 1) begin : gen_low
        always_ff @(posedge clk) window[2*i+:2] <= window[2*i+2+:2];
      end
      for (genvar i = 8; i < 16; i = i + 1) begin : gen_high
        logic [1:0] from;
        if (i == 15) begin : gen_entry
          assign from = entering;
        end else begin : gen_shift
          assign from = window[2*i+2+:2];
        end
        always_ff @(posedge clk) begin
          window[2*i] <= from[0];
          if (taking || !standing) window[2*i+1] <= from[1];
        end
        assign stored[15-i] = window[2*i+1];
      end

      logic unused;
      assign unused = &{1'b0, beginning, absorbing};
    end else begin : gen_elements
      logic [5:0] element, follows;  // the element of which symbols are made, and the next one
      logic [65:0] near;  // 33 symbols, the oldest one lowest; the zero in the block is number 17
      logic [119:0] far;  // 60 symbols
      logic [2:0] count;  // of the symbol in the six
      logic [1:0] sum, single, made, kept;
      logic message;  // the elements are those of the message, which goes round
      logic steps, clears, systematic;

      assign follows = summed({far, near});
      assign systematic = count < 3'd3;
      assign steps = going && systematic;
      assign clears = absorbing && !going;

      always_ff @(posedge clk) begin
        if (clears) begin
          count   <= '0;
          message <= 1'b1;
        end else if (going) begin
          count <= (count == 3'd5) ? '0 : count + 1'b1;
          if (place == PLACE_BITS'(32)) message <= 1'b0;
        end
        if (going) begin
          element <= (count == 3'd5) ? follows : {(systematic && message) ? near[1:0] : element[1:0], element[5:2]};
        end
        if (clears || (steps && !message)) far <= {element[1:0] & {2{!clears}}, far[119:2]};
        if (taking || steps) begin
          near <= {
            !steps ? symbol : message ? near[1:0] : far[1:0],
            near[65:38],
            near[37:36] & {2{steps}},
            steps ? near[35:34] : near[37:36],
            near[33:2]
          };
        end
        kept <= made;
      end

      // The hexacode: x + w^2 (y + z) is w (x) + w^2 (x + y + z).
      assign sum = element[1:0] ^ element[3:2] ^ element[5:4];
      assign single = count[0] ? (count[1] ? element[1:0] : element[5:4]) : element[3:2];
      assign made = systematic ? (message ? near[1:0] : element[1:0]) : {^single ^ sum[0], single[1] ^ (^sum)};
      assign lower = (beginning && place[PLACE_BITS-1:5] == '0) ? kept : made;
      assign upper = lower;

      for (genvar i = 0; i < 8; i = i + 1) begin : gen_stored
        assign stored[i] = near[65-2*i];
      end

      logic unused;
      assign unused = &{1'b0, standing, place};
    end
  endgenerate

endmodule
