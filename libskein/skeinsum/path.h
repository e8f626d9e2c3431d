/* SPDX-License-Identifier: Apache-2.0 */
/* Files whose names may be longer than the system takes at a time. */
#ifndef SKEINSUM_PATH_H
#define SKEINSUM_PATH_H

/* As open, without O_CREAT. */
int path_open(const char *name, int flags);

#endif
