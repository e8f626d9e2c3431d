/* SPDX-License-Identifier: Apache-2.0 */
#include "batch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "message.h"
#include "progress.h"

/* Largest file that is read to be hashed beside others. */
#define SMALL ((size_t)1 << 15)

/* Small files that have been read, in the order of their lengths; all of one function. */
struct pending {
  size_t count, used; /* files, and bytes of the buffer */
  struct {
    struct job *job;
    const void *data;
    size_t length;
  } files[BATCH_JOBS];
};

struct batch {
  struct hasher *hasher;
  struct pending pending;
  struct job *const *jobs;
  size_t finished_count;
  void (*finished)(void *context, struct job *job);
  void *context;
};

/* Hash what has been read. Vector units work best on neighbours of similar length. */
static void hash_pending(struct batch *batch) {
  struct pending *pending = &batch->pending;
  const void *messages[BATCH_JOBS];
  size_t lengths[BATCH_JOBS];
  uint8_t digests[BATCH_JOBS * SKEIN_MAX_BLOCK_BYTES];
  if (pending->count == 0) return;
  const struct function *function = &pending->files[0].job->function;
  const size_t size = (size_t)function_output_bytes(function);
  for (size_t i = 0; i < pending->count; i++) {
    messages[i] = pending->files[i].data;
    lengths[i] = pending->files[i].length;
  }
  hasher_prepare(batch->hasher, function);
  const int status = skein_many(&batch->hasher->context, pending->count, messages, lengths, digests, 1);
  if (status != SKEIN_OK) give_up(CHECK_FAILED, "%s", skein_status_text(status));
  for (size_t i = 0; i < pending->count; i++) {
    struct job *job = pending->files[i].job;
    memcpy(job->output.digest, digests + i * size, size);
    job->output.at = 0;
    job->output.short_one = true;
    job->done = true;
    progress_add(lengths[i], job->name, lengths[i], lengths[i]);
  }
  pending->count = pending->used = 0;
}

/* Report the jobs up to the first one that is not done. */
static void report(struct batch *batch, size_t count) {
  while (batch->finished_count < count && batch->jobs[batch->finished_count]->done)
    batch->finished(batch->context, batch->jobs[batch->finished_count++]);
}

static bool fits_with_pending(const struct pending *pending, const struct function *function) {
  if (function->tree.height > 0 || function->output_bits > 8 * SKEIN_MAX_BLOCK_BYTES) return false;
  if (pending->count == 0) return true;
  const struct function *other = &pending->files[0].job->function;
  return function->block_bits == other->block_bits && function->output_bits == other->output_bits &&
         function->revision == other->revision;
}

/* Read a small file into the buffer: its length, SMALL + 1 if it is larger than it seemed (it is then at its beginning
 * again), or -1. */
static ssize_t read_small(int descriptor, uint8_t *buffer) {
  size_t length = 0;
  while (length <= SMALL) {
    const ssize_t got = read(descriptor, buffer + length, SMALL + 1 - length);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return -1;
    if (got == 0) break;
    length += (size_t)got;
  }
  if (length > SMALL && lseek(descriptor, 0, SEEK_SET) != 0) return -1;
  return (ssize_t)length;
}

/* Put a job's file among those that have been read, in the order of lengths; false if it does not belong there. */
static bool add_pending(struct batch *batch, struct job *job, const struct input *input) {
  struct pending *pending = &batch->pending;
  if (input->standard || !input->regular || input->size > (off_t)SMALL) return false;
  if (!fits_with_pending(pending, &job->function)) return false;
  if (pending->used + SMALL + 1 > HASH_BUFFER) hash_pending(batch);
  uint8_t *data = batch->hasher->buffer + pending->used;
  const ssize_t length = read_small(input->descriptor, data);
  if (length > (ssize_t)SMALL) return false;
  if (length < 0) {
    job->error = errno;
    job->done = true;
    return true;
  }
  size_t place = pending->count++;
  for (; place > 0 && pending->files[place - 1].length > (size_t)length; place--)
    pending->files[place] = pending->files[place - 1];
  pending->files[place].job = job;
  pending->files[place].data = data;
  pending->files[place].length = (size_t)length;
  pending->used += (size_t)length;
  return true;
}

static void run_job(struct batch *batch, struct job *job, size_t number) {
  struct input input;
  job->error = job->kind == JOB_FILE ? input_open(&input, job->name) : 0;
  if (job->kind != JOB_FILE || job->error != 0) {
    job->done = true;
    return;
  }
  if (!add_pending(batch, job, &input)) {
    /* This may take long, and needs the buffer. */
    hash_pending(batch);
    report(batch, number);
    job->error = hash_file(batch->hasher, &job->function, &input, &job->output);
    job->done = true;
  }
  input_close(&input);
}

void batch_run(struct hasher *hasher, struct job *const *jobs, size_t count,
               void (*finished)(void *context, struct job *job), void *context) {
  struct batch batch = {.hasher = hasher, .jobs = jobs, .finished = finished, .context = context};
  for (size_t i = 0; i < count; i++) {
    run_job(&batch, jobs[i], i);
    report(&batch, i + 1);
  }
  hash_pending(&batch);
  report(&batch, count);
}

void job_free(struct job *job) {
  free(job->name);
  free(job->expected);
}
