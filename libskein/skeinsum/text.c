/* SPDX-License-Identifier: Apache-2.0 */
#include "text.h"

#include <string.h>

bool text_take_number(const char **text, const char *end, uint64_t *number) {
  const char *at = *text;
  uint64_t value = 0;
  while (at < end && *at >= '0' && *at <= '9') {
    const unsigned digit = (unsigned)(*at - '0');
    if (value > (UINT64_MAX - digit) / 10) return false;
    value = 10 * value + digit;
    at++;
  }
  if (at == *text || (**text == '0' && at - *text > 1)) return false;
  *text = at;
  *number = value;
  return true;
}

bool text_number(const char *string, uint64_t *number) {
  const char *end = string + strlen(string);
  return text_take_number(&string, end, number) && string == end;
}

/* Value of a hexadecimal digit, -1 for any other character. The classes of <ctype.h> depend on the locale. */
static int hex_value(char digit) {
  if (digit >= '0' && digit <= '9') return digit - '0';
  if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
  if (digit >= 'A' && digit <= 'F') return digit - 'A' + 10;
  return -1;
}

size_t text_hex_digits(const char *text, const char *end) {
  const char *at = text;
  while (at < end && hex_value(*at) >= 0) at++;
  return (size_t)(at - text);
}

void text_hex_bytes(const char *digits, size_t bytes, uint8_t *result) {
  for (size_t i = 0; i < bytes; i++)
    result[i] = (uint8_t)(16 * hex_value(digits[2 * i]) + hex_value(digits[2 * i + 1]));
}

void text_write_hex(char *digits, const uint8_t *bytes, size_t length) {
  static const char symbols[16] = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'};
  for (size_t i = 0; i < length; i++) {
    digits[2 * i] = symbols[bytes[i] >> 4];
    digits[2 * i + 1] = symbols[bytes[i] & 15];
  }
}
