/* SPDX-License-Identifier: Apache-2.0 */
/* Four messages in AVX2, and a fifth in scalar registers. The compiler chooses the order of instructions; it is tuned
 * for no microarchitecture. */
#include <immintrin.h>
#include <stdint.h>

typedef __m256i vector;

#define LANES 4
#define REGISTER "x"
#define ADD _mm256_add_epi64
#define XOR _mm256_xor_si256
#define ANDNOT _mm256_andnot_si256
#define SAME _mm256_set1_epi64x
#define TIMES(x) _mm256_setr_epi64x(0, (long long)(x), (long long)(2 * (x)), (long long)(3 * (x)))
#define LOAD(p) _mm256_load_si256((const __m256i *)(p))
#define STORE(p, v) _mm256_store_si256((__m256i *)(p), v)

/* Whole bytes are moved by one shuffle; other rotations are two shifts. */
#define ROTATE(x, r) ((r) % 8 == 0 ? rotate_bytes(x, (r) / 8) : rotate_bits(x, r))

static inline vector rotate_bits(vector x, int bits) {
  return _mm256_or_si256(_mm256_slli_epi64(x, bits), _mm256_srli_epi64(x, 64 - bits));
}

static inline vector rotate_bytes(vector x, int bytes) {
  const vector from = _mm256_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8,
                                       9, 10, 11, 12, 13, 14, 15);
  const vector within = _mm256_set1_epi8(7);
  const vector moved = _mm256_and_si256(_mm256_sub_epi8(from, _mm256_set1_epi8((char)bytes)), within);
  return _mm256_shuffle_epi8(x, _mm256_or_si256(moved, _mm256_andnot_si256(within, from)));
}

static inline void load_words(vector m[4], const uint8_t *const *blocks, size_t at) {
  const vector a = _mm256_loadu_si256((const __m256i *)(blocks[0] + at));
  const vector b = _mm256_loadu_si256((const __m256i *)(blocks[1] + at));
  const vector c = _mm256_loadu_si256((const __m256i *)(blocks[2] + at));
  const vector d = _mm256_loadu_si256((const __m256i *)(blocks[3] + at));
  const vector p = _mm256_unpacklo_epi64(a, b), q = _mm256_unpackhi_epi64(a, b);
  const vector r = _mm256_unpacklo_epi64(c, d), s = _mm256_unpackhi_epi64(c, d);
  m[0] = _mm256_permute2x128_si256(p, r, 0x20);
  m[1] = _mm256_permute2x128_si256(q, s, 0x20);
  m[2] = _mm256_permute2x128_si256(p, r, 0x31);
  m[3] = _mm256_permute2x128_si256(q, s, 0x31);
}

#include "lanes.h"

static int available(void) { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"); }

const struct skein_kernel skein_avx2_kernel = {
    .name = "avx2",
    .available = available,
    .blocks = {skein_bmi2_blocks_256, NULL, NULL},
    LANES_FUNCTIONS,
    .worthwhile = {2, 2, 2},
};
