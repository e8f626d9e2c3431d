/* SPDX-License-Identifier: Apache-2.0 */
/* Skein-512-256 of "abc": 0 if it is the known digest. */
#include <skein.h>

int main(void) {
  static const uint8_t expected[4] = {0x09, 0x77, 0xb3, 0x39};
  const struct skein_arguments arguments = {.block_bits = 512, .output_bits = 256};
  uint8_t digest[32];
  return skein_hash(&arguments, "abc", 3, digest) == SKEIN_OK && skein_equal(digest, expected, 4) ? 0 : 1;
}
