/* SPDX-License-Identifier: Apache-2.0 */
/* skein-constant-time: no branch and no address depends on a key, a message or a digest.
 *
 *     valgrind -q --error-exitcode=1 skein-constant-time [KERNEL...]
 *     skein-constant-time [KERNEL...]             built with clang's MemorySanitizer
 *     skein-constant-time --leak branch|address   shows that a leak is found
 *
 * Keys and messages are marked as undefined, everything is computed from them, and the tool complains of any branch or
 * address that depends on them. What comes out must still be marked (or else the tool lost track and the proof is worth
 * nothing), and must be what comes out of the same bytes without marks. Public are lengths, sizes, versions, tweaks,
 * and whether a digest is the expected one. skein_load is not part of this: it looks whether a state is one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "skein.h"
/* After skein.h, which needs nothing of it. */
#include "secrecy.h"

enum { LENGTH = 700, MESSAGES = 21, OUTPUT = 3000 };

struct secrets {
  uint8_t key[SKEIN_MAX_BLOCK_BYTES], nonce[40], message[LENGTH];
};

typedef void operation(const struct skein_arguments *arguments, struct secrets *secrets, uint8_t *output);

static unsigned long passed, failed;
static uint8_t right[OUTPUT], output[OUTPUT];

static void fill(uint8_t *bytes, size_t length) {
  for (size_t i = 0; i < length; i++) bytes[i] = (uint8_t)(i * i + 7 * i + 1);
}

/* ---- What is done with secrets. Each writes as many bytes of output as `operations` says. */

static void hash(const struct skein_arguments *arguments, struct secrets *s, uint8_t *out) {
  struct skein context;
  skein_init_arguments(&context, arguments);
  for (size_t i = 0; i < 4; i++) skein_update(&context, s->message + i * 13, LENGTH / 4);
  skein_update_bits(&context, s->message, 333);
  skein_final(&context, out, 64);
}

static void output_stream(const struct skein_arguments *arguments, struct secrets *s, uint8_t *out) {
  struct skein context;
  struct skein_reader reader;
  struct skein_arguments endless = *arguments;
  endless.output_bits = UINT64_MAX;
  skein_init_arguments(&context, &endless);
  skein_update(&context, s->message, LENGTH);
  skein_read_output(&reader, &context);
  skein_read(&reader, out, 1500);
  skein_seek(&reader, 12345);
  skein_read(&reader, out + 1500, OUTPUT - 1500);
}

static void many(const struct skein_arguments *arguments, struct secrets *s, uint8_t *out) {
  struct skein context;
  const void *messages[MESSAGES];
  size_t lengths[MESSAGES];
  for (size_t i = 0; i < MESSAGES; i++) {
    messages[i] = s->message + i;
    lengths[i] = LENGTH - i * 30;
  }
  skein_init_arguments(&context, arguments);
  skein_many(&context, MESSAGES, messages, lengths, out, 1);
}

static void tree(const struct skein_arguments *arguments, struct secrets *s, uint8_t *out) {
  static struct skein_tree begun;
  struct skein_arguments with_tree = *arguments;
  with_tree.tree = (struct skein_tree_shape){1, 1, 4};
  skein_tree_init(&begun, &with_tree);
  skein_tree_update(&begun, s->message, 200);
  for (size_t i = 0; i < 4; i++) skein_tree_update(&begun, s->message, LENGTH);
  skein_tree_final(&begun, out, 64);
}

/* A pair of verdicts, which are public, and nothing else. */
static void verify(const struct skein_arguments *arguments, struct secrets *s, uint8_t *out) {
  struct skein context;
  uint8_t digest[64];
  skein_init_arguments(&context, arguments);
  skein_update(&context, s->message, LENGTH);
  skein_final(&context, digest, sizeof digest);
  skein_update(&context, s->message, LENGTH);
  out[0] = (uint8_t)skein_verify(&context, digest, sizeof digest);
  digest[0] ^= s->message[0] | 1;
  skein_update(&context, s->message, LENGTH);
  out[1] = (uint8_t)skein_verify(&context, digest, sizeof digest);
  out[2] = (uint8_t)skein_equal(s->message, s->message + 1, 40);
}

static void saved_state(const struct skein_arguments *arguments, struct secrets *s, uint8_t *out) {
  struct skein context, copy;
  skein_init_arguments(&context, arguments);
  skein_update(&context, s->message, LENGTH);
  skein_clone(&copy, &context);
  uint8_t saved[SKEIN_SAVED_BYTES];
  skein_save(&copy, saved);
  memcpy(out, saved + 40, 32); /* of the chaining value before the message, which is the key's */
  skein_wipe(&context, sizeof context);
}

static void encrypt(const struct skein_arguments *arguments, struct secrets *s, uint8_t *out) {
  struct threefish cipher;
  uint8_t block[SKEIN_MAX_BLOCK_BYTES];
  threefish_init(&cipher, arguments->block_bits, s->key, arguments->revision);
  threefish_encrypt(&cipher, (const uint8_t *)"public tweak, 16", s->message, block);
  threefish_decrypt(&cipher, (const uint8_t *)"public tweak, 17", block, block);
  memcpy(out, block, 32);
}

static const struct {
  const char *name;
  operation *run;
  size_t size;
} operations[] = {
    {"hash with a key", hash, 64},    {"output stream", output_stream, OUTPUT},
    {"many messages", many, 64 * 21}, {"tree", tree, 64},
    {"verification", verify, 3},      {"saving and wiping", saved_state, 32},
    {"Threefish", encrypt, 32},
};

/* ---- The leaks that must be found */

static volatile unsigned sink;

static int leak(const char *how, struct secrets *s) {
  static const uint8_t table[256] = {1, 2, 3};
  make_secret(s->key, sizeof s->key);
  if (strcmp(how, "branch") == 0) {
    if (s->key[3] & 1) puts("the bit is set"); /* a call, which no compiler turns into arithmetic */
  } else if (strcmp(how, "address") == 0) {
    sink = table[s->key[3]];
  } else {
    fprintf(stderr, "skein-constant-time: a leak is by branch or address, not '%s'\n", how);
    return 2;
  }
  puts("the leak was not seen");
  return 0;
}

/* ---- */

static void expect(int holds, const char *kernel, const char *name, const struct skein_arguments *arguments,
                   const char *sentence) {
  holds ? passed++ : failed++;
  if (!holds)
    printf("FAILED kernel %s, %s, %u bits of state, version 1.%d: %s\n", kernel, name, arguments->block_bits,
           3 - (int)arguments->revision, sentence);
}

static void run(const char *kernel, const struct skein_arguments *arguments, struct secrets *s, size_t number) {
  const char *name = operations[number].name;
  const size_t size = operations[number].size;
  operations[number].run(arguments, s, right);
  memset(output, 0, sizeof output);
  make_secret(s, sizeof *s);
  operations[number].run(arguments, s, output);
  make_public(s, sizeof *s);
  size_t secret = 0;
  for (size_t i = 0; i < size; i++) secret += (size_t)is_secret(output + i);
  make_public(output, sizeof output);
  expect(secret == size || (operations[number].run == verify && !VERDICTS_ARE_FOLLOWED), kernel, name, arguments,
         "what came out is not secret all over");
  expect(memcmp(output, right, size) == 0, kernel, name, arguments, "another output with marks than without");
}

static void run_kernel(const char *kernel, struct secrets *s) {
  const unsigned long before = passed, failed_before = failed;
  skein_kernel_use(kernel);
  for (unsigned block_bits = 256; block_bits <= 1024; block_bits *= 2)
    for (int revision = SKEIN_1_3; revision <= SKEIN_1_1; revision++)
      for (size_t number = 0; number < sizeof operations / sizeof *operations; number++) {
        const struct skein_arguments arguments = {.block_bits = block_bits,
                                                  .output_bits = 512,
                                                  .revision = (enum skein_revision)revision,
                                                  .key = s->key,
                                                  .key_length = 77,
                                                  .nonce = s->nonce,
                                                  .nonce_length = sizeof s->nonce};
        run(kernel, &arguments, s, number);
      }
  printf("%s: %lu passed, %lu failed\n", kernel, passed - before, failed - failed_before);
  fflush(stdout);
}

int main(int count, char **words) {
  static struct secrets secrets;
  fill((uint8_t *)&secrets, sizeof secrets);
  if (!secrets_are_followed()) {
    fputs("skein-constant-time: run this under valgrind; alone it sees nothing\n", stderr);
    return 3;
  }
  if (count == 3 && strcmp(words[1], "--leak") == 0) return leak(words[2], &secrets);
  for (int i = 1; i < count; i++) {
    if (!skein_kernel_available(words[i])) {
      fprintf(stderr, "skein-constant-time: this processor, or valgrind, has no kernel '%s'\n", words[i]);
      return 3;
    }
    run_kernel(words[i], &secrets);
  }
  for (size_t i = 0; count == 1 && skein_kernel_name(i) != NULL; i++) {
    if (skein_kernel_available(skein_kernel_name(i)))
      run_kernel(skein_kernel_name(i), &secrets);
    else
      printf("%s: not available here\n", skein_kernel_name(i));
  }
  printf("%lu passed, %lu failed\n", passed, failed);
  return failed > 0 || passed == 0;
}
