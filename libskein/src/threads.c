/* SPDX-License-Identifier: Apache-2.0 */
/* A loop on several threads: ranges of items are taken in turn until none is left. */
#include "internal.h"

#if defined(SKEIN_THREADS)
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#define MOST_THREADS 64

struct loop {
  _Atomic size_t next; /* range that nobody has taken */
  size_t items, grain;
  void (*work)(void *context, size_t first, size_t last);
  void *context;
};

static void *take_ranges(void *argument) {
  struct loop *loop = argument;
  const size_t ranges = (loop->items + loop->grain - 1) / loop->grain;
  for (size_t range = atomic_fetch_add(&loop->next, 1); range < ranges; range = atomic_fetch_add(&loop->next, 1)) {
    const size_t first = range * loop->grain;
    loop->work(loop->context, first, first + skein_smaller(loop->grain, loop->items - first));
  }
  return NULL;
}

void skein_parallel(unsigned threads, size_t items, size_t grain,
                    void (*work)(void *context, size_t first, size_t last), void *context) {
  struct loop loop = {0, items, grain, work, context};
  pthread_t others[MOST_THREADS];
  size_t started = 0, wanted = threads;
  if (threads == 0) {
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    wanted = processors < 1 ? 1 : (size_t)processors;
  }
  wanted = skein_smaller(skein_smaller(wanted, MOST_THREADS), (items + grain - 1) / grain);
  while (started + 1 < wanted && pthread_create(&others[started], NULL, take_ranges, &loop) == 0) started++;
  take_ranges(&loop);
  while (started > 0) pthread_join(others[--started], NULL);
}

#else

void skein_parallel(unsigned threads, size_t items, size_t grain,
                    void (*work)(void *context, size_t first, size_t last), void *context) {
  (void)threads;
  for (size_t first = 0; first < items; first += grain)
    work(context, first, first + skein_smaller(grain, items - first));
}

#endif
