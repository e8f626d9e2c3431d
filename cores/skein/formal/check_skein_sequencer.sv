// SPDX-License-Identifier: Apache-2.0
//
// skein_sequencer sends, for every command, the strings of the computation in the order and with the types of section
// 3.5.4: key, configuration, personalisation, public key, key identifier, nonce, message, output. Blocks of strings
// pass unchanged, each once, in the cycle in which they come; those of configuration and output are what tables 6 and 7
// say; of the digest as many bits are given as the command asks for, whatever that is. A beat is awaited exactly when
// one is owed. A block stays until it is taken. In every cycle in which source and sink can, a block moves.
//
// Of a request whose command is not one of those that the header of skein_sequencer allows, no block goes out; its strings
// are taken, as many as it names and the message, or with KINDS = 1 up to a message or a command, and then comes one
// refusal. With KINDS = 1 a string that is not the next of the order makes a request such a one. Between two strings that
// pass, to a step that takes nothing there are no more than two cycles.
//
// The source is what block_collector promises: a block stays until it is taken, and strings have a first and a last; a
// string has one kind. A beat comes only after a block that gives one, or for a refusal.
//
// The model has the registers of the circuit; that they are equal is asserted too (`equal_...`), which makes all
// assertions together inductive. An escaped name with a dot in it is the circuit's register: yosys joins the two where
// it flattens. If they were not joined, the name would be free, and the assertions would fail.
//
// Parameters: those of skein_sequencer.

module check_skein_sequencer #(
    parameter integer BLOCK = 256,
    parameter integer COUNT_BITS = 10,
    parameter integer TREE = 0,
    parameter integer KINDS = 0,
    localparam integer BITS_WIDTH = $clog2(BLOCK) + 1
) (
    input logic                  clk,
    input logic                  rst,
    input logic                  string_valid,
    input logic [     BLOCK-1:0] string_data,
    input logic                  string_first,
    input logic                  string_last,
    input logic                  string_empty,
    input logic [COUNT_BITS-1:0] string_count,
    input logic [           2:0] string_kind,
    input logic                  block_ready,
    input logic                  beat_taken,
    input logic                  hashed,
    input logic                  failed
);

  logic string_ready, block_valid, block_first, block_last, block_load, block_give;
  logic digest_last, wants_chain, hashing, refusal;
  logic [BLOCK-1:0] block_data;
  logic [COUNT_BITS-1:0] block_count;
  logic [5:0] block_type;
  logic [BITS_WIDTH-1:0] digest_bits;
  logic [23:0] tree;

  skein_sequencer #(
      .BLOCK(BLOCK),
      .COUNT_BITS(COUNT_BITS),
      .TREE(TREE),
      .KINDS(KINDS)
  ) sequencer (
      .*
  );

  // Byte i of the command and of a block
  function automatic [7:0] byte_of(input logic [BLOCK-1:0] block, input integer i);
    byte_of = block[BLOCK-1-8*i-:8];
  endfunction

  (* hierconn *) logic [3:0] \sequencer.step ;
  (* hierconn *) logic [4:0] \sequencer.arguments ;
  (* hierconn *) logic [63:0] \sequencer.remaining ;
  (* hierconn *) logic [64-BITS_WIDTH:0] \sequencer.counter ;
  (* hierconn *) logic [23:0] \sequencer.tree_taken ;
  (* hierconn *) logic \sequencer.started ;
  (* hierconn *) logic \sequencer.refused ;
  (* hierconn *) logic \sequencer.accepted ;

  localparam integer BLOCK_LOG = BITS_WIDTH - 1;
  localparam logic [2:0] COMMAND = 3'd0;
  localparam logic [2:0] STRING = 3'd1;  // number `place` of the order above
  localparam logic [2:0] OUTPUT = 3'd2;
  localparam logic [2:0] BEAT = 3'd3;
  localparam logic [2:0] CHAIN = 3'd4;
  localparam logic [2:0] REFUSED = 3'd5;
  localparam logic [2:0] PLACE_CONFIGURATION = 3'd1;
  localparam logic [2:0] PLACE_MESSAGE = 3'd6;

  logic [4:0] named;  // strings, by the command that is here
  assign named = 5'(byte_of(string_data, 12));

  logic begun, begins, gone, ends, outside, skipped;
  logic [2:0] state, place, next_place;
  logic [6:0] present;  // the strings that this computation has
  logic [63:0] left;  // bits of the digest that have not left
  logic [63:0] beats;
  logic [23:0] tree_asked;
  logic bad;  // the request is refused
  logic headless;  // it has no command
  logic known;  // the message is known to be it, and goes elsewhere
  logic [2:0] strings_left;  // of those that the command named, the message too
  logic wrong, other, cut;  // command; string; a refused request ends before this string
  logic waits_for_message;  // with TREE, until its kind is known
  logic [1:0] still;  // cycles in which nothing moves that could
  logic [2:0] kind_before;
  logic sent;  // a block of this computation
  logic owed;  // a block was sent that gives a beat, and this has not left
  logic asked;  // the first block of the command has come
  logic [3:0] step;  // the state, as the circuit numbers it

  logic string_waits, block_waits;  // offered and not taken in the last cycle
  logic [BLOCK+COUNT_BITS+5:0] string_now, string_before;
  logic [BLOCK+COUNT_BITS+9:0] block_now, block_before;

  assign string_now = {string_data, string_first, string_last, string_empty, string_count, (KINDS != 0) ? string_kind : 3'd0};
  assign block_now = {block_data, block_first, block_last, block_count, block_type, block_load, block_give};
  assign gone = block_valid && block_ready;
  assign outside = state == STRING && place == PLACE_MESSAGE && TREE != 0 && !bad && (KINDS == 0 || known);
  assign waits_for_message = state == STRING && place == PLACE_MESSAGE && TREE != 0 && KINDS != 0 && !bad && !known;
  assign other = KINDS != 0 && begins && !bad && !outside && (state == COMMAND ? string_kind != 3'd0 :
      state == STRING && place != PLACE_CONFIGURATION && string_kind != place + 3'd1);
  assign cut = KINDS != 0 && state == STRING && bad && begins && string_kind == 3'd0;
  assign skipped = state == STRING && place == 3'd0 && string_valid && string_first && string_empty && !bad && !other;
  assign ends = skipped || (gone && block_last);
  assign asked = (state != COMMAND || !begins) && !headless;

  // What the header says of a command
  logic length_given, tree_given, tree_right;
  always_comb begin
    length_given = 1'b0;
    for (integer i = 0; i < 8; i = i + 1) if (byte_of(string_data, i) != 8'd0) length_given = 1'b1;
    tree_given = {byte_of(string_data, 8), byte_of(string_data, 9), byte_of(string_data, 10)} != 24'd0;
    tree_right = TREE != 0 && byte_of(string_data, 8) >= 8'd1 && byte_of(string_data, 9) >= 8'd1 &&
        byte_of(string_data, 10) >= 8'd2;
    wrong = !string_last || 32'(string_count) != 128 || !length_given || (tree_given && !tree_right) ||
        byte_of(string_data, 11) != 8'd0 || byte_of(string_data, 12) >= 8'd32 || byte_of(string_data, 13) != 8'd0 ||
        byte_of(string_data, 14) != 8'd0 || byte_of(string_data, 15) != 8'd0;
  end

  // Strings that are still to come, by the model's place
  function automatic [2:0] to_come(input logic [2:0] from, input logic [6:0] there);
    begin
      to_come = 3'd0;
      for (integer i = 0; i < 7; i = i + 1)
      if (i != 1 && i >= 32'(from) && there[i]) to_come = to_come + 3'd1;
    end
  endfunction
  assign step = (state == COMMAND) ? 4'd0 : (state == STRING) ? {1'b0, place} + 4'd1 : {1'b0, state} + 4'd6;
  always_comb begin
    next_place = PLACE_MESSAGE;
    for (integer i = 5; i > 0; i = i - 1) if (present[i] && i > 32'(place)) next_place = 3'(i);
  end

  initial begun = 1'b0;
  always_ff @(posedge clk) begin
    begun <= 1'b1;
    if (string_valid && string_ready) begins <= string_last;
    if (string_valid && string_ready && string_last)
      strings_left <= (state == COMMAND) ? strings_left : strings_left - 3'd1;
    kind_before <= string_kind;
    known <= KINDS != 0 && (waits_for_message ? string_valid && !other : outside && !hashed);
    still <= (string_valid && block_ready && !owed && !outside && !refusal && !string_ready && !gone) ?
        ((still == 2'd3) ? still : still + 2'd1) : 2'd0;
    case (state)
      COMMAND:
      if (string_valid && other) begin
        state <= STRING;
        place <= PLACE_MESSAGE;
        bad <= 1'b1;
        headless <= 1'b1;
        sent <= 1'b0;
      end else if (string_valid) begin
        headless <= 1'b0;
        if (string_first) begin
          bad <= wrong;
          strings_left <= 3'd1 + 3'(named[0]) + 3'(named[1]) + 3'(named[2]) + 3'(named[3]) + 3'(named[4]);
          for (integer i = 0; i < 8; i = i + 1) left[8*i+:8] <= byte_of(string_data, i);
          tree_asked <= {byte_of(string_data, 10), byte_of(string_data, 9), byte_of(string_data, 8)};
          present <= {1'b1, named[4:1], 1'b1, named[0]};
          beats   <= '0;
        end
        sent  <= 1'b0;
        if (string_last) begin
          state <= STRING;
          place <= (KINDS != 0 && (string_first ? wrong : bad)) ? PLACE_MESSAGE : (string_first ? named[0] : present[0]) ? 3'd0 : PLACE_CONFIGURATION;
        end
      end
      STRING:
      if (outside) begin
        if (hashed) begin
          state <= failed ? REFUSED : OUTPUT;
          begins <= 1'b1;
        end
      end else if (bad) begin
        if (KINDS != 0) begin
          if (string_valid && (cut || (string_last && string_kind == 3'd7))) state <= REFUSED;
        end else if (place == PLACE_CONFIGURATION || (string_valid && string_last)) begin
          place <= (place == 3'd0) ? PLACE_CONFIGURATION : next_place;
          if (place == PLACE_MESSAGE) state <= REFUSED;
        end
      end else if (string_valid && other) begin
        bad <= 1'b1;
        place <= PLACE_MESSAGE;
      end else if (ends) begin
        place <= next_place;
        if (place == PLACE_MESSAGE) state <= OUTPUT;
        else if (place != 3'd0 && next_place == PLACE_MESSAGE && TREE != 0) state <= CHAIN;
      end
      OUTPUT: if (gone) state <= BEAT;
      CHAIN: if (beat_taken) state <= STRING;
      REFUSED:
      if (beat_taken) begin
        state <= COMMAND;
        bad <= 1'b0;
        headless <= 1'b0;
      end
      default:
      if (beat_taken) begin
        left  <= left - 64'(digest_bits);
        beats <= beats + 1'b1;
        state <= digest_last ? COMMAND : OUTPUT;
      end
    endcase
    if (gone) sent <= 1'b1;
    owed <= gone ? block_give : owed && !beat_taken;
    string_before <= string_now;
    string_waits <= string_valid && !string_ready && !outside && !rst;
    block_before <= block_now;
    block_waits <= block_valid && !block_ready && !rst;
    if (rst) begin
      state  <= COMMAND;
      begins <= 1'b1;
      owed   <= 1'b0;
      bad    <= 1'b0;
      known  <= 1'b0;
      headless <= 1'b0;
      still  <= 2'd0;
    end
  end

  logic [BLOCK-1:0] configuration, number;
  always_comb begin
    configuration = '0;
    number = '0;
    configuration[BLOCK-1-:64] = {"SHA3", 8'd1, 24'd0};
    for (integer i = 0; i < 8; i = i + 1) begin
      configuration[BLOCK-1-64-8*i-:8] = left[8*i+:8];
      number[BLOCK-1-8*i-:8] = beats[8*i+:8];
    end
    if (TREE != 0) for (integer i = 0; i < 3; i = i + 1) configuration[BLOCK-1-128-8*i-:8] = tree_asked[8*i+:8];
  end

  always @(posedge clk) begin
    assume (begun || rst);
    if (begun && !outside) assume (string_first == begins);
    if (string_empty) assume (string_first && string_last);
    if (begun && string_waits) assume (string_valid && string_now == string_before);
    if (begun && beat_taken) assume (owed || refusal);
    if (begun && !begins && !outside) assume (string_kind == kind_before);
    if (begun && !rst) begin
      equal_step : assert (step == \sequencer.step && state <= REFUSED);
      equal_refused : assert (bad == \sequencer.refused && (!bad || state == COMMAND || state == STRING || state == REFUSED));
      equal_known : assert (known == \sequencer.accepted && (!known || outside));
      if (state == COMMAND && begins) nothing_yet : assert (!bad && !headless);
      if (headless) no_command : assert (bad && KINDS != 0 && (state == STRING || state == REFUSED));
      if (KINDS != 0 && bad && state == STRING) drops : assert (place == PLACE_MESSAGE);
      if (state == STRING && asked && place <= PLACE_MESSAGE) place_named : assert (present[place]);
      if (KINDS == 0 && (state == STRING || state == CHAIN) && !outside) as_many : assert (strings_left == to_come(place, present));
      if (KINDS == 0 && !begins && state == COMMAND) as_many_named : assert (strings_left == to_come(3'd0, present));
      if (KINDS == 0 && TREE == 0 && state == REFUSED) none_left : assert (strings_left == 3'd0);
      if (state == COMMAND && !begins) long_command : assert (bad);
      if (asked && !bad) length_known : assert (left != '0);
      refused_told : assert (refusal == (state == REFUSED));
      if (bad) nothing_goes : assert (!block_valid && !hashing);
      if (refusal) no_digest : assert (digest_last && digest_bits == '0 && !owed && !string_ready);
      if (state == BEAT) some_bits : assert (left != '0 && digest_bits != '0 && !bad);
      if (state == STRING) known_place : assert (place <= PLACE_MESSAGE);
      if (state == CHAIN) chain_before_message : assert (place == PLACE_MESSAGE);
      if (asked) begin
        equal_lengths : assert (left == \sequencer.remaining && beats == 64'(\sequencer.counter ));
        equal_arguments : assert ({present[5:2], present[0]} == \sequencer.arguments );
        equal_tree : assert (tree_asked == \sequencer.tree_taken );
        constant : assert (present[6] && present[1]);
        few_beats : assert (beats <= (~left >> BLOCK_LOG));  // beats and bits left make no more than 2^64 - 1 bits
      end
      if (state > STRING || outside || waits_for_message || (state == STRING && place == PLACE_CONFIGURATION))
        between_strings : assert (begins);
      if (state != COMMAND && !bad) equal_sent : assert (sent == \sequencer.started );
      beat_owed : assert (owed == (state == BEAT || state == CHAIN));
      if (block_waits) stays : assert (block_valid && block_now == block_before);
      if (!bad && !other && !waits_for_message && string_valid && block_ready && !owed && !outside && !refusal)
        goes_on : assert (string_ready || gone);
      goes_on_soon : assert (still <= 2'd2);
      waits : assert (!block_valid || state == STRING || state == OUTPUT);
      chain_asked : assert (wants_chain == (state == CHAIN));
      if (TREE != 0) message_outside : assert (hashing == outside);
      if (TREE != 0 && state != COMMAND && !headless) tree_passed : assert (tree == tree_asked);
      if (state == STRING && !bad && (other || waits_for_message) && string_valid)
        other_waits : assert (!block_valid && !string_ready);
      if (state == STRING && !outside && !bad && !waits_for_message && !(other && string_valid)) begin
        type_right : assert (block_type == ((place == PLACE_MESSAGE) ? 6'd48 : {1'b0, place, 2'b00}));
        if (place == PLACE_CONFIGURATION) begin
          configured : assert (block_valid && !string_ready && block_data == configuration);
          one_block : assert (block_first && block_last && 32'(block_count) == 256);
        end else if (skipped) begin
          no_key : assert (!block_valid && string_ready);
        end else begin
          passes : assert (block_valid == string_valid && (!string_valid || string_ready == block_ready));
          unchanged : assert ({block_data, block_first, block_last, block_count} ==
              {string_data, string_first, string_last, string_count});
        end
        if (block_valid) begin
          chain_given :
          assert (block_give == (TREE != 0 && block_last && place != 3'd0 && next_place == PLACE_MESSAGE));
        end
      end
      if (TREE != 0 && state != COMMAND && !bad) tree_known : assert (tree == '0 || (tree[7:0] != '0 && tree[15:8] != '0 &&
          tree[23:16] > 8'd1));
      if (outside || state == CHAIN || state == BEAT) rests : assert (!string_ready && !block_valid);
      if (state == OUTPUT) begin
        output_right : assert (block_valid && !string_ready && block_data == number && block_type == 6'd63);
        output_block : assert (block_first && block_last && block_give && 32'(block_count) == 64);
      end
      if (block_valid) load_right : assert (block_load == (!sent || (TREE != 0 && state == OUTPUT && beats == '0)));
      if (state == BEAT) begin
        length_right : assert (digest_last == (left <= 64'(BLOCK)));
        bits_right : assert (64'(digest_bits) == (digest_last ? left : 64'(BLOCK)));
      end
      two_beats : cover (state == BEAT && beat_taken && digest_last && beats == 64'd1 && left == 64'd7);
      all_strings : cover (state == OUTPUT && present == '1);
      chain_left : cover (TREE == 0 || (state == CHAIN && beat_taken));
      output_waited : cover (block_waits && state == OUTPUT && gone && beats != '0);
      refused_strings : cover (refusal && beat_taken && !headless);
      refused_tree : cover (TREE == 0 || (refusal && beat_taken && !bad));
      stray_string : cover (KINDS == 0 || (refusal && headless));
      cut_short : cover (KINDS == 0 || (string_valid && cut && !headless));
      keyless : cover (skipped && present[5:2] == '0);
    end
  end

  logic unused;
  assign unused = ^tree;

endmodule
