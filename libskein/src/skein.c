/* SPDX-License-Identifier: Apache-2.0 */
/* Hashing of one message, sequentially (section 3.5). */
#include "internal.h"

const char *skein_version(void) { return SKEIN_VERSION; }

const char *skein_status_text(int status) {
  switch (status) {
    case SKEIN_OK: return "success";
    case SKEIN_BAD_POINTER: return "a pointer is NULL that must not be";
    case SKEIN_BAD_BLOCK_SIZE: return "Skein has states of 256, 512 and 1024 bits only";
    case SKEIN_BAD_OUTPUT_SIZE:
      return "the output has at least one bit, and only as many bytes as were asked for at first";
    case SKEIN_BAD_REVISION: return "the versions of the Skein specification are 1.1, 1.2 and 1.3";
    case SKEIN_BAD_TREE: return "a tree has a leaf size and a fan-out of 1 to 255 and a height of 2 to 255";
    case SKEIN_BAD_SEQUENCE: return "nothing can follow a partial byte, and many messages begin with an unused context";
    case SKEIN_TOO_LONG: return "the message is longer than 2^64 - 1 bytes";
    case SKEIN_MISMATCH: return "the digest is not the expected one";
    case SKEIN_BAD_STATE: return "these bytes are no saved state";
    case SKEIN_UNKNOWN_KERNEL: return "this build or this processor has no such kernel";
    default: return "unknown status";
  }
}

/* The chaining value, which is in `initial` until the first block has been chained. */
static const uint64_t *chain_so_far(const struct skein *context) {
  return context->tweak[1] & SKEIN_FIRST ? context->initial : context->chain;
}

void skein_reset(struct skein *context) {
  context->tweak[0] = 0;
  context->tweak[1] = SKEIN_TYPE(SKEIN_TYPE_MESSAGE) | SKEIN_FIRST;
  context->buffered = 0;
  context->partial = 0;
}

int skein_init_arguments(struct skein *context, const struct skein_arguments *arguments) {
  uint64_t initial[SKEIN_MAX_WORDS] = {0};
  if (context == NULL || arguments == NULL) return SKEIN_BAD_POINTER;
  const int status = skein_initial_chain(arguments, initial);
  if (status != SKEIN_OK) return status;
  if (arguments->tree.height != 0) return SKEIN_BAD_TREE;
  memset(context, 0, sizeof *context);
  memcpy(context->initial, initial, sizeof initial);
  context->output_bits = arguments->output_bits;
  context->words = (uint8_t)(arguments->block_bits / 64);
  context->revision = (uint8_t)arguments->revision;
  skein_reset(context);
  skein_wipe(initial, sizeof initial);
  return SKEIN_OK;
}

int skein_init(struct skein *context, unsigned block_bits, uint64_t output_bits) {
  const struct skein_arguments arguments = {.block_bits = block_bits, .output_bits = output_bits};
  return skein_init_arguments(context, &arguments);
}

int skein_update(struct skein *context, const void *data, size_t length) {
  const uint8_t *bytes = data;
  if (context == NULL || (data == NULL && length > 0)) return SKEIN_BAD_POINTER;
  const size_t block = 8 * (size_t)context->words;
  if (length == 0) return SKEIN_OK;
  if (context->partial) return SKEIN_BAD_SEQUENCE;
  if (length > UINT64_MAX - context->tweak[0] - context->buffered) return SKEIN_TOO_LONG;
  if (length > block - context->buffered) {
    if (context->buffered > 0) {
      const size_t room = block - context->buffered;
      memcpy(context->buffer + context->buffered, bytes, room);
      bytes += room;
      length -= room;
      skein_blocks(context->words, context->revision, chain_so_far(context), context->chain, context->tweak,
                   context->buffer, 1, 0);
      context->buffered = 0;
    }
    const size_t whole = (length - 1) / block;
    if (whole > 0) {
      skein_blocks(context->words, context->revision, chain_so_far(context), context->chain, context->tweak, bytes,
                   whole, 0);
      bytes += whole * block;
      length -= whole * block;
    }
  }
  memcpy(context->buffer + context->buffered, bytes, length);
  context->buffered = (uint8_t)(context->buffered + length);
  return SKEIN_OK;
}

int skein_update_bits(struct skein *context, const void *data, uint64_t bits) {
  const uint8_t *bytes = data;
  const uint64_t length = bits / 8;
  const unsigned rest = bits % 8;
  if (context == NULL || (data == NULL && bits > 0)) return SKEIN_BAD_POINTER;
  if (bits == 0) return SKEIN_OK;
  if (context->partial) return SKEIN_BAD_SEQUENCE;
  if (length > SIZE_MAX - 1 || length + (rest > 0) > UINT64_MAX - context->tweak[0] - context->buffered)
    return SKEIN_TOO_LONG;
  int status = skein_update(context, bytes, (size_t)length);
  if (status == SKEIN_OK && rest > 0) {
    const uint8_t last = skein_padded_byte(bytes[length], rest);
    status = skein_update(context, &last, 1);
    context->partial = 1;
  }
  return status;
}

uint64_t skein_output_bytes(const struct skein *context) { return skein_bytes_of_bits(context->output_bits); }

/* Chain the last block, and do the output function's first one too if `output` is 1. */
static void finish(struct skein *context, unsigned output) {
  if (context->partial) context->tweak[1] |= SKEIN_BIT_PAD;
  skein_last_block(context->words, context->revision, chain_so_far(context), context->chain, context->tweak,
                   context->buffer, context->buffered, output);
}

int skein_final(struct skein *context, void *digest, size_t length) {
  if (context == NULL || (digest == NULL && length > 0)) return SKEIN_BAD_POINTER;
  if (length > skein_output_bytes(context)) return SKEIN_BAD_OUTPUT_SIZE;
  if (length <= 8 * (size_t)context->words) {
    finish(context, 1);
    skein_store_output(digest, context->chain, context->output_bits, length);
    skein_reset(context);
    return SKEIN_OK;
  }
  struct skein_reader reader;
  skein_read_output(&reader, context);
  const int status = skein_read(&reader, digest, length);
  skein_wipe(&reader, sizeof reader);
  return status;
}

int skein_read_output(struct skein_reader *reader, struct skein *context) {
  if (reader == NULL || context == NULL) return SKEIN_BAD_POINTER;
  finish(context, 0);
  memset(reader, 0, sizeof *reader);
  memcpy(reader->chain, context->chain, sizeof reader->chain);
  reader->output_bits = context->output_bits;
  reader->words = context->words;
  reader->revision = context->revision;
  skein_reset(context);
  return SKEIN_OK;
}

int skein_verify(struct skein *context, const void *expected, size_t length) {
  struct skein_reader reader;
  if (context == NULL || expected == NULL) return SKEIN_BAD_POINTER;
  if (length == 0 || length > skein_output_bytes(context)) return SKEIN_BAD_OUTPUT_SIZE;
  skein_read_output(&reader, context);
  return skein_verify_output(&reader, expected, length);
}

int skein_hash(const struct skein_arguments *arguments, const void *message, size_t length, void *digest) {
  if (arguments == NULL || digest == NULL || (message == NULL && length > 0)) return SKEIN_BAD_POINTER;
  if (skein_bytes_of_bits(arguments->output_bits) > SIZE_MAX) return SKEIN_BAD_OUTPUT_SIZE;
  const size_t digest_length = (size_t)skein_bytes_of_bits(arguments->output_bits);
  if (arguments->tree.height != 0) return skein_tree_hash(arguments, message, length, digest, digest_length);
  struct skein context;
  int status = skein_init_arguments(&context, arguments);
  if (status == SKEIN_OK) {
    skein_update(&context, message, length);
    status = skein_final(&context, digest, digest_length);
  }
  skein_wipe(&context, sizeof context);
  return status;
}

void skein_clone(struct skein *copy, const struct skein *context) { *copy = *context; }
