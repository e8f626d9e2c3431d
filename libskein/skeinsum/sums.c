/* SPDX-License-Identifier: Apache-2.0 */
#include "sums.h"

#include <stdio.h>

#include "message.h"
#include "name.h"
#include "progress.h"
#include "queue.h"
#include "text.h"
#include "walk.h"

struct sums {
  const struct options *options;
  struct queue *queue;
  char tag[TAG_SIZE];
  bool good;
};

/* Write the part of the output that was asked for. */
static void write_output(const struct options *options, struct output *output) {
  uint8_t bytes[4096];
  char digits[2 * sizeof bytes];
  uint64_t left = options->count;
  output_skip(output, options->seek);
  while (left > 0 && !ferror(stdout)) {
    const size_t length = left < sizeof bytes ? (size_t)left : sizeof bytes;
    output_read(output, bytes, length);
    if (options->raw) {
      fwrite(bytes, 1, length, stdout);
    } else {
      text_write_hex(digits, bytes, length);
      fwrite(digits, 1, 2 * length, stdout);
    }
    left -= length;
  }
}

static void write_name(const char *name, bool escape) {
  if (escape)
    name_write(stdout, name);
  else
    fputs(name, stdout);
}

static void write_line(const struct sums *sums, struct job *job) {
  const struct options *options = sums->options;
  const bool escape = options->names && !options->zero && !options->raw && name_needs_escapes(job->name);
  if (escape) putchar('\\');
  if (options->tag) {
    printf("%s (", sums->tag);
    write_name(job->name, escape);
    fputs(") = ", stdout);
  }
  write_output(options, &job->output);
  if (options->raw) return;
  if (options->names && !options->tag) {
    putchar(' ');
    putchar(options->mode);
    write_name(job->name, escape);
  }
  putchar(options->zero ? '\0' : '\n');
}

static void finish(void *context, struct job *job) {
  struct sums *sums = context;
  if (job->error != 0) {
    complain_of(job->name, "%s", hash_error_text(job->error));
    sums->good = false;
    return;
  }
  progress_lock();
  write_line(sums, job);
  progress_unlock();
  if (ferror(stdout)) require_output();
}

static void add_file(void *context, char *name) {
  struct sums *sums = context;
  struct job *job = queue_next(sums->queue);
  job->name = name;
  job->function = sums->options->function;
  queue_add(sums->queue);
}

bool sums_write(const struct options *options) {
  struct sums sums = {.options = options, .good = true};
  tag_write(sums.tag, &options->function);
  sums.queue = queue_begin(options, finish, &sums);
  for (size_t i = 0; i < options->file_count; i++) {
    if (!options->recursive)
      add_file(&sums, copy_string(options->files[i]));
    else if (!walk(options->files[i], add_file, &sums))
      sums.good = false;
  }
  if (options->file_count == 0) add_file(&sums, copy_string("-"));
  queue_end(sums.queue);
  return sums.good;
}
