/* SPDX-License-Identifier: Apache-2.0 */
/* One message of Skein-1024 in AVX-512: vectors of 512 bits. The order of instructions is one that a
 * search found on an Intel Rocket Lake (family 6, model 167). */
#include <immintrin.h>

#include "internal.h"
#include "kernel.h"
#include "layout_1024.h"
#include "ordered.h"

typedef __m512i vector;

INSTRUCTION(add, "vpaddq %2, %1, %0", _mm512_add_epi64(a, b))
INSTRUCTION(exclusive_or, "vpxorq %2, %1, %0", _mm512_xor_si512(a, b))
INSTRUCTION(rotate, "vprolvq %2, %1, %0", _mm512_rolv_epi64(a, b))
/* Of the instructions that exchange neighbours, the one that uses no port of a rotation. */
INSTRUCTION_1(exchange, "vpermilpd $0x55, %1, %0", _mm512_castpd_si512(_mm512_permute_pd(_mm512_castsi512_pd(a), 0x55)))
INSTRUCTION_1(reverse_halves, "vpermq $0x1b, %1, %0", _mm512_permutex_epi64(a, 0x1b))
INSTRUCTION(move, "vpermq %1, %2, %0", _mm512_permutexvar_epi64(b, a))

static inline vector add_tweak(vector x, const uint64_t *word, unsigned lane) {
#if defined(SKEIN_WITHOUT_ASM)
  return _mm512_mask_add_epi64(x, (__mmask8)(1 << lane), x, _mm512_set1_epi64((long long)*word));
#else
  vector result = x;
  __asm__ volatile("vpaddq %2%{1to8%}, %1, %0%{%3%}" : "+v"(result) : "v"(x), "m"(*word), "Yk"((__mmask8)(1 << lane)));
  return result;
#endif
}

#define LOAD(p) _mm512_load_si512((const vector *)(p))
#define SAME(x) _mm512_set1_epi64((long long)(x))
#define BITS 1024
#define MOVE_0 exchange
#define MOVE_1(x) move(x, LOAD(skein_move_1024[1]))
#define MOVE_2 reverse_halves
#define MOVE_3(x) move(x, LOAD(skein_move_1024[3]))
/* MemorySanitizer does not follow the instruction for three. */
#if defined(SKEIN_WITHOUT_ASM)
#define XOR3(a, b, c) exclusive_or(exclusive_or(a, b), c)
#else
#define XOR3(a, b, c) _mm512_ternarylogic_epi64(a, b, c, 0x96)
#endif

#define LOW_LANE(x) _mm512_maskz_set1_epi64(1, (long long)(x))

#define SPLIT(low, high, which) _mm512_permutex2var_epi64(low, which, high)
#define LOAD_UNALIGNED(p) _mm512_loadu_si512((const vector *)(p))
#define STORE_UNALIGNED(p, x) _mm512_storeu_si512((vector *)(p), x)

/* The exclusive or of all lanes, in all lanes. */
static inline vector fold(vector x) {
  x = _mm512_xor_si512(x, _mm512_shuffle_i64x2(x, x, 0x4e));
  x = _mm512_xor_si512(x, _mm512_permutex_epi64(x, 0x4e));
  return _mm512_xor_si512(x, _mm512_shuffle_epi32(x, 0x4e));
}

/* Found by a search on an Intel Rocket Lake, which has three vector ports (family 6, model 167, as it says). */
/* clang-format off */
#define ORDER \
  ADD_0 MOVE_EVEN_0 ROTATE_0 MIX_0 EVEN_KEY \
  ADD_1 MOVE_EVEN_1 WAIT WAIT ROTATE_1 MIX_1 WAIT WINDOW ROTATE_2 \
  ADD_2 MOVE_EVEN_2 MIX_2 WAIT \
  ADD_3 WAIT MOVE_EVEN_3 ROTATE_3 MIX_3 ODD_KEY BOTH_KEYS INJECT
/* clang-format on */

#define NAME skein_avx512_blocks_1024
#include "paired.h"
