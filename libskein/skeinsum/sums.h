/* SPDX-License-Identifier: Apache-2.0 */
/* Lines with digests of files. */
#ifndef SKEINSUM_SUMS_H
#define SKEINSUM_SUMS_H

#include "options.h"

/* Hash the files of the options and write their digests; false if one could not be read. */
bool sums_write(const struct options *options);

#endif
