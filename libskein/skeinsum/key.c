/* SPDX-License-Identifier: Apache-2.0 */
#include "key.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "message.h"

/* Longest key: a file of more bytes is hardly meant as one. */
#define MOST_BYTES ((size_t)1 << 24)

/* Twice the room, without a copy left behind. */
static void grow(struct bytes *key, size_t *room) {
  uint8_t *larger = get_memory(2 * *room);
  memcpy(larger, key->data, key->length);
  skein_wipe(key->data, *room);
  free(key->data);
  key->data = larger;
  *room *= 2;
}

struct bytes key_read(const char *file) {
  const bool input = strcmp(file, "-") == 0;
  const char *name = input ? "standard input" : file;
  const int descriptor = input ? STDIN_FILENO : open(file, O_RDONLY | O_CLOEXEC);
  size_t room = 4096;
  struct bytes key = {get_memory(room), 0};
  ssize_t got = descriptor < 0 ? -1 : 1;
  while (got > 0) {
    if (key.length == room) grow(&key, &room);
    got = read(descriptor, key.data + key.length, room - key.length);
    if (got < 0 && errno == EINTR)
      got = 1;
    else if (got > 0)
      key.length += (size_t)got;
    if (key.length > MOST_BYTES) give_up(WRONG_USAGE, "the key in %s is longer than 16 MiB", name);
  }
  if (got < 0) give_up(WRONG_USAGE, "the key in %s cannot be read: %s", name, strerror(errno));
  if (key.length == 0) give_up(WRONG_USAGE, "the key in %s is empty, which would be the same as no key", name);
  if (!input) close(descriptor);
  return key;
}
