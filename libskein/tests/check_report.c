/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

#if defined(__unix__) || defined(__APPLE__)
#define HAVE_PAGES 1
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

/* Reports beyond these are counted only. */
enum { MOST_REPORTS = 50, MOST_BYTES_SHOWN = 16 };

static void describe(const struct check *check, char *text, size_t size) {
  const struct record *record = check->record;
  if (record == NULL) {
    snprintf(text, size, "kernel %s, %s", check->kernel, check->way);
    return;
  }
  const struct skein_arguments *a = &record->arguments;
  char input[256] = "<RECORDS";
  if (check->random)
    snprintf(input, sizeof input, "--no-input --random %lu --largest %zu", record->number, check->largest);
  else if (check->file != NULL)
    snprintf(input, sizeof input, "--records %s", check->file);
  snprintf(text, size,
           "%s %lu, kernel %s, %s (%zu): %u bits of state, version 1.%d, %" PRIu64 " of output, tree %u,%u,%u, %" PRIu64
           " of message; again: skein-check --seed %" PRIu64 " --splits %zu --threads %u --only %lu %s %s",
           check->random ? "random record" : "record", record->number, check->kernel, check->way, check->place,
           a->block_bits, 3 - (int)a->revision, a->output_bits, a->tree.leaf, a->tree.fan_out, a->tree.height,
           record->bits, check->seed, check->splits, check->threads, record->number, check->kernel, input);
}

static void report(struct check *check, const char *difference) {
  char text[700];
  check->failed++;
  if (check->failed > MOST_REPORTS) return;
  describe(check, text, sizeof text);
  printf("FAILED %s: %s\n", text, difference);
  fflush(stdout);
}

void begin_record(struct check *check, const struct record *record) {
  check->record = record;
  check->state = check->seed * UINT64_C(0x9E3779B97F4A7C15) + record->number;
  begin_way(check, "nothing yet", 0);
}

void begin_way(struct check *check, const char *way, size_t place) {
  check->way = way;
  check->place = place;
}

static void show(char *text, const uint8_t *bytes, size_t length) {
  for (size_t i = 0; i < length; i++) snprintf(text + 2 * i, 3, "%02x", bytes[i]);
}

void expect_bytes(struct check *check, const uint8_t *got, const uint8_t *expected, size_t length) {
  size_t at = 0;
  while (at < length && got[at] == expected[at]) at++;
  if (at == length) {
    check->passed++;
    return;
  }
  const size_t shown = length - at < MOST_BYTES_SHOWN ? length - at : MOST_BYTES_SHOWN;
  char text[256], left[2 * MOST_BYTES_SHOWN + 1] = "", right[2 * MOST_BYTES_SHOWN + 1] = "";
  show(left, expected + at, shown);
  show(right, got + at, shown);
  snprintf(text, sizeof text, "from byte %zu of %zu expected %s, got %s", at, length, left, right);
  report(check, text);
}

void expect_status(struct check *check, int got, int expected) {
  char text[96];
  if (got == expected) {
    check->passed++;
    return;
  }
  snprintf(text, sizeof text, "expected status %d, got %d", expected, got);
  report(check, text);
}

void expect(struct check *check, int holds, const char *sentence) {
  if (holds)
    check->passed++;
  else
    report(check, sentence);
}

/* SplitMix64. */
uint64_t random_number(struct check *check) {
  uint64_t z = check->state += UINT64_C(0x9E3779B97F4A7C15);
  z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
  return z ^ z >> 31;
}

size_t random_below(struct check *check, size_t limit) {
  return limit == 0 ? 0 : (size_t)(random_number(check) % limit);
}

void random_bytes(struct check *check, uint8_t *bytes, size_t length) {
  for (size_t i = 0; i < length; i++) bytes[i] = (uint8_t)(random_number(check) >> 56);
}

size_t few(size_t count, size_t bytes) {
  const size_t most = 1 + ((size_t)1 << 22) / (bytes + 1);
  return count < most ? count : most;
}

void *allocate(size_t length) {
  void *memory = malloc(length > 0 ? length : 1);
  if (memory == NULL) {
    fprintf(stderr, "skein-check: no memory for %zu bytes\n", length);
    exit(3);
  }
  return memory;
}

struct slot {
  uint8_t *memory;
  size_t size; /* that may be used */
};

static struct slot slots[3];

#if defined(HAVE_PAGES)

uint8_t *guarded(unsigned slot, size_t length) {
  struct slot *s = &slots[slot];
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  if (s->memory == NULL || s->size < length) {
    if (s->memory != NULL) munmap(s->memory, s->size + page);
    s->size = (length / page + 1) * page;
    void *memory = mmap(NULL, s->size + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED || mprotect((uint8_t *)memory + s->size, page, PROT_NONE) != 0) {
      fputs("skein-check: no pages can be mapped\n", stderr);
      exit(3);
    }
    s->memory = memory;
  }
  return s->memory + s->size - length;
}

static struct check *crashing;

static void crashed(int number) {
  char text[700];
  describe(crashing, text, sizeof text);
  printf("FAILED %s: crashed with signal %d\n", text, number);
  fflush(stdout);
  _exit(1);
}

void report_crashes(struct check *check) {
  crashing = check;
  signal(SIGSEGV, crashed);
  signal(SIGBUS, crashed);
  signal(SIGILL, crashed);
  signal(SIGFPE, crashed);
}

#else

uint8_t *guarded(unsigned slot, size_t length) {
  free(slots[slot].memory);
  slots[slot].memory = allocate(length);
  slots[slot].size = length;
  return slots[slot].memory;
}

void report_crashes(struct check *check) { (void)check; }

#endif
