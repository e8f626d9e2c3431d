/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the library share: words and bytes, the fields of the tweak, and the functions between modes of
 * hashing (skein.c, tree.c, many.c, output.c) and kernels (dispatch.c). Section numbers are those of version 1.3 of
 * the specification. */
#ifndef SKEIN_INTERNAL_H
#define SKEIN_INTERNAL_H

#include <string.h>

#include "skein.h"

#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#define SKEIN_WITHOUT_ASM /* it takes an asm statement for a use of its operands */
#endif
#endif

/* clang adds up subkeys and words across rounds in another order, which triples the number of additions. An empty
 * statement that claims to change a word, in a register of the class `kind`, keeps it to the order of the
 * specification. A processor of 32 bits has no register for a word. */
#if defined(__clang__) && !defined(SKEIN_WITHOUT_ASM) && UINTPTR_MAX > 0xffffffffu
#define SKEIN_KEEP(kind, x) __asm__("" : "+" kind(x))
#else
#define SKEIN_KEEP(kind, x) (void)0
#endif

/* Takes the place of an instruction at the stage of the processor that assigns ports. */
#if defined(SKEIN_WITHOUT_ASM)
#define SKEIN_WAIT
#else
#define SKEIN_WAIT __asm__ volatile("nop");
#endif

/* Word 1 of the tweak, which is the bits 64 to 127 of table 5. */
#define SKEIN_LEVEL_SHIFT 48
#define SKEIN_BIT_PAD ((uint64_t)1 << 55)
#define SKEIN_TYPE(type) ((uint64_t)(type) << 56)
#define SKEIN_FIRST ((uint64_t)1 << 62)
#define SKEIN_FINAL ((uint64_t)1 << 63)

/* Types of UBI (table 6). */
enum {
  SKEIN_TYPE_KEY = 0,
  SKEIN_TYPE_CONFIGURATION = 4,
  SKEIN_TYPE_PERSONALISATION = 8,
  SKEIN_TYPE_PUBLIC_KEY = 12,
  SKEIN_TYPE_KEY_IDENTIFIER = 16,
  SKEIN_TYPE_NONCE = 20,
  SKEIN_TYPE_MESSAGE = 48,
  SKEIN_TYPE_OUTPUT = 63
};

static inline size_t skein_smaller(size_t a, size_t b) { return a < b ? a : b; }

static inline uint64_t skein_load64(const uint8_t *bytes) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  uint64_t word;
  memcpy(&word, bytes, sizeof word);
  return word;
#else
  uint64_t word = 0;
  for (unsigned i = 0; i < 8; i++) word |= (uint64_t)bytes[i] << (8 * i);
  return word;
#endif
}

static inline void skein_store64(uint8_t *bytes, uint64_t word) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  memcpy(bytes, &word, sizeof word);
#else
  for (unsigned i = 0; i < 8; i++) bytes[i] = (uint8_t)(word >> (8 * i));
#endif
}

/* Copy a state; its size is a constant in each branch, so that no call is made. */
static inline void skein_copy_words(uint64_t *to, const uint64_t *from, unsigned words) {
  switch (words) {
    case 4: memcpy(to, from, 32); break;
    case 8: memcpy(to, from, 64); break;
    default: memcpy(to, from, 128); break;
  }
}

/* As skein_wipe, where the size is a constant: then the compiler makes a few stores of it, and no call. */
static inline void skein_wipe_inline(void *memory, size_t length) {
#if defined(__GNUC__)
  memset(memory, 0, length);
  __asm__ __volatile__("" : : "r"(memory) : "memory");
#else
  skein_wipe(memory, length);
#endif
}

/* Write the first `length` bytes of words as little-endian bytes. */
static inline void skein_store_bytes(uint8_t *bytes, const uint64_t *words, size_t length) {
  size_t i = 0;
  for (; i + 8 <= length; i += 8) skein_store64(bytes + i, words[i / 8]);
  for (; i < length; i++) bytes[i] = (uint8_t)(words[i / 8] >> (8 * (i % 8)));
}

/* Chain `count` whole blocks, at least one: beginning with chain = from, for each add the size of a block to the
 * position in tweak[0], let chain = E(chain, tweak, block) xor block, and clear the flag `first`. If `output` is 1 and
 * not 0, then put the chaining value through the output function with counter 0. */
void skein_blocks(unsigned words, unsigned revision, const uint64_t *from, uint64_t *chain, uint64_t tweak[2],
                  const uint8_t *blocks, size_t count, unsigned output);

/* Chain the last block, which has `length` bytes and room for a whole one; tweak[1] gets the flag `final`. */
void skein_last_block(unsigned words, unsigned revision, const uint64_t *from, uint64_t *chain, uint64_t tweak[2],
                      uint8_t *block, size_t length, unsigned output);

/* chain = UBI(from, data, starting tweak): section 3.4, for whole bytes; then the output function's first block too if
 * `output` is 1. `from` may be `chain`. */
void skein_ubi(unsigned words, unsigned revision, const uint64_t *from, uint64_t *chain, uint64_t position,
               uint64_t type, const uint8_t *data, size_t length, unsigned output);

/* The chaining value before the message: key, configuration, and the other arguments in their order (section 3.5.4).
 * Checks the arguments. */
int skein_initial_chain(const struct skein_arguments *arguments, uint64_t *chain);

/* Bytes that so many bits take, rounded up. */
uint64_t skein_bytes_of_bits(uint64_t bits);

/* Write the first `length` bytes, at most a block, of an output whose first block is given. */
void skein_store_output(uint8_t *output, const uint64_t *block, uint64_t output_bits, size_t length);

/* chain = the first block of output. */
void skein_output_block(unsigned words, unsigned revision, uint64_t *chain);

/* End the use of a reader by comparing its next bytes with `expected`; in constant time, wiping the reader. */
int skein_verify_output(struct skein_reader *reader, const uint8_t *expected, size_t length);

/* A tree hash in one call. */
int skein_tree_hash(const struct skein_arguments *arguments, const void *message, size_t length, void *digest,
                    size_t digest_length);

/* A partial byte with the pad bit after its `bits` bits, 1 to 7 (section 3.4). */
static inline uint8_t skein_padded_byte(uint8_t byte, unsigned bits) {
  return (uint8_t)((byte & (0xff00u >> bits)) | (0x80u >> bits));
}

/* A UBI among many of the same type: its data, and where its position begins. */
struct skein_job {
  const uint64_t *initial; /* chaining value to begin with */
  const uint8_t *data;
  size_t length;
  uint64_t position;
  uint8_t *result;      /* gets the first `result_length` bytes of the final chaining value, or of the output */
  size_t result_length; /* at most a block */
};

/* Run UBIs side by side. `type` is word 1 of their starting tweak. If `output` is not 0, the chaining value of each
 * goes through the output function once. */
void skein_run_jobs(unsigned words, unsigned revision, uint64_t type, int output, const struct skein_job *jobs,
                    size_t count);

/* Call work(context, first, last) for ranges that together are 0 .. items - 1, on the threads of `pool`; if that is
 * NULL, on up to `threads` threads, which are started for this. Each range but the last has `grain` items. */
void skein_parallel(struct skein_pool *pool, unsigned threads, size_t items, size_t grain,
                    void (*work)(void *context, size_t first, size_t last), void *context);

#endif
