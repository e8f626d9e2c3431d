/* SPDX-License-Identifier: Apache-2.0 */
/* UBI chaining (section 3.4) over the kernels. */
#include "internal.h"
#include "kernel.h"

static void compact_blocks(unsigned words, unsigned revision, const uint64_t *from, uint64_t *chain, uint64_t tweak[2],
                           const uint8_t *blocks, size_t count) {
  uint64_t block[SKEIN_MAX_WORDS], state[SKEIN_MAX_WORDS];
  skein_copy_words(chain, from, words);
  for (; count > 0; count--, blocks += 8 * words) {
    tweak[0] += 8 * words;
    for (unsigned i = 0; i < words; i++) state[i] = block[i] = skein_load64(blocks + 8 * i);
    skein_compact_encrypt(words, revision, chain, tweak, state);
    for (unsigned i = 0; i < words; i++) chain[i] = state[i] ^ block[i];
    tweak[1] &= ~SKEIN_FIRST;
  }
}

void skein_blocks(unsigned words, unsigned revision, const uint64_t *from, uint64_t *chain, uint64_t tweak[2],
                  const uint8_t *blocks, size_t count, unsigned output) {
  if (revision == SKEIN_1_1) {
    compact_blocks(words, revision, from, chain, tweak, blocks, count);
    if (output) skein_output_block(words, revision, chain);
    return;
  }
  const unsigned size = skein_size_index(words);
  skein_way_of_one(size)->kernel->blocks[size](from, chain, tweak, blocks, count,
                                               revision == SKEIN_1_3 ? SKEIN_PARITY_1_3 : SKEIN_PARITY_1_2, output);
}

void skein_last_block(unsigned words, unsigned revision, const uint64_t *from, uint64_t *chain, uint64_t tweak[2],
                      uint8_t *block, size_t length, unsigned output) {
  if (length < 8 * words) memset(block + length, 0, 8 * words - length);
  /* The kernel adds a whole block to the position. */
  tweak[0] += (uint64_t)length - 8 * words;
  tweak[1] |= SKEIN_FINAL;
  skein_blocks(words, revision, from, chain, tweak, block, 1, output);
}

void skein_ubi(unsigned words, unsigned revision, const uint64_t *from, uint64_t *chain, uint64_t position,
               uint64_t type, const uint8_t *data, size_t length, unsigned output) {
  const size_t block = 8 * words;
  const size_t whole = length == 0 ? 0 : (length - 1) / block;
  uint64_t tweak[2] = {position, type | SKEIN_FIRST};
  uint8_t last[SKEIN_MAX_BLOCK_BYTES];
  if (whole > 0) {
    skein_blocks(words, revision, from, chain, tweak, data, whole, 0);
    from = chain;
  }
  if (length > 0) memcpy(last, data + whole * block, length - whole * block);
  skein_last_block(words, revision, from, chain, tweak, last, length - whole * block, output);
  skein_wipe_inline(last, sizeof last);
}

const uint8_t skein_counter_zero[SKEIN_MAX_BLOCK_BYTES];

void skein_output_block(unsigned words, unsigned revision, uint64_t *chain) {
  uint64_t tweak[2] = {SKEIN_OUTPUT_POSITION(64 * words), SKEIN_OUTPUT_FLAGS};
  skein_blocks(words, revision, chain, chain, tweak, skein_counter_zero, 1, 0);
}
