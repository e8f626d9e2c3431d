/* SPDX-License-Identifier: Apache-2.0 */
/* For files that are included once for each size of state, with BITS defined. */
#ifndef SKEIN_WORDS_H
#define SKEIN_WORDS_H

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

/* name_256, name_512 or name_1024. */
#define SIZED(name) JOIN(name##_, BITS)

#define WORDS (BITS / 64)

/* X applied to the number of each word. */
#define EACH_WORD(X) SIZED(EACH_WORD)(X)
#define EACH_WORD_256(X) X(0) X(1) X(2) X(3)
#define EACH_WORD_512(X) EACH_WORD_256(X) X(4) X(5) X(6) X(7)
#define EACH_WORD_1024(X) EACH_WORD_512(X) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15)

#endif
