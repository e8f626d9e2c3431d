/* SPDX-License-Identifier: Apache-2.0 */
/* Vectors of four words in registers of 256 bits, for lanes.h: all that it asks for but ROTATE and REGISTER. */
#ifndef SKEIN_VECTORS_256_H
#define SKEIN_VECTORS_256_H

#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>

typedef __m256i vector;

#define LANES 4
#define ADD _mm256_add_epi64
#define XOR _mm256_xor_si256
#define ANDNOT _mm256_andnot_si256
#define SAME _mm256_set1_epi64x
#define TIMES(x) _mm256_setr_epi64x(0, (long long)(x), (long long)(2 * (x)), (long long)(3 * (x)))
#define LOAD(p) _mm256_load_si256((const __m256i *)(p))
#define STORE(p, v) _mm256_store_si256((__m256i *)(p), v)

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

#endif
