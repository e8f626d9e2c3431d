/* SPDX-License-Identifier: Apache-2.0 */
/* Proof before number: no subject is measured that gives a wrong digest. */
#ifndef SKEIN_BENCHMARK_PROOF_H
#define SKEIN_BENCHMARK_PROOF_H

#include "measure.h"

/* Do all selected subjects give the known digest of "abc", and the same digests as the first subject of their function
 * for every message that is measured? Says on standard error which do not. */
int all_proven(const struct subjects *subjects, const struct plan *plan, const uint8_t *data);

#endif
