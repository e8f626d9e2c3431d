/* SPDX-License-Identifier: Apache-2.0 */
/* Comparison in constant time, and wiping. */
#include "internal.h"

int skein_equal(const void *a, const void *b, size_t length) {
  const volatile uint8_t *left = a;
  const volatile uint8_t *right = b;
  unsigned difference = 0;
  for (size_t i = 0; i < length; i++) difference |= (unsigned)(left[i] ^ right[i]);
  return (int)((difference - 1) >> (8 * sizeof difference - 1));
}

void skein_wipe(void *memory, size_t length) {
  if (length == 0) return;
  memset(memory, 0, length);
#if defined(__GNUC__)
  /* The compiler must assume that somebody reads the zeros. */
  __asm__ __volatile__("" : : "r"(memory) : "memory");
#else
  volatile uint8_t *bytes = memory;
  for (size_t i = 0; i < length; i++) bytes[i] = 0;
#endif
}
