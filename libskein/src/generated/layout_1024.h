/* SPDX-License-Identifier: Apache-2.0 */
/* Written by `make generate` (hashloom/codegen/software_tables.py); not to be edited. */
#include <stdint.h>

/* Threefish-1024 of versions 1.2 and 1.3 on two vectors of 8 words. Odd words
 * (1, 9, 3, 13, 5, 15, 7, 11) stay in their lanes; in rounds 0, 4, 8, ... the even words
 * stand before their successors. */

/* After round d of four, lane i of the even words gets lane [d][i]. */
static const uint64_t skein_move_1024[4][8] __attribute__((aligned(64))) = {
    {1, 0, 3, 2, 5, 4, 7, 6},
    {7, 6, 5, 4, 3, 2, 1, 0},
    {3, 2, 1, 0, 7, 6, 5, 4},
    {5, 4, 7, 6, 1, 0, 3, 2},
};

/* Even words by lane in rounds 0, 4, 8, ... */
static const uint64_t skein_even_1024[8] __attribute__((aligned(64))) =
    {0, 8, 2, 12, 4, 14, 6, 10};

/* The lane that has the word two further on; 8 is lane 0 of what follows. */
static const uint64_t skein_next_1024[8] __attribute__((aligned(64))) =
    {2, 7, 4, 5, 6, 8, 1, 3};

/* Lanes, from 8 on those of the odd vector, that have words 0, 1, ... */
static const uint64_t skein_low_1024[8] __attribute__((aligned(64))) =
    {0, 8, 2, 10, 4, 12, 6, 14};

/* The same for the other half of the words. */
static const uint64_t skein_high_1024[8] __attribute__((aligned(64))) =
    {1, 9, 7, 15, 3, 11, 5, 13};

/* Rotations by d mod 8 and lane. */
static const uint64_t skein_rotation_1024[8][8] __attribute__((aligned(64))) = {
    {24, 8, 13, 22, 8, 37, 47, 17},
    {52, 38, 18, 19, 23, 55, 49, 10},
    {13, 17, 51, 41, 4, 34, 33, 59},
    {47, 41, 16, 48, 28, 5, 25, 20},
    {41, 12, 9, 44, 37, 30, 31, 47},
    {41, 16, 53, 34, 42, 51, 4, 56},
    {46, 25, 47, 42, 44, 19, 31, 44},
    {23, 52, 37, 35, 31, 9, 20, 48},
};

/* s in the lane of the last word, for the odd words of subkey s. */
static const uint64_t skein_number_1024[21][8] __attribute__((aligned(64))) = {
    {0, 0, 0, 0, 0, 0, 0, 0},
    {0, 0, 0, 0, 0, 1, 0, 0},
    {0, 0, 0, 0, 0, 2, 0, 0},
    {0, 0, 0, 0, 0, 3, 0, 0},
    {0, 0, 0, 0, 0, 4, 0, 0},
    {0, 0, 0, 0, 0, 5, 0, 0},
    {0, 0, 0, 0, 0, 6, 0, 0},
    {0, 0, 0, 0, 0, 7, 0, 0},
    {0, 0, 0, 0, 0, 8, 0, 0},
    {0, 0, 0, 0, 0, 9, 0, 0},
    {0, 0, 0, 0, 0, 10, 0, 0},
    {0, 0, 0, 0, 0, 11, 0, 0},
    {0, 0, 0, 0, 0, 12, 0, 0},
    {0, 0, 0, 0, 0, 13, 0, 0},
    {0, 0, 0, 0, 0, 14, 0, 0},
    {0, 0, 0, 0, 0, 15, 0, 0},
    {0, 0, 0, 0, 0, 16, 0, 0},
    {0, 0, 0, 0, 0, 17, 0, 0},
    {0, 0, 0, 0, 0, 18, 0, 0},
    {0, 0, 0, 0, 0, 19, 0, 0},
    {0, 0, 0, 0, 0, 20, 0, 0},
};

/* Lanes that get tweak words: t_{s mod 3} of the odd words, t_{(s + 1) mod 3} of the even. */
#define SKEIN_ODD_TWEAK_LANE_1024 3
#define SKEIN_EVEN_TWEAK_LANE_1024 5

/* GROUP(s, j, j', t, t', r): four rounds with the rotations r .. r + 3 and then subkey s, whose
 * even words are k_j, k_{j+2}, ... and tweak word t', and whose odd words are k_j', k_{j'+2},
 * ... and tweak word t. After LAST there are no rounds. */
#define SKEIN_GROUPS_1024(GROUP, LAST) \
  GROUP(1, 1, 2, 1, 2, 0) \
  GROUP(2, 2, 3, 2, 0, 4) \
  GROUP(3, 3, 4, 0, 1, 0) \
  GROUP(4, 4, 5, 1, 2, 4) \
  GROUP(5, 5, 6, 2, 0, 0) \
  GROUP(6, 6, 7, 0, 1, 4) \
  GROUP(7, 7, 8, 1, 2, 0) \
  GROUP(8, 8, 9, 2, 0, 4) \
  GROUP(9, 9, 10, 0, 1, 0) \
  GROUP(10, 10, 11, 1, 2, 4) \
  GROUP(11, 11, 12, 2, 0, 0) \
  GROUP(12, 12, 13, 0, 1, 4) \
  GROUP(13, 13, 14, 1, 2, 0) \
  GROUP(14, 14, 15, 2, 0, 4) \
  GROUP(15, 15, 16, 0, 1, 0) \
  GROUP(16, 16, 0, 1, 2, 4) \
  GROUP(17, 0, 1, 2, 0, 0) \
  GROUP(18, 1, 2, 0, 1, 4) \
  GROUP(19, 2, 3, 1, 2, 0) \
  LAST(20, 3, 4, 2, 0, 4)
