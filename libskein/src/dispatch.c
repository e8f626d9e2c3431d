/* SPDX-License-Identifier: Apache-2.0 */
/* Which kernel runs: the one that was asked for, else the one that measurements found best on this processor.
 *
 * A choice is made for each size, for one and for many messages apart, when it is first needed. What the table of
 * processors.c does not say is measured then: some ten microseconds for one message, some hundreds for many. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "kernel.h"
#include "processors.h"

/* The more special first: where two are equally fast, the first one is taken. */
static const struct skein_kernel *const kernels[] = {
#if defined(SKEIN_HAVE_AVX512)
    &skein_avx512_kernel,
#endif
#if defined(SKEIN_HAVE_AVX2)
    &skein_avx2_kernel,
#endif
#if defined(SKEIN_HAVE_BMI2)
    &skein_bmi2_kernel,
#endif
#if defined(SKEIN_HAVE_SSE2)
    &skein_sse2_kernel,
#endif
#if defined(SKEIN_HAVE_NEON)
    &skein_neon_kernel,
#endif
    &skein_portable_kernel,
};

#define KERNELS (sizeof kernels / sizeof *kernels)

/* All ways, in the order of the kernels, each first without the extra message. */
/* clang-format off */
static const struct skein_way ways[] = {
#if defined(SKEIN_HAVE_AVX512)
    {&skein_avx512_kernel, 0},
    {&skein_avx512_kernel, 1},
#endif
#if defined(SKEIN_HAVE_AVX2)
    {&skein_avx2_kernel, 0},
    {&skein_avx2_kernel, 1},
#endif
#if defined(SKEIN_HAVE_BMI2)
    {&skein_bmi2_kernel, 0},
#endif
#if defined(SKEIN_HAVE_SSE2)
    {&skein_sse2_kernel, 0},
    {&skein_sse2_kernel, 1},
#endif
#if defined(SKEIN_HAVE_NEON)
    {&skein_neon_kernel, 0},
    {&skein_neon_kernel, 1},
#endif
    {&skein_portable_kernel, 0},
};
/* clang-format on */

#define WAYS (sizeof ways / sizeof *ways)

/* ---- Measuring ------------------------------------------------------------------------------------------------ */

/* A tick is short enough if so many bytes take hundreds. */
#define MEASURED_BYTES 512
#define ROUNDS 15

#if defined(__x86_64__) || defined(__i386__)
static uint64_t ticks(void) { return __builtin_ia32_rdtsc(); }
#elif defined(__aarch64__)
static uint64_t ticks(void) {
  uint64_t value;
  __asm__ volatile("isb\n\tmrs %0, cntvct_el0" : "=r"(value) : : "memory");
  return value;
}
#else
static uint64_t ticks(void) { return 0; }
#endif

static const uint8_t zeros[MEASURED_BYTES];

static uint64_t time_one(const struct skein_way *way, unsigned size) {
  uint64_t chain[SKEIN_MAX_WORDS] = {0}, tweak[2] = {0, 0};
  const uint64_t begin = ticks();
  way->kernel->blocks[size](chain, chain, tweak, zeros, MEASURED_BYTES >> (size + 5), SKEIN_PARITY_1_3, 1);
  return ticks() - begin;
}

static uint64_t time_lanes(skein_lanes_kernel *kernel, unsigned messages, unsigned size) {
  struct skein_lanes lanes;
  memset(&lanes, 0, sizeof lanes);
  for (unsigned lane = 0; lane < SKEIN_VECTOR_LANES; lane++) lanes.blocks[lane] = zeros;
  lanes.extra_blocks = zeros;
  lanes.output = 1;
  const uint64_t begin = ticks();
  kernel(&lanes, MEASURED_BYTES >> (size + 5), SKEIN_PARITY_1_3);
  return 100 * (ticks() - begin) / messages;
}

/* In hundredths of a tick, which on ARM is many cycles. */
static uint64_t measure_way(const struct skein_way *way, unsigned size, enum skein_course course) {
  const struct skein_kernel *kernel = way->kernel;
  if (course == SKEIN_FEW) return time_lanes(kernel->few[size], kernel->few_lanes, size);
  if (course == SKEIN_MANY && kernel->lanes[size] != NULL)
    return time_lanes((way->extra ? kernel->lanes_extra : kernel->lanes)[size],
                      kernel->vector_lanes[size] + (unsigned)way->extra, size);
  return 100 * time_one(course == SKEIN_MANY ? skein_way_of_one(size) : way, size);
}

/* The shortest of some times: whatever disturbs makes them longer. */
static uint64_t shortest(const struct skein_way *way, unsigned size, enum skein_course course,
                         skein_stopwatch *measure) {
  uint64_t best = 0;
  for (unsigned round = 0; round <= ROUNDS; round++) {
    const uint64_t time = measure(way, size, course);
    if (round <= 1 || time < best) best = time; /* the first round is to get warm */
  }
  return best;
}

/* ---- Choosing ------------------------------------------------------------------------------------------------- */

/* The code of a way; NULL if it has none of its own. */
static int is_possible(const struct skein_way *way, unsigned size, int many) {
  const struct skein_kernel *kernel = way->kernel;
  if (!many) return !way->extra && kernel->blocks[size] != NULL;
  if (way->extra) return kernel->lanes_extra[size] != NULL;
  return kernel->lanes[size] != NULL || kernel == &skein_portable_kernel;
}

/* Have two kernels the same code for one message? */
static int is_same(const struct skein_way *a, const struct skein_way *b, unsigned size, int many) {
  return !many && a->kernel->blocks[size] == b->kernel->blocks[size];
}

/* sse2 is for processors without AVX2: with it, time to measure sse2 would be lost. */
static int is_superseded(const struct skein_kernel *kernel) {
#if defined(SKEIN_HAVE_SSE2) && defined(SKEIN_HAVE_AVX2)
  return kernel == &skein_sse2_kernel && skein_avx2_kernel.available();
#else
  (void)kernel;
  return 0;
#endif
}

/* Ways among which to choose, as a set of bits: those of one kernel, or of all. */
static unsigned candidates(const struct skein_kernel *only, unsigned size, int many) {
  unsigned found = 0;
  for (unsigned i = 0; i < WAYS; i++) {
    if ((only != NULL && ways[i].kernel != only) || !is_possible(&ways[i], size, many)) continue;
    if (!ways[i].kernel->available() || (only == NULL && is_superseded(ways[i].kernel))) continue;
    unsigned same = 0;
    for (unsigned j = 0; j < i; j++) same |= (found >> j & 1) && is_same(&ways[i], &ways[j], size, many);
    if (!same) found |= 1u << i;
  }
  return found;
}

static const struct skein_kernel *find(const char *name) {
  for (size_t i = 0; i < KERNELS; i++) {
    if (strcmp(kernels[i]->name, name) == 0) return kernels[i];
  }
  return NULL;
}

/* The fastest of them. They are timed in turn, and of each the shortest time counts, since whatever disturbs makes it
 * longer. A later one must be 2 % faster than those before it. */
static unsigned fastest(unsigned among, unsigned size, int many, skein_stopwatch *measure) {
  uint64_t best[WAYS];
  unsigned chosen = WAYS;
  for (unsigned round = 0; round <= ROUNDS; round++) {
    for (unsigned i = 0; i < WAYS; i++) {
      if (!(among >> i & 1)) continue;
      const uint64_t time = measure(&ways[i], size, many ? SKEIN_MANY : SKEIN_ALONE);
      if (round <= 1 || time < best[i]) best[i] = time; /* the first round is to get warm */
    }
  }
  for (unsigned i = 0; i < WAYS; i++) {
    if ((among >> i & 1) && (chosen == WAYS || best[i] < best[chosen] - best[chosen] / 50)) chosen = i;
  }
  return chosen;
}

const struct skein_way *skein_choose_way(const struct skein_processor *processor, const struct skein_kernel *only,
                                         unsigned size, int many, skein_stopwatch *measure) {
  unsigned among = candidates(only, size, many);
  const char *name = processor == NULL ? NULL : (many ? processor->many : processor->one)[size];
  const struct skein_kernel *best = name == NULL ? NULL : find(name);
  if (only == NULL && best != NULL) {
    /* A virtual machine may hide what the processor has. */
    const unsigned named = candidates(best, size, many);
    if (named != 0) among = named;
  }
  for (unsigned i = 0; many && best != NULL && processor->without_extra && i < WAYS; i++) {
    if (ways[i].kernel == best && ways[i].extra) among &= ~(1u << i);
  }
  if (among == 0) return &ways[WAYS - 1]; /* the kernel that was asked for has nothing for this */
  unsigned first = 0;
  while (!(among >> first & 1)) first++;
  return &ways[among >> first == 1 ? first : fastest(among, size, many, measure)];
}

/* How many messages take longer one by one than lanes do, by 5 %: at least 2, at most `most`. */
static unsigned more_than(uint64_t lanes, uint64_t one, unsigned most) {
  const uint64_t equal = one == 0 ? 1 : (lanes + lanes / 20) / one;
  return equal < 1 ? 2 : equal < most ? (unsigned)equal + 1 : most;
}

unsigned skein_choose_worthwhile(const struct skein_processor *processor, const struct skein_way *way, unsigned size,
                                 skein_stopwatch *measure) {
  const struct skein_kernel *kernel = way->kernel;
  const unsigned lanes = kernel->vector_lanes[size];
  if (kernel->lanes[size] == NULL) return 1;
  const char *known = processor == NULL ? NULL : processor->many[size];
  if (known != NULL && strcmp(known, kernel->name) == 0 && processor->worthwhile[size] > 0)
    return processor->worthwhile[size];
  const uint64_t one = shortest(&ways[WAYS - 1], size, SKEIN_MANY, measure);
  const unsigned few_lanes = kernel->few[size] == NULL ? 0 : kernel->few_lanes;
  if (few_lanes > 0) {
    const unsigned found = more_than(few_lanes * shortest(way, size, SKEIN_FEW, measure), one, few_lanes + 1);
    if (found <= few_lanes) return found;
  }
  const unsigned found = more_than(lanes * shortest(way - way->extra, size, SKEIN_MANY, measure), one, lanes + 1);
  /* Lanes that save nothing are worth while with the extra message alone. */
  if (found > lanes) return lanes + (unsigned)way->extra;
  return found > few_lanes ? found : few_lanes + 1;
}

/* The kernel that the environment asks for; a name that means nothing here is as none. */
static const struct skein_kernel *kernel_of_environment(void) {
  const char *name = getenv("SKEIN_KERNEL");
  return name != NULL && skein_kernel_available(name) ? find(name) : NULL;
}

/* What was chosen, by what was asked for and size: the number of a way, plus 1, for one message and for many, and for
 * many from how many on it is worth while; 0 where no choice was made. Threads that make one at the same time may find
 * different ways equally fast: the first choice holds. */
static atomic_uchar choices[KERNELS + 1][SKEIN_SIZES][2], numbers[KERNELS + 1][SKEIN_SIZES];
static atomic_uint asked; /* number of the kernel that was asked for, plus 1; 0 for none */
static atomic_int forced = -1;
static atomic_uint forced_worthwhile;

/* What a choice is, or, where none was made, what it is to be. */
static unsigned decide(atomic_uchar *choice, unsigned found) {
  unsigned char before = 0;
  return atomic_compare_exchange_strong(choice, &before, (unsigned char)found) ? found : before;
}

static const struct skein_way *way_of(unsigned size, int many) {
  const unsigned wanted = atomic_load_explicit(&asked, memory_order_relaxed);
  atomic_uchar *choice = &choices[wanted][size][many];
  unsigned number = atomic_load_explicit(choice, memory_order_relaxed);
  if (number == 0) {
    const struct skein_kernel *only = wanted > 0 ? kernels[wanted - 1] : kernel_of_environment();
    number =
        decide(choice, (unsigned)(skein_choose_way(skein_this_processor(), only, size, many, measure_way) - ways) + 1);
  }
  return &ways[number - 1];
}

static unsigned worthwhile_of(const struct skein_way *way, unsigned size) {
  const unsigned wanted = atomic_load_explicit(&asked, memory_order_relaxed);
  atomic_uchar *choice = &numbers[wanted][size];
  const unsigned number = atomic_load_explicit(choice, memory_order_relaxed);
  return number != 0 ? number : decide(choice, skein_choose_worthwhile(skein_this_processor(), way, size, measure_way));
}

const struct skein_way *skein_way_of_one(unsigned size) { return way_of(size, 0); }

static const struct skein_way *with_forced_extra(const struct skein_way *way, unsigned size) {
  const int force = atomic_load_explicit(&forced, memory_order_relaxed);
  if (force < 0 || force == way->extra || way->kernel->lanes_extra[size] == NULL) return way;
  return force ? way + 1 : way - 1;
}

const struct skein_way *skein_way_of_many(unsigned size) { return with_forced_extra(way_of(size, 1), size); }

struct skein_choice skein_choice_for_many(unsigned size) {
  const struct skein_way *chosen = way_of(size, 1), *way = with_forced_extra(chosen, size);
  const unsigned force = atomic_load_explicit(&forced_worthwhile, memory_order_relaxed);
  const unsigned number = force > 0 ? force : worthwhile_of(chosen, size);
  if (way->kernel->lanes[size] == NULL) return (struct skein_choice){way, 1};
  /* Tests take the extra message away. */
  const unsigned most = way->kernel->vector_lanes[size] + (unsigned)way->extra;
  return (struct skein_choice){way, number > most ? most : number};
}

void skein_force_extra(int force) { atomic_store_explicit(&forced, force, memory_order_relaxed); }

void skein_force_worthwhile(unsigned messages) {
  atomic_store_explicit(&forced_worthwhile, messages, memory_order_relaxed);
}

/* ---- What programs ask ---------------------------------------------------------------------------------------- */

const char *skein_kernel_name(size_t number) { return number < KERNELS ? kernels[number]->name : NULL; }

int skein_kernel_available(const char *name) {
  const struct skein_kernel *kernel = name == NULL ? NULL : find(name);
  return kernel != NULL && kernel->available();
}

int skein_kernel_use(const char *name) {
  unsigned wanted = 0;
  if (name != NULL && !skein_kernel_available(name)) return SKEIN_UNKNOWN_KERNEL;
  while (name != NULL && kernels[wanted++] != find(name)) continue;
  atomic_store_explicit(&asked, wanted, memory_order_relaxed);
  return SKEIN_OK;
}

const char *skein_kernel_in_use(unsigned block_bits, int for_many) {
  if (block_bits != 256 && block_bits != 512 && block_bits != 1024) return NULL;
  const unsigned size = skein_size_index(block_bits / 64);
  const struct skein_way *many = for_many ? skein_way_of_many(size) : NULL;
  return (many != NULL && many->kernel->lanes[size] != NULL ? many : skein_way_of_one(size))->kernel->name;
}
