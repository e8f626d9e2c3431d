/* SPDX-License-Identifier: Apache-2.0 */
/* Hash one file at a time. */
#ifndef SKEINSUM_HASH_H
#define SKEINSUM_HASH_H

#include <sys/types.h>

#include "options.h"

/* In place of an error number: the file became shorter while it was hashed. */
#define FILE_SHORTENED (-1)

/* The output for a file, to be taken in order: the digest itself if that is short, or a reader that computes it. */
struct output {
  uint8_t digest[SKEIN_MAX_BLOCK_BYTES];
  size_t at; /* next byte of the digest */
  bool short_one;
  struct skein_reader reader;
};

/* What one thread hashes with. */
struct hasher {
  const struct options *options;
  bool ready;               /* the contexts are those of `function` */
  struct function function; /* of the file before */
  struct skein context;
  struct skein_tree *tree; /* NULL until one is needed */
  uint8_t *buffer;
};

#define HASH_BUFFER ((size_t)1 << 20)

void hasher_begin(struct hasher *hasher, const struct options *options);
void hasher_end(struct hasher *hasher);

/* Make the contexts those of a function. */
void hasher_prepare(struct hasher *hasher, const struct function *function);

/* A file to be hashed. */
struct input {
  const char *name;
  int descriptor;
  bool standard; /* standard input */
  bool regular;
  off_t size; /* of a regular file, 0 for any other */
};

/* Open a file; "-" is standard input. 0 or an error number; a folder is one. */
int input_open(struct input *input, const char *name);

/* Close it unless it is standard input. */
void input_close(const struct input *input);

/* Hash an open file. 0, an error number or FILE_SHORTENED. */
int hash_file(struct hasher *hasher, const struct function *function, const struct input *input, struct output *output);

/* Copy the next `length` bytes of the output, which must be there. */
void output_read(struct output *output, void *bytes, size_t length);

/* Leave out bytes of the output, which must be there. */
void output_skip(struct output *output, uint64_t bytes);

/* End the threads that worked together on trees; nobody hashes any more. */
void hash_end(void);

/* Sentence about an error of input_open or hash_file. */
const char *hash_error_text(int error);

#endif
