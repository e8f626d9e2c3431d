/* SPDX-License-Identifier: Apache-2.0 */
#include "reference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY = 0, CONFIGURATION = 4, PERSONALISATION = 8, PUBLIC_KEY = 12, KEY_IDENTIFIER = 16, NONCE = 20 };
enum { MESSAGE = 48, OUTPUT = 63 };

static void put_number(uint8_t *bytes, uint64_t number) {
  for (unsigned i = 0; i < 8; i++) bytes[i] = (uint8_t)(number >> (8 * i));
}

/* The 128 bits of table 5: position in bits 0 to 95, here below 2^64; level 112 to 118, pad 119, type 120 to 125, first
 * 126, final 127. */
static void put_tweak(uint8_t tweak[16], uint64_t position, unsigned level, int pad, unsigned type, int first,
                      int final) {
  memset(tweak, 0, 16);
  put_number(tweak, position);
  tweak[14] = (uint8_t)(level | (pad ? 0x80 : 0));
  tweak[15] = (uint8_t)(type | (first ? 0x40 : 0) | (final ? 0x80 : 0));
}

void reference_ubi(unsigned block_bits, enum skein_revision revision, uint8_t *chain, uint64_t position, unsigned type,
                   unsigned level, const uint8_t *data, uint64_t bits) {
  const size_t size = block_bits / 8, bytes = (size_t)((bits + 7) / 8);
  size_t done = 0;
  do {
    uint8_t block[SKEIN_MAX_BLOCK_BYTES] = {0}, tweak[16];
    struct threefish cipher;
    const size_t part = bytes - done < size ? bytes - done : size;
    const int first = done == 0, final = done + part == bytes, pad = final && bits % 8 != 0;
    for (size_t i = 0; i < part; i++) block[i] = data[done + i];
    if (pad) block[part - 1] = (uint8_t)((block[part - 1] & ~(0xff >> bits % 8)) | 0x80 >> bits % 8);
    done += part;
    put_tweak(tweak, position + done, level, pad, type, first, final);
    if (threefish_init(&cipher, block_bits, chain, revision) != SKEIN_OK ||
        threefish_encrypt(&cipher, tweak, block, chain) != SKEIN_OK)
      abort();
    for (size_t i = 0; i < size; i++) chain[i] ^= block[i];
  } while (done < bytes);
}

static void initial_chain(const struct skein_arguments *a, uint8_t *chain) {
  uint8_t configuration[32] = "SHA3\1";
  const struct {
    unsigned type;
    const void *bytes;
    size_t length;
  } inputs[] = {
      {KEY, a->key_length > 0 ? a->key : NULL, a->key_length},
      {CONFIGURATION, configuration, sizeof configuration},
      {PERSONALISATION, a->personalisation, a->personalisation_length},
      {PUBLIC_KEY, a->public_key, a->public_key_length},
      {KEY_IDENTIFIER, a->key_identifier, a->key_identifier_length},
      {NONCE, a->nonce, a->nonce_length},
  };
  put_number(configuration + 8, a->output_bits);
  configuration[16] = a->tree.leaf;
  configuration[17] = a->tree.fan_out;
  configuration[18] = a->tree.height;
  memset(chain, 0, a->block_bits / 8);
  for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++)
    if (inputs[i].bytes != NULL)
      reference_ubi(a->block_bits, a->revision, chain, 0, inputs[i].type, 0, inputs[i].bytes,
                    8 * (uint64_t)inputs[i].length);
}

/* One level of a tree (section 3.5.6) and, by recursion, those above it. `root` holds the initial chaining value, then
 * the root. */
static void tree_level(const struct skein_arguments *a, unsigned level, const uint8_t *data, uint64_t bits,
                       uint8_t *root) {
  const size_t size = a->block_bits / 8, bytes = (size_t)((bits + 7) / 8);
  const unsigned shift = level == 1 ? a->tree.leaf : a->tree.fan_out;
  /* A node no smaller than its level is all the same; so the shift, which may be 255, need not be carried out. */
  const int alone = level == a->tree.height || shift > 50 || (uint64_t)size << shift >= bytes;
  const size_t node = !alone ? size << shift : bytes > 0 ? bytes : 1;
  const size_t nodes = bytes == 0 ? 1 : (bytes + node - 1) / node;
  uint8_t *values = malloc(nodes * size);
  if (values == NULL) {
    fputs("no memory for a tree\n", stderr);
    exit(3);
  }
  for (size_t i = 0; i < nodes; i++) {
    const uint64_t start = (uint64_t)i * node;
    const uint64_t rest = bits - 8 * start;
    memcpy(values + i * size, root, size);
    reference_ubi(a->block_bits, a->revision, values + i * size, start, MESSAGE, level,
                  bytes == 0 ? data : data + start, rest < 8 * (uint64_t)node ? rest : 8 * (uint64_t)node);
  }
  if (nodes > 1)
    tree_level(a, level + 1, values, 8 * (uint64_t)(nodes * size), root);
  else
    memcpy(root, values, size);
  free(values);
}

void reference_chain(const struct skein_arguments *arguments, const uint8_t *message, uint64_t bits, uint8_t *chain) {
  initial_chain(arguments, chain);
  if (arguments->tree.height != 0)
    tree_level(arguments, 1, message, bits, chain);
  else
    reference_ubi(arguments->block_bits, arguments->revision, chain, 0, MESSAGE, 0, message, bits);
}

void reference_output(const struct skein_arguments *arguments, const uint8_t *chain, uint64_t first, uint8_t *output,
                      size_t length) {
  const size_t size = arguments->block_bits / 8;
  uint8_t block[SKEIN_MAX_BLOCK_BYTES], counter[8];
  for (size_t i = 0; i < length; i++) {
    const uint64_t place = first + i;
    if (i == 0 || place % size == 0) {
      memcpy(block, chain, size);
      put_number(counter, place / size);
      reference_ubi(arguments->block_bits, arguments->revision, block, 0, OUTPUT, 0, counter, 64);
    }
    output[i] = block[place % size];
    if (arguments->output_bits % 8 != 0 && place == arguments->output_bits / 8)
      output[i] &= (uint8_t)(0xff00 >> arguments->output_bits % 8);
  }
}

void reference_hash(const struct skein_arguments *arguments, const uint8_t *message, uint64_t bits, uint8_t *output,
                    size_t length) {
  uint8_t chain[SKEIN_MAX_BLOCK_BYTES];
  reference_chain(arguments, message, bits, chain);
  reference_output(arguments, chain, 0, output, length);
}
