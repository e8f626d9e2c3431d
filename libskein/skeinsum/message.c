/* SPDX-License-Identifier: Apache-2.0 */
#include "message.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "name.h"
#include "progress.h"

static void write_message(const char *name, const char *format, va_list arguments) {
  progress_lock();
  fputs("skeinsum: ", stderr);
  if (name != NULL) {
    name_write_for_people(stderr, name);
    fputs(": ", stderr);
  }
  vfprintf(stderr, format, arguments);
  putc('\n', stderr);
  progress_unlock();
}

void complain(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  write_message(NULL, format, arguments);
  va_end(arguments);
}

void complain_of(const char *name, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  write_message(name, format, arguments);
  va_end(arguments);
}

void give_up(int status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  write_message(NULL, format, arguments);
  va_end(arguments);
  exit(status);
}

void require_output(void) {
  /* After a failed write, which is asked about at once, errno is still its reason. */
  if (!ferror(stdout) && fflush(stdout) == 0) return;
  give_up(CHECK_FAILED, "write error: %s", strerror(errno));
}

void *get_memory(size_t size) {
  void *memory = malloc(size == 0 ? 1 : size);
  if (memory == NULL) give_up(CHECK_FAILED, "out of memory");
  return memory;
}

char *copy_string(const char *string) {
  const size_t size = strlen(string) + 1;
  return memcpy(get_memory(size), string, size);
}
