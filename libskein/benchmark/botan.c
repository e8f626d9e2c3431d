/* SPDX-License-Identifier: Apache-2.0 */
/* Peer: Botan 2, through its interface for C. It has the only Skein among the peers: Skein-512. */
#include <botan/ffi.h>
#include <stdio.h>

#include "subject.h"

static const struct method {
  const char *function, *name;
} methods[] = {
    {"skein-1.3-512-512", "Skein-512(512)"},
    {"sha512", "SHA-512"},
    {"sha3-256", "SHA-3(256)"},
    {"blake2b-512", "BLAKE2b(512)"},
};

static void hash(const struct subject *subject, const uint8_t *data, size_t length, uint8_t *digest) {
  botan_hash_update(subject->state, data, length);
  botan_hash_final(subject->state, digest); /* and reset */
}

void add_botan(struct subjects *subjects) {
  static char version[40];
  snprintf(version, sizeof version, "%u.%u.%u", (unsigned)botan_version_major(), (unsigned)botan_version_minor(),
           (unsigned)botan_version_patch());
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
    botan_hash_t state;
    size_t digest_bytes;
    if (botan_hash_init(&state, methods[i].name, 0) != 0) continue; /* this build of Botan is without it */
    botan_hash_output_length(state, &digest_bytes);
    const struct subject subject = {
        .group = "peer",
        .function = methods[i].function,
        .library = "Botan",
        .version = version,
        .messages = 1,
        .threads = 1,
        .digest_bytes = digest_bytes,
        .hash = hash,
        .state = state,
    };
    add_subject(subjects, &subject);
  }
}
