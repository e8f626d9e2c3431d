# SPDX-License-Identifier: Apache-2.0
"""Blue Midnight Wish (D. Gligoroski, V. Klima, S. J. Knapskog, M. El-Hadedy, J. Amundsen, S. F. Mjolsnes).

The version of round 2 of the SHA-3 competition, described in "Cryptographic Hash Function Blue Midnight Wish"
(September 2009). Its names f0, f1, f2, expand1, expand2, AddElement, s_i, r_i and CONST^final are used here.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from hashloom.catalogue.design import Function
from hashloom.models import Block, padding
from hashloom.models.bits import cut
from hashloom.models.iterated import Iterated

LENGTH_BITS = 64
EXPAND_1_ROUNDS = 2
"""Words of f1 that expand1 makes; expand2 makes the other 14."""

S = {
    32: ((1, 3, 4, 19), (1, 2, 8, 23), (2, 1, 12, 25), (2, 2, 15, 29)),
    64: ((1, 3, 4, 37), (1, 2, 13, 43), (2, 1, 19, 53), (2, 2, 28, 59)),
}
"""s_0 .. s_3 by word size: distances of SHR, SHL, ROTL, ROTL."""
R = {32: (3, 7, 13, 16, 19, 23, 27), 64: (5, 11, 27, 32, 37, 43, 53)}
"""r_1 .. r_7 by word size: distances of ROTL."""

W_OFFSETS = (5, 7, 10, 13, 14)
"""W_j is made of the words j + 5, j + 7, ... mod 16 of M xor H."""
W_SIGNS = (
    "+-+++", "+-++-", "++-++", "+-++-", "+--++", "+-+-+", "-+--+", "--+--",
    "+-+--", "++-+-", "+---+", "---++", "++--+", "+++++", "+-+--", "---++",
)  # fmt: skip


@dataclass(frozen=True)
class Bmw(Iterated[list[int]]):
    """BMW-256 with words of 32 bits or BMW-512 with words of 64 bits."""

    digest_bits: int

    @property
    def block_bits(self) -> int:
        """Width of a block: 16 words."""
        return 2 * self.digest_bits

    @property
    def word_bits(self) -> int:
        """Width of a word."""
        return self.digest_bits // 8

    def initial(self, counted: int = 0) -> list[int]:
        """H^(0)."""
        return initial_value(self.word_bits)

    def absorb(self, chain: list[int], block: Block) -> list[int]:
        """H^(i) from H^(i-1)."""
        return compress(self.word_bits, chain, _words(block.data, self.word_bits))

    def finish(self, chain: list[int]) -> bytes:
        """The second half of what the last H, as a block, makes of the constant."""
        word = self.word_bits
        chain = compress(word, final_value(word), chain)
        return b"".join(x.to_bytes(word // 8, "little") for x in chain[8:])

    def blocks(self, message: bytes, bits: int, counted: int = 0) -> list[Block]:
        """Padded blocks as the hardware's block port gets them: a bit 1, zeros, the length."""
        message, bits = cut(message, bits)
        end = (counted + bits).to_bytes(LENGTH_BITS // 8, "little")
        padded = padding.strengthened(message, bits, self.block_bits, end)
        return padding.blocks(padded, bits, self.block_bits, counted)


def _words(data: bytes, word_bits: int) -> list[int]:
    return [
        int.from_bytes(data[i : i + word_bits // 8], "little") for i in range(0, len(data), word_bits // 8)
    ]


def initial_value(word_bits: int) -> list[int]:
    """H^(0): bytes 40, 41 .. 7F for BMW-256, 80, 81 .. FF for BMW-512, the first one highest in a word."""
    size = word_bits // 8
    first = 16 * size
    return [int.from_bytes(range(first + size * i, first + size * i + size), "big") for i in range(16)]


def final_value(word_bits: int) -> list[int]:
    """CONST^final: aa..a0, aa..a1, .. aa..af."""
    return [int("a" * (word_bits // 4 - 1) + "0", 16) + i for i in range(16)]


def shift(x: int, left: int, word_bits: int) -> int:
    """SHL by `left`, or SHR by `-left`."""
    return x << left & (1 << word_bits) - 1 if left > 0 else x >> -left


def rotl(x: int, n: int, word_bits: int) -> int:
    """ROTL^n of a word."""
    return (x << n | x >> word_bits - n) & (1 << word_bits) - 1


def s(number: int, x: int, word_bits: int) -> int:
    """s_0 .. s_5."""
    if number >= 4:
        return x ^ x >> number - 3
    right, left, first, second = S[word_bits][number]
    return x >> right ^ shift(x, left, word_bits) ^ rotl(x, first, word_bits) ^ rotl(x, second, word_bits)


def add_element(word_bits: int, j: int, h: Sequence[int], m: Sequence[int]) -> int:
    """AddElement(j): a sum, xor a word of H."""
    return element_sum(word_bits, j, m) ^ h[(j + 7) % 16]


def element_sum(word_bits: int, j: int, m: Sequence[int]) -> int:
    """The sum in AddElement(j): words of M, each rotated by its number + 1, and a constant."""
    a, b, c = (rotl(m[i % 16], i % 16 + 1, word_bits) for i in (j, j + 3, j + 10))
    constant = (j + 16) * (0x0555555555555555 >> 64 - word_bits)
    return (a + b - c + constant) % (1 << word_bits)


def f0(word_bits: int, h: Sequence[int], m: Sequence[int]) -> list[int]:
    """Q_0 .. Q_15."""
    x = [a ^ b for a, b in zip(m, h, strict=True)]
    mask = (1 << word_bits) - 1
    return [
        s(j % 5, f0_sum(word_bits, j, x), word_bits) + h[(j + 1) % 16] & mask for j in range(len(W_SIGNS))
    ]


def f0_sum(word_bits: int, j: int, x: Sequence[int]) -> int:
    """W_j, a sum of words of x = M xor H, of which some are subtracted."""
    signs = [1 if sign == "+" else -1 for sign in W_SIGNS[j]]
    total = sum(x[(j + n) % 16] * sign for n, sign in zip(W_OFFSETS, signs, strict=True))
    return total & (1 << word_bits) - 1


def f1(word_bits: int, h: Sequence[int], m: Sequence[int], q: Sequence[int]) -> list[int]:
    """Q_0 .. Q_31 from Q_0 .. Q_15."""
    q = list(q)
    for j in range(16):
        q.append(expand(word_bits, j, q, add_element(word_bits, j, h, m)))
    return q


def expand(word_bits: int, j: int, q: Sequence[int], element: int) -> int:
    """Q_{16+j} from Q_0 .. Q_{15+j} and AddElement(j), by expand1 or expand2."""
    terms = [expand_term(word_bits, j, n, q[j + n]) for n in range(16)]
    return sum(terms, element) % (1 << word_bits)


def expand_term(word_bits: int, j: int, n: int, x: int) -> int:
    """What the word x = Q_{j+n} adds to Q_{16+j}."""
    if j < EXPAND_1_ROUNDS:
        return s((n + 1) % 4, x, word_bits)
    if n >= 14:
        return s(n - 10, x, word_bits)
    return rotl(x, R[word_bits][n // 2], word_bits) if n % 2 else x


F2_SHIFTS = ((5, -5), (-7, 8), (-5, 5), (-1, 5), (-3, 0), (6, -6), (-4, 6), (-11, 2))
"""Distances to the left by which XH and Q_{16+i} go into H_i, i = 0 .. 7."""
F2_SHIFTS_OF_XL = (8, -6, 6, 4, -3, -4, -7, -2)
"""Distances to the left by which XL goes into H_{8+i}."""


def f2(word_bits: int, m: Sequence[int], q: Sequence[int]) -> list[int]:
    """New H from M and Q_0 .. Q_31."""
    xl = 0
    for x in q[16:24]:
        xl ^= x
    xh = xl
    for x in q[24:]:
        xh ^= x
    h: list[int] = []
    for i in range(16):
        h.append(f2_word(word_bits, i, xl, xh, m, q, h))
    return h


def f2_word(
    word_bits: int, i: int, xl: int, xh: int, m: Sequence[int], q: Sequence[int], h: Sequence[int]
) -> int:
    """H_i from XL, XH, M, Q and, for i from 8 on, the H_0 .. H_7 before it."""
    mask = (1 << word_bits) - 1
    if i < 8:
        of_xh, of_q = F2_SHIFTS[i]
        first = shift(xh, of_xh, word_bits) ^ shift(q[16 + i], of_q, word_bits) ^ m[i]
        return first + (xl ^ q[24 + i] ^ q[i]) & mask
    i -= 8
    second = xh ^ q[24 + i] ^ m[8 + i]
    third = shift(xl, F2_SHIFTS_OF_XL[i], word_bits) ^ q[16 + (i + 7) % 8] ^ q[8 + i]
    return rotl(h[(i + 4) % 8], i + 9, word_bits) + second + third & mask


def compress(word_bits: int, h: Sequence[int], m: Sequence[int]) -> list[int]:
    """H^(i) from H^(i-1) and a block."""
    return f2(word_bits, m, f1(word_bits, h, m, f0(word_bits, h, m)))


def model(function: Function) -> Bmw:
    """BMW of a function of the catalogue."""
    return Bmw(function.digest_bits)
