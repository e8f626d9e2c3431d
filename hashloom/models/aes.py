# SPDX-License-Identifier: Apache-2.0
"""Parts of AES (FIPS 197) that hash functions are made of: its field, its S-box, and a round without a key.

A state of 16 bytes is an integer whose highest byte is byte 0; the first column is bytes 0 to 3.
"""

from functools import lru_cache

from hashloom.models.bits import pick

STATE = 16
"""Bytes of a state."""

MIX = (2, 1, 1, 3)
"""What MixColumns multiplies the first byte of a column with, by row of the result (section 5.1.3)."""


def times(x: int, y: int) -> int:
    """Product of two bytes in GF(2^8) modulo x^8 + x^4 + x^3 + x + 1 (section 4.2)."""
    product = 0
    while y:
        product ^= x * (y & 1)
        x = x << 1 ^ (x >> 7) * 0x11B
        y >>= 1
    return product


@lru_cache(maxsize=1)
def sbox() -> tuple[int, ...]:
    """S-box: the inverse in GF(2^8), then an affine map (section 5.1.1)."""
    powers = [1]  # of the generator 3
    while len(powers) < 255:
        powers.append(times(3, powers[-1]))
    result = [0x63] * 256
    for i, x in enumerate(powers):
        wide = powers[-i] * 0x101  # the inverse, twice, so that it rotates as it shifts
        result[x] ^= (wide ^ wide >> 4 ^ wide >> 5 ^ wide >> 6 ^ wide >> 7) & 0xFF
    return tuple(result)


def round_of(state: int) -> int:
    """SubBytes, ShiftRows and MixColumns (sections 5.1.1 to 5.1.3), by tables of their sum."""
    tables = _round_tables()
    result = 0
    for i in range(STATE):
        result ^= pick(tables[i], state >> 8 * (STATE - 1 - i) & 0xFF)
    return result


@lru_cache(maxsize=1)
def _round_tables() -> tuple[tuple[int, ...], ...]:
    """For each place of a state the state that comes of S(x) there and zeros elsewhere."""
    tables = []
    for i in range(STATE):
        row, column = i % 4, (i // 4 - i % 4) % 4
        factors = [(MIX[(other - row) % 4], 8 * (STATE - 1 - 4 * column - other)) for other in range(4)]
        tables.append(tuple(sum(times(factor, s) << place for factor, place in factors) for s in sbox()))
    return tuple(tables)
