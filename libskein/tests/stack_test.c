/* SPDX-License-Identifier: Apache-2.0 */
/* skein-stack-test: how much stack the library takes, in every kernel of this processor, beside what skein.h says.
 * Works on threads whose stack is filled with a pattern beforehand. Prints a line for each kind of work; exit status 1
 * if one takes more. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "skein.h"

#define KIBIBYTE 1024
#define STACK_BYTES ((size_t)1024 * KIBIBYTE)
#define UNTOUCHED 0xa5
#define MESSAGES 100
#define LENGTH ((size_t)1 << 20)

static uint8_t message[LENGTH];
static unsigned bits;
static unsigned threads;
static struct skein_pool pool;
static int pooled; /* the threads are those of the pool */

static void *nothing(void *unused) { return unused; }

static void *hash_tree(void *unused) {
  static const struct skein_tree_shape shapes[] = {{6, 6, 255}, {1, 1, 255}, {2, 3, 2}};
  static struct skein_tree tree;
  uint8_t digest[32];
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
    const struct skein_arguments arguments = {.block_bits = bits, .output_bits = 256, .tree = shapes[i]};
    skein_tree_init(&tree, &arguments);
    if (pooled)
      skein_tree_pool(&tree, &pool);
    else
      skein_tree_threads(&tree, threads);
    skein_tree_update(&tree, message, sizeof message);
    skein_tree_final(&tree, digest, sizeof digest);
  }
  return unused;
}

/* At once, with the tree among the arguments: its state is on the stack too. */
static void *hash_tree_at_once(void *unused) {
  const struct skein_arguments arguments = {.block_bits = bits, .output_bits = 256, .tree = {6, 6, 255}};
  uint8_t digest[32];
  skein_hash(&arguments, message, sizeof message, digest);
  return unused;
}

static void *hash_one(void *unused) {
  const struct skein_arguments arguments = {.block_bits = bits, .output_bits = 3000, .key = "key", .key_length = 3};
  static struct skein context;
  uint8_t digest[375];
  skein_init_arguments(&context, &arguments);
  skein_update(&context, message, 3000);
  skein_final(&context, digest, sizeof digest);
  return unused;
}

static void *hash_many(void *unused) {
  static const void *messages[MESSAGES];
  static size_t lengths[MESSAGES];
  static uint8_t digests[MESSAGES * 375];
  static struct skein context;
  for (unsigned output_bits = 256; output_bits <= 3000; output_bits += 2744) {
    skein_init(&context, bits, output_bits);
    for (size_t i = 0; i < MESSAGES; i++) {
      messages[i] = message;
      lengths[i] = i < 50 ? 5 * i : 999;
    }
    if (pooled)
      skein_many_pool(&context, MESSAGES, messages, lengths, digests, &pool);
    else
      skein_many(&context, MESSAGES, messages, lengths, digests, threads);
  }
  return unused;
}

/* Bytes of stack that were written to while a thread did this; the thread's own beginning is in it. */
static size_t stack_of(void *(*work)(void *)) {
  uint8_t *stack = aligned_alloc(65536, STACK_BYTES);
  pthread_attr_t attributes;
  pthread_t thread;
  size_t left = 0;
  if (stack == NULL) return STACK_BYTES;
  memset(stack, UNTOUCHED, STACK_BYTES);
  pthread_attr_init(&attributes);
  if (pthread_attr_setstack(&attributes, stack, STACK_BYTES) != 0 ||
      pthread_create(&thread, &attributes, work, NULL) != 0) {
    printf("no thread on a stack of this program's own\n");
    exit(1);
  }
  pthread_join(thread, NULL);
  pthread_attr_destroy(&attributes);
  while (left < STACK_BYTES && stack[left] == UNTOUCHED) left++;
  free(stack);
  return STACK_BYTES - left;
}

static int is_more(const char *what, void *(*work)(void *), size_t allowed) {
  size_t most = 0;
  const size_t empty = stack_of(nothing);
  for (size_t i = 0; skein_kernel_name(i) != NULL; i++) {
    if (skein_kernel_use(skein_kernel_name(i)) != SKEIN_OK) continue;
    for (bits = 256; bits <= 1024; bits *= 2) {
      const size_t used = stack_of(work) - empty;
      if (used > most) most = used;
    }
  }
  printf("%s: %zu bytes of stack, at most %zu are allowed\n", what, most, allowed);
  return most > allowed;
}

int main(void) {
  int more = 0;
  threads = 1;
  more |= is_more("one message", hash_one, 16 * KIBIBYTE);
  more |= is_more("many messages", hash_many, 32 * KIBIBYTE);
  more |= is_more("tree", hash_tree, 64 * KIBIBYTE);
  more |= is_more("tree at once", hash_tree_at_once, 64 * KIBIBYTE);
  threads = 2;
  more |= is_more("many messages, two threads", hash_many, 32 * KIBIBYTE);
  more |= is_more("tree, two threads", hash_tree, 96 * KIBIBYTE);
  skein_pool_begin(&pool, 2);
  pooled = 1;
  more |= is_more("many messages, pool", hash_many, 32 * KIBIBYTE);
  more |= is_more("tree, pool", hash_tree, 96 * KIBIBYTE);
  skein_pool_end(&pool);
  return more;
}
