/* SPDX-License-Identifier: Apache-2.0 */
/* One message of Skein-256 in scalar registers of x86-64 with BMI2.
 *
 * With two MIX side by side the words leave no time to spare: each round is an addition and an exclusive or, one after
 * the other, and a rotation beside the addition that only two of the ports can do. Which port an instruction gets
 * depends on its place; the order here is the fastest that a search found on an Intel Rocket Lake (family 6, model 167,
 * as it says of itself). rorx does not overwrite its operand and so leaves the order free; asm statements keep
 * compilers from changing it. */
#include "groups_256.h"
#include "internal.h"
#include "kernel.h"

#if defined(SKEIN_WITHOUT_ASM)
#define ADD(x, y) x += y;
#define XOR(x, y) x ^= y;
#define ROTATE(z, x, r) z = x << (r) | x >> (64 - (r));
#define SUM(z, x, y) z = x + y;
#define SUM_CONSTANT(z, x, s) z = x + (s);
#else
#define ADD(x, y) __asm__ volatile("add %1, %0" : "+r"(x) : "r"(y) : "cc");
#define XOR(x, y) __asm__ volatile("xor %1, %0" : "+r"(x) : "r"(y) : "cc");
#define ROTATE(z, x, r) __asm__ volatile("rorx %2, %1, %0" : "=r"(z) : "r"(x), "i"(64 - (r)));
#define SUM(z, x, y) __asm__ volatile("lea (%1, %2), %0" : "=r"(z) : "r"(x), "r"(y));
#define SUM_CONSTANT(z, x, s) __asm__ volatile("lea %c2(%1), %0" : "=r"(z) : "r"(x), "i"(s));
#endif

/* The steps of MIX of words a and b; XOR comes last and makes b what the rotation left in h. */
#define MIX_XOR(a, b) \
  x##b = h##b;        \
  XOR(x##b, x##a)

/* clang-format off */
#define GROUP(s, a, b, c, d, m, n, r00, r01, r10, r11, r20, r21, r30, r31)                      \
  ADD(x0, k##a) SUM(g1, k##b, t##m) SKEIN_WAIT SUM_CONSTANT(g3, k##d, s) SUM(g2, k##c, t##n)    \
  ADD(x1, g1) ADD(x2, g2) ADD(x3, g3)                                                           \
  ROTATE(h1, x1, r00) ADD(x0, x1) ADD(x2, x3) ROTATE(h3, x3, r01) MIX_XOR(0, 1) MIX_XOR(2, 3)   \
  ROTATE(h1, x1, r11) ADD(x2, x1) ADD(x0, x3) ROTATE(h3, x3, r10) MIX_XOR(2, 1) MIX_XOR(0, 3)   \
  ROTATE(h1, x1, r20) ADD(x0, x1) ADD(x2, x3) ROTATE(h3, x3, r21) MIX_XOR(0, 1) SKEIN_WAIT MIX_XOR(2, 3) \
  ADD(x2, x1) ROTATE(h3, x3, r30) ADD(x0, x3) MIX_XOR(0, 3) ROTATE(h1, x1, r31) MIX_XOR(2, 1)

#define LAST(s, a, b, c, d, m, n)                                      \
  SUM(g1, k##b, t##m) SUM(g2, k##c, t##n) SUM_CONSTANT(g3, k##d, s)    \
  ADD(x0, k##a) ADD(x1, g1) ADD(x2, g2) ADD(x3, g3)
/* clang-format on */

void skein_bmi2_blocks_256(const uint64_t *from, uint64_t *chain, uint64_t tweak[2], const uint8_t *blocks,
                           size_t count, uint64_t parity, unsigned output) {
  uint64_t k0 = from[0], k1 = from[1], k2 = from[2], k3 = from[3];
  uint64_t t0 = tweak[0], t1 = tweak[1], g1, g2, g3, h1, h3;
  for (size_t left = count + output; left > 0; left--, blocks += 32) {
    if (left == 1 && output) {
      blocks = skein_counter_zero;
      t0 = SKEIN_OUTPUT_POSITION(256);
      t1 = SKEIN_OUTPUT_FLAGS;
    }
    t0 += 32;
    const uint64_t t2 = t0 ^ t1, k4 = k0 ^ k1 ^ k2 ^ k3 ^ parity;
    uint64_t x0 = skein_load64(blocks), x1 = skein_load64(blocks + 8);
    uint64_t x2 = skein_load64(blocks + 16), x3 = skein_load64(blocks + 24);
    SKEIN_GROUPS_256(GROUP, LAST)
    k0 = x0 ^ skein_load64(blocks);
    k1 = x1 ^ skein_load64(blocks + 8);
    k2 = x2 ^ skein_load64(blocks + 16);
    k3 = x3 ^ skein_load64(blocks + 24);
    t1 &= ~SKEIN_FIRST;
  }
  chain[0] = k0;
  chain[1] = k1;
  chain[2] = k2;
  chain[3] = k3;
  tweak[0] = t0;
  tweak[1] = t1;
}

static int available(void) { return __builtin_cpu_supports("bmi2"); }

const struct skein_kernel skein_bmi2_kernel = {
    .name = "bmi2",
    .available = available,
    .blocks = {skein_bmi2_blocks_256, NULL, NULL},
};
