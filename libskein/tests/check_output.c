/* SPDX-License-Identifier: Apache-2.0 */
/* The output: in parts, from any place, cut short, and compared in constant time. */
#include <stdlib.h>
#include <string.h>

#include "check.h"

/* A context, or a tree, that has absorbed the message. */
struct finished {
  struct skein context;
  struct skein_tree *tree; /* NULL for a context */
};

static void absorb(struct finished *f, const struct record *record) {
  if (f->tree != NULL)
    skein_tree_update_bits(f->tree, record->message, record->bits);
  else
    skein_update_bits(&f->context, record->message, record->bits);
}

static int verify(struct finished *f, const struct record *record, const uint8_t *expected, size_t length) {
  absorb(f, record);
  return f->tree != NULL ? skein_tree_verify(f->tree, expected, length) : skein_verify(&f->context, expected, length);
}

static void verification(struct check *check, const struct record *record, struct finished *f) {
  const size_t length = record->expected_bytes;
  uint8_t *digest = guarded(1, length);
  memcpy(digest, record->expected, length);
  begin_way(check, "verify", 0);
  expect_status(check, verify(f, record, digest, length), SKEIN_OK);
  begin_way(check, "verify the beginning", 1 + length / 2);
  expect_status(check, verify(f, record, record->expected, 1 + (length - 1) / 2), SKEIN_OK);
  for (unsigned i = 0; i < 4; i++) {
    /* The first and the last bit, which may be unused and then must be 0; and two others. */
    const size_t bit = i == 0 ? 0 : i == 1 ? 8 * length - 1 : random_below(check, 8 * length);
    begin_way(check, "verify with one wrong bit", bit);
    digest[bit / 8] ^= (uint8_t)(0x80 >> bit % 8);
    expect_status(check, verify(f, record, digest, length), SKEIN_MISMATCH);
    digest[bit / 8] ^= (uint8_t)(0x80 >> bit % 8);
  }
}

static void reading(struct check *check, const struct record *record, struct finished *f) {
  const size_t length = record->expected_bytes;
  struct skein_reader reader;
  size_t at = 0;
  absorb(f, record);
  begin_way(check, "skein_read_output", 0);
  expect_status(check,
                f->tree != NULL ? skein_tree_read_output(&reader, f->tree) : skein_read_output(&reader, &f->context),
                SKEIN_OK);
  while (at < length) {
    const size_t part = 1 + random_below(check, random_below(check, 2) ? length - at : 3);
    const size_t taken = part < length - at ? part : length - at;
    uint8_t *output = guarded(1, taken);
    begin_way(check, "read on", at);
    expect_status(check, skein_read(&reader, output, taken), SKEIN_OK);
    expect_bytes(check, output, record->expected + at, taken);
    at += taken;
  }
  begin_way(check, "read beyond the end", at);
  uint8_t none = 0x5a;
  expect_status(check, skein_read(&reader, &none, 1), SKEIN_BAD_OUTPUT_SIZE);
  expect(check, none == 0x5a, "output was written after an error");
  for (unsigned i = 0; i < 8; i++) {
    const size_t place = random_below(check, length + 1), taken = random_below(check, length - place + 1);
    uint8_t *output = guarded(1, taken);
    begin_way(check, "seek", place);
    expect_status(check, skein_seek(&reader, place), SKEIN_OK);
    expect_status(check, skein_read(&reader, output, taken), SKEIN_OK);
    expect_bytes(check, output, record->expected + place, taken);
  }
  begin_way(check, "seek beyond the end", length + 1);
  expect_status(check, skein_seek(&reader, (uint64_t)length + 1), SKEIN_BAD_OUTPUT_SIZE);
}

static void shortened(struct check *check, const struct record *record, struct finished *f) {
  for (unsigned i = 0; i < 4; i++) {
    const size_t length = i == 0 ? 0 : random_below(check, record->expected_bytes + 1);
    uint8_t *output = guarded(1, length);
    begin_way(check, "beginning of the output", length);
    absorb(f, record);
    expect_status(
        check, f->tree != NULL ? skein_tree_final(f->tree, output, length) : skein_final(&f->context, output, length),
        SKEIN_OK);
    expect_bytes(check, output, record->expected, length);
  }
}

void check_output(struct check *check, const struct record *record) {
  struct finished f = {.tree = NULL};
  begin_way(check, "begin", 0);
  if (record->arguments.tree.height != 0) {
    f.tree = allocate(sizeof *f.tree);
    expect_status(check, skein_tree_init(f.tree, &record->arguments), SKEIN_OK);
  } else {
    expect_status(check, skein_init_arguments(&f.context, &record->arguments), SKEIN_OK);
  }
  verification(check, record, &f);
  reading(check, record, &f);
  shortened(check, record, &f);
  free(f.tree);
}
