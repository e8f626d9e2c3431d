/* SPDX-License-Identifier: Apache-2.0 */
#include "walk.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "message.h"

struct names {
  char **list;
  size_t count, room;
};

static void add(struct names *names, char *name) {
  if (names->count == names->room) {
    names->room = names->room == 0 ? 64 : 2 * names->room;
    char **larger = get_memory(names->room * sizeof *larger);
    if (names->count > 0) memcpy(larger, names->list, names->count * sizeof *larger);
    free(names->list);
    names->list = larger;
  }
  names->list[names->count++] = name;
}

static char *join(const char *folder, const char *name) {
  const size_t folder_length = strlen(folder), name_length = strlen(name);
  const bool slash = folder_length > 0 && folder[folder_length - 1] != '/';
  char *joined = get_memory(folder_length + slash + name_length + 1);
  memcpy(joined, folder, folder_length);
  if (slash) joined[folder_length] = '/';
  memcpy(joined + folder_length + slash, name, name_length + 1);
  return joined;
}

/* By bytes, whatever the locale: lists of the same files are the same everywhere. */
static int compare(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* The names in a folder, joined to its name. 0 or an error number; the names that were read are there in any case. */
static int read_folder(const char *folder, struct names *names) {
  DIR *stream = opendir(folder);
  const struct dirent *entry;
  if (stream == NULL) return errno;
  while (errno = 0, (entry = readdir(stream)) != NULL) {
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) add(names, join(folder, entry->d_name));
  }
  const int error = errno;
  closedir(stream);
  if (names->count > 0) qsort(names->list, names->count, sizeof *names->list, compare);
  return error;
}

static bool walk_folder(const char *folder, void (*found)(void *context, char *name), void *context) {
  struct names names = {NULL, 0, 0};
  struct stat status;
  const int error = read_folder(folder, &names);
  bool good = error == 0;
  if (!good) complain_of(folder, "%s", strerror(error));
  for (size_t i = 0; i < names.count; i++) {
    char *name = names.list[i];
    if (lstat(name, &status) != 0) {
      complain_of(name, "%s", strerror(errno));
      good = false;
    } else if (S_ISREG(status.st_mode)) {
      found(context, name);
      continue; /* which owns the name */
    } else if (S_ISDIR(status.st_mode)) {
      good = walk_folder(name, found, context) && good;
    }
    free(name);
  }
  free(names.list);
  return good;
}

bool walk(const char *name, void (*found)(void *context, char *name), void *context) {
  struct stat status;
  if (strcmp(name, "-") != 0 && stat(name, &status) == 0 && S_ISDIR(status.st_mode))
    return walk_folder(name, found, context);
  found(context, copy_string(name));
  return true;
}
