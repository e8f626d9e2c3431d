/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check_line.h"
#include "message.h"
#include "name.h"
#include "progress.h"
#include "queue.h"
#include "text.h"

/* Shortest digest, in bytes, that is taken from a list as authenticating a file, if the options have no length: who
 * changes a file could write a list with a digest of one byte, and guess it. */
#define SHORTEST_KEYED 16

struct check {
  const struct options *options;
  struct queue *queue;
  const char *list;   /* name of the list */
  bool list_is_input; /* it is standard input */
  uint64_t proper;    /* lines of a right form; the files of some may be missing and ignored */
  uint64_t matched, mismatched, unreadable, improper, refused;
};

static bool same_digest(struct job *job) {
  uint8_t expected[1024], bytes[sizeof expected];
  size_t left = job->expected_bytes;
  const char *digits = job->expected;
  int same = 1;
  while (left > 0) {
    const size_t length = left < sizeof bytes ? left : sizeof bytes;
    text_hex_bytes(digits, length, expected);
    output_read(&job->output, bytes, length);
    same &= skein_equal(bytes, expected, length);
    digits += 2 * length;
    left -= length;
  }
  return same;
}

static void write_result(const char *name, const char *result) {
  progress_lock();
  if (name_needs_escapes_for_people(name)) {
    putchar('\\');
    name_write_for_people(stdout, name);
  } else {
    fputs(name, stdout);
  }
  printf(": %s\n", result);
  progress_unlock();
  if (ferror(stdout)) require_output();
}

static void finish_file(struct check *check, struct job *job) {
  const struct options *options = check->options;
  if (job->error == ENOENT && options->ignore_missing) return;
  if (job->error != 0) {
    check->unreadable++;
    complain_of(job->name, "%s", hash_error_text(job->error));
    if (!options->status) write_result(job->name, "FAILED open or read");
  } else if (same_digest(job)) {
    check->matched++;
    if (!options->status && !options->quiet) write_result(job->name, "OK");
  } else {
    check->mismatched++;
    if (!options->status) write_result(job->name, "FAILED");
  }
}

static void finish(void *context, struct job *job) {
  struct check *check = context;
  switch (job->kind) {
    case JOB_FILE: finish_file(check, job); break;
    case JOB_IMPROPER:
      check->improper++;
      if (check->options->warn)
        complain_of(check->list, "%" PRIu64 ": improperly formatted Skein checksum line", job->line);
      break;
    case JOB_REFUSED:
      check->refused++;
      complain_of(check->list, "%" PRIu64 ": %s", job->line, job->reason);
      break;
  }
}

/* Why a digest cannot be checked with these options; NULL if it can. */
static const char *reason_to_refuse(const struct options *options, const struct check_line *line) {
  const struct function *wanted = &options->function, *function = &line->function;
  if (line->tagged) {
    if (function->keyed && !wanted->keyed) return "the digest needs a key: give --keyed or --key-file";
    if (!function->keyed && wanted->keyed) return "the digest is without key, and so proves nothing about its origin";
    if (function->personalised != wanted->personalised)
      return wanted->personalised ? "the digest is without --personalisation" : "the digest needs --personalisation";
    if (function->nonce != wanted->nonce)
      return wanted->nonce ? "the digest is without --nonce" : "the digest needs --nonce";
  }
  if (options->length_given && function->output_bits != wanted->output_bits)
    return "the digest has not the --length that was given";
  if (wanted->keyed && !options->length_given && line->digest_bytes < SHORTEST_KEYED)
    return "a digest with key and of less than 128 bits is easy to guess; it is taken only with its --length";
  return NULL;
}

/* The function of an untagged line: that of the options, with the output as long as the digest. */
static void complete_function(const struct options *options, struct check_line *line) {
  if (line->tagged) return;
  line->function = options->function;
  if (!options->length_given || function_output_bytes(&options->function) != line->digest_bytes)
    line->function.output_bits = 8 * (uint64_t)line->digest_bytes;
}

static void add_line(struct check *check, uint64_t number, bool proper, struct check_line *line) {
  struct job *job = queue_next(check->queue);
  job->line = number;
  check->proper += proper;
  if (proper) complete_function(check->options, line);
  if (!proper) {
    job->kind = JOB_IMPROPER;
  } else if ((job->reason = reason_to_refuse(check->options, line)) != NULL) {
    job->kind = JOB_REFUSED;
  } else {
    job->kind = JOB_FILE;
    job->name = copy_string(line->name);
    job->function = line->function;
    job->expected = get_memory(2 * line->digest_bytes);
    job->expected_bytes = line->digest_bytes;
    memcpy(job->expected, line->digest, 2 * line->digest_bytes);
  }
  queue_add(check->queue);
}

/* Read the lines of a list. 0 or an error number. */
static int read_lines(struct check *check, FILE *stream) {
  const int end = check->options->zero ? '\0' : '\n';
  const bool input_is_taken = check->list_is_input || options_key_from_input(check->options);
  struct check_style style = {false, false};
  char *line = NULL;
  size_t room = 0;
  ssize_t length;
  errno = 0;
  for (uint64_t number = 1; (length = getdelim(&line, &room, end, stream)) > 0; number++) {
    struct check_line read;
    if (line[length - 1] == end) line[--length] = '\0';
    /* Some editors put a mark of the encoding before the first line. */
    char *text = number == 1 && strncmp(line, "\xef\xbb\xbf", 3) == 0 ? line + 3 : line;
    length -= text - line;
    if (check_line_is_blank(text, (size_t)length)) continue;
    const bool proper = check_line_read(&style, text, (size_t)length, end == '\n', &read);
    add_line(check, number, proper && !(input_is_taken && strcmp(read.name, "-") == 0), &read);
    errno = 0;
  }
  const int error = ferror(stream) || !feof(stream) ? errno != 0 ? errno : EIO : 0;
  free(line);
  return error;
}

static void warn(uint64_t count, const char *one, const char *many) {
  if (count > 0) complain("WARNING: %" PRIu64 " %s", count, count == 1 ? one : many);
}

/* Say in sum what was wrong with a list that has lines; whether nothing was. */
static bool judge(const struct check *check) {
  const struct options *options = check->options;
  const bool none_verified = options->ignore_missing && check->matched == 0;
  if (!options->status) {
    warn(check->improper, "line is improperly formatted", "lines are improperly formatted");
    warn(check->refused, "digest could not be checked with these options",
         "digests could not be checked with these options");
    warn(check->unreadable, "listed file could not be read", "listed files could not be read");
    warn(check->mismatched, "computed checksum did NOT match", "computed checksums did NOT match");
    if (none_verified) complain_of(check->list, "no file was verified");
  }
  if (check->mismatched + check->unreadable + check->refused > 0 || none_verified) return false;
  return !options->strict || check->improper == 0;
}

static bool check_list(const struct options *options, struct check *check, const char *name) {
  const bool input = strcmp(name, "-") == 0;
  FILE *stream = input ? stdin : fopen(name, "r");
  if (stream == NULL) {
    complain_of(name, "%s", strerror(errno));
    return false;
  }
  *check = (struct check){
      .options = options, .queue = check->queue, .list = input ? "'standard input'" : name, .list_is_input = input};
  const int error = read_lines(check, stream);
  queue_drain(check->queue);
  if (!input) fclose(stream);
  if (error != 0) complain_of(check->list, "%s", strerror(error));
  if (error == 0 && check->proper == 0) {
    complain_of(check->list, "no properly formatted checksum lines found");
    return false;
  }
  return judge(check) && error == 0;
}

bool check_lists(const struct options *options) {
  struct check check = {0};
  bool good = true;
  check.queue = queue_begin(options, finish, &check);
  for (size_t i = 0; i < options->file_count; i++) good = check_list(options, &check, options->files[i]) && good;
  if (options->file_count == 0) good = check_list(options, &check, "-");
  queue_end(check.queue);
  return good;
}
