/* SPDX-License-Identifier: Apache-2.0 */
/* Random records with the answers of the reference: all sizes and versions, any arguments, outputs and trees. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "reference.h"

enum { LONGEST_ARGUMENT = 300, LONGEST_OUTPUT = 700 };

/* Numbers around the multiples of a block are as likely as all others. */
static size_t random_length(struct check *check, size_t block, size_t largest) {
  size_t length = random_below(check, largest + 1);
  if (random_below(check, 4) > 0) length %= 1 + 12 * block;
  if (random_below(check, 2)) length = length / block * block + random_below(check, 3);
  return length < largest ? length : largest;
}

/* Small leaves make many levels; of larger ones a long message has enough for several threads. */
static struct skein_tree_shape random_tree(struct check *check) {
  static const unsigned leaves[] = {4, 4, 9, 255};
  const unsigned leaf = leaves[random_below(check, 4)];
  return (struct skein_tree_shape){(uint8_t)(1 + random_below(check, leaf)),
                                   (uint8_t)(1 + random_below(check, random_below(check, 4) ? 3 : 255)),
                                   (uint8_t)(2 + random_below(check, random_below(check, 4) ? 4 : 254))};
}

static const void *random_argument(struct check *check, uint8_t *bytes, size_t *length) {
  *length = 0;
  if (random_below(check, 3) > 0) return NULL;
  *length = random_below(check, random_below(check, 4) ? 70 : LONGEST_ARGUMENT);
  random_bytes(check, bytes, *length);
  return bytes;
}

void make_record(struct check *check, struct record *record, unsigned long number) {
  static uint8_t arguments[5][LONGEST_ARGUMENT], output[LONGEST_OUTPUT];
  static uint8_t *message;
  memset(record, 0, sizeof *record);
  record->kind = HASH;
  record->number = number;
  begin_record(check, record);
  struct skein_arguments *a = &record->arguments;
  a->block_bits = 256u << random_below(check, 3);
  a->revision = (enum skein_revision)(random_below(check, 2) ? 0 : random_below(check, 3));
  a->output_bits = random_below(check, 2) ? a->block_bits : 1 + random_below(check, 8 * LONGEST_OUTPUT);
  a->key = random_argument(check, arguments[0], &a->key_length);
  a->personalisation = random_argument(check, arguments[1], &a->personalisation_length);
  a->public_key = random_argument(check, arguments[2], &a->public_key_length);
  a->key_identifier = random_argument(check, arguments[3], &a->key_identifier_length);
  a->nonce = random_argument(check, arguments[4], &a->nonce_length);
  if (random_below(check, 2)) a->tree = random_tree(check);
  const size_t block = a->block_bits / 8;
  const int large_leaves = a->tree.leaf > 4 && a->tree.leaf < 10;
  if (large_leaves && random_below(check, 2))
    record->message_bytes = check->largest - random_below(check, check->largest / 4 + 1);
  else
    record->message_bytes = random_length(check, a->tree.leaf > 9 ? block : block << a->tree.leaf, check->largest);
  record->bits = 8 * (uint64_t)record->message_bytes;
  if (record->bits > 0 && random_below(check, 3) == 0) record->bits -= random_below(check, 8);
  free(message);
  message = allocate(record->message_bytes);
  random_bytes(check, message, record->message_bytes);
  record->message = message;
  record->expected_bytes = (size_t)((a->output_bits + 7) / 8);
  record->expected = output;
  begin_way(check, "the reference in C", 0);
  reference_hash(a, message, record->bits, output, record->expected_bytes);
}
