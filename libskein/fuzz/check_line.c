/* SPDX-License-Identifier: Apache-2.0 */
/* Fuzz target: the parser of skeinsum's check lists. The first byte chooses how lines end; the rest is a list.
 *
 * What the parser accepts must lie within the line, and a tag that it accepts must be what the tag's writer writes for
 * the same function, FreeBSD's names apart. */
#include "check_line.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition) {
  if (!condition) abort();
}

static void inspect(const char *line, size_t length, const struct check_line *read) {
  const size_t name_length = strlen(read->name);
  uint8_t *digest = malloc(read->digest_bytes);
  require(name_length > 0 && read->name >= line && read->name + name_length <= line + length);
  require(read->digest_bytes > 0 && read->digest >= line && read->digest + 2 * read->digest_bytes <= line + length);
  require(digest != NULL);
  text_hex_bytes(read->digest, read->digest_bytes, digest);
  free(digest);
  if (read->tagged) {
    char tag[TAG_SIZE], again[TAG_SIZE];
    struct function function;
    tag_write(tag, &read->function);
    require(strlen(tag) + 1 < TAG_SIZE);
    require(tag_read(tag, tag + strlen(tag), &function));
    tag_write(again, &function);
    require(strcmp(tag, again) == 0);
    require(function_output_bytes(&function) == read->digest_bytes);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0) return 0;
  const bool escapes = data[0] % 2 == 0;
  const uint8_t end = escapes ? '\n' : '\0';
  struct check_style style = {false, false};
  data++;
  size--;
  while (size > 0) {
    const uint8_t *found = memchr(data, end, size);
    const size_t length = found != NULL ? (size_t)(found - data) : size;
    const size_t used = found != NULL ? length + 1 : length;
    /* A copy of the exact size, so that AddressSanitizer sees each byte too many. */
    char *line = malloc(length + 1);
    struct check_line read;
    require(line != NULL);
    memcpy(line, data, length);
    line[length] = '\0';
    if (!check_line_is_blank(line, length) && check_line_read(&style, line, length, escapes, &read))
      inspect(line, length, &read);
    free(line);
    data += used;
    size -= used;
  }
  return 0;
}
