/* SPDX-License-Identifier: Apache-2.0 */
/* Jobs: files to be hashed, and lines of a list that have none. Small files are hashed side by side. */
#ifndef SKEINSUM_BATCH_H
#define SKEINSUM_BATCH_H

#include "hash.h"

enum job_kind {
  JOB_FILE,     /* hash `name` */
  JOB_IMPROPER, /* a line of a list that is none */
  JOB_REFUSED   /* one that cannot be checked with these options: `reason` */
};

struct job {
  enum job_kind kind;
  bool done;
  char *name; /* owned, NULL without a file */
  struct function function;
  struct output output;
  int error; /* of input_open or hash_file */

  /* For --check. */
  char *expected; /* digits, owned */
  size_t expected_bytes;
  uint64_t line;
  const char *reason;
};

/* Most jobs of one batch. */
#define BATCH_JOBS 64

/* Do jobs, in their order but for small files that wait for others. Calls `finished` for each in their order as soon
 * as it and those before it are done. */
void batch_run(struct hasher *hasher, struct job *const *jobs, size_t count,
               void (*finished)(void *context, struct job *job), void *context);

/* Free what a job owns. */
void job_free(struct job *job);

#endif
