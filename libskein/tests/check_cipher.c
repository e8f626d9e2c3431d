/* SPDX-License-Identifier: Apache-2.0 */
/* Threefish, and hashes of many hashes. */
#include <stdlib.h>
#include <string.h>

#include "check.h"

void check_cipher(struct check *check, const struct record *record) {
  static const uint8_t zeros[16];
  const size_t size = record->arguments.block_bits / 8;
  struct threefish cipher;
  uint8_t room[2 * SKEIN_MAX_BLOCK_BYTES];
  begin_way(check, "threefish_init", 0);
  uint8_t *key = guarded(0, size);
  memcpy(key, record->arguments.key, size);
  expect_status(check, threefish_init(&cipher, record->arguments.block_bits, key, record->arguments.revision),
                SKEIN_OK);
  uint8_t *input = guarded(0, size);
  uint8_t *output = guarded(1, size);
  uint8_t *tweak = guarded(2, 16);
  memcpy(tweak, record->tweak, 16);
  begin_way(check, "encrypt", 0);
  memcpy(input, record->message, size);
  expect_status(check, threefish_encrypt(&cipher, tweak, input, output), SKEIN_OK);
  expect_bytes(check, output, record->expected, size);
  begin_way(check, "decrypt", 0);
  memcpy(input, record->expected, size);
  expect_status(check, threefish_decrypt(&cipher, tweak, input, output), SKEIN_OK);
  expect_bytes(check, output, record->message, size);
  for (size_t offset = 0; offset < 16; offset++) {
    begin_way(check, "in place, from an alignment", offset);
    memcpy(room + offset, record->message, size);
    threefish_encrypt(&cipher, tweak, room + offset, room + offset);
    expect_bytes(check, room + offset, record->expected, size);
    threefish_decrypt(&cipher, tweak, room + offset, room + offset);
    expect_bytes(check, room + offset, record->message, size);
  }
  if (memcmp(tweak, zeros, 16) != 0) return;
  begin_way(check, "no tweak", 0);
  expect_status(check, threefish_encrypt(&cipher, NULL, record->message, output), SKEIN_OK);
  expect_bytes(check, output, record->expected, size);
}

void check_chain(struct check *check, const struct record *record) {
  const size_t size = record->expected_bytes, length = record->message_bytes;
  uint8_t *message = allocate(length);
  uint8_t *digest = allocate(size);
  struct skein context;
  begin_way(check, "chain of hashes", (size_t)record->bits);
  memcpy(message, record->message, length);
  expect_status(check, skein_init_arguments(&context, &record->arguments), SKEIN_OK);
  for (uint64_t i = 0; i < record->bits; i++) {
    skein_update(&context, message, length);
    skein_final(&context, digest, size);
    memmove(message + size, message, length - size);
    memcpy(message, digest, size);
  }
  expect_bytes(check, digest, record->expected, size);
  free(message);
  free(digest);
}

void check_long(struct check *check, const struct record *record) {
  enum { COPIES = 1021 };
  const size_t length = record->message_bytes;
  uint8_t *text = allocate(COPIES * length);
  uint8_t *digest = allocate(record->expected_bytes);
  struct skein context;
  begin_way(check, "very long message", (size_t)record->bits);
  for (size_t i = 0; i < COPIES; i++) memcpy(text + i * length, record->message, length);
  expect_status(check, skein_init_arguments(&context, &record->arguments), SKEIN_OK);
  for (uint64_t left = record->bits; left > 0;) {
    const uint64_t copies = left < COPIES ? left : COPIES;
    skein_update(&context, text, (size_t)copies * length);
    left -= copies;
  }
  expect_status(check, skein_final(&context, digest, record->expected_bytes), SKEIN_OK);
  expect_bytes(check, digest, record->expected, record->expected_bytes);
  free(text);
  free(digest);
}
