/* SPDX-License-Identifier: Apache-2.0 */
/* One message on two vectors: the odd words stay in their lanes and the even words move (generated/layout_*.h), so that
 * a round is one addition, one rotation by a count for each lane, one exclusive or, and one move of lanes.
 *
 * The subkey words of a lane are windows of the key words: window j is k_j, k_{j+2}, ..., the even words of subkey j
 * and the odd ones of subkey j - 1. Tweak words are added in one lane each.
 *
 * The shortest way through four rounds and a subkey is 12 cycles (512) or 14 (1024) on processors whose moves across
 * 128 bits take three. To stay near it, the sum of both subkey vectors is ready before it is needed: the even vector of
 * the next round is e + k_e + o + k_o, whose last addition has to wait for one operand only.
 *
 * An including file has defined, for its size:
 *     BITS, vector, NAME of the function
 *     add, exclusive_or, rotate       of two vectors
 *     add_tweak(x, word, lane)        x + *word in one lane
 *     MOVE_0 .. MOVE_3                the moves of the even words after each round (skein_move_BITS)
 *     XOR3, SAME, LOW_LANE, LOAD, LOAD_UNALIGNED, STORE_UNALIGNED
 *     SPLIT(a, b, which)              lanes of a, and from the number of lanes on those of b
 *     fold(x)                         the exclusive or of all lanes, in all lanes
 *     ORDER                           the steps below, in the order that is fastest */

#include "words.h"

#define TABLE(name) SIZED(skein_##name)
#define LANES (BITS / 128)

#define WINDOWS (WORDS + 1)
/* Window j + 2 from window j and one that begins with the key word after it. */
#define NEXT_WINDOW(window, following) SPLIT(window, following, LOAD(TABLE(next)))

#define EVEN_TWEAK SIZED(SKEIN_EVEN_TWEAK_LANE)
#define ODD_TWEAK SIZED(SKEIN_ODD_TWEAK_LANE)

/* Are the key and tweak words of subkey s the same as those of an earlier one? */
#define AGAIN(s) (WINDOWS % 3 == 0 && (s) > WINDOWS)

/* The steps of four rounds and the subkey S after them. ADD, ROTATE, MIX and MOVE with a number are those of a round;
 * the others prepare the subkey and add it. */
#define ADD_0 const vector f0 = add(e, x);
#define ROTATE_0 const vector g0 = rotate(o, rotation[R]);
#define MOVE_EVEN_0 const vector e1 = MOVE_0(f0);
#define MIX_0 const vector o1 = exclusive_or(g0, f0);
#define ADD_1 const vector f1 = add(e1, o1);
#define ROTATE_1 const vector g1 = rotate(o1, rotation[R + 1]);
#define MOVE_EVEN_1 const vector e2 = MOVE_1(f1);
#define MIX_1 const vector o2 = exclusive_or(g1, f1);
#define ADD_2 const vector f2 = add(e2, o2);
#define ROTATE_2 const vector g2 = rotate(o2, rotation[R + 2]);
#define MOVE_EVEN_2 const vector e3 = MOVE_2(f2);
#define MIX_2 const vector o3 = exclusive_or(g2, f2);
#define ADD_3 const vector f3 = add(e3, o3);
#define ROTATE_3 const vector g3 = rotate(o3, rotation[R + 3]);
#define MOVE_EVEN_3 e = MOVE_3(f3);
#define MIX_3 const vector o4 = exclusive_or(g3, f3);
#define WINDOW \
  if (!IS_LAST && S + 2 < WINDOWS) w[S + 2] = NEXT_WINDOW(w[S], w[S - 1]);
#define EVEN_KEY \
  if (!AGAIN(S)) even[J] = add_tweak(w[J], &t[EVEN_T], EVEN_TWEAK);
#define ODD_KEY                                                      \
  if (!AGAIN(S)) odd[J] = add_tweak(w[AFTER], &t[ODD_T], ODD_TWEAK); \
  const vector odd_key = add(odd[J], LOAD(TABLE(number)[S]));
#define BOTH_KEYS const vector both_keys = IS_LAST ? o : add(even[J], odd_key);
#define INJECT              \
  if (IS_LAST)              \
    e = add(e, even[J]);    \
  else                      \
    x = add(o4, both_keys); \
  o = add(o4, odd_key);
#define WAIT SKEIN_WAIT

#define FOUR_ROUNDS(s, j, after, odd_tweak, even_tweak, r, is_last)                                         \
  {                                                                                                         \
    enum { S = s, J = j, AFTER = after, ODD_T = odd_tweak, EVEN_T = even_tweak, R = r, IS_LAST = is_last }; \
    ORDER                                                                                                   \
  }
#define GROUP(s, j, after, odd_tweak, even_tweak, r) FOUR_ROUNDS(s, j, after, odd_tweak, even_tweak, r, 0)
#define LAST(s, j, after, odd_tweak, even_tweak, r) FOUR_ROUNDS(s, j, after, odd_tweak, even_tweak, r, 1)

void NAME(const uint64_t *from, uint64_t *chain, uint64_t tweak[2], const uint8_t *blocks, size_t count,
          uint64_t parity, unsigned output) {
  const vector which_even = LOAD(TABLE(even)), which_odd = which_even + SAME(1);
  const vector parity_once = LOW_LANE(parity);
  vector rotation[8], w[WINDOWS];
  uint64_t position = tweak[0], flags = tweak[1];
  for (unsigned d = 0; d < 8; d++) rotation[d] = LOAD(TABLE(rotation)[d]);
  w[0] = SPLIT(LOAD_UNALIGNED(from), LOAD_UNALIGNED(from + LANES), which_even);
  w[1] = SPLIT(LOAD_UNALIGNED(from), LOAD_UNALIGNED(from + LANES), which_odd);
  vector sum = XOR3(w[0], w[1], parity_once);
  for (size_t left = count + output; left > 0; left--, blocks += BITS / 8) {
    if (left == 1 && output) {
      blocks = skein_counter_zero;
      position = SKEIN_OUTPUT_POSITION(BITS);
      flags = SKEIN_OUTPUT_FLAGS;
    }
    position += BITS / 8;
    const uint64_t t[3] = {position, flags, position ^ flags};
    vector even[WINDOWS], odd[WINDOWS];
    const vector low = LOAD_UNALIGNED(blocks), high = LOAD_UNALIGNED(blocks + BITS / 16);
    const vector even_words = SPLIT(low, high, which_even), odd_words = SPLIT(low, high, which_odd);
    const vector words_and_parity = XOR3(even_words, odd_words, parity_once);
    vector e = add(add_tweak(even_words, &t[1], EVEN_TWEAK), w[0]);
    vector o = add(add_tweak(odd_words, &t[0], ODD_TWEAK), w[1]);
    vector x = o;
    w[2] = NEXT_WINDOW(w[0], fold(sum));
    SIZED(SKEIN_GROUPS)(GROUP, LAST);
    sum = XOR3(e, o, words_and_parity);
    w[0] = exclusive_or(e, even_words);
    w[1] = exclusive_or(o, odd_words);
    flags &= ~SKEIN_FIRST;
  }
  STORE_UNALIGNED(chain, SPLIT(w[0], w[1], LOAD(TABLE(low))));
  STORE_UNALIGNED(chain + LANES, SPLIT(w[0], w[1], LOAD(TABLE(high))));
  tweak[0] = position;
  tweak[1] = flags;
}
