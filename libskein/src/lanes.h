/* SPDX-License-Identifier: Apache-2.0 */
/* Several messages side by side: word i of all lanes is one vector, and the steps are those of the scalar kernel.
 *
 * A file that includes this one has defined, for its instruction set:
 *     vector                      type of LANES 64-bit words
 *     ADD, XOR, ANDNOT, ROTATE    a + b, a ^ b, ~a & b, a <<< constant
 *     SAME(x)                     x in every lane
 *     TIMES(x)                    0, x, 2x, ... in the lanes
 *     LOAD, STORE                 aligned
 *     LANES                       of a vector
 *     REGISTER                    letter of asm constraints for vectors
 *     load_words(m, blocks, at)   words 0 .. 3 at byte `at` of every lane's blocks
 * and gets the functions of LANES_FUNCTIONS: for vectors alone, and for vectors and one more message in scalar
 * registers, whose instructions fill the ports that vectors leave idle.
 *
 * The compiler is expected to see that k_j + t_n comes again, in the next subkey and nine (15, 51) later. */
#ifndef SKEIN_LANES_H
#define SKEIN_LANES_H

#include "internal.h"
#include "kernel.h"
#include "schedule_1024.h"
#include "schedule_256.h"
#include "schedule_512.h"

#define KEY(i, j) v##i = ADD(v##i, k[j]);
#define KEY_TWEAK(i, j, n) v##i = ADD(v##i, ADD(k[j], t[n]));
#define KEY_ROUND(i, j, s) v##i = ADD(v##i, ADD(k[j], SAME(s)));
#define MIX(a, b, r)          \
  v##a = ADD(v##a, v##b);     \
  SKEIN_KEEP(REGISTER, v##a); \
  v##b = XOR(ROTATE(v##b, r), v##a);

#define EXTRA_KEY(i, j) KEY(i, j) x##i += y[j];
#define EXTRA_KEY_TWEAK(i, j, n) KEY_TWEAK(i, j, n) x##i += y[j] + u[n];
#define EXTRA_KEY_ROUND(i, j, s) KEY_ROUND(i, j, s) x##i += y[j] + s;
#define EXTRA_MIX(a, b, r) \
  MIX(a, b, r)             \
  x##a += x##b;            \
  SKEIN_KEEP("r", x##a);   \
  x##b = (x##b << (r) | x##b >> (64 - (r))) ^ x##a;

#define WORDS_256(X) X(0) X(1) X(2) X(3)
#define WORDS_512(X) WORDS_256(X) X(4) X(5) X(6) X(7)
#define WORDS_1024(X) WORDS_512(X) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15)

#define LOAD_CHAIN(i) k[i] = LOAD(lanes->chain[i]);
#define STORE_CHAIN(i) STORE(lanes->chain[i], k[i]);
#define SAME_CHAIN(i) k[i] = SAME((long long)lanes->initial[i]);
#define ADD_PARITY(i) c = XOR(c, k[i]);
#define FIRST_WORD(i) vector v##i = m[i];
#define FEED_FORWARD(i) k[i] = XOR(v##i, m[i]);

#define EXTRA_LOAD_CHAIN(i) y[i] = (lanes->initial != NULL ? lanes->initial : lanes->extra_chain)[i];
#define EXTRA_STORE_CHAIN(i) lanes->extra_chain[i] = y[i];
#define EXTRA_ADD_PARITY(i) z ^= y[i];
#define EXTRA_FIRST_WORD(i) uint64_t x##i = skein_load64(extra + 8 * i);
#define EXTRA_FEED_FORWARD(i) y[i] = x##i ^ skein_load64(extra + 8 * i);

#define NOTHING(...)
#define ALL(...) __VA_ARGS__

/* EXTRA is ALL or NOTHING, and what is in it belongs to the message in scalar registers. */
#define LANES_KERNEL(name, bits, EXTRA, KEY, KEY_TWEAK, KEY_ROUND, MIX)                                \
  static void name(struct skein_lanes *lanes, size_t count, uint64_t parity) {                         \
    vector k[bits / 64 + 1], t[3], m[bits / 64];                                                       \
    const uint8_t *blocks[LANES];                                                                      \
    size_t at = 0;                                                                                     \
    EXTRA(uint64_t y[bits / 64 + 1], u[3]; const uint8_t *extra = lanes->extra_blocks;)                \
    for (unsigned lane = 0; lane < LANES; lane++) blocks[lane] = lanes->blocks[lane];                  \
    if (lanes->initial != NULL) {                                                                      \
      WORDS_##bits(SAME_CHAIN) t[0] = ADD(SAME((long long)lanes->tweak[0][0]), TIMES(lanes->stride));  \
      t[1] = SAME((long long)lanes->tweak[1][0]);                                                      \
    } else {                                                                                           \
      WORDS_##bits(LOAD_CHAIN) t[0] = LOAD(lanes->tweak[0]);                                           \
      t[1] = LOAD(lanes->tweak[1]);                                                                    \
    }                                                                                                  \
    EXTRA(WORDS_##bits(EXTRA_LOAD_CHAIN) u[0] = lanes->extra_tweak[0]; u[1] = lanes->extra_tweak[1];)  \
    for (size_t left = count + (lanes->output != 0); left > 0; left--) {                               \
      t[0] = ADD(t[0], SAME(bits / 8));                                                                \
      EXTRA(u[0] += bits / 8;)                                                                         \
      if (left == 1 && lanes->output) {                                                                \
        at = 0;                                                                                        \
        for (unsigned lane = 0; lane < LANES; lane++) blocks[lane] = skein_counter_zero;               \
        t[0] = SAME(8);                                                                                \
        t[1] = SAME((long long)SKEIN_OUTPUT_FLAGS);                                                    \
        EXTRA(extra = skein_counter_zero; u[0] = 8; u[1] = SKEIN_OUTPUT_FLAGS;)                        \
      }                                                                                                \
      t[2] = XOR(t[0], t[1]);                                                                          \
      vector c = SAME((long long)parity);                                                              \
      WORDS_##bits(ADD_PARITY) k[bits / 64] = c;                                                       \
      EXTRA(u[2] = u[0] ^ u[1]; uint64_t z = parity; WORDS_##bits(EXTRA_ADD_PARITY) y[bits / 64] = z;) \
      for (unsigned i = 0; i < bits / 64; i += 4) load_words(m + i, blocks, at + 8 * i);               \
      WORDS_##bits(FIRST_WORD) EXTRA(WORDS_##bits(EXTRA_FIRST_WORD))                                   \
          SKEIN_ENCRYPT_##bits(KEY, KEY_TWEAK, KEY_ROUND, MIX) WORDS_##bits(FEED_FORWARD) t[1] =       \
              ANDNOT(SAME((long long)SKEIN_FIRST), t[1]);                                              \
      EXTRA(WORDS_##bits(EXTRA_FEED_FORWARD) u[1] &= ~SKEIN_FIRST; extra += bits / 8;)                 \
      at += bits / 8;                                                                                  \
    }                                                                                                  \
    WORDS_##bits(STORE_CHAIN) STORE(lanes->tweak[0], t[0]);                                            \
    STORE(lanes->tweak[1], t[1]);                                                                      \
    EXTRA(WORDS_##bits(EXTRA_STORE_CHAIN) lanes->extra_tweak[0] = u[0]; lanes->extra_tweak[1] = u[1];) \
  }

#define VECTORS_ALONE(bits) LANES_KERNEL(lanes_##bits, bits, NOTHING, KEY, KEY_TWEAK, KEY_ROUND, MIX)
#define VECTORS_AND_EXTRA(bits) \
  LANES_KERNEL(lanes_extra_##bits, bits, ALL, EXTRA_KEY, EXTRA_KEY_TWEAK, EXTRA_KEY_ROUND, EXTRA_MIX)

VECTORS_ALONE(256)
VECTORS_ALONE(512)
VECTORS_ALONE(1024)
VECTORS_AND_EXTRA(256)
VECTORS_AND_EXTRA(512)

/* What they are in a struct skein_kernel. The 33 words of an extra message of Skein-1024 are too many for the scalar
 * registers: with it the avx512 kernel took 3.0 cycles per byte on an AMD Zen 4, without it 1.4. */
#define LANES_FUNCTIONS                                                                                 \
  .lanes = {lanes_256, lanes_512, lanes_1024}, .lanes_extra = {lanes_extra_256, lanes_extra_512, NULL}, \
  .vector_lanes = {LANES, LANES, LANES}

#endif
