/* SPDX-License-Identifier: Apache-2.0 */
/* Microarchitectures, and the kernels that measurements found best on them. */
#ifndef SKEIN_PROCESSORS_H
#define SKEIN_PROCESSORS_H

#include "kernel.h"

enum skein_vendor { SKEIN_VENDOR_UNKNOWN, SKEIN_INTEL, SKEIN_AMD, SKEIN_ARM, SKEIN_APPLE };

/* Models in a row of numbers. */
struct skein_models {
  unsigned first, last;
};

/* An entry of the table. A processor is one of these if its vendor and family are the same and its model is in one of
 * the ranges, which end with the first whose `last` is 0. ARM's and Apple's have family 0 and the part number as model.
 * `one` and `many` name kernels by size of state; NULL where nobody measured, or where the kernels are too close for a
 * claim that holds with every compiler. Where `many` names a kernel, `worthwhile` is the number of messages from which
 * on that one is faster than one message after the other; 0 where nobody measured. If `without_extra` is 1, the kernels
 * that `many` names have no extra message there: where it gains next to nothing, a disturbed measurement takes it. */
struct skein_processor {
  const char *name;
  enum skein_vendor vendor;
  unsigned family;
  struct skein_models models[4];
  const char *one[SKEIN_SIZES], *many[SKEIN_SIZES];
  unsigned worthwhile[SKEIN_SIZES];
  int without_extra;
};

/* The entry of a processor; NULL if it is not in the table. */
const struct skein_processor *skein_find_processor(enum skein_vendor vendor, unsigned family, unsigned model);

/* The same of the processor that this is. */
const struct skein_processor *skein_this_processor(void);

/* Vendor, family and model of the processor that this is; SKEIN_VENDOR_UNKNOWN where nothing tells. */
enum skein_vendor skein_identify_processor(unsigned *family, unsigned *model);

#endif
