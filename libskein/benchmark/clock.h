/* SPDX-License-Identifier: Apache-2.0 */
/* Time in cycles of the core, whose frequency drifts: the timer's ticks, and how many of them a cycle takes just now,
 * found by a chain of instructions whose latency is known. */
#ifndef SKEIN_BENCHMARK_CLOCK_H
#define SKEIN_BENCHMARK_CLOCK_H

#include <stdint.h>

/* What a measured time is in: "cycles", or "nanoseconds" where no chain of known latency is written. */
extern const char *const clock_unit;
extern const char *const clock_timer;
extern const char *const clock_chain;

/* The timer, with all instructions before it done. */
uint64_t clock_ticks(void);

/* Ticks that a cycle takes now, in some ten microseconds: the difference of a long and a short chain. */
double clock_ticks_per_cycle(void);

/* Cycles, by clock_ticks_per_cycle, of one step of another chain, each of which takes 1 cycle: how far the clock can be
 * trusted. */
double clock_check(void);

#endif
