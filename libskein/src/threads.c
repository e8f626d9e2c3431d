/* SPDX-License-Identifier: Apache-2.0 */
/* A loop on several threads: ranges of items are taken in turn until none is left. The threads are those of a pool, or
 * of one that lives as long as the loop. */
#include "internal.h"

/* All ranges in the calling thread. What threads need to share costs short messages some per cent. */
static void one_after_another(size_t items, size_t grain, void (*work)(void *context, size_t first, size_t last),
                              void *context) {
  for (size_t first = 0; first < items; first += grain)
    work(context, first, first + skein_smaller(grain, items - first));
}

#if defined(SKEIN_THREADS)
#include <stdatomic.h>

#include "system_threads.h"

/* Of a pool, the calling one included. */
#define MOST_THREADS 64

/* What work on trees takes, some 50 kilobytes, with room for the C library and for compilers that watch memory. The
 * system's own size may be a quarter of this (musl) or as small as a user likes (ulimit -s). */
#define STACK_BYTES 524288

/* How often a thread looks whether its helpers are still at work before it sleeps: some ten microseconds, less than it
 * takes to wake it. */
#define LOOKS 200

struct loop {
  _Atomic size_t next; /* range that nobody has taken */
  size_t items, grain, ranges;
  void (*work)(void *context, size_t first, size_t last);
  void *context;
  atomic_uint helpers; /* threads of the pool that are at it; changes under the pool's lock */
  struct loop *following;
};

/* What is in the memory of a struct skein_pool. The calling threads put their loops into a list and take part. A loop
 * is in the list as long as its caller takes ranges, and its caller waits for the helpers that it has then. */
struct pool {
  lock_type lock; /* of all that follows */
  condition_type work, done;
  _Atomic(struct loop *) loops;
  int stop;
  process_type process; /* that has the threads: a child of fork does not */
  size_t started;
  thread_type threads[MOST_THREADS - 1];
};

_Static_assert(sizeof(struct pool) <= sizeof(struct skein_pool), "struct skein_pool has room for what is in it");
_Static_assert(_Alignof(struct pool) <= _Alignof(struct skein_pool), "struct skein_pool is aligned for what is in it");

static inline void relax(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

static void take_ranges(struct loop *loop) {
  for (;;) {
    const size_t range = atomic_fetch_add(&loop->next, 1), first = range * loop->grain;
    if (range >= loop->ranges) break;
    loop->work(loop->context, first, first + skein_smaller(loop->grain, loop->items - first));
  }
}

/* A loop that has ranges left; NULL if there is none. */
static struct loop *find_loop(struct pool *pool) {
  struct loop *loop = atomic_load(&pool->loops);
  while (loop != NULL && atomic_load(&loop->next) >= loop->ranges) loop = loop->following;
  return loop;
}

THREAD_FUNCTION(help, argument) {
  struct pool *pool = argument;
  struct loop *loop;
  lock_take(&pool->lock);
  for (;;) {
    while ((loop = find_loop(pool)) == NULL && !pool->stop) condition_wait(&pool->work, &pool->lock);
    if (loop == NULL) break;
    atomic_fetch_add(&loop->helpers, 1);
    lock_give(&pool->lock);
    take_ranges(loop);
    lock_take(&pool->lock);
    if (atomic_fetch_sub(&loop->helpers, 1) == 1) condition_wake_all(&pool->done);
  }
  lock_give(&pool->lock);
  return THREAD_RESULT;
}

static void add_loop(struct pool *pool, struct loop *loop) {
  loop->following = atomic_load(&pool->loops);
  atomic_store(&pool->loops, loop);
}

static void remove_loop(struct pool *pool, struct loop *loop) {
  struct loop *before = atomic_load(&pool->loops);
  if (before == loop) {
    atomic_store(&pool->loops, loop->following);
    return;
  }
  while (before->following != loop) before = before->following;
  before->following = loop->following;
}

static void begin_pool(struct pool *pool) {
  lock_begin(&pool->lock);
  condition_begin(&pool->work);
  condition_begin(&pool->done);
  atomic_init(&pool->loops, NULL);
  pool->stop = 0;
  pool->process = this_process();
  pool->started = 0;
}

/* Start threads until there are so many, the calling one included, but no more than `most`; 0 means one for each
 * processor. */
static void start_helpers(struct pool *pool, size_t threads, size_t most) {
  if (threads == 0) threads = processors() < 1 ? 1 : (size_t)processors();
  threads = skein_smaller(threads, most);
  pool->started = start_threads(pool->threads, threads - 1, STACK_BYTES, help, pool);
}

static void end_pool(struct pool *pool) {
  lock_take(&pool->lock);
  pool->stop = 1;
  condition_wake_all(&pool->work);
  lock_give(&pool->lock);
  while (pool->started > 0) join_thread(pool->threads[--pool->started]);
  condition_end(&pool->done);
  condition_end(&pool->work);
  lock_end(&pool->lock);
}

/* Have the helpers of a pool take part in a loop. */
static void run_in_pool(struct pool *pool, struct loop *loop) {
  const size_t wanted = skein_smaller(pool->started, loop->ranges - 1);
  lock_take(&pool->lock);
  add_loop(pool, loop);
  for (size_t i = 0; i < wanted; i++) condition_wake_one(&pool->work);
  lock_give(&pool->lock);
  take_ranges(loop);
  lock_take(&pool->lock);
  remove_loop(pool, loop);
  lock_give(&pool->lock);
  for (unsigned look = 0; look < LOOKS && atomic_load(&loop->helpers) > 0; look++) relax();
  lock_take(&pool->lock);
  while (atomic_load(&loop->helpers) > 0) condition_wait(&pool->done, &pool->lock);
  lock_give(&pool->lock);
}

void skein_parallel(struct skein_pool *given, unsigned threads, size_t items, size_t grain,
                    void (*work)(void *context, size_t first, size_t last), void *context) {
  struct pool *pool = (struct pool *)given, own;
  if (items <= grain || (pool == NULL && threads == 1)) {
    one_after_another(items, grain, work, context);
    return;
  }
  struct loop loop = {
      .items = items, .grain = grain, .ranges = (items + grain - 1) / grain, .work = work, .context = context};
  if (pool == NULL) {
    begin_pool(&own);
    add_loop(&own, &loop);
    own.stop = 1; /* as soon as no range is left */
    start_helpers(&own, threads, skein_smaller(loop.ranges, MOST_THREADS));
    take_ranges(&loop);
    end_pool(&own);
  } else if (pool->started == 0 || pool->process != this_process()) {
    take_ranges(&loop);
  } else {
    run_in_pool(pool, &loop);
  }
}

int skein_pool_begin(struct skein_pool *pool, unsigned threads) {
  if (pool == NULL) return SKEIN_BAD_POINTER;
  begin_pool((struct pool *)pool);
  start_helpers((struct pool *)pool, threads, MOST_THREADS);
  return SKEIN_OK;
}

unsigned skein_pool_threads(const struct skein_pool *pool) {
  const struct pool *inside = (const struct pool *)pool;
  return inside->process == this_process() ? 1 + (unsigned)inside->started : 1;
}

void skein_pool_end(struct skein_pool *pool) {
  struct pool *inside = (struct pool *)pool;
  if (inside->process == this_process()) end_pool(inside);
}

#else

void skein_parallel(struct skein_pool *pool, unsigned threads, size_t items, size_t grain,
                    void (*work)(void *context, size_t first, size_t last), void *context) {
  (void)pool, (void)threads;
  one_after_another(items, grain, work, context);
}

int skein_pool_begin(struct skein_pool *pool, unsigned threads) {
  (void)threads;
  return pool == NULL ? SKEIN_BAD_POINTER : SKEIN_OK;
}

unsigned skein_pool_threads(const struct skein_pool *pool) {
  (void)pool;
  return 1;
}

void skein_pool_end(struct skein_pool *pool) { (void)pool; }

#endif
