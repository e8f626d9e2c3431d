/* SPDX-License-Identifier: Apache-2.0 */
/* Threefish (section 3.3), any size and version in a loop over tables, and its public interface. */
#include "constants.h"
#include "internal.h"
#include "kernel.h"

static inline uint64_t rotate_left(uint64_t x, unsigned bits) { return x << bits | x >> (64 - bits); }
static inline uint64_t rotate_right(uint64_t x, unsigned bits) { return x >> bits | x << (64 - bits); }

/* k_0 .. k_{N_w} and t_0 .. t_2 (section 3.3.2). */
struct schedule {
  unsigned words;
  uint64_t k[SKEIN_MAX_WORDS + 1], t[3];
};

static void expand(struct schedule *schedule, unsigned words, unsigned revision, const uint64_t *key,
                   const uint64_t tweak[2]) {
  schedule->words = words;
  schedule->k[words] = revision == SKEIN_1_3 ? SKEIN_PARITY_1_3 : SKEIN_PARITY_1_2;
  for (unsigned i = 0; i < words; i++) {
    schedule->k[i] = key[i];
    schedule->k[words] ^= key[i];
  }
  schedule->t[0] = tweak[0];
  schedule->t[1] = tweak[1];
  schedule->t[2] = tweak[0] ^ tweak[1];
}

/* Word i of subkey s. */
static uint64_t subkey_word(const struct schedule *schedule, unsigned s, unsigned i) {
  const unsigned words = schedule->words;
  uint64_t word = schedule->k[(s + i) % (words + 1)];
  if (i == words - 3) word += schedule->t[s % 3];
  if (i == words - 2) word += schedule->t[(s + 1) % 3];
  if (i == words - 1) word += s;
  return word;
}

static const uint8_t *rotations(unsigned words, unsigned revision, unsigned round) {
  return skein_rotations[revision == SKEIN_1_1][skein_size_index(words)][round % 8];
}

void skein_compact_encrypt(unsigned words, unsigned revision, const uint64_t *key, const uint64_t tweak[2],
                           uint64_t *state) {
  const uint8_t *permutation = skein_permutations[skein_size_index(words)];
  const unsigned rounds = skein_rounds[skein_size_index(words)];
  struct schedule schedule;
  uint64_t mixed[SKEIN_MAX_WORDS];
  expand(&schedule, words, revision, key, tweak);
  for (unsigned round = 0; round < rounds; round++) {
    const uint8_t *rotation = rotations(words, revision, round);
    if (round % 4 == 0) {
      for (unsigned i = 0; i < words; i++) state[i] += subkey_word(&schedule, round / 4, i);
    }
    for (unsigned i = 0; i < words; i += 2) {
      mixed[i] = state[i] + state[i + 1];
      mixed[i + 1] = rotate_left(state[i + 1], rotation[i / 2]) ^ mixed[i];
    }
    for (unsigned i = 0; i < words; i++) state[i] = mixed[permutation[i]];
  }
  for (unsigned i = 0; i < words; i++) state[i] += subkey_word(&schedule, rounds / 4, i);
  skein_wipe(&schedule, sizeof schedule);
  skein_wipe(mixed, sizeof mixed);
}

void skein_compact_decrypt(unsigned words, unsigned revision, const uint64_t *key, const uint64_t tweak[2],
                           uint64_t *state) {
  const uint8_t *permutation = skein_permutations[skein_size_index(words)];
  const unsigned rounds = skein_rounds[skein_size_index(words)];
  struct schedule schedule;
  uint64_t mixed[SKEIN_MAX_WORDS];
  expand(&schedule, words, revision, key, tweak);
  for (unsigned i = 0; i < words; i++) state[i] -= subkey_word(&schedule, rounds / 4, i);
  for (unsigned round = rounds; round-- > 0;) {
    const uint8_t *rotation = rotations(words, revision, round);
    for (unsigned i = 0; i < words; i++) mixed[permutation[i]] = state[i];
    for (unsigned i = 0; i < words; i += 2) {
      state[i + 1] = rotate_right(mixed[i] ^ mixed[i + 1], rotation[i / 2]);
      state[i] = mixed[i] - state[i + 1];
    }
    if (round % 4 == 0) {
      for (unsigned i = 0; i < words; i++) state[i] -= subkey_word(&schedule, round / 4, i);
    }
  }
  skein_wipe(&schedule, sizeof schedule);
  skein_wipe(mixed, sizeof mixed);
}

int threefish_init(struct threefish *cipher, unsigned block_bits, const void *key, enum skein_revision revision) {
  if (cipher == NULL || key == NULL) return SKEIN_BAD_POINTER;
  if (block_bits != 256 && block_bits != 512 && block_bits != 1024) return SKEIN_BAD_BLOCK_SIZE;
  if ((unsigned)revision > SKEIN_1_1) return SKEIN_BAD_REVISION;
  memset(cipher, 0, sizeof *cipher);
  cipher->words = (uint8_t)(block_bits / 64);
  cipher->revision = (uint8_t)revision;
  for (unsigned i = 0; i < cipher->words; i++) cipher->key[i] = skein_load64((const uint8_t *)key + 8 * i);
  return SKEIN_OK;
}

/* Run a block through `transform`. */
static int apply(const struct threefish *cipher, const uint8_t tweak[16], const void *input, void *output,
                 void (*transform)(unsigned, unsigned, const uint64_t *, const uint64_t *, uint64_t *)) {
  if (cipher == NULL || input == NULL || output == NULL) return SKEIN_BAD_POINTER;
  uint64_t t[2] = {0, 0}, state[SKEIN_MAX_WORDS];
  if (tweak != NULL) {
    t[0] = skein_load64(tweak);
    t[1] = skein_load64(tweak + 8);
  }
  for (unsigned i = 0; i < cipher->words; i++) state[i] = skein_load64((const uint8_t *)input + 8 * i);
  transform(cipher->words, cipher->revision, cipher->key, t, state);
  skein_store_bytes(output, state, 8 * (size_t)cipher->words);
  skein_wipe(state, sizeof state);
  return SKEIN_OK;
}

static void encrypt(unsigned words, unsigned revision, const uint64_t *key, const uint64_t *tweak, uint64_t *state) {
  if (revision == SKEIN_1_1)
    skein_compact_encrypt(words, revision, key, tweak, state);
  else
    skein_fast_encrypt(words, revision == SKEIN_1_3 ? SKEIN_PARITY_1_3 : SKEIN_PARITY_1_2, key, tweak, state);
}

static void decrypt(unsigned words, unsigned revision, const uint64_t *key, const uint64_t *tweak, uint64_t *state) {
  if (revision == SKEIN_1_1)
    skein_compact_decrypt(words, revision, key, tweak, state);
  else
    skein_fast_decrypt(words, revision == SKEIN_1_3 ? SKEIN_PARITY_1_3 : SKEIN_PARITY_1_2, key, tweak, state);
}

int threefish_encrypt(const struct threefish *cipher, const uint8_t tweak[16], const void *input, void *output) {
  return apply(cipher, tweak, input, output, encrypt);
}

int threefish_decrypt(const struct threefish *cipher, const uint8_t tweak[16], const void *input, void *output) {
  return apply(cipher, tweak, input, output, decrypt);
}
