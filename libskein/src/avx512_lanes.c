/* SPDX-License-Identifier: Apache-2.0 */
/* Eight messages in AVX-512, and a ninth in scalar registers. The compiler chooses the order of instructions; it is
 * tuned for no microarchitecture. */
#include <immintrin.h>
#include <stdint.h>

typedef __m512i vector;

#define LANES 8
#define REGISTER "v"
#define ADD _mm512_add_epi64
#define XOR _mm512_xor_si512
#define ANDNOT _mm512_andnot_si512
#define ROTATE _mm512_rol_epi64
#define SAME _mm512_set1_epi64
#define TIMES(x) _mm512_mullo_epi64(SAME((long long)(x)), _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7))
#define LOAD _mm512_load_si512
#define STORE _mm512_store_si512

static inline vector halves(const uint8_t *low, const uint8_t *high) {
  return _mm512_inserti64x4(_mm512_castsi256_si512(_mm256_loadu_si256((const __m256i *)low)),
                            _mm256_loadu_si256((const __m256i *)high), 1);
}

static inline void load_words(vector m[4], const uint8_t *const *blocks, size_t at) {
  const vector a = halves(blocks[0] + at, blocks[4] + at), b = halves(blocks[1] + at, blocks[5] + at);
  const vector c = halves(blocks[2] + at, blocks[6] + at), d = halves(blocks[3] + at, blocks[7] + at);
  const vector p = _mm512_unpacklo_epi64(a, b), q = _mm512_unpackhi_epi64(a, b);
  const vector r = _mm512_unpacklo_epi64(c, d), s = _mm512_unpackhi_epi64(c, d);
  const vector low = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13), high = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
  m[0] = _mm512_permutex2var_epi64(p, low, r);
  m[1] = _mm512_permutex2var_epi64(q, low, s);
  m[2] = _mm512_permutex2var_epi64(p, high, r);
  m[3] = _mm512_permutex2var_epi64(q, high, s);
}

#include "lanes.h"

static int available(void) {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("bmi2");
}

const struct skein_kernel skein_avx512_kernel = {
    .name = "avx512",
    .available = available,
    .blocks = {skein_bmi2_blocks_256, skein_avx512_blocks_512, skein_avx512_blocks_1024},
    LANES_FUNCTIONS,
    .few = {skein_avx512_few_256, skein_avx512_few_512, skein_avx512_few_1024},
    .few_lanes = 4,
};
