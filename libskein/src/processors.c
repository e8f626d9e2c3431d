/* SPDX-License-Identifier: Apache-2.0 */
/* Which processor this is. */
#include "processors.h"

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#include <string.h>
#elif defined(__aarch64__) && defined(__linux__)
#include <sys/auxv.h>
#elif defined(__aarch64__) && defined(__APPLE__)
#include <stddef.h>
#include <sys/sysctl.h>
#endif

/* Where the names of kernels come from. Emerald Rapids and Zen 4 (AMD EPYC of family 25, model 17): results/bench.json,
 * with gcc 12. Sapphire Rapids, whose core is that of Emerald Rapids, was measured in the same way, and Zen 5 with
 * gcc by others (Skein-512, one message of 8 KiB: portable 3.64 cycles per byte, avx512 6.18; eight of Skein-1024:
 * avx512 0.69); neither is in a committed result. Lanes take as long for two messages as for four: those of
 * avx512_few.c on Emerald Rapids 1.3 times as long as one message by itself for Skein-256, 1.6 to 1.8 times for
 * Skein-512, 2.4 to 3.0 times for Skein-1024 (gcc 12, clang 14; 64 bytes to 8 KiB). Sapphire Rapids has its numbers.
 * The orders of instructions in bmi2.c, avx512_512.c and avx512_1024.c were found on Rocket Lake (model 167). */
/* clang-format off */
static const struct skein_processor processors[] = {
    {.name = "Intel Skylake-X", .vendor = SKEIN_INTEL, .family = 6, .models = {{85, 85}}},
    {.name = "Intel Ice Lake", .vendor = SKEIN_INTEL, .family = 6, .models = {{106, 108}, {125, 126}}},
    {.name = "Intel Tiger Lake", .vendor = SKEIN_INTEL, .family = 6, .models = {{140, 141}}},
    {.name = "Intel Sapphire Rapids", .vendor = SKEIN_INTEL, .family = 6, .models = {{143, 143}},
     .one = {NULL, "avx512", "avx512"},
     .many = {"avx512", "avx512", "avx512"},
     .worthwhile = {2, 2, 3},
     .without_extra = 1},
    {.name = "Intel Rocket Lake", .vendor = SKEIN_INTEL, .family = 6, .models = {{167, 167}}},
    {.name = "Intel Granite Rapids", .vendor = SKEIN_INTEL, .family = 6, .models = {{173, 174}}},
    {.name = "Intel Emerald Rapids", .vendor = SKEIN_INTEL, .family = 6, .models = {{207, 207}},
     .one = {NULL, "avx512", "avx512"},
     .many = {"avx512", "avx512", "avx512"},
     .worthwhile = {2, 2, 3},
     .without_extra = 1},
    {.name = "AMD Zen 2", .vendor = SKEIN_AMD, .family = 23, .models = {{48, 63}, {96, 111}, {113, 127}, {144, 175}}},
    {.name = "AMD Zen 3", .vendor = SKEIN_AMD, .family = 25, .models = {{0, 15}, {32, 95}}},
    {.name = "AMD Zen 4", .vendor = SKEIN_AMD, .family = 25, .models = {{16, 31}, {96, 175}},
     .one = {NULL, NULL, "avx512"},
     .many = {"avx512", "avx512", "avx512"}},
    {.name = "AMD Zen 5", .vendor = SKEIN_AMD, .family = 26, .models = {{0, 47}, {64, 79}, {96, 127}},
     .one = {NULL, "portable", NULL},
     .many = {NULL, NULL, "avx512"}},
    {.name = "ARM Neoverse N1", .vendor = SKEIN_ARM, .family = 0, .models = {{0xd0c, 0xd0c}}},
    {.name = "ARM Neoverse V1", .vendor = SKEIN_ARM, .family = 0, .models = {{0xd40, 0xd40}}},
    {.name = "ARM Neoverse N2", .vendor = SKEIN_ARM, .family = 0, .models = {{0xd49, 0xd49}}},
    {.name = "ARM Neoverse V2", .vendor = SKEIN_ARM, .family = 0, .models = {{0xd4f, 0xd4f}}},
    {.name = "ARM Neoverse V3", .vendor = SKEIN_ARM, .family = 0, .models = {{0xd84, 0xd84}}},
    {.name = "ARM Neoverse N3", .vendor = SKEIN_ARM, .family = 0, .models = {{0xd8e, 0xd8e}}},
    {.name = "Apple M1", .vendor = SKEIN_APPLE, .family = 0, .models = {{0x20, 0x29}}},
    {.name = "Apple M2", .vendor = SKEIN_APPLE, .family = 0, .models = {{0x30, 0x39}}},
};
/* clang-format on */

const struct skein_processor *skein_find_processor(enum skein_vendor vendor, unsigned family, unsigned model) {
  for (size_t i = 0; i < sizeof processors / sizeof *processors; i++) {
    const struct skein_processor *entry = &processors[i];
    if (entry->vendor != vendor || entry->family != family) continue;
    for (size_t j = 0; j < sizeof entry->models / sizeof *entry->models && (j == 0 || entry->models[j].last > 0); j++) {
      if (entry->models[j].first <= model && model <= entry->models[j].last) return entry;
    }
  }
  return NULL;
}

#if defined(__x86_64__) || defined(__i386__)

enum skein_vendor skein_identify_processor(unsigned *family, unsigned *model) {
  unsigned a, b, c, d;
  char name[12];
  if (!__get_cpuid(0, &a, &b, &c, &d)) return SKEIN_VENDOR_UNKNOWN;
  memcpy(name, &b, 4);
  memcpy(name + 4, &d, 4);
  memcpy(name + 8, &c, 4);
  if (!__get_cpuid(1, &a, &b, &c, &d)) return SKEIN_VENDOR_UNKNOWN;
  *family = a >> 8 & 15;
  *model = (a >> 4 & 15) | (a >> 12 & 0xf0);
  if (*family == 15) *family += a >> 20 & 255;
  if (memcmp(name, "GenuineIntel", 12) == 0) return SKEIN_INTEL;
  return memcmp(name, "AuthenticAMD", 12) == 0 ? SKEIN_AMD : SKEIN_VENDOR_UNKNOWN;
}

#elif defined(__aarch64__) && defined(__linux__)

enum skein_vendor skein_identify_processor(unsigned *family, unsigned *model) {
  const unsigned long has_identification = 1ul << 11; /* the kernel lets programs read the register: HWCAP_CPUID */
  uint64_t identification;
  if (!(getauxval(AT_HWCAP) & has_identification)) return SKEIN_VENDOR_UNKNOWN;
  __asm__("mrs %0, midr_el1" : "=r"(identification));
  *family = 0;
  *model = identification >> 4 & 0xfff;
  switch (identification >> 24 & 255) {
    case 0x41: return SKEIN_ARM;
    case 0x61: return SKEIN_APPLE;
    default: return SKEIN_VENDOR_UNKNOWN;
  }
}

#elif defined(__aarch64__) && defined(__APPLE__)

enum skein_vendor skein_identify_processor(unsigned *family, unsigned *model) {
  uint32_t number = 0; /* made of letters: no order in it */
  size_t size = sizeof number;
  *family = *model = 0;
  if (sysctlbyname("hw.cpufamily", &number, &size, NULL, 0) != 0) return SKEIN_VENDOR_UNKNOWN;
  if (number == 0x1b588bb3) *model = 0x20;
  if (number == 0xda33d83d) *model = 0x30;
  return SKEIN_APPLE;
}

#else

enum skein_vendor skein_identify_processor(unsigned *family, unsigned *model) {
  *family = *model = 0;
  return SKEIN_VENDOR_UNKNOWN;
}

#endif

const struct skein_processor *skein_this_processor(void) {
  unsigned family = 0, model = 0;
  const enum skein_vendor vendor = skein_identify_processor(&family, &model);
  return vendor == SKEIN_VENDOR_UNKNOWN ? NULL : skein_find_processor(vendor, family, model);
}
