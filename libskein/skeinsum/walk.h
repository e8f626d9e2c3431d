/* SPDX-License-Identifier: Apache-2.0 */
/* The regular files of a folder and the folders in it, in the order of their names. Symbolic links and special files
 * in folders are left out. */
#ifndef SKEINSUM_WALK_H
#define SKEINSUM_WALK_H

#include <stdbool.h>

/* Call `found` for each file, with a name that it then owns. If a folder cannot be read, say so and go on; false then.
 * A name that is no folder is passed as it is. */
bool walk(const char *name, void (*found)(void *context, char *name), void *context);

#endif
