/* SPDX-License-Identifier: Apache-2.0 */
/* Parts of files in memory. Reading a mapping of a file that has become shorter, or that its medium cannot give, raises
 * the signal SIGBUS. The guard takes it, puts zeros in the place of what is missing and notes that the mapping is
 * broken: its bytes must not be used. */
#ifndef SKEINSUM_MAPPING_H
#define SKEINSUM_MAPPING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* A mapping; the guard knows it while it exists. */
struct mapping {
  const uint8_t *data;
  size_t length;
  size_t slot;
};

/* Install the guard: once, and before the first mapping. */
void mapping_guard(void);

/* Map a part of a file, which begins at a multiple of 64 KiB. False if that is not possible, or if there are too many
 * mappings. */
bool mapping_open(struct mapping *mapping, int descriptor, off_t offset, size_t length);

/* End the mapping; whether all its bytes were those of the file. */
bool mapping_close(struct mapping *mapping);

#endif
