/* SPDX-License-Identifier: Apache-2.0 */
/* The portable kernel for the size BITS, and the block cipher alone in both directions. portable.c includes this once
 * for each size. */

static void SIZED(blocks)(const uint64_t *from, uint64_t *chain, uint64_t tweak[2], const uint8_t *blocks, size_t count,
                          uint64_t parity, unsigned output) {
  uint64_t k[WORDS + 1], t[3] = {tweak[0], tweak[1], 0};
  EACH_WORD(LOAD_CHAIN);
  for (size_t left = count + output; left > 0; left--, blocks += BITS / 8) {
    if (left == 1 && output) {
      blocks = skein_counter_zero;
      t[0] = SKEIN_OUTPUT_POSITION(BITS);
      t[1] = SKEIN_OUTPUT_FLAGS;
    }
    t[0] += BITS / 8;
    t[2] = t[0] ^ t[1];
    k[WORDS] = parity EACH_WORD(XOR_KEY);
    EACH_WORD(LOAD_WORD);
    SIZED(SKEIN_ENCRYPT)(KEY, KEY_TWEAK, KEY_ROUND, MIX);
    EACH_WORD(FEED_FORWARD);
    t[1] &= ~SKEIN_FIRST;
  }
  EACH_WORD(STORE_CHAIN);
  tweak[0] = t[0];
  tweak[1] = t[1];
}

static void SIZED(encrypt)(uint64_t parity, const uint64_t *key, const uint64_t *tweak, uint64_t *state) {
  uint64_t k[WORDS + 1];
  const uint64_t t[3] = {tweak[0], tweak[1], tweak[0] ^ tweak[1]};
  EACH_WORD(TAKE_KEY);
  k[WORDS] = parity EACH_WORD(XOR_KEY);
  EACH_WORD(TAKE_WORD);
  SIZED(SKEIN_ENCRYPT)(KEY, KEY_TWEAK, KEY_ROUND, MIX);
  EACH_WORD(GIVE_WORD);
}

static void SIZED(decrypt)(uint64_t parity, const uint64_t *key, const uint64_t *tweak, uint64_t *state) {
  uint64_t k[WORDS + 1];
  const uint64_t t[3] = {tweak[0], tweak[1], tweak[0] ^ tweak[1]};
  EACH_WORD(TAKE_KEY);
  k[WORDS] = parity EACH_WORD(XOR_KEY);
  EACH_WORD(TAKE_WORD);
  SIZED(SKEIN_DECRYPT)(UNKEY, UNKEY_TWEAK, UNKEY_ROUND, UNMIX);
  EACH_WORD(GIVE_WORD);
}
