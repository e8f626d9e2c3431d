/* SPDX-License-Identifier: Apache-2.0 */
/* Two messages in SSE2, and a third in scalar registers, for processors without AVX2. The compiler chooses the order of
 * instructions; it is tuned for no microarchitecture. */
#include <emmintrin.h>
#include <stdint.h>

typedef __m128i vector;

#define LANES 2
#define REGISTER "x"
#define ADD _mm_add_epi64
#define XOR _mm_xor_si128
#define ANDNOT _mm_andnot_si128
/* Not by _mm_shuffle_epi32 where 32 bits are moved: two shifts and an or leave the port of shuffles alone. */
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

/* Without a third message nothing is gained, and Skein-1024 has none. */
#define WITHOUT_1024

#include "lanes.h"

/* Every processor of 64 bits has it. */
static int available(void) { return 1; }

const struct skein_kernel skein_sse2_kernel = {
    .name = "sse2",
    .available = available,
    LANES_FUNCTIONS,
};
