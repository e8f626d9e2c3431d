/* SPDX-License-Identifier: Apache-2.0 */
/* What the command line says. */
#ifndef SKEINSUM_OPTIONS_H
#define SKEINSUM_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tag.h"

/* Bytes on the command line or in a key file; NULL if there are none. */
struct bytes {
  uint8_t *data;
  size_t length;
};

struct options {
  struct function function;
  bool length_given;
  struct bytes key, personalisation, nonce;
  const char *key_file; /* "-" is standard input; NULL: no key */

  /* Part of the output that is written: `count` bytes from byte `seek` on. */
  uint64_t seek, count;
  bool part; /* not all of it */

  /* Kind of lines. */
  bool tag, zero, raw, names;
  char mode; /* '*' for binary, ' ' for text */

  bool check, quiet, status, strict, warn, ignore_missing;
  bool recursive, mmap, progress;
  unsigned threads; /* at least 1 */

  char **files;
  size_t file_count;
};

/* Read the command line, and the key if there is one. For wrong usage it says what would be right and ends the program
 * with WRONG_USAGE; for --help and --version it ends it with GOOD. */
void options_read(struct options *options, int argument_count, char **arguments);

/* Wipe the key and free the memory. */
void options_end(struct options *options);

/* The library's arguments for a function, with the strings of the options. */
struct skein_arguments options_arguments(const struct options *options, const struct function *function);

/* Whether standard input is read for a key. */
bool options_key_from_input(const struct options *options);

/* Write all about the options. */
void help_write(void);

#endif
