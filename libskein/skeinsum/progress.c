/* SPDX-License-Identifier: Apache-2.0 */
#include "progress.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "lock.h"

/* Seconds from the start to the first line, and from one line to the next. */
#define FIRST_LINE 1.0
#define NEXT_LINE 0.2

/* Longest line that is written, however wide the terminal is. */
#define LINE_SIZE 256

static bool switched_on;           /* set before there are threads */
static lock_type lock = LOCK_FREE; /* of all that follows */
static double started, next_line;
static uint64_t total;
static bool line_is_there;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

void progress_begin(void) {
  started = now();
  next_line = started + FIRST_LINE;
  switched_on = true;
}

static size_t terminal_columns(void) {
  struct winsize size;
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col < 20) return 80;
  return size.ws_col;
}

/* Bytes with a unit, such as 1.50 GiB. */
static void write_size(char *text, size_t room, double bytes) {
  static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  size_t unit = 0;
  while (bytes >= 1024 && unit + 1 < sizeof units / sizeof *units) {
    bytes /= 1024;
    unit++;
  }
  snprintf(text, room, unit == 0 ? "%.0f %s" : "%.2f %s", bytes, units[unit]);
}

/* The end of a long name says more than its beginning. Control characters must not reach the terminal. */
static void add_name(char *line, size_t length, size_t columns, const char *name) {
  const size_t name_length = strlen(name);
  if (length > columns) length = columns;
  const size_t room = columns - length;
  if (name_length > room) name += name_length - room;
  for (; *name != '\0'; name++, length++) line[length] = (unsigned char)*name < ' ' || *name == 127 ? '?' : *name;
  line[length] = '\0';
}

static void write_line(double time, const char *name, uint64_t done, uint64_t size) {
  char line[LINE_SIZE], amount[32], speed[32], percent[16] = "";
  size_t columns = terminal_columns() - 1;
  if (columns > sizeof line - 1) columns = sizeof line - 1;
  write_size(amount, sizeof amount, (double)total);
  write_size(speed, sizeof speed, (double)total / (time - started));
  if (size > 0 && done <= size) snprintf(percent, sizeof percent, "%3.0f %% of ", 100 * (double)done / (double)size);
  const int length = snprintf(line, sizeof line, "%s, %s/s, %s", amount, speed, percent);
  add_name(line, (size_t)length, columns, name);
  fprintf(stderr, "\r\033[K%s", line);
  fflush(stderr);
  line_is_there = true;
}

void progress_add(uint64_t bytes, const char *name, uint64_t done, uint64_t size) {
  if (!switched_on) return;
  lock_take(&lock);
  total += bytes;
  const double time = now();
  if (time >= next_line) {
    next_line = time + NEXT_LINE;
    write_line(time, name, done, size);
  }
  lock_give(&lock);
}

void progress_lock(void) {
  if (!switched_on) return;
  lock_take(&lock);
  if (line_is_there) {
    fputs("\r\033[K", stderr);
    fflush(stderr);
  }
  line_is_there = false;
}

void progress_unlock(void) {
  if (switched_on) lock_give(&lock);
}
