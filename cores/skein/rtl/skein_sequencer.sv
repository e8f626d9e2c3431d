// SPDX-License-Identifier: Apache-2.0
//
// The strings of one Skein computation with its arguments in their order (sections 3.5.4 and 3.5.5), for one lane:
//
//   K' = UBI(0, key, T_key << 120)             if there is a key that is not empty; otherwise 0
//   G  = UBI(K', configuration, T_cfg << 120)
//   G  = UBI(G, argument, T_argument << 120)   for each argument that there is, the message last
//   H  = UBI(G, 0, T_out << 120), UBI(G, 1, ...), ...
//
// What comes in are the blocks of a request: a block with the command, then those of each string that the command names,
// in this order: key, personalisation, public key, key identifier, nonce, message. What goes out are the blocks of all
// strings with their types, for skein_engine with ARGUMENTS = 1.
//
// The command is 16 bytes; its first eleven are bytes 8 to 18 of the configuration string (table 7):
//   0 .. 7   digest length in bits, lowest byte first, not 0
//   8 .. 10  parameters of the tree Y_l >= 1, Y_f >= 1, Y_m >= 2, or 0, 0, 0 without one; with TREE = 0 only that
//   12       which arguments follow: bit 0 key, 1 personalisation, 2 public key, 3 key identifier, 4 nonce
//   others   0, bits 5 to 7 of byte 12 too
//
// A request with another command is refused: nothing of it goes out, and after its end comes one answer, `refusal`, in
// the place of the digest. So is a message whose tree is too high (`failed`). Where the end is:
//   KINDS = 0  at the end of its message. How many strings there are says byte 12, whatever else the command is
//   KINDS = 1  at the end of a message, or before a command. Each string has a kind; one that is not the next of the
//              order above, or that no command announced, makes the request be refused too
// With KINDS = 1 there is one answer for each command, and one for strings without a command up to a message or a
// command: a source that lost a string, or sent one too many, is heard from the next command on.
//
// Cycles: a block passes within the cycle; the command takes one more than its own.
//
// Parameters
//   BLOCK, COUNT_BITS  as skein_engine; COUNT_BITS 9 .. 64
//   TREE               1: the blocks of the message go elsewhere, and what comes of them is not in this lane
//   KINDS              1: string_kind says what a string is
//
// Ports
//   string_*      the blocks of the request, as block_collector gives them
//   string_kind   of the string: 0 command, 1 key, 3 personalisation, 4 public key, 5 key identifier, 6 nonce, 7 message;
//                 2 is none of them. Without effect unless KINDS = 1
//   block_*       to skein_engine; block_load clears the chaining value
//   beat_taken    a digest beat of this lane leaves the core in this cycle
//   digest_last   it is the last of its digest, of which digest_bits bits count, 1 .. BLOCK
//   refusal       the request was refused: the beat that is awaited does not come from the engine, has no bits, and is
//                 the last
//   rst           drops the request
// With TREE = 1 only:
//   block_load    clears the chaining value before the first string, and takes the result of the message before the
//                 first beat of the digest
//   wants_chain   the next beat is the chaining value G with which the message begins
//   hashing       the blocks of the message come now; hashed: they have come, and their result is there, or with
//                 failed none
//   tree          Y_m, Y_f, Y_l

module skein_sequencer #(
    parameter integer BLOCK = 512,
    parameter integer COUNT_BITS = 64,
    parameter integer TREE = 0,
    parameter integer KINDS = 0,
    localparam integer BITS_WIDTH = $clog2(BLOCK) + 1
) (
    input logic clk,
    input logic rst,

    input  logic                  string_valid,
    output logic                  string_ready,
    input  logic [     BLOCK-1:0] string_data,
    input  logic                  string_first,
    input  logic                  string_last,
    input  logic                  string_empty,
    input  logic [COUNT_BITS-1:0] string_count,
    input  logic [           2:0] string_kind,

    output logic                  block_valid,
    input  logic                  block_ready,
    output logic [     BLOCK-1:0] block_data,
    output logic                  block_first,
    output logic                  block_last,
    output logic [COUNT_BITS-1:0] block_count,
    output logic [           5:0] block_type,
    output logic                  block_load,
    output logic                  block_give,

    input  logic                  beat_taken,
    output logic                  digest_last,
    output logic [BITS_WIDTH-1:0] digest_bits,
    output logic                  refusal,

    output logic        wants_chain,
    output logic        hashing,
    input  logic        hashed,
    input  logic        failed,
    output logic [23:0] tree
);

  localparam integer COUNTER_BITS = 65 - BITS_WIDTH;  // as many beats as 2^64 - 1 bits have

  // Steps, in their order.
  localparam logic [3:0] COMMAND = 4'd0;
  localparam logic [3:0] KEY = 4'd1;
  localparam logic [3:0] CONFIGURATION = 4'd2;
  localparam logic [3:0] PERSONALISATION = 4'd3;
  localparam logic [3:0] PUBLIC_KEY = 4'd4;
  localparam logic [3:0] KEY_IDENTIFIER = 4'd5;
  localparam logic [3:0] NONCE = 4'd6;
  localparam logic [3:0] MESSAGE = 4'd7;
  localparam logic [3:0] OUTPUT = 4'd8;
  localparam logic [3:0] GIVEN = 4'd9;  // a beat of the digest is on its way
  localparam logic [3:0] CHAIN = 4'd10;  // G is on its way
  localparam logic [3:0] REFUSAL = 4'd11;  // the answer to a refused request is on its way

  generate
    if (BLOCK != 256 && BLOCK != 512 && BLOCK != 1024) begin : gen_refused_block
      skein_sequencer_needs_BLOCK_of_256_512_or_1024 refused ();
    end
    if (COUNT_BITS < 9 || COUNT_BITS > 64) begin : gen_refused_count_bits
      skein_sequencer_needs_COUNT_BITS_of_9_to_64 refused ();
    end
    if (TREE < 0 || TREE > 1) begin : gen_refused_tree
      skein_sequencer_needs_TREE_of_0_or_1 refused ();
    end
    if (KINDS < 0 || KINDS > 1) begin : gen_refused_kinds
      skein_sequencer_needs_KINDS_of_0_or_1 refused ();
    end
  endgenerate

  logic [3:0] step;
  logic [4:0] arguments;  // of the command: nonce, key identifier, public key, personalisation, key
  logic [63:0] remaining;  // bits of the digest that have not left
  logic [COUNTER_BITS-1:0] counter;  // beats that have left
  logic [23:0] tree_taken;
  logic started;  // a block has gone to the engine
  logic refused;  // nothing of this request goes to the engine
  logic accepted;  // with TREE and KINDS: the string that has come is the message

  logic is_string;  // the step has a string of its own
  logic dropping;  // the strings of a refused request are taken
  logic stray;  // the string that is here is not the one that the step wants
  logic ends_before;  // a refused request ends before the string that is here
  logic inner;  // the block is made here
  logic waiting;  // until the message is hashed
  logic skip;  // an empty key is no key
  logic skipped;
  logic block_gone;
  logic step_done;
  logic [3:0] next_step;

  function automatic [63:0] swap_word(input logic [63:0] word);
    begin
      for (integer i = 0; i < 8; i = i + 1) swap_word[8*i+:8] = word[63-8*i-:8];
    end
  endfunction

  assign is_string = step != COMMAND && step != CONFIGURATION && step <= MESSAGE;
  assign dropping = refused && is_string;
  assign stray = KINDS != 0 && string_first && !refused && !accepted &&
      (step == COMMAND || is_string) && string_kind != step[2:0];
  assign ends_before = KINDS != 0 && dropping && string_first && string_kind == COMMAND[2:0];
  assign inner = (step == CONFIGURATION && !refused) || step == OUTPUT;
  assign waiting = TREE != 0 && step == MESSAGE;
  assign skip = step == KEY && string_first && string_empty && !refused;
  assign block_valid = inner || (is_string && !refused && !waiting && string_valid && !skip && !stray);
  assign block_gone = block_valid && block_ready;
  assign skipped = skip && string_valid && !stray;
  assign string_ready = !stray && !ends_before &&
      (step == COMMAND || skip || dropping || (is_string && !waiting && block_ready));

  // The step after this one: the arguments that the command does not name are passed over.
  logic [4:0] named;  // in the command that is here
  logic [4:0] after;  // arguments that can come after this step
  logic [3:0] next_argument;
  logic gives_chain;  // this is the last string before the message

  function automatic [3:0] first_of(input logic [4:0] coming);
    begin
      if (coming[0]) first_of = KEY;
      else if (coming[1]) first_of = PERSONALISATION;
      else if (coming[2]) first_of = PUBLIC_KEY;
      else if (coming[3]) first_of = KEY_IDENTIFIER;
      else if (coming[4]) first_of = NONCE;
      else first_of = MESSAGE;
    end
  endfunction

  // The command that is here
  logic [63:0] length;
  logic [7:0] leaf_log, fan_log, height;  // of the tree
  logic tree_here, tree_legal, command_legal;
  logic refused_here;  // the request, as far as its command says

  assign length = string_data[BLOCK-1-:64];
  assign {leaf_log, fan_log, height} = string_data[BLOCK-65-:24];
  assign tree_here = string_data[BLOCK-65-:24] != '0;
  assign tree_legal = TREE != 0 && leaf_log != '0 && fan_log != '0 && height > 8'd1;
  assign command_legal = string_last && string_count == COUNT_BITS'(128) && length != '0 && (!tree_here || tree_legal) &&
      string_data[BLOCK-89-:11] == '0 && string_data[BLOCK-105-:24] == '0;
  assign refused_here = string_first ? !command_legal : refused;

  assign named = string_data[BLOCK-104+:5];
  assign next_argument = first_of(arguments & after);
  assign gives_chain =
      TREE != 0 && next_argument == MESSAGE && step != COMMAND && step != KEY && !waiting && step != OUTPUT && !refused;

  always_comb begin
    case (step)
      CONFIGURATION: after = 5'b11110;
      PERSONALISATION: after = 5'b11100;
      PUBLIC_KEY: after = 5'b11000;
      KEY_IDENTIFIER: after = 5'b10000;
      default: after = 5'b00000;
    endcase
    case (step)
      COMMAND:
      if (KINDS != 0 && refused_here) next_step = MESSAGE;
      else next_step = ((string_first ? named : arguments) & 5'b00001) != '0 ? KEY : CONFIGURATION;
      KEY: next_step = CONFIGURATION;
      MESSAGE: next_step = (refused || (TREE != 0 && failed)) ? REFUSAL : OUTPUT;
      OUTPUT: next_step = GIVEN;
      GIVEN: next_step = digest_last ? COMMAND : OUTPUT;
      CHAIN: next_step = MESSAGE;
      REFUSAL: next_step = COMMAND;
      default: next_step = gives_chain ? CHAIN : next_argument;
    endcase
  end

  always_comb begin
    if (dropping)
      step_done = string_valid &&
          (ends_before || (string_last && (KINDS == 0 || string_kind == MESSAGE[2:0])));
    else
      case (step)
        COMMAND: step_done = string_valid && string_last && !stray;
        GIVEN, CHAIN, REFUSAL: step_done = beat_taken;
        MESSAGE: step_done = (TREE != 0) ? hashing && hashed : block_gone && block_last;
        default: step_done = (block_gone && block_last) || skipped || refused;
      endcase
  end

  always_ff @(posedge clk) begin
    if (step == COMMAND && string_valid && string_first) begin
      refused <= refused_here || stray;
    end else if (string_valid && stray) begin
      refused <= 1'b1;
    end
    accepted <= KINDS != 0 && TREE != 0 && step == MESSAGE && !refused && !step_done && (accepted || (string_valid && !stray));
    if (step == COMMAND && string_valid && string_first && !stray) begin
      remaining <= swap_word(string_data[BLOCK-1-:64]);
      tree_taken <= {string_data[BLOCK-81-:8], string_data[BLOCK-73-:8], string_data[BLOCK-65-:8]};
      arguments <= named;
      counter   <= '0;
    end
    if (step == GIVEN && beat_taken) begin
      remaining <= remaining - 64'(BLOCK);
      counter   <= counter + 1'b1;
    end
    started <= (started || block_gone) && step != COMMAND;
    if (step_done) step <= next_step;
    else if (string_valid && stray) step <= MESSAGE;
    if (step_done && step == REFUSAL) refused <= 1'b0;
    if (rst) begin
      step <= COMMAND;
      started <= 1'b0;
      refused <= 1'b0;
      accepted <= 1'b0;
    end
  end

  always_comb begin
    case (step)
      KEY: block_type = 6'd0;
      CONFIGURATION: block_type = 6'd4;
      PERSONALISATION: block_type = 6'd8;
      PUBLIC_KEY: block_type = 6'd12;
      KEY_IDENTIFIER: block_type = 6'd16;
      NONCE: block_type = 6'd20;
      MESSAGE: block_type = 6'd48;
      default: block_type = 6'd63;
    endcase
  end

  // Schema identifier "SHA3", version 1, digest length, tree; or the number of the digest beat.
  logic [BLOCK-1:0] configuration;
  logic [BLOCK-1:0] output_block;

  assign configuration = {
    64'h5348413301000000, swap_word(remaining), tree[7:0], tree[15:8], tree[23:16], {(BLOCK - 152) {1'b0}}
  };
  assign output_block = {swap_word(64'(counter)), {(BLOCK - 64) {1'b0}}};
  assign block_data = (step == CONFIGURATION) ? configuration : (step == OUTPUT) ? output_block : string_data;
  assign block_count = (step == CONFIGURATION) ? COUNT_BITS'(256) :
      (step == OUTPUT) ? COUNT_BITS'(64) : string_count;
  assign block_first = inner || string_first;
  assign block_last = inner || string_last;
  assign block_load = !started || (TREE != 0 && step == OUTPUT && counter == '0);
  assign block_give = step == OUTPUT || (gives_chain && block_last);

  assign wants_chain = step == CHAIN;
  assign hashing = TREE != 0 && step == MESSAGE && !refused && (KINDS == 0 || accepted);
  assign tree = (TREE != 0) ? tree_taken : '0;

  assign refusal = step == REFUSAL;
  assign digest_last = refusal || remaining <= 64'(BLOCK);
  assign digest_bits = refusal ? '0 : digest_last ? remaining[BITS_WIDTH-1:0] : BITS_WIDTH'(BLOCK);

  generate
    if (TREE == 0) begin : gen_no_tree
      logic unused;
      assign unused = ^{hashed, failed, tree_taken};
    end
    if (KINDS == 0) begin : gen_no_kinds
      logic unused;
      assign unused = ^string_kind;
    end
  endgenerate

endmodule
