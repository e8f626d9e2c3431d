/* SPDX-License-Identifier: Apache-2.0 */
/* Several messages side by side, for the size BITS; if EXTRA is 1 with one more in scalar registers. lanes.h includes
 * this once for each function. */

#if EXTRA
#define NAME SIZED(lanes_extra)
#else
#define NAME SIZED(lanes)
#endif

static void NAME(struct skein_lanes *lanes, size_t count, uint64_t parity) {
  vector k[WORDS + 1], t[3], m[WORDS];
  uint64_t y[WORDS + 1], u[3];
  const uint8_t *blocks[LANES], *extra_blocks = lanes->extra_blocks;
  size_t at = 0;
  for (unsigned lane = 0; lane < LANES; lane++) blocks[lane] = lanes->blocks[lane];
  if (lanes->initial != NULL) {
    EACH_WORD(SAME_CHAIN);
    t[0] = ADD(SAME((long long)lanes->tweak[0][0]), TIMES(lanes->stride));
    t[1] = SAME((long long)lanes->tweak[1][0]);
  } else {
    EACH_WORD(LOAD_CHAIN);
    t[0] = LOAD(lanes->tweak[0]);
    t[1] = LOAD(lanes->tweak[1]);
  }
  if (EXTRA) {
    EACH_WORD(EXTRA_LOAD_CHAIN);
    u[0] = lanes->extra_tweak[0];
    u[1] = lanes->extra_tweak[1];
  }
  for (size_t left = count + (lanes->output != 0); left > 0; left--) {
    t[0] = ADD(t[0], SAME(BITS / 8));
    if (EXTRA) u[0] += BITS / 8;
    if (left == 1 && lanes->output) {
      at = 0;
      for (unsigned lane = 0; lane < LANES; lane++) blocks[lane] = skein_counter_zero;
      t[0] = SAME(8);
      t[1] = SAME((long long)SKEIN_OUTPUT_FLAGS);
      if (EXTRA) {
        extra_blocks = skein_counter_zero;
        u[0] = 8;
        u[1] = SKEIN_OUTPUT_FLAGS;
      }
    }
    t[2] = XOR(t[0], t[1]);
    k[WORDS] = SAME((long long)parity);
    EACH_WORD(XOR_KEY);
    if (EXTRA) {
      u[2] = u[0] ^ u[1];
      y[WORDS] = parity EACH_WORD(EXTRA_XOR_KEY);
    }
    for (unsigned i = 0; i < WORDS; i += 4) load_words(m + i, blocks, at + 8 * i);
    EACH_WORD(FIRST_WORD);
    EACH_WORD(EXTRA_FIRST_WORD);
    SIZED(SKEIN_ENCRYPT)(KEY, KEY_TWEAK, KEY_ROUND, MIX);
    EACH_WORD(FEED_FORWARD);
    t[1] = ANDNOT(SAME((long long)SKEIN_FIRST), t[1]);
    at += BITS / 8;
    if (EXTRA) {
      EACH_WORD(EXTRA_FEED_FORWARD);
      u[1] &= ~SKEIN_FIRST;
      extra_blocks += BITS / 8;
    }
  }
  EACH_WORD(STORE_CHAIN);
  STORE(lanes->tweak[0], t[0]);
  STORE(lanes->tweak[1], t[1]);
  if (EXTRA) {
    EACH_WORD(EXTRA_STORE_CHAIN);
    lanes->extra_tweak[0] = u[0];
    lanes->extra_tweak[1] = u[1];
  }
}

#undef NAME
