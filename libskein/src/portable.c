/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel for any processor: 64-bit words in C, all rounds unrolled. */
#include "internal.h"
#include "kernel.h"
#include "schedule_1024.h"
#include "schedule_256.h"
#include "schedule_512.h"

/* v_i += sum, which is computed apart. */
#define ADD_SUM(i, sum)    \
  {                        \
    uint64_t z = sum;      \
    SKEIN_KEEP("r", z);    \
    v##i += z;             \
    SKEIN_KEEP("r", v##i); \
  }

#define KEY(i, j) ADD_SUM(i, k[j])
#define KEY_TWEAK(i, j, n) ADD_SUM(i, k[j] + t[n])
#define KEY_ROUND(i, j, s) ADD_SUM(i, k[j] + s)
#define MIX(a, b, r)     \
  v##a += v##b;          \
  SKEIN_KEEP("r", v##a); \
  v##b = (v##b << (r) | v##b >> (64 - (r))) ^ v##a;

#define UNKEY(i, j) v##i -= k[j];
#define UNKEY_TWEAK(i, j, n) v##i -= k[j] + t[n];
#define UNKEY_ROUND(i, j, s) v##i -= k[j] + s;
#define UNMIX(a, b, r)                     \
  v##b ^= v##a;                            \
  v##b = v##b >> (r) | v##b << (64 - (r)); \
  SKEIN_KEEP("r", v##b);                   \
  v##a -= v##b;

/* X applied to the number of each word. */
#define WORDS_256(X) X(0) X(1) X(2) X(3)
#define WORDS_512(X) WORDS_256(X) X(4) X(5) X(6) X(7)
#define WORDS_1024(X) WORDS_512(X) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15)

#define LOAD_KEY(i) k[i] = from[i];
#define ADD_PARITY(i) ^k[i]
#define LOAD_WORD(i) uint64_t v##i = skein_load64(blocks + 8 * i);
#define FEED_FORWARD(i) k[i] = v##i ^ skein_load64(blocks + 8 * i);
#define STORE_KEY(i) chain[i] = k[i];
#define TAKE_WORD(i) uint64_t v##i = state[i];
#define GIVE_WORD(i) state[i] = v##i;
#define COPY_KEY(i) k[i] = key[i];

#define KERNEL(bits)                                                                                                  \
  static void blocks_##bits(const uint64_t *from, uint64_t *chain, uint64_t tweak[2], const uint8_t *blocks,          \
                            size_t count, uint64_t parity, unsigned output) {                                         \
    uint64_t k[bits / 64 + 1], t[3];                                                                                  \
    WORDS_##bits(LOAD_KEY) t[0] = tweak[0];                                                                           \
    t[1] = tweak[1];                                                                                                  \
    for (size_t left = count + output; left > 0; left--, blocks += bits / 8) {                                        \
      if (left == 1 && output) {                                                                                      \
        blocks = skein_counter_zero;                                                                                  \
        t[0] = SKEIN_OUTPUT_POSITION(bits);                                                                           \
        t[1] = SKEIN_OUTPUT_FLAGS;                                                                                    \
      }                                                                                                               \
      t[0] += bits / 8;                                                                                               \
      t[2] = t[0] ^ t[1];                                                                                             \
      k[bits / 64] = parity WORDS_##bits(ADD_PARITY);                                                                 \
      WORDS_##bits(LOAD_WORD) SKEIN_ENCRYPT_##bits(KEY, KEY_TWEAK, KEY_ROUND, MIX) WORDS_##bits(FEED_FORWARD) t[1] &= \
          ~SKEIN_FIRST;                                                                                               \
    }                                                                                                                 \
    WORDS_##bits(STORE_KEY) tweak[0] = t[0];                                                                          \
    tweak[1] = t[1];                                                                                                  \
  }                                                                                                                   \
  static void encrypt_##bits(uint64_t parity, const uint64_t *key, const uint64_t *tweak, uint64_t *state) {          \
    uint64_t k[bits / 64 + 1];                                                                                        \
    const uint64_t t[3] = {tweak[0], tweak[1], tweak[0] ^ tweak[1]};                                                  \
    WORDS_##bits(COPY_KEY) k[bits / 64] = parity WORDS_##bits(ADD_PARITY);                                            \
    WORDS_##bits(TAKE_WORD) SKEIN_ENCRYPT_##bits(KEY, KEY_TWEAK, KEY_ROUND, MIX) WORDS_##bits(GIVE_WORD)              \
  }                                                                                                                   \
  static void decrypt_##bits(uint64_t parity, const uint64_t *key, const uint64_t *tweak, uint64_t *state) {          \
    uint64_t k[bits / 64 + 1];                                                                                        \
    const uint64_t t[3] = {tweak[0], tweak[1], tweak[0] ^ tweak[1]};                                                  \
    WORDS_##bits(COPY_KEY) k[bits / 64] = parity WORDS_##bits(ADD_PARITY);                                            \
    WORDS_##bits(TAKE_WORD) SKEIN_DECRYPT_##bits(UNKEY, UNKEY_TWEAK, UNKEY_ROUND, UNMIX) WORDS_##bits(GIVE_WORD)      \
  }

KERNEL(256)
KERNEL(512)
KERNEL(1024)

void skein_fast_encrypt(unsigned words, uint64_t parity, const uint64_t *key, const uint64_t tweak[2],
                        uint64_t *state) {
  switch (words) {
    case 4: encrypt_256(parity, key, tweak, state); break;
    case 8: encrypt_512(parity, key, tweak, state); break;
    default: encrypt_1024(parity, key, tweak, state); break;
  }
}

void skein_fast_decrypt(unsigned words, uint64_t parity, const uint64_t *key, const uint64_t tweak[2],
                        uint64_t *state) {
  switch (words) {
    case 4: decrypt_256(parity, key, tweak, state); break;
    case 8: decrypt_512(parity, key, tweak, state); break;
    default: decrypt_1024(parity, key, tweak, state); break;
  }
}

static int available(void) { return 1; }

const struct skein_kernel skein_portable_kernel = {
    .name = "portable",
    .available = available,
    .blocks = {blocks_256, blocks_512, blocks_1024},
};
