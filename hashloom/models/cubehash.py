# SPDX-License-Identifier: Apache-2.0
"""CubeHash16/32 (D. J. Bernstein: CubeHash specification (2.B.1), round 2 of the SHA-3 competition).

16 rounds for each block of 32 bytes. The sections of the specification have no numbers; their headings are
quoted. The 32 words of the state are x[ijklm]: index i j k l m in binary, i the highest bit.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from hashloom.catalogue.design import Function
from hashloom.models import Block, padding
from hashloom.models.bits import cut
from hashloom.models.iterated import Iterated

ROUNDS = 16
"""r: rounds for each block."""
BLOCK_BYTES = 32
"""b: bytes in a block."""
EDGE_ROUNDS = 10 * ROUNDS
"""Rounds that make the initial value, and rounds that follow the last block."""

BIT_I, BIT_J, BIT_K, BIT_L, BIT_M = 16, 8, 4, 2, 1
"""The bits of an index."""
MASK = 0xFFFFFFFF

HALVES = ((7, BIT_J, BIT_L), (11, BIT_K, BIT_M))
"""A round is two halves of one form, with other distances and other exchanges: arguments of `half_round`."""

State = tuple[int, ...]


@dataclass(frozen=True)
class CubeHash(Iterated[State]):
    """CubeHash16/32 with a digest of `digest_bits` bits."""

    digest_bits: int
    block_bits: int = 8 * BLOCK_BYTES

    def initial(self, counted: int = 0) -> State:
        """State before the first block."""
        return initial_value(self.digest_bits)

    def absorb(self, chain: State, block: Block) -> State:
        """A block into the state, then the rounds."""
        return rounds(absorb(chain, words(block.data)), ROUNDS)

    def finish(self, chain: State) -> bytes:
        """A 1 into the last word, the closing rounds, the first words."""
        x = rounds(finish(chain), EDGE_ROUNDS)
        return b"".join(word.to_bytes(4, "little") for word in x[: self.digest_bits // 32])

    def blocks(self, message: bytes, bits: int, counted: int = 0) -> list[Block]:
        """Padded blocks as the hardware's block port gets them: a bit 1, then zeros ("message padding")."""
        message, bits = cut(message, bits)
        padded = padding.strengthened(message, bits, 8 * BLOCK_BYTES)
        return padding.blocks(padded, bits, 8 * BLOCK_BYTES, counted)


def words(block: bytes) -> list[int]:
    """The words of a block, little-endian."""
    return [int.from_bytes(block[i : i + 4], "little") for i in range(0, BLOCK_BYTES, 4)]


def absorb(x: State, block: Sequence[int]) -> State:
    """Xor the words of a block into the first ones of the state."""
    return (*(a ^ b for a, b in zip(x, block, strict=False)), *x[len(block) :])


def finish(x: State) -> State:
    """Xor 1 into the last word, behind the last block ("finalization")."""
    return (*x[:31], x[31] ^ 1)


@lru_cache(maxsize=2)
def initial_value(digest_bits: int) -> State:
    """State before the first block: 10 r rounds on h/8, b, r and zeros ("initialization")."""
    return rounds((digest_bits // 8, BLOCK_BYTES, ROUNDS, *[0] * 29), EDGE_ROUNDS)


def rounds(x: State, count: int) -> State:
    """`count` rounds of two halves."""
    for half in range(2 * count):
        x = half_round(x, *HALVES[half % 2])
    return x


def half_round(x: State, distance: int, low: int, high: int) -> State:
    """Half a round: five of the ten steps of a round.

    The upper words x[1jklm] become sums. The lower words x[0jklm] are rotated, those whose indices differ in
    the bit `low` change places, and the sums are xored into them. Then upper words whose indices differ in
    the bit `high` change places.
    """
    sums = [(x[BIT_I + n] + x[n]) & MASK for n in range(BIT_I)]
    rotated = [(x[n] << distance | x[n] >> 32 - distance) & MASK for n in range(BIT_I)]
    return (*(rotated[n ^ low] ^ sums[n] for n in range(BIT_I)), *(sums[n ^ high] for n in range(BIT_I)))


def model(function: Function) -> CubeHash:
    """CubeHash of a function of the catalogue."""
    return CubeHash(function.digest_bits)
