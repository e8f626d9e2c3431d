/* SPDX-License-Identifier: Apache-2.0 */
/* The output function: UBI in counter mode (section 3.5.3), in order or from any place. */
#include "internal.h"

/* Blocks of output that are computed side by side. */
#define BATCH 32

uint64_t skein_bytes_of_bits(uint64_t bits) { return bits / 8 + (bits % 8 != 0); }

/* Write `count` whole blocks beginning with that of number `counter`. */
static void output_blocks(unsigned words, unsigned revision, const uint64_t *chain, uint64_t counter, uint8_t *output,
                          size_t count) {
  uint8_t counters[BATCH][8];
  struct skein_job jobs[BATCH];
  const size_t block = 8 * (size_t)words;
  while (count > 0) {
    const size_t batch = skein_smaller(count, BATCH);
    for (size_t i = 0; i < batch; i++) {
      skein_store64(counters[i], counter + i);
      jobs[i] = (struct skein_job){chain, counters[i], 8, 0, output + i * block, block};
    }
    skein_run_jobs(words, revision, SKEIN_TYPE(SKEIN_TYPE_OUTPUT), 0, jobs, batch);
    counter += batch;
    output += batch * block;
    count -= batch;
  }
}

int skein_read(struct skein_reader *reader, void *output, size_t length) {
  uint8_t *bytes = output;
  if (reader == NULL || (output == NULL && length > 0)) return SKEIN_BAD_POINTER;
  const uint64_t total = skein_bytes_of_bits(reader->output_bits);
  const size_t block = 8 * (size_t)reader->words;
  if (length > total - reader->position) return SKEIN_BAD_OUTPUT_SIZE;
  while (length > 0) {
    const uint64_t number = reader->position / block;
    const size_t offset = (size_t)(reader->position % block);
    size_t taken;
    if (offset == 0 && length >= block) {
      const size_t whole = length / block;
      output_blocks(reader->words, reader->revision, reader->chain, number, bytes, whole);
      taken = whole * block;
    } else {
      if (reader->cached != number + 1) {
        output_blocks(reader->words, reader->revision, reader->chain, number, reader->block, 1);
        reader->cached = number + 1;
      }
      taken = skein_smaller(block - offset, length);
      memcpy(bytes, reader->block + offset, taken);
    }
    reader->position += taken;
    bytes += taken;
    length -= taken;
  }
  /* Only now can the last byte of all be among those written. */
  if (reader->output_bits % 8 != 0 && reader->position == total && bytes != output)
    bytes[-1] &= (uint8_t)(0xff00u >> (reader->output_bits % 8));
  return SKEIN_OK;
}

int skein_seek(struct skein_reader *reader, uint64_t position) {
  if (reader == NULL) return SKEIN_BAD_POINTER;
  if (position > skein_bytes_of_bits(reader->output_bits)) return SKEIN_BAD_OUTPUT_SIZE;
  reader->position = position;
  return SKEIN_OK;
}

void skein_store_output(uint8_t *output, const uint64_t *block, uint64_t output_bits, size_t length) {
  skein_store_bytes(output, block, length);
  if (output_bits % 8 != 0 && length == skein_bytes_of_bits(output_bits))
    output[length - 1] &= (uint8_t)(0xff00u >> (output_bits % 8));
}

int skein_verify_output(struct skein_reader *reader, const uint8_t *expected, size_t length) {
  uint8_t part[8 * SKEIN_MAX_BLOCK_BYTES];
  int same = 1;
  for (size_t at = 0; at < length; at += sizeof part) {
    const size_t size = skein_smaller(length - at, sizeof part);
    skein_read(reader, part, size);
    same &= skein_equal(part, expected + at, size);
  }
  skein_wipe(part, sizeof part);
  skein_wipe(reader, sizeof *reader);
  return same ? SKEIN_OK : SKEIN_MISMATCH;
}
