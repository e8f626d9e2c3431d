/* SPDX-License-Identifier: Apache-2.0 */
/* Tree hashing (section 3.5.6).
 *
 * The message is cut into leaves of 2^Y_l blocks; the chaining values of the nodes of a level, one after the other, are
 * the message of the level above, cut into nodes of 2^Y_f blocks. The only node of a level is the root, and level Y_m
 * has one node whatever its size. Every level is thus fed in the same way: complete the node at hand, hash whole nodes
 * side by side, keep the rest. A node waits for its last block until more follows, and so a level with one node is
 * known as such only at the end. */
#include "internal.h"

/* Nodes that are hashed side by side, at most: a multiple of 8 and 9, the lanes of kernels. */
#define NODES 72

/* Bytes for the chaining values of nodes that go to the level above, which go on to the next. A level has at most half
 * as many nodes as the one below: half of this is for one level, half of the rest for the next, and so on. */
#define SCRATCH (2 * NODES * SKEIN_MAX_BLOCK_BYTES)

/* Several threads hash whole subtrees, so many at a time. They are worth their start from so many bytes on, and take so
 * many at a time, roughly. */
#define SUBTREES 128
#define THREADS_FROM 131072
#define THREAD_BYTES 32768

/* Where chaining values of nodes go: up to the level above in the same tree, or if that is `top`, to `values`. */
struct course {
  struct skein_tree *tree;
  unsigned top;
  uint8_t *values;
};

static void feed(struct course *course, unsigned level, const uint8_t *data, size_t length, uint8_t *scratch,
                 size_t room);

static size_t block_bytes(const struct skein_tree *tree) { return 8 * (size_t)tree->words; }

/* Type, flags and level of a node; level 1 is that of the leaves. */
static uint64_t node_type(unsigned level) {
  return SKEIN_TYPE(SKEIN_TYPE_MESSAGE) | (uint64_t)level << SKEIN_LEVEL_SHIFT;
}

/* Bytes of a complete node, UINT64_MAX if there are too many to count or no bound. */
static uint64_t node_bytes(const struct skein_tree *tree, unsigned level) {
  const unsigned shift = level == 1 ? tree->shape.leaf : tree->shape.fan_out;
  const uint64_t block = block_bytes(tree);
  if (level == tree->shape.height || shift > 63 || block << shift >> shift != block) return UINT64_MAX;
  return block << shift;
}

/* Chain the last block of the node at hand: its chaining value is that of the complete node. */
static void finish_node(const struct skein_tree *tree, unsigned level, struct skein_tree_node *node) {
  const size_t block = block_bytes(tree);
  const size_t rest = node->filled == 0 ? 0 : (size_t)((node->filled - 1) % block) + 1;
  const uint64_t processed = node->filled - rest;
  uint64_t tweak[2] = {node->start + processed, node_type(level)};
  if (processed == 0) tweak[1] |= SKEIN_FIRST;
  if (level == 1 && tree->partial) tweak[1] |= SKEIN_BIT_PAD;
  skein_last_block(tree->words, tree->revision, processed == 0 ? tree->initial : node->chain, node->chain, tweak,
                   node->buffer, rest, 0);
}

static void begin_node(struct skein_tree_node *node, uint64_t start) {
  node->start = start;
  node->filled = 0;
}

/* Add bytes to the node at hand, at most up to its end. */
static void fill_node(const struct skein_tree *tree, unsigned level, struct skein_tree_node *node, const uint8_t *data,
                      size_t length) {
  const size_t block = block_bytes(tree);
  size_t buffered = node->filled == 0 ? 0 : (size_t)((node->filled - 1) % block) + 1;
  uint64_t tweak[2] = {node->start + node->filled - buffered, node_type(level)};
  if (node->filled == buffered) tweak[1] |= SKEIN_FIRST;
  const uint64_t *from = node->filled == buffered ? tree->initial : node->chain;
  node->filled += length;
  if (length > block - buffered) {
    if (buffered > 0) {
      const size_t room = block - buffered;
      memcpy(node->buffer + buffered, data, room);
      data += room;
      length -= room;
      skein_blocks(tree->words, tree->revision, from, node->chain, tweak, node->buffer, 1, 0);
      from = node->chain;
      buffered = 0;
    }
    const size_t whole = (length - 1) / block;
    if (whole > 0) skein_blocks(tree->words, tree->revision, from, node->chain, tweak, data, whole, 0);
    data += whole * block;
    length -= whole * block;
  }
  memcpy(node->buffer + buffered, data, length);
}

/* Hand the complete node to the level above and begin the next. */
static void pass_node(struct course *course, unsigned level) {
  struct skein_tree *tree = course->tree;
  struct skein_tree_node *node = &tree->levels[level - 1];
  uint8_t value[SKEIN_MAX_BLOCK_BYTES];
  finish_node(tree, level, node);
  skein_store_bytes(value, node->chain, block_bytes(tree));
  begin_node(node, node->start + node->filled);
  feed(course, level + 1, value, block_bytes(tree), NULL, 0);
}

/* Hash whole nodes of a level side by side and write their chaining values one after the other. */
static void hash_nodes(const struct skein_tree *tree, unsigned level, const uint8_t *data, size_t count,
                       uint8_t *values) {
  const size_t block = block_bytes(tree), size = (size_t)node_bytes(tree, level);
  const uint64_t start = tree->levels[level - 1].start;
  struct skein_job jobs[NODES];
  for (size_t first = 0; first < count; first += NODES) {
    const size_t some = skein_smaller(count - first, NODES);
    for (size_t i = 0; i < some; i++) {
      const size_t offset = (first + i) * size;
      jobs[i] =
          (struct skein_job){tree->initial, data + offset, size, start + offset, values + (first + i) * block, block};
    }
    skein_run_jobs(tree->words, tree->revision, node_type(level), 0, jobs, some);
  }
}

/* Feed a level; `scratch` has `room` bytes. */
static void feed(struct course *course, unsigned level, const uint8_t *data, size_t length, uint8_t *scratch,
                 size_t room) {
  struct skein_tree *tree = course->tree;
  struct skein_tree_node *node = &tree->levels[level - 1];
  const size_t block = block_bytes(tree);
  if (level == course->top) {
    memcpy(course->values, data, length);
    course->values += length;
    return;
  }
  const uint64_t size = node_bytes(tree, level);
  while (length > 0) {
    if (node->filled == 0 && length / 2 >= size && room / 2 >= block) {
      const size_t here = room / 2 / block * block;
      const size_t whole = skein_smaller(length / (size_t)size, here / block), used = whole * (size_t)size;
      hash_nodes(tree, level, data, whole, scratch);
      node->start += used;
      feed(course, level + 1, scratch, whole * block, scratch + here, room - here);
      data += used;
      length -= used;
      continue;
    }
    const size_t part = length < size - node->filled ? length : (size_t)(size - node->filled);
    fill_node(tree, level, node, data, part);
    data += part;
    length -= part;
    if (node->filled == size) pass_node(course, level);
  }
}

/* Subtrees that threads hash: `levels` high, each of `size` bytes of the message, with the value of the upmost node of
 * each. */
struct subtrees {
  const struct skein_tree *tree;
  unsigned levels;
  const uint8_t *data;
  size_t size;
  uint8_t *values;
};

/* Move the beginning of the next node at each level of subtrees by so many bytes of the message. */
static void move_starts(const struct skein_tree *from, struct skein_tree *tree, unsigned levels, uint64_t bytes) {
  for (unsigned level = 1; level <= levels; level++) {
    begin_node(&tree->levels[level - 1], from->levels[level - 1].start + bytes);
    bytes = bytes / node_bytes(tree, level) * block_bytes(tree);
  }
}

static void hash_subtrees(void *argument, size_t first, size_t last) {
  const struct subtrees *subtrees = argument;
  const struct skein_tree *tree = subtrees->tree;
  uint8_t scratch[SCRATCH];
  struct skein_tree part;
  struct course course = {&part, subtrees->levels + 1, subtrees->values + first * block_bytes(tree)};
  memcpy(part.initial, tree->initial, sizeof part.initial);
  part.shape = tree->shape;
  part.words = tree->words;
  part.revision = tree->revision;
  part.partial = 0;
  move_starts(tree, &part, subtrees->levels, first * subtrees->size);
  feed(&course, 1, subtrees->data + first * subtrees->size, (last - first) * subtrees->size, scratch, sizeof scratch);
}

/* How high subtrees are of which there are not too many in so many bytes, and not too few; their size. */
static unsigned subtree_levels(const struct skein_tree *tree, size_t length, size_t *size) {
  const unsigned shift = tree->shape.fan_out;
  unsigned level = 1;
  uint64_t bytes = node_bytes(tree, level);
  while (length / bytes > SUBTREES && node_bytes(tree, level + 1) != UINT64_MAX && shift < 32 &&
         bytes <= length / 8 >> shift) {
    bytes <<= shift;
    level++;
  }
  *size = bytes > SIZE_MAX ? SIZE_MAX : (size_t)bytes;
  return level;
}

/* Have threads hash whole subtrees from the beginning of the data; the bytes used, 0 if threads are not worth it. The
 * position must be a multiple of `size`, the bytes of a subtree: all its levels begin a node. */
static size_t feed_subtrees(struct course *course, unsigned levels, size_t size, const uint8_t *data, size_t length,
                            uint8_t *scratch) {
  struct skein_tree *tree = course->tree;
  uint8_t values[SUBTREES * SKEIN_MAX_BLOCK_BYTES];
  struct subtrees subtrees = {tree, levels, data, size, values};
  const size_t count = skein_smaller(length / size, SUBTREES);
  if (count < 2 || count * size < THREADS_FROM) return 0;
  skein_parallel(tree->pool, tree->threads, count, (THREAD_BYTES + size - 1) / size, hash_subtrees, &subtrees);
  move_starts(tree, tree, levels, count * size);
  feed(course, levels + 1, values, count * block_bytes(tree), scratch, SCRATCH);
  return count * size;
}

static uint64_t message_bytes(const struct skein_tree *tree) { return tree->levels[0].start + tree->levels[0].filled; }

/* Feed the leaves: by several threads what is worth it, the rest here. */
static void feed_leaves(struct skein_tree *tree, const uint8_t *data, size_t length) {
  uint8_t scratch[SCRATCH];
  struct course course = {tree, 0, NULL};
  while ((tree->pool != NULL || tree->threads != 1) && length >= THREADS_FROM) {
    size_t size;
    const unsigned levels = subtree_levels(tree, length, &size);
    const size_t before = (size_t)(message_bytes(tree) % size), begin = before == 0 ? 0 : size - before;
    if (begin >= length) break;
    feed(&course, 1, data, begin, scratch, sizeof scratch);
    const size_t used = begin + feed_subtrees(&course, levels, size, data + begin, length - begin, scratch);
    data += used;
    length -= used;
    if (used == begin) break;
  }
  feed(&course, 1, data, length, scratch, sizeof scratch);
}

void skein_tree_reset(struct skein_tree *tree) {
  for (unsigned level = 0; level < SKEIN_TREE_LEVELS; level++) begin_node(&tree->levels[level], 0);
  tree->partial = 0;
}

int skein_tree_init(struct skein_tree *tree, const struct skein_arguments *arguments) {
  uint64_t initial[SKEIN_MAX_WORDS] = {0};
  if (tree == NULL || arguments == NULL) return SKEIN_BAD_POINTER;
  const int status = skein_initial_chain(arguments, initial);
  if (status != SKEIN_OK) return status;
  if (arguments->tree.height == 0) return SKEIN_BAD_TREE;
  memset(tree, 0, sizeof *tree);
  memcpy(tree->initial, initial, sizeof initial);
  tree->output_bits = arguments->output_bits;
  tree->shape = arguments->tree;
  tree->words = (uint8_t)(arguments->block_bits / 64);
  tree->revision = (uint8_t)arguments->revision;
  tree->threads = 1;
  skein_tree_reset(tree);
  skein_wipe(initial, sizeof initial);
  return SKEIN_OK;
}

void skein_tree_threads(struct skein_tree *tree, unsigned threads) {
  tree->threads = threads;
  tree->pool = NULL;
}

void skein_tree_pool(struct skein_tree *tree, struct skein_pool *pool) {
  tree->threads = 1;
  tree->pool = pool;
}

int skein_tree_update(struct skein_tree *tree, const void *data, size_t length) {
  if (tree == NULL || (data == NULL && length > 0)) return SKEIN_BAD_POINTER;
  if (length == 0) return SKEIN_OK;
  if (tree->partial) return SKEIN_BAD_SEQUENCE;
  if (length > UINT64_MAX - message_bytes(tree)) return SKEIN_TOO_LONG;
  feed_leaves(tree, data, length);
  return SKEIN_OK;
}

int skein_tree_update_bits(struct skein_tree *tree, const void *data, uint64_t bits) {
  const uint8_t *bytes = data;
  const uint64_t length = bits / 8;
  if (tree == NULL || (data == NULL && bits > 0)) return SKEIN_BAD_POINTER;
  if (bits == 0) return SKEIN_OK;
  if (tree->partial) return SKEIN_BAD_SEQUENCE;
  if (length > SIZE_MAX - 1 || length + (bits % 8 > 0) > UINT64_MAX - message_bytes(tree)) return SKEIN_TOO_LONG;
  feed_leaves(tree, bytes, (size_t)length);
  if (bits % 8 > 0) {
    const uint8_t last = skein_padded_byte(bytes[length], bits % 8);
    tree->partial = 1; /* before the byte, which may complete a leaf */
    feed_leaves(tree, &last, 1);
  }
  return SKEIN_OK;
}

uint64_t skein_tree_output_bytes(const struct skein_tree *tree) { return skein_bytes_of_bits(tree->output_bits); }

/* End every level from the leaves up; the chaining value of the root. */
static void finish(struct skein_tree *tree, uint64_t *root) {
  struct course course = {tree, 0, NULL};
  unsigned level = 1;
  for (;; level++) {
    struct skein_tree_node *node = &tree->levels[level - 1];
    if (node->start == 0) break;
    if (node->filled > 0) pass_node(&course, level);
  }
  struct skein_tree_node *only = &tree->levels[level - 1];
  if (level > 1 && only->filled == block_bytes(tree)) {
    /* One child, which is the only node of its level. */
    for (unsigned word = 0; word < tree->words; word++) root[word] = skein_load64(only->buffer + 8 * word);
  } else {
    finish_node(tree, level, only);
    memcpy(root, only->chain, block_bytes(tree));
  }
}

int skein_tree_read_output(struct skein_reader *reader, struct skein_tree *tree) {
  if (reader == NULL || tree == NULL) return SKEIN_BAD_POINTER;
  memset(reader, 0, sizeof *reader);
  finish(tree, reader->chain);
  reader->output_bits = tree->output_bits;
  reader->words = tree->words;
  reader->revision = tree->revision;
  skein_tree_reset(tree);
  return SKEIN_OK;
}

int skein_tree_final(struct skein_tree *tree, void *digest, size_t length) {
  struct skein_reader reader;
  if (tree == NULL || (digest == NULL && length > 0)) return SKEIN_BAD_POINTER;
  if (length > skein_tree_output_bytes(tree)) return SKEIN_BAD_OUTPUT_SIZE;
  skein_tree_read_output(&reader, tree);
  const int status = skein_read(&reader, digest, length);
  skein_wipe(&reader, sizeof reader);
  return status;
}

int skein_tree_verify(struct skein_tree *tree, const void *expected, size_t length) {
  struct skein_reader reader;
  if (tree == NULL || expected == NULL) return SKEIN_BAD_POINTER;
  if (length == 0 || length > skein_tree_output_bytes(tree)) return SKEIN_BAD_OUTPUT_SIZE;
  skein_tree_read_output(&reader, tree);
  return skein_verify_output(&reader, expected, length);
}

int skein_tree_hash(const struct skein_arguments *arguments, const void *message, size_t length, void *digest,
                    size_t digest_length) {
  struct skein_tree tree;
  int status = skein_tree_init(&tree, arguments);
  if (status == SKEIN_OK) {
    skein_tree_update(&tree, message, length);
    status = skein_tree_final(&tree, digest, digest_length);
    skein_wipe(&tree, sizeof tree);
  }
  return status;
}
