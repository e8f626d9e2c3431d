/* SPDX-License-Identifier: Apache-2.0 */
/* Written by `make generate` (hashloom/codegen/software_tables.py); not to be edited. */
#include <stdint.h>

/* Threefish-512 of versions 1.2 and 1.3 on two vectors of 4 words. Odd words
 * (1, 3, 5, 7) stay in their lanes; in rounds 0, 4, 8, ... the even words
 * stand before their successors. */

/* After round d of four, lane i of the even words gets lane [d][i]. */
static const uint64_t skein_move_512[4][4] __attribute__((aligned(64))) = {
    {1, 0, 3, 2},
    {3, 2, 1, 0},
    {1, 0, 3, 2},
    {3, 2, 1, 0},
};

/* Even words by lane in rounds 0, 4, 8, ... */
static const uint64_t skein_even_512[4] __attribute__((aligned(64))) =
    {0, 2, 4, 6};

/* The lane that has the word two further on; 4 is lane 0 of what follows. */
static const uint64_t skein_next_512[4] __attribute__((aligned(64))) =
    {1, 2, 3, 4};

/* Lanes, from 4 on those of the odd vector, that have words 0, 1, ... */
static const uint64_t skein_low_512[4] __attribute__((aligned(64))) =
    {0, 4, 1, 5};

/* The same for the other half of the words. */
static const uint64_t skein_high_512[4] __attribute__((aligned(64))) =
    {2, 6, 3, 7};

/* Rotations by d mod 8 and lane. */
static const uint64_t skein_rotation_512[8][4] __attribute__((aligned(64))) = {
    {46, 36, 19, 37},
    {33, 42, 14, 27},
    {17, 49, 36, 39},
    {44, 56, 54, 9},
    {39, 30, 34, 24},
    {13, 17, 10, 50},
    {25, 29, 39, 43},
    {8, 22, 56, 35},
};

/* s in the lane of the last word, for the odd words of subkey s. */
static const uint64_t skein_number_512[19][4] __attribute__((aligned(64))) = {
    {0, 0, 0, 0},
    {0, 0, 0, 1},
    {0, 0, 0, 2},
    {0, 0, 0, 3},
    {0, 0, 0, 4},
    {0, 0, 0, 5},
    {0, 0, 0, 6},
    {0, 0, 0, 7},
    {0, 0, 0, 8},
    {0, 0, 0, 9},
    {0, 0, 0, 10},
    {0, 0, 0, 11},
    {0, 0, 0, 12},
    {0, 0, 0, 13},
    {0, 0, 0, 14},
    {0, 0, 0, 15},
    {0, 0, 0, 16},
    {0, 0, 0, 17},
    {0, 0, 0, 18},
};

/* Lanes that get tweak words: t_{s mod 3} of the odd words, t_{(s + 1) mod 3} of the even. */
#define SKEIN_ODD_TWEAK_LANE_512 2
#define SKEIN_EVEN_TWEAK_LANE_512 3

/* GROUP(s, j, j', t, t', r): four rounds with the rotations r .. r + 3 and then subkey s, whose
 * even words are k_j, k_{j+2}, ... and tweak word t', and whose odd words are k_j', k_{j'+2},
 * ... and tweak word t. After LAST there are no rounds. */
#define SKEIN_GROUPS_512(GROUP, LAST) \
  GROUP(1, 1, 2, 1, 2, 0) \
  GROUP(2, 2, 3, 2, 0, 4) \
  GROUP(3, 3, 4, 0, 1, 0) \
  GROUP(4, 4, 5, 1, 2, 4) \
  GROUP(5, 5, 6, 2, 0, 0) \
  GROUP(6, 6, 7, 0, 1, 4) \
  GROUP(7, 7, 8, 1, 2, 0) \
  GROUP(8, 8, 0, 2, 0, 4) \
  GROUP(9, 0, 1, 0, 1, 0) \
  GROUP(10, 1, 2, 1, 2, 4) \
  GROUP(11, 2, 3, 2, 0, 0) \
  GROUP(12, 3, 4, 0, 1, 4) \
  GROUP(13, 4, 5, 1, 2, 0) \
  GROUP(14, 5, 6, 2, 0, 4) \
  GROUP(15, 6, 7, 0, 1, 0) \
  GROUP(16, 7, 8, 1, 2, 4) \
  GROUP(17, 8, 0, 2, 0, 0) \
  LAST(18, 0, 1, 0, 1, 4)
