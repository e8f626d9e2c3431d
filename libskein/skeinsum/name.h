/* SPDX-License-Identifier: Apache-2.0 */
/* Names of files on a line: a name with a backslash, newline or carriage return is written with \\, \n and \r in
 * place of these, and the line begins with a backslash. */
#ifndef SKEINSUM_NAME_H
#define SKEINSUM_NAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Whether the name cannot stand on a line as it is. */
bool name_needs_escapes(const char *name);

/* Write a name with escapes. */
void name_write(FILE *stream, const char *name);

/* The same for what people read: control characters, which could do things to a terminal, are written as \x and two
 * hexadecimal digits. Lists have them as they are, as those of sha256sum do. */
bool name_needs_escapes_for_people(const char *name);
void name_write_for_people(FILE *stream, const char *name);

/* Put the characters in place of the escapes and end the string; false, and a name of no use, for an escape that does
 * not exist. name[length] must be there. */
bool name_unescape(char *name, size_t length);

#endif
