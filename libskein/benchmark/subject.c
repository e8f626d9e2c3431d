/* SPDX-License-Identifier: Apache-2.0 */
/* The table of subjects, and the peers that this program was built with. */
#include "subject.h"

#include <stdio.h>
#include <stdlib.h>

#if !defined(WITH_OPENSSL)
#define add_openssl NULL
#endif
#if !defined(WITH_NETTLE)
#define add_nettle NULL
#endif
#if !defined(WITH_BOTAN)
#define add_botan NULL
#endif

const struct peer peers[] = {
    {"OpenSSL", "libssl-dev", add_openssl},
    {"nettle", "nettle-dev", add_nettle},
    {"Botan", "libbotan-2-dev", add_botan},
    {NULL, NULL, NULL},
};

void add_subject(struct subjects *subjects, const struct subject *subject) {
  if (subjects->count == SUBJECTS_MAX) {
    fprintf(stderr, "skein-benchmark: more than %d subjects\n", SUBJECTS_MAX);
    exit(1);
  }
  subjects->items[subjects->count++] = *subject;
}

void *allocate(size_t size) {
  void *memory = calloc(1, size);
  if (memory == NULL) {
    fprintf(stderr, "skein-benchmark: no memory for %zu bytes\n", size);
    exit(1);
  }
  return memory;
}

void add_all(struct subjects *subjects) {
  add_libskein(subjects);
  for (const struct peer *peer = peers; peer->library != NULL; peer++) {
    if (peer->add != NULL) peer->add(subjects);
  }
}

void subject_label(const struct subject *subject, char *label, size_t size) {
  char how[48] = "";
  if (subject->messages > 1) snprintf(how, sizeof how, "/%u-messages", subject->messages);
  if (subject->threads > 1) snprintf(how, sizeof how, "/%u-threads", subject->threads);
  snprintf(label, size, "%s/%s/%s%s%s%s", subject->group, subject->function, subject->library,
           subject->kernel == NULL ? "" : "/", subject->kernel == NULL ? "" : subject->kernel, how);
}
