/* SPDX-License-Identifier: Apache-2.0 */
#include "machine.h"

#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "processors.h"

/* Value of the first line "name : value" of /proc/cpuinfo, in `value`, which is static. */
static const char *processor_line(const char *name, char *value, size_t size) {
  char line[8192];
  const size_t length = strlen(name);
  FILE *file = fopen("/proc/cpuinfo", "r");
  value[0] = 0;
  while (file != NULL && value[0] == 0 && fgets(line, sizeof line, file) != NULL) {
    const char *colon = strchr(line, ':');
    if (strncmp(line, name, length) != 0 || colon == NULL || strchr("\t :", line[length]) == NULL) continue;
    colon += strspn(colon, ": \t");
    snprintf(value, size, "%.*s", (int)strcspn(colon, "\n"), colon);
  }
  if (file != NULL) fclose(file);
  return value;
}

const char *machine_processor(void) {
  static char name[256];
  return processor_line("model name", name, sizeof name);
}

const char *machine_features(void) {
  static char flags[8192];
  return processor_line("flags", flags, sizeof flags)[0] ? flags : processor_line("Features", flags, sizeof flags);
}

const char *machine_microarchitecture(void) {
  const struct skein_processor *processor = skein_this_processor();
  return processor == NULL ? "an unknown processor" : processor->name;
}

const char *machine_architecture(void) {
  static struct utsname system;
  return uname(&system) == 0 ? system.machine : "";
}

long machine_processors(void) { return sysconf(_SC_NPROCESSORS_ONLN); }

const char *machine_compiler(void) {
#if defined(__clang__)
  return "clang " __clang_version__;
#elif defined(__GNUC__)
  return "gcc " __VERSION__;
#else
  return "";
#endif
}

const char *machine_flags(void) { return BENCHMARK_FLAGS; }
