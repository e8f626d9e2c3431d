/* SPDX-License-Identifier: Apache-2.0 */
/* Vector instructions that stay in the order of the source.
 *
 * A single message is a chain of dependent instructions. How long it takes is decided by the ports on which the
 * processor puts those that are ready at the same time, and that by their order; compilers choose another one. Each
 * instruction is therefore a volatile asm statement: compilers assign registers and keep the order.
 *
 * Builds for MemorySanitizer get the intrinsics. */
#ifndef SKEIN_ORDERED_H
#define SKEIN_ORDERED_H

#include "internal.h"

/* A function `name` of two vectors: the instruction `text` with the result %0 and the operands %1 and %2, or
 * `otherwise`. */
#if defined(SKEIN_WITHOUT_ASM)
#define INSTRUCTION(name, text, otherwise) \
  static inline vector name(vector a, vector b) { return otherwise; }
#define INSTRUCTION_1(name, text, otherwise) \
  static inline vector name(vector a) { return otherwise; }
#else
#define INSTRUCTION(name, text, otherwise)                  \
  static inline vector name(vector a, vector b) {           \
    vector result;                                          \
    __asm__ volatile(text : "=v"(result) : "v"(a), "v"(b)); \
    return result;                                          \
  }
#define INSTRUCTION_1(name, text, otherwise)        \
  static inline vector name(vector a) {             \
    vector result;                                  \
    __asm__ volatile(text : "=v"(result) : "v"(a)); \
    return result;                                  \
  }
#endif

#endif
