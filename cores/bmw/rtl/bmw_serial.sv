// SPDX-License-Identifier: Apache-2.0
//
// BMW, a word a cycle: three rings of 16 words, which turn by one word a cycle, and f0, f1, f2 one after the other.
//
//   m  M_0 .. M_15
//   r  H_0 .. H_15. In f1 H_{j+7} gives way to Q_j, in f2 Q_i to H_i
//   w  the window of f1: Q_j .. Q_{j+15}
//
// Cycles t of a block; j, i = 0 .. 15
//   1+j   f0 begins with Q_j           5+j    Q_j comes into w         18+j (2+j for j = 0, 1)  AddElement(j) begins
//   21+j  Q_{16+j} comes into w, Q_j into r    38+i  f2 begins with H_i        39+i   H_i comes into r
//   55    the last one
// Before a message and before the last compression, constants come into r in 16 cycles, and what was there goes to m.
//
// Parameters: WORD: bits in a word, 32 or 64; SAVE, NETWORK: as bmw_serial_f0.
// Ports
//   load        a block is taken from data, M_0 lowest; t is 1 in the next cycle
//   finish      the last compression is to follow; comes where t is 55
//   restart     the next message begins; comes where t is 0
//   restore     H is to become `chain`; comes only with idle
//   filling     constants come into r; no block can be taken
//   idle        t is 0 and no constants come; h is H, H_0 lowest

module bmw_serial #(
    parameter integer WORD = 32,
    parameter integer SAVE = 1,
    parameter integer NETWORK = adder_pkg::BRENT_KUNG
) (
    input logic clk,
    input logic rst,

    input  logic [16*WORD-1:0] data,
    input  logic [16*WORD-1:0] chain,
    input  logic               load,
    input  logic               restore,
    input  logic               finish,
    input  logic               restart,
    output logic               filling,
    output logic               idle,
    output logic [16*WORD-1:0] h
);

  generate
    if (WORD != 32 && WORD != 64) begin : gen_refused_word
      bmw_serial_needs_WORD_of_32_or_64 refused ();
    end
    if (NETWORK < adder_pkg::TOOL || NETWORK > adder_pkg::HAN_CARLSON) begin : gen_refused_network
      bmw_serial_needs_NETWORK_of_adder_pkg refused ();
    end
  endgenerate

  localparam integer ALL = 16 * WORD;
  localparam [1023:0] INITIAL = bmw_pkg::initial_value(WORD);
  localparam [1023:0] FINAL = bmw_pkg::final_value(WORD);
  localparam [9*16-1:0] SIGNS = signs();

  // For each j which terms of W_j are subtracted, and their number, unary.
  function automatic [9*16-1:0] signs();
    logic [4:0] negative;
    integer count;
    begin
      for (integer j = 0; j < 16; j = j + 1) begin
        negative = bmw_pkg::NEGATIVE[79-5*j-:5];
        count = 32'(negative[0]) + 32'(negative[1]) + 32'(negative[2]) + 32'(negative[3]) + 32'(negative[4]);
        signs[9*j+:9] = {count > 3, count > 2, count > 1, count > 0, negative};
      end
    end
  endfunction

  logic [5:0] t, next_t;
  logic last_compression;
  logic [3:0] filled;
  logic [ALL-1:0] m, r, w;

  // What happens in a cycle, from registers.
  logic moving, from_f0, from_first, from_second, from_next, q_to_r, h_to_r;
  logic [4:0] negative;
  logic [3:0] ones;
  logic [4:0] fifth;  // j mod 5 of the word of f0 that passes s
  logic [15:0] word_of_f2;
  logic [3:0] step_of_element;
  logic [1:0] word_of_q;  // mod 4
  logic mixing;  // Q_17 .. Q_31 are the last word of w
  logic holding;  // XH is there

  assign step_of_element = t[3:0] - 4'd2;
  assign word_of_q = t[1:0] - 2'd1;
  assign idle = !moving;
  assign h = r;
  assign next_t = (load || (filling && last_compression && filled == 4'd15)) ? 6'd1 :
      (t == 6'd0 || t == 6'd55) ? 6'd0 : t + 6'd1;

  always_ff @(posedge clk) begin
    t <= next_t;
    moving <= next_t != 6'd0 || restart || finish || (filling && filled != 4'd15);
    filling <= restart || finish || (filling && filled != 4'd15);
    filled <= filling ? filled + 4'd1 : 4'd0;
    if (finish) last_compression <= 1'b1;
    if (restart) last_compression <= 1'b0;
    from_f0 <= next_t >= 6'd5 && next_t <= 6'd20;
    from_first <= next_t == 6'd21;
    from_second <= next_t == 6'd22;
    from_next <= next_t >= 6'd23 && next_t <= 6'd36;
    q_to_r <= next_t >= 6'd21 && next_t <= 6'd36;
    h_to_r <= next_t >= 6'd39 && next_t <= 6'd54;
    {mixing, holding} <= {next_t >= 6'd23 && next_t <= 6'd37, next_t >= 6'd38};
    {ones, negative} <= SIGNS[9*4'(next_t-6'd1)+:9];
    fifth <= (next_t == 6'd3) ? 5'd1 : {fifth[3:0], fifth[4]};
    word_of_f2 <= {word_of_f2[14:0], next_t == 6'd38};
    if (rst) begin
      t <= '0;
      moving <= 1'b0;
      filling <= 1'b0;
    end
  end

  logic [5*WORD-1:0] terms;
  logic [WORD-1:0] q, element, first, second, next, xl, xh, h_new, into_w;
  assign terms = {m[14*WORD+:WORD] ^ r[14*WORD+:WORD], m[13*WORD+:WORD] ^ r[13*WORD+:WORD],
                  m[10*WORD+:WORD] ^ r[10*WORD+:WORD], m[7*WORD+:WORD] ^ r[7*WORD+:WORD],
                  m[5*WORD+:WORD] ^ r[5*WORD+:WORD]};

  bmw_serial_f0 #(
      .WORD(WORD),
      .SAVE(SAVE),
      .NETWORK(NETWORK)
  ) f0 (
      .clk(clk),
      .x(terms),
      .negative(negative),
      .ones(ones),
      .chosen(fifth),
      .h(r[14*WORD+:WORD]),
      .q(q)
  );

  bmw_serial_element #(
      .WORD(WORD),
      .SAVE(SAVE),
      .NETWORK(NETWORK)
  ) add_element (
      .clk(clk),
      .j(step_of_element),
      .m_a(m[15*WORD+:WORD]),
      .m_b(m[2*WORD+:WORD]),
      .m_c(m[9*WORD+:WORD]),
      .h(r[5*WORD+:WORD]),
      .element(element)
  );

  bmw_serial_f1 #(
      .WORD(WORD),
      .SAVE(SAVE),
      .NETWORK(NETWORK)
  ) f1 (
      .clk(clk),
      .window(w),
      .q(q),
      .number(word_of_q),
      .start(t == 6'd5),
      .element(element),
      .begin_1(t == 6'd4),
      .begin_2(t == 6'd5),
      .ending(from_second),
      .first(first),
      .second(second),
      .next(next)
  );

  bmw_serial_f2 #(
      .WORD(WORD),
      .SAVE(SAVE),
      .NETWORK(NETWORK)
  ) f2 (
      .clk(clk),
      .chosen(word_of_f2),
      .m(m[11*WORD+:WORD]),
      .q(r[2*WORD+:WORD]),
      .own(w[15*WORD+:WORD]),
      .high(w[7*WORD+:WORD]),
      .low(word_of_f2[8] ? w[14*WORD+:WORD] : w[6*WORD+:WORD]),
      .back(word_of_f2[15:12] != '0 ? r[6*WORD+:WORD] : r[14*WORD+:WORD]),
      .xl(xl),
      .xh(xh),
      .h(h_new)
  );

  assign into_w = (q & {WORD{from_f0}}) | (first & {WORD{from_first}}) | (second & {WORD{from_second}}) |
      (next & {WORD{from_next}}) | (w[0+:WORD] & {WORD{!(from_f0 || from_first || from_second || from_next)}});

  always_ff @(posedge clk) begin
    m <= load ? data : {filling ? r[0+:WORD] : m[0+:WORD], m[ALL-1:WORD]};
    w <= {into_w, w[ALL-1:WORD]};
    if (moving) begin
      r <= {r[0+:WORD], r[ALL-1:WORD]};
      if (filling) r[15*WORD+:WORD] <= last_compression ? FINAL[WORD*filled+:WORD] : INITIAL[WORD*filled+:WORD];
      if (q_to_r) r[2*WORD+:WORD] <= w[0+:WORD];
      if (h_to_r) r[0+:WORD] <= h_new;
    end
    if (restore) r <= chain;
    if (!holding) xh <= (xh & {WORD{mixing}}) ^ w[15*WORD+:WORD];
    if (t == 6'd30) xl <= xh;
  end

endmodule
