/* SPDX-License-Identifier: Apache-2.0 */
/* Tags: the names of hash functions in lines such as `Skein-512-256 (name) = digest`.
 *
 *     Skein-[VERSION-]STATE-OUTPUT[-tree-LEAF,FANOUT,HEIGHT][-keyed][-personalised][-nonce]
 *
 * State and output are in bits; the version of the specification is left out if it is 1.3. FreeBSD's Skein256,
 * Skein512 and Skein1024, in letters of either case, have an output as large as the state. */
#ifndef SKEINSUM_TAG_H
#define SKEINSUM_TAG_H

#include <stdbool.h>
#include <stddef.h>

#include "skein.h"

/* What beside the file decides on the digest; of the secret strings only whether they are there. */
struct function {
  unsigned block_bits;
  uint64_t output_bits;
  enum skein_revision revision;
  struct skein_tree_shape tree;
  bool keyed, personalised, nonce;
};

/* Room for any tag and the character after it. */
#define TAG_SIZE 128

/* Write a tag as a string. */
void tag_write(char tag[TAG_SIZE], const struct function *function);

/* Read a tag; false if it is none, or one of a function that does not exist. */
bool tag_read(const char *tag, const char *end, struct function *function);

/* Read a version of the specification: 1.1, 1.2 or 1.3. */
bool tag_read_revision(const char *text, const char *end, enum skein_revision *revision);

/* Read LEAF,FANOUT,HEIGHT at the start of a text, whose end is `*text` then; false if there is no such tree. */
bool tag_take_tree(const char **text, const char *end, struct skein_tree_shape *tree);

/* Bytes of output, rounded up. */
uint64_t function_output_bytes(const struct function *function);

/* Whether a state of so many bits exists. */
bool function_has_state(uint64_t bits);

#endif
