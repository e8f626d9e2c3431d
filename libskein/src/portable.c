/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel for any processor: 64-bit words in C, all rounds unrolled. The compiler chooses the order of instructions;
 * it is tuned for no microarchitecture. */
#include "internal.h"
#include "kernel.h"
#include "schedule_1024.h"
#include "schedule_256.h"
#include "schedule_512.h"
#include "words.h"

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

/* Of word i. */
#define LOAD_CHAIN(i) k[i] = from[i];
#define STORE_CHAIN(i) chain[i] = k[i];
#define XOR_KEY(i) ^k[i]
#define LOAD_WORD(i) uint64_t v##i = skein_load64(blocks + 8 * i);
#define FEED_FORWARD(i) k[i] = v##i ^ skein_load64(blocks + 8 * i);
#define TAKE_KEY(i) k[i] = key[i];
#define TAKE_WORD(i) uint64_t v##i = state[i];
#define GIVE_WORD(i) state[i] = v##i;

#define BITS 256
#include "portable_size.h"
#undef BITS
#define BITS 512
#include "portable_size.h"
#undef BITS
#define BITS 1024
#include "portable_size.h"

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
