# SPDX-License-Identifier: Apache-2.0
"""What registers within the S-box of AES hold, for the families whose rounds are made of it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from hashloom.formal.turns.words import joined
from hashloom.models.aes import sbox, times
from hashloom.models.bits import pick

CUT = 12
"""Bits between aes_sbox_front and aes_sbox_back for a byte."""

NORM = (53, 1, 17, 49)
"""Masks: bits of x^-17, an element of GF(2^4), whose sums are its coordinates in the tower field; the highest
first."""

HALVES = (155, 1, 97, 79, 231, 113, 99, 225)
"""The same for the coordinates of x."""


@lru_cache(maxsize=1)
def front() -> tuple[int, ...]:
    """For each byte what aes_sbox_front makes of it: the inverse of its norm, x^-17, and its two halves."""
    table = []
    for x in range(256):
        power = 1
        for _ in range(255 - 17):
            power = times(power, x)
        sums = [power & mask for mask in NORM] + [x & mask for mask in HALVES]
        table.append(joined([one.bit_count() & 1 for one in sums], 1))
    return tuple(table)


def substituted(word: Any, size: int) -> Any:
    """SubBytes of a word of `size` bytes."""
    return joined([pick(sbox(), byte) for byte in parts(word, size)], 8)


def front_of(word: Any, size: int) -> Any:
    """The words between the parts of the S-boxes of a word of `size` bytes."""
    return joined([pick(front(), byte) for byte in parts(word, size)], CUT)


def parts(word: Any, size: int) -> list[Any]:
    """The bytes of a word or an integer, the highest first."""
    return [word >> 8 * place & 0xFF for place in reversed(range(size))]
