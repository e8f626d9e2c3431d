/* SPDX-License-Identifier: Apache-2.0 */
/* Everything that the library must refuse: the right status, nothing written, the structure as before. */
#include <limits.h>
#include <stdint.h>
#include <string.h>

#include "check.h"

/* A structure and an output beside it that a refused call must leave alone. */
struct witness {
  struct check *check;
  const void *watched;
  size_t size;
  uint8_t before[sizeof(struct skein_tree)];
  uint8_t output[256];
};

static void watch(struct witness *w, const void *structure, size_t size) {
  w->watched = structure;
  w->size = size;
  memcpy(w->before, structure, size);
  memset(w->output, 0xa5, sizeof w->output);
}

static void judge(struct witness *w, int got, int expected) {
  expect_status(w->check, got, expected);
  expect(w->check, memcmp(w->watched, w->before, w->size) == 0, "the structure changed");
  size_t same = 0;
  while (same < sizeof w->output && w->output[same] == 0xa5) same++;
  expect(w->check, same == sizeof w->output, "output was written");
}

/* The call is made after it has been named, so that a crash in it is reported under its name. */
#define refused(w, way, call, expected) (begin_way((w)->check, way, 0), judge(w, call, expected))
#define accepted(w, way, call) (begin_way((w)->check, way, 0), expect_status((w)->check, call, SKEIN_OK))

static void bad_arguments(struct witness *w) {
  static const struct skein_arguments good = {.block_bits = 512, .output_bits = 256};
  static const unsigned blocks[] = {0, 1, 128, 255, 257, 384, 511, 768, 2048, 256u << 16, UINT_MAX};
  static const struct skein_tree_shape shapes[] = {{1, 1, 1}, {0, 1, 2}, {1, 0, 2}, {1, 1, 0}, {0, 0, 2}, {255, 0, 0}};
  struct skein context;
  static struct skein_tree tree;
  struct skein_arguments bad;
  memset(&context, 0x5a, sizeof context);
  watch(w, &context, sizeof context);
  for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
    bad = good;
    bad.block_bits = blocks[i];
    refused(w, "a block of another size", skein_init(&context, blocks[i], 256), SKEIN_BAD_BLOCK_SIZE);
    refused(w, "a block of another size", skein_init_arguments(&context, &bad), SKEIN_BAD_BLOCK_SIZE);
    refused(w, "a block of another size", skein_hash(&bad, "", 0, w->output), SKEIN_BAD_BLOCK_SIZE);
  }
  bad = good;
  bad.output_bits = 0;
  refused(w, "no output", skein_init(&context, 512, 0), SKEIN_BAD_OUTPUT_SIZE);
  refused(w, "no output", skein_init_arguments(&context, &bad), SKEIN_BAD_OUTPUT_SIZE);
  refused(w, "no output", skein_hash(&bad, "", 0, w->output), SKEIN_BAD_OUTPUT_SIZE);
  for (int revision = -1; revision <= 4; revision++) {
    bad = good;
    bad.revision = (enum skein_revision)revision;
    if (revision < 0 || revision > 2)
      refused(w, "no such version", skein_init_arguments(&context, &bad), SKEIN_BAD_REVISION);
  }
  for (unsigned argument = 0; argument < 5; argument++) {
    bad = good;
    size_t *const lengths[] = {&bad.key_length, &bad.personalisation_length, &bad.public_key_length,
                               &bad.key_identifier_length, &bad.nonce_length};
    *lengths[argument] = 1;
    refused(w, "NULL with a length", skein_init_arguments(&context, &bad), SKEIN_BAD_POINTER);
    refused(w, "NULL with a length", skein_hash(&bad, "", 0, w->output), SKEIN_BAD_POINTER);
  }
  refused(w, "no context", skein_init(NULL, 512, 512), SKEIN_BAD_POINTER);
  refused(w, "no context", skein_init_arguments(NULL, &good), SKEIN_BAD_POINTER);
  refused(w, "no arguments", skein_init_arguments(&context, NULL), SKEIN_BAD_POINTER);
  refused(w, "hash: no arguments", skein_hash(NULL, "", 0, w->output), SKEIN_BAD_POINTER);
  refused(w, "hash: no message", skein_hash(&good, NULL, 1, w->output), SKEIN_BAD_POINTER);
  refused(w, "hash: no digest", skein_hash(&good, "", 0, NULL), SKEIN_BAD_POINTER);
  bad = good;
  bad.tree = (struct skein_tree_shape){1, 1, 2};
  refused(w, "a tree in a context", skein_init_arguments(&context, &bad), SKEIN_BAD_TREE);
  refused(w, "hash of a tree: no message", skein_hash(&bad, NULL, 1, w->output), SKEIN_BAD_POINTER);
  memset(&tree, 0x5a, sizeof tree);
  watch(w, &tree, sizeof tree);
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
    bad.tree = shapes[i];
    refused(w, "no such tree", skein_tree_init(&tree, &bad), SKEIN_BAD_TREE);
    refused(w, "no such tree", skein_init_arguments(&context, &bad), SKEIN_BAD_TREE);
    refused(w, "no such tree", skein_hash(&bad, "", 0, w->output), SKEIN_BAD_TREE);
  }
  refused(w, "a tree without a tree", skein_tree_init(&tree, &good), SKEIN_BAD_TREE);
  refused(w, "no tree", skein_tree_init(NULL, &bad), SKEIN_BAD_POINTER);
  refused(w, "no arguments", skein_tree_init(&tree, NULL), SKEIN_BAD_POINTER);
}

static void bad_calls(struct witness *w) {
  struct skein context;
  struct skein_reader reader;
  memset(&context, 0, sizeof context); /* its padding too, which is compared */
  memset(&reader, 0, sizeof reader);
  skein_init(&context, 512, 260);
  skein_update(&context, "abc", 3);
  watch(w, &context, sizeof context);
  refused(w, "update: NULL", skein_update(&context, NULL, 1), SKEIN_BAD_POINTER);
  refused(w, "update_bits: NULL", skein_update_bits(&context, NULL, 1), SKEIN_BAD_POINTER);
  refused(w, "update: NULL and no bytes", skein_update(&context, NULL, 0), SKEIN_OK);
  refused(w, "update_bits: NULL and no bits", skein_update_bits(&context, NULL, 0), SKEIN_OK);
  refused(w, "final: too long", skein_final(&context, w->output, 34), SKEIN_BAD_OUTPUT_SIZE);
  refused(w, "final: too long", skein_final(&context, w->output, SIZE_MAX), SKEIN_BAD_OUTPUT_SIZE);
  refused(w, "final: NULL", skein_final(&context, NULL, 33), SKEIN_BAD_POINTER);
  refused(w, "verify: nothing", skein_verify(&context, w->output, 0), SKEIN_BAD_OUTPUT_SIZE);
  refused(w, "verify: too long", skein_verify(&context, w->output, 34), SKEIN_BAD_OUTPUT_SIZE);
  refused(w, "verify: NULL", skein_verify(&context, NULL, 33), SKEIN_BAD_POINTER);
  refused(w, "read_output: no reader", skein_read_output(NULL, &context), SKEIN_BAD_POINTER);
  skein_update_bits(&context, "x", 3);
  watch(w, &context, sizeof context);
  refused(w, "update after a partial byte", skein_update(&context, "x", 1), SKEIN_BAD_SEQUENCE);
  refused(w, "bits after a partial byte", skein_update_bits(&context, "x", 1), SKEIN_BAD_SEQUENCE);
  refused(w, "nothing after a partial byte", skein_update(&context, "x", 0), SKEIN_OK);
  accepted(w, "read_output", skein_read_output(&reader, &context));
  watch(w, &reader, sizeof reader);
  refused(w, "read: too long", skein_read(&reader, w->output, 34), SKEIN_BAD_OUTPUT_SIZE);
  refused(w, "read: NULL", skein_read(&reader, NULL, 1), SKEIN_BAD_POINTER);
  refused(w, "read: nothing", skein_read(&reader, NULL, 0), SKEIN_OK);
  refused(w, "seek: too far", skein_seek(&reader, 34), SKEIN_BAD_OUTPUT_SIZE);
  refused(w, "seek: too far", skein_seek(&reader, UINT64_MAX), SKEIN_BAD_OUTPUT_SIZE);
  accepted(w, "seek to the end", skein_seek(&reader, 33));
}

static void bad_tree_calls(struct witness *w) {
  static struct skein_tree tree;
  const struct skein_arguments arguments = {.block_bits = 256, .output_bits = 260, .tree = {1, 1, 2}};
  skein_tree_init(&tree, &arguments);
  skein_tree_update(&tree, "abc", 3);
  watch(w, &tree, sizeof tree);
  refused(w, "tree, update: NULL", skein_tree_update(&tree, NULL, 1), SKEIN_BAD_POINTER);
  refused(w, "tree, update_bits: NULL", skein_tree_update_bits(&tree, NULL, 1), SKEIN_BAD_POINTER);
  refused(w, "tree, update: nothing", skein_tree_update(&tree, NULL, 0), SKEIN_OK);
  refused(w, "tree, final: too long", skein_tree_final(&tree, w->output, 34), SKEIN_BAD_OUTPUT_SIZE);
  refused(w, "tree, final: NULL", skein_tree_final(&tree, NULL, 33), SKEIN_BAD_POINTER);
  refused(w, "tree, verify: nothing", skein_tree_verify(&tree, w->output, 0), SKEIN_BAD_OUTPUT_SIZE);
  refused(w, "tree, verify: too long", skein_tree_verify(&tree, w->output, 34), SKEIN_BAD_OUTPUT_SIZE);
  refused(w, "tree, verify: NULL", skein_tree_verify(&tree, NULL, 33), SKEIN_BAD_POINTER);
  refused(w, "tree, read_output: no reader", skein_tree_read_output(NULL, &tree), SKEIN_BAD_POINTER);
  skein_tree_update_bits(&tree, "x", 3);
  watch(w, &tree, sizeof tree);
  refused(w, "tree, after a partial byte", skein_tree_update(&tree, "x", 1), SKEIN_BAD_SEQUENCE);
  refused(w, "tree, bits after a partial byte", skein_tree_update_bits(&tree, "x", 8), SKEIN_BAD_SEQUENCE);
}

static void bad_batches(struct witness *w) {
  struct skein context;
  const void *messages[16] = {"a", NULL, "b"};
  size_t lengths[16] = {1, 0, 1};
  memset(&context, 0, sizeof context);
  skein_init(&context, 256, 256);
  watch(w, &context, sizeof context);
  refused(w, "many: no messages at all", skein_many(&context, 0, NULL, NULL, NULL, 1), SKEIN_OK);
  refused(w, "many: no context", skein_many(NULL, 1, messages, lengths, w->output, 1), SKEIN_BAD_POINTER);
  refused(w, "many: no messages", skein_many(&context, 1, NULL, lengths, w->output, 1), SKEIN_BAD_POINTER);
  refused(w, "many: no lengths", skein_many(&context, 1, messages, NULL, w->output, 1), SKEIN_BAD_POINTER);
  refused(w, "many: no digests", skein_many(&context, 1, messages, lengths, NULL, 1), SKEIN_BAD_POINTER);
  lengths[1] = 1;
  refused(w, "many: NULL with a length", skein_many(&context, 3, messages, lengths, w->output, 1), SKEIN_BAD_POINTER);
  lengths[1] = 0;
  skein_update(&context, "a", 1);
  watch(w, &context, sizeof context);
  refused(w, "many: after input", skein_many(&context, 3, messages, lengths, w->output, 1), SKEIN_BAD_SEQUENCE);
  skein_init(&context, 256, UINT64_MAX);
  watch(w, &context, sizeof context);
  refused(w, "many: output beyond memory", skein_many(&context, 16, messages, lengths, w->output, 1),
          SKEIN_BAD_OUTPUT_SIZE);
}

static void bad_ciphers(struct witness *w) {
  struct threefish cipher;
  uint8_t block[SKEIN_MAX_BLOCK_BYTES] = {0};
  memset(&cipher, 0x5a, sizeof cipher);
  watch(w, &cipher, sizeof cipher);
  refused(w, "threefish: size", threefish_init(&cipher, 128, block, SKEIN_1_3), SKEIN_BAD_BLOCK_SIZE);
  refused(w, "threefish: version", threefish_init(&cipher, 256, block, (enum skein_revision)3), SKEIN_BAD_REVISION);
  refused(w, "threefish: no key", threefish_init(&cipher, 256, NULL, SKEIN_1_3), SKEIN_BAD_POINTER);
  refused(w, "threefish: no cipher", threefish_init(NULL, 256, block, SKEIN_1_3), SKEIN_BAD_POINTER);
  accepted(w, "threefish_init", threefish_init(&cipher, 256, block, SKEIN_1_3));
  watch(w, &cipher, sizeof cipher);
  refused(w, "encrypt: no input", threefish_encrypt(&cipher, NULL, NULL, w->output), SKEIN_BAD_POINTER);
  refused(w, "encrypt: no output", threefish_encrypt(&cipher, NULL, block, NULL), SKEIN_BAD_POINTER);
  refused(w, "decrypt: no cipher", threefish_decrypt(NULL, NULL, block, w->output), SKEIN_BAD_POINTER);
}

/* Every function that returns a status says so where its structure is NULL. */
static void no_structures(struct witness *w) {
  struct skein context;
  struct skein_reader reader;
  uint8_t *output = w->output;
  memset(&reader, 0, sizeof reader);
  skein_init(&context, 256, 256);
  watch(w, &reader, sizeof reader);
  refused(w, "update: no context", skein_update(NULL, "x", 1), SKEIN_BAD_POINTER);
  refused(w, "update_bits: no context", skein_update_bits(NULL, "x", 1), SKEIN_BAD_POINTER);
  refused(w, "final: no context", skein_final(NULL, output, 1), SKEIN_BAD_POINTER);
  refused(w, "verify: no context", skein_verify(NULL, output, 1), SKEIN_BAD_POINTER);
  refused(w, "read_output: no context", skein_read_output(&reader, NULL), SKEIN_BAD_POINTER);
  refused(w, "read: no reader", skein_read(NULL, output, 1), SKEIN_BAD_POINTER);
  refused(w, "seek: no reader", skein_seek(NULL, 0), SKEIN_BAD_POINTER);
  refused(w, "update: no tree", skein_tree_update(NULL, "x", 1), SKEIN_BAD_POINTER);
  refused(w, "update_bits: no tree", skein_tree_update_bits(NULL, "x", 1), SKEIN_BAD_POINTER);
  refused(w, "final: no tree", skein_tree_final(NULL, output, 1), SKEIN_BAD_POINTER);
  refused(w, "verify: no tree", skein_tree_verify(NULL, output, 1), SKEIN_BAD_POINTER);
  refused(w, "read_output: no tree", skein_tree_read_output(&reader, NULL), SKEIN_BAD_POINTER);
}

static void kernels_and_texts(struct check *check) {
  size_t kernels = 0;
  begin_way(check, "kernels and texts", 0);
  while (skein_kernel_name(kernels) != NULL) kernels++;
  expect(check, kernels > 0 && skein_kernel_name(SIZE_MAX) == NULL, "the list of kernels has no end");
  expect_status(check, skein_kernel_use("abacus"), SKEIN_UNKNOWN_KERNEL);
  expect(check, !skein_kernel_available("abacus") && !skein_kernel_available(NULL), "there is a kernel without a name");
  expect(check, skein_kernel_in_use(128, 0) == NULL && skein_kernel_in_use(0, 1) == NULL, "a kernel for no size");
  for (unsigned size = 256; size <= 1024; size *= 2)
    for (int many = 0; many < 2; many++) {
      const char *name = skein_kernel_in_use(size, many);
      expect(check, name != NULL && (strcmp(name, check->kernel) == 0 || strcmp(name, "portable") == 0),
             "another kernel is in use than was asked for");
    }
  for (int status = -1; status <= SKEIN_UNKNOWN_KERNEL + 1; status++) {
    const char *text = skein_status_text(status);
    expect(check, text != NULL && text[0] != 0 && strchr(text, '\n') == NULL, "a status has no text");
  }
  expect(check, strcmp(skein_version(), SKEIN_VERSION) == 0, "header and library have different versions");
}

static void comparing_and_wiping(struct check *check) {
  uint8_t left[70], right[70];
  begin_way(check, "skein_equal and skein_wipe", 0);
  expect(check, skein_equal(NULL, NULL, 0) == 1, "nothing differs from nothing");
  for (size_t length = 0; length <= sizeof left; length++) {
    random_bytes(check, left, sizeof left);
    memcpy(right, left, sizeof right);
    if (length < sizeof right) right[length] ^= 1;
    expect(check, skein_equal(left, right, length) == 1, "equal bytes differ");
    if (length == 0) continue;
    right[random_below(check, length)] ^= (uint8_t)(1 << random_below(check, 8));
    expect(check, skein_equal(left, right, length) == 0, "different bytes are equal");
    skein_wipe(left, length);
    size_t zeros = 0;
    while (zeros < length && left[zeros] == 0) zeros++;
    expect(check, zeros == length, "bytes were not wiped");
  }
  skein_wipe(NULL, 0);
}

void check_errors(struct check *check) {
  static struct witness w;
  w.check = check;
  bad_arguments(&w);
  bad_calls(&w);
  bad_tree_calls(&w);
  bad_batches(&w);
  bad_ciphers(&w);
  no_structures(&w);
  kernels_and_texts(check);
  comparing_and_wiping(check);
}
