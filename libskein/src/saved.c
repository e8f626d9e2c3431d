/* SPDX-License-Identifier: Apache-2.0 */
/* A computation as bytes, the same on every machine:
 *
 *     offset  bytes
 *          0      8  "skein" and three bytes of format version
 *          8      1  words of the state: 4, 8 or 16
 *          9      1  version of the specification: 0, 1, 2 for 1.3, 1.2, 1.1
 *         10      1  bytes in the buffer
 *         11      1  1 after a partial byte
 *         12      4  zeros
 *         16      8  bits of output
 *         24     16  tweak of the next block
 *         40    128  chaining value before the message
 *        168    128  chaining value
 *        296    128  buffer
 *
 * Numbers are little-endian; what the state does not use is zero. */
#include "internal.h"

enum {
  AT_WORDS = 8,
  AT_REVISION,
  AT_BUFFERED,
  AT_PARTIAL,
  AT_ZEROS,
  AT_OUTPUT_BITS = 16,
  AT_TWEAK = 24,
  AT_INITIAL = 40
};
enum { AT_CHAIN = AT_INITIAL + 128, AT_BUFFER = AT_CHAIN + 128, END = AT_BUFFER + 128 };

static const uint8_t magic[8] = {'s', 'k', 'e', 'i', 'n', 0, 0, 1};

_Static_assert(END == SKEIN_SAVED_BYTES, "the header states the size");

int skein_save(const struct skein *context, uint8_t saved[SKEIN_SAVED_BYTES]) {
  if (context == NULL || saved == NULL) return SKEIN_BAD_POINTER;
  memset(saved, 0, SKEIN_SAVED_BYTES);
  memcpy(saved, magic, sizeof magic);
  saved[AT_WORDS] = context->words;
  saved[AT_REVISION] = context->revision;
  saved[AT_BUFFERED] = context->buffered;
  saved[AT_PARTIAL] = context->partial;
  skein_store64(saved + AT_OUTPUT_BITS, context->output_bits);
  skein_store64(saved + AT_TWEAK, context->tweak[0]);
  skein_store64(saved + AT_TWEAK + 8, context->tweak[1]);
  skein_store_bytes(saved + AT_INITIAL, context->initial, 8 * (size_t)context->words);
  skein_store_bytes(saved + AT_CHAIN, context->tweak[0] == 0 ? context->initial : context->chain,
                    8 * (size_t)context->words);
  memcpy(saved + AT_BUFFER, context->buffer, context->buffered);
  return SKEIN_OK;
}

static int all_zero(const uint8_t *bytes, size_t length) {
  for (size_t i = 0; i < length; i++) {
    if (bytes[i] != 0) return 0;
  }
  return 1;
}

/* Does the byte have a pad bit after at least one bit? */
static int ends_partially(uint8_t byte) { return (byte & 0x7f) != 0; }

/* Can this have come from skein_save? Position, flags and buffer depend on each other: whole blocks have been
 * processed, and once one has, the buffer is never empty, since the last block waits there. */
static int plausible(const uint8_t *saved) {
  const unsigned words = saved[AT_WORDS], buffered = saved[AT_BUFFERED], partial = saved[AT_PARTIAL];
  const uint64_t position = skein_load64(saved + AT_TWEAK), flags = skein_load64(saved + AT_TWEAK + 8);
  const uint64_t type = SKEIN_TYPE(SKEIN_TYPE_MESSAGE);
  if (memcmp(saved, magic, sizeof magic) != 0 || (words != 4 && words != 8 && words != 16)) return 0;
  const size_t block = 8 * (size_t)words, unused = SKEIN_MAX_BLOCK_BYTES - block;
  return saved[AT_REVISION] <= SKEIN_1_1 && buffered <= block && partial <= 1 &&
         (!partial || (buffered > 0 && ends_partially(saved[AT_BUFFER + buffered - 1]))) &&
         all_zero(saved + AT_ZEROS, 4) && skein_load64(saved + AT_OUTPUT_BITS) > 0 && position % block == 0 &&
         position <= UINT64_MAX - buffered && flags == (position == 0 ? type | SKEIN_FIRST : type) &&
         (position == 0 || buffered > 0) && all_zero(saved + AT_INITIAL + block, unused) &&
         all_zero(saved + AT_CHAIN + block, unused) &&
         all_zero(saved + AT_BUFFER + buffered, SKEIN_MAX_BLOCK_BYTES - buffered) &&
         (position > 0 || memcmp(saved + AT_INITIAL, saved + AT_CHAIN, block) == 0);
}

int skein_load(struct skein *context, const uint8_t saved[SKEIN_SAVED_BYTES]) {
  if (context == NULL || saved == NULL) return SKEIN_BAD_POINTER;
  if (!plausible(saved)) return SKEIN_BAD_STATE;
  memset(context, 0, sizeof *context);
  context->words = saved[AT_WORDS];
  context->revision = saved[AT_REVISION];
  context->buffered = saved[AT_BUFFERED];
  context->partial = saved[AT_PARTIAL];
  context->output_bits = skein_load64(saved + AT_OUTPUT_BITS);
  context->tweak[0] = skein_load64(saved + AT_TWEAK);
  context->tweak[1] = skein_load64(saved + AT_TWEAK + 8);
  for (unsigned i = 0; i < context->words; i++) {
    context->initial[i] = skein_load64(saved + AT_INITIAL + 8 * i);
    context->chain[i] = skein_load64(saved + AT_CHAIN + 8 * i);
  }
  memcpy(context->buffer, saved + AT_BUFFER, context->buffered);
  return SKEIN_OK;
}
