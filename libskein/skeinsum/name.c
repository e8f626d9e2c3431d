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
