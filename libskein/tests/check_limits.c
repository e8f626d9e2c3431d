/* SPDX-License-Identifier: Apache-2.0 */
/* The far ends: messages near 2^64 bytes, by way of saved states; outputs near 2^61 bytes; states that are none. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "reference.h"

/* Place of the position and of other fields in a saved state: its format is part of the library's promise. */
enum { AT_WORDS = 8, AT_REVISION = 9, AT_BUFFERED = 10, AT_PARTIAL = 11, AT_ZEROS = 12, AT_POSITION = 24 };
enum { AT_CHAIN = 168, AT_BUFFER = 296 };

static void put_number(uint8_t *bytes, uint64_t number) {
  for (unsigned i = 0; i < 8; i++) bytes[i] = (uint8_t)(number >> (8 * i));
}

/* The next block of a message by the cipher alone; `position` counts it already. */
static void chain_block(unsigned block_bits, uint8_t *chain, uint64_t position, int final, const uint8_t *block) {
  struct threefish cipher;
  uint8_t tweak[16] = {0};
  put_number(tweak, position);
  tweak[15] = (uint8_t)(48 | (final ? 0x80 : 0));
  threefish_init(&cipher, block_bits, chain, SKEIN_1_3);
  threefish_encrypt(&cipher, tweak, block, chain);
  for (size_t i = 0; i < block_bits / 8; i++) chain[i] ^= block[i];
}

/* A context that has processed `position` bytes, a multiple of a block, and has `buffered` more bytes. */
static void far_context(struct check *check, struct skein *context, unsigned block_bits, uint64_t position,
                        size_t buffered, uint8_t saved[SKEIN_SAVED_BYTES]) {
  const size_t block = block_bits / 8;
  uint8_t message[2 * SKEIN_MAX_BLOCK_BYTES];
  random_bytes(check, message, sizeof message);
  skein_init(context, block_bits, block_bits);
  skein_update(context, message, block + buffered);
  skein_save(context, saved);
  put_number(saved + AT_POSITION, position);
  expect_status(check, skein_load(context, saved), SKEIN_OK);
}

/* From `position` on, up to `length` bytes more in two parts: the positions must be right to the last bit. */
static void far_digest(struct check *check, unsigned block_bits, uint64_t position, size_t buffered, size_t length) {
  const size_t block = block_bits / 8, first = random_below(check, length + 1);
  const struct skein_arguments arguments = {.block_bits = block_bits, .output_bits = block_bits};
  uint8_t saved[SKEIN_SAVED_BYTES], chain[SKEIN_MAX_BLOCK_BYTES], digest[SKEIN_MAX_BLOCK_BYTES];
  uint8_t expected[SKEIN_MAX_BLOCK_BYTES], last[SKEIN_MAX_BLOCK_BYTES] = {0};
  uint8_t *data = allocate(buffered + length);
  struct skein context;
  size_t at = 0, end = buffered + length;
  far_context(check, &context, block_bits, position, buffered, saved);
  random_bytes(check, data, end);
  memcpy(data, saved + AT_BUFFER, buffered);
  expect_status(check, skein_update(&context, data + buffered, first), SKEIN_OK);
  expect_status(check, skein_update_bits(&context, data + buffered + first, 8 * (uint64_t)(length - first)), SKEIN_OK);
  expect_status(check, skein_final(&context, digest, block), SKEIN_OK);
  memcpy(chain, saved + AT_CHAIN, block);
  for (; end - at > block; at += block) chain_block(block_bits, chain, position + at + block, 0, data + at);
  memcpy(last, data + at, end - at);
  chain_block(block_bits, chain, position + end, 1, last);
  reference_output(&arguments, chain, 0, expected, block);
  expect_bytes(check, digest, expected, block);
  free(data);
}

static void long_messages(struct check *check) {
  for (unsigned block_bits = 256; block_bits <= 1024; block_bits *= 2) {
    const size_t block = block_bits / 8;
    const uint64_t last = UINT64_MAX / block * block; /* of the last block: room for one byte less than a block */
    begin_way(check, "across 2^32 bytes", block_bits);
    far_digest(check, block_bits, (UINT64_C(1) << 32) - 2 * block, 1 + random_below(check, block), 5 * block + 3);
    begin_way(check, "to 2^64 - 1 bytes", block_bits);
    far_digest(check, block_bits, last - 3 * block, block, 3 * block - 1);
    far_digest(check, block_bits, last, 1, block - 2);

    begin_way(check, "beyond 2^64 - 1 bytes", block_bits);
    struct skein context;
    uint8_t saved[SKEIN_SAVED_BYTES], after[SKEIN_SAVED_BYTES];
    static const uint8_t data[2 * SKEIN_MAX_BLOCK_BYTES];
    far_context(check, &context, block_bits, last - block, 7, saved);
    const size_t room = 2 * block - 1 - 7;
    expect_status(check, skein_update(&context, data, room + 1), SKEIN_TOO_LONG);
    expect_status(check, skein_update(&context, data, SIZE_MAX), SKEIN_TOO_LONG);
    expect_status(check, skein_update_bits(&context, data, 8 * (uint64_t)room + 1), SKEIN_TOO_LONG);
    expect_status(check, skein_update_bits(&context, data, UINT64_MAX), SKEIN_TOO_LONG);
    skein_save(&context, after);
    expect_bytes(check, after, saved, sizeof saved);
    expect_status(check, skein_update_bits(&context, data, 8 * (uint64_t)room - 1), SKEIN_OK);
    skein_load(&context, saved);
    expect_status(check, skein_update(&context, data, room), SKEIN_OK);
    expect_status(check, skein_update(&context, data, 1), SKEIN_TOO_LONG);
    expect_status(check, skein_update_bits(&context, data, 1), SKEIN_TOO_LONG);
  }
}

/* The position of a tree cannot be saved; so this looks into the structure. */
static void long_tree(struct check *check) {
  static struct skein_tree tree;
  const struct skein_arguments arguments = {.block_bits = 256, .output_bits = 256, .tree = {1, 1, 255}};
  begin_way(check, "a tree beyond 2^64 - 1 bytes", 0);
  skein_tree_init(&tree, &arguments);
  tree.levels[0].start = UINT64_MAX - 63;
  expect_status(check, skein_tree_update(&tree, "", 64), SKEIN_TOO_LONG);
  expect_status(check, skein_tree_update_bits(&tree, "", 8 * 63 + 1), SKEIN_TOO_LONG);
  expect_status(check, skein_tree_update_bits(&tree, "ab", 9), SKEIN_OK);
}

static void long_outputs(struct check *check) {
  for (unsigned block_bits = 256; block_bits <= 1024; block_bits *= 2) {
    const struct skein_arguments arguments = {.block_bits = block_bits, .output_bits = UINT64_MAX};
    const uint64_t end = UINT64_C(1) << 61;
    const uint64_t places[] = {0, 1, (UINT64_C(1) << 32) - 100, (UINT64_C(1) << 37) - 3, end - 300, end - 1};
    struct skein context;
    struct skein_reader reader;
    uint8_t chain[SKEIN_MAX_BLOCK_BYTES], output[300], expected[300];
    begin_way(check, "an output of 2^64 - 1 bits", block_bits);
    skein_init(&context, block_bits, UINT64_MAX);
    expect(check, skein_output_bytes(&context) == end, "it has another number of bytes");
    skein_update(&context, "message", 7);
    skein_read_output(&reader, &context);
    reference_chain(&arguments, (const uint8_t *)"message", 56, chain);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
      const size_t length = places[i] == end - 1 ? 1 : sizeof output;
      check->place = i;
      expect_status(check, skein_seek(&reader, places[i]), SKEIN_OK);
      expect_status(check, skein_read(&reader, output, length), SKEIN_OK);
      reference_output(&arguments, chain, places[i], expected, length);
      expect_bytes(check, output, expected, length);
    }
    expect_status(check, skein_read(&reader, output, 1), SKEIN_BAD_OUTPUT_SIZE);
    expect_status(check, skein_seek(&reader, end + 1), SKEIN_BAD_OUTPUT_SIZE);
    expect_status(check, skein_seek(&reader, end), SKEIN_OK);
  }
}

static void no_state(struct check *check, uint8_t *saved, size_t place, uint8_t value, const char *way) {
  const uint8_t before = saved[place];
  struct skein context;
  uint8_t untouched[sizeof context];
  memset(&context, 0x5a, sizeof context);
  memcpy(untouched, &context, sizeof context);
  saved[place] = value;
  begin_way(check, way, value);
  expect_status(check, skein_load(&context, saved), SKEIN_BAD_STATE);
  expect_bytes(check, (const uint8_t *)&context, untouched, sizeof context);
  saved[place] = before;
}

static void bad_states(struct check *check) {
  struct skein context;
  uint8_t saved[SKEIN_SAVED_BYTES];
  skein_init(&context, 256, 256);
  skein_update_bits(&context, "some forty bytes of a message, and a bit", 321);
  expect_status(check, skein_save(NULL, saved), SKEIN_BAD_POINTER);
  expect_status(check, skein_save(&context, NULL), SKEIN_BAD_POINTER);
  expect_status(check, skein_load(NULL, saved), SKEIN_BAD_POINTER);
  expect_status(check, skein_load(&context, NULL), SKEIN_BAD_POINTER);
  skein_save(&context, saved);
  for (size_t i = 0; i < 8; i++) no_state(check, saved, i, (uint8_t)(saved[i] + 1), "another magic number");
  for (unsigned value = 0; value < 256; value++) {
    if (value != 4 && value != 8 && value != 16) no_state(check, saved, AT_WORDS, (uint8_t)value, "words");
    if (value > 2) no_state(check, saved, AT_REVISION, (uint8_t)value, "version");
    if (value != 9 && (value < 9 || value > 32)) no_state(check, saved, AT_BUFFERED, (uint8_t)value, "buffered");
    if (value > 1) no_state(check, saved, AT_PARTIAL, (uint8_t)value, "partial");
    if (value > 0) no_state(check, saved, AT_ZEROS + value % 4, (uint8_t)value, "zeros");
    if (value % 32 != 0) no_state(check, saved, AT_POSITION, (uint8_t)value, "position");
    if (value != 48) no_state(check, saved, AT_POSITION + 15, (uint8_t)value, "type and flags");
    if (value > 0) no_state(check, saved, AT_BUFFER + 9 + value % 119, (uint8_t)value, "unused part of the buffer");
    if (value > 0) no_state(check, saved, AT_CHAIN + 32 + value % 96, (uint8_t)value, "unused part of the chain");
  }
  no_state(check, saved, AT_POSITION, 0, "position 0 without its flag");
  no_state(check, saved, AT_BUFFER + 8, 0x80, "a partial byte of no bits");
  no_state(check, saved, AT_BUFFER + 8, 0x00, "a partial byte without its pad bit");
  memset(saved + 16, 0, 8);
  no_state(check, saved, 0, saved[0], "no output");
}

/* Loading any bytes either refuses them or gives a state that saves as the same bytes. */
static void any_states(struct check *check) {
  for (unsigned i = 0; i < 2000; i++) {
    struct skein context;
    uint8_t saved[SKEIN_SAVED_BYTES], again[SKEIN_SAVED_BYTES], digest[4];
    const size_t length = random_below(check, 300);
    uint8_t message[300];
    random_bytes(check, message, sizeof message);
    skein_init(&context, 256u << random_below(check, 3), 32);
    skein_update(&context, message, length);
    skein_save(&context, saved);
    for (size_t change = random_below(check, 3); change > 0; change--)
      saved[random_below(check, random_below(check, 2) ? 40 : SKEIN_SAVED_BYTES)] ^=
          (uint8_t)(1 << random_below(check, 8));
    begin_way(check, "a changed state", i);
    const int status = skein_load(&context, saved);
    if (status != SKEIN_OK) {
      expect_status(check, status, SKEIN_BAD_STATE);
      continue;
    }
    skein_save(&context, again);
    expect_bytes(check, again, saved, sizeof saved);
    if (skein_output_bytes(&context) < sizeof digest) continue;
    skein_update(&context, message, 1);
    expect_status(check, skein_final(&context, digest, sizeof digest), SKEIN_OK);
  }
}

void check_limits(struct check *check) {
  long_messages(check);
  long_tree(check);
  long_outputs(check);
  bad_states(check);
  any_states(check);
}
