/* SPDX-License-Identifier: Apache-2.0 */
/* What is measured: one table of subjects, to which each library adds its own. */
#ifndef SKEIN_BENCHMARK_SUBJECT_H
#define SKEIN_BENCHMARK_SUBJECT_H

#include <stddef.h>
#include <stdint.h>

#define SUBJECTS_MAX 256
#define MESSAGES_MAX 64
#define DIGEST_MAX 128

/* A way to compute a hash function. */
struct subject {
  const char *group;    /* "one" message, "many" messages, TREE, or "peer": one message by another library */
  const char *function; /* by the name that project hashloom has for it; "(leaf,fan-out,height)" follows for a tree */
  const char *library;
  const char *version;
  const char *kernel; /* of libskein; NULL for other libraries */
  unsigned messages;  /* in one call */
  unsigned threads;
  size_t smallest; /* length of the shortest message worth measuring, in bytes */
  size_t digest_bytes;
  /* Make ready for messages of this length at these places; not in the measured time. May be NULL. */
  void (*prepare)(const struct subject *subject, const uint8_t *data, size_t length);
  /* Hash `messages` messages, which lie one after the other, and leave everything ready for the next call. */
  void (*hash)(const struct subject *subject, const uint8_t *data, size_t length, uint8_t *digests);
  const void *method; /* what the library calls the function */
  void *state;        /* the library's own context */
  int selected;
};

struct subjects {
  struct subject items[SUBJECTS_MAX];
  size_t count;
};

/* Append a copy; ends the program if the table is full. */
void add_subject(struct subjects *subjects, const struct subject *subject);

/* Memory that stays until the end; ends the program if there is none. */
void *allocate(size_t size);

/* All that there is: libskein first, in every kernel of this processor, then the peers. */
void add_all(struct subjects *subjects);

/* A peer that this program can be built with. */
struct peer {
  const char *library;
  const char *package;                    /* of Debian, that one needs to build with it */
  void (*add)(struct subjects *subjects); /* NULL if it was not there when this was built */
};

/* Peers, ended by a member without library. */
extern const struct peer peers[];

/* Group of the subjects that hash trees. */
#define TREE "tree"

/* Name in place of a kernel's of what the library chooses by itself. */
#define DEFAULT_KERNEL "default"
/* The same, but of fewer messages than lanes hold one after the other. */
#define ONE_BY_ONE "one by one"

/* libskein in every kernel. */
void add_libskein(struct subjects *subjects);
/* The same, then as the library chooses; here with a few messages at once too, which fill no vector. */
void add_defaults(struct subjects *subjects);
void add_openssl(struct subjects *subjects);
void add_nettle(struct subjects *subjects);
void add_botan(struct subjects *subjects);

/* "one/skein-1.3-512-512/libskein/avx512": with number of messages and threads where these are not 1. */
void subject_label(const struct subject *subject, char *label, size_t size);

#endif
