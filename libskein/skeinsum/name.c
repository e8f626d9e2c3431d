/* SPDX-License-Identifier: Apache-2.0 */
#include "name.h"

#include <string.h>

bool name_needs_escapes(const char *name) { return name[strcspn(name, "\\\n\r")] != '\0'; }

void name_write(FILE *stream, const char *name) {
  for (; *name != '\0'; name++) {
    switch (*name) {
      case '\\': fputs("\\\\", stream); break;
      case '\n': fputs("\\n", stream); break;
      case '\r': fputs("\\r", stream); break;
      default: putc(*name, stream);
    }
  }
}

/* How many bytes a control character has that is here, in ASCII or in UTF-8; 0 if none is. */
static size_t control_bytes(const char *at) {
  const unsigned char first = (unsigned char)at[0], second = first == 0 ? 0 : (unsigned char)at[1];
  if (first == 0xc2 && second >= 0x80 && second < 0xa0) return 2;
  return first > 0 && (first < 0x20 || first == 0x7f);
}

bool name_needs_escapes_for_people(const char *name) {
  if (name_needs_escapes(name)) return true;
  for (; *name != '\0'; name++) {
    if (control_bytes(name) > 0) return true;
  }
  return false;
}

void name_write_for_people(FILE *stream, const char *name) {
  while (*name != '\0') {
    size_t left = *name == '\n' || *name == '\r' ? 0 : control_bytes(name);
    if (left == 0) {
      const char one[2] = {*name++, '\0'};
      name_write(stream, one);
    }
    for (; left > 0; left--) fprintf(stream, "\\x%02x", (unsigned char)*name++);
  }
}

bool name_unescape(char *name, size_t length) {
  char *to = name;
  for (const char *from = name; from < name + length; from++) {
    if (*from != '\\') {
      *to++ = *from;
      continue;
    }
    if (++from == name + length) return false;
    switch (*from) {
      case '\\': *to++ = '\\'; break;
      case 'n': *to++ = '\n'; break;
      case 'r': *to++ = '\r'; break;
      default: return false;
    }
  }
  *to = '\0';
  return true;
}
