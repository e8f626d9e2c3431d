/* SPDX-License-Identifier: Apache-2.0 */
/* The library as index.js calls it. There is one computation of each kind in the module's memory: JavaScript keeps the
 * bytes of those that it has begun, puts them here before a call and takes them back after it. So nothing is allocated,
 * and nothing has to be freed. */
#include <skein.h>

#define EXPORT(name) __attribute__((export_name(#name)))

enum kind { HASH, READER, TREE, CIPHER, KINDS };

static struct skein hash;
static struct skein_reader reader;
static struct skein_tree tree;
static struct threefish cipher;
static struct skein_arguments arguments;

EXPORT(place) void *place(enum kind kind) {
  void *const places[KINDS] = {&hash, &reader, &tree, &cipher};
  return places[kind];
}

EXPORT(size) size_t size(enum kind kind) {
  const size_t sizes[KINDS] = {sizeof hash, sizeof reader, sizeof tree, sizeof cipher};
  return sizes[kind];
}

EXPORT(wipe) void wipe(void *memory, size_t length) { skein_wipe(memory, length); }

EXPORT(text) const char *text(int status) { return skein_status_text(status); }

EXPORT(version) const char *version(void) { return skein_version(); }

/* Arguments of the hash that begins next: the numbers, then each byte string that there is. */
EXPORT(prepare)
void prepare(unsigned block_bits, uint64_t output_bits, int revision, unsigned leaf, unsigned fan_out,
             unsigned height) {
  arguments = (struct skein_arguments){.block_bits = block_bits,
                                       .output_bits = output_bits,
                                       .revision = (enum skein_revision)revision,
                                       .tree = {(uint8_t)leaf, (uint8_t)fan_out, (uint8_t)height}};
}

EXPORT(give) void give(int which, const void *bytes, size_t length) {
  switch (which) {
    case 0: arguments.key = bytes, arguments.key_length = length; break;
    case 1: arguments.personalisation = bytes, arguments.personalisation_length = length; break;
    case 2: arguments.public_key = bytes, arguments.public_key_length = length; break;
    case 3: arguments.key_identifier = bytes, arguments.key_identifier_length = length; break;
    default: arguments.nonce = bytes, arguments.nonce_length = length; break;
  }
}

EXPORT(begin) int begin(enum kind kind) {
  return kind == TREE ? skein_tree_init(&tree, &arguments) : skein_init_arguments(&hash, &arguments);
}

EXPORT(update) int update(enum kind kind, const void *data, uint64_t bits) {
  return kind == TREE ? skein_tree_update_bits(&tree, data, bits) : skein_update_bits(&hash, data, bits);
}

EXPORT(output_bytes) uint64_t output_bytes(enum kind kind) {
  return kind == TREE ? skein_tree_output_bytes(&tree) : skein_output_bytes(&hash);
}

EXPORT(final) int final(enum kind kind, void *digest, size_t length) {
  return kind == TREE ? skein_tree_final(&tree, digest, length) : skein_final(&hash, digest, length);
}

EXPORT(verify) int verify(enum kind kind, const void *expected, size_t length) {
  return kind == TREE ? skein_tree_verify(&tree, expected, length) : skein_verify(&hash, expected, length);
}

EXPORT(reset) void reset(enum kind kind) {
  if (kind == TREE) {
    skein_tree_reset(&tree);
  } else {
    skein_reset(&hash);
  }
}

EXPORT(save) int save(uint8_t *saved) { return skein_save(&hash, saved); }

EXPORT(restore) int restore(const uint8_t *saved) { return skein_load(&hash, saved); }

EXPORT(read_output) int read_output(enum kind kind) {
  return kind == TREE ? skein_tree_read_output(&reader, &tree) : skein_read_output(&reader, &hash);
}

EXPORT(read) int read(void *output, size_t length) { return skein_read(&reader, output, length); }

EXPORT(seek) int seek(uint64_t position) { return skein_seek(&reader, position); }

EXPORT(key) int key(unsigned block_bits, const void *bytes, int revision) {
  return threefish_init(&cipher, block_bits, bytes, (enum skein_revision)revision);
}

EXPORT(encrypt) int encrypt(const uint8_t *tweak, void *block) {
  return threefish_encrypt(&cipher, tweak, block, block);
}

EXPORT(decrypt) int decrypt(const uint8_t *tweak, void *block) {
  return threefish_decrypt(&cipher, tweak, block, block);
}
