/* SPDX-License-Identifier: Apache-2.0 */
/* From Skein's arguments to the chaining value before the message (section 3.5.4). */
#include "initial_values.h"
#include "internal.h"

static int check(const struct skein_arguments *arguments) {
  const struct skein_tree_shape tree = arguments->tree;
  if (arguments->block_bits != 256 && arguments->block_bits != 512 && arguments->block_bits != 1024)
    return SKEIN_BAD_BLOCK_SIZE;
  if (arguments->output_bits == 0) return SKEIN_BAD_OUTPUT_SIZE;
  if ((unsigned)arguments->revision > SKEIN_1_1) return SKEIN_BAD_REVISION;
  if ((tree.leaf | tree.fan_out | tree.height) != 0 && (tree.leaf == 0 || tree.fan_out == 0 || tree.height < 2))
    return SKEIN_BAD_TREE;
  if ((arguments->key == NULL && arguments->key_length > 0) ||
      (arguments->personalisation == NULL && arguments->personalisation_length > 0) ||
      (arguments->public_key == NULL && arguments->public_key_length > 0) ||
      (arguments->key_identifier == NULL && arguments->key_identifier_length > 0) ||
      (arguments->nonce == NULL && arguments->nonce_length > 0))
    return SKEIN_BAD_POINTER;
  return SKEIN_OK;
}

/* The configuration string (table 7). */
static void configuration(const struct skein_arguments *arguments, uint8_t string[32]) {
  static const uint8_t schema_and_version[8] = {'S', 'H', 'A', '3', 1};
  memset(string, 0, 32);
  memcpy(string, schema_and_version, sizeof schema_and_version);
  skein_store64(string + 8, arguments->output_bits);
  string[16] = arguments->tree.leaf;
  string[17] = arguments->tree.fan_out;
  string[18] = arguments->tree.height;
}

static int known_initial_value(const struct skein_arguments *arguments, uint64_t *chain) {
  if (arguments->revision != SKEIN_1_3 || arguments->tree.height != 0) return 0;
  for (size_t i = 0; i < sizeof skein_initial_values / sizeof *skein_initial_values; i++) {
    const struct skein_initial_value *known = &skein_initial_values[i];
    if (known->block_bits == arguments->block_bits && known->output_bits == arguments->output_bits) {
      memcpy(chain, known->chain, arguments->block_bits / 8);
      return 1;
    }
  }
  return 0;
}

int skein_initial_chain(const struct skein_arguments *arguments, uint64_t *chain) {
  const int status = check(arguments);
  if (status != SKEIN_OK) return status;
  const unsigned words = arguments->block_bits / 64;
  const unsigned revision = arguments->revision;
  const struct {
    unsigned type;
    const void *bytes;
    size_t length;
  } strings[] = {
      {SKEIN_TYPE_PERSONALISATION, arguments->personalisation, arguments->personalisation_length},
      {SKEIN_TYPE_PUBLIC_KEY, arguments->public_key, arguments->public_key_length},
      {SKEIN_TYPE_KEY_IDENTIFIER, arguments->key_identifier, arguments->key_identifier_length},
      {SKEIN_TYPE_NONCE, arguments->nonce, arguments->nonce_length},
  };
  if (arguments->key_length > 0 || !known_initial_value(arguments, chain)) {
    uint8_t string[32];
    memset(chain, 0, 8 * words);
    if (arguments->key_length > 0)
      skein_ubi(words, revision, chain, chain, 0, SKEIN_TYPE(SKEIN_TYPE_KEY), arguments->key, arguments->key_length, 0);
    configuration(arguments, string);
    skein_ubi(words, revision, chain, chain, 0, SKEIN_TYPE(SKEIN_TYPE_CONFIGURATION), string, sizeof string, 0);
  }
  for (size_t i = 0; i < sizeof strings / sizeof *strings; i++) {
    if (strings[i].bytes != NULL)
      skein_ubi(words, revision, chain, chain, 0, SKEIN_TYPE(strings[i].type), strings[i].bytes, strings[i].length, 0);
  }
  return SKEIN_OK;
}
