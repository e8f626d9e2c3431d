/* SPDX-License-Identifier: Apache-2.0 */
/* Many messages at once. */
#include "internal.h"

/* Messages that a thread takes at a time: a multiple of 8 and 9, the lanes of the kernels. */
#define GRAIN 72

struct messages {
  const struct skein *context;
  const void *const *data;
  const size_t *lengths;
  uint8_t *digests;
};

/* Outputs longer than a block: the chaining values first, then each output. */
static void hash_long_outputs(const struct messages *messages, struct skein_job *jobs, size_t count, uint64_t type) {
  const struct skein *context = messages->context;
  const size_t block = 8 * (size_t)context->words;
  uint8_t chains[GRAIN][SKEIN_MAX_BLOCK_BYTES];
  const size_t size = (size_t)skein_output_bytes(context);
  uint8_t *digest = jobs[0].result;
  for (size_t i = 0; i < count; i++) {
    jobs[i].result = chains[i];
    jobs[i].result_length = block;
  }
  skein_run_jobs(context->words, context->revision, type, 0, jobs, count);
  for (size_t i = 0; i < count; i++, digest += size) {
    struct skein_reader reader = {
        .output_bits = context->output_bits, .words = context->words, .revision = context->revision};
    for (unsigned word = 0; word < context->words; word++) reader.chain[word] = skein_load64(chains[i] + 8 * word);
    skein_read(&reader, digest, size);
    skein_wipe(&reader, sizeof reader);
  }
  skein_wipe(chains, sizeof chains);
}

static void hash_range(void *argument, size_t first, size_t last) {
  const struct messages *messages = argument;
  const struct skein *context = messages->context;
  const size_t size = (size_t)skein_output_bytes(context);
  const unsigned rest = context->output_bits % 8;
  const uint64_t type = SKEIN_TYPE(SKEIN_TYPE_MESSAGE);
  struct skein_job jobs[GRAIN];
  for (size_t i = first; i < last; i++)
    jobs[i - first] = (struct skein_job){
        context->initial, messages->data[i], messages->lengths[i], 0, messages->digests + i * size, size};
  if (size > 8 * (size_t)context->words) {
    hash_long_outputs(messages, jobs, last - first, type);
    return;
  }
  skein_run_jobs(context->words, context->revision, type, 1, jobs, last - first);
  for (size_t i = first; rest != 0 && i < last; i++)
    messages->digests[(i + 1) * size - 1] &= (uint8_t)(0xff00u >> rest);
}

static int hash_all(const struct skein *context, size_t count, const void *const *messages, const size_t *lengths,
                    void *digests, struct skein_pool *pool, unsigned threads) {
  if (count == 0) return SKEIN_OK;
  if (context == NULL || messages == NULL || lengths == NULL || digests == NULL) return SKEIN_BAD_POINTER;
  if (context->tweak[0] != 0 || context->buffered != 0) return SKEIN_BAD_SEQUENCE;
  if (skein_output_bytes(context) > SIZE_MAX / count) return SKEIN_BAD_OUTPUT_SIZE;
  for (size_t i = 0; i < count; i++) {
    if (messages[i] == NULL && lengths[i] > 0) return SKEIN_BAD_POINTER;
  }
  struct messages all = {context, messages, lengths, digests};
  skein_parallel(pool, threads, count, GRAIN, hash_range, &all);
  return SKEIN_OK;
}

int skein_many(const struct skein *context, size_t count, const void *const *messages, const size_t *lengths,
               void *digests, unsigned threads) {
  return hash_all(context, count, messages, lengths, digests, NULL, threads);
}

int skein_many_pool(const struct skein *context, size_t count, const void *const *messages, const size_t *lengths,
                    void *digests, struct skein_pool *pool) {
  return hash_all(context, count, messages, lengths, digests, pool, 1);
}
