/* SPDX-License-Identifier: Apache-2.0 */
/* Fuzz target: trees of any shape, fed in any parts by any number of threads, beside the recursive reference. */
#include "input.h"
#include "reference.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Enough for several threads, which take 128 KiB at least; and few steps, which are slow. */
enum { LONGEST_MESSAGE = 300000, MOST_STEPS = 20 };

static uint8_t message[LONGEST_MESSAGE + 1];

/* Small trees have many levels and so are more likely. */
static struct skein_tree_shape take_shape(struct input *input) {
  const unsigned wide = take(input);
  struct skein_tree_shape shape;
  shape.leaf = (uint8_t)(1 + take(input) % (wide & 1 ? 255 : 4));
  shape.fan_out = (uint8_t)(1 + take(input) % (wide & 2 ? 255 : 3));
  shape.height = (uint8_t)(2 + take(input) % (wide & 4 ? 254 : 4));
  return shape;
}

static size_t take_length(struct input *input, size_t block) {
  switch (take(input) % 32) {
    case 0: return take(input) % 4;
    case 1: return block * (1 + take(input) % 16);
    case 2: return block * (1 + take(input) % 16) - 1;
    case 3: return take_below(input, 20000);
    case 4: return 4 * take_below(input, 65536);
    case 5:
    case 6:
    case 7:
    case 8: return block * (1 + take(input) % 64) + take(input) % 3;
    default: return take_below(input, 700);
  }
}

static void finish(struct skein_tree *tree, struct input *input, const struct skein_arguments *arguments,
                   uint64_t bits) {
  const size_t size = (size_t)((arguments->output_bits + 7) / 8);
  uint8_t expected[LONGEST_OUTPUT];
  uint8_t *output = exactly(NULL, size);
  const struct skein_tree copy = *tree;
  struct skein_reader reader;
  reference_hash(arguments, message, bits, expected, size);
  REQUIRE(skein_tree_final(tree, output, size + 1) == SKEIN_BAD_OUTPUT_SIZE);
  REQUIRE(skein_tree_final(tree, output, size) == SKEIN_OK);
  REQUIRE(memcmp(output, expected, size) == 0);
  *tree = copy;
  REQUIRE(skein_tree_verify(tree, expected, size) == SKEIN_OK);
  *tree = copy;
  expected[take_below(input, size)] ^= 4;
  REQUIRE(skein_tree_verify(tree, expected, size) == SKEIN_MISMATCH);
  *tree = copy;
  REQUIRE(skein_tree_read_output(&reader, tree) == SKEIN_OK);
  const size_t place = take_below(input, size);
  memset(expected, 0, size);
  REQUIRE(skein_seek(&reader, place) == SKEIN_OK && skein_read(&reader, expected, size - place) == SKEIN_OK);
  REQUIRE(memcmp(output + place, expected, size - place) == 0);
  if (bits % 8 == 0) {
    uint8_t *whole = exactly(message, (size_t)(bits / 8));
    REQUIRE(skein_hash(arguments, whole, (size_t)(bits / 8), expected) == SKEIN_OK);
    REQUIRE(memcmp(output, expected, size) == 0);
    free(whole);
  }
  free(output);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static struct skein_tree tree;
  struct input input = {data, size};
  uint8_t room[5][LONGEST_ARGUMENT];
  struct skein_arguments arguments = take_arguments(&input, room);
  uint64_t bits = 0;
  take_kernel(&input);
  arguments.tree = take_shape(&input);
  REQUIRE(skein_tree_init(&tree, &arguments) == SKEIN_OK);
  skein_tree_threads(&tree, take(&input) % 4);
  for (unsigned step = 0; input.left > 0 && step < MOST_STEPS; step++) {
    const size_t at = (size_t)(bits / 8), wanted = take_length(&input, arguments.block_bits / 8);
    const size_t length = wanted < LONGEST_MESSAGE - at ? wanted : LONGEST_MESSAGE - at;
    const unsigned kind = take(&input);
    take_pattern(&input, message + at, length);
    uint8_t *part = exactly(message + at, length);
    if (kind % 16 == 0 && length > 0) {
      bits += 8 * (uint64_t)length - kind / 16 % 8;
      REQUIRE(skein_tree_update_bits(&tree, part, 8 * (uint64_t)length - kind / 16 % 8) == SKEIN_OK);
    } else {
      bits += 8 * (uint64_t)length;
      REQUIRE(skein_tree_update(&tree, part, length) == SKEIN_OK);
    }
    free(part);
    if (kind % 16 == 1) skein_tree_threads(&tree, kind / 16 % 4);
    if (kind % 16 == 2) {
      skein_tree_reset(&tree);
      bits = 0;
    }
    if (bits % 8 != 0) {
      REQUIRE(skein_tree_update(&tree, "x", 1) == SKEIN_BAD_SEQUENCE);
      break;
    }
  }
  finish(&tree, &input, &arguments, bits);
  return 0;
}
