/* SPDX-License-Identifier: Apache-2.0 */
/* Rounds through all subjects, and what becomes of their samples. */
#ifndef SKEIN_BENCHMARK_MEASURE_H
#define SKEIN_BENCHMARK_MEASURE_H

#include "subject.h"

#define SIZES_MAX 16
#define ROUNDS_MAX 10001

struct plan {
  size_t sizes[SIZES_MAX]; /* of a message, in bytes */
  size_t size_count;
  size_t tree_size; /* the one of these that only trees are measured with; 0 for none */
  unsigned rounds;
};

/* Samples of a subject with messages of a size, in cycles (or nanoseconds) per byte. */
struct samples {
  double *values;
  unsigned count;
};

struct run {
  struct samples samples[SUBJECTS_MAX][SIZES_MAX];
  double *ticks_per_cycle; /* one each sample */
  size_t clock_count;
  size_t unsteady; /* samples over which the clock changed or another process ran, however often they were taken */
  double check;    /* median of clock_check over the rounds */
  double ticks_per_second;
};

/* Is a subject measured with messages of this size, which is one of the plan's? */
int is_measured(const struct subject *subject, const struct plan *plan, size_t size);

/* Bytes of input that the largest of the measurements takes. */
size_t input_bytes(const struct subjects *subjects, const struct plan *plan);

/* Measure, into a run that is all 0: every round takes one sample of each, in an order that is rotated from round to
 * round. */
void measure(const struct subjects *subjects, const struct plan *plan, const uint8_t *data, struct run *run);

/* Free what a run holds; it is all 0 again. */
void clear_run(struct run *run);

/* The value below which a part of the values lies, 0 to 1, linear between neighbours. Sorts them. */
double quantile(double *values, size_t count, double part);

#endif
