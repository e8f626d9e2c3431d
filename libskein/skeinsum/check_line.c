/* SPDX-License-Identifier: Apache-2.0 */
#include "check_line.h"

#include <string.h>

#include "name.h"
#include "text.h"

static bool is_blank(char character) { return character == ' ' || character == '\t'; }

static char *skip_blanks(char *at, const char *end) {
  while (at < end && is_blank(*at)) at++;
  return at;
}

/* End the name and put the characters in place of its escapes. */
static bool read_name(char *name, char *end, bool escaped, struct check_line *result) {
  const size_t length = (size_t)(end - name);
  if (length == 0 || memchr(name, '\0', length) != NULL) return false;
  *end = '\0';
  result->name = name;
  return !escaped || name_unescape(name, length);
}

static char *last_parenthesis(char *line, char *end) {
  while (end > line) {
    if (*--end == ')') return end;
  }
  return NULL;
}

/* The function's name ends before the first parenthesis; the last one closes the name, which may have more. */
static bool read_tagged(char *line, char *end, bool escaped, struct check_line *result) {
  char *open = memchr(line, '(', (size_t)(end - line));
  char *close = last_parenthesis(line, end);
  if (open == NULL || close == NULL || close < open) return false;
  const char *tag_end = open > line && open[-1] == ' ' ? open - 1 : open;
  if (!tag_read(line, tag_end, &result->function)) return false;
  char *at = skip_blanks(close + 1, end);
  if (at == end || *at != '=') return false;
  at = skip_blanks(at + 1, end);
  const size_t digits = text_hex_digits(at, end);
  if (at + digits != end || digits % 2 != 0 || digits / 2 != function_output_bytes(&result->function)) return false;
  result->tagged = true;
  result->digest = at;
  result->digest_bytes = digits / 2;
  return read_name(open + 1, close, escaped, result);
}

static bool read_untagged(struct check_style *style, char *line, char *end, bool escaped, struct check_line *result) {
  const size_t digits = text_hex_digits(line, end);
  char *name = line + digits;
  if (digits == 0 || digits % 2 != 0 || name == end || !is_blank(*name)) return false;
  name++;
  const bool two_characters = end - name >= 2 && (*name == ' ' || *name == '*');
  if (!style->known) *style = (struct check_style){true, !two_characters};
  if (two_characters && !style->reversed) name++;
  result->tagged = false;
  result->digest = line;
  result->digest_bytes = digits / 2;
  return read_name(name, end, escaped, result);
}

bool check_line_read(struct check_style *style, char *line, size_t length, bool escapes, struct check_line *result) {
  char *end = line + length;
  if (escapes && length > 0 && end[-1] == '\r') end--;
  line = skip_blanks(line, end);
  const bool escaped = escapes && line < end && *line == '\\';
  if (escaped) line++;
  if (line < end && (*line == 'S' || *line == 's')) return read_tagged(line, end, escaped, result);
  return read_untagged(style, line, end, escaped, result);
}

bool check_line_is_blank(const char *line, size_t length) {
  return length == 0 || line[0] == '#' || (length == 1 && line[0] == '\r');
}
