/* SPDX-License-Identifier: Apache-2.0 */
/* Four messages in AVX-512 with vectors of 256 bits: for those groups of the avx512 kernel that are not more. Such a
 * vector too is rotated in one instruction here, and Intel's processors have more ports for it than for one of 512
 * bits. The compiler chooses the order of instructions; it is tuned for no microarchitecture. */
#include "vectors_256.h"

#define REGISTER "v"
#define ROTATE _mm256_rol_epi64
/* Five messages are as fast in the eight lanes of avx512_lanes.c. */
#define WITHOUT_EXTRA

#include "lanes.h"

void skein_avx512_few_256(struct skein_lanes *lanes, size_t count, uint64_t parity) { lanes_256(lanes, count, parity); }

void skein_avx512_few_512(struct skein_lanes *lanes, size_t count, uint64_t parity) { lanes_512(lanes, count, parity); }

void skein_avx512_few_1024(struct skein_lanes *lanes, size_t count, uint64_t parity) {
  lanes_1024(lanes, count, parity);
}
