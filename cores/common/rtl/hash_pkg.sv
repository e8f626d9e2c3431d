// SPDX-License-Identifier: Apache-2.0
//
// The padding rule of a hash function, as one parameter that travels from a family's top to message_padder.
//
// A rule is a record of named integers, 32 bits each, kept in a plain vector because no construct richer than
// that is read alike by every tool. It is written as an OR of fields; a field that is not named is 0:
//
//   localparam [hash_pkg::PADDING_BITS-1:0] SHA_256 = hash_pkg::field(hash_pkg::SUFFIX_BITS, 1)
//       | hash_pkg::field(hash_pkg::SUFFIX, 1) | hash_pkg::field(hash_pkg::LENGTH_BITS, 64);
//
// What is appended to a message, in this order:
//
//   suffix | zeros to a byte, tail bytes | zeros | before, length, after
//
// `before, length, after` stand at the end of a block; there are as few zeros as that allows. A rule without
// them ends with the zeros that fill the block. A rule that asks for nothing after a message of whole blocks
// (no suffix and no length) adds no block to it, except that an empty message becomes one block of zeros.

package hash_pkg;

  localparam integer FIELDS = 14;
  localparam integer PADDING_BITS = 32 * FIELDS;

  // Order of the bits in a byte: 0: the highest is the first. 1: the lowest is the first, and the last byte of
  // the message, whose bits come in the highest places, moves them down (Keccak, SHA-3).
  localparam integer LSB_FIRST = 0;

  // Bits that follow the last message bit: how many (0..8), and which, the first in the highest place.
  localparam integer SUFFIX_BITS = 1;
  localparam integer SUFFIX = 2;
  // 1: the suffix follows only a message that ends within a byte (Skein).
  localparam integer SUFFIX_IF_PARTIAL = 3;

  // Bytes that follow the byte in which the suffix, then of one bit, stands (0..3), the first in the highest place.
  localparam integer TAIL_BYTES = 4;
  localparam integer TAIL = 5;

  // Constant bits directly before the length: how many (0..16), and which.
  localparam integer BEFORE_BITS = 6;
  localparam integer BEFORE = 7;

  // The length field: its width (0, or a multiple of 8), 1 to have its least significant byte first, and
  // 1 to have it count the blocks of the padded message instead of the bits of the message.
  localparam integer LENGTH_BITS = 8;
  localparam integer LENGTH_LITTLE = 9;
  localparam integer LENGTH_IN_BLOCKS = 10;
  // Where `before, length, after` stand: 0: at the end of a block, or one of the two places below.
  localparam integer LENGTH_PLACE = 11;
  localparam integer OWN_BLOCK_END = 1;  // at the end of a block without message bits (JH)
  localparam integer OWN_BLOCK_BEGIN = 2;  // at the beginning of a block without message bits (SIMD)

  // Constant bits directly after the length: how many (0..16), and which.
  localparam integer AFTER_BITS = 12;
  localparam integer AFTER = 13;

  // A rule in which the one field `name` has the given value.
  function automatic [PADDING_BITS-1:0] field(input integer name, input integer value);
    begin
      field = '0;
      field[32*name+:32] = value;
    end
  endfunction

  // Value of the field `name` of a rule.
  function automatic integer get(input logic [PADDING_BITS-1:0] rule, input integer name);
    begin
      get = rule[32*name+:32];
    end
  endfunction

  // Width of before, length and after together.
  function automatic integer trailer_bits(input logic [PADDING_BITS-1:0] rule);
    begin
      trailer_bits = get(rule, BEFORE_BITS) + get(rule, LENGTH_BITS) + get(rule, AFTER_BITS);
    end
  endfunction

  // Blocks in which they stand.
  function automatic integer trailer_blocks(input logic [PADDING_BITS-1:0] rule, input integer block);
    begin
      trailer_blocks = (trailer_bits(rule) > block) ? (trailer_bits(rule) + block - 1) / block : 1;
    end
  endfunction

  // Words that suffix and tail bytes can touch.
  function automatic integer tail_words(input logic [PADDING_BITS-1:0] rule, input integer word);
    begin
      tail_words = 1;
      if (get(rule, SUFFIX_BITS) > 1) tail_words = (word - 1 + get(rule, SUFFIX_BITS) + word - 1) / word;
      if (get(rule, TAIL_BYTES) > 0) tail_words = (word + 8 * get(rule, TAIL_BYTES) + word - 1) / word;
    end
  endfunction

  // The last bit of a block before which a message can end and leave room for suffix, tail bytes and trailer in that
  // block; -1 if there is no such place.
  function automatic integer last_place(input logic [PADDING_BITS-1:0] rule, input integer block);
    begin
      last_place = trailer_blocks(rule, block) * block - trailer_bits(rule);
      if (get(rule, LENGTH_PLACE) == OWN_BLOCK_END || get(rule, LENGTH_PLACE) == OWN_BLOCK_BEGIN) last_place = 0;
      else if (get(rule, TAIL_BYTES) > 0) last_place = last_place / 8 * 8 - 8 * get(rule, TAIL_BYTES) - 1;
      else if (get(rule, SUFFIX_IF_PARTIAL) == 0) last_place = last_place - get(rule, SUFFIX_BITS);
      if (last_place < -1) last_place = -1;
    end
  endfunction

  // The bits of each of three bytes in the other order.
  function automatic [23:0] reverse_bytes(input logic [23:0] data);
    begin
      for (integer i = 0; i < 24; i = i + 1) reverse_bytes[i] = data[8*(i/8)+7-i%8];
    end
  endfunction

  // 1 if a message of whole blocks stays as it is, so that only the end of the message tells its last block.
  function automatic integer is_optional(input logic [PADDING_BITS-1:0] rule);
    begin
      is_optional = ((get(rule, SUFFIX_BITS) == 0 || get(rule, SUFFIX_IF_PARTIAL) != 0) && trailer_bits(rule) == 0) ?
          1 : 0;
    end
  endfunction

  // Width of an index of 0..count-1.
  function automatic integer index_bits(input integer count);
    begin
      index_bits = (count > 2) ? $clog2(count) : 1;
    end
  endfunction

endpackage
