/* SPDX-License-Identifier: Apache-2.0 */
/* Batches: the message of the record among others, which are its ends, so that all of them end at an unmapped page and
 * begin at any alignment. The others' answers are those of the reference. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "reference.h"

/* More than two shares of a thread, now and then. */
enum { MOST_MESSAGES = 150, DIFFERENT = 12 };

struct batch {
  size_t count, size; /* messages; bytes of an output */
  const void *messages[MOST_MESSAGES];
  size_t lengths[MOST_MESSAGES];
  uint8_t *expected;
};

/* Now and then all have one length, and so go in step. */
static void make_batch(struct check *check, const struct record *record, const uint8_t *message, struct batch *batch) {
  const size_t bytes = record->message_bytes;
  const uint8_t *end = message + bytes;
  uint8_t *answers = allocate(DIFFERENT * batch->size);
  size_t lengths[DIFFERENT];
  const size_t different = random_below(check, 3) == 0 ? 1 : DIFFERENT;
  /* The message itself, none, and shorter ones: most of them short, so that lanes fall idle at different times. */
  for (size_t i = 0; i < DIFFERENT; i++) {
    lengths[i] = i == 0 ? bytes : i == 1 ? 0 : random_below(check, (i % 3 ? bytes : bytes / 8) + 1);
    if (i == 0)
      memcpy(answers, record->expected, batch->size);
    else
      reference_hash(&record->arguments, end - lengths[i], 8 * (uint64_t)lengths[i], answers + i * batch->size,
                     batch->size);
  }
  for (size_t i = 0; i < batch->count; i++) {
    const size_t which = i == batch->count / 2 ? 0 : random_below(check, different);
    batch->lengths[i] = lengths[which];
    batch->messages[i] = lengths[which] == 0 && i % 2 ? NULL : end - lengths[which];
    memcpy(batch->expected + i * batch->size, answers + which * batch->size, batch->size);
  }
  free(answers);
}

static void run_batch(struct check *check, const struct record *record, const uint8_t *message, size_t count,
                      unsigned threads) {
  struct batch batch = {.count = count, .size = record->expected_bytes};
  struct skein context;
  batch.expected = allocate(count * batch.size);
  make_batch(check, record, message, &batch);
  uint8_t *digests = guarded(1, count * batch.size);
  memset(digests, 0xa5, count * batch.size);
  begin_way(check, threads == 1 ? "many, alone" : "many, with threads", count);
  expect_status(check, skein_init_arguments(&context, &record->arguments), SKEIN_OK);
  expect_status(check, skein_many(&context, count, batch.messages, batch.lengths, digests, threads), SKEIN_OK);
  for (size_t i = 0; i < count; i++) {
    check->place = i;
    expect_bytes(check, digests + i * batch.size, batch.expected + i * batch.size, batch.size);
  }
  begin_way(check, "after many", count);
  uint8_t *digest = guarded(1, batch.size);
  expect_status(check, skein_update(&context, message, record->message_bytes), SKEIN_OK);
  expect_status(check, skein_final(&context, digest, batch.size), SKEIN_OK);
  expect_bytes(check, digest, record->expected, batch.size);
  free(batch.expected);
}

void check_many(struct check *check, const struct record *record) {
  if (record->bits % 8 != 0) return;
  uint8_t *message = guarded(0, record->message_bytes);
  if (record->message_bytes > 0) memcpy(message, record->message, record->message_bytes);
  const size_t most = few(MOST_MESSAGES, record->message_bytes);
  run_batch(check, record, message, 1 + random_below(check, most < 20 ? most : 20), 1);
  /* Batches of several threads are long, and so only now and then. */
  if (random_below(check, 8) == 0)
    run_batch(check, record, message, most - random_below(check, most / 2), check->threads);
}
