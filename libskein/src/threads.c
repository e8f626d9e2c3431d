/* SPDX-License-Identifier: Apache-2.0 */
/* A loop on several threads: ranges of items are taken in turn until none is left. */
#include "internal.h"

#if defined(SKEIN_THREADS)
#include <stdatomic.h>

#define MOST_THREADS 64

/* What work on trees takes, some 50 kilobytes, with room for the C library and for compilers that watch memory. The
 * system's own size may be a quarter of this (musl) or as small as a user likes (ulimit -s). */
#define STACK_BYTES 524288

struct loop {
  _Atomic size_t next; /* range that nobody has taken */
  size_t items, grain;
  void (*work)(void *context, size_t first, size_t last);
  void *context;
};

static void take_ranges(struct loop *loop) {
  const size_t ranges = (loop->items + loop->grain - 1) / loop->grain;
  for (size_t range = atomic_fetch_add(&loop->next, 1); range < ranges; range = atomic_fetch_add(&loop->next, 1)) {
    const size_t first = range * loop->grain;
    loop->work(loop->context, first, first + skein_smaller(loop->grain, loop->items - first));
  }
}

/* start_threads starts up to `most` threads that take ranges, and returns how many; join_threads waits for them. */
#if defined(_WIN32)
#include <windows.h>

typedef HANDLE thread_type;

static long processors(void) {
  SYSTEM_INFO system;
  GetSystemInfo(&system);
  return (long)system.dwNumberOfProcessors;
}

static DWORD WINAPI begin_thread(void *loop) {
  take_ranges(loop);
  return 0;
}

static size_t start_threads(thread_type *threads, size_t most, struct loop *loop) {
  size_t started = 0;
  while (started < most && (threads[started] = CreateThread(NULL, STACK_BYTES, begin_thread, loop,
                                                            STACK_SIZE_PARAM_IS_A_RESERVATION, NULL)) != NULL)
    started++;
  return started;
}

static void join_threads(thread_type *threads, size_t count) {
  while (count > 0) {
    WaitForSingleObject(threads[--count], INFINITE);
    CloseHandle(threads[count]);
  }
}

#else
#include <pthread.h>
#include <unistd.h>

typedef pthread_t thread_type;

static long processors(void) { return sysconf(_SC_NPROCESSORS_ONLN); }

static void *begin_thread(void *loop) {
  take_ranges(loop);
  return NULL;
}

static size_t start_threads(thread_type *threads, size_t most, struct loop *loop) {
  pthread_attr_t attributes;
  size_t started = 0;
  if (most == 0 || pthread_attr_init(&attributes) != 0) return 0;
  pthread_attr_setstacksize(&attributes, STACK_BYTES);
  while (started < most && pthread_create(&threads[started], &attributes, begin_thread, loop) == 0) started++;
  pthread_attr_destroy(&attributes);
  return started;
}

static void join_threads(thread_type *threads, size_t count) {
  while (count > 0) pthread_join(threads[--count], NULL);
}

#endif

void skein_parallel(unsigned threads, size_t items, size_t grain,
                    void (*work)(void *context, size_t first, size_t last), void *context) {
  struct loop loop = {0, items, grain, work, context};
  thread_type others[MOST_THREADS];
  size_t wanted = threads;
  if (threads == 0) wanted = processors() < 1 ? 1 : (size_t)processors();
  wanted = skein_smaller(skein_smaller(wanted, MOST_THREADS), (items + grain - 1) / grain);
  const size_t started = start_threads(others, wanted < 2 ? 0 : wanted - 1, &loop);
  take_ranges(&loop);
  join_threads(others, started);
}

#else

void skein_parallel(unsigned threads, size_t items, size_t grain,
                    void (*work)(void *context, size_t first, size_t last), void *context) {
  (void)threads;
  for (size_t first = 0; first < items; first += grain)
    work(context, first, first + skein_smaller(grain, items - first));
}

#endif
