/* SPDX-License-Identifier: Apache-2.0 */
/* Sizes of the library's structures, beside which a test of the crate holds its own. */
#include <skein.h>

const size_t libskein_rust_sizes[5];
const size_t libskein_rust_sizes[5] = {sizeof(struct skein), sizeof(struct skein_reader), sizeof(struct skein_tree),
                                       sizeof(struct threefish), sizeof(struct skein_arguments)};
