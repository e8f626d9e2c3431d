/* SPDX-License-Identifier: Apache-2.0 */
/* Peer: OpenSSL's libcrypto, through EVP. */
#include <openssl/crypto.h>
#include <openssl/evp.h>

#include "subject.h"

static const struct method {
  const char *function, *name;
} methods[] = {
    {"sha1", "SHA1"},         {"sha256", "SHA256"},          {"sha512", "SHA512"},
    {"sha3-256", "SHA3-256"}, {"blake2b-512", "BLAKE2b512"},
};

static void hash(const struct subject *subject, const uint8_t *data, size_t length, uint8_t *digest) {
  EVP_DigestUpdate(subject->state, data, length);
  EVP_DigestFinal_ex(subject->state, digest, NULL);
  EVP_DigestInit_ex(subject->state, NULL, NULL); /* the same again, without looking it up */
}

void add_openssl(struct subjects *subjects) {
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
    const EVP_MD *digest = EVP_get_digestbyname(methods[i].name);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    if (digest == NULL || context == NULL || !EVP_DigestInit_ex(context, digest, NULL)) {
      EVP_MD_CTX_free(context);
      continue; /* this build of OpenSSL, or its policy, is without it */
    }
    const struct subject subject = {
        .group = "peer",
        .function = methods[i].function,
        .library = "OpenSSL",
        .version = OpenSSL_version(OPENSSL_VERSION_STRING),
        .messages = 1,
        .threads = 1,
        .digest_bytes = (size_t)EVP_MD_size(digest),
        .hash = hash,
        .state = context,
    };
    add_subject(subjects, &subject);
  }
}
