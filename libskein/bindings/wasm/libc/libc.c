/* SPDX-License-Identifier: Apache-2.0 */
/* The few functions of the C library that the library uses. Memory is copied and set by instructions of WebAssembly. */
#include <stdlib.h>
#include <string.h>

void *memcpy(void *restrict to, const void *restrict from, size_t length) { return __builtin_memcpy(to, from, length); }

void *memmove(void *to, const void *from, size_t length) { return __builtin_memmove(to, from, length); }

void *memset(void *memory, int value, size_t length) { return __builtin_memset(memory, value, length); }

int memcmp(const void *a, const void *b, size_t length) {
  const unsigned char *left = a, *right = b;
  for (; length > 0; length--, left++, right++) {
    if (*left != *right) return *left < *right ? -1 : 1;
  }
  return 0;
}

int strcmp(const char *a, const char *b) {
  while (*a != '\0' && *a == *b) a++, b++;
  return (unsigned char)*a - (unsigned char)*b;
}

char *getenv(const char *name) {
  (void)name;
  return NULL;
}
