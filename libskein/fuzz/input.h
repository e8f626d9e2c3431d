/* SPDX-License-Identifier: Apache-2.0 */
/* What the fuzz targets share: the fuzzer's bytes taken one decision at a time, and arguments made from them. */
#ifndef INPUT_H
#define INPUT_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "skein.h"

struct input {
  const uint8_t *next;
  size_t left;
};

#define REQUIRE(condition) ((condition) ? (void)0 : input_failed(#condition, __FILE__, __LINE__))

static inline void input_failed(const char *condition, const char *file, int line) {
  fprintf(stderr, "%s:%d: %s does not hold\n", file, line, condition);
  abort();
}

static inline unsigned take(struct input *input) {
  if (input->left == 0) return 0;
  input->left--;
  return *input->next++;
}

/* 0 .. limit - 1, by two bytes. */
static inline size_t take_below(struct input *input, size_t limit) {
  const unsigned high = take(input);
  return (high << 8 | take(input)) % limit;
}

/* Bytes with some pattern, which is enough: the functions know no bytes in particular. */
static inline void take_pattern(struct input *input, uint8_t *bytes, size_t length) {
  uint32_t x = take(input) + 1;
  for (size_t i = 0; i < length; i++) {
    x = 1664525 * x + 1013904223;
    bytes[i] = (uint8_t)(x >> 24);
  }
}

enum { LONGEST_ARGUMENT = 160, LONGEST_OUTPUT = 600 };

static inline const void *take_argument(struct input *input, uint8_t *bytes, size_t *length, unsigned present) {
  *length = 0;
  if (!present) return NULL;
  *length = take(input) % LONGEST_ARGUMENT;
  take_pattern(input, bytes, *length);
  return bytes;
}

/* Good arguments without a tree; the byte strings lie in `room`. */
static inline struct skein_arguments take_arguments(struct input *input, uint8_t room[5][LONGEST_ARGUMENT]) {
  struct skein_arguments a = {0};
  const unsigned present = take(input);
  a.block_bits = 256u << take(input) % 3;
  a.revision = (enum skein_revision)(take(input) % 3);
  a.output_bits = present & 0x80 ? a.block_bits : 1 + take_below(input, 8 * LONGEST_OUTPUT);
  a.key = take_argument(input, room[0], &a.key_length, present & 1);
  a.personalisation = take_argument(input, room[1], &a.personalisation_length, present & 2);
  a.public_key = take_argument(input, room[2], &a.public_key_length, present & 4);
  a.key_identifier = take_argument(input, room[3], &a.key_identifier_length, present & 8);
  a.nonce = take_argument(input, room[4], &a.nonce_length, present & 16);
  return a;
}

/* Use some kernel that this processor has. */
static inline void take_kernel(struct input *input) {
  const char *name = skein_kernel_name(take(input) % 8);
  if (name == NULL || !skein_kernel_available(name)) name = NULL;
  REQUIRE(skein_kernel_use(name) == SKEIN_OK);
}

/* An allocation of the exact size, so that AddressSanitizer sees each byte too many. */
static inline uint8_t *exactly(const void *bytes, size_t length) {
  uint8_t *copy = malloc(length > 0 ? length : 1);
  REQUIRE(copy != NULL);
  if (length > 0 && bytes != NULL) memcpy(copy, bytes, length);
  return copy;
}

#endif
