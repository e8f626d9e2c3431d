/* SPDX-License-Identifier: Apache-2.0 */
/* skein-choice-test: which kernel is chosen for which processor, by stopwatches that this program makes up, and what
 * the environment and skein_kernel_use change. Prints what is wrong; exit status 1 if anything is. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel.h"
#include "processors.h"

static int failures;

static void expect(int holds, const char *sentence) {
  if (holds) return;
  printf("wrong: %s\n", sentence);
  failures++;
}

static void expect_name(const char *found, const char *wanted, const char *sentence) {
  if (strcmp(found, wanted) == 0) return;
  printf("wrong: %s: %s, not %s\n", sentence, found, wanted);
  failures++;
}

/* ---- the table ------------------------------------------------------------------------------------------------ */

static const struct {
  const char *name;
  enum skein_vendor vendor;
  unsigned family, model;
} known[] = {
    {"Intel Skylake-X", SKEIN_INTEL, 6, 85},
    {"Intel Ice Lake", SKEIN_INTEL, 6, 126},
    {"Intel Sapphire Rapids", SKEIN_INTEL, 6, 143},
    {"Intel Granite Rapids", SKEIN_INTEL, 6, 173},
    {"AMD Zen 2", SKEIN_AMD, 23, 49},
    {"AMD Zen 3", SKEIN_AMD, 25, 33},
    {"AMD Zen 4", SKEIN_AMD, 25, 17},
    {"AMD Zen 4", SKEIN_AMD, 25, 97},
    {"AMD Zen 5", SKEIN_AMD, 26, 2},
    {"AMD Zen 5", SKEIN_AMD, 26, 68},
    {"ARM Neoverse N1", SKEIN_ARM, 0, 0xd0c},
    {"Apple M1", SKEIN_APPLE, 0, 0x22},
};

static const struct {
  enum skein_vendor vendor;
  unsigned family, model;
} unknown[] = {
    {SKEIN_INTEL, 6, 84},  {SKEIN_INTEL, 15, 85}, {SKEIN_AMD, 26, 80}, {SKEIN_AMD, 27, 0},
    {SKEIN_ARM, 0, 0xd03}, {SKEIN_APPLE, 0, 0},   {SKEIN_INTEL, 6, 0}, {SKEIN_VENDOR_UNKNOWN, 6, 143},
};

static int is_kernel(const char *name) {
  static const char *const names[] = {"avx512", "avx2", "bmi2", "neon", "portable"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (name == NULL || strcmp(name, names[i]) == 0) return 1;
  }
  return 0;
}

static void check_table(void) {
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    const struct skein_processor *entry = skein_find_processor(known[i].vendor, known[i].family, known[i].model);
    expect_name(entry == NULL ? "unknown" : entry->name, known[i].name, "name of a processor");
    for (unsigned size = 0; entry != NULL && size < SKEIN_SIZES; size++)
      expect(is_kernel(entry->one[size]) && is_kernel(entry->many[size]), "the table names a kernel that is none");
  }
  for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
    expect(skein_find_processor(unknown[i].vendor, unknown[i].family, unknown[i].model) == NULL,
           "an unknown processor is in the table");
}

/* ---- choices by made-up times --------------------------------------------------------------------------------- */

static const char *quick;     /* the kernel that is fast */
static uint64_t quick_time;   /* in place of 1000 */
static unsigned calls, extra; /* how often was asked; time that the extra message saves */

static uint64_t made_up(const struct skein_way *way, unsigned size, int many) {
  (void)size, (void)many;
  calls++;
  return (strcmp(way->kernel->name, quick) == 0 ? quick_time : 1000) - (way->extra ? extra : 0);
}

/* Fast in the first round only, as if it were measured before the processor is warm. */
static uint64_t first_is_quick(const struct skein_way *way, unsigned size, int many) {
  const uint64_t time = made_up(way, size, many);
  return calls <= 2 && strcmp(way->kernel->name, "portable") == 0 ? 1 : time;
}

static const struct skein_way *choose(const struct skein_processor *processor, const char *fast, uint64_t time,
                                      unsigned size, int many) {
  quick = fast;
  quick_time = time;
  calls = 0;
  return skein_choose_way(processor, NULL, size, many, made_up);
}

static int has(const char *kernel) { return skein_kernel_available(kernel); }

static void check_measured(void) {
  for (size_t i = 0; skein_kernel_name(i) != NULL; i++) {
    const char *name = skein_kernel_name(i);
    if (!has(name)) continue;
    skein_kernel_use(name);
    for (unsigned size = 0; size < SKEIN_SIZES; size++) {
      const struct skein_way *one = skein_way_of_one(size), *many = skein_way_of_many(size);
      expect(one->kernel->blocks[size] != NULL && !one->extra, "a way for one message has no code for it");
      /* avx2 and avx512 have bmi2's code for 256 bits. */
      if (size > 0 && strcmp(one->kernel->name, name) == 0)
        expect_name(choose(NULL, name, 500, size, 0)->kernel->name, name, "the fastest for one message");
      if (many->kernel->lanes[size] != NULL) {
        extra = 0;
        expect_name(choose(NULL, name, 500, size, 1)->kernel->name, name, "the fastest for many messages");
        expect(!choose(NULL, name, 500, size, 1)->extra, "the extra message is there although it saves nothing");
        extra = 100;
        expect(choose(NULL, name, 500, size, 1)->extra == (many->kernel->lanes_extra[size] != NULL),
               "the extra message is not there although it is fast");
        extra = 0;
      }
    }
  }
  skein_kernel_use(NULL);
  expect_name(choose(NULL, "portable", 500, 1, 1)->kernel->name, "portable", "many messages one after the other");
  if (!has("avx512")) return;
  expect_name(choose(NULL, "portable", 990, 1, 0)->kernel->name, "avx512", "of two that are equally fast");
  expect_name(choose(NULL, "portable", 970, 1, 0)->kernel->name, "portable", "of two that are not");
  quick = "avx512";
  quick_time = 500;
  calls = 0;
  expect_name(skein_choose_way(NULL, NULL, 1, 0, first_is_quick)->kernel->name, "avx512", "after the first round");
}

static void check_chosen_by_table(void) {
  const struct skein_processor *zen5 = skein_find_processor(SKEIN_AMD, 26, 2);
  const struct skein_processor *rapids = skein_find_processor(SKEIN_INTEL, 6, 143);
  const struct skein_processor odd = {.name = "odd", .many = {"neon", "avx512", "nonsense"}};
  expect_name(choose(zen5, "avx512", 1, 1, 0)->kernel->name, "portable", "Skein-512 on Zen 5");
  expect(calls == 0, "measured although the table says which");
  if (has("avx512")) {
    expect_name(choose(rapids, "portable", 1, 1, 0)->kernel->name, "avx512", "Skein-512 on Sapphire Rapids");
    choose(zen5, "avx512", 1, 2, 0);
    expect(calls > 0, "not measured although the table does not say which");
    expect_name(choose(&odd, "avx2", 1, 0, 1)->kernel->name, "avx2", "a kernel that this processor has not");
    expect_name(choose(&odd, "avx2", 1, 2, 1)->kernel->name, "avx2", "a kernel that there is not");
  }
}

/* ---- what is asked for ---------------------------------------------------------------------------------------- */

static void check_asked(void) {
  const char *environment = getenv("SKEIN_KERNEL");
  const int known_name = environment != NULL && has(environment);
  for (unsigned bits = 256; bits <= 1024; bits *= 2) {
    for (int many = 0; many < 2; many++) {
      skein_kernel_use(NULL);
      const char *chosen = skein_kernel_in_use(bits, many);
      if (known_name && strcmp(environment, "portable") == 0)
        expect_name(chosen, "portable", "the kernel of the environment");
      if (known_name && strcmp(environment, "avx2") == 0 && many)
        expect_name(chosen, "avx2", "the kernel of the environment");
      skein_kernel_use("portable");
      expect_name(skein_kernel_in_use(bits, many), "portable", "the kernel that the program asks for");
      if (has("avx2")) {
        skein_kernel_use("avx2");
        expect_name(skein_kernel_in_use(bits, 1), "avx2", "the kernel that the program asks for");
      }
      skein_kernel_use(NULL);
      expect_name(skein_kernel_in_use(bits, many), chosen, "the choice, made again");
    }
  }
}

int main(void) {
  check_table();
  check_measured();
  check_chosen_by_table();
  check_asked();
  return failures > 0;
}
