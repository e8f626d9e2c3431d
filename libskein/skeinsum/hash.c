/* SPDX-License-Identifier: Apache-2.0 */
#include "hash.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lock.h"
#include "mapping.h"
#include "message.h"
#include "path.h"
#include "progress.h"

/* A file of at least this size is mapped, in windows. Windows need little of the address space and of the page tables,
 * and after each one progress is counted. */
#define MAPPED_FROM ((off_t)1 << 20)
#define WINDOW ((size_t)1 << 26)

/* All threads work together on one tree at a time if its file is at least this large: those of a pool, which begins
 * with the first such file. */
#define SHARED_TREE_FROM ((off_t)1 << 18)
static lock_type shared_tree = LOCK_FREE; /* of the two that follow */
static bool pool_begun;
static struct skein_pool pool;

void hasher_begin(struct hasher *hasher, const struct options *options) {
  *hasher = (struct hasher){.options = options, .buffer = get_memory(HASH_BUFFER)};
}

void hasher_end(struct hasher *hasher) {
  if (hasher->tree != NULL) skein_wipe(hasher->tree, sizeof *hasher->tree);
  skein_wipe(&hasher->context, sizeof hasher->context);
  free(hasher->tree);
  free(hasher->buffer);
}

static bool is_tree(const struct function *function) { return function->tree.height > 0; }

static bool same_function(const struct function *a, const struct function *b) {
  return a->block_bits == b->block_bits && a->output_bits == b->output_bits && a->revision == b->revision &&
         a->tree.leaf == b->tree.leaf && a->tree.fan_out == b->tree.fan_out && a->tree.height == b->tree.height;
}

void hasher_prepare(struct hasher *hasher, const struct function *function) {
  if (hasher->ready && same_function(&hasher->function, function)) return;
  const struct skein_arguments arguments = options_arguments(hasher->options, function);
  if (is_tree(function) && hasher->tree == NULL) hasher->tree = get_memory(sizeof *hasher->tree);
  const int status = is_tree(function) ? skein_tree_init(hasher->tree, &arguments)
                                       : skein_init_arguments(&hasher->context, &arguments);
  if (status != SKEIN_OK) give_up(CHECK_FAILED, "%s", skein_status_text(status));
  hasher->function = *function;
  hasher->ready = true;
}

int input_open(struct input *input, const char *name) {
  struct stat status;
  const bool standard = strcmp(name, "-") == 0;
  const int descriptor = standard ? STDIN_FILENO : path_open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY);
  *input = (struct input){.name = name, .descriptor = descriptor, .standard = standard};
  int error = descriptor < 0 || fstat(descriptor, &status) != 0 ? errno : 0;
  if (error == 0 && S_ISDIR(status.st_mode)) error = EISDIR;
  if (error == 0 && S_ISREG(status.st_mode)) {
    input->regular = true;
    input->size = status.st_size;
  }
  if (error != 0 && descriptor >= 0) input_close(input);
  return error;
}

void input_close(const struct input *input) {
  if (!input->standard) close(input->descriptor);
}

static int status_error(int status) { return status == SKEIN_OK ? 0 : EFBIG; /* more than 2^64 - 1 bytes */ }

static int update(struct hasher *hasher, const void *data, size_t length) {
  return status_error(is_tree(&hasher->function) ? skein_tree_update(hasher->tree, data, length)
                                                 : skein_update(&hasher->context, data, length));
}

/* Read once, or for a tree until the buffer is full: then many leaves are hashed side by side. */
static ssize_t fill(const struct hasher *hasher, int descriptor) {
  size_t filled = 0;
  while (filled < HASH_BUFFER) {
    const ssize_t got = read(descriptor, hasher->buffer + filled, HASH_BUFFER - filled);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return -1;
    filled += (size_t)got;
    if (got == 0 || !is_tree(&hasher->function)) break;
  }
  return (ssize_t)filled;
}

/* Hash a file from where it stands, after `done` bytes, to its end. */
static int read_all(struct hasher *hasher, const struct input *input, uint64_t done) {
  for (;;) {
    const ssize_t got = fill(hasher, input->descriptor);
    if (got < 0) return errno;
    if (got == 0) return 0;
    const int error = update(hasher, hasher->buffer, (size_t)got);
    if (error != 0) return error;
    done += (uint64_t)got;
    progress_add((uint64_t)got, input->name, done, (uint64_t)input->size);
  }
}

/* Hash a file through mappings, as much as there was when it was opened; `*done` bytes if no more can be mapped. */
static int map_all(struct hasher *hasher, const struct input *input, off_t *done) {
  struct stat now;
  struct mapping mapping;
  while (*done < input->size) {
    const off_t left = input->size - *done;
    const size_t length = left < (off_t)WINDOW ? (size_t)left : WINDOW;
    if (!mapping_open(&mapping, input->descriptor, *done, length)) return 0;
    const int error = update(hasher, mapping.data, length);
    const bool whole = mapping_close(&mapping);
    *done += (off_t)length;
    if (error != 0) return error;
    /* Beyond the end of a file its last page has zeros, without any signal. */
    if (fstat(input->descriptor, &now) != 0) return errno;
    if (now.st_size < *done) return FILE_SHORTENED;
    if (!whole) return EIO;
    progress_add(length, input->name, (uint64_t)*done, (uint64_t)input->size);
  }
  return 0;
}

static int absorb(struct hasher *hasher, const struct input *input) {
  off_t done = 0;
#if defined(POSIX_FADV_SEQUENTIAL)
  if (input->size >= MAPPED_FROM) posix_fadvise(input->descriptor, 0, 0, POSIX_FADV_SEQUENTIAL);
#endif
  if (hasher->options->mmap && input->size >= MAPPED_FROM && lseek(input->descriptor, 0, SEEK_CUR) == 0) {
    const int error = map_all(hasher, input, &done);
    if (error != 0) return error;
    if (lseek(input->descriptor, done, SEEK_SET) != done) return errno;
  }
  /* What could not be mapped, and what the file has grown by. */
  return read_all(hasher, input, (uint64_t)done);
}

static void take_pool(struct hasher *hasher) {
  lock_take(&shared_tree);
  if (!pool_begun) skein_pool_begin(&pool, hasher->options->threads);
  pool_begun = true;
  skein_tree_pool(hasher->tree, &pool);
}

static void give_pool(struct hasher *hasher) {
  skein_tree_pool(hasher->tree, NULL);
  lock_give(&shared_tree);
}

void hash_end(void) {
  if (pool_begun) skein_pool_end(&pool);
  pool_begun = false;
}

int hash_file(struct hasher *hasher, const struct function *function, const struct input *input,
              struct output *output) {
  int error;
  hasher_prepare(hasher, function);
  output->short_one = false;
  if (!is_tree(function)) {
    error = absorb(hasher, input);
    skein_read_output(&output->reader, &hasher->context);
    return error;
  }
  const bool shared = hasher->options->threads > 1 && (!input->regular || input->size >= SHARED_TREE_FROM);
  if (shared) take_pool(hasher);
  error = absorb(hasher, input);
  skein_tree_read_output(&output->reader, hasher->tree);
  if (shared) give_pool(hasher);
  return error;
}

void output_read(struct output *output, void *bytes, size_t length) {
  if (!output->short_one) {
    skein_read(&output->reader, bytes, length);
    return;
  }
  memcpy(bytes, output->digest + output->at, length);
  output->at += length;
}

void output_skip(struct output *output, uint64_t bytes) {
  if (output->short_one)
    output->at += (size_t)bytes;
  else
    skein_seek(&output->reader, output->reader.position + bytes);
}

const char *hash_error_text(int error) {
  return error == FILE_SHORTENED ? "became shorter while it was read" : strerror(error);
}
