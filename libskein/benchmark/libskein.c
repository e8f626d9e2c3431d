/* SPDX-License-Identifier: Apache-2.0 */
/* libskein in every kernel that this processor can run, and by its own choice: one message, many messages, trees. */
#include <string.h>
#include <unistd.h>

#include "kernel.h"
#include "skein.h"
#include "subject.h"

static const struct method {
  unsigned block_bits;
  const char *function;
} methods[] = {{256, "skein-1.3-256-256"}, {512, "skein-1.3-512-512"}, {1024, "skein-1.3-1024-1024"}};

static const char *const tree_function = "skein-1.3-512-512 (6,6,255)";
static const struct skein_tree_shape tree_shape = {6, 6, 255}; /* leaves of 4 KiB */
#define TREE_SMALLEST 16384

/* Messages at once, and in front of these, where kernels are compared, so few that they fill no vector. */
static const unsigned counts[] = {2, 3, 4, 8, 64};
#define FULL 2 /* place of the first that fills one */

struct many {
  struct skein context;
  const void *messages[MESSAGES_MAX];
  size_t lengths[MESSAGES_MAX];
};

static void prepare_kernel(const struct subject *subject, const uint8_t *data, size_t length) {
  (void)data, (void)length;
  const int one_by_one = strcmp(subject->kernel, ONE_BY_ONE) == 0;
  skein_force_worthwhile(one_by_one ? SKEIN_VECTOR_LANES + 1 : 0);
  skein_kernel_use(one_by_one || strcmp(subject->kernel, DEFAULT_KERNEL) == 0 ? NULL : subject->kernel);
}

static void prepare_many(const struct subject *subject, const uint8_t *data, size_t length) {
  struct many *many = subject->state;
  prepare_kernel(subject, data, length);
  for (unsigned i = 0; i < subject->messages; i++) {
    many->messages[i] = data + i * length;
    many->lengths[i] = length;
  }
}

static void hash_one(const struct subject *subject, const uint8_t *data, size_t length, uint8_t *digest) {
  skein_update(subject->state, data, length);
  skein_final(subject->state, digest, subject->digest_bytes);
}

static void hash_many(const struct subject *subject, const uint8_t *data, size_t length, uint8_t *digests) {
  const struct many *many = subject->state;
  (void)data, (void)length;
  skein_many(&many->context, subject->messages, many->messages, many->lengths, digests, subject->threads);
}

static void hash_tree(const struct subject *subject, const uint8_t *data, size_t length, uint8_t *digest) {
  skein_tree_update(subject->state, data, length);
  skein_tree_final(subject->state, digest, subject->digest_bytes);
}

static void add_one(struct subjects *subjects, struct subject subject, const struct method *method) {
  struct skein *context = allocate(sizeof *context);
  skein_init(context, method->block_bits, method->block_bits);
  subject.group = "one";
  subject.hash = hash_one;
  subject.state = context;
  add_subject(subjects, &subject);
}

static void add_many(struct subjects *subjects, struct subject subject, const struct method *method, int few) {
  for (size_t i = few ? 0 : FULL; i < sizeof counts / sizeof *counts; i++) {
    struct many *many = allocate(sizeof *many);
    skein_init(&many->context, method->block_bits, method->block_bits);
    subject.group = "many";
    subject.messages = counts[i];
    subject.prepare = prepare_many;
    subject.hash = hash_many;
    subject.state = many;
    add_subject(subjects, &subject);
  }
}

static void add_trees(struct subjects *subjects, struct subject subject) {
  const struct skein_arguments arguments = {.block_bits = 512, .output_bits = 512, .tree = tree_shape};
  static struct skein_pool pool; /* from the first kernel on, to the end of the program */
  static int begun;
  const unsigned most = sysconf(_SC_NPROCESSORS_ONLN) > 1 ? 2 : 1;
  if (!begun) skein_pool_begin(&pool, most);
  begun = 1;
  for (unsigned threads = 1; threads <= most; threads++) {
    struct skein_tree *tree = allocate(sizeof *tree);
    skein_tree_init(tree, &arguments);
    if (threads > 1) skein_tree_pool(tree, &pool);
    subject.group = TREE;
    subject.function = tree_function;
    subject.threads = threads;
    subject.smallest = TREE_SMALLEST;
    subject.hash = hash_tree;
    subject.state = tree;
    add_subject(subjects, &subject);
  }
}

/* Has this kernel, which is in use, code of its own for one message? */
static int has_single(const char *kernel, unsigned block_bits) {
  return strcmp(skein_kernel_in_use(block_bits, 0), kernel) == 0;
}

/* Does it hash several messages side by side? */
static int has_lanes(unsigned block_bits) {
  const unsigned size = skein_size_index(block_bits / 64);
  return skein_way_of_many(size)->kernel->lanes[size] != NULL;
}

/* Everything in one kernel, or as the library chooses: only that for which it has code of its own, or `all`; of many
 * messages also `few`. */
static void add_kernel(struct subjects *subjects, const char *kernel, int all_single, int all_many, int few) {
  for (size_t j = 0; j < sizeof methods / sizeof *methods; j++) {
    const struct method *method = &methods[j];
    const struct subject subject = {
        .function = method->function,
        .library = "libskein",
        .version = skein_version(),
        .kernel = kernel,
        .messages = 1,
        .threads = 1,
        .digest_bytes = method->block_bits / 8,
        .prepare = prepare_kernel,
    };
    if (all_single || has_single(kernel, method->block_bits)) add_one(subjects, subject, method);
    if (all_many || has_lanes(method->block_bits)) {
      add_many(subjects, subject, method, few);
      if (method->block_bits == 512) add_trees(subjects, subject);
    }
  }
}

static void add_kernels(struct subjects *subjects, int few) {
  size_t kernels = 0;
  while (skein_kernel_name(kernels) != NULL) kernels++;
  for (size_t i = kernels; i-- > 0;) { /* the portable one first: the measure of all others */
    const char *kernel = skein_kernel_name(i);
    if (skein_kernel_use(kernel) == SKEIN_OK) add_kernel(subjects, kernel, 0, i == kernels - 1, few);
  }
  skein_kernel_use(NULL);
}

void add_libskein(struct subjects *subjects) { add_kernels(subjects, 0); }

void add_defaults(struct subjects *subjects) {
  add_kernels(subjects, 1);
  add_kernel(subjects, DEFAULT_KERNEL, 1, 1, 1);
  add_kernel(subjects, ONE_BY_ONE, 0, 1, 1);
}
