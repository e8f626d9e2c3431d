/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers and bytes written as text. */
#ifndef SKEINSUM_TEXT_H
#define SKEINSUM_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Read a decimal number without sign, blanks or needless zeros from the start of a text; its end is `*text` then. */
bool text_take_number(const char **text, const char *end, uint64_t *number);

/* Read a number that is a whole string. */
bool text_number(const char *string, uint64_t *number);

/* How many hexadecimal digits, of either case, a text begins with. */
size_t text_hex_digits(const char *text, const char *end);

/* The bytes of an even number of hexadecimal digits. */
void text_hex_bytes(const char *digits, size_t bytes, uint8_t *result);

/* Two digits for each byte, without an end. */
void text_write_hex(char *digits, const uint8_t *bytes, size_t length);

#endif
