# SPDX-License-Identifier: Apache-2.0
"""Luffa, version 2: C. De Cannière, H. Sato, D. Watanabe, "Hash Function Luffa: Specification" (2009).

Sections are those of the specification. The chaining value is w words V_j of 256 bits, each of them eight
words of 32 bits a_0 .. a_7; bytes come most significant first.
"""

from dataclasses import dataclass

from hashloom.catalogue.design import Function
from hashloom.models import Block, padding
from hashloom.models.bits import cut
from hashloom.models.iterated import Iterated

BLOCK_BITS = 256
STEPS = 8
MASK = 0xFFFFFFFF
Words = list[int]

SBOX = (13, 14, 0, 1, 5, 10, 7, 6, 11, 3, 9, 12, 15, 8, 2, 4)
"""S (section 3.3.1): bit k of the argument is a bit of a_k, or of a_{5+k mod 4}."""

MIX_ROTATIONS = (2, 14, 10, 1)
"""sigma_1 .. sigma_4 of MixWord (section 3.3.2)."""

GENERATORS = (
    (0x181CCA53, 0x380CDE06),
    (0x5B6F0876, 0xF16F8594),
    (0x7E106CE9, 0x38979CB0),
    (0xBB62F364, 0x92E93C29),
    (0x9A025047, 0xCFF2A940),
)
"""Initial values of the generator of step constants for Q_0 .. Q_4 (appendix B)."""

FEEDBACK = (0xC4D6496C, 0x55C61C8D)
"""What the generator adds where a bit 1 leaves it (section 3.3.3)."""

INITIAL_VALUE = (
    (0x6D251E69, 0x44B051E0, 0x4EAA6FB4, 0xDBF78465, 0x6E292011, 0x90152DF4, 0xEE058139, 0xDEF610BB),
    (0xC3B44B95, 0xD9D2F256, 0x70EEE9A0, 0xDE099FA3, 0x5D9B0557, 0x8FC944B3, 0xCF1CCF0E, 0x746CD581),
    (0xF7EFC89D, 0x5DBA5781, 0x04016CE5, 0xAD659C05, 0x0306194F, 0x666D1836, 0x24AA230A, 0x8B264AE7),
    (0x858075D5, 0x36D79CCE, 0xE571F7D7, 0x204B1F67, 0x35870C6A, 0x57E9E923, 0x14BCB808, 0x7CDE72CE),
    (0x6C68E9BE, 0x5EC41E22, 0xC825B7C7, 0xAFFB4363, 0xF5DF3999, 0x0FC688F1, 0xB07224CC, 0x03E86CEA),
)
"""V_0 .. V_4 before the first block (appendix C)."""


@dataclass(frozen=True)
class Luffa(Iterated[list[Words]]):
    """Luffa with digests of 256 bits (w = 3) or 512 bits (w = 5)."""

    digest_bits: int
    block_bits: int = BLOCK_BITS

    def initial(self, counted: int = 0) -> list[Words]:
        """V_0 .. V_{w-1}."""
        return [list(words) for words in INITIAL_VALUE[: self.digest_bits // 128 + 1]]

    def absorb(self, chain: list[Words], block: Block) -> list[Words]:
        """Round function."""
        return round_function(chain, block.data)

    def finish(self, chain: list[Words]) -> bytes:
        """A blank round, and another one between the halves of a digest of 512 bits (section 3.4)."""
        output = b""
        while 8 * len(output) < self.digest_bits:
            chain = round_function(chain, bytes(BLOCK_BITS // 8))
            output += b"".join(word.to_bytes(4, "big") for word in total(chain))
        return output

    def blocks(self, message: bytes, bits: int, counted: int = 0) -> list[Block]:
        """Padded blocks as the hardware's block port gets them: a bit 1, and zeros (section 3.1)."""
        message, bits = cut(message, bits)
        return padding.blocks(padding.strengthened(message, bits, BLOCK_BITS), bits, BLOCK_BITS, counted)


def rotate(word: int, n: int) -> int:
    """The word rotated left by n bits."""
    return (word << n | word >> 32 - n) & MASK


def add(a: Words, b: Words) -> Words:
    """Sum of two words of 256 bits."""
    return [x ^ y for x, y in zip(a, b, strict=True)]


def total(state: list[Words]) -> Words:
    """Sum of the V_j, which is also a half of the digest."""
    result = [0] * 8
    for words in state:
        result = add(result, words)
    return result


def double(a: Words) -> Words:
    """2 a in GF(2^8)^32 modulo x^8 + x^4 + x^3 + x + 1; a_k are the coefficients of x^k (section 3.2)."""
    return [a[7], a[0] ^ a[7], a[1], a[2] ^ a[7], a[3] ^ a[7], a[4], a[5], a[6]]


def inject(state: list[Words], message: Words) -> list[Words]:
    """MI (section 3.2, figures 2 and 4)."""
    width = len(state)
    doubled = double(total(state))
    state = [add(words, doubled) for words in state]
    if width == 5:
        # Two more layers: 2 V_j + V_{j+1}, then 2 V_j + V_{j-1}.
        state = [add(double(state[j]), state[(j + 1) % 5]) for j in range(5)]
        state = [add(double(state[j]), state[j - 1]) for j in range(5)]
    result = []
    for words in state:
        result.append(add(words, message))
        message = double(message)
    return result


def step_constants() -> list[list[tuple[int, int]]]:
    """Constants for a_0 and a_4 by Q_j and step (section 3.3.3)."""
    constants = []
    for left, right in GENERATORS:
        words = []
        for _ in range(2 * STEPS):
            carry = left >> 31
            left, right = (left << 1 | right >> 31) & MASK, right << 1 & MASK
            if carry:
                left, right = left ^ FEEDBACK[0], right ^ FEEDBACK[1]
            words.append(left)
            left, right = right, left
        constants.append(list(zip(words[::2], words[1::2], strict=True)))
    return constants


CONSTANTS = step_constants()


def sub_crumb(a: Words) -> Words:
    """SubCrumb: S on each column of four words, bit k of its argument from word k (section 3.3.1).

    Each bit of S is the sum of the products of its arguments that ANF_TERMS names.
    """
    result = []
    for terms in ANF_TERMS:
        word = 0
        for term in terms:
            product = MASK
            for k in range(4):
                if term >> k & 1:
                    product &= a[k]
            word ^= product
        result.append(word)
    return result


def _algebraic_normal_form(bit: int) -> tuple[int, ...]:
    """Products whose sum is a bit of S: a set of arguments each, as a number with their bits."""
    return tuple(
        term
        for term in range(16)
        if sum(SBOX[x] >> bit & 1 for x in range(16) if x & term == x) % 2  # Moebius transform
    )


ANF_TERMS = tuple(_algebraic_normal_form(bit) for bit in range(4))


def mix_word(x: int, y: int) -> tuple[int, int]:
    """MixWord of a_k and a_{k+4} (section 3.3.2)."""
    y ^= x
    x = rotate(x, MIX_ROTATIONS[0]) ^ y
    y = rotate(y, MIX_ROTATIONS[1]) ^ x
    x = rotate(x, MIX_ROTATIONS[2]) ^ y
    return x, rotate(y, MIX_ROTATIONS[3])


def tweak(j: int, a: Words) -> Words:
    """The tweak of Q_j: a_4 .. a_7 are rotated by j (section 3.3)."""
    return a[:4] + [rotate(word, j) for word in a[4:]]


def substitute(a: Words) -> Words:
    """The two SubCrumbs of a step; the second one takes a_5, a_6, a_7, a_4."""
    high = sub_crumb(a[5:] + a[4:5])
    return sub_crumb(a[:4]) + high[3:] + high[:3]


def mix(j: int, number: int, a: Words) -> Words:
    """The rest of a step of Q_j, numbered from 0: MixWord and AddConstant."""
    low, high = a[:4], a[4:]
    for k in range(4):
        low[k], high[k] = mix_word(low[k], high[k])
    low[0] ^= CONSTANTS[j][number][0]
    high[0] ^= CONSTANTS[j][number][1]
    return low + high


def permute(j: int, a: Words) -> Words:
    """Q_j: the tweak and eight steps (section 3.3)."""
    a = tweak(j, a)
    for number in range(STEPS):
        a = mix(j, number, substitute(a))
    return a


def round_function(state: list[Words], block: bytes) -> list[Words]:
    """Message injection and the permutations Q_j (section 3.2)."""
    message = [int.from_bytes(block[i : i + 4], "big") for i in range(0, len(block), 4)]
    return [permute(j, words) for j, words in enumerate(inject(state, message))]


def model(function: Function) -> Luffa:
    """Luffa with the digest of a function of the catalogue."""
    return Luffa(function.digest_bits)
