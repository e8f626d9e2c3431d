/* SPDX-License-Identifier: Apache-2.0 */
/* What the library uses of C's own header. */
#ifndef SKEIN_WASM_STDLIB_H
#define SKEIN_WASM_STDLIB_H

/* There is no environment: always NULL. */
char *getenv(const char *name);

#endif
