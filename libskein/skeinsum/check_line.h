/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of check lists, without any input or output.
 *
 *     DIGEST  NAME             GNU, text mode
 *     DIGEST *NAME             GNU, binary mode
 *     DIGEST NAME              BSD, reversed
 *     TAG (NAME) = DIGEST      BSD; see tag.h
 */
#ifndef SKEINSUM_CHECK_LINE_H
#define SKEINSUM_CHECK_LINE_H

#include <stdbool.h>
#include <stddef.h>

#include "tag.h"

/* A list so far: `DIGEST  NAME` may also be a reversed line with a name that begins with a blank. The first line that
 * can only be one of both, or the first at all, decides for the list. */
struct check_style {
  bool known, reversed;
};

struct check_line {
  bool tagged;              /* the line says of which function the digest is */
  struct function function; /* if it does */
  const char *name;         /* never empty */
  const char *digest;       /* hexadecimal digits of either case, without an end */
  size_t digest_bytes;      /* half as many; at least 1 */
};

/* Read a line of `length` characters, without its end. The results point into it: the line is changed, and
 * line[length] must be there. `escapes`: a backslash at the beginning means a name with escapes, and a carriage return
 * at the end is part of the line's end. False if it is no line of a list. */
bool check_line_read(struct check_style *style, char *line, size_t length, bool escapes, struct check_line *result);

/* Whether a line is empty or a comment, and so no line of a list without being wrong. */
bool check_line_is_blank(const char *line, size_t length);

#endif
