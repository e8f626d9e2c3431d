/* SPDX-License-Identifier: Apache-2.0 */
/* skein-check: proves a build of libskein on the machine where it runs.
 *
 *     skein-check [options] [KERNEL...]
 *
 * Computes each record of a file or of standard input (check_records.c has the format), then random ones, in every way
 * that the library offers, with every kernel of the build that this processor can run, or those that are named. Prints
 * a line for each failure and each kernel, and at last "N passed, N failed". Exit status: 0 if nothing failed, 1 if
 * something did or nothing was checked, 2 for wrong usage, 3 for a kernel that cannot run here. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "check.h"
#include "kernel.h"

static const char usage[] =
    "usage: skein-check [options] [KERNEL...]\n"
    "  --records F   records of this file, not of standard input\n"
    "  --seed N      of everything random; the time if not given\n"
    "  --random N    so many random records after those of the input; default 0\n"
    "  --largest N   bytes of the longest random message; default 4096\n"
    "  --splits N    try at most N splits of each message in two parts; default 64\n"
    "  --threads N   threads that trees and batches use at most; default 4\n"
    "  --only N      only the record of this number\n"
    "  --no-input    no records from the input\n";

struct options {
  uint64_t seed, random, largest, splits, threads, only;
  const char *file; /* of the records, NULL for standard input */
  int no_input;
};

static void wrong(const char *sentence, const char *what) {
  fprintf(stderr, "skein-check: %s '%s'\n%s", sentence, what, usage);
  exit(2);
}

static void check_record(struct check *check, const struct record *record) {
  begin_record(check, record);
  /* All ways of grouping many messages, whatever was chosen. */
  skein_force_extra(record->number % 2 == 0);
  skein_force_worthwhile(record->number % 3 == 0 ? 0 : 2 + (unsigned)(record->number / 3 % 8));
  switch (record->kind) {
    case HASH:
      if (record->arguments.tree.height != 0) {
        check_tree(check, record);
      } else {
        check_hash(check, record);
        check_many(check, record);
      }
      check_output(check, record);
      break;
    case CIPHER: check_cipher(check, record); break;
    case CHAIN: check_chain(check, record); break;
    case LONG: check_long(check, record); break;
  }
}

static int parse_number(const char *name, uint64_t *number, int count, char **words, int *at) {
  char *end = NULL;
  if (strcmp(words[*at], name) != 0) return 0;
  if (++*at == count) wrong("a number is missing after", name);
  *number = strtoull(words[*at], &end, 10);
  if (words[*at][0] < '0' || words[*at][0] > '9' || *end != 0) wrong("this is no number:", words[*at]);
  return 1;
}

/* Read the options and the names of kernels; how many are named. */
static size_t parse(struct options *options, const char **kernels, int count, char **words) {
  size_t named = 0;
  for (int i = 1; i < count; i++) {
    if (parse_number("--seed", &options->seed, count, words, &i) ||
        parse_number("--random", &options->random, count, words, &i) ||
        parse_number("--largest", &options->largest, count, words, &i) ||
        parse_number("--splits", &options->splits, count, words, &i) ||
        parse_number("--threads", &options->threads, count, words, &i) ||
        parse_number("--only", &options->only, count, words, &i))
      continue;
    if (strcmp(words[i], "--records") == 0) {
      if (++i == count) wrong("a file is missing after", "--records");
      if (freopen(words[i], "r", stdin) == NULL) wrong("this file cannot be read:", words[i]);
      options->file = words[i];
    } else if (strcmp(words[i], "--no-input") == 0) {
      options->no_input = 1;
    } else if (words[i][0] == '-') {
      wrong("there is no option", words[i]);
    } else if (named == 16) {
      wrong("these are too many kernels:", words[i]);
    } else if (!skein_kernel_available(words[i])) {
      fprintf(stderr, "skein-check: this build has no kernel '%s', or this processor cannot run it\n", words[i]);
      exit(3);
    } else {
      kernels[named++] = words[i];
    }
  }
  return named;
}

static size_t all_kernels(const char **kernels) {
  size_t found = 0;
  const char *name;
  for (size_t i = 0; (name = skein_kernel_name(i)) != NULL; i++) {
    if (skein_kernel_available(name))
      kernels[found++] = name;
    else
      printf("%s: not available on this processor\n", name);
  }
  return found;
}

/* Do the same with each kernel, each time with the same random numbers. */
struct kernels {
  const char *names[16];
  unsigned long passed[16], failed[16];
  size_t count;
};

static void with_each(struct check *check, struct kernels *kernels, const struct record *record) {
  for (size_t i = 0; i < kernels->count; i++) {
    check->kernel = kernels->names[i];
    check->passed = check->failed = 0;
    skein_kernel_use(check->kernel);
    if (record != NULL) {
      check_record(check, record);
    } else {
      check->record = NULL;
      check->state = check->seed;
      check_errors(check);
      check_limits(check);
    }
    kernels->passed[i] += check->passed;
    kernels->failed[i] += check->failed;
  }
}

int main(int count, char **words) {
  struct options options = {.seed = (uint64_t)time(NULL), .largest = 4096, .splits = 64, .threads = 4};
  struct kernels kernels = {.count = 0};
  unsigned long records = 0, passed = 0, failed = 0;
  struct record record;
  kernels.count = parse(&options, kernels.names, count, words);
  if (kernels.count == 0) kernels.count = all_kernels(kernels.names);
  struct check check = {.seed = options.seed,
                        .largest = (size_t)options.largest,
                        .splits = (size_t)options.splits,
                        .threads = (unsigned)options.threads,
                        .file = options.file,
                        .kernel = "portable",
                        .way = "begin"};
  report_crashes(&check);
  printf("libskein %s, seed %" PRIu64 "\n", skein_version(), options.seed);
  fflush(stdout);
  if (options.only == 0) with_each(&check, &kernels, NULL);
  while (!options.no_input && read_record(&record)) {
    if (options.only != 0 && record.number != options.only) continue;
    records++;
    with_each(&check, &kernels, &record);
  }
  check.random = 1;
  for (unsigned long i = 1; i <= options.random; i++) {
    if (options.only != 0 && i != options.only) continue;
    check.passed = check.failed = 0;
    make_record(&check, &record, i);
    records++;
    with_each(&check, &kernels, &record);
  }
  for (size_t i = 0; i < kernels.count; i++) {
    printf("%s: %lu passed, %lu failed\n", kernels.names[i], kernels.passed[i], kernels.failed[i]);
    passed += kernels.passed[i];
    failed += kernels.failed[i];
  }
  printf("%lu records\n%lu passed, %lu failed\n", records, passed, failed);
  return failed > 0 || passed == 0 || records == 0;
}
