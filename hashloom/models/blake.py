# SPDX-License-Identifier: Apache-2.0
"""BLAKE (J.-P. Aumasson, L. Henzen, W. Meier, R. C.-W. Phan: SHA-3 proposal BLAKE), without salt.

Section numbers are those of version 1.3 of the proposal, the one for the final round. Its BLAKE-256 and
BLAKE-512 differ from BLAKE-32 and BLAKE-64 of the second round in the number of rounds only.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from hashloom.catalogue.design import Function
from hashloom.models import Block, padding
from hashloom.models.bits import cut
from hashloom.models.iterated import Iterated
from hashloom.models.sha2 import initial_value

ROUNDS = {("r2", 256): 10, ("r2", 512): 14, ("r3", 256): 14, ("r3", 512): 16}
"""Rounds of a compression by version and length of the digest."""

ROTATIONS = {32: (16, 12, 8, 7), 64: (32, 25, 16, 11)}
"""Distances by which G rotates to the right, by word size (sections 2.1.2 and 2.2.2)."""

SIGMA: tuple[tuple[int, ...], ...] = (
    (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
    (14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3),
    (11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4),
    (7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8),
    (9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13),
    (2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9),
    (12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11),
    (13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10),
    (6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5),
    (10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0),
)
"""The permutations of section 2.1.1; round r uses number r mod 10."""

PLACES = (
    (0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
    (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14),
)  # fmt: skip
"""Words of the state that G_0 .. G_7 work on: the columns, then the diagonals."""


@lru_cache(maxsize=2)
def constants(word_bits: int) -> tuple[int, ...]:
    """c_0 .. c_15: the first bits of the fractional part of pi (sections 2.1.1 and 2.2.1)."""
    size = 16 * word_bits
    guard = 32
    one = 1 << size + guard
    # Machin: pi = 16 arctan(1/5) - 4 arctan(1/239).
    fraction = 16 * _arctan_of_inverse(5, one) - 4 * _arctan_of_inverse(239, one) - 3 * one >> guard
    mask = (1 << word_bits) - 1
    return tuple(fraction >> word_bits * (15 - i) & mask for i in range(16))


@dataclass(frozen=True)
class Blake(Iterated[tuple[int, ...]]):
    """BLAKE with a digest of 256 or 512 bits, version `r2` or `r3`."""

    version: str
    digest_bits: int

    @property
    def word_bits(self) -> int:
        """Bits of a word."""
        return self.digest_bits // 8

    @property
    def block_bits(self) -> int:
        """Sixteen words."""
        return 16 * self.word_bits

    def initial(self, counted: int = 0) -> tuple[int, ...]:
        """Initial value: that of SHA-2."""
        return initial_value(str(self.digest_bits))

    def absorb(self, chain: tuple[int, ...], block: Block) -> tuple[int, ...]:
        """Compression with the counter t (section 2.1.3)."""
        rounds = ROUNDS[self.version, self.digest_bits]
        counter = 0 if block.empty else block.count
        return compress(self.word_bits, rounds, chain, block.data, counter)

    def finish(self, chain: tuple[int, ...]) -> bytes:
        """The digest: the last chaining value."""
        return b"".join(word.to_bytes(self.word_bits // 8, "big") for word in chain)

    def blocks(self, message: bytes, bits: int, counted: int = 0) -> list[Block]:
        """Padded blocks as the hardware's block port gets them (section 2.1.3).

        A bit 1, as few zeros as bring the end to that of a block, a bit 1, the length in two words.
        """
        message, bits = cut(message, bits)
        end = (counted + bits).to_bytes(2 * self.word_bits // 8, "big")
        padded = padding.strengthened(message, bits, self.block_bits, end, before="1")
        return padding.blocks(padded, bits, self.block_bits, counted)


def compress(word_bits: int, rounds: int, chain: tuple[int, ...], block: bytes, t: int) -> tuple[int, ...]:
    """Next chaining value from a block and its counter t (section 2.1.2)."""
    size = word_bits // 8
    m = [int.from_bytes(block[i : i + size], "big") for i in range(0, len(block), size)]
    v = begin(word_bits, chain, t)
    for number in range(4 * rounds):
        v = quarter(word_bits, number, v, m)
    return end(chain, v)


def begin(word_bits: int, chain: Sequence[int], t: int) -> list[int]:
    """v_0 .. v_15 from the chaining value and the counter (section 2.1.2, initialization)."""
    c, mask = constants(word_bits), (1 << word_bits) - 1
    low, high = t & mask, t >> word_bits
    return [*chain, *c[:4], low ^ c[4], low ^ c[5], high ^ c[6], high ^ c[7]]


def addend(word_bits: int, number: int, g: int, m: Sequence[int]) -> int:
    """What a quarter of a round, counted from the first of a block, adds to the a of G_g besides b."""
    sigma = SIGMA[number // 4 % 10]
    j, k = sigma[2 * g], sigma[2 * g + 1]
    return m[k] ^ constants(word_bits)[j] if number % 2 else m[j] ^ constants(word_bits)[k]


def quarter(word_bits: int, number: int, v: Sequence[int], m: Sequence[int]) -> list[int]:
    """v after a quarter of a round: the first or the second half of G_0 .. G_3, or of G_4 .. G_7."""
    return lower(word_bits, number, upper(word_bits, number, v, m))


def upper(word_bits: int, number: int, v: Sequence[int], m: Sequence[int]) -> list[int]:
    """v after the steps of a quarter of a round that make a and d."""
    mask, after = (1 << word_bits) - 1, list(v)
    n = ROTATIONS[word_bits][number % 2 * 2]
    for g in range(4) if number % 4 < 2 else range(4, 8):
        p_a, p_b, _, p_d = PLACES[g]
        a = after[p_a] = v[p_a] + v[p_b] + addend(word_bits, number, g, m) & mask
        x = v[p_d] ^ a
        after[p_d] = (x >> n | x << word_bits - n) & mask
    return after


def lower(word_bits: int, number: int, v: Sequence[int]) -> list[int]:
    """v after the steps of a quarter of a round that make c and b."""
    mask, after = (1 << word_bits) - 1, list(v)
    n = ROTATIONS[word_bits][number % 2 * 2 + 1]
    for g in range(4) if number % 4 < 2 else range(4, 8):
        _, p_b, p_c, p_d = PLACES[g]
        c = after[p_c] = v[p_c] + v[p_d] & mask
        x = v[p_b] ^ c
        after[p_b] = (x >> n | x << word_bits - n) & mask
    return after


def end(chain: Sequence[int], v: Sequence[int]) -> tuple[int, ...]:
    """Next chaining value (section 2.1.2, finalization)."""
    return tuple(chain[i] ^ v[i] ^ v[i + 8] for i in range(8))


def _arctan_of_inverse(x: int, one: int) -> int:
    """arctan(1/x) in units of 1/one."""
    power, total, n = one // x, 0, 1
    while power:
        total += power // n if n % 4 == 1 else -(power // n)
        power //= x * x
        n += 2
    return total


def model(function: Function) -> Blake:
    """BLAKE with the fields of the function's name."""
    return Blake(str(function.fields["version"]), int(function.fields["digest"]))
