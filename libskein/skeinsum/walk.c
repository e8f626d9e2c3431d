/* SPDX-License-Identifier: Apache-2.0 */
#include "walk.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "message.h"
#include "path.h"

struct entry {
  char *name;
  mode_t mode;
  int error; /* why there is no mode */
};

struct entries {
  struct entry *list;
  size_t count, room;
};

static void add(struct entries *entries, const struct entry *entry) {
  if (entries->count == entries->room) {
    entries->room = entries->room == 0 ? 64 : 2 * entries->room;
    struct entry *larger = get_memory(entries->room * sizeof *larger);
    if (entries->count > 0) memcpy(larger, entries->list, entries->count * sizeof *larger);
    free(entries->list);
    entries->list = larger;
  }
  entries->list[entries->count++] = *entry;
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
static int compare(const void *a, const void *b) {
  return strcmp(((const struct entry *)a)->name, ((const struct entry *)b)->name);
}

/* What is in a folder, with names joined to its own. 0 or an error number; what was read is there in any case. */
static int read_folder(const char *folder, struct entries *entries) {
  const int descriptor = path_open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *stream = descriptor < 0 ? NULL : fdopendir(descriptor);
  const struct dirent *entry;
  if (stream == NULL) {
    const int error = errno;
    if (descriptor >= 0) close(descriptor);
    return error;
  }
  while (errno = 0, (entry = readdir(stream)) != NULL) {
    struct stat status;
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    const int error = fstatat(descriptor, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? 0 : errno;
    add(entries, &(struct entry){join(folder, entry->d_name), error == 0 ? status.st_mode : 0, error});
  }
  const int error = errno;
  closedir(stream);
  if (entries->count > 0) qsort(entries->list, entries->count, sizeof *entries->list, compare);
  return error;
}

static bool walk_folder(const char *folder, void (*found)(void *context, char *name), void *context) {
  struct entries entries = {NULL, 0, 0};
  const int error = read_folder(folder, &entries);
  bool good = error == 0;
  if (!good) complain_of(folder, "%s", strerror(error));
  for (size_t i = 0; i < entries.count; i++) {
    const struct entry *entry = &entries.list[i];
    if (entry->error != 0) {
      complain_of(entry->name, "%s", strerror(entry->error));
      good = false;
    } else if (S_ISREG(entry->mode)) {
      found(context, entry->name);
      continue; /* which owns the name */
    } else if (S_ISDIR(entry->mode)) {
      good = walk_folder(entry->name, found, context) && good;
    }
    free(entry->name);
  }
  free(entries.list);
  return good;
}

bool walk(const char *name, void (*found)(void *context, char *name), void *context) {
  struct stat status;
  if (strcmp(name, "-") != 0 && stat(name, &status) == 0 && S_ISDIR(status.st_mode))
    return walk_folder(name, found, context);
  found(context, copy_string(name));
  return true;
}
