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
//   0 .. 7   digest length in bits, lowest byte first; 0 gives one word of zeros
//   8 .. 10  parameters of the tree Y_l, Y_f, Y_m; with TREE = 0 they are taken as 0
//   12       which arguments follow: bit 0 key, 1 personalisation, 2 public key, 3 key identifier, 4 nonce
//   others   0
//
// Cycles: a block passes within the cycle; the command takes one more than its own.
//
// Parameters
//   BLOCK, COUNT_BITS  as skein_engine
//   TREE               1: the blocks of the message go elsewhere, and what comes of them is not in this lane
//
// Ports
//   string_*      the blocks of the request, as block_collector gives them
//   block_*       to skein_engine; block_load clears the chaining value
//   beat_taken    a digest beat of this lane leaves the core in this cycle
//   digest_last   it is the last of its digest, of which digest_bits bits (1 .. BLOCK; 0 for a digest of none) count
//   rst           drops the request
// With TREE = 1 only:
//   block_load    clears the chaining value before the first string, and takes the result of the message before the
//                 first beat of the digest
//   wants_chain   the next beat is the chaining value G with which the message begins
//   hashing       the blocks of the message come now; hashed: they have come, and their result is there
//   tree          Y_m, Y_f, Y_l

module skein_sequencer #(
    parameter integer BLOCK = 512,
    parameter integer COUNT_BITS = 64,
    parameter integer TREE = 0,
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

    output logic        wants_chain,
    output logic        hashing,
    input  logic        hashed,
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

  logic [3:0] step;
  logic [4:0] arguments;  // of the command: nonce, key identifier, public key, personalisation, key
  logic [63:0] remaining;  // bits of the digest that have not left
  logic [COUNTER_BITS-1:0] counter;  // beats that have left
  logic [23:0] tree_taken;
  logic started;  // a block has gone to the engine

  logic inner;  // the block is made here
  logic waiting;  // for a beat, or until the message is hashed
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

  assign inner = step == CONFIGURATION || step == OUTPUT;
  assign waiting = step == GIVEN || step == CHAIN || (TREE != 0 && step == MESSAGE);
  assign skip = step == KEY && string_first && string_empty;
  assign block_valid = inner || (step != COMMAND && !waiting && string_valid && !skip);
  assign block_gone = block_valid && block_ready;
  assign skipped = skip && string_valid;
  assign string_ready = step == COMMAND || skip || (!inner && !waiting && block_ready);

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

  assign named = string_data[BLOCK-104+:5];
  assign next_argument = first_of(arguments & after);
  assign gives_chain =
      TREE != 0 && next_argument == MESSAGE && step != COMMAND && step != KEY && !waiting && step != OUTPUT;

  always_comb begin
    case (step)
      CONFIGURATION: after = 5'b11110;
      PERSONALISATION: after = 5'b11100;
      PUBLIC_KEY: after = 5'b11000;
      KEY_IDENTIFIER: after = 5'b10000;
      default: after = 5'b00000;
    endcase
    case (step)
      COMMAND: next_step = ((string_first ? named : arguments) & 5'b00001) != '0 ? KEY : CONFIGURATION;
      KEY: next_step = CONFIGURATION;
      MESSAGE: next_step = OUTPUT;
      OUTPUT: next_step = GIVEN;
      GIVEN: next_step = digest_last ? COMMAND : OUTPUT;
      CHAIN: next_step = MESSAGE;
      default: next_step = gives_chain ? CHAIN : next_argument;
    endcase
  end

  always_comb begin
    case (step)
      COMMAND: step_done = string_valid && string_last;
      GIVEN, CHAIN: step_done = beat_taken;
      MESSAGE: step_done = (TREE != 0) ? hashed : block_gone && block_last;
      default: step_done = (block_gone && block_last) || skipped;
    endcase
  end

  always_ff @(posedge clk) begin
    if (step == COMMAND && string_valid && string_first) begin
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
    if (rst) begin
      step <= COMMAND;
      started <= 1'b0;
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
  assign hashing = step == MESSAGE;
  assign tree = (TREE != 0) ? tree_taken : '0;

  assign digest_last = remaining <= 64'(BLOCK);
  assign digest_bits = digest_last ? remaining[BITS_WIDTH-1:0] : BITS_WIDTH'(BLOCK);

  generate
    if (TREE == 0) begin : gen_no_tree
      logic unused;
      assign unused = ^{hashed, tree_taken};
    end
  endgenerate

endmodule
