/* SPDX-License-Identifier: Apache-2.0 */
#include "measure.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "clock.h"

#define SAMPLE_TICKS 60000   /* at least so long is a sample */
#define CACHE_BYTES 65536    /* up to here input is read once before it is hashed in the measured time */
#define INPUT_MOST 16777216  /* more messages times bytes than this are not measured */
#define CLOCK_TOLERANCE 0.01 /* by which the clock before and after a sample may differ */
#define ATTEMPTS 8

int is_measured(const struct subject *subject, const struct plan *plan, size_t size) {
  if (size == plan->tree_size && strcmp(subject->group, TREE) != 0) return 0;
  return subject->selected && size >= subject->smallest && size * subject->messages <= INPUT_MOST;
}

size_t input_bytes(const struct subjects *subjects, const struct plan *plan) {
  size_t most = 0;
  for (size_t i = 0; i < subjects->count; i++) {
    for (size_t j = 0; j < plan->size_count; j++) {
      const size_t bytes = plan->sizes[j] * subjects->items[i].messages;
      if (is_measured(&subjects->items[i], plan, plan->sizes[j]) && bytes > most) most = bytes;
    }
  }
  return most;
}

/* Ticks of some calls. */
static uint64_t time_calls(const struct subject *subject, const uint8_t *data, size_t size, unsigned calls) {
  static uint8_t digests[MESSAGES_MAX * DIGEST_MAX];
  const uint64_t begin = clock_ticks();
  for (unsigned i = 0; i < calls; i++) subject->hash(subject, data, size, digests);
  return clock_ticks() - begin;
}

/* Calls that a sample takes to be long enough. */
static unsigned calls_needed(const struct subject *subject, const uint8_t *data, size_t size) {
  unsigned calls = 1;
  if (subject->prepare != NULL) subject->prepare(subject, data, size);
  time_calls(subject, data, size, 1);
  while (time_calls(subject, data, size, calls) < SAMPLE_TICKS) calls *= 2;
  return calls;
}

static int differ(double before, double after) {
  const double difference = before > after ? before - after : after - before;
  return difference > CLOCK_TOLERANCE * before;
}

/* How often other processes have taken the processor from this one. */
static long interruptions(void) {
  struct rusage usage;
  return getrusage(RUSAGE_SELF, &usage) == 0 ? usage.ru_nivcsw : 0;
}

/* One sample. `clock` is how many ticks a cycle took before, and takes after; a sample over which it changed, or during
 * which another process ran, is taken again, a few times. */
static void sample(const struct subject *subject, const uint8_t *data, size_t size, unsigned calls, double *clock,
                   struct samples *samples, struct run *run) {
  const double bytes = (double)size * subject->messages;
  double before, after;
  uint64_t ticks;
  long interrupted;
  int attempts = 0;
  if (subject->prepare != NULL) subject->prepare(subject, data, size);
  do {
    before = *clock;
    if (bytes <= CACHE_BYTES) time_calls(subject, data, size, 1);
    interrupted = interruptions();
    ticks = time_calls(subject, data, size, calls);
    interrupted = interruptions() - interrupted;
    after = *clock = clock_ticks_per_cycle();
  } while ((interrupted || differ(before, after)) && ++attempts < ATTEMPTS);
  run->unsteady += attempts == ATTEMPTS;
  run->ticks_per_cycle[run->clock_count++] = (before + after) / 2;
  samples->values[samples->count++] = (double)ticks / calls / ((before + after) / 2) / bytes;
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

void measure(const struct subjects *subjects, const struct plan *plan, const uint8_t *data, struct run *run) {
  static unsigned calls[SUBJECTS_MAX][SIZES_MAX];
  memset(calls, 0, sizeof calls);
  const size_t count = subjects->count;
  double *checks = allocate(plan->rounds * sizeof *checks);
  run->ticks_per_cycle = allocate(count * plan->size_count * plan->rounds * sizeof(double));
  for (size_t i = 0; i < count; i++) {
    for (size_t j = 0; j < plan->size_count; j++) {
      if (!is_measured(&subjects->items[i], plan, plan->sizes[j])) continue;
      run->samples[i][j].values = allocate(plan->rounds * sizeof(double));
      calls[i][j] = calls_needed(&subjects->items[i], data, plan->sizes[j]);
    }
  }
  const double begin = seconds();
  const uint64_t begin_ticks = clock_ticks();
  double clock = clock_ticks_per_cycle();
  for (unsigned round = 0; round < plan->rounds; round++) {
    for (size_t j = 0; j < plan->size_count; j++) {
      for (size_t turn = 0; turn < count; turn++) {
        const size_t i = (turn + round) % count;
        if (calls[i][j] == 0) continue;
        sample(&subjects->items[i], data, plan->sizes[j], calls[i][j], &clock, &run->samples[i][j], run);
      }
    }
    checks[round] = clock_check();
  }
  run->ticks_per_second = (double)(clock_ticks() - begin_ticks) / (seconds() - begin);
  run->check = quantile(checks, plan->rounds, 0.5);
  free(checks);
}

void clear_run(struct run *run) {
  for (size_t i = 0; i < SUBJECTS_MAX; i++) {
    for (size_t j = 0; j < SIZES_MAX; j++) free(run->samples[i][j].values);
  }
  free(run->ticks_per_cycle);
  memset(run, 0, sizeof *run);
}

static int compare(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

double quantile(double *values, size_t count, double part) {
  if (count == 0) return 0;
  qsort(values, count, sizeof *values, compare);
  const double place = part * (double)(count - 1);
  const size_t below = (size_t)place;
  return below + 1 < count ? values[below] + (place - (double)below) * (values[below + 1] - values[below])
                           : values[below];
}
