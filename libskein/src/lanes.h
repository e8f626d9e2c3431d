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
 *     WITHOUT_1024                if it wants no functions for Skein-1024
 *     WITHOUT_EXTRA               if it wants none with an extra message, and no LANES_FUNCTIONS: lanes_256 and so on
 * alone and gets the functions of LANES_FUNCTIONS, which are made of lanes_size.h: for vectors alone, and for vectors
 * and one more message in scalar registers, whose instructions fill the ports that vectors leave idle. The names of
 * what belongs to that message begin with extra_, its words of the state are x, its key y, its tweak u.
 *
 * The compiler is expected to see that k_j + t_n comes again, in the next subkey and nine (15, 51) later. */
#ifndef SKEIN_LANES_H
#define SKEIN_LANES_H

#include "internal.h"
#include "kernel.h"
#include "schedule_1024.h"
#include "schedule_256.h"
#include "schedule_512.h"
#include "words.h"

/* The steps of Threefish, of the vectors and of the extra message. */
#define KEY(i, j)         \
  v##i = ADD(v##i, k[j]); \
  if (EXTRA) x##i += y[j];
#define KEY_TWEAK(i, j, n)           \
  v##i = ADD(v##i, ADD(k[j], t[n])); \
  if (EXTRA) x##i += y[j] + u[n];
#define KEY_ROUND(i, j, s)              \
  v##i = ADD(v##i, ADD(k[j], SAME(s))); \
  if (EXTRA) x##i += y[j] + s;
#define MIX(a, b, r)                                  \
  v##a = ADD(v##a, v##b);                             \
  SKEIN_KEEP(REGISTER, v##a);                         \
  v##b = XOR(ROTATE(v##b, r), v##a);                  \
  if (EXTRA) {                                        \
    x##a += x##b;                                     \
    SKEIN_KEEP("r", x##a);                            \
    x##b = (x##b << (r) | x##b >> (64 - (r))) ^ x##a; \
  }

/* Of word i. */
#define LOAD_CHAIN(i) k[i] = LOAD(lanes->chain[i]);
#define SAME_CHAIN(i) k[i] = SAME((long long)lanes->initial[i]);
#define STORE_CHAIN(i) STORE(lanes->chain[i], k[i]);
#define XOR_KEY(i) k[WORDS] = XOR(k[WORDS], k[i]);
#define FIRST_WORD(i) vector v##i = m[i];
#define FEED_FORWARD(i) k[i] = XOR(v##i, m[i]);

#define EXTRA_LOAD_CHAIN(i) y[i] = (lanes->initial != NULL ? lanes->initial : lanes->extra_chain)[i];
#define EXTRA_STORE_CHAIN(i) lanes->extra_chain[i] = y[i];
#define EXTRA_XOR_KEY(i) ^y[i]
#define EXTRA_FIRST_WORD(i) uint64_t x##i = EXTRA ? skein_load64(extra_blocks + 8 * i) : 0;
#define EXTRA_FEED_FORWARD(i) y[i] = x##i ^ skein_load64(extra_blocks + 8 * i);

#define BITS 256
#define EXTRA 0
#include "lanes_size.h"
#undef BITS
#define BITS 512
#include "lanes_size.h"
#undef BITS
#ifndef WITHOUT_1024
#define LANES_1024 lanes_1024
#define BITS 1024
#include "lanes_size.h"
#undef BITS
#else
#define LANES_1024 NULL
#endif
#undef EXTRA

#ifndef WITHOUT_EXTRA
#define BITS 256
#define EXTRA 1
#include "lanes_size.h"
#undef BITS
#define BITS 512
#include "lanes_size.h"
#endif

/* The 33 words of an extra message of Skein-1024 are too many for the scalar registers: with it the avx512 kernel took
 * 3.0 cycles per byte on an AMD Zen 4, without it 1.4. */
#define LANES_FUNCTIONS                                                                                 \
  .lanes = {lanes_256, lanes_512, LANES_1024}, .lanes_extra = {lanes_extra_256, lanes_extra_512, NULL}, \
  .vector_lanes = {LANES, LANES, LANES}

#endif
