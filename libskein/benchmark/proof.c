/* SPDX-License-Identifier: Apache-2.0 */
#include "proof.h"

#include <stdio.h>
#include <string.h>

#define ABC_COPIES "abcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabc"

/* Digests of "abc" in hexadecimal, by function. */
static const struct answer {
  const char *function, *digest;
} answers[] = {
    {"skein-1.3-256-256", "258bdec343b9fde1639221a5ae0144a96e552e5288753c5fec76c05fc2fc1870"},
    {"skein-1.3-512-512",
     "8f5dd9ec798152668e35129496b029a960c9a9b88662f7f9482f110b31f9f93893ecfb25c009baad9e46737197d56303"
     "79816a886aa05526d3a70df272d96e75"},
    {"skein-1.3-1024-1024",
     "35a599a0f91abcdb4cb73c19b8cb8d947742d82c309137a7caed29e8e0a2ca7a9ff9a90c34c1908cc7e7fd99bb15032f"
     "b86e76df21b72628399b5f7c3cc209d7bb31c99cd4e19465622a049afbb87c03b5ce3888d17e6e667279ec0aa9b3e271"
     "2624c01b5f5bbe1a564220bdcf6990af0c2539019f313fdd7406cca3892a1f1f"},
    {"skein-1.3-512-512 (6,6,255)",
     "4d8c7a8d5af934a666c985c49a96332fb750aee978e9bafc84999ac22cb1567127d947464d089295e7989ea104fd90cb"
     "e050e3b919a614d3c9d229c441af4363"},
    {"sha1", "a9993e364706816aba3e25717850c26c9cd0d89d"},
    {"sha256", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
    {"sha512",
     "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd"
     "454d4423643ce80e2a9ac94fa54ca49f"},
    {"sha3-224", "e642824c3f8cf24ad09234ee7d3c766fc9a3a5168d0c94ad73b46fdf"},
    {"sha3-256", "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532"},
    {"sha3-384", "ec01498288516fc926459f58e2c6ad8df9b473cb0fc08c2596da7cf0e49be4b298d88cea927ac7f539f1edf228376d25"},
    {"sha3-512",
     "b751850b1a57168a5693cd924b6b096e08f621827444f70d884f5d0240d2712e10e116e9192af3c91a7ec57647e39340"
     "57340b4cf408d5a56592f8274eec53f0"},
    {"blake2b-512",
     "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d17d87c5392aab792dc252d5de4533cc95"
     "18d38aa8dbf1925ab92386edd4009923"},
};

static const uint8_t abc[] = ABC_COPIES ABC_COPIES ABC_COPIES ABC_COPIES; /* MESSAGES_MAX times */

static uint8_t digests[MESSAGES_MAX * DIGEST_MAX], expected[DIGEST_MAX];

static void hash(const struct subject *subject, const uint8_t *data, size_t length, uint8_t *digest) {
  if (subject->prepare != NULL) subject->prepare(subject, data, length);
  subject->hash(subject, data, length, digest);
}

static int is_answer(const char *function, const uint8_t *digest, size_t length) {
  char text[2 * DIGEST_MAX + 1] = "";
  for (size_t i = 0; i < length; i++) snprintf(text + 2 * i, 3, "%02x", digest[i]);
  for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
    if (strcmp(answers[i].function, function) == 0) return strcmp(answers[i].digest, text) == 0;
  }
  return 0;
}

static int knows_abc(const struct subject *subject) {
  hash(subject, abc, 3, digests);
  for (unsigned i = 0; i < subject->messages; i++) {
    if (!is_answer(subject->function, digests + i * subject->digest_bytes, subject->digest_bytes)) return 0;
  }
  return 1;
}

/* Like the reference, which takes the messages one by one? */
static int agrees(const struct subject *subject, const struct subject *reference, const uint8_t *data, size_t length) {
  hash(subject, data, length, digests);
  for (unsigned i = 0; i < subject->messages; i++) {
    hash(reference, data + i * length, length, expected);
    if (memcmp(digests + i * subject->digest_bytes, expected, subject->digest_bytes) != 0) return 0;
  }
  return 1;
}

static const struct subject *first_of(const struct subjects *subjects, const char *function) {
  const struct subject *subject = subjects->items;
  while (strcmp(subject->function, function) != 0) subject++;
  return subject;
}

/* What of a subject is wrong: "" if nothing is. */
static const char *find_fault(const struct subject *subject, const struct subject *reference, const struct plan *plan,
                              const uint8_t *data) {
  static char fault[64];
  if (!knows_abc(subject)) return "of \"abc\"";
  for (size_t j = 0; j < plan->size_count; j++) {
    const size_t size = plan->sizes[j];
    if (is_measured(subject, plan, size) && !agrees(subject, reference, data, size)) {
      snprintf(fault, sizeof fault, "of %zu bytes", size);
      return fault;
    }
  }
  return "";
}

int all_proven(const struct subjects *subjects, const struct plan *plan, const uint8_t *data) {
  int good = 1;
  for (size_t i = 0; i < subjects->count; i++) {
    const struct subject *subject = &subjects->items[i];
    if (!subject->selected) continue;
    const char *fault = find_fault(subject, first_of(subjects, subject->function), plan, data);
    if (fault[0] != 0) {
      char label[128];
      subject_label(subject, label, sizeof label);
      fprintf(stderr, "skein-benchmark: wrong digest %s by %s\n", fault, label);
      good = 0;
    }
  }
  if (!good) fprintf(stderr, "skein-benchmark: nothing is measured, since digests are wrong\n");
  return good;
}
