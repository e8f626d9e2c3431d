/* SPDX-License-Identifier: Apache-2.0 */
/* Check lists of digests: --check. */
#ifndef SKEINSUM_CHECK_H
#define SKEINSUM_CHECK_H

#include "options.h"

/* Check the files in the lists of the options; whether all is well. */
bool check_lists(const struct options *options);

#endif
