/* SPDX-License-Identifier: Apache-2.0 */
/* Trees: every way to feed them, and on several threads. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "reference.h"

struct hash {
  struct check *check;
  const struct record *record;
  struct skein_tree *begun, *tree, *other; /* begun, no input yet; two to work with */
  const uint8_t *message;
  uint8_t *digest;
};

static void begin(struct hash *h, const char *way, size_t place) {
  begin_way(h->check, way, place);
  *h->tree = *h->begun;
}

static void feed_rest(struct hash *h, const uint8_t *message, size_t first) {
  const uint64_t bits = h->record->bits;
  if (bits % 8 == 0)
    expect_status(h->check, skein_tree_update(h->tree, message + first, h->record->message_bytes - first), SKEIN_OK);
  else
    expect_status(h->check, skein_tree_update_bits(h->tree, message + first, bits - 8 * (uint64_t)first), SKEIN_OK);
}

static void finish(struct hash *h, struct skein_tree *tree) {
  const size_t length = h->record->expected_bytes;
  memset(h->digest, 0xa5, length);
  expect_status(h->check, skein_tree_final(tree, h->digest, length), SKEIN_OK);
  expect_bytes(h->check, h->digest, h->record->expected, length);
}

static void at_once(struct hash *h) {
  const size_t length = h->record->expected_bytes;
  const unsigned counts[] = {1, 2, 3, h->check->threads, 0};
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
    begin(h, "tree, one update, threads", counts[i]);
    skein_tree_threads(h->tree, counts[i]);
    feed_rest(h, h->message, 0);
    finish(h, h->tree);
  }
  begin_way(h->check, "the same tree again", 0);
  feed_rest(h, h->message, 0);
  finish(h, h->tree);
  begin_way(h->check, "tree, reset in the middle", h->record->message_bytes / 2);
  skein_tree_update(h->tree, h->message, h->record->message_bytes / 2);
  skein_tree_reset(h->tree);
  feed_rest(h, h->message, 0);
  finish(h, h->tree);
  if (h->record->bits % 8 != 0) return;
  begin_way(h->check, "tree, one call", 0);
  memset(h->digest, 0xa5, length);
  expect_status(h->check, skein_hash(&h->record->arguments, h->message, h->record->message_bytes, h->digest), SKEIN_OK);
  expect_bytes(h->check, h->digest, h->record->expected, length);
}

static void byte_by_byte(struct hash *h) {
  const size_t whole = (size_t)(h->record->bits / 8);
  int status = SKEIN_OK;
  begin(h, "tree, byte by byte", 0);
  for (size_t i = 0; i < whole; i++) status |= skein_tree_update(h->tree, h->message + i, 1);
  expect_status(h->check, status, SKEIN_OK);
  feed_rest(h, h->message, whole);
  finish(h, h->tree);
}

static void two_parts(struct hash *h) {
  const size_t whole = (size_t)(h->record->bits / 8);
  const size_t most = few(h->check->splits, whole);
  const int all = whole < most;
  const size_t count = all ? whole + 1 : most;
  for (size_t i = 0; i < count; i++) {
    const size_t first = all ? i : random_below(h->check, whole + 1);
    begin(h, "tree, two parts", first);
    skein_tree_threads(h->tree, i % 4 ? 1 : h->check->threads);
    expect_status(h->check, skein_tree_update(h->tree, h->message, first), SKEIN_OK);
    feed_rest(h, h->message, first);
    finish(h, h->tree);
  }
}

/* Parts of random sizes from a random alignment, with clones in between. */
static void random_parts(struct hash *h) {
  const size_t whole = (size_t)(h->record->bits / 8), bytes = h->record->message_bytes;
  uint8_t *room = allocate(bytes + 64);
  for (unsigned turn = 0; turn < 3; turn++) {
    const size_t offset = random_below(h->check, 64);
    const size_t longest = 1 + random_below(h->check, turn == 0 ? 600 : bytes + 1);
    size_t at = 0;
    memcpy(room + offset, h->message, bytes);
    begin(h, "tree, random parts and clones, from an alignment", offset);
    skein_tree_threads(h->tree, turn);
    while (at < whole) {
      size_t part = 1 + random_below(h->check, longest);
      if (part > whole - at) part = whole - at;
      expect_status(h->check, skein_tree_update(h->tree, room + offset + at, part), SKEIN_OK);
      at += part;
      if (random_below(h->check, 4) == 0) {
        *h->other = *h->tree;
        skein_tree_update(h->tree, "changes the original only", 25);
        *h->tree = *h->other;
      }
    }
    feed_rest(h, room + offset, at);
    *h->other = *h->tree;
    finish(h, h->tree);
    finish(h, h->other);
  }
  free(room);
}

static void by_reference(struct hash *h) {
  const size_t length = h->record->expected_bytes;
  uint8_t *output = allocate(length);
  begin_way(h->check, "the reference in C", 0);
  reference_hash(&h->record->arguments, h->message, h->record->bits, output, length);
  expect_bytes(h->check, output, h->record->expected, length);
  free(output);
}

void check_tree(struct check *check, const struct record *record) {
  struct hash h = {.check = check, .record = record};
  struct skein_tree *trees = allocate(3 * sizeof *trees);
  uint8_t *message = guarded(0, record->message_bytes);
  h.digest = guarded(1, record->expected_bytes);
  h.begun = trees;
  h.tree = trees + 1;
  h.other = trees + 2;
  if (record->message_bytes > 0) memcpy(message, record->message, record->message_bytes);
  h.message = message;
  begin_way(check, "skein_tree_init", 0);
  expect_status(check, skein_tree_init(h.begun, &record->arguments), SKEIN_OK);
  expect(check, skein_tree_output_bytes(h.begun) == record->expected_bytes, "skein_tree_output_bytes is wrong");
  at_once(&h);
  byte_by_byte(&h);
  two_parts(&h);
  random_parts(&h);
  by_reference(&h);
  free(trees);
}
