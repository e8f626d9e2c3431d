/* SPDX-License-Identifier: Apache-2.0 */
/* skein-benchmark: how many cycles a byte costs, of libskein and of other libraries beside it, in one run. */
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "defaults.h"
#include "measure.h"
#include "proof.h"
#include "report.h"
#include "skein.h"

#define SIZE_MOST 16777216
#define TREE_SIZE 262144 /* of trees only: short, so that it shows what threads cost */
#define WRONG_USAGE 2

static const char help[] =
    "usage: skein-benchmark [--sizes BYTES,...] [--subjects PATTERN] [--rounds N] [--quick] [--json] [--list]\n"
    "       skein-benchmark --defaults [--sizes BYTES,...] [--subjects PATTERN] [--rounds N]\n"
    "\n"
    "Cycles per byte of libskein in every kernel of this processor, and of the other libraries it was built with.\n"
    "All are measured in turn, round after round; the table has medians.\n"
    "\n"
    "  --sizes BYTES,...   lengths of a message (default 64,1024,8192,1048576, and of trees 262144)\n"
    "  --subjects PATTERN  only those whose name, as --list gives it, matches a pattern such as '*512*'\n"
    "  --rounds N          samples of each (default 81)\n"
    "  --quick             9 rounds of 64 and 8192 bytes, unless told otherwise\n"
    "  --json              machine, versions, and quantiles of each as one JSON document\n"
    "  --list              names of what can be measured\n"
    "  --defaults          only libskein: is a kernel that it chooses by itself slower by more than 5 % than another\n"
    "                      of its kernels, or are several messages at once than one by one? Says where,\n"
    "                      and exits with 1 if so (64,1024,8192,65536 bytes, of trees 262144, 21 rounds; of many\n"
    "                      messages also 2, 3 and 4)\n";

struct options {
  struct plan plan;
  const char *pattern;
  int json, list, defaults;
};

static void wrong_usage(const char *sentence, const char *argument) {
  fprintf(stderr, "skein-benchmark: %s, not '%s'; see skein-benchmark --help\n", sentence, argument);
  exit(WRONG_USAGE);
}

/* A number from `text` up to `end`, which must be there. 0 for anything else. */
static unsigned long long number(const char *text, const char *end, unsigned long long most) {
  char *stop;
  errno = 0;
  const unsigned long long value = strtoull(text, &stop, 10);
  return text[0] >= '0' && text[0] <= '9' && stop == end && errno == 0 && value <= most ? value : 0;
}

static void read_sizes(struct plan *plan, const char *text) {
  plan->size_count = 0;
  plan->tree_size = 0;
  for (const char *at = text;; at++) {
    const char *end = at + strcspn(at, ",");
    const size_t size = (size_t)number(at, end, SIZE_MOST);
    if (size == 0) wrong_usage("--sizes takes numbers of bytes from 1 to 16777216, with commas between", text);
    if (plan->size_count == SIZES_MAX) wrong_usage("--sizes takes 16 sizes at most", text);
    plan->sizes[plan->size_count++] = size;
    for (size_t j = 0; j + 1 < plan->size_count; j++) {
      if (plan->sizes[j] == size) wrong_usage("--sizes takes each size once", text);
    }
    if (*(at = end) == 0) return;
  }
}

static struct options read_options(int count, char **arguments) {
  struct options options = {
      .plan = {.sizes = {64, 1024, 8192, TREE_SIZE, 1048576}, .size_count = 5, .tree_size = TREE_SIZE, .rounds = 81}};
  for (int i = 1; i < count; i++) { /* first, since the other options refine it */
    if (strcmp(arguments[i], "--quick") == 0) {
      options.plan = (struct plan){.sizes = {64, 8192}, .size_count = 2, .rounds = 9};
    } else if (strcmp(arguments[i], "--defaults") == 0) {
      options.defaults = 1;
      options.plan = (struct plan){
          .sizes = {64, 1024, 8192, 65536, TREE_SIZE}, .size_count = 5, .tree_size = TREE_SIZE, .rounds = 21};
    }
  }
  for (int i = 1; i < count; i++) {
    const char *name = arguments[i], *value = i + 1 < count ? arguments[i + 1] : "";
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
      fputs(help, stdout);
      exit(0);
    } else if (strcmp(name, "--json") == 0) {
      options.json = 1;
    } else if (strcmp(name, "--list") == 0) {
      options.list = 1;
    } else if (strcmp(name, "--quick") == 0 || strcmp(name, "--defaults") == 0) {
      continue;
    } else if (strcmp(name, "--sizes") == 0) {
      read_sizes(&options.plan, value), i++;
    } else if (strcmp(name, "--subjects") == 0) {
      options.pattern = value, i++;
    } else if (strcmp(name, "--rounds") == 0) {
      options.plan.rounds = (unsigned)number(value, value + strlen(value), ROUNDS_MAX);
      if (options.plan.rounds == 0) wrong_usage("--rounds takes a number from 1 to 10001", value);
      i++;
    } else {
      wrong_usage("the options are those that --help lists", name);
    }
  }
  return options;
}

/* Select what is asked for; returns how many. */
static size_t choose(struct subjects *subjects, const char *pattern) {
  char label[128];
  size_t chosen = 0;
  for (size_t i = 0; i < subjects->count; i++) {
    subject_label(&subjects->items[i], label, sizeof label);
    subjects->items[i].selected = pattern == NULL || fnmatch(pattern, label, 0) == 0;
    chosen += (size_t)subjects->items[i].selected;
  }
  return chosen;
}

static void list(const struct subjects *subjects) {
  char label[128];
  for (size_t i = 0; i < subjects->count; i++) {
    if (!subjects->items[i].selected) continue;
    subject_label(&subjects->items[i], label, sizeof label);
    puts(label);
  }
}

/* Input of any content: the speed of none of the subjects depends on it. */
static uint8_t *input(size_t length) {
  uint8_t *data = allocate(length + 1);
  uint32_t value = 1;
  for (size_t i = 0; i < length; i++) {
    value = value * 1664525u + 1013904223u;
    data[i] = (uint8_t)(value >> 24);
  }
  return data;
}

/* Exit status after all output. */
static int written(void) {
  if (fflush(stdout) == 0 && !ferror(stdout)) return 0;
  fprintf(stderr, "skein-benchmark: the result cannot be written\n");
  return 1;
}

int main(int count, char **arguments) {
  static struct subjects subjects;
  static struct run run;
  const struct options options = read_options(count, arguments);
  if (options.defaults) {
    add_defaults(&subjects);
  } else {
    add_all(&subjects);
  }
  if (choose(&subjects, options.pattern) == 0) {
    wrong_usage("--subjects takes a pattern that matches a name of --list", options.pattern);
  }
  if (options.list) {
    list(&subjects);
    return written();
  }
  const size_t length = input_bytes(&subjects, &options.plan);
  if (length == 0)
    wrong_usage("--subjects takes a pattern for something that is measured at the --sizes", options.pattern);
  uint8_t *data = input(length);
  if (!all_proven(&subjects, &options.plan, data)) return 1;
  if (options.defaults) {
    const int hold = defaults_hold(&subjects, &options.plan, data);
    return written() != 0 || !hold;
  }
  measure(&subjects, &options.plan, data, &run);
  skein_kernel_use(NULL);
  if (options.json) {
    print_json(&subjects, &options.plan, &run);
  } else {
    print_table(&subjects, &options.plan, &run);
  }
  return written();
}
