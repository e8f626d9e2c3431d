/* SPDX-License-Identifier: Apache-2.0 */
#include "queue.h"

#include <stdlib.h>
#include <string.h>

#include "message.h"

#if defined(SKEIN_THREADS)
#include <pthread.h>
#endif

/* Jobs under way at a time. */
#define SLOTS 1024

/* Threads that hash files, and bytes of stack of each: the library takes some 80 kilobytes where it shares a tree with
 * other threads. */
#define MOST_WORKERS 64
#define STACK_BYTES 524288

struct slot {
  struct job job;
  bool done;
};

/* Jobs are numbered; number n is in slot n % SLOTS. Those from `oldest` to `taken` are being done or wait for an older
 * one, those from there to `added` wait for a thread. */
struct queue {
  const struct options *options;
  void (*finish)(void *context, struct job *job);
  void *context;
  struct hasher hasher; /* of the thread that adds jobs */
  struct slot *slots;
  size_t oldest, taken, added;
  size_t workers; /* that have been started */
#if defined(SKEIN_THREADS)
  bool tried, stop;
  pthread_t threads[MOST_WORKERS];
  pthread_mutex_t lock; /* of all that changes, as soon as there are workers */
  pthread_cond_t work, done;
#endif
};

static struct slot *slot_of(struct queue *queue, size_t number) { return &queue->slots[number % SLOTS]; }

/* Take jobs that wait; how many. */
static size_t take(struct queue *queue, size_t most, struct job **jobs) {
  size_t count = 0;
  while (count < most && queue->taken < queue->added) jobs[count++] = &slot_of(queue, queue->taken++)->job;
  return count;
}

static void finish_oldest(void *argument, struct job *job) {
  struct queue *queue = argument;
  queue->finish(queue->context, job);
  job_free(job);
  queue->oldest++;
}

/* Do all jobs in this thread. */
static void run_here(struct queue *queue) {
  struct job *jobs[BATCH_JOBS];
  size_t count;
  while ((count = take(queue, BATCH_JOBS, jobs)) > 0) batch_run(&queue->hasher, jobs, count, finish_oldest, queue);
}

#if defined(SKEIN_THREADS)

static void note_done(void *argument, struct job *job) {
  struct queue *queue = argument;
  pthread_mutex_lock(&queue->lock);
  ((struct slot *)job)->done = true; /* the job is the slot's first member */
  if (&slot_of(queue, queue->oldest)->job == job) pthread_cond_signal(&queue->done);
  pthread_mutex_unlock(&queue->lock);
}

static void *work(void *argument) {
  struct queue *queue = argument;
  struct job *jobs[BATCH_JOBS];
  struct hasher hasher;
  hasher_begin(&hasher, queue->options);
  pthread_mutex_lock(&queue->lock);
  for (;;) {
    while (!queue->stop && queue->taken == queue->added) pthread_cond_wait(&queue->work, &queue->lock);
    if (queue->taken == queue->added) break;
    /* Several at once, but so few that all threads have work to the end. */
    const size_t share = (queue->added - queue->taken) / (2 * queue->workers);
    const size_t count = take(queue, share < 1 ? 1 : share < BATCH_JOBS ? share : BATCH_JOBS, jobs);
    pthread_mutex_unlock(&queue->lock);
    batch_run(&hasher, jobs, count, note_done, queue);
    pthread_mutex_lock(&queue->lock);
  }
  pthread_mutex_unlock(&queue->lock);
  hasher_end(&hasher);
  return NULL;
}

/* Workers are worth their start as soon as two jobs wait. Those that cannot be started are done without. */
static void start_workers(struct queue *queue) {
  if (queue->tried || queue->options->threads < 2 || queue->added - queue->taken < 2) return;
  queue->tried = true;
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return;
  pthread_attr_setstacksize(&attributes, STACK_BYTES);
  pthread_mutex_lock(&queue->lock);
  while (queue->workers < queue->options->threads && queue->workers < MOST_WORKERS &&
         pthread_create(&queue->threads[queue->workers], &attributes, work, queue) == 0)
    queue->workers++;
  pthread_mutex_unlock(&queue->lock);
  pthread_attr_destroy(&attributes);
}

/* Finish the jobs that are done, and wait until at most `left` are not. */
static void finish_done(struct queue *queue, size_t left) {
  pthread_mutex_lock(&queue->lock);
  while (queue->oldest < queue->added) {
    struct slot *slot = slot_of(queue, queue->oldest);
    if (slot->done) {
      pthread_mutex_unlock(&queue->lock);
      queue->finish(queue->context, &slot->job);
      job_free(&slot->job);
      pthread_mutex_lock(&queue->lock);
      queue->oldest++;
    } else if (queue->added - queue->oldest > left) {
      pthread_cond_wait(&queue->done, &queue->lock);
    } else {
      break;
    }
  }
  pthread_mutex_unlock(&queue->lock);
}

static void begin_threads(struct queue *queue) {
  pthread_mutex_init(&queue->lock, NULL);
  pthread_cond_init(&queue->work, NULL);
  pthread_cond_init(&queue->done, NULL);
}

static void end_threads(struct queue *queue) {
  pthread_mutex_lock(&queue->lock);
  queue->stop = true;
  pthread_cond_broadcast(&queue->work);
  pthread_mutex_unlock(&queue->lock);
  while (queue->workers > 0) pthread_join(queue->threads[--queue->workers], NULL);
}

static void add_job(struct queue *queue) {
  pthread_mutex_lock(&queue->lock);
  queue->added++;
  pthread_cond_signal(&queue->work);
  pthread_mutex_unlock(&queue->lock);
  start_workers(queue);
}

#else

static void finish_done(struct queue *queue, size_t left) {
  (void)queue;
  (void)left;
}
static void begin_threads(struct queue *queue) { (void)queue; }
static void end_threads(struct queue *queue) { (void)queue; }
static void add_job(struct queue *queue) { queue->added++; }

#endif

struct queue *queue_begin(const struct options *options, void (*finish)(void *context, struct job *job),
                          void *context) {
  struct queue *queue = get_memory(sizeof *queue);
  memset(queue, 0, sizeof *queue);
  queue->options = options;
  queue->finish = finish;
  queue->context = context;
  queue->slots = get_memory(SLOTS * sizeof *queue->slots);
  hasher_begin(&queue->hasher, options);
  begin_threads(queue);
  return queue;
}

struct job *queue_next(struct queue *queue) {
  if (queue->workers > 0) finish_done(queue, SLOTS - 1);
  struct slot *slot = slot_of(queue, queue->added);
  memset(slot, 0, sizeof *slot);
  return &slot->job;
}

void queue_add(struct queue *queue) {
  add_job(queue);
  if (queue->workers == 0 && queue->added - queue->taken >= BATCH_JOBS) run_here(queue);
}

void queue_drain(struct queue *queue) {
  if (queue->workers > 0)
    finish_done(queue, 0);
  else
    run_here(queue);
}

void queue_end(struct queue *queue) {
  queue_drain(queue);
  end_threads(queue);
  hasher_end(&queue->hasher);
  hash_end();
  free(queue->slots);
  free(queue);
}
