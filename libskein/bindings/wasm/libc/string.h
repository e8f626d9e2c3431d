/* SPDX-License-Identifier: Apache-2.0 */
/* What the library uses of C's own header: WebAssembly has no C library. libc.c has the functions. */
#ifndef SKEIN_WASM_STRING_H
#define SKEIN_WASM_STRING_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t length);
void *memmove(void *to, const void *from, size_t length);
void *memset(void *memory, int value, size_t length);
int memcmp(const void *a, const void *b, size_t length);
int strcmp(const char *a, const char *b);

#endif
