/* SPDX-License-Identifier: Apache-2.0 */
/* skein-check: what its files share. A record is one known answer; `check_record` computes it in every way that the
 * library offers and counts each comparison. Where it differs from the answer a line says so, and how to do it again.
 */
#ifndef CHECK_H
#define CHECK_H

#include <stddef.h>
#include <stdint.h>

#include "skein.h"

enum kind {
  HASH,   /* one message */
  CIPHER, /* one block of Threefish */
  CHAIN,  /* Monte Carlo chain of the NIST SHA-3 competition */
  LONG    /* a text many times over */
};

struct record {
  enum kind kind;
  unsigned long number; /* line of the input, or number of a random record */
  struct skein_arguments arguments;
  const uint8_t *message; /* or plain text, or seed of a chain, or the text that is repeated */
  size_t message_bytes;
  uint64_t bits; /* of the message; how often the text is repeated; hashes of the chain */
  const uint8_t *expected;
  size_t expected_bytes;
  const uint8_t *tweak; /* of CIPHER; its key is arguments.key */
};

/* The run. Everything random in a record follows from the seed and the number of the record. */
struct check {
  const char *kernel;
  int random;     /* this record is one of make_record */
  size_t largest; /* bytes of its message, at most */
  uint64_t seed;
  uint64_t state; /* of the random numbers */
  size_t splits;  /* at most so many splits in two parts of each message: all, if there are no more */
  unsigned threads;
  const char *file; /* of the records; NULL: standard input */
  const struct record *record;
  const char *way; /* what is being done, for reports */
  size_t place;    /* where: the length of the first part, or the like */
  unsigned long passed, failed;
};

/* ---- check_report.c: counting, random numbers, memory */

/* Begin a record: seeds its random numbers and names it in reports. */
void begin_record(struct check *check, const struct record *record);

/* Name what is being done. */
void begin_way(struct check *check, const char *way, size_t place);

/* Count one comparison of bytes, of a status, or of anything that must hold. */
void expect_bytes(struct check *check, const uint8_t *got, const uint8_t *expected, size_t length);
void expect_status(struct check *check, int got, int expected);
void expect(struct check *check, int holds, const char *sentence);

/* Report the place of a crash in the library. */
void report_crashes(struct check *check);

uint64_t random_number(struct check *check);
size_t random_below(struct check *check, size_t limit); /* 0 .. limit - 1; 0 for a limit of 0 */
void random_bytes(struct check *check, uint8_t *bytes, size_t length);

/* `count`, or as many as are done in reasonable time with so many bytes each. */
size_t few(size_t count, size_t bytes);

/* Bytes that end where no memory is mapped, so that reading or writing beyond them crashes; `slot` is 0 to 2, and what
 * was in that slot is lost. Without mmap they end where an allocation ends, which memory checkers see. */
uint8_t *guarded(unsigned slot, size_t length);

/* malloc that ends the program where there is no memory. */
void *allocate(size_t length);

/* ---- the ways */

void check_hash(struct check *check, const struct record *record);   /* check_hash.c: sequential */
void check_output(struct check *check, const struct record *record); /* check_output.c: readers and verification */
void check_many(struct check *check, const struct record *record);   /* check_many.c */
void check_tree(struct check *check, const struct record *record);   /* check_tree.c */
void check_cipher(struct check *check, const struct record *record); /* check_cipher.c */
void check_chain(struct check *check, const struct record *record);  /* check_cipher.c */
void check_long(struct check *check, const struct record *record);   /* check_cipher.c */
void check_errors(struct check *check);                              /* check_errors.c: everything that is refused */
void check_limits(struct check *check);                              /* check_limits.c: near 2^64 bytes, and threads */

/* ---- check_records.c and check_random.c: where records come from */

/* Read the next record, whose memory belongs to this function until the next call: 1, 0 at the end of the input. Ends
 * the program with a sentence where a line is no record. */
int read_record(struct record *record);

/* Make a random record, with the answer of reference.h. */
void make_record(struct check *check, struct record *record, unsigned long number);

#endif
