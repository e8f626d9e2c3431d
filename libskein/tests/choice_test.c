/* SPDX-License-Identifier: Apache-2.0 */
/* skein-choice-test: which kernel is chosen for which processor, and from how many messages on, by stopwatches that
 * this program makes up, and what the environment and skein_kernel_use change. Prints what is wrong; exit status 1 if
 * anything is. */
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
  static const char *const names[] = {"avx512", "avx2", "bmi2", "sse2", "neon", "portable"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (name == NULL || strcmp(name, names[i]) == 0) return 1;
  }
  return 0;
}

static void check_table(void) {
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    const struct skein_processor *entry = skein_find_processor(known[i].vendor, known[i].family, known[i].model);
    expect_name(entry == NULL ? "unknown" : entry->name, known[i].name, "name of a processor");
    for (unsigned size = 0; entry != NULL && size < SKEIN_SIZES; size++) {
      const unsigned worthwhile = entry->worthwhile[size];
      expect(is_kernel(entry->one[size]) && is_kernel(entry->many[size]), "the table names a kernel that is none");
      expect(worthwhile == 0 || (entry->many[size] != NULL && worthwhile >= 2 && worthwhile <= SKEIN_VECTOR_LANES),
             "the table has a number of messages for no kernel, or one that is no number of messages side by side");
    }
  }
  for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
    expect(skein_find_processor(unknown[i].vendor, unknown[i].family, unknown[i].model) == NULL,
           "an unknown processor is in the table");
}

/* ---- choices by made-up times --------------------------------------------------------------------------------- */

static const char *quick;     /* the kernel that is fast */
static uint64_t quick_time;   /* in place of 1000 */
static uint64_t few_time;     /* of a message of few */
static unsigned calls, extra; /* how often was asked; time that the extra message saves */

static uint64_t made_up(const struct skein_way *way, unsigned size, enum skein_course course) {
  (void)size;
  calls++;
  if (course == SKEIN_FEW) return few_time;
  return (strcmp(way->kernel->name, quick) == 0 ? quick_time : 1000) - (way->extra ? extra : 0);
}

/* Fast in the first round only, as if it were measured before the processor is warm. */
static uint64_t first_is_quick(const struct skein_way *way, unsigned size, enum skein_course course) {
  const uint64_t time = made_up(way, size, course);
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
      /* sse2 is for processors without AVX2. */
      if (many->kernel->lanes[size] != NULL && !(strcmp(name, "sse2") == 0 && has("avx2"))) {
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
  if (has("sse2") && has("avx2"))
    expect(strcmp(choose(NULL, "sse2", 1, 1, 1)->kernel->name, "sse2") != 0, "sse2 is not for a processor with AVX2");
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
    extra = 100;
    expect(!choose(rapids, "avx512", 500, 1, 1)->extra, "the extra message on Sapphire Rapids");
    expect(choose(zen5, "avx512", 500, 1, 1)->extra, "no extra message where it is fast");
    extra = 0;
    choose(zen5, "avx512", 1, 2, 0);
    expect(calls > 0, "not measured although the table does not say which");
    expect_name(choose(&odd, "avx2", 1, 0, 1)->kernel->name, "avx2", "a kernel that this processor has not");
    expect_name(choose(&odd, "avx2", 1, 2, 1)->kernel->name, "avx2", "a kernel that there is not");
  }
}

/* ---- from how many messages on --------------------------------------------------------------------------------- */

/* The number for a kernel by made-up times: `time` is that of a message side by side, `few` that of one of few, 1000
 * that of one alone. */
static unsigned worthwhile_of_few(const struct skein_processor *processor, const char *kernel, uint64_t few,
                                  uint64_t time, unsigned size) {
  skein_kernel_use(kernel);
  const struct skein_way *way = skein_way_of_many(size);
  skein_kernel_use(NULL);
  quick = kernel;
  quick_time = time;
  few_time = few;
  calls = extra = 0;
  return skein_choose_worthwhile(processor, way, size, made_up);
}

/* The same where few take as long together as all. */
static unsigned worthwhile(const struct skein_processor *processor, const char *kernel, uint64_t time, unsigned size) {
  return worthwhile_of_few(processor, kernel, 2 * time, time, size);
}

/* Lanes that take longer than their messages one by one, for each kernel with an extra message and without. */
static void check_worthwhile_with_extra(void) {
  for (size_t i = 0; skein_kernel_name(i) != NULL; i++) {
    if (skein_kernel_use(skein_kernel_name(i)) != SKEIN_OK) continue;
    for (int force = 0; force < 2; force++) {
      skein_force_extra(force);
      const struct skein_way *way = skein_way_of_many(1);
      const unsigned lanes = way->kernel->vector_lanes[1];
      quick = skein_kernel_name(i);
      quick_time = few_time = 5000;
      extra = 0;
      if (lanes == 0) continue;
      expect(skein_choose_worthwhile(NULL, way, 1, made_up) == lanes + (unsigned)force,
             "lanes that save nothing are full with the extra message, and without it with as many as there are");
      expect(skein_choice_for_many(1).worthwhile <= lanes + (unsigned)force,
             "more messages are needed than can go side by side");
    }
  }
  skein_force_extra(-1);
  skein_kernel_use(NULL);
}

static void check_worthwhile(void) {
  const struct skein_processor *rapids = skein_find_processor(SKEIN_INTEL, 6, 207);
  const struct skein_processor *zen4 = skein_find_processor(SKEIN_AMD, 25, 17);
  expect(worthwhile(NULL, "portable", 500, 1) == 1, "a kernel without lanes has nothing that is worth while");
  check_worthwhile_with_extra();
  if (has("avx2")) {
    expect(worthwhile(NULL, "avx2", 500, 2) == 3, "as long as two: three are worth while");
    expect(worthwhile(NULL, "avx2", 600, 0) == 3, "longer than two: three are worth while");
    expect(worthwhile(NULL, "avx2", 10, 1) == 2, "one message is never worth while");
    expect(worthwhile(NULL, "avx2", 490, 2) == 3, "two gain less than 5 %: three are worth while");
    expect(worthwhile(NULL, "avx2", 5000, 2) == 4, "all lanes are");
    worthwhile(rapids, "avx2", 500, 2);
    expect(calls > 0, "the table's number is that of another kernel");
  }
  if (!has("avx512")) return;
  expect(worthwhile(NULL, "avx512", 500, 2) == 5, "as long as four: five are worth while");
  expect(worthwhile(NULL, "avx512", 700, 2) == 6, "longer than five: six are worth while, which few lanes do not hold");
  expect(worthwhile_of_few(NULL, "avx512", 400, 700, 1) == 2, "few are worth while from two on");
  expect(worthwhile_of_few(NULL, "avx512", 600, 700, 1) == 3, "few are worth while from three on");
  expect(worthwhile_of_few(NULL, "avx512", 900, 700, 1) == 4, "few are worth while if they are as many as can be");
  expect(worthwhile_of_few(NULL, "avx512", 1500, 250, 1) == 5, "few never are: the first number beyond them");
  expect(worthwhile_of_few(NULL, "avx512", 1500, 5000, 2) == 8, "none is: all lanes are");
  expect(worthwhile(zen4, "avx512", 500, 2) == 5, "Skein-1024 on Zen 4");
  expect(calls > 0, "not measured although the table has no number");
  expect(worthwhile(rapids, "avx512", 500, 2) == 3, "Skein-1024 on Emerald Rapids");
  expect(worthwhile(rapids, "avx512", 500, 1) == 2, "Skein-512 on Emerald Rapids");
  expect(calls == 0, "measured although the table has the number");
}

static void check_worthwhile_in_use(void) {
  for (size_t i = 0; skein_kernel_name(i) != NULL; i++) {
    if (skein_kernel_use(skein_kernel_name(i)) != SKEIN_OK) continue;
    for (unsigned size = 0; size < SKEIN_SIZES; size++) {
      const struct skein_kernel *kernel = skein_way_of_many(size)->kernel;
      const unsigned number = skein_choice_for_many(size).worthwhile;
      if (kernel->lanes[size] == NULL) {
        expect(number == 1, "a number of messages for a kernel without lanes");
      } else {
        expect(number >= 2 && number <= kernel->vector_lanes[size] + (unsigned)skein_way_of_many(size)->extra,
               "more messages than go side by side, or one, are worth while");
      }
      expect(skein_choice_for_many(size).worthwhile == number, "the number changes");
      skein_force_worthwhile(2);
      expect(skein_choice_for_many(size).worthwhile == (kernel->lanes[size] == NULL ? 1 : 2), "the number of a test");
      skein_force_worthwhile(0);
    }
  }
  skein_kernel_use(NULL);
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
  check_worthwhile();
  check_worthwhile_in_use();
  check_asked();
  return failures > 0;
}
