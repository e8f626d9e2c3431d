// SPDX-License-Identifier: Apache-2.0
//
// The words that close a padded message: `before, length, after` of the padding rule, at their fixed places in the
// last block, or in the last blocks where they are longer than one. Combinational; bits are in the order in which
// they are hashed, the first highest.
//
// Parameters
//   BLOCK, WORD  bits in a block and in a word, which divides it      COUNT_BITS  width of `length`, 1 or more
//   PADDING      the padding rule (hash_pkg)
//
// Ports
//   part      which of the closing blocks (0, unless there are several)
//   position  which word of it
//   length    value of the length field
//   word      the word there

module message_length #(
    parameter integer BLOCK = 512,
    parameter integer WORD = 64,
    parameter integer COUNT_BITS = 64,
    parameter [hash_pkg::PADDING_BITS-1:0] PADDING = '0,
    localparam integer WORDS = BLOCK / WORD,
    localparam integer PARTS = hash_pkg::trailer_blocks(PADDING, BLOCK),
    localparam integer POSITION_BITS = hash_pkg::index_bits(WORDS),
    localparam integer PART_BITS = hash_pkg::index_bits(PARTS)
) (
    input  logic [    PART_BITS-1:0] part,
    input  logic [POSITION_BITS-1:0] position,
    input  logic [   COUNT_BITS-1:0] length,
    output logic [         WORD-1:0] word
);

  localparam integer BEFORE_BITS = hash_pkg::get(PADDING, hash_pkg::BEFORE_BITS);
  localparam integer LENGTH_BITS = hash_pkg::get(PADDING, hash_pkg::LENGTH_BITS);
  localparam integer AFTER_BITS = hash_pkg::get(PADDING, hash_pkg::AFTER_BITS);
  localparam integer TRAILER_BITS = hash_pkg::trailer_bits(PADDING);
  localparam integer PLACE = hash_pkg::get(PADDING, hash_pkg::LENGTH_PLACE);
  localparam integer LITTLE = hash_pkg::get(PADDING, hash_pkg::LENGTH_LITTLE);
  localparam integer LSB_FIRST = hash_pkg::get(PADDING, hash_pkg::LSB_FIRST);

  generate
    if (WORD < 1 || BLOCK < WORD || BLOCK % WORD != 0) begin : gen_refused_word
      message_length_needs_WORD_that_divides_BLOCK refused ();
    end
    if (COUNT_BITS < 1) begin : gen_refused_count_bits
      message_length_needs_COUNT_BITS_of_1_or_more refused ();
    end
    if (BEFORE_BITS < 0 || BEFORE_BITS > 16) begin : gen_refused_before_bits
      message_length_needs_BEFORE_BITS_of_0_to_16_in_PADDING refused ();
    end
    if (AFTER_BITS < 0 || AFTER_BITS > 16) begin : gen_refused_after_bits
      message_length_needs_AFTER_BITS_of_0_to_16_in_PADDING refused ();
    end
    if (LENGTH_BITS < 0 || LENGTH_BITS % 8 != 0) begin : gen_refused_length_bits
      message_length_needs_LENGTH_BITS_a_multiple_of_8_in_PADDING refused ();
    end
    if (PLACE < 0 || PLACE > hash_pkg::OWN_BLOCK_BEGIN) begin : gen_refused_length_place
      message_length_needs_LENGTH_PLACE_of_0_to_2_in_PADDING refused ();
    end
  endgenerate

  // The words that the trailer touches: how many, and the first of them counted through all parts.
  localparam integer TOUCHED = (TRAILER_BITS > 0) ? (TRAILER_BITS + WORD - 1) / WORD : 1;
  localparam integer BEGIN = (PLACE == hash_pkg::OWN_BLOCK_BEGIN) ? 0 : PARTS * WORDS - TOUCHED;
  localparam integer IMAGE = TOUCHED * WORD;
  localparam integer END = (PLACE == hash_pkg::OWN_BLOCK_BEGIN) ? IMAGE - TRAILER_BITS : 0;  // bits behind the trailer

  localparam [31:0] BEFORE_VALUE = hash_pkg::get(PADDING, hash_pkg::BEFORE);
  localparam [31:0] AFTER_VALUE = hash_pkg::get(PADDING, hash_pkg::AFTER);
  localparam [IMAGE-1:0] BEFORE = IMAGE'(BEFORE_VALUE);
  localparam [IMAGE-1:0] AFTER = IMAGE'(AFTER_VALUE);
  localparam [IMAGE-1:0] FIXED = (BEFORE_BITS > 0 ? BEFORE << (LENGTH_BITS + AFTER_BITS + END) : '0) |
      (AFTER_BITS > 0 ? AFTER << END : '0);

  // The length in its place: bit i of it, by its byte counted from the end of the field and its place in that byte.
  function automatic [IMAGE-1:0] placed(input logic [COUNT_BITS-1:0] value);
    begin
      placed = '0;
      for (integer i = 0; i < COUNT_BITS; i = i + 1) begin
        if (i < LENGTH_BITS) begin
          placed[END + AFTER_BITS +
                 8 * ((LITTLE != 0) ? LENGTH_BITS / 8 - 1 - i / 8 : i / 8) +
                 ((LSB_FIRST != 0) ? 7 - i % 8 : i % 8)] = value[i];
        end
      end
    end
  endfunction

  logic [IMAGE-1:0] image;
  assign image = FIXED | placed(length);

  always_comb begin
    word = '0;
    for (integer i = 0; i < TOUCHED; i = i + 1) begin
      if (part == PART_BITS'((BEGIN + i) / WORDS) && position == POSITION_BITS'((BEGIN + i) % WORDS)) begin
        word = image[WORD*(TOUCHED-1-i)+:WORD];
      end
    end
  end

endmodule
