/* SPDX-License-Identifier: Apache-2.0 */
/* What a kernel provides: Threefish in UBI's chaining for one message, and for several side by side. Kernels know no
 * modes; modes know no instruction sets. */
#ifndef SKEIN_KERNEL_H
#define SKEIN_KERNEL_H

#include <stddef.h>
#include <stdint.h>

#include "skein.h"

/* With words of 32 bits their asm statements would mean something else. */
#if (defined(SKEIN_HAVE_SSE2) || defined(SKEIN_HAVE_BMI2) || defined(SKEIN_HAVE_AVX2) || \
     defined(SKEIN_HAVE_AVX512)) &&                                                      \
    !defined(__x86_64__)
#error "the kernels for x86-64 need a compiler for x86-64"
#endif

/* Most lanes of a vector. */
#define SKEIN_VECTOR_LANES 8

/* As skein_blocks of internal.h, for versions 1.2 and 1.3, which differ in the parity C_240 of the key schedule. If
 * `output` is 1 and not 0, one more block follows, which makes the first block of output of the chaining value. */
typedef void skein_blocks_kernel(const uint64_t *from, uint64_t *chain, uint64_t tweak[2], const uint8_t *blocks,
                                 size_t count, uint64_t parity, unsigned output);

/* Several messages, word by word. A kernel whose vectors have L lanes uses lanes 0 .. L - 1 of the arrays; the members
 * named `extra` are the message that it computes in scalar registers beside them. */
struct skein_lanes {
  _Alignas(64) uint64_t chain[SKEIN_MAX_WORDS][SKEIN_VECTOR_LANES];
  _Alignas(64) uint64_t tweak[2][SKEIN_VECTOR_LANES];
  const uint8_t *blocks[SKEIN_VECTOR_LANES];
  uint64_t extra_chain[SKEIN_MAX_WORDS];
  uint64_t extra_tweak[2];
  const uint8_t *extra_blocks;
  /* If `initial` is not NULL, every lane begins with this chaining value, with the tweak of lane 0, and with a position
   * that is `stride` more than that of the lane before; not with what the arrays hold. */
  const uint64_t *initial;
  uint64_t stride;
  int output; /* after the blocks, put each chaining value through the output function with counter 0 */
};

/* Word 0 of the tweak of the output function's only block, before the size of a block is added, and word 1. */
#define SKEIN_OUTPUT_POSITION(bits) ((uint64_t)8 - (bits) / 8)
#define SKEIN_OUTPUT_FLAGS (SKEIN_TYPE(SKEIN_TYPE_OUTPUT) | SKEIN_FIRST | SKEIN_FINAL)

/* What the output function hashes with counter 0. */
extern const uint8_t skein_counter_zero[SKEIN_MAX_BLOCK_BYTES];

/* Chain `count` blocks of each lane. `blocks` point to the first of them, before and after. */
typedef void skein_lanes_kernel(struct skein_lanes *lanes, size_t count, uint64_t parity);

#define SKEIN_SIZES 3

/* The functions are those for states of 256, 512 and 1024 bits; NULL where the kernel has none. */
struct skein_kernel {
  const char *name;
  int (*available)(void);
  skein_blocks_kernel *blocks[SKEIN_SIZES];
  skein_lanes_kernel *lanes[SKEIN_SIZES];
  skein_lanes_kernel *lanes_extra[SKEIN_SIZES]; /* with one more message than the vector has lanes */
  unsigned vector_lanes[SKEIN_SIZES];
  skein_lanes_kernel *few[SKEIN_SIZES]; /* for groups that fill no more than the first `few_lanes` lanes */
  unsigned few_lanes;
};

extern const struct skein_kernel skein_portable_kernel;
#if defined(SKEIN_HAVE_BMI2)
extern const struct skein_kernel skein_bmi2_kernel;
#endif
#if defined(SKEIN_HAVE_SSE2)
extern const struct skein_kernel skein_sse2_kernel;
#endif
#if defined(SKEIN_HAVE_AVX2)
extern const struct skein_kernel skein_avx2_kernel;
#endif
#if defined(SKEIN_HAVE_AVX512)
extern const struct skein_kernel skein_avx512_kernel;
#endif
#if defined(SKEIN_HAVE_NEON)
extern const struct skein_kernel skein_neon_kernel;
#endif

/* A way to hash: a kernel, and for many messages whether groups have the extra message. */
struct skein_way {
  const struct skein_kernel *kernel;
  int extra;
};

/* The way in use for a size (0, 1, 2 for 256, 512, 1024): for one message, and for many; the latter's kernel may have
 * no lanes, and then they are hashed one after the other. Each is chosen when it is first asked for. */
const struct skein_way *skein_way_of_one(unsigned size);
const struct skein_way *skein_way_of_many(unsigned size);

/* The way in use for many messages, and from how many on it hashes them side by side: fewer are faster one after the
 * other. At least 1, at most one more than the vector has lanes. */
struct skein_choice {
  const struct skein_way *way;
  unsigned worthwhile;
};
struct skein_choice skein_choice_for_many(unsigned size);

/* What a stopwatch times: a message by itself; one of as many as go side by side, which in a way without lanes are
 * hashed one by one in the way in use for that; one of as many as `few_lanes`. */
enum skein_course { SKEIN_ALONE, SKEIN_MANY, SKEIN_FEW };

/* Time that a way takes for one message of some length, in any unit. */
typedef uint64_t skein_stopwatch(const struct skein_way *way, unsigned size, enum skein_course course);

/* Choose for a processor, whose table entry may be NULL, among the ways of the kernel `only`, or of all if it is NULL.
 * What the entry does not say is measured. */
struct skein_processor;
const struct skein_way *skein_choose_way(const struct skein_processor *processor, const struct skein_kernel *only,
                                         unsigned size, int many, skein_stopwatch *measure);

/* The same for the number of messages from which on a way is worth while: what the entry says of this kernel, if it
 * says it, or by a measurement, at least 2; 1 if the way has no lanes. */
unsigned skein_choose_worthwhile(const struct skein_processor *processor, const struct skein_way *way, unsigned size,
                                 skein_stopwatch *measure);

/* For tests: groups of many messages have the extra one wherever there is a kernel for it (1), never (0), or as it was
 * chosen (-1), which they have at first. */
void skein_force_extra(int force);

/* For tests: messages are hashed side by side from so many on, where lanes hold them; 0: as it was chosen. */
void skein_force_worthwhile(unsigned messages);

/* 0, 1, 2 for 4, 8, 16 words. */
static inline unsigned skein_size_index(unsigned words) { return words / 8; }

/* C_240 by version. */
#define SKEIN_PARITY_1_3 UINT64_C(0x1BD11BDAA9FC1A22)
#define SKEIN_PARITY_1_2 UINT64_C(0x5555555555555555)

/* One block by the unrolled rounds of versions 1.2 and 1.3. */
void skein_fast_encrypt(unsigned words, uint64_t parity, const uint64_t *key, const uint64_t tweak[2], uint64_t *state);
void skein_fast_decrypt(unsigned words, uint64_t parity, const uint64_t *key, const uint64_t tweak[2], uint64_t *state);

#if defined(SKEIN_HAVE_BMI2)
skein_blocks_kernel skein_bmi2_blocks_256;
#endif
#if defined(SKEIN_HAVE_AVX512)
skein_blocks_kernel skein_avx512_blocks_512, skein_avx512_blocks_1024;
skein_lanes_kernel skein_avx512_few_256, skein_avx512_few_512, skein_avx512_few_1024;
#endif

/* Any size and version in a loop over tables: small rather than fast. */
void skein_compact_encrypt(unsigned words, unsigned revision, const uint64_t *key, const uint64_t tweak[2],
                           uint64_t *state);
void skein_compact_decrypt(unsigned words, unsigned revision, const uint64_t *key, const uint64_t tweak[2],
                           uint64_t *state);

#endif
