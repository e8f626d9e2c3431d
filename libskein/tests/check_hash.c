/* SPDX-License-Identifier: Apache-2.0 */
/* One message, sequentially, in every way it can be fed. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "reference.h"

/* What all the ways of one record need. The message ends at an unmapped page, and so does the digest. */
struct hash {
  struct check *check;
  const struct record *record;
  struct skein context; /* begun, no input yet */
  const uint8_t *message;
  uint8_t *digest;
};

static void finish(struct hash *h, struct skein *context) {
  const size_t length = h->record->expected_bytes;
  memset(h->digest, 0xa5, length);
  expect_status(h->check, skein_final(context, h->digest, length), SKEIN_OK);
  expect_bytes(h->check, h->digest, h->record->expected, length);
}

/* Feed the message from byte `first` on, to its last bit. */
static void feed_rest(struct hash *h, struct skein *context, const uint8_t *message, size_t first) {
  const uint64_t bits = h->record->bits;
  if (bits % 8 == 0)
    expect_status(h->check, skein_update(context, message + first, h->record->message_bytes - first), SKEIN_OK);
  else
    expect_status(h->check, skein_update_bits(context, message + first, bits - 8 * (uint64_t)first), SKEIN_OK);
}

static void at_once(struct hash *h) {
  const size_t length = h->record->expected_bytes;
  struct skein context = h->context;
  begin_way(h->check, "one update", 0);
  feed_rest(h, &context, h->message, 0);
  finish(h, &context);
  begin_way(h->check, "the same context again", 0);
  feed_rest(h, &context, h->message, 0);
  finish(h, &context);
  begin_way(h->check, "reset in the middle", h->record->message_bytes / 2);
  skein_update(&context, h->message, h->record->message_bytes / 2);
  skein_reset(&context);
  expect_status(h->check, skein_update_bits(&context, h->message, h->record->bits), SKEIN_OK);
  finish(h, &context);
  if (h->record->bits % 8 != 0) return;
  begin_way(h->check, "one call", 0);
  memset(h->digest, 0xa5, length);
  expect_status(h->check, skein_hash(&h->record->arguments, h->message, h->record->message_bytes, h->digest), SKEIN_OK);
  expect_bytes(h->check, h->digest, h->record->expected, length);
}

static void byte_by_byte(struct hash *h) {
  struct skein context = h->context;
  const size_t whole = (size_t)(h->record->bits / 8);
  int status = SKEIN_OK;
  begin_way(h->check, "byte by byte", 0);
  for (size_t i = 0; i < whole; i++) status |= skein_update(&context, h->message + i, 1);
  expect_status(h->check, status, SKEIN_OK);
  feed_rest(h, &context, h->message, whole);
  finish(h, &context);
}

static void two_parts(struct hash *h) {
  const size_t whole = (size_t)(h->record->bits / 8);
  const size_t most = few(h->check->splits, whole);
  const int all = whole < most;
  const size_t count = all ? whole + 1 : most;
  for (size_t i = 0; i < count; i++) {
    struct skein context = h->context;
    const size_t first = all ? i : random_below(h->check, whole + 1);
    begin_way(h->check, "two parts", first);
    expect_status(h->check, skein_update(&context, h->message, first), SKEIN_OK);
    feed_rest(h, &context, h->message, first);
    finish(h, &context);
  }
}

/* Parts of random sizes at a random alignment; in between the computation is cloned, or saved and loaded. */
static void random_parts(struct hash *h) {
  const size_t whole = (size_t)(h->record->bits / 8), bytes = h->record->message_bytes;
  uint8_t *room = allocate(bytes + 64);
  for (unsigned turn = 0; turn < 4; turn++) {
    const size_t offset = random_below(h->check, 64);
    const size_t longest = 1 + random_below(h->check, turn % 2 ? 40 : bytes + 1);
    struct skein context = h->context, other;
    uint8_t saved[SKEIN_SAVED_BYTES], again[SKEIN_SAVED_BYTES];
    size_t at = 0;
    memcpy(room + offset, h->message, bytes);
    begin_way(h->check, "random parts, cloned, saved and loaded, from an alignment", offset);
    while (at < whole) {
      size_t part = 1 + random_below(h->check, longest);
      if (part > whole - at) part = whole - at;
      expect_status(h->check, skein_update(&context, room + offset + at, part), SKEIN_OK);
      at += part;
      switch (random_below(h->check, 3)) {
        case 0:
          skein_clone(&other, &context);
          skein_update(&context, "changes the original only", 25);
          context = other;
          break;
        case 1:
          expect_status(h->check, skein_save(&context, saved), SKEIN_OK);
          memset(&context, 0xee, sizeof context);
          expect_status(h->check, skein_load(&context, saved), SKEIN_OK);
          skein_save(&context, again);
          expect_bytes(h->check, again, saved, sizeof saved);
          break;
        default: break;
      }
    }
    feed_rest(h, &context, room + offset, at);
    skein_save(&context, saved);
    expect_status(h->check, skein_load(&other, saved), SKEIN_OK);
    finish(h, &other);
    finish(h, &context);
  }
  free(room);
}

/* The bits after the message do not matter. */
static void other_bits_behind(struct hash *h) {
  const size_t bytes = h->record->message_bytes;
  const unsigned rest = h->record->bits % 8;
  if (rest == 0) return;
  uint8_t *copy = allocate(bytes);
  struct skein context = h->context;
  memcpy(copy, h->message, bytes);
  copy[bytes - 1] ^= (uint8_t)(0xff >> rest);
  begin_way(h->check, "other bits behind the message", rest);
  feed_rest(h, &context, copy, 0);
  finish(h, &context);
  free(copy);
}

static void by_reference(struct hash *h) {
  const size_t length = h->record->expected_bytes;
  uint8_t *output = allocate(length);
  begin_way(h->check, "the reference in C", 0);
  reference_hash(&h->record->arguments, h->message, h->record->bits, output, length);
  expect_bytes(h->check, output, h->record->expected, length);
  free(output);
}

void check_hash(struct check *check, const struct record *record) {
  struct hash h = {.check = check, .record = record};
  uint8_t *message = guarded(0, record->message_bytes);
  h.digest = guarded(1, record->expected_bytes);
  if (record->message_bytes > 0) memcpy(message, record->message, record->message_bytes);
  h.message = message;
  begin_way(check, "skein_init_arguments", 0);
  expect_status(check, skein_init_arguments(&h.context, &record->arguments), SKEIN_OK);
  expect(check, skein_output_bytes(&h.context) == record->expected_bytes, "skein_output_bytes is wrong");
  at_once(&h);
  byte_by_byte(&h);
  two_parts(&h);
  random_parts(&h);
  other_bits_behind(&h);
  by_reference(&h);
}
