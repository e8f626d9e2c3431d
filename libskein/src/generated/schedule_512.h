/* SPDX-License-Identifier: Apache-2.0 */
/* Written by `make generate` (hashloom/codegen/software_tables.py); not to be edited. */
/* Threefish-512 of versions 1.2 and 1.3, step by step. The 8 words keep their places; the
 * permutation of section 3.3 is in the numbering.
 *
 *     KEY(i, j)            v_i += k_j
 *     KEY_TWEAK(i, j, n)   v_i += k_j + t_n
 *     KEY_ROUND(i, j, s)   v_i += k_j + s
 *     MIX(a, b, r)         v_a += v_b, v_b = (v_b <<< r) ^ v_a
 *
 * In the macro for decryption, which runs backwards, each is to be undone. */
#define SKEIN_ENCRYPT_512(KEY, KEY_TWEAK, KEY_ROUND, MIX) \
  KEY(0, 0) KEY(1, 1) KEY(2, 2) KEY(3, 3) KEY(4, 4) KEY_TWEAK(5, 5, 0) KEY_TWEAK(6, 6, 1) KEY(7, 7) \
  MIX(0, 1, 46) MIX(2, 3, 36) MIX(4, 5, 19) MIX(6, 7, 37) \
  MIX(2, 1, 33) MIX(4, 7, 27) MIX(6, 5, 14) MIX(0, 3, 42) \
  MIX(4, 1, 17) MIX(6, 3, 49) MIX(0, 5, 36) MIX(2, 7, 39) \
  MIX(6, 1, 44) MIX(0, 7, 9) MIX(2, 5, 54) MIX(4, 3, 56) \
  KEY(0, 1) KEY(1, 2) KEY(2, 3) KEY(3, 4) KEY(4, 5) KEY_TWEAK(5, 6, 1) KEY_TWEAK(6, 7, 2) KEY_ROUND(7, 8, 1) \
  MIX(0, 1, 39) MIX(2, 3, 30) MIX(4, 5, 34) MIX(6, 7, 24) \
  MIX(2, 1, 13) MIX(4, 7, 50) MIX(6, 5, 10) MIX(0, 3, 17) \
  MIX(4, 1, 25) MIX(6, 3, 29) MIX(0, 5, 39) MIX(2, 7, 43) \
  MIX(6, 1, 8) MIX(0, 7, 35) MIX(2, 5, 56) MIX(4, 3, 22) \
  KEY(0, 2) KEY(1, 3) KEY(2, 4) KEY(3, 5) KEY(4, 6) KEY_TWEAK(5, 7, 2) KEY_TWEAK(6, 8, 0) KEY_ROUND(7, 0, 2) \
  MIX(0, 1, 46) MIX(2, 3, 36) MIX(4, 5, 19) MIX(6, 7, 37) \
  MIX(2, 1, 33) MIX(4, 7, 27) MIX(6, 5, 14) MIX(0, 3, 42) \
  MIX(4, 1, 17) MIX(6, 3, 49) MIX(0, 5, 36) MIX(2, 7, 39) \
  MIX(6, 1, 44) MIX(0, 7, 9) MIX(2, 5, 54) MIX(4, 3, 56) \
  KEY(0, 3) KEY(1, 4) KEY(2, 5) KEY(3, 6) KEY(4, 7) KEY_TWEAK(5, 8, 0) KEY_TWEAK(6, 0, 1) KEY_ROUND(7, 1, 3) \
  MIX(0, 1, 39) MIX(2, 3, 30) MIX(4, 5, 34) MIX(6, 7, 24) \
  MIX(2, 1, 13) MIX(4, 7, 50) MIX(6, 5, 10) MIX(0, 3, 17) \
  MIX(4, 1, 25) MIX(6, 3, 29) MIX(0, 5, 39) MIX(2, 7, 43) \
  MIX(6, 1, 8) MIX(0, 7, 35) MIX(2, 5, 56) MIX(4, 3, 22) \
  KEY(0, 4) KEY(1, 5) KEY(2, 6) KEY(3, 7) KEY(4, 8) KEY_TWEAK(5, 0, 1) KEY_TWEAK(6, 1, 2) KEY_ROUND(7, 2, 4) \
  MIX(0, 1, 46) MIX(2, 3, 36) MIX(4, 5, 19) MIX(6, 7, 37) \
  MIX(2, 1, 33) MIX(4, 7, 27) MIX(6, 5, 14) MIX(0, 3, 42) \
  MIX(4, 1, 17) MIX(6, 3, 49) MIX(0, 5, 36) MIX(2, 7, 39) \
  MIX(6, 1, 44) MIX(0, 7, 9) MIX(2, 5, 54) MIX(4, 3, 56) \
  KEY(0, 5) KEY(1, 6) KEY(2, 7) KEY(3, 8) KEY(4, 0) KEY_TWEAK(5, 1, 2) KEY_TWEAK(6, 2, 0) KEY_ROUND(7, 3, 5) \
  MIX(0, 1, 39) MIX(2, 3, 30) MIX(4, 5, 34) MIX(6, 7, 24) \
  MIX(2, 1, 13) MIX(4, 7, 50) MIX(6, 5, 10) MIX(0, 3, 17) \
  MIX(4, 1, 25) MIX(6, 3, 29) MIX(0, 5, 39) MIX(2, 7, 43) \
  MIX(6, 1, 8) MIX(0, 7, 35) MIX(2, 5, 56) MIX(4, 3, 22) \
  KEY(0, 6) KEY(1, 7) KEY(2, 8) KEY(3, 0) KEY(4, 1) KEY_TWEAK(5, 2, 0) KEY_TWEAK(6, 3, 1) KEY_ROUND(7, 4, 6) \
  MIX(0, 1, 46) MIX(2, 3, 36) MIX(4, 5, 19) MIX(6, 7, 37) \
  MIX(2, 1, 33) MIX(4, 7, 27) MIX(6, 5, 14) MIX(0, 3, 42) \
  MIX(4, 1, 17) MIX(6, 3, 49) MIX(0, 5, 36) MIX(2, 7, 39) \
  MIX(6, 1, 44) MIX(0, 7, 9) MIX(2, 5, 54) MIX(4, 3, 56) \
  KEY(0, 7) KEY(1, 8) KEY(2, 0) KEY(3, 1) KEY(4, 2) KEY_TWEAK(5, 3, 1) KEY_TWEAK(6, 4, 2) KEY_ROUND(7, 5, 7) \
  MIX(0, 1, 39) MIX(2, 3, 30) MIX(4, 5, 34) MIX(6, 7, 24) \
  MIX(2, 1, 13) MIX(4, 7, 50) MIX(6, 5, 10) MIX(0, 3, 17) \
  MIX(4, 1, 25) MIX(6, 3, 29) MIX(0, 5, 39) MIX(2, 7, 43) \
  MIX(6, 1, 8) MIX(0, 7, 35) MIX(2, 5, 56) MIX(4, 3, 22) \
  KEY(0, 8) KEY(1, 0) KEY(2, 1) KEY(3, 2) KEY(4, 3) KEY_TWEAK(5, 4, 2) KEY_TWEAK(6, 5, 0) KEY_ROUND(7, 6, 8) \
  MIX(0, 1, 46) MIX(2, 3, 36) MIX(4, 5, 19) MIX(6, 7, 37) \
  MIX(2, 1, 33) MIX(4, 7, 27) MIX(6, 5, 14) MIX(0, 3, 42) \
  MIX(4, 1, 17) MIX(6, 3, 49) MIX(0, 5, 36) MIX(2, 7, 39) \
  MIX(6, 1, 44) MIX(0, 7, 9) MIX(2, 5, 54) MIX(4, 3, 56) \
  KEY(0, 0) KEY(1, 1) KEY(2, 2) KEY(3, 3) KEY(4, 4) KEY_TWEAK(5, 5, 0) KEY_TWEAK(6, 6, 1) KEY_ROUND(7, 7, 9) \
  MIX(0, 1, 39) MIX(2, 3, 30) MIX(4, 5, 34) MIX(6, 7, 24) \
  MIX(2, 1, 13) MIX(4, 7, 50) MIX(6, 5, 10) MIX(0, 3, 17) \
  MIX(4, 1, 25) MIX(6, 3, 29) MIX(0, 5, 39) MIX(2, 7, 43) \
  MIX(6, 1, 8) MIX(0, 7, 35) MIX(2, 5, 56) MIX(4, 3, 22) \
  KEY(0, 1) KEY(1, 2) KEY(2, 3) KEY(3, 4) KEY(4, 5) KEY_TWEAK(5, 6, 1) KEY_TWEAK(6, 7, 2) KEY_ROUND(7, 8, 10) \
  MIX(0, 1, 46) MIX(2, 3, 36) MIX(4, 5, 19) MIX(6, 7, 37) \
  MIX(2, 1, 33) MIX(4, 7, 27) MIX(6, 5, 14) MIX(0, 3, 42) \
  MIX(4, 1, 17) MIX(6, 3, 49) MIX(0, 5, 36) MIX(2, 7, 39) \
  MIX(6, 1, 44) MIX(0, 7, 9) MIX(2, 5, 54) MIX(4, 3, 56) \
  KEY(0, 2) KEY(1, 3) KEY(2, 4) KEY(3, 5) KEY(4, 6) KEY_TWEAK(5, 7, 2) KEY_TWEAK(6, 8, 0) KEY_ROUND(7, 0, 11) \
  MIX(0, 1, 39) MIX(2, 3, 30) MIX(4, 5, 34) MIX(6, 7, 24) \
  MIX(2, 1, 13) MIX(4, 7, 50) MIX(6, 5, 10) MIX(0, 3, 17) \
  MIX(4, 1, 25) MIX(6, 3, 29) MIX(0, 5, 39) MIX(2, 7, 43) \
  MIX(6, 1, 8) MIX(0, 7, 35) MIX(2, 5, 56) MIX(4, 3, 22) \
  KEY(0, 3) KEY(1, 4) KEY(2, 5) KEY(3, 6) KEY(4, 7) KEY_TWEAK(5, 8, 0) KEY_TWEAK(6, 0, 1) KEY_ROUND(7, 1, 12) \
  MIX(0, 1, 46) MIX(2, 3, 36) MIX(4, 5, 19) MIX(6, 7, 37) \
  MIX(2, 1, 33) MIX(4, 7, 27) MIX(6, 5, 14) MIX(0, 3, 42) \
  MIX(4, 1, 17) MIX(6, 3, 49) MIX(0, 5, 36) MIX(2, 7, 39) \
  MIX(6, 1, 44) MIX(0, 7, 9) MIX(2, 5, 54) MIX(4, 3, 56) \
  KEY(0, 4) KEY(1, 5) KEY(2, 6) KEY(3, 7) KEY(4, 8) KEY_TWEAK(5, 0, 1) KEY_TWEAK(6, 1, 2) KEY_ROUND(7, 2, 13) \
  MIX(0, 1, 39) MIX(2, 3, 30) MIX(4, 5, 34) MIX(6, 7, 24) \
  MIX(2, 1, 13) MIX(4, 7, 50) MIX(6, 5, 10) MIX(0, 3, 17) \
  MIX(4, 1, 25) MIX(6, 3, 29) MIX(0, 5, 39) MIX(2, 7, 43) \
  MIX(6, 1, 8) MIX(0, 7, 35) MIX(2, 5, 56) MIX(4, 3, 22) \
  KEY(0, 5) KEY(1, 6) KEY(2, 7) KEY(3, 8) KEY(4, 0) KEY_TWEAK(5, 1, 2) KEY_TWEAK(6, 2, 0) KEY_ROUND(7, 3, 14) \
  MIX(0, 1, 46) MIX(2, 3, 36) MIX(4, 5, 19) MIX(6, 7, 37) \
  MIX(2, 1, 33) MIX(4, 7, 27) MIX(6, 5, 14) MIX(0, 3, 42) \
  MIX(4, 1, 17) MIX(6, 3, 49) MIX(0, 5, 36) MIX(2, 7, 39) \
  MIX(6, 1, 44) MIX(0, 7, 9) MIX(2, 5, 54) MIX(4, 3, 56) \
  KEY(0, 6) KEY(1, 7) KEY(2, 8) KEY(3, 0) KEY(4, 1) KEY_TWEAK(5, 2, 0) KEY_TWEAK(6, 3, 1) KEY_ROUND(7, 4, 15) \
  MIX(0, 1, 39) MIX(2, 3, 30) MIX(4, 5, 34) MIX(6, 7, 24) \
  MIX(2, 1, 13) MIX(4, 7, 50) MIX(6, 5, 10) MIX(0, 3, 17) \
  MIX(4, 1, 25) MIX(6, 3, 29) MIX(0, 5, 39) MIX(2, 7, 43) \
  MIX(6, 1, 8) MIX(0, 7, 35) MIX(2, 5, 56) MIX(4, 3, 22) \
  KEY(0, 7) KEY(1, 8) KEY(2, 0) KEY(3, 1) KEY(4, 2) KEY_TWEAK(5, 3, 1) KEY_TWEAK(6, 4, 2) KEY_ROUND(7, 5, 16) \
  MIX(0, 1, 46) MIX(2, 3, 36) MIX(4, 5, 19) MIX(6, 7, 37) \
  MIX(2, 1, 33) MIX(4, 7, 27) MIX(6, 5, 14) MIX(0, 3, 42) \
  MIX(4, 1, 17) MIX(6, 3, 49) MIX(0, 5, 36) MIX(2, 7, 39) \
  MIX(6, 1, 44) MIX(0, 7, 9) MIX(2, 5, 54) MIX(4, 3, 56) \
  KEY(0, 8) KEY(1, 0) KEY(2, 1) KEY(3, 2) KEY(4, 3) KEY_TWEAK(5, 4, 2) KEY_TWEAK(6, 5, 0) KEY_ROUND(7, 6, 17) \
  MIX(0, 1, 39) MIX(2, 3, 30) MIX(4, 5, 34) MIX(6, 7, 24) \
  MIX(2, 1, 13) MIX(4, 7, 50) MIX(6, 5, 10) MIX(0, 3, 17) \
  MIX(4, 1, 25) MIX(6, 3, 29) MIX(0, 5, 39) MIX(2, 7, 43) \
  MIX(6, 1, 8) MIX(0, 7, 35) MIX(2, 5, 56) MIX(4, 3, 22) \
  KEY(0, 0) KEY(1, 1) KEY(2, 2) KEY(3, 3) KEY(4, 4) KEY_TWEAK(5, 5, 0) KEY_TWEAK(6, 6, 1) KEY_ROUND(7, 7, 18)

#define SKEIN_DECRYPT_512(KEY, KEY_TWEAK, KEY_ROUND, MIX) \
  KEY_ROUND(7, 7, 18) KEY_TWEAK(6, 6, 1) KEY_TWEAK(5, 5, 0) KEY(4, 4) KEY(3, 3) KEY(2, 2) KEY(1, 1) KEY(0, 0) \
  MIX(4, 3, 22) MIX(2, 5, 56) MIX(0, 7, 35) MIX(6, 1, 8) \
  MIX(2, 7, 43) MIX(0, 5, 39) MIX(6, 3, 29) MIX(4, 1, 25) \
  MIX(0, 3, 17) MIX(6, 5, 10) MIX(4, 7, 50) MIX(2, 1, 13) \
  MIX(6, 7, 24) MIX(4, 5, 34) MIX(2, 3, 30) MIX(0, 1, 39) \
  KEY_ROUND(7, 6, 17) KEY_TWEAK(6, 5, 0) KEY_TWEAK(5, 4, 2) KEY(4, 3) KEY(3, 2) KEY(2, 1) KEY(1, 0) KEY(0, 8) \
  MIX(4, 3, 56) MIX(2, 5, 54) MIX(0, 7, 9) MIX(6, 1, 44) \
  MIX(2, 7, 39) MIX(0, 5, 36) MIX(6, 3, 49) MIX(4, 1, 17) \
  MIX(0, 3, 42) MIX(6, 5, 14) MIX(4, 7, 27) MIX(2, 1, 33) \
  MIX(6, 7, 37) MIX(4, 5, 19) MIX(2, 3, 36) MIX(0, 1, 46) \
  KEY_ROUND(7, 5, 16) KEY_TWEAK(6, 4, 2) KEY_TWEAK(5, 3, 1) KEY(4, 2) KEY(3, 1) KEY(2, 0) KEY(1, 8) KEY(0, 7) \
  MIX(4, 3, 22) MIX(2, 5, 56) MIX(0, 7, 35) MIX(6, 1, 8) \
  MIX(2, 7, 43) MIX(0, 5, 39) MIX(6, 3, 29) MIX(4, 1, 25) \
  MIX(0, 3, 17) MIX(6, 5, 10) MIX(4, 7, 50) MIX(2, 1, 13) \
  MIX(6, 7, 24) MIX(4, 5, 34) MIX(2, 3, 30) MIX(0, 1, 39) \
  KEY_ROUND(7, 4, 15) KEY_TWEAK(6, 3, 1) KEY_TWEAK(5, 2, 0) KEY(4, 1) KEY(3, 0) KEY(2, 8) KEY(1, 7) KEY(0, 6) \
  MIX(4, 3, 56) MIX(2, 5, 54) MIX(0, 7, 9) MIX(6, 1, 44) \
  MIX(2, 7, 39) MIX(0, 5, 36) MIX(6, 3, 49) MIX(4, 1, 17) \
  MIX(0, 3, 42) MIX(6, 5, 14) MIX(4, 7, 27) MIX(2, 1, 33) \
  MIX(6, 7, 37) MIX(4, 5, 19) MIX(2, 3, 36) MIX(0, 1, 46) \
  KEY_ROUND(7, 3, 14) KEY_TWEAK(6, 2, 0) KEY_TWEAK(5, 1, 2) KEY(4, 0) KEY(3, 8) KEY(2, 7) KEY(1, 6) KEY(0, 5) \
  MIX(4, 3, 22) MIX(2, 5, 56) MIX(0, 7, 35) MIX(6, 1, 8) \
  MIX(2, 7, 43) MIX(0, 5, 39) MIX(6, 3, 29) MIX(4, 1, 25) \
  MIX(0, 3, 17) MIX(6, 5, 10) MIX(4, 7, 50) MIX(2, 1, 13) \
  MIX(6, 7, 24) MIX(4, 5, 34) MIX(2, 3, 30) MIX(0, 1, 39) \
  KEY_ROUND(7, 2, 13) KEY_TWEAK(6, 1, 2) KEY_TWEAK(5, 0, 1) KEY(4, 8) KEY(3, 7) KEY(2, 6) KEY(1, 5) KEY(0, 4) \
  MIX(4, 3, 56) MIX(2, 5, 54) MIX(0, 7, 9) MIX(6, 1, 44) \
  MIX(2, 7, 39) MIX(0, 5, 36) MIX(6, 3, 49) MIX(4, 1, 17) \
  MIX(0, 3, 42) MIX(6, 5, 14) MIX(4, 7, 27) MIX(2, 1, 33) \
  MIX(6, 7, 37) MIX(4, 5, 19) MIX(2, 3, 36) MIX(0, 1, 46) \
  KEY_ROUND(7, 1, 12) KEY_TWEAK(6, 0, 1) KEY_TWEAK(5, 8, 0) KEY(4, 7) KEY(3, 6) KEY(2, 5) KEY(1, 4) KEY(0, 3) \
  MIX(4, 3, 22) MIX(2, 5, 56) MIX(0, 7, 35) MIX(6, 1, 8) \
  MIX(2, 7, 43) MIX(0, 5, 39) MIX(6, 3, 29) MIX(4, 1, 25) \
  MIX(0, 3, 17) MIX(6, 5, 10) MIX(4, 7, 50) MIX(2, 1, 13) \
  MIX(6, 7, 24) MIX(4, 5, 34) MIX(2, 3, 30) MIX(0, 1, 39) \
  KEY_ROUND(7, 0, 11) KEY_TWEAK(6, 8, 0) KEY_TWEAK(5, 7, 2) KEY(4, 6) KEY(3, 5) KEY(2, 4) KEY(1, 3) KEY(0, 2) \
  MIX(4, 3, 56) MIX(2, 5, 54) MIX(0, 7, 9) MIX(6, 1, 44) \
  MIX(2, 7, 39) MIX(0, 5, 36) MIX(6, 3, 49) MIX(4, 1, 17) \
  MIX(0, 3, 42) MIX(6, 5, 14) MIX(4, 7, 27) MIX(2, 1, 33) \
  MIX(6, 7, 37) MIX(4, 5, 19) MIX(2, 3, 36) MIX(0, 1, 46) \
  KEY_ROUND(7, 8, 10) KEY_TWEAK(6, 7, 2) KEY_TWEAK(5, 6, 1) KEY(4, 5) KEY(3, 4) KEY(2, 3) KEY(1, 2) KEY(0, 1) \
  MIX(4, 3, 22) MIX(2, 5, 56) MIX(0, 7, 35) MIX(6, 1, 8) \
  MIX(2, 7, 43) MIX(0, 5, 39) MIX(6, 3, 29) MIX(4, 1, 25) \
  MIX(0, 3, 17) MIX(6, 5, 10) MIX(4, 7, 50) MIX(2, 1, 13) \
  MIX(6, 7, 24) MIX(4, 5, 34) MIX(2, 3, 30) MIX(0, 1, 39) \
  KEY_ROUND(7, 7, 9) KEY_TWEAK(6, 6, 1) KEY_TWEAK(5, 5, 0) KEY(4, 4) KEY(3, 3) KEY(2, 2) KEY(1, 1) KEY(0, 0) \
  MIX(4, 3, 56) MIX(2, 5, 54) MIX(0, 7, 9) MIX(6, 1, 44) \
  MIX(2, 7, 39) MIX(0, 5, 36) MIX(6, 3, 49) MIX(4, 1, 17) \
  MIX(0, 3, 42) MIX(6, 5, 14) MIX(4, 7, 27) MIX(2, 1, 33) \
  MIX(6, 7, 37) MIX(4, 5, 19) MIX(2, 3, 36) MIX(0, 1, 46) \
  KEY_ROUND(7, 6, 8) KEY_TWEAK(6, 5, 0) KEY_TWEAK(5, 4, 2) KEY(4, 3) KEY(3, 2) KEY(2, 1) KEY(1, 0) KEY(0, 8) \
  MIX(4, 3, 22) MIX(2, 5, 56) MIX(0, 7, 35) MIX(6, 1, 8) \
  MIX(2, 7, 43) MIX(0, 5, 39) MIX(6, 3, 29) MIX(4, 1, 25) \
  MIX(0, 3, 17) MIX(6, 5, 10) MIX(4, 7, 50) MIX(2, 1, 13) \
  MIX(6, 7, 24) MIX(4, 5, 34) MIX(2, 3, 30) MIX(0, 1, 39) \
  KEY_ROUND(7, 5, 7) KEY_TWEAK(6, 4, 2) KEY_TWEAK(5, 3, 1) KEY(4, 2) KEY(3, 1) KEY(2, 0) KEY(1, 8) KEY(0, 7) \
  MIX(4, 3, 56) MIX(2, 5, 54) MIX(0, 7, 9) MIX(6, 1, 44) \
  MIX(2, 7, 39) MIX(0, 5, 36) MIX(6, 3, 49) MIX(4, 1, 17) \
  MIX(0, 3, 42) MIX(6, 5, 14) MIX(4, 7, 27) MIX(2, 1, 33) \
  MIX(6, 7, 37) MIX(4, 5, 19) MIX(2, 3, 36) MIX(0, 1, 46) \
  KEY_ROUND(7, 4, 6) KEY_TWEAK(6, 3, 1) KEY_TWEAK(5, 2, 0) KEY(4, 1) KEY(3, 0) KEY(2, 8) KEY(1, 7) KEY(0, 6) \
  MIX(4, 3, 22) MIX(2, 5, 56) MIX(0, 7, 35) MIX(6, 1, 8) \
  MIX(2, 7, 43) MIX(0, 5, 39) MIX(6, 3, 29) MIX(4, 1, 25) \
  MIX(0, 3, 17) MIX(6, 5, 10) MIX(4, 7, 50) MIX(2, 1, 13) \
  MIX(6, 7, 24) MIX(4, 5, 34) MIX(2, 3, 30) MIX(0, 1, 39) \
  KEY_ROUND(7, 3, 5) KEY_TWEAK(6, 2, 0) KEY_TWEAK(5, 1, 2) KEY(4, 0) KEY(3, 8) KEY(2, 7) KEY(1, 6) KEY(0, 5) \
  MIX(4, 3, 56) MIX(2, 5, 54) MIX(0, 7, 9) MIX(6, 1, 44) \
  MIX(2, 7, 39) MIX(0, 5, 36) MIX(6, 3, 49) MIX(4, 1, 17) \
  MIX(0, 3, 42) MIX(6, 5, 14) MIX(4, 7, 27) MIX(2, 1, 33) \
  MIX(6, 7, 37) MIX(4, 5, 19) MIX(2, 3, 36) MIX(0, 1, 46) \
  KEY_ROUND(7, 2, 4) KEY_TWEAK(6, 1, 2) KEY_TWEAK(5, 0, 1) KEY(4, 8) KEY(3, 7) KEY(2, 6) KEY(1, 5) KEY(0, 4) \
  MIX(4, 3, 22) MIX(2, 5, 56) MIX(0, 7, 35) MIX(6, 1, 8) \
  MIX(2, 7, 43) MIX(0, 5, 39) MIX(6, 3, 29) MIX(4, 1, 25) \
  MIX(0, 3, 17) MIX(6, 5, 10) MIX(4, 7, 50) MIX(2, 1, 13) \
  MIX(6, 7, 24) MIX(4, 5, 34) MIX(2, 3, 30) MIX(0, 1, 39) \
  KEY_ROUND(7, 1, 3) KEY_TWEAK(6, 0, 1) KEY_TWEAK(5, 8, 0) KEY(4, 7) KEY(3, 6) KEY(2, 5) KEY(1, 4) KEY(0, 3) \
  MIX(4, 3, 56) MIX(2, 5, 54) MIX(0, 7, 9) MIX(6, 1, 44) \
  MIX(2, 7, 39) MIX(0, 5, 36) MIX(6, 3, 49) MIX(4, 1, 17) \
  MIX(0, 3, 42) MIX(6, 5, 14) MIX(4, 7, 27) MIX(2, 1, 33) \
  MIX(6, 7, 37) MIX(4, 5, 19) MIX(2, 3, 36) MIX(0, 1, 46) \
  KEY_ROUND(7, 0, 2) KEY_TWEAK(6, 8, 0) KEY_TWEAK(5, 7, 2) KEY(4, 6) KEY(3, 5) KEY(2, 4) KEY(1, 3) KEY(0, 2) \
  MIX(4, 3, 22) MIX(2, 5, 56) MIX(0, 7, 35) MIX(6, 1, 8) \
  MIX(2, 7, 43) MIX(0, 5, 39) MIX(6, 3, 29) MIX(4, 1, 25) \
  MIX(0, 3, 17) MIX(6, 5, 10) MIX(4, 7, 50) MIX(2, 1, 13) \
  MIX(6, 7, 24) MIX(4, 5, 34) MIX(2, 3, 30) MIX(0, 1, 39) \
  KEY_ROUND(7, 8, 1) KEY_TWEAK(6, 7, 2) KEY_TWEAK(5, 6, 1) KEY(4, 5) KEY(3, 4) KEY(2, 3) KEY(1, 2) KEY(0, 1) \
  MIX(4, 3, 56) MIX(2, 5, 54) MIX(0, 7, 9) MIX(6, 1, 44) \
  MIX(2, 7, 39) MIX(0, 5, 36) MIX(6, 3, 49) MIX(4, 1, 17) \
  MIX(0, 3, 42) MIX(6, 5, 14) MIX(4, 7, 27) MIX(2, 1, 33) \
  MIX(6, 7, 37) MIX(4, 5, 19) MIX(2, 3, 36) MIX(0, 1, 46) \
  KEY(7, 7) KEY_TWEAK(6, 6, 1) KEY_TWEAK(5, 5, 0) KEY(4, 4) KEY(3, 3) KEY(2, 2) KEY(1, 1) KEY(0, 0)
