/* SPDX-License-Identifier: Apache-2.0 */
#include "tag.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "text.h"

static const struct {
  const char *text;
  enum skein_revision revision;
} revisions[] = {{"1.1", SKEIN_1_1}, {"1.2", SKEIN_1_2}, {"1.3", SKEIN_1_3}};

#define REVISIONS (sizeof revisions / sizeof *revisions)

uint64_t function_output_bytes(const struct function *function) {
  return function->output_bits / 8 + (function->output_bits % 8 != 0);
}

bool function_has_state(uint64_t bits) { return bits == 256 || bits == 512 || bits == 1024; }

static const char *revision_text(enum skein_revision revision) {
  for (size_t i = 0; i < REVISIONS; i++) {
    if (revisions[i].revision == revision) return revisions[i].text;
  }
  return "";
}

void tag_write(char tag[TAG_SIZE], const struct function *function) {
  const struct skein_tree_shape tree = function->tree;
  char version[8] = "", shape[32] = "";
  if (function->revision != SKEIN_1_3) snprintf(version, sizeof version, "%s-", revision_text(function->revision));
  if (tree.height > 0) snprintf(shape, sizeof shape, "-tree-%u,%u,%u", tree.leaf, tree.fan_out, tree.height);
  snprintf(tag, TAG_SIZE, "Skein-%s%u-%" PRIu64 "%s%s%s%s", version, function->block_bits, function->output_bits, shape,
           function->keyed ? "-keyed" : "", function->personalised ? "-personalised" : "",
           function->nonce ? "-nonce" : "");
}

/* Go beyond a word if the text begins with it. */
static bool take(const char **text, const char *end, const char *word) {
  const size_t length = strlen(word);
  if ((size_t)(end - *text) < length || memcmp(*text, word, length) != 0) return false;
  *text += length;
  return true;
}

static bool same_letters(const char *text, const char *lower, size_t length) {
  for (size_t i = 0; i < length; i++) {
    const char letter = text[i] >= 'A' && text[i] <= 'Z' ? (char)(text[i] - 'A' + 'a') : text[i];
    if (letter != lower[i]) return false;
  }
  return true;
}

static bool take_state(const char **text, const char *end, unsigned *bits) {
  uint64_t number;
  if (!text_take_number(text, end, &number) || !function_has_state(number)) return false;
  *bits = (unsigned)number;
  return true;
}

static bool read_freebsd_tag(const char *tag, const char *end, struct function *function) {
  if (end - tag < 5 || !same_letters(tag, "skein", 5)) return false;
  tag += 5;
  if (!take_state(&tag, end, &function->block_bits)) return false;
  function->output_bits = function->block_bits;
  return tag == end;
}

bool tag_read_revision(const char *text, const char *end, enum skein_revision *revision) {
  for (size_t i = 0; i < REVISIONS; i++) {
    const char *at = text;
    if (take(&at, end, revisions[i].text) && at == end) {
      *revision = revisions[i].revision;
      return true;
    }
  }
  return false;
}

bool tag_take_tree(const char **text, const char *end, struct skein_tree_shape *tree) {
  uint64_t leaf, fan_out, height;
  if (!text_take_number(text, end, &leaf) || !take(text, end, ",")) return false;
  if (!text_take_number(text, end, &fan_out) || !take(text, end, ",")) return false;
  if (!text_take_number(text, end, &height)) return false;
  if (leaf < 1 || leaf > 255 || fan_out < 1 || fan_out > 255 || height < 2 || height > 255) return false;
  *tree = (struct skein_tree_shape){(uint8_t)leaf, (uint8_t)fan_out, (uint8_t)height};
  return true;
}

bool tag_read(const char *tag, const char *end, struct function *function) {
  *function = (struct function){.revision = SKEIN_1_3};
  if (read_freebsd_tag(tag, end, function)) return true;
  if (!take(&tag, end, "Skein-")) return false;
  if (take(&tag, end, "1.1-"))
    function->revision = SKEIN_1_1;
  else if (take(&tag, end, "1.2-"))
    function->revision = SKEIN_1_2;
  if (!take_state(&tag, end, &function->block_bits) || !take(&tag, end, "-")) return false;
  if (!text_take_number(&tag, end, &function->output_bits) || function->output_bits == 0) return false;
  if (take(&tag, end, "-tree-") && !tag_take_tree(&tag, end, &function->tree)) return false;
  function->keyed = take(&tag, end, "-keyed");
  function->personalised = take(&tag, end, "-personalised");
  function->nonce = take(&tag, end, "-nonce");
  return tag == end;
}
