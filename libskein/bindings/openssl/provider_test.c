/* SPDX-License-Identifier: Apache-2.0 */
/* Test of the provider through OpenSSL's own interface, the provider being a part of this program, so that sanitizers
 * see it. Standard input has known answers, one a line, all byte strings in hexadecimal digits, `.` an empty one and
 * `-` none:
 *
 *     digest NAME MESSAGE EXPECTED
 *     mac NAME KEY CUSTOM SALT XOF MESSAGE EXPECTED
 *     hmac NAME KEY MESSAGE EXPECTED
 *     pbkdf2 NAME PASSWORD SALT ITERATIONS EXPECTED
 *
 * Then wrong use is tried, for which an error is expected. The last line is the count; the status 1 if one failed. */
#include "provider.h"

#include <openssl/core_dispatch.h>
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <openssl/provider.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

OPENSSL_EXPORT OSSL_provider_init_fn OSSL_provider_init;

enum { LONGEST_LINE = 1 << 18, MOST_WORDS = 9 };

struct text {
  unsigned char *bytes; /* NULL: none */
  size_t length;
};

static unsigned passed, failed;

static void count(int good, const char *what) {
  if (good) {
    passed++;
    return;
  }
  failed++;
  printf("FAILED %.100s\n", what);
  ERR_print_errors_fp(stdout);
}

static struct text from_hex(const char *word) {
  struct text text = {NULL, 0};
  if (strcmp(word, "-") == 0) return text;
  text.length = strcmp(word, ".") == 0 ? 0 : strlen(word) / 2;
  text.bytes = malloc(text.length + 1);
  if (text.bytes == NULL) abort();
  for (size_t i = 0; i < text.length; i++) {
    unsigned value;
    if (sscanf(word + 2 * i, "%2x", &value) != 1) abort();
    text.bytes[i] = (unsigned char)value;
  }
  return text;
}

/* ---- Known answers: each writes `length` bytes ---- */

/* An output in two parts, where OpenSSL can do that. */
static int stream(EVP_MD_CTX *context, unsigned char *output, size_t length) {
#if defined(OSSL_FUNC_DIGEST_SQUEEZE)
  return EVP_DigestSqueeze(context, output, length / 3) &&
         EVP_DigestSqueeze(context, output + length / 3, length - length / 3);
#else
  return EVP_DigestFinalXOF(context, output, length);
#endif
}

/* In three parts, and the last one twice: into the context and into a copy of it, which both must agree. */
static int digest(const char *name, struct text message, unsigned char *output, size_t length) {
  EVP_MD *md = EVP_MD_fetch(NULL, name, PROVIDER_PROPERTY);
  EVP_MD_CTX *context = EVP_MD_CTX_new(), *copy = EVP_MD_CTX_new();
  const size_t first = message.length / 3, second = message.length - first;
  unsigned char *other = malloc(length);
  int good = md != NULL && context != NULL && copy != NULL && other != NULL;
  good = good && EVP_DigestInit_ex2(context, md, NULL) && EVP_DigestUpdate(context, "to be forgotten", 15);
  good = good && EVP_DigestInit_ex2(context, md, NULL) && EVP_DigestUpdate(context, message.bytes, first);
  good = good && EVP_MD_CTX_copy_ex(copy, context);
  good = good && EVP_DigestUpdate(context, message.bytes + first, second);
  good = good && EVP_DigestUpdate(copy, message.bytes + first, second);
  if (good && EVP_MD_get_flags(md) & EVP_MD_FLAG_XOF) {
    good = EVP_MD_get_size(md) == 0 && EVP_DigestFinalXOF(context, output, length) && stream(copy, other, length);
  } else if (good) {
    unsigned written = 0;
    good = (size_t)EVP_MD_get_size(md) == length && EVP_DigestFinal_ex(context, output, &written) &&
           written == length && EVP_DigestFinal_ex(copy, other, &written) && written == length;
  }
  good = good && memcmp(output, other, length) == 0;
  EVP_MD_CTX_free(copy);
  EVP_MD_CTX_free(context);
  EVP_MD_free(md);
  free(other);
  return good;
}

static int mac(char **words, unsigned char *output, size_t length) {
  struct text key = from_hex(words[2]), custom = from_hex(words[3]), salt = from_hex(words[4]);
  struct text message = from_hex(words[6]);
  int xof = atoi(words[5]);
  OSSL_PARAM parameters[5], *next = parameters;
  EVP_MAC *algorithm = EVP_MAC_fetch(NULL, words[1], PROVIDER_PROPERTY);
  EVP_MAC_CTX *context = EVP_MAC_CTX_new(algorithm), *copy = NULL;
  size_t written = 0;
  unsigned char *other = malloc(length);
  *next++ = OSSL_PARAM_construct_size_t(OSSL_MAC_PARAM_SIZE, &length);
  *next++ = OSSL_PARAM_construct_int(OSSL_MAC_PARAM_XOF, &xof);
  if (custom.bytes != NULL)
    *next++ = OSSL_PARAM_construct_octet_string(OSSL_MAC_PARAM_CUSTOM, custom.bytes, custom.length);
  if (salt.bytes != NULL) *next++ = OSSL_PARAM_construct_octet_string(OSSL_MAC_PARAM_SALT, salt.bytes, salt.length);
  *next = OSSL_PARAM_construct_end();
  int good = context != NULL && other != NULL && EVP_MAC_init(context, key.bytes, key.length, parameters);
  good = good && EVP_MAC_update(context, message.bytes, message.length / 2);
  good = good && (copy = EVP_MAC_CTX_dup(context)) != NULL;
  good = good && EVP_MAC_update(context, message.bytes + message.length / 2, message.length - message.length / 2);
  good = good && EVP_MAC_CTX_get_mac_size(context) == length;
  good = good && EVP_MAC_final(context, output, &written, length) && written == length;
  good = good && EVP_MAC_update(copy, message.bytes + message.length / 2, message.length - message.length / 2);
  good = good && (xof ? EVP_MAC_finalXOF(copy, other, length) : EVP_MAC_final(copy, other, &written, length));
  good = good && memcmp(output, other, length) == 0;
  /* The key is kept: the next message needs none. */
  good = good && EVP_MAC_init(context, NULL, 0, NULL) && EVP_MAC_update(context, message.bytes, message.length);
  good = good && EVP_MAC_final(context, other, &written, length) && memcmp(output, other, length) == 0;
  EVP_MAC_CTX_free(copy);
  EVP_MAC_CTX_free(context);
  EVP_MAC_free(algorithm);
  free(key.bytes), free(custom.bytes), free(salt.bytes), free(message.bytes), free(other);
  return good;
}

static int hmac(char *name, struct text key, struct text message, unsigned char *output, size_t length) {
  size_t written = 0;
  const OSSL_PARAM digest_name[] = {OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, name, 0),
                                    OSSL_PARAM_construct_end()};
  EVP_MAC *algorithm = EVP_MAC_fetch(NULL, "HMAC", NULL);
  EVP_MAC_CTX *context = EVP_MAC_CTX_new(algorithm);
  int good = context != NULL && EVP_MAC_init(context, key.bytes, key.length, digest_name);
  good = good && EVP_MAC_update(context, message.bytes, message.length);
  good = good && EVP_MAC_final(context, output, &written, length) && written == length;
  EVP_MAC_CTX_free(context);
  EVP_MAC_free(algorithm);
  return good;
}

static int pbkdf2(char *name, struct text password, struct text salt, int iterations, unsigned char *output,
                  size_t length) {
  const OSSL_PARAM parameters[] = {
      OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, name, 0),
      OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_PASSWORD, password.bytes, password.length),
      OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, salt.bytes, salt.length),
      OSSL_PARAM_construct_int(OSSL_KDF_PARAM_ITER, &iterations), OSSL_PARAM_construct_end()};
  EVP_KDF *algorithm = EVP_KDF_fetch(NULL, "PBKDF2", NULL);
  EVP_KDF_CTX *context = EVP_KDF_CTX_new(algorithm);
  const int good = context != NULL && EVP_KDF_derive(context, output, length, parameters) > 0;
  EVP_KDF_CTX_free(context);
  EVP_KDF_free(algorithm);
  return good;
}

static void answer(char *line) {
  char *words[MOST_WORDS] = {NULL}, what[101];
  size_t many = 0;
  snprintf(what, sizeof what, "%.100s", line);
  for (char *word = strtok(line, " \n"); word != NULL && many < MOST_WORDS; word = strtok(NULL, " \n"))
    words[many++] = word;
  if (many == 0) return;
  struct text expected = from_hex(words[many - 1]), output = from_hex(words[many - 1]);
  int good = 0;
  memset(output.bytes, 0, output.length);
  if (strcmp(words[0], "mac") == 0 && many == 8) {
    good = mac(words, output.bytes, output.length);
  } else if (many >= 4) {
    struct text first = from_hex(words[2]), second = many > 4 ? from_hex(words[3]) : (struct text){NULL, 0};
    if (strcmp(words[0], "digest") == 0 && many == 4) good = digest(words[1], first, output.bytes, output.length);
    if (strcmp(words[0], "hmac") == 0 && many == 5) good = hmac(words[1], first, second, output.bytes, output.length);
    if (strcmp(words[0], "pbkdf2") == 0 && many == 6)
      good = pbkdf2(words[1], first, second, atoi(words[4]), output.bytes, output.length);
    free(first.bytes), free(second.bytes);
  }
  count(good && memcmp(output.bytes, expected.bytes, expected.length) == 0, what);
  free(expected.bytes), free(output.bytes);
}

/* ---- Wrong use: `good` is what the call returned, and an error must have these words ---- */

/* From version 3.4 on OpenSSL itself refuses a digest without a length, and says nothing. */
#if OPENSSL_VERSION_NUMBER >= 0x30400000L
#define NO_LENGTH ""
#else
#define NO_LENGTH "needs the parameter xoflen"
#endif

static void refused(int good, const char *words) {
  const char *data = NULL;
  int flags = 0, found = words[0] == '\0';
  char text[400] = "";
  unsigned long error;
  while ((error = ERR_get_error_all(NULL, NULL, NULL, &data, &flags)) != 0) {
    const char *reason = ERR_reason_error_string(error);
    snprintf(text, sizeof text, "%s: %s", reason == NULL ? "" : reason, flags & ERR_TXT_STRING ? data : "");
    found = found || strstr(text, words) != NULL;
  }
  count(!good && found, words);
  if (!found) printf("  but: %s\n", text);
}

static void wrong_digests(void) {
  unsigned char output[200];
  unsigned written;
  EVP_MD *large = EVP_MD_fetch(NULL, "SKEIN1024", NULL), *stream = EVP_MD_fetch(NULL, "SKEIN-512-XOF", NULL);
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  refused(EVP_DigestInit_ex2(context, large, NULL) && EVP_DigestFinal_ex(context, output, &written), NO_LENGTH);
  refused(EVP_DigestInit_ex2(context, large, NULL) && EVP_DigestFinalXOF(context, output, 127), "only length");
  refused(EVP_DigestInit_ex2(context, stream, NULL) && EVP_DigestFinal_ex(context, output, &written), NO_LENGTH);
  refused(EVP_DigestInit_ex2(context, stream, NULL) && EVP_DigestFinalXOF(context, output, 0),
          "needs the parameter xoflen");
  char text[] = "64";
  const OSSL_PARAM bad[] = {OSSL_PARAM_construct_utf8_string(OSSL_DIGEST_PARAM_XOFLEN, text, 0),
                            OSSL_PARAM_construct_end()};
  refused(EVP_DigestInit_ex2(context, stream, bad), "wrong type: xoflen");
  refused(hmac((char[]){"SKEIN1024"}, (struct text){output, 0}, (struct text){output, 0}, output, 128), "");
  count(EVP_MD_fetch(NULL, "SKEIN-512-1000", NULL) == NULL, "a size that there is not");
  ERR_clear_error();
  EVP_MD_CTX_free(context);
  EVP_MD_free(large);
  EVP_MD_free(stream);
}

static void wrong_macs(void) {
  const unsigned char key[] = "secret";
  unsigned char output[64];
  size_t written, none = 0, other = 32, half = SIZE_MAX / 2;
  int xof = 1;
  char text[] = "32";
  const OSSL_PARAM no_size[] = {OSSL_PARAM_construct_size_t(OSSL_MAC_PARAM_SIZE, &none), OSSL_PARAM_construct_end()};
  const OSSL_PARAM huge[] = {OSSL_PARAM_construct_size_t(OSSL_MAC_PARAM_SIZE, &half), OSSL_PARAM_construct_end()};
  const OSSL_PARAM size[] = {OSSL_PARAM_construct_size_t(OSSL_MAC_PARAM_SIZE, &other), OSSL_PARAM_construct_end()};
  const OSSL_PARAM bad[] = {OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_SIZE, text, 0), OSSL_PARAM_construct_end()};
  const OSSL_PARAM bad_key[] = {OSSL_PARAM_construct_size_t(OSSL_MAC_PARAM_KEY, &other), OSSL_PARAM_construct_end()};
  const OSSL_PARAM bad_salt[] = {OSSL_PARAM_construct_size_t(OSSL_MAC_PARAM_SALT, &other), OSSL_PARAM_construct_end()};
  const OSSL_PARAM late[] = {OSSL_PARAM_construct_int(OSSL_MAC_PARAM_XOF, &xof), OSSL_PARAM_construct_end()};
  EVP_MAC *algorithm = EVP_MAC_fetch(NULL, "SKEIN-MAC-512", NULL);
  EVP_MAC_CTX *context = EVP_MAC_CTX_new(algorithm);
  refused(EVP_MAC_update(context, key, 1), "not started");
  refused(EVP_MAC_init(context, NULL, 0, NULL), "at least one byte");
  refused(EVP_MAC_init(context, key, 0, NULL), "at least one byte");
  refused(EVP_MAC_init(context, key, 6, no_size), "size of the output");
  refused(EVP_MAC_init(context, key, 6, huge), "size of the output");
  refused(EVP_MAC_init(context, key, 6, bad), "wrong type: size");
  refused(EVP_MAC_init(context, key, 6, bad_key), "wrong type: key");
  refused(EVP_MAC_init(context, key, 6, bad_salt), "wrong type: salt");
  count(EVP_MAC_init(context, key, 6, NULL), "init");
  refused(EVP_MAC_CTX_set_params(context, late), "give xof before");
  refused(EVP_MAC_CTX_set_params(context, size), "give it before");
  refused(EVP_MAC_finalXOF(context, output, sizeof output), ""); /* with words of OpenSSL */
  refused(EVP_MAC_final(context, output, &written, 63), "");
  count(EVP_MAC_final(context, output, &written, 64), "final");
  refused(EVP_MAC_final(context, output, &written, 64), "not started");
  EVP_MAC_CTX_free(context);
  EVP_MAC_free(algorithm);
}

int main(void) {
  static char line[LONGEST_LINE];
  int good = OSSL_PROVIDER_add_builtin(NULL, "skein", OSSL_provider_init);
  OSSL_PROVIDER *ours = OSSL_PROVIDER_load(NULL, "skein"), *usual = OSSL_PROVIDER_load(NULL, "default");
  const char *version = NULL;
  OSSL_PARAM parameters[] = {OSSL_PARAM_construct_utf8_ptr(OSSL_PROV_PARAM_VERSION, (char **)&version, 0),
                             OSSL_PARAM_construct_end()};
  good = good && ours != NULL && usual != NULL && OSSL_PROVIDER_get_params(ours, parameters);
  count(good && strcmp(version, SKEIN_VERSION) == 0, "the provider can be loaded");
  if (failed == 0) {
    while (fgets(line, sizeof line, stdin) != NULL) answer(line);
    wrong_digests();
    wrong_macs();
  }
  OSSL_PROVIDER_unload(usual);
  OSSL_PROVIDER_unload(ours);
  printf("%u passed, %u failed\n", passed, failed);
  return failed > 0;
}
