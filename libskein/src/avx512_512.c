/* SPDX-License-Identifier: Apache-2.0 */
/* One message of Skein-512 in AVX-512VL: vectors of 256 bits, which use three ports. The order of
 * instructions is one that a search found on an Intel Rocket Lake (family 6, model 167). */
#include <immintrin.h>

#include "internal.h"
#include "kernel.h"
#include "layout_512.h"
#include "ordered.h"

typedef __m256i vector;

INSTRUCTION(add, "vpaddq %2, %1, %0", _mm256_add_epi64(a, b))
INSTRUCTION(exclusive_or, "vpxorq %2, %1, %0", _mm256_xor_si256(a, b))
INSTRUCTION(rotate, "vprolvq %2, %1, %0", _mm256_rolv_epi64(a, b))
/* Of the instructions that exchange neighbours, the one that uses no port of a rotation. */
INSTRUCTION_1(exchange, "vpermilpd $5, %1, %0", _mm256_castpd_si256(_mm256_permute_pd(_mm256_castsi256_pd(a), 5)))
INSTRUCTION_1(reverse, "vpermq $0x1b, %1, %0", _mm256_permute4x64_epi64(a, 0x1b))

static inline vector add_tweak(vector x, const uint64_t *word, unsigned lane) {
#if defined(SKEIN_WITHOUT_ASM)
  return _mm256_mask_add_epi64(x, (__mmask8)(1 << lane), x, _mm256_set1_epi64x((long long)*word));
#else
  vector result = x;
  __asm__ volatile("vpaddq %2%{1to4%}, %1, %0%{%3%}" : "+v"(result) : "v"(x), "m"(*word), "Yk"((__mmask8)(1 << lane)));
  return result;
#endif
}

#define LOAD(p) _mm256_load_si256((const vector *)(p))
#define SAME(x) _mm256_set1_epi64x((long long)(x))
#define BITS 512
#define MOVE_0 exchange
#define MOVE_1 reverse
#define MOVE_2 exchange
#define MOVE_3 reverse
/* MemorySanitizer does not follow the instruction for three. */
#if defined(SKEIN_WITHOUT_ASM)
#define XOR3(a, b, c) exclusive_or(exclusive_or(a, b), c)
#else
#define XOR3(a, b, c) _mm256_ternarylogic_epi64(a, b, c, 0x96)
#endif

#define LOW_LANE(x) _mm256_maskz_set1_epi64(1, (long long)(x))

#define SPLIT(low, high, which) _mm256_permutex2var_epi64(low, which, high)
#define LOAD_UNALIGNED(p) _mm256_loadu_si256((const vector *)(p))
#define STORE_UNALIGNED(p, x) _mm256_storeu_si256((vector *)(p), x)

/* The exclusive or of all lanes, in all lanes. */
static inline vector fold(vector x) {
  x = _mm256_xor_si256(x, _mm256_permute4x64_epi64(x, 0x4e));
  return _mm256_xor_si256(x, _mm256_shuffle_epi32(x, 0x4e));
}

/* Found by a search on an Intel Rocket Lake, which has three vector ports (family 6, model 167, as it says). */
/* clang-format off */
#define ORDER \
  ADD_0 MOVE_EVEN_0 ROTATE_0 MIX_0 \
  ADD_1 MOVE_EVEN_1 WAIT WAIT ROTATE_1 WINDOW WAIT EVEN_KEY MIX_1 \
  ADD_2 ROTATE_2 MOVE_EVEN_2 MIX_2 \
  ADD_3 MOVE_EVEN_3 WAIT WAIT ROTATE_3 ODD_KEY BOTH_KEYS MIX_3 INJECT
/* clang-format on */

#define NAME skein_avx512_blocks_512
#include "paired.h"
