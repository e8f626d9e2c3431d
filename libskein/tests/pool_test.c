/* SPDX-License-Identifier: Apache-2.0 */
/* skein-pool-test: pools of threads. The linker puts the functions below in the place of pthread_create and
 * pthread_join, so that threads are counted, and refused where the test wants it. Prints what is wrong; exit status 1
 * if something is. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "skein.h"

#define LENGTH ((size_t)600000)
#define MESSAGES 300
#define CALLERS 4
#define ROUNDS 20

static const struct skein_arguments shapes[] = {
    {.block_bits = 512, .output_bits = 512, .tree = {6, 6, 255}},
    {.block_bits = 256, .output_bits = 256, .tree = {1, 1, 255}},
    {.block_bits = 1024, .output_bits = 1024, .tree = {5, 2, 3}},
};
#define SHAPES (sizeof shapes / sizeof *shapes)

static uint8_t message[LENGTH];
static uint8_t expected[SHAPES][128], expected_many[MESSAGES][64];
static int wrong;

/* ---- Threads, counted ----------------------------------------------------------------------------------------- */

int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*work)(void *), void *argument);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*work)(void *), void *argument);
int __real_pthread_join(pthread_t thread, void **result);
int __wrap_pthread_join(pthread_t thread, void **result);

static int created, joined, allowed = 1000; /* by the thread that runs main, but for allowed ones */

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*work)(void *), void *argument) {
  if (created >= allowed) return EAGAIN;
  created++;
  return __real_pthread_create(thread, attributes, work, argument);
}

int __wrap_pthread_join(pthread_t thread, void **result) {
  joined++;
  return __real_pthread_join(thread, result);
}

static void expect(int holds, const char *what) {
  if (holds) return;
  printf("wrong: %s\n", what);
  wrong = 1;
}

/* ---- Work ----------------------------------------------------------------------------------------------------- */

static void make_many(const void **messages, size_t *lengths) {
  for (size_t i = 0; i < MESSAGES; i++) {
    messages[i] = message + i;
    lengths[i] = 37 * i % 5000;
  }
}

static int many_are_right(struct skein_pool *pool) {
  const void *messages[MESSAGES];
  size_t lengths[MESSAGES];
  static _Thread_local uint8_t digests[MESSAGES][64];
  struct skein context;
  make_many(messages, lengths);
  skein_init(&context, 512, 512);
  return skein_many_pool(&context, MESSAGES, messages, lengths, digests, pool) == SKEIN_OK &&
         memcmp(digests, expected_many, sizeof expected_many) == 0;
}

/* In updates of `part` bytes. */
static int tree_is_right(struct skein_pool *pool, size_t shape, size_t part) {
  uint8_t digest[128];
  static _Thread_local struct skein_tree tree; /* the stack may be small: ulimit -s */
  const size_t length = shapes[shape].output_bits / 8;
  if (skein_tree_init(&tree, &shapes[shape]) != SKEIN_OK) return 0;
  skein_tree_pool(&tree, pool);
  for (size_t at = 0; at < LENGTH; at += part)
    skein_tree_update(&tree, message + at, LENGTH - at < part ? LENGTH - at : part);
  return skein_tree_final(&tree, digest, length) == SKEIN_OK && memcmp(digest, expected[shape], length) == 0;
}

static int all_is_right(struct skein_pool *pool) {
  int right = many_are_right(pool);
  for (size_t shape = 0; shape < SHAPES; shape++)
    right &= tree_is_right(pool, shape, LENGTH) && tree_is_right(pool, shape, 200001);
  return right;
}

static void compute_expected(void) {
  const void *messages[MESSAGES];
  size_t lengths[MESSAGES];
  struct skein context;
  for (size_t i = 0; i < LENGTH; i++) message[i] = (uint8_t)(i * i >> 7 ^ i);
  for (size_t shape = 0; shape < SHAPES; shape++) skein_hash(&shapes[shape], message, LENGTH, expected[shape]);
  make_many(messages, lengths);
  skein_init(&context, 512, 512);
  for (size_t i = 0; i < MESSAGES; i++) {
    skein_update(&context, messages[i], lengths[i]);
    skein_final(&context, expected_many[i], 64);
  }
}

/* ---- Tests ---------------------------------------------------------------------------------------------------- */

static void pools_of_all_sizes(void) {
  static const unsigned counts[] = {1, 2, 3, 64};
  struct skein_pool pool;
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
    const int before = created;
    skein_pool_begin(&pool, counts[i]);
    expect(skein_pool_threads(&pool) == counts[i], "a pool has as many threads as were asked for");
    expect(created - before == (int)counts[i] - 1, "a pool starts its threads at its beginning");
    expect(all_is_right(&pool) && all_is_right(&pool), "results with a pool are the same");
    expect(created - before == (int)counts[i] - 1, "work with a pool starts no threads");
    skein_pool_end(&pool);
    expect(created == joined, "no thread is left after the end of a pool");
  }
  skein_pool_begin(&pool, 1000);
  expect(skein_pool_threads(&pool) == 64, "a pool has 64 threads at most");
  skein_pool_end(&pool);
  skein_pool_begin(&pool, 0);
  expect(skein_pool_threads(&pool) >= 1 && all_is_right(&pool), "a thread for each processor");
  skein_pool_end(&pool);
  expect(all_is_right(NULL), "NULL is the calling thread");
  expect(created == joined, "no thread is left after all pools");
  expect(skein_pool_begin(NULL, 2) == SKEIN_BAD_POINTER, "a pool has memory");
}

static void threads_without_a_pool(void) {
  static struct skein_tree tree;
  uint8_t digest[64];
  const int before = created;
  struct skein_pool pool;
  skein_pool_begin(&pool, 2);
  skein_tree_init(&tree, &shapes[0]);
  skein_tree_pool(&tree, &pool);
  skein_tree_threads(&tree, 3);
  for (int i = 0; i < 5; i++) {
    skein_tree_update(&tree, message, LENGTH);
    skein_tree_final(&tree, digest, sizeof digest);
    expect(memcmp(digest, expected[0], sizeof digest) == 0, "results of threads of an update's own are the same");
  }
  expect(created - before == 1 + 5 * 2, "an update without a pool starts its threads once");
  skein_pool_end(&pool);
  expect(created == joined, "and they end with it");
}

static void threads_that_cannot_be_started(void) {
  struct skein_pool pool;
  for (int more = 0; more < 3; more++) {
    allowed = created + more;
    skein_pool_begin(&pool, 8);
    expect(skein_pool_threads(&pool) == 1 + (unsigned)more, "a pool has the threads that could be started");
    expect(all_is_right(&pool), "results with few threads are the same");
    skein_pool_end(&pool);
  }
  static struct skein_tree tree;
  uint8_t digest[64];
  skein_tree_init(&tree, &shapes[0]);
  skein_tree_threads(&tree, 8);
  skein_tree_update(&tree, message, LENGTH);
  skein_tree_final(&tree, digest, sizeof digest);
  expect(memcmp(digest, expected[0], sizeof digest) == 0, "an update whose threads cannot be started");
  allowed = created + 1000;
  expect(created == joined, "no thread is left");
}

static void *call_again_and_again(void *pool) {
  int right = 1;
  for (int i = 0; i < ROUNDS; i++) right &= all_is_right(pool);
  return right ? pool : NULL;
}

static void several_callers(void) {
  pthread_t callers[CALLERS];
  struct skein_pool pool;
  pthread_attr_t attributes;
  skein_pool_begin(&pool, 3);
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 524288); /* whatever ulimit -s says */
  for (size_t i = 0; i < CALLERS; i++)
    expect(pthread_create(&callers[i], &attributes, call_again_and_again, &pool) == 0, "a caller begins");
  pthread_attr_destroy(&attributes);
  for (size_t i = 0; i < CALLERS; i++) {
    void *result;
    pthread_join(callers[i], &result);
    expect(result != NULL, "results of several callers are the same");
  }
  skein_pool_end(&pool);
}

static void a_child_of_fork(void) {
  static struct skein_pool pool;
  int status = 1;
  skein_pool_begin(&pool, 3);
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    int right = skein_pool_threads(&pool) == 1 && all_is_right(&pool);
    skein_pool_end(&pool);
#if !defined(__SANITIZE_THREAD__) /* which allows no new threads there */
    skein_pool_begin(&pool, 2);
    right &= skein_pool_threads(&pool) == 2 && all_is_right(&pool);
    skein_pool_end(&pool);
#endif
    _exit(right ? 0 : 1);
  }
  waitpid(child, &status, 0);
  expect(child > 0 && status == 0, "a child of fork works alone, and can begin the pool anew");
  expect(all_is_right(&pool), "its parent goes on");
  skein_pool_end(&pool);
}

int main(void) {
  compute_expected();
  pools_of_all_sizes();
  threads_without_a_pool();
  threads_that_cannot_be_started();
  several_callers();
  a_child_of_fork();
  printf("%d threads started, %d ended\n", created, joined);
  return wrong || created != joined;
}
