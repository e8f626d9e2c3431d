/* SPDX-License-Identifier: Apache-2.0 */
#include "report.h"

#include <stdio.h>
#include <string.h>

#include "clock.h"
#include "machine.h"
#include "skein.h"

static const struct {
  const char *name;
  double part;
} quantiles[] = {{"p5", 0.05}, {"lower_quartile", 0.25}, {"median", 0.5}, {"upper_quartile", 0.75}, {"p95", 0.95}};

#define QUANTILES (sizeof quantiles / sizeof *quantiles)

static int has_samples(const struct samples *samples, const struct plan *plan) {
  for (size_t j = 0; j < plan->size_count; j++) {
    if (samples[j].count > 0) return 1;
  }
  return 0;
}

void print_table(const struct subjects *subjects, const struct plan *plan, struct run *run) {
  char label[128];
  printf("%-64s", clock_unit);
  for (size_t j = 0; j < plan->size_count; j++) printf(" %9zu", plan->sizes[j]);
  printf("\n");
  for (size_t i = 0; i < subjects->count; i++) {
    if (!has_samples(run->samples[i], plan)) continue;
    subject_label(&subjects->items[i], label, sizeof label);
    printf("%-64s", label);
    for (size_t j = 0; j < plan->size_count; j++) {
      struct samples *samples = &run->samples[i][j];
      if (samples->count == 0) {
        printf(" %9s", "-");
      } else {
        printf(" %9.3f", quantile(samples->values, samples->count, 0.5));
      }
    }
    printf("\n");
  }
  printf("medians of %u samples on %s", plan->rounds, machine_microarchitecture());
  if (strcmp(clock_unit, "cycles") == 0) printf("; what takes 1 cycle was measured as %.3f", run->check);
  printf("\n");
}

/* A string of JSON. */
static void text(const char *string) {
  putchar('"');
  for (const unsigned char *c = (const unsigned char *)string; *c != 0; c++) {
    if (*c == '"' || *c == '\\') {
      printf("\\%c", *c);
    } else if (*c < ' ') {
      printf("\\u%04x", (unsigned)*c);
    } else {
      putchar(*c);
    }
  }
  putchar('"');
}

static void member(const char *name, const char *string, const char *end) {
  printf("\"%s\": ", name);
  text(string);
  printf("%s", end);
}

static void print_machine(void) {
  printf("\"machine\": {");
  member("processor", machine_processor(), ", ");
  member("microarchitecture", machine_microarchitecture(), ", ");
  member("architecture", machine_architecture(), ", ");
  printf("\"processors\": %ld, ", machine_processors());
  member("compiler", machine_compiler(), ", ");
  member("flags", machine_flags(), ", ");
  member("features", machine_features(), "},\n");
}

static void print_clock(struct run *run) {
  printf("\"clock\": {");
  member("timer", clock_timer, ", ");
  member("chain", clock_chain, ", ");
  printf("\"check\": %.4f, \"samples\": %zu, \"unsteady_samples\": %zu, \"ghz\": {", run->check, run->clock_count,
         run->unsteady);
  for (size_t i = 0; i < QUANTILES; i++) {
    const double ticks = quantile(run->ticks_per_cycle, run->clock_count, 1 - quantiles[i].part);
    printf("%s\"%s\": %.3f", i ? ", " : "", quantiles[i].name, ticks > 0 ? run->ticks_per_second / ticks / 1e9 : 0);
  }
  printf("}},\n");
}

static void print_kernels(void) {
  const char *separator = "";
  printf("\"kernels\": {");
  for (size_t i = 0; skein_kernel_name(i) != NULL; i++, separator = ", ") {
    printf("%s\"%s\": %s", separator, skein_kernel_name(i),
           skein_kernel_available(skein_kernel_name(i)) ? "true" : "false");
  }
  printf("},\n\"kernels_in_use\": {");
  separator = "";
  for (unsigned bits = 256; bits <= 1024; bits *= 2, separator = ", ") {
    printf("%s\"%u\": {\"one\": \"%s\", \"many\": \"%s\"}", separator, bits, skein_kernel_in_use(bits, 0),
           skein_kernel_in_use(bits, 1));
  }
  printf("},\n");
}

static void print_libraries(const struct subjects *subjects) {
  const char *last = "";
  printf("\"libraries\": {");
  for (size_t i = 0; i < subjects->count; i++) {
    const struct subject *subject = &subjects->items[i];
    if (strcmp(subject->library, last) == 0) continue;
    printf("%s", i ? ", " : "");
    member(subject->library, subject->version, "");
    last = subject->library;
  }
  printf("},\n\"absent\": [");
  const char *separator = "";
  for (const struct peer *peer = peers; peer->library != NULL; peer++) {
    if (peer->add != NULL) continue;
    printf("%s{", separator);
    member("library", peer->library, ", ");
    printf("\"install\": \"apt-get install %s\"}", peer->package);
    separator = ", ";
  }
  printf("],\n");
}

static void print_subject(const struct subject *subject, const struct plan *plan, struct samples *samples) {
  printf("{");
  member("group", subject->group, ", ");
  member("function", subject->function, ", ");
  member("library", subject->library, ", ");
  member("version", subject->version, ", ");
  if (subject->kernel != NULL) member("kernel", subject->kernel, ", ");
  printf("\"messages\": %u, \"threads\": %u, \"per_byte\": {", subject->messages, subject->threads);
  const char *separator = "\n  ";
  for (size_t j = 0; j < plan->size_count; j++) {
    if (samples[j].count == 0) continue;
    printf("%s\"%zu\": {", separator, plan->sizes[j]);
    for (size_t i = 0; i < QUANTILES; i++) {
      printf("\"%s\": %.4f, ", quantiles[i].name, quantile(samples[j].values, samples[j].count, quantiles[i].part));
    }
    printf("\"samples\": %u}", samples[j].count);
    separator = ",\n  ";
  }
  printf("}}");
}

void print_json(const struct subjects *subjects, const struct plan *plan, struct run *run) {
  printf("{");
  member("unit", clock_unit, ",\n");
  printf("\"rounds\": %u,\n\"sizes\": [", plan->rounds);
  for (size_t j = 0; j < plan->size_count; j++) printf("%s%zu", j ? ", " : "", plan->sizes[j]);
  printf("],\n");
  print_machine();
  print_clock(run);
  print_kernels();
  print_libraries(subjects);
  printf("\"rows\": [");
  const char *separator = "\n";
  for (size_t i = 0; i < subjects->count; i++) {
    if (!has_samples(run->samples[i], plan)) continue;
    printf("%s", separator);
    print_subject(&subjects->items[i], plan, run->samples[i]);
    separator = ",\n";
  }
  printf("\n]}\n");
}
