/* SPDX-License-Identifier: Apache-2.0 */
/* Records from standard input, and at random.
 *
 * A record is a line of words: its kind (hash, cipher, chain, long), then name=value in any order, bytes in
 * hexadecimal:
 *
 *     block=512 output=256 version=1.3          bits; version of the specification
 *     key= pers= public= id= nonce=             there if named, maybe empty; `key` is that of a cipher too
 *     tree=1,2,255                              leaf, fan-out, height
 *     message= bits=                            the message and, if it is not all its bytes, its bits
 *     count=                                    hashes of a chain; how often the text of `long` is repeated
 *     tweak=                                    of a cipher
 *     expected=                                 the answer
 *
 * Empty lines and those that begin with # are skipped. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "reference.h"

static char *line;
static size_t line_size;
static int empty;
static unsigned long line_number;

static void wrong(const char *sentence) {
  fprintf(stderr, "skein-check: line %lu of the records: %s\n", line_number, sentence);
  exit(2);
}

/* A whole line without its end into `line`: 1, 0 at the end of the input. */
static int read_line(void) {
  size_t length = 0;
  int c;
  line_number++;
  while ((c = getchar()) != EOF && c != '\n') {
    if (length + 1 >= line_size) {
      line_size = 65536 + 2 * line_size;
      line = realloc(line, line_size);
      if (line == NULL) wrong("there is no memory for it");
    }
    line[length++] = (char)c;
  }
  if (length > 0) line[length] = 0;
  empty = length == 0;
  return length > 0 || c != EOF;
}

static unsigned digit(char c) {
  if (c >= '0' && c <= '9') return (unsigned)(c - '0');
  if (c >= 'a' && c <= 'f') return (unsigned)(c - 'a') + 10;
  wrong("this is no hexadecimal digit");
  return 0;
}

/* Turn hexadecimal digits into bytes in their own place. */
static uint8_t *take_bytes(char *text, size_t *length) {
  uint8_t *bytes = (uint8_t *)text;
  const size_t digits = strlen(text);
  if (digits % 2 != 0) wrong("bytes have two digits each");
  for (size_t i = 0; i < digits / 2; i++) bytes[i] = (uint8_t)(digit(text[2 * i]) << 4 | digit(text[2 * i + 1]));
  *length = digits / 2;
  return bytes;
}

static uint64_t take_number(const char *text) {
  char *end;
  const uint64_t number = strtoull(text, &end, 10);
  if (*text < '0' || *text > '9' || *end != 0) wrong("a natural number is expected");
  return number;
}

static void take_tree(const char *text, struct skein_tree_shape *tree) {
  unsigned leaf, fan_out, height;
  char more;
  if (sscanf(text, "%3u,%3u,%3u%c", &leaf, &fan_out, &height, &more) != 3 || leaf > 255 || fan_out > 255 ||
      height > 255)
    wrong("a tree is leaf,fan-out,height, each up to 255");
  *tree = (struct skein_tree_shape){(uint8_t)leaf, (uint8_t)fan_out, (uint8_t)height};
}

static void take(struct record *record, const char *name, char *value, int *has_bits) {
  struct skein_arguments *a = &record->arguments;
  size_t length;
  if (strcmp(name, "block") == 0) {
    a->block_bits = (unsigned)take_number(value);
  } else if (strcmp(name, "output") == 0) {
    a->output_bits = take_number(value);
  } else if (strcmp(name, "version") == 0) {
    if (strcmp(value, "1.3") != 0 && strcmp(value, "1.2") != 0 && strcmp(value, "1.1") != 0)
      wrong("the version is 1.1, 1.2 or 1.3");
    a->revision = (enum skein_revision)('3' - value[2]);
  } else if (strcmp(name, "key") == 0) {
    a->key = take_bytes(value, &a->key_length);
  } else if (strcmp(name, "pers") == 0) {
    a->personalisation = take_bytes(value, &a->personalisation_length);
  } else if (strcmp(name, "public") == 0) {
    a->public_key = take_bytes(value, &a->public_key_length);
  } else if (strcmp(name, "id") == 0) {
    a->key_identifier = take_bytes(value, &a->key_identifier_length);
  } else if (strcmp(name, "nonce") == 0) {
    a->nonce = take_bytes(value, &a->nonce_length);
  } else if (strcmp(name, "tree") == 0) {
    take_tree(value, &a->tree);
  } else if (strcmp(name, "message") == 0) {
    record->message = take_bytes(value, &record->message_bytes);
  } else if (strcmp(name, "bits") == 0 || strcmp(name, "count") == 0) {
    record->bits = take_number(value);
    *has_bits = 1;
  } else if (strcmp(name, "tweak") == 0) {
    record->tweak = take_bytes(value, &length);
    if (length != 16) wrong("a tweak has 16 bytes");
  } else if (strcmp(name, "expected") == 0) {
    record->expected = take_bytes(value, &record->expected_bytes);
  } else {
    wrong("it has a word of an unknown name");
  }
}

/* Everything that the ways rely on. */
static void check_whole(const struct record *record) {
  const size_t size = record->arguments.block_bits / 8;
  if (record->expected == NULL || record->message == NULL) wrong("it has no message or no answer");
  if (record->kind == HASH && (record->bits + 7) / 8 != record->message_bytes) wrong("bits and message do not fit");
  if (record->kind == CIPHER && (record->tweak == NULL || record->arguments.key_length != size ||
                                 record->message_bytes != size || record->expected_bytes != size))
    wrong("key, tweak and blocks do not fit the size of the block");
  if (record->kind != CIPHER && (record->arguments.output_bits + 7) / 8 != record->expected_bytes)
    wrong("output and answer do not fit");
  if (record->kind == CHAIN && record->message_bytes < record->expected_bytes) wrong("the seed is too short");
}

int read_record(struct record *record) {
  static const char *const kinds[] = {"hash", "cipher", "chain", "long"};
  do {
    if (!read_line()) return 0;
  } while (empty || line[0] == '#');
  memset(record, 0, sizeof *record);
  record->number = line_number;
  int has_bits = 0;
  unsigned kind = 0;
  char *word = strtok(line, " ");
  while (kind < 4 && strcmp(word, kinds[kind]) != 0) kind++;
  if (kind == 4) wrong("it is none of hash, cipher, chain and long");
  record->kind = (enum kind)kind;
  while ((word = strtok(NULL, " ")) != NULL) {
    char *value = strchr(word, '=');
    if (value == NULL) wrong("its words are name=value");
    *value = 0;
    take(record, word, value + 1, &has_bits);
  }
  if (!has_bits) record->bits = 8 * (uint64_t)record->message_bytes;
  check_whole(record);
  return 1;
}
