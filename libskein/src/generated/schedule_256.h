/* SPDX-License-Identifier: Apache-2.0 */
/* Written by `make generate` (hashloom/codegen/software_tables.py); not to be edited. */
/* Threefish-256 of versions 1.2 and 1.3, step by step. The 4 words keep their places; the
 * permutation of section 3.3 is in the numbering.
 *
 *     KEY(i, j)            v_i += k_j
 *     KEY_TWEAK(i, j, n)   v_i += k_j + t_n
 *     KEY_ROUND(i, j, s)   v_i += k_j + s
 *     MIX(a, b, r)         v_a += v_b, v_b = (v_b <<< r) ^ v_a
 *
 * In the macro for decryption, which runs backwards, each is to be undone. */
#define SKEIN_ENCRYPT_256(KEY, KEY_TWEAK, KEY_ROUND, MIX) \
  KEY(0, 0) KEY_TWEAK(1, 1, 0) KEY_TWEAK(2, 2, 1) KEY(3, 3) \
  MIX(0, 1, 14) MIX(2, 3, 16) \
  MIX(0, 3, 52) MIX(2, 1, 57) \
  MIX(0, 1, 23) MIX(2, 3, 40) \
  MIX(0, 3, 5) MIX(2, 1, 37) \
  KEY(0, 1) KEY_TWEAK(1, 2, 1) KEY_TWEAK(2, 3, 2) KEY_ROUND(3, 4, 1) \
  MIX(0, 1, 25) MIX(2, 3, 33) \
  MIX(0, 3, 46) MIX(2, 1, 12) \
  MIX(0, 1, 58) MIX(2, 3, 22) \
  MIX(0, 3, 32) MIX(2, 1, 32) \
  KEY(0, 2) KEY_TWEAK(1, 3, 2) KEY_TWEAK(2, 4, 0) KEY_ROUND(3, 0, 2) \
  MIX(0, 1, 14) MIX(2, 3, 16) \
  MIX(0, 3, 52) MIX(2, 1, 57) \
  MIX(0, 1, 23) MIX(2, 3, 40) \
  MIX(0, 3, 5) MIX(2, 1, 37) \
  KEY(0, 3) KEY_TWEAK(1, 4, 0) KEY_TWEAK(2, 0, 1) KEY_ROUND(3, 1, 3) \
  MIX(0, 1, 25) MIX(2, 3, 33) \
  MIX(0, 3, 46) MIX(2, 1, 12) \
  MIX(0, 1, 58) MIX(2, 3, 22) \
  MIX(0, 3, 32) MIX(2, 1, 32) \
  KEY(0, 4) KEY_TWEAK(1, 0, 1) KEY_TWEAK(2, 1, 2) KEY_ROUND(3, 2, 4) \
  MIX(0, 1, 14) MIX(2, 3, 16) \
  MIX(0, 3, 52) MIX(2, 1, 57) \
  MIX(0, 1, 23) MIX(2, 3, 40) \
  MIX(0, 3, 5) MIX(2, 1, 37) \
  KEY(0, 0) KEY_TWEAK(1, 1, 2) KEY_TWEAK(2, 2, 0) KEY_ROUND(3, 3, 5) \
  MIX(0, 1, 25) MIX(2, 3, 33) \
  MIX(0, 3, 46) MIX(2, 1, 12) \
  MIX(0, 1, 58) MIX(2, 3, 22) \
  MIX(0, 3, 32) MIX(2, 1, 32) \
  KEY(0, 1) KEY_TWEAK(1, 2, 0) KEY_TWEAK(2, 3, 1) KEY_ROUND(3, 4, 6) \
  MIX(0, 1, 14) MIX(2, 3, 16) \
  MIX(0, 3, 52) MIX(2, 1, 57) \
  MIX(0, 1, 23) MIX(2, 3, 40) \
  MIX(0, 3, 5) MIX(2, 1, 37) \
  KEY(0, 2) KEY_TWEAK(1, 3, 1) KEY_TWEAK(2, 4, 2) KEY_ROUND(3, 0, 7) \
  MIX(0, 1, 25) MIX(2, 3, 33) \
  MIX(0, 3, 46) MIX(2, 1, 12) \
  MIX(0, 1, 58) MIX(2, 3, 22) \
  MIX(0, 3, 32) MIX(2, 1, 32) \
  KEY(0, 3) KEY_TWEAK(1, 4, 2) KEY_TWEAK(2, 0, 0) KEY_ROUND(3, 1, 8) \
  MIX(0, 1, 14) MIX(2, 3, 16) \
  MIX(0, 3, 52) MIX(2, 1, 57) \
  MIX(0, 1, 23) MIX(2, 3, 40) \
  MIX(0, 3, 5) MIX(2, 1, 37) \
  KEY(0, 4) KEY_TWEAK(1, 0, 0) KEY_TWEAK(2, 1, 1) KEY_ROUND(3, 2, 9) \
  MIX(0, 1, 25) MIX(2, 3, 33) \
  MIX(0, 3, 46) MIX(2, 1, 12) \
  MIX(0, 1, 58) MIX(2, 3, 22) \
  MIX(0, 3, 32) MIX(2, 1, 32) \
  KEY(0, 0) KEY_TWEAK(1, 1, 1) KEY_TWEAK(2, 2, 2) KEY_ROUND(3, 3, 10) \
  MIX(0, 1, 14) MIX(2, 3, 16) \
  MIX(0, 3, 52) MIX(2, 1, 57) \
  MIX(0, 1, 23) MIX(2, 3, 40) \
  MIX(0, 3, 5) MIX(2, 1, 37) \
  KEY(0, 1) KEY_TWEAK(1, 2, 2) KEY_TWEAK(2, 3, 0) KEY_ROUND(3, 4, 11) \
  MIX(0, 1, 25) MIX(2, 3, 33) \
  MIX(0, 3, 46) MIX(2, 1, 12) \
  MIX(0, 1, 58) MIX(2, 3, 22) \
  MIX(0, 3, 32) MIX(2, 1, 32) \
  KEY(0, 2) KEY_TWEAK(1, 3, 0) KEY_TWEAK(2, 4, 1) KEY_ROUND(3, 0, 12) \
  MIX(0, 1, 14) MIX(2, 3, 16) \
  MIX(0, 3, 52) MIX(2, 1, 57) \
  MIX(0, 1, 23) MIX(2, 3, 40) \
  MIX(0, 3, 5) MIX(2, 1, 37) \
  KEY(0, 3) KEY_TWEAK(1, 4, 1) KEY_TWEAK(2, 0, 2) KEY_ROUND(3, 1, 13) \
  MIX(0, 1, 25) MIX(2, 3, 33) \
  MIX(0, 3, 46) MIX(2, 1, 12) \
  MIX(0, 1, 58) MIX(2, 3, 22) \
  MIX(0, 3, 32) MIX(2, 1, 32) \
  KEY(0, 4) KEY_TWEAK(1, 0, 2) KEY_TWEAK(2, 1, 0) KEY_ROUND(3, 2, 14) \
  MIX(0, 1, 14) MIX(2, 3, 16) \
  MIX(0, 3, 52) MIX(2, 1, 57) \
  MIX(0, 1, 23) MIX(2, 3, 40) \
  MIX(0, 3, 5) MIX(2, 1, 37) \
  KEY(0, 0) KEY_TWEAK(1, 1, 0) KEY_TWEAK(2, 2, 1) KEY_ROUND(3, 3, 15) \
  MIX(0, 1, 25) MIX(2, 3, 33) \
  MIX(0, 3, 46) MIX(2, 1, 12) \
  MIX(0, 1, 58) MIX(2, 3, 22) \
  MIX(0, 3, 32) MIX(2, 1, 32) \
  KEY(0, 1) KEY_TWEAK(1, 2, 1) KEY_TWEAK(2, 3, 2) KEY_ROUND(3, 4, 16) \
  MIX(0, 1, 14) MIX(2, 3, 16) \
  MIX(0, 3, 52) MIX(2, 1, 57) \
  MIX(0, 1, 23) MIX(2, 3, 40) \
  MIX(0, 3, 5) MIX(2, 1, 37) \
  KEY(0, 2) KEY_TWEAK(1, 3, 2) KEY_TWEAK(2, 4, 0) KEY_ROUND(3, 0, 17) \
  MIX(0, 1, 25) MIX(2, 3, 33) \
  MIX(0, 3, 46) MIX(2, 1, 12) \
  MIX(0, 1, 58) MIX(2, 3, 22) \
  MIX(0, 3, 32) MIX(2, 1, 32) \
  KEY(0, 3) KEY_TWEAK(1, 4, 0) KEY_TWEAK(2, 0, 1) KEY_ROUND(3, 1, 18)

#define SKEIN_DECRYPT_256(KEY, KEY_TWEAK, KEY_ROUND, MIX) \
  KEY_ROUND(3, 1, 18) KEY_TWEAK(2, 0, 1) KEY_TWEAK(1, 4, 0) KEY(0, 3) \
  MIX(2, 1, 32) MIX(0, 3, 32) \
  MIX(2, 3, 22) MIX(0, 1, 58) \
  MIX(2, 1, 12) MIX(0, 3, 46) \
  MIX(2, 3, 33) MIX(0, 1, 25) \
  KEY_ROUND(3, 0, 17) KEY_TWEAK(2, 4, 0) KEY_TWEAK(1, 3, 2) KEY(0, 2) \
  MIX(2, 1, 37) MIX(0, 3, 5) \
  MIX(2, 3, 40) MIX(0, 1, 23) \
  MIX(2, 1, 57) MIX(0, 3, 52) \
  MIX(2, 3, 16) MIX(0, 1, 14) \
  KEY_ROUND(3, 4, 16) KEY_TWEAK(2, 3, 2) KEY_TWEAK(1, 2, 1) KEY(0, 1) \
  MIX(2, 1, 32) MIX(0, 3, 32) \
  MIX(2, 3, 22) MIX(0, 1, 58) \
  MIX(2, 1, 12) MIX(0, 3, 46) \
  MIX(2, 3, 33) MIX(0, 1, 25) \
  KEY_ROUND(3, 3, 15) KEY_TWEAK(2, 2, 1) KEY_TWEAK(1, 1, 0) KEY(0, 0) \
  MIX(2, 1, 37) MIX(0, 3, 5) \
  MIX(2, 3, 40) MIX(0, 1, 23) \
  MIX(2, 1, 57) MIX(0, 3, 52) \
  MIX(2, 3, 16) MIX(0, 1, 14) \
  KEY_ROUND(3, 2, 14) KEY_TWEAK(2, 1, 0) KEY_TWEAK(1, 0, 2) KEY(0, 4) \
  MIX(2, 1, 32) MIX(0, 3, 32) \
  MIX(2, 3, 22) MIX(0, 1, 58) \
  MIX(2, 1, 12) MIX(0, 3, 46) \
  MIX(2, 3, 33) MIX(0, 1, 25) \
  KEY_ROUND(3, 1, 13) KEY_TWEAK(2, 0, 2) KEY_TWEAK(1, 4, 1) KEY(0, 3) \
  MIX(2, 1, 37) MIX(0, 3, 5) \
  MIX(2, 3, 40) MIX(0, 1, 23) \
  MIX(2, 1, 57) MIX(0, 3, 52) \
  MIX(2, 3, 16) MIX(0, 1, 14) \
  KEY_ROUND(3, 0, 12) KEY_TWEAK(2, 4, 1) KEY_TWEAK(1, 3, 0) KEY(0, 2) \
  MIX(2, 1, 32) MIX(0, 3, 32) \
  MIX(2, 3, 22) MIX(0, 1, 58) \
  MIX(2, 1, 12) MIX(0, 3, 46) \
  MIX(2, 3, 33) MIX(0, 1, 25) \
  KEY_ROUND(3, 4, 11) KEY_TWEAK(2, 3, 0) KEY_TWEAK(1, 2, 2) KEY(0, 1) \
  MIX(2, 1, 37) MIX(0, 3, 5) \
  MIX(2, 3, 40) MIX(0, 1, 23) \
  MIX(2, 1, 57) MIX(0, 3, 52) \
  MIX(2, 3, 16) MIX(0, 1, 14) \
  KEY_ROUND(3, 3, 10) KEY_TWEAK(2, 2, 2) KEY_TWEAK(1, 1, 1) KEY(0, 0) \
  MIX(2, 1, 32) MIX(0, 3, 32) \
  MIX(2, 3, 22) MIX(0, 1, 58) \
  MIX(2, 1, 12) MIX(0, 3, 46) \
  MIX(2, 3, 33) MIX(0, 1, 25) \
  KEY_ROUND(3, 2, 9) KEY_TWEAK(2, 1, 1) KEY_TWEAK(1, 0, 0) KEY(0, 4) \
  MIX(2, 1, 37) MIX(0, 3, 5) \
  MIX(2, 3, 40) MIX(0, 1, 23) \
  MIX(2, 1, 57) MIX(0, 3, 52) \
  MIX(2, 3, 16) MIX(0, 1, 14) \
  KEY_ROUND(3, 1, 8) KEY_TWEAK(2, 0, 0) KEY_TWEAK(1, 4, 2) KEY(0, 3) \
  MIX(2, 1, 32) MIX(0, 3, 32) \
  MIX(2, 3, 22) MIX(0, 1, 58) \
  MIX(2, 1, 12) MIX(0, 3, 46) \
  MIX(2, 3, 33) MIX(0, 1, 25) \
  KEY_ROUND(3, 0, 7) KEY_TWEAK(2, 4, 2) KEY_TWEAK(1, 3, 1) KEY(0, 2) \
  MIX(2, 1, 37) MIX(0, 3, 5) \
  MIX(2, 3, 40) MIX(0, 1, 23) \
  MIX(2, 1, 57) MIX(0, 3, 52) \
  MIX(2, 3, 16) MIX(0, 1, 14) \
  KEY_ROUND(3, 4, 6) KEY_TWEAK(2, 3, 1) KEY_TWEAK(1, 2, 0) KEY(0, 1) \
  MIX(2, 1, 32) MIX(0, 3, 32) \
  MIX(2, 3, 22) MIX(0, 1, 58) \
  MIX(2, 1, 12) MIX(0, 3, 46) \
  MIX(2, 3, 33) MIX(0, 1, 25) \
  KEY_ROUND(3, 3, 5) KEY_TWEAK(2, 2, 0) KEY_TWEAK(1, 1, 2) KEY(0, 0) \
  MIX(2, 1, 37) MIX(0, 3, 5) \
  MIX(2, 3, 40) MIX(0, 1, 23) \
  MIX(2, 1, 57) MIX(0, 3, 52) \
  MIX(2, 3, 16) MIX(0, 1, 14) \
  KEY_ROUND(3, 2, 4) KEY_TWEAK(2, 1, 2) KEY_TWEAK(1, 0, 1) KEY(0, 4) \
  MIX(2, 1, 32) MIX(0, 3, 32) \
  MIX(2, 3, 22) MIX(0, 1, 58) \
  MIX(2, 1, 12) MIX(0, 3, 46) \
  MIX(2, 3, 33) MIX(0, 1, 25) \
  KEY_ROUND(3, 1, 3) KEY_TWEAK(2, 0, 1) KEY_TWEAK(1, 4, 0) KEY(0, 3) \
  MIX(2, 1, 37) MIX(0, 3, 5) \
  MIX(2, 3, 40) MIX(0, 1, 23) \
  MIX(2, 1, 57) MIX(0, 3, 52) \
  MIX(2, 3, 16) MIX(0, 1, 14) \
  KEY_ROUND(3, 0, 2) KEY_TWEAK(2, 4, 0) KEY_TWEAK(1, 3, 2) KEY(0, 2) \
  MIX(2, 1, 32) MIX(0, 3, 32) \
  MIX(2, 3, 22) MIX(0, 1, 58) \
  MIX(2, 1, 12) MIX(0, 3, 46) \
  MIX(2, 3, 33) MIX(0, 1, 25) \
  KEY_ROUND(3, 4, 1) KEY_TWEAK(2, 3, 2) KEY_TWEAK(1, 2, 1) KEY(0, 1) \
  MIX(2, 1, 37) MIX(0, 3, 5) \
  MIX(2, 3, 40) MIX(0, 1, 23) \
  MIX(2, 1, 57) MIX(0, 3, 52) \
  MIX(2, 3, 16) MIX(0, 1, 14) \
  KEY(3, 3) KEY_TWEAK(2, 2, 1) KEY_TWEAK(1, 1, 0) KEY(0, 0)
