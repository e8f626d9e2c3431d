/* SPDX-License-Identifier: Apache-2.0 */
/* Two messages in NEON, and a third in scalar registers, which on 64-bit ARM have the ports to themselves. Tuned for no
 * microarchitecture, measured on none. */
#include <arm_neon.h>
#include <stddef.h>
#include <stdint.h>

typedef uint64x2_t vector;

#define LANES 2
#define REGISTER "w"
#define ADD vaddq_u64
#define XOR veorq_u64
#define ANDNOT(a, b) vbicq_u64(b, a)
/* A shift, and a shift that is inserted. */
#define ROTATE(x, r) vsriq_n_u64(vshlq_n_u64(x, r), x, 64 - (r))
#define SAME(x) vdupq_n_u64((uint64_t)(x))
#define TIMES(x) vcombine_u64(vcreate_u64(0), vcreate_u64(x))
#define LOAD vld1q_u64
#define STORE vst1q_u64

static inline void load_words(vector m[4], const uint8_t *const *blocks, size_t at) {
  for (unsigned i = 0; i < 4; i += 2) {
    const vector a = vreinterpretq_u64_u8(vld1q_u8(blocks[0] + at + 8 * i));
    const vector b = vreinterpretq_u64_u8(vld1q_u8(blocks[1] + at + 8 * i));
    m[i] = vtrn1q_u64(a, b);
    m[i + 1] = vtrn2q_u64(a, b);
  }
}

#include "lanes.h"

/* Every 64-bit ARM processor has it. */
static int available(void) { return 1; }

const struct skein_kernel skein_neon_kernel = {
    .name = "neon",
    .available = available,
    LANES_FUNCTIONS,
};
