# SPDX-License-Identifier: Apache-2.0
"""SHA-1 (FIPS 180-4, sections 4 to 6)."""

from collections.abc import Sequence
from dataclasses import dataclass

from hashloom.catalogue.design import Function
from hashloom.models import Block, padding
from hashloom.models.bits import cut
from hashloom.models.iterated import Iterated

ROUNDS = 80
BLOCK_BITS = 512
LENGTH_BITS = 64
MASK = 0xFFFFFFFF

INITIAL_VALUE: tuple[int, ...] = (0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0)
"""H^(0) (section 5.3.1)."""

CONSTANTS = (0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC, 0xCA62C1D6)
"""K_t of each twenty rounds (section 4.2.1)."""


@dataclass(frozen=True)
class Sha1(Iterated[tuple[int, ...]]):
    """SHA-1."""

    block_bits: int = BLOCK_BITS
    digest_bits: int = 160

    def initial(self, counted: int = 0) -> tuple[int, ...]:
        """H^(0)."""
        return INITIAL_VALUE

    def absorb(self, chain: tuple[int, ...], block: Block) -> tuple[int, ...]:
        """H^(i) from H^(i-1)."""
        return compress(chain, block.data)

    def finish(self, chain: tuple[int, ...]) -> bytes:
        """The digest: H^(N)."""
        return b"".join(word.to_bytes(4, "big") for word in chain)

    def blocks(self, message: bytes, bits: int, counted: int = 0) -> list[Block]:
        """Padded blocks as the hardware's block port gets them."""
        message, bits = cut(message, bits)
        end = (counted + bits).to_bytes(LENGTH_BITS // 8, "big")
        padded = padding.strengthened(message, bits, BLOCK_BITS, end)
        return padding.blocks(padded, bits, BLOCK_BITS, counted)


def rotl(word: int, n: int) -> int:
    """ROTL^n of a word of 32 bits."""
    return (word << n | word >> 32 - n) & MASK


def f(t: int, x: int, y: int, z: int) -> int:
    """f_t (section 4.1.1): Ch, Parity, Maj, Parity, twenty rounds each."""
    if t < 20:
        return x & y ^ ~x & z
    if 40 <= t < 60:
        return x & y ^ x & z ^ y & z
    return x ^ y ^ z


def words(block: bytes) -> list[int]:
    """The sixteen words of a block."""
    return [int.from_bytes(block[i : i + 4], "big") for i in range(0, len(block), 4)]


def expand(w: Sequence[int]) -> int:
    """W_t from the sixteen words before it (step 1 of section 6.1.2)."""
    return rotl(w[-3] ^ w[-8] ^ w[-14] ^ w[-16], 1)


def step(t: int, state: tuple[int, ...], w: int) -> tuple[int, ...]:
    """(a, b, c, d, e) after round t with the word W_t (step 3 of section 6.1.2)."""
    a, b, c, d, e = state
    total = rotl(a, 5) + f(t, b, c, d) + e + CONSTANTS[t // 20] + w
    return total & MASK, a, rotl(b, 30), c, d


def compress(state: tuple[int, ...], block: bytes) -> tuple[int, ...]:
    """H^(i) from H^(i-1) and a padded block (steps 2 to 4 of section 6.1.2)."""
    w, after = words(block), state
    for t in range(ROUNDS):
        if t >= 16:
            w.append(expand(w))
        after = step(t, after, w[t])
    return add(state, after)


def add(state: tuple[int, ...], after: tuple[int, ...]) -> tuple[int, ...]:
    """Sums of the words of the hash value and of the last round (step 4 of section 6.1.2)."""
    return tuple((x + y) & MASK for x, y in zip(state, after, strict=True))


def model(function: Function) -> Sha1:
    """SHA-1; the name of the function has no fields."""
    return Sha1(function.block_bits, function.digest_bits)
