/* SPDX-License-Identifier: Apache-2.0 */
#include "path.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "message.h"

/* Bytes of a name that every system takes. */
#define PART 1000

/* End of a part that ends with a slash and is not longer than PART, if there is one; else of the first that is. */
static char *part_end(char *part) {
  char *end = NULL;
  for (char *slash = strchr(part, '/'); slash != NULL && (end == NULL || slash - part < PART);
       slash = strchr(slash + 1, '/'))
    end = slash;
  return end;
}

int path_open(const char *name, int flags) {
  int folder = open(name, flags);
  if (folder >= 0 || errno != ENAMETOOLONG) return folder;
  char *copy = copy_string(name), *part = copy, *end;
  folder = AT_FDCWD;
  while (strlen(part) >= PART && (end = part_end(part + 1)) != NULL) {
    *end = '\0';
    const int next = openat(folder, part, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const int error = errno;
    if (folder != AT_FDCWD) close(folder);
    folder = next;
    errno = error;
    if (next < 0) break;
    part = end + 1 + strspn(end + 1, "/"); /* with a slash it would begin at the root again */
  }
  const int found = folder == -1 ? -1 : openat(folder, *part == '\0' ? "." : part, flags);
  const int error = errno;
  if (folder != AT_FDCWD && folder != -1) close(folder);
  free(copy);
  errno = error;
  return found;
}
