/* SPDX-License-Identifier: Apache-2.0 */
/* Fuzz target: calls of the sequential interface in any order, beside a model that remembers the message and asks the
 * reference for its hash. */
#include "input.h"
#include "reference.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LONGEST_MESSAGE = 6000, MESSAGES = 12 };

struct model {
  struct input *input;
  const struct skein_arguments *arguments;
  struct skein context;
  size_t output_bytes;
  uint64_t bits; /* of the message so far */
  uint8_t message[LONGEST_MESSAGE + 1];
};

static void expected_output(const struct model *m, uint8_t *output, size_t length) {
  reference_hash(m->arguments, m->message, m->bits, output, length);
}

static void update(struct model *m) {
  const size_t bytes = (size_t)(m->bits / 8), room = LONGEST_MESSAGE - bytes;
  const size_t length = take_below(m->input, (take(m->input) % 4 ? 300 : LONGEST_MESSAGE) + 1);
  if (length > room) return;
  uint8_t *part = exactly(NULL, length);
  take_pattern(m->input, part, length);
  const int status = skein_update(&m->context, part, length);
  if (m->bits % 8 != 0 && length > 0) {
    REQUIRE(status == SKEIN_BAD_SEQUENCE);
  } else {
    REQUIRE(status == SKEIN_OK);
    if (length > 0) memcpy(m->message + bytes, part, length);
    m->bits += 8 * (uint64_t)length;
  }
  free(part);
}

static void update_bits(struct model *m) {
  const size_t bytes = (size_t)(m->bits / 8), room = LONGEST_MESSAGE - bytes;
  const uint64_t bits = take_below(m->input, 2400);
  const size_t length = (size_t)((bits + 7) / 8);
  if (length > room) return;
  uint8_t *part = exactly(NULL, length);
  take_pattern(m->input, part, length);
  const int status = skein_update_bits(&m->context, part, bits);
  if (m->bits % 8 != 0 && bits > 0) {
    REQUIRE(status == SKEIN_BAD_SEQUENCE);
  } else {
    REQUIRE(status == SKEIN_OK);
    if (length > 0) memcpy(m->message + bytes, part, length);
    m->bits += bits;
  }
  free(part);
}

static void save_and_load(struct model *m) {
  uint8_t saved[SKEIN_SAVED_BYTES], again[SKEIN_SAVED_BYTES];
  REQUIRE(skein_save(&m->context, saved) == SKEIN_OK);
  memset(&m->context, 0xa5, sizeof m->context);
  REQUIRE(skein_load(&m->context, saved) == SKEIN_OK);
  REQUIRE(skein_save(&m->context, again) == SKEIN_OK);
  REQUIRE(memcmp(saved, again, sizeof saved) == 0);
}

/* A state with bytes of the input in it, or of nothing but them: refused, or saved as the same bytes and good for
 * anything. */
static void load_anything(struct model *m) {
  struct skein context;
  uint8_t saved[SKEIN_SAVED_BYTES], again[SKEIN_SAVED_BYTES], output[8];
  skein_save(&m->context, saved);
  if (take(m->input) % 4 == 0)
    for (size_t i = 8; i < sizeof saved; i++) saved[i] = (uint8_t)take(m->input);
  for (unsigned changes = take(m->input) % 5; changes > 0; changes--)
    saved[take_below(m->input, sizeof saved)] = (uint8_t)take(m->input);
  const int status = skein_load(&context, saved);
  REQUIRE(status == SKEIN_OK || status == SKEIN_BAD_STATE);
  if (status != SKEIN_OK) return;
  skein_save(&context, again);
  REQUIRE(memcmp(saved, again, sizeof saved) == 0);
  const int more = skein_update(&context, m->message, 1 + take(m->input));
  REQUIRE(more == SKEIN_OK || more == SKEIN_BAD_SEQUENCE || more == SKEIN_TOO_LONG);
  const size_t length = skein_output_bytes(&context) < sizeof output ? 1 : sizeof output;
  REQUIRE(skein_final(&context, output, length) == SKEIN_OK);
}

static void clone(struct model *m) {
  struct skein copy;
  skein_clone(&copy, &m->context);
  skein_update(&m->context, "not in the copy", 15);
  m->context = copy;
}

static void final(struct model *m) {
  const size_t length = take(m->input) % 2 ? m->output_bytes : take_below(m->input, m->output_bytes + 1);
  uint8_t expected[LONGEST_OUTPUT];
  uint8_t *output = exactly(NULL, length);
  REQUIRE(skein_final(&m->context, output, m->output_bytes + 1) == SKEIN_BAD_OUTPUT_SIZE);
  REQUIRE(skein_final(&m->context, output, length) == SKEIN_OK);
  expected_output(m, expected, length);
  REQUIRE(memcmp(output, expected, length) == 0);
  m->bits = 0;
  free(output);
}

static void verify(struct model *m) {
  const size_t length = 1 + take_below(m->input, m->output_bytes);
  const unsigned wrong = take(m->input);
  uint8_t expected[LONGEST_OUTPUT];
  expected_output(m, expected, length);
  if (wrong % 2) expected[take_below(m->input, length)] ^= (uint8_t)wrong;
  uint8_t *digest = exactly(expected, length);
  REQUIRE(skein_verify(&m->context, digest, 0) == SKEIN_BAD_OUTPUT_SIZE);
  REQUIRE(skein_verify(&m->context, digest, length) == (wrong % 2 ? SKEIN_MISMATCH : SKEIN_OK));
  m->bits = 0;
  free(digest);
}

static void read_output(struct model *m) {
  struct skein_reader reader;
  uint8_t expected[LONGEST_OUTPUT];
  uint64_t position = 0;
  expected_output(m, expected, m->output_bytes);
  REQUIRE(skein_read_output(&reader, &m->context) == SKEIN_OK);
  m->bits = 0;
  for (unsigned reads = take(m->input) % 8; reads > 0; reads--) {
    const size_t length = take_below(m->input, LONGEST_OUTPUT);
    if (take(m->input) % 2) {
      const uint64_t place = take_below(m->input, LONGEST_OUTPUT + 1);
      const int status = skein_seek(&reader, place);
      REQUIRE(status == (place > m->output_bytes ? SKEIN_BAD_OUTPUT_SIZE : SKEIN_OK));
      if (status == SKEIN_OK) position = place;
    }
    uint8_t *output = exactly(NULL, length);
    const int status = skein_read(&reader, output, length);
    REQUIRE(status == (length > m->output_bytes - position ? SKEIN_BAD_OUTPUT_SIZE : SKEIN_OK));
    if (status == SKEIN_OK) {
      REQUIRE(memcmp(output, expected + position, length) == 0);
      position += length;
    }
    free(output);
  }
}

/* Ends of the model's message, each in an allocation of its own. */
static void many(struct model *m) {
  const size_t count = 1 + take(m->input) % MESSAGES, bytes = (size_t)(m->bits / 8);
  const void *messages[MESSAGES];
  size_t lengths[MESSAGES];
  uint8_t *copies[MESSAGES];
  uint8_t *output = exactly(NULL, count * m->output_bytes);
  struct skein context;
  skein_init_arguments(&context, m->arguments);
  for (size_t i = 0; i < count; i++) {
    lengths[i] = take_below(m->input, bytes + 1);
    messages[i] = copies[i] = exactly(m->message + bytes - lengths[i], lengths[i]);
  }
  REQUIRE(skein_many(&context, count, messages, lengths, output, take(m->input) % 3) == SKEIN_OK);
  for (size_t i = 0; i < count; i++) {
    uint8_t expected[LONGEST_OUTPUT];
    reference_hash(m->arguments, copies[i], 8 * (uint64_t)lengths[i], expected, m->output_bytes);
    REQUIRE(memcmp(output + i * m->output_bytes, expected, m->output_bytes) == 0);
  }
  REQUIRE(skein_many(&m->context, count, messages, lengths, output, 1) ==
          (m->bits > 0 ? SKEIN_BAD_SEQUENCE : SKEIN_OK));
  for (size_t i = 0; i < count; i++) free(copies[i]);
  free(output);
}

static void reset(struct model *m) {
  skein_reset(&m->context);
  m->bits = 0;
}

static void kernel(struct model *m) { take_kernel(m->input); }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static void (*const calls[])(struct model *) = {update, update, update_bits, save_and_load, clone, final,
                                                  verify, reset,  read_output, load_anything, many,  kernel};
  static struct model m;
  struct input input = {data, size};
  uint8_t room[5][LONGEST_ARGUMENT];
  const struct skein_arguments arguments = take_arguments(&input, room);
  m.input = &input;
  m.arguments = &arguments;
  m.bits = 0;
  m.output_bytes = (size_t)((arguments.output_bits + 7) / 8);
  take_kernel(&input);
  REQUIRE(skein_init_arguments(&m.context, &arguments) == SKEIN_OK);
  REQUIRE(skein_output_bytes(&m.context) == m.output_bytes);
  while (input.left > 0) calls[take(&input) % (sizeof calls / sizeof *calls)](&m);
  final(&m);
  return 0;
}
