/* SPDX-License-Identifier: Apache-2.0 */
/* Skein written a second time, from the text of the specification over the block cipher alone: recursive, whole message
 * at once, no buffers, no kernels. It is the yardstick for inputs of which no vector is known. */
#ifndef REFERENCE_H
#define REFERENCE_H

#include "skein.h"

/* UBI(chain, data, starting tweak) of section 3.4 for `bits` bits: `position`, `type` and `level` are the fields of the
 * starting tweak. `chain` has the size of a block and is replaced. */
void reference_ubi(unsigned block_bits, enum skein_revision revision, uint8_t *chain, uint64_t position, unsigned type,
                   unsigned level, const uint8_t *data, uint64_t bits);

/* The chaining value after the message, of a tree too. The arguments are good. */
void reference_chain(const struct skein_arguments *arguments, const uint8_t *message, uint64_t bits, uint8_t *chain);

/* Bytes `first` .. `first` + `length` - 1 of the output that belongs to a chaining value. */
void reference_output(const struct skein_arguments *arguments, const uint8_t *chain, uint64_t first, uint8_t *output,
                      size_t length);

/* The first `length` bytes of the output for the first `bits` bits of the message. */
void reference_hash(const struct skein_arguments *arguments, const uint8_t *message, uint64_t bits, uint8_t *output,
                    size_t length);

#endif
