/* SPDX-License-Identifier: Apache-2.0 */
/* Messages on standard error, and memory that is there or ends the program. */
#ifndef SKEINSUM_MESSAGE_H
#define SKEINSUM_MESSAGE_H

#include <stddef.h>
#include <stdnoreturn.h>

/* Exit status. */
enum { GOOD = 0, CHECK_FAILED = 1, WRONG_USAGE = 2 };

#if defined(__GNUC__)
#define PRINTF_LIKE(string, first) __attribute__((format(printf, string, first)))
#else
#define PRINTF_LIKE(string, first)
#endif

/* Write `skeinsum: ` and a message as a line. */
PRINTF_LIKE(1, 2) void complain(const char *format, ...);

/* The same about a file, whose name goes before it. */
PRINTF_LIKE(2, 3) void complain_of(const char *name, const char *format, ...);

/* Write a message and end the program with a status. */
PRINTF_LIKE(2, 3) noreturn void give_up(int status, const char *format, ...);

/* Flush standard output. If that fails, or if the write just before has failed, say so and end the program. */
void require_output(void);

/* As malloc and strdup, but never NULL. */
void *get_memory(size_t size);
char *copy_string(const char *string);

#endif
