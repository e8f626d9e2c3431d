/* SPDX-License-Identifier: Apache-2.0 */
/* What this runs on. */
#ifndef SKEIN_BENCHMARK_MACHINE_H
#define SKEIN_BENCHMARK_MACHINE_H

/* Name and features of the processor, as Linux tells them; "" where it does not. They stay until the end. */
const char *machine_processor(void);
/* As libskein knows it ("AMD Zen 4"), or "an unknown processor". */
const char *machine_microarchitecture(void);
const char *machine_features(void);

/* Architecture, such as "x86_64". */
const char *machine_architecture(void);

/* Processors that are running. */
long machine_processors(void);

/* Compiler and flags of this program and of the library. */
const char *machine_compiler(void);
const char *machine_flags(void);

#endif
