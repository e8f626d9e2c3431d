/* SPDX-License-Identifier: Apache-2.0 */
/* The rule that no choice of the library is slower by more than 5 % than another of its kernels, nor several messages
 * at once than the same one by one. */
#ifndef SKEIN_BENCHMARK_DEFAULTS_H
#define SKEIN_BENCHMARK_DEFAULTS_H

#include "measure.h"

/* Measure all selected subjects, of which some are the defaults of others, and print for each mode and length that
 * breaks the rule what is slower than what; 1 if none does. What breaks it is measured again, a few times, before
 * that is said. */
int defaults_hold(struct subjects *subjects, const struct plan *plan, const uint8_t *data);

#endif
