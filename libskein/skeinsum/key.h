/* SPDX-License-Identifier: Apache-2.0 */
/* Keys, which come from standard input or a file and never from the command line, where other users could see them. */
#ifndef SKEINSUM_KEY_H
#define SKEINSUM_KEY_H

#include "options.h"

/* Read a whole file as a key; "-" is standard input. Ends the program if that fails or there is no byte. */
struct bytes key_read(const char *file);

#endif
