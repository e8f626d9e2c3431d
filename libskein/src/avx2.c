/* SPDX-License-Identifier: Apache-2.0 */
/* Four messages in AVX2, and a fifth in scalar registers. The compiler chooses the order of instructions; it is tuned
 * for no microarchitecture. */
#include "vectors_256.h"

#define REGISTER "x"

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

#include "lanes.h"

static int available(void) { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"); }

const struct skein_kernel skein_avx2_kernel = {
    .name = "avx2",
    .available = available,
    .blocks = {skein_bmi2_blocks_256, NULL, NULL},
    LANES_FUNCTIONS,
};
