/* SPDX-License-Identifier: Apache-2.0 */
#include "options.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "key.h"
#include "message.h"
#include "text.h"

/* More threads than this are asked for by mistake. */
#define MOST_THREADS 1024

/* Values of the options that have no short form. */
enum {
  COUNT = 256,
  IGNORE_MISSING,
  KERNEL,
  KEYED,
  KEY_FILE,
  NO_MMAP,
  NO_NAMES,
  NO_PROGRESS,
  NONCE,
  NUM_THREADS,
  PERSONALISATION,
  PROGRESS,
  QUIET,
  RAW,
  SEEK,
  SPEC,
  STATUS,
  STRICT,
  TAG,
  TREE,
  VERSION
};

static const struct option long_options[] = {{"algorithm", required_argument, NULL, 'a'},
                                             {"binary", no_argument, NULL, 'b'},
                                             {"check", no_argument, NULL, 'c'},
                                             {"count", required_argument, NULL, COUNT},
                                             {"help", no_argument, NULL, 'h'},
                                             {"ignore-missing", no_argument, NULL, IGNORE_MISSING},
                                             {"kernel", required_argument, NULL, KERNEL},
                                             {"key-file", required_argument, NULL, KEY_FILE},
                                             {"keyed", no_argument, NULL, KEYED},
                                             {"length", required_argument, NULL, 'l'},
                                             {"no-mmap", no_argument, NULL, NO_MMAP},
                                             {"no-names", no_argument, NULL, NO_NAMES},
                                             {"no-progress", no_argument, NULL, NO_PROGRESS},
                                             {"nonce", required_argument, NULL, NONCE},
                                             {"num-threads", required_argument, NULL, NUM_THREADS},
                                             {"personalisation", required_argument, NULL, PERSONALISATION},
                                             {"personalization", required_argument, NULL, PERSONALISATION},
                                             {"progress", no_argument, NULL, PROGRESS},
                                             {"quiet", no_argument, NULL, QUIET},
                                             {"raw", no_argument, NULL, RAW},
                                             {"recursive", no_argument, NULL, 'r'},
                                             {"seek", required_argument, NULL, SEEK},
                                             {"spec", required_argument, NULL, SPEC},
                                             {"status", no_argument, NULL, STATUS},
                                             {"strict", no_argument, NULL, STRICT},
                                             {"tag", no_argument, NULL, TAG},
                                             {"text", no_argument, NULL, 't'},
                                             {"tree", required_argument, NULL, TREE},
                                             {"version", no_argument, NULL, VERSION},
                                             {"warn", no_argument, NULL, 'w'},
                                             {"zero", no_argument, NULL, 'z'},
                                             {NULL, 0, NULL, 0}};

/* What the options make known beside their values. */
struct given {
  const char *for_check;     /* an option that is for --check only */
  const char *not_for_check; /* one that --check has no use for */
  bool seek, count, progress;
};

static unsigned processors(void) {
  const long count = sysconf(_SC_NPROCESSORS_ONLN);
  return count < 1 ? 1 : count > MOST_THREADS ? MOST_THREADS : (unsigned)count;
}

static uint64_t read_number(const char *option, const char *value, uint64_t least, uint64_t most, const char *unit) {
  uint64_t number;
  if (!text_number(value, &number) || number < least || number > most)
    give_up(WRONG_USAGE, "--%s takes a number%s from %" PRIu64 " to %" PRIu64 ", not '%s'", option, unit, least, most,
            value);
  return number;
}

static void read_state(struct options *options, const char *value) {
  uint64_t bits;
  if (!text_number(value, &bits) || !function_has_state(bits))
    give_up(WRONG_USAGE, "--algorithm takes the size of the state, which is 256, 512 or 1024 bits, not '%s'", value);
  options->function.block_bits = (unsigned)bits;
}

static void read_tree(struct options *options, const char *value) {
  const char *at = value, *end = value + strlen(value);
  if (!tag_take_tree(&at, end, &options->function.tree) || at != end)
    give_up(WRONG_USAGE,
            "--tree takes LEAF,FANOUT,HEIGHT, where leaf and fan-out are 1 to 255 and height is 2 to 255, not '%s'",
            value);
}

static void read_nonce(struct options *options, const char *value) {
  const size_t length = strlen(value);
  if (length % 2 != 0 || text_hex_digits(value, value + length) != length)
    give_up(WRONG_USAGE, "--nonce takes bytes as pairs of hexadecimal digits, not '%s'", value);
  free(options->nonce.data);
  options->nonce = (struct bytes){get_memory(length / 2), length / 2};
  text_hex_bytes(value, length / 2, options->nonce.data);
}

static void use_kernel(const char *name) {
  char known[256] = "";
  const char *kernel;
  if (skein_kernel_use(name) == SKEIN_OK) return;
  for (size_t i = 0; (kernel = skein_kernel_name(i)) != NULL; i++) {
    if (strcmp(kernel, name) == 0) give_up(WRONG_USAGE, "this processor cannot run the kernel '%s'", name);
    const size_t length = strlen(known);
    snprintf(known + length, sizeof known - length, "%s%s", length > 0 ? ", " : "", kernel);
  }
  give_up(WRONG_USAGE, "there is no kernel '%s'; this build has %s", name, known);
}

/* The library takes a name that means nothing for none; here it is a mistake. */
static void check_environment(void) {
  const char *name = getenv("SKEIN_KERNEL");
  if (name == NULL || *name == 0) return;
  use_kernel(name);
  skein_kernel_use(NULL);
}

static void read_key_option(struct options *options, const char *file) {
  if (options->key_file != NULL) give_up(WRONG_USAGE, "there can be one key only");
  options->key_file = file;
}

static noreturn void write_version(void) {
  printf("skeinsum (libskein) %s\n", skein_version());
  require_output();
  exit(GOOD);
}

static noreturn void write_help(void) {
  help_write();
  require_output();
  exit(GOOD);
}

static void read_option(struct options *options, struct given *given, int option, char *value) {
  switch (option) {
    case 'a': read_state(options, value); break;
    case 'b':
    case 't':
      options->mode = option == 'b' ? '*' : ' ';
      given->not_for_check = option == 'b' ? "binary" : "text";
      break;
    case 'c': options->check = true; break;
    case 'h': write_help();
    case 'l':
      options->function.output_bits = read_number("length", value, 1, UINT64_MAX, " of bits");
      options->length_given = true;
      break;
    case 'r': options->recursive = true, given->not_for_check = "recursive"; break;
    case 'w': options->warn = true, given->for_check = "warn"; break;
    case 'z': options->zero = true; break;
    case COUNT:
      options->count = read_number("count", value, 1, UINT64_MAX / 8 + 1, " of bytes");
      given->count = true, given->not_for_check = "count";
      break;
    case IGNORE_MISSING: options->ignore_missing = true, given->for_check = "ignore-missing"; break;
    case KERNEL: use_kernel(value); break;
    case KEYED: read_key_option(options, "-"); break;
    case KEY_FILE: read_key_option(options, value); break;
    case NO_MMAP: options->mmap = false; break;
    case NO_NAMES: options->names = false, given->not_for_check = "no-names"; break;
    case NO_PROGRESS: options->progress = false, given->progress = true; break;
    case NONCE: read_nonce(options, value); break;
    case NUM_THREADS:
      options->threads = (unsigned)read_number("num-threads", value, 0, MOST_THREADS, " (0 for all processors)");
      if (options->threads == 0) options->threads = processors();
      break;
    case PERSONALISATION: options->personalisation = (struct bytes){(uint8_t *)value, strlen(value)}; break;
    case PROGRESS: options->progress = true, given->progress = true; break;
    case QUIET: options->quiet = true, given->for_check = "quiet"; break;
    case RAW: options->raw = true, given->not_for_check = "raw"; break;
    case SEEK:
      options->seek = read_number("seek", value, 0, UINT64_MAX / 8, " of bytes");
      given->seek = true, given->not_for_check = "seek";
      break;
    case SPEC:
      if (!tag_read_revision(value, value + strlen(value), &options->function.revision))
        give_up(WRONG_USAGE, "--spec takes a version of the specification, which is 1.1, 1.2 or 1.3, not '%s'", value);
      break;
    case STATUS: options->status = true, given->for_check = "status"; break;
    case STRICT: options->strict = true, given->for_check = "strict"; break;
    case TAG: options->tag = true, given->not_for_check = "tag"; break;
    case TREE: read_tree(options, value); break;
    case VERSION: write_version();
    default:
      fputs("Try 'skeinsum --help' for more information.\n", stderr); /* getopt_long has said what is wrong */
      exit(WRONG_USAGE);
  }
}

static bool reads_standard_input(const struct options *options) {
  for (size_t i = 0; i < options->file_count; i++) {
    if (strcmp(options->files[i], "-") == 0) return true;
  }
  return options->file_count == 0;
}

/* Options that contradict each other. */
static void check_combination(const struct options *options, const struct given *given) {
  if (options->check && given->not_for_check != NULL)
    give_up(WRONG_USAGE, "the --%s option is meaningless when verifying checksums", given->not_for_check);
  if (!options->check && given->for_check != NULL)
    give_up(WRONG_USAGE, "the --%s option is meaningful only when verifying checksums", given->for_check);
  if (options->raw && (options->tag || options->zero || options->recursive || options->file_count > 1))
    give_up(WRONG_USAGE, "--raw is for one file, without --tag, --zero and --recursive: bytes alone have no name");
  if (options->tag && !options->names) give_up(WRONG_USAGE, "--tag and --no-names exclude each other");
  if (options->tag && options->part)
    give_up(WRONG_USAGE, "--tag is for whole digests, without --seek and --count: the line could not be checked");
  if (options->recursive && options->file_count == 0)
    give_up(WRONG_USAGE, "--recursive needs the name of a folder; the working directory is '.'");
  if (options_key_from_input(options) && reads_standard_input(options))
    give_up(WRONG_USAGE, "the key is read from standard input, and so no FILE can be");
}

/* The part of the output that --seek and --count choose. */
static void choose_part(struct options *options, const struct given *given) {
  const uint64_t size = function_output_bytes(&options->function);
  if (options->seek >= size)
    give_up(WRONG_USAGE, "--seek %" PRIu64 " is beyond the output, which has %" PRIu64 " bytes", options->seek, size);
  if (!given->count) options->count = size - options->seek;
  if (options->count > size - options->seek)
    give_up(WRONG_USAGE, "--count %" PRIu64 " is more than the output has from there on, which is %" PRIu64 " bytes",
            options->count, size - options->seek);
  options->part = given->seek || given->count;
}

void options_read(struct options *options, int argument_count, char **arguments) {
  struct given given = {0};
  static char program[] = "skeinsum"; /* in the messages of getopt_long */
  int option;
  *options = (struct options){.function = {.block_bits = 512},
                              .names = true,
                              .mode = ' ',
                              .mmap = true,
                              .progress = isatty(STDERR_FILENO) != 0,
                              .threads = processors()};
  if (argument_count > 0) arguments[0] = program;
  check_environment();
  while ((option = getopt_long(argument_count, arguments, "a:bchl:rtwz", long_options, NULL)) != -1)
    read_option(options, &given, option, optarg);
#if !defined(SKEIN_THREADS)
  options->threads = 1;
#endif
  options->files = arguments + optind;
  options->file_count = argument_count > optind ? (size_t)(argument_count - optind) : 0;
  if (!options->length_given) options->function.output_bits = options->function.block_bits;
  if (options->status && !given.progress) options->progress = false;
  if (!options->check) choose_part(options, &given);
  check_combination(options, &given);
  if (options->key_file != NULL) options->key = key_read(options->key_file);
  options->function.keyed = options->key.data != NULL;
  options->function.personalised = options->personalisation.data != NULL;
  options->function.nonce = options->nonce.data != NULL;
}

void options_end(struct options *options) {
  if (options->key.data != NULL) skein_wipe(options->key.data, options->key.length);
  free(options->key.data);
  free(options->nonce.data);
}

struct skein_arguments options_arguments(const struct options *options, const struct function *function) {
  return (struct skein_arguments){.block_bits = function->block_bits,
                                  .output_bits = function->output_bits,
                                  .revision = function->revision,
                                  .key = options->key.data,
                                  .key_length = options->key.length,
                                  .personalisation = options->personalisation.data,
                                  .personalisation_length = options->personalisation.length,
                                  .nonce = options->nonce.data,
                                  .nonce_length = options->nonce.length,
                                  .tree = function->tree};
}

bool options_key_from_input(const struct options *options) {
  return options->key_file != NULL && strcmp(options->key_file, "-") == 0;
}
