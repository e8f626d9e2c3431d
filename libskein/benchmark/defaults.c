/* SPDX-License-Identifier: Apache-2.0 */
#include "defaults.h"

#include <stdio.h>
#include <string.h>

#include "clock.h"
#include "machine.h"

#define TOLERANCE 1.05
#define ATTEMPTS 5 /* measurements in which a choice must lose before it is said to */

/* Modes and lengths that have lost in each measurement until now. */
static int suspected[SUBJECTS_MAX][SIZES_MAX];

static int is_default(const struct subject *subject) {
  return subject->kernel != NULL && strcmp(subject->kernel, DEFAULT_KERNEL) == 0;
}

/* The same work, by another kernel, by choice, or one by one. */
static int is_same_mode(const struct subject *a, const struct subject *b) {
  return a->kernel != NULL && b->kernel != NULL && strcmp(a->group, b->group) == 0 &&
         strcmp(a->function, b->function) == 0 && a->messages == b->messages && a->threads == b->threads;
}

/* What other processes on the machine disturb least. */
static double figure(struct run *run, size_t i, size_t j) {
  return quantile(run->samples[i][j].values, run->samples[i][j].count, 0.25);
}

/* The fastest kernel beside the default i at length j; i itself if there is no other. */
static size_t fastest(const struct subjects *subjects, struct run *run, size_t i, size_t j) {
  size_t best = i;
  for (size_t k = 0; k < subjects->count; k++) {
    if (k == i || run->samples[k][j].count == 0 || !is_same_mode(&subjects->items[i], &subjects->items[k])) continue;
    if (best == i || figure(run, k, j) < figure(run, best, j)) best = k;
  }
  return best;
}

/* Keep those under suspicion that have lost again; how many. */
static size_t judge(const struct subjects *subjects, const struct plan *plan, struct run *run, int say) {
  char label[128];
  size_t lost = 0;
  for (size_t i = 0; i < subjects->count; i++) {
    for (size_t j = 0; j < plan->size_count; j++) {
      if (!suspected[i][j]) continue;
      const size_t best = fastest(subjects, run, i, j);
      suspected[i][j] = figure(run, i, j) > TOLERANCE * figure(run, best, j);
      if (!suspected[i][j]) continue;
      lost++;
      if (!say) continue;
      subject_label(&subjects->items[i], label, sizeof label);
      printf("%s, %zu bytes: %.3f %s per byte, but %.3f with %s\n", label, plan->sizes[j], figure(run, i, j),
             clock_unit, figure(run, best, j), subjects->items[best].kernel);
    }
  }
  return lost;
}

/* Of those that were measured, go on with those under suspicion and what they may lose to. */
static void select_suspects(struct subjects *subjects, const struct plan *plan) {
  for (size_t k = 0; k < subjects->count; k++) {
    int wanted = 0;
    for (size_t i = 0; i < subjects->count; i++) {
      for (size_t j = 0; j < plan->size_count; j++)
        wanted |= suspected[i][j] && is_same_mode(&subjects->items[i], &subjects->items[k]);
    }
    subjects->items[k].selected &= wanted;
  }
}

int defaults_hold(struct subjects *subjects, const struct plan *plan, const uint8_t *data) {
  static struct run run;
  size_t modes = 0, lost = 0;
  for (size_t i = 0; i < subjects->count; i++) {
    for (size_t j = 0; j < plan->size_count; j++) {
      suspected[i][j] = is_default(&subjects->items[i]) && is_measured(&subjects->items[i], plan, plan->sizes[j]);
      modes += (size_t)suspected[i][j];
    }
  }
  for (unsigned attempt = 1; attempt <= ATTEMPTS; attempt++) {
    measure(subjects, plan, data, &run);
    lost = judge(subjects, plan, &run, attempt == ATTEMPTS);
    clear_run(&run);
    if (lost == 0) break;
    select_suspects(subjects, plan);
  }
  printf("%zu of %zu choices on %s are slower than another by more than 5 %%\n", lost, modes,
         machine_microarchitecture());
  return lost == 0;
}
