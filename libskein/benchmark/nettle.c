/* SPDX-License-Identifier: Apache-2.0 */
/* Peer: nettle. Its released versions have no Skein. */
#include <nettle/nettle-meta.h>
#include <nettle/version.h>
#include <stdio.h>

#include "subject.h"

static void hash(const struct subject *subject, const uint8_t *data, size_t length, uint8_t *digest) {
  const struct nettle_hash *method = subject->method;
  method->update(subject->state, length, data);
  method->digest(subject->state, method->digest_size, digest); /* and reset */
}

void add_nettle(struct subjects *subjects) {
  const struct {
    const char *function;
    const struct nettle_hash *method;
  } methods[] = {
      {"sha1", &nettle_sha1},         {"sha256", &nettle_sha256},     {"sha512", &nettle_sha512},
      {"sha3-224", &nettle_sha3_224}, {"sha3-256", &nettle_sha3_256}, {"sha3-384", &nettle_sha3_384},
      {"sha3-512", &nettle_sha3_512},
  };
  static char version[24];
  snprintf(version, sizeof version, "%d.%d", nettle_version_major(), nettle_version_minor());
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
    const struct nettle_hash *method = methods[i].method;
    const struct subject subject = {
        .group = "peer",
        .function = methods[i].function,
        .library = "nettle",
        .version = version,
        .messages = 1,
        .threads = 1,
        .digest_bytes = method->digest_size,
        .hash = hash,
        .method = method,
        .state = allocate(method->context_size),
    };
    method->init(subject.state);
    add_subject(subjects, &subject);
  }
}
