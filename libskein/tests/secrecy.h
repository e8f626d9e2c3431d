/* SPDX-License-Identifier: Apache-2.0 */
/* Marks for secrets that valgrind's memcheck or clang's MemorySanitizer follows: a branch or an address that depends on
 * marked bytes is an error of either. */
#ifndef SECRECY_H
#define SECRECY_H

#include <stddef.h>
#include <stdint.h>

#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#define SECRECY_BY_SANITIZER 1
#endif
#endif

#if defined(SECRECY_BY_SANITIZER)
#include <sanitizer/msan_interface.h>

/* MemorySanitizer lets no mark pass a carry from one bit to the next: a verdict has lost its marks. */
enum { VERDICTS_ARE_FOLLOWED = 0 };
static inline int secrets_are_followed(void) { return 1; }
static inline void make_secret(void *bytes, size_t length) { __msan_poison(bytes, length); }
static inline void make_public(void *bytes, size_t length) { __msan_unpoison(bytes, length); }
static inline int is_secret(uint8_t *byte) { return __msan_test_shadow(byte, 1) >= 0; }

#else
#include <valgrind/memcheck.h>

enum { VERDICTS_ARE_FOLLOWED = 1 };
static inline int secrets_are_followed(void) { return RUNNING_ON_VALGRIND != 0; }
static inline void make_secret(void *bytes, size_t length) { (void)VALGRIND_MAKE_MEM_UNDEFINED(bytes, length); }
static inline void make_public(void *bytes, size_t length) { (void)VALGRIND_MAKE_MEM_DEFINED(bytes, length); }
static inline int is_secret(uint8_t *byte) {
  uint8_t marks = 0;
  return VALGRIND_GET_VBITS(byte, &marks, 1) == 1 && marks != 0;
}

#endif
#endif
