/* SPDX-License-Identifier: Apache-2.0 */
/* skein-benchmark-test: does the proof find subjects that are wrong in one place only? Prints those that it accepts. */
#include "proof.h"

#include <stdio.h>
#include <string.h>

#include "skein.h"

#define SIZE 100
#define MESSAGES 8

struct fault {
  const char *name;
  size_t length;    /* of the messages for which it is wrong; 0 for none */
  unsigned message; /* which of them */
  unsigned byte;    /* of the digest */
};

static void hash(const struct subject *subject, const uint8_t *data, size_t length, uint8_t *digests) {
  const struct skein_arguments arguments = {.block_bits = 256, .output_bits = 256};
  const struct fault *fault = subject->state;
  for (unsigned i = 0; i < subject->messages; i++) skein_hash(&arguments, data + i * length, length, digests + 32 * i);
  if (fault->length == length) digests[32 * fault->message + fault->byte] ^= 1;
}

static int is_accepted(const char *function, unsigned messages, struct fault fault) {
  static uint8_t data[MESSAGES * SIZE];
  static struct fault none = {.name = "none"};
  static struct subjects subjects;
  const struct plan plan = {.sizes = {1, SIZE}, .size_count = 2, .rounds = 1};
  struct subject subject = {
      .group = "one",
      .function = function,
      .library = "test",
      .version = "",
      .messages = 1,
      .threads = 1,
      .digest_bytes = 32,
      .hash = hash,
      .state = &none,
  };
  for (size_t i = 0; i < sizeof data; i++) data[i] = (uint8_t)(i * 7);
  subjects.count = 0;
  add_subject(&subjects, &subject);
  subject.messages = messages;
  subject.state = &fault;
  subject.selected = 1;
  add_subject(&subjects, &subject);
  return all_proven(&subjects, &plan, data);
}

int main(void) {
  static const char function[] = "skein-1.3-256-256";
  static const struct fault faults[] = {{"first message of abc", 3, 0, 0},
                                        {"last message of abc", 3, MESSAGES - 1, 31},
                                        {"first of the measured messages", SIZE, 0, 31},
                                        {"last of the measured messages", SIZE, MESSAGES - 1, 0},
                                        {"shortest of the measured messages", 1, MESSAGES / 2, 16}};
  int status = 0;
  if (freopen("/dev/null", "w", stderr) == NULL) return 1; /* its complaints are what we want */
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
    if (!is_accepted(function, MESSAGES, faults[i])) continue;
    printf("accepted although wrong: %s\n", faults[i].name);
    status = 1;
  }
  if (is_accepted("sha256", 1, (struct fault){.name = "another function"})) {
    printf("accepted although it is another function\n");
    status = 1;
  }
  if (!is_accepted(function, MESSAGES, (struct fault){.name = "none"}) ||
      !is_accepted(function, 1, (struct fault){.name = "none"})) {
    printf("refused although right\n");
    status = 1;
  }
  return status;
}
