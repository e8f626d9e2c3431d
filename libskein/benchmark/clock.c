/* SPDX-License-Identifier: Apache-2.0 */
#include "clock.h"

#include <time.h>

#define SHORT_CHAIN 800
#define LONG_CHAIN 8000
#define ATTEMPTS 3

#define EIGHT_TIMES(instruction) \
  instruction instruction instruction instruction instruction instruction instruction instruction

#if defined(__x86_64__) || defined(__i386__)
const char *const clock_unit = "cycles";
const char *const clock_timer = "time-stamp counter";
const char *const clock_chain = "imul, 3 cycles";
#define CHAIN_LATENCY 3
#define CHAIN(value) __asm__ volatile(EIGHT_TIMES("imull %0, %0\n\t") : "+r"(value) : : "cc")
#define CHECK_CHAIN(value) __asm__ volatile(EIGHT_TIMES("xorl %1, %0\n\t") : "+r"(value) : "r"(1u) : "cc")
#elif defined(__aarch64__)
const char *const clock_unit = "cycles";
const char *const clock_timer = "clock_gettime";
const char *const clock_chain = "eor, 1 cycle";
#define CHAIN_LATENCY 1
#define CHAIN(value) __asm__ volatile(EIGHT_TIMES("eor %w0, %w0, %w1\n\t") : "+r"(value) : "r"(1u))
#define CHECK_CHAIN(value) __asm__ volatile(EIGHT_TIMES("add %w0, %w0, %w1\n\t") : "+r"(value) : "r"(1u))
#else
const char *const clock_unit = "nanoseconds";
const char *const clock_timer = "clock_gettime";
const char *const clock_chain = "none";
#endif

#if defined(__x86_64__) || defined(__i386__)
uint64_t clock_ticks(void) {
  uint32_t low, high;
  __asm__ volatile("lfence\n\trdtsc\n\tlfence" : "=a"(low), "=d"(high) : : "memory");
  return (uint64_t)high << 32 | low;
}
#else
uint64_t clock_ticks(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}
#endif

#if defined(CHAIN)
#define RUN_CHAIN(name, CHAIN)                            \
  static uint64_t name(unsigned steps) {                  \
    unsigned value = 3;                                   \
    const uint64_t begin = clock_ticks();                 \
    for (unsigned i = 0; i < steps; i += 8) CHAIN(value); \
    return clock_ticks() - begin;                         \
  }

RUN_CHAIN(chain, CHAIN)
RUN_CHAIN(check_chain, CHECK_CHAIN)

/* Ticks of a step. Whatever disturbs a chain makes it longer, so the shortest of some attempts counts. */
static double ticks_per_step(uint64_t (*run)(unsigned steps)) {
  uint64_t shorter = UINT64_MAX, longer = UINT64_MAX;
  for (int i = 0; i < ATTEMPTS; i++) {
    const uint64_t a = run(SHORT_CHAIN), b = run(LONG_CHAIN);
    if (a < shorter) shorter = a;
    if (b < longer) longer = b;
  }
  return longer > shorter ? (double)(longer - shorter) / (LONG_CHAIN - SHORT_CHAIN) : 1e-9;
}

double clock_ticks_per_cycle(void) { return ticks_per_step(chain) / CHAIN_LATENCY; }

double clock_check(void) {
  const double before = clock_ticks_per_cycle(), step = ticks_per_step(check_chain), after = clock_ticks_per_cycle();
  return step / ((before + after) / 2);
}
#else
double clock_ticks_per_cycle(void) { return 1; }
double clock_check(void) { return 1; }
#endif
