/* SPDX-License-Identifier: Apache-2.0 */
/* A line on standard error that says how far the work is: from one second after the start, some times a second. */
#ifndef SKEINSUM_PROGRESS_H
#define SKEINSUM_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

/* Switch the line on. The time begins. */
void progress_begin(void);

/* Count bytes of a file as hashed; `done` of its `size` (0: not known) are. Any thread may. */
void progress_add(uint64_t bytes, const char *name, uint64_t done, uint64_t size);

/* Take the line away, and keep it so, while something else is written; nothing if there is no line. */
void progress_lock(void);
void progress_unlock(void);

#endif
