/* SPDX-License-Identifier: Apache-2.0 */
/* The results: a table for people, a document for programs. */
#ifndef SKEIN_BENCHMARK_REPORT_H
#define SKEIN_BENCHMARK_REPORT_H

#include "measure.h"

/* Medians, a line for each subject. */
void print_table(const struct subjects *subjects, const struct plan *plan, struct run *run);

/* One JSON document with everything: machine, clock, libraries, and quantiles of each measurement. */
void print_json(const struct subjects *subjects, const struct plan *plan, struct run *run);

#endif
