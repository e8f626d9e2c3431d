// SPDX-License-Identifier: Apache-2.0
//
// The word in which a message ends, and the words after it: message bits up to the end, then suffix and tail
// bytes of the padding rule. Combinational; bits are in the order in which they are hashed, the first highest.
//
// Parameters
//   WORD     bits in a word, a power of two, at least 8
//   PADDING  the padding rule (hash_pkg)
//
// Ports
//   data    the word as it came      carried  the word carries message bits
//   whole   all of its bits count    offset   otherwise: the first `offset` do; the place of the end of the message
//   age     0: the message ends in this word, before its bit `offset`; k: it ended so k words ago; hash_pkg::
//           tail_words(PADDING, WORD): neither
//   word    the padded word, without length

module message_end #(
    parameter integer WORD = 64,
    parameter [hash_pkg::PADDING_BITS-1:0] PADDING = '0,
    localparam integer AGES = hash_pkg::tail_words(PADDING, WORD),
    localparam integer AGE_BITS = hash_pkg::index_bits(AGES + 1),
    localparam integer OFFSET_BITS = $clog2(WORD)
) (
    input  logic [       WORD-1:0] data,
    input  logic                   carried,
    input  logic                   whole,
    input  logic [OFFSET_BITS-1:0] offset,
    input  logic [   AGE_BITS-1:0] age,
    output logic [       WORD-1:0] word
);

  localparam integer SUFFIX_BITS = hash_pkg::get(PADDING, hash_pkg::SUFFIX_BITS);
  localparam integer TAIL_BYTES = hash_pkg::get(PADDING, hash_pkg::TAIL_BYTES);
  localparam integer IF_PARTIAL = hash_pkg::get(PADDING, hash_pkg::SUFFIX_IF_PARTIAL);
  localparam integer LSB_FIRST = hash_pkg::get(PADDING, hash_pkg::LSB_FIRST);
  localparam [31:0] SUFFIX_VALUE = hash_pkg::get(PADDING, hash_pkg::SUFFIX);
  localparam [31:0] TAIL_VALUE = hash_pkg::get(PADDING, hash_pkg::TAIL);

  generate
    if (WORD < 8 || WORD != 2 ** $clog2(WORD)) begin : gen_refused_word
      message_end_needs_WORD_a_power_of_two_from_8_on refused ();
    end
    if (SUFFIX_BITS < 0 || SUFFIX_BITS > 8) begin : gen_refused_suffix_bits
      message_end_needs_SUFFIX_BITS_of_0_to_8_in_PADDING refused ();
    end
    if (TAIL_BYTES != 0 && (TAIL_BYTES < 0 || TAIL_BYTES > 3 || SUFFIX_BITS != 1)) begin : gen_refused_tail_bytes
      message_end_needs_TAIL_BYTES_of_0_or_of_1_to_3_with_SUFFIX_BITS_1_in_PADDING refused ();
    end
  endgenerate

  logic [WORD-1:0] kept;  // places of message bits
  logic [WORD-1:0] placed;  // the message bits in their places
  logic [WORD-1:0] added;  // suffix and tail bytes

  assign kept = {WORD{carried}} & ({WORD{whole}} | ~({WORD{1'b1}} >> offset));
  assign word = (placed & kept) | added;

  generate
    for (genvar i = 0; i < WORD / 8; i = i + 1) begin : gen_byte
      if (LSB_FIRST != 0) begin : gen_move
        // The bits of an incomplete byte come behind the unused ones.
        logic incomplete;
        assign incomplete = !whole && (offset >> 3) == OFFSET_BITS'(WORD / 8 - 1 - i);
        assign placed[8*i+:8] = incomplete ? data[8*i+:8] << (4'd8 - {1'b0, offset[2:0]}) : data[8*i+:8];
      end else begin : gen_keep
        assign placed[8*i+:8] = data[8*i+:8];
      end
    end

    if (SUFFIX_BITS < 2 && TAIL_BYTES == 0) begin : gen_bit
      // One bit stands where the message bits end.
      localparam [7:0] PLACES = (SUFFIX_BITS == 0 || !SUFFIX_VALUE[0]) ? 8'h00 : (IF_PARTIAL != 0) ? 8'h7f : 8'hff;
      assign added = {age == '0, kept[WORD-1:1]} & ~kept & {(WORD / 8) {PLACES}};
    end else begin : gen_image
      // Suffix and tail bytes of a message that ends before bit 0, moved to its end and by the words since then.
      localparam integer IMAGE = AGES * WORD;
      localparam [23:0] TAIL_ORDERED = (LSB_FIRST != 0) ? hash_pkg::reverse_bytes(TAIL_VALUE[23:0]) : TAIL_VALUE[23:0];
      localparam [IMAGE-1:0] SUFFIX = IMAGE'(SUFFIX_VALUE) << (IMAGE - SUFFIX_BITS);
      localparam [IMAGE-1:0] TAIL = (TAIL_BYTES != 0) ? IMAGE'(TAIL_ORDERED) << (IMAGE - 8 - 8 * TAIL_BYTES) : '0;
      logic [IMAGE-1:0] image;
      assign image = (SUFFIX >> offset) | (TAIL >> (offset & OFFSET_BITS'(WORD - 8)));
      assign added = (IF_PARTIAL != 0 && offset[2:0] == 3'd0) ? '0 :
          WORD'((image << {age, {OFFSET_BITS{1'b0}}}) >> (IMAGE - WORD));
    end
  endgenerate

endmodule
