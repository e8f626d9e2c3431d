/* SPDX-License-Identifier: Apache-2.0 */
/* An experiment: would kernels in SSE2 pay on processors without AVX2? Two messages side by side, and two with a third
 * in scalar registers, by the template of the other kernels, beside the portable kernel, which takes them one after the
 * other. Every chaining value is compared. The library has no such kernel; docs/software.md tells what came out.
 *
 *     cc -O3 -march=x86-64 -D_DEFAULT_SOURCE -DSKEIN_BUILDING -Iinclude -Isrc -Isrc/generated \
 *       benchmark/sse2_trial.c src/portable.c -o sse2-trial && ./sse2-trial [ROUNDS]
 *
 * from the folder libskein, on x86-64. The three are timed in turn, and of each the shortest time counts. The unit is
 * ticks of the time-stamp counter for each byte of all messages together: ratios compare, cycles they are not. */
#include <emmintrin.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef __m128i vector;

#define LANES 2
#define REGISTER "x"
#define ADD _mm_add_epi64
#define XOR _mm_xor_si128
#define ANDNOT _mm_andnot_si128
#define ROTATE(x, r) _mm_or_si128(_mm_slli_epi64(x, r), _mm_srli_epi64(x, 64 - (r)))
#define SAME _mm_set1_epi64x
#define TIMES(x) _mm_set_epi64x((long long)(x), 0)
#define LOAD(p) _mm_load_si128((const __m128i *)(p))
#define STORE(p, v) _mm_store_si128((__m128i *)(p), v)

static inline void load_words(vector m[4], const uint8_t *const *blocks, size_t at) {
  for (unsigned i = 0; i < 4; i += 2) {
    const vector a = _mm_loadu_si128((const __m128i *)(blocks[0] + at + 8 * i));
    const vector b = _mm_loadu_si128((const __m128i *)(blocks[1] + at + 8 * i));
    m[i] = _mm_unpacklo_epi64(a, b);
    m[i + 1] = _mm_unpackhi_epi64(a, b);
  }
}

#include "lanes.h"

static const struct skein_kernel sse2 = {.name = "sse2", LANES_FUNCTIONS};

#define MESSAGES (LANES + 1)
#define BYTES 8192
#define WAYS 3

const uint8_t skein_counter_zero[SKEIN_MAX_BLOCK_BYTES] = {0}; /* of ubi.c, which is not linked */

static uint8_t data[MESSAGES][BYTES];
static uint64_t chains[MESSAGES][SKEIN_MAX_WORDS];

static void wrong(unsigned size, unsigned lane) {
  printf("wrong: Skein-%u, message %u\n", 256u << size, lane);
  exit(1);
}

static uint64_t one_by_one(unsigned size) {
  memset(chains, 0, sizeof chains);
  const uint64_t begin = __builtin_ia32_rdtsc();
  for (unsigned i = 0; i < MESSAGES; i++) {
    uint64_t tweak[2] = {0, 0};
    skein_portable_kernel.blocks[size](chains[i], chains[i], tweak, data[i], BYTES >> (size + 5), SKEIN_PARITY_1_3, 0);
  }
  return __builtin_ia32_rdtsc() - begin;
}

static uint64_t side_by_side(unsigned size, int extra) {
  struct skein_lanes lanes;
  memset(&lanes, 0, sizeof lanes);
  for (unsigned i = 0; i < LANES; i++) lanes.blocks[i] = data[i];
  lanes.extra_blocks = data[LANES];
  const uint64_t begin = __builtin_ia32_rdtsc();
  (extra ? sse2.lanes_extra : sse2.lanes)[size](&lanes, BYTES >> (size + 5), SKEIN_PARITY_1_3);
  const uint64_t time = __builtin_ia32_rdtsc() - begin;
  for (unsigned word = 0; word < 4u << size; word++) {
    for (unsigned i = 0; i < LANES; i++) {
      if (lanes.chain[word][i] != chains[i][word]) wrong(size, i);
    }
    if (extra && lanes.extra_chain[word] != chains[LANES][word]) wrong(size, LANES);
  }
  return time;
}

int main(int count, char **arguments) {
  const int rounds = count > 1 ? atoi(arguments[1]) : 500;
  for (unsigned i = 0; i < sizeof data; i++) data[i / BYTES][i % BYTES] = (uint8_t)(i * 167 >> 3);
  puts("ticks per byte: one by one, two in SSE2, two in SSE2 and one in scalar registers");
  for (unsigned size = 0; size < SKEIN_SIZES; size++) {
    double best[WAYS] = {0, 0, 0};
    for (int round = 0; round < rounds; round++) {
      for (int way = 0; way < WAYS; way++) {
        if (way == 2 && sse2.lanes_extra[size] == NULL) continue;
        const uint64_t time = way == 0 ? one_by_one(size) : side_by_side(size, way == 2);
        const double figure = (double)time / BYTES / (way == 1 ? LANES : MESSAGES);
        if (round == 0 || figure < best[way]) best[way] = figure;
      }
    }
    printf("Skein-%u: %.2f %.2f", 256u << size, best[0], best[1]);
    best[2] > 0 ? printf(" %.2f\n", best[2]) : puts(" -");
  }
  return 0;
}
