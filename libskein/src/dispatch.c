/* SPDX-License-Identifier: Apache-2.0 */
/* Which kernel runs: the best that the processor has, or the one that was asked for. */
#include <stdatomic.h>
#include <string.h>

#include "kernel.h"

#define SIZES 3

/* Best first. */
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
#if defined(SKEIN_HAVE_NEON)
    &skein_neon_kernel,
#endif
    &skein_portable_kernel,
};

#define KERNELS (sizeof kernels / sizeof *kernels)

/* Set at the first use; all threads come to the same choice, and so may all make it. */
static _Atomic(const struct skein_kernel *) single[SIZES], many[SIZES];
static atomic_int chosen;

static void choose(const struct skein_kernel *only) {
  for (unsigned size = 0; size < SIZES; size++) {
    const struct skein_kernel *best_single = &skein_portable_kernel, *best_many = NULL;
    for (size_t i = KERNELS; i-- > 0;) {
      if ((only != NULL && kernels[i] != only) || !kernels[i]->available()) continue;
      if (kernels[i]->blocks[size] != NULL) best_single = kernels[i];
      if (kernels[i]->lanes[size] != NULL) best_many = kernels[i];
    }
    atomic_store_explicit(&single[size], best_single, memory_order_relaxed);
    atomic_store_explicit(&many[size], best_many, memory_order_relaxed);
  }
  atomic_store_explicit(&chosen, 1, memory_order_release);
}

static inline void need_choice(void) {
  if (!atomic_load_explicit(&chosen, memory_order_acquire)) choose(NULL);
}

const struct skein_kernel *skein_single_kernel(unsigned size) {
  need_choice();
  return atomic_load_explicit(&single[size], memory_order_relaxed);
}

const struct skein_kernel *skein_lanes_kernel_of(unsigned size) {
  need_choice();
  return atomic_load_explicit(&many[size], memory_order_relaxed);
}

static const struct skein_kernel *find(const char *name) {
  for (size_t i = 0; i < KERNELS; i++) {
    if (strcmp(kernels[i]->name, name) == 0) return kernels[i];
  }
  return NULL;
}

const char *skein_kernel_name(size_t number) { return number < KERNELS ? kernels[number]->name : NULL; }

int skein_kernel_available(const char *name) {
  const struct skein_kernel *kernel = name == NULL ? NULL : find(name);
  return kernel != NULL && kernel->available();
}

int skein_kernel_use(const char *name) {
  if (name != NULL && !skein_kernel_available(name)) return SKEIN_UNKNOWN_KERNEL;
  choose(name == NULL ? NULL : find(name));
  return SKEIN_OK;
}

const char *skein_kernel_in_use(unsigned block_bits, int for_many) {
  if (block_bits != 256 && block_bits != 512 && block_bits != 1024) return NULL;
  const unsigned size = skein_size_index(block_bits / 64);
  const struct skein_kernel *lanes = skein_lanes_kernel_of(size);
  return for_many && lanes != NULL ? lanes->name : skein_single_kernel(size)->name;
}
