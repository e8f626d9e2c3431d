# SPDX-License-Identifier: Apache-2.0
"""JH (H. Wu, "The Hash Function JH"), as in round 2 of the SHA-3 competition (2009) and final (2011).

The versions differ in the rounds of E_8 only: 42, or 35 and the S-boxes of
one more; the constants come from the same recurrence.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from operator import xor

from hashloom.catalogue.design import Function
from hashloom.models import Block, padding
from hashloom.models.bits import cut, ors, picks
from hashloom.models.iterated import Iterated

BLOCK_BITS = 512
STATE_BITS = 1024
LENGTH_BITS = 128
LEAST_ZEROS = 383

ROUNDS = {"r2": 35, "r3": 42}
"""Whole rounds of E_8 by version."""
SUBSTITUTIONS = {"r2": 36, "r3": 42}
"""Layers of S-boxes, and thus constants, by version."""

S_0 = bytes((9, 0, 4, 11, 13, 12, 3, 15, 1, 10, 2, 6, 7, 5, 8, 14))
S_1 = bytes((3, 12, 6, 13, 5, 7, 1, 9, 15, 2, 0, 4, 11, 10, 14, 8))
S_BOXES = (S_0 + S_1).ljust(256, b"\0")
"""Both S-boxes by 16 i + element."""

FIRST_CONSTANT = bytes.fromhex("6a09e667f3bcc908b2fb1366ea957d3e3adec17512775099da2f590b0667322a")
"""C_0: the integer part of (sqrt(2) - 1) 2^256."""


def double(element: int) -> int:
    """2 * element in GF(2^4) with x^4 + x + 1."""
    return (element << 1 ^ (0b10011 if element & 8 else 0)) & 15


LINEAR_D = bytes(pair & 15 ^ double(pair >> 4) for pair in range(256))
LINEAR_C = bytes(pair >> 4 ^ double(d) for pair, d in enumerate(LINEAR_D))
"""(C, D) = L(A, B): D = B + 2 * A, C = A + 2 * D, by 16 A + B."""


def substitute(elements: Sequence[int], choices: bytes) -> Sequence[int]:
    """S-box layer: S_0 where the choice of an element is 0, S_1 where it is 16."""
    return picks(S_BOXES, ors(elements, choices))


def transform(elements: Sequence[int]) -> Sequence[int]:
    """L of each pair of elements, then the permutation P_d.

    P_d is pi_d: of each four elements the last two change places; P'_d: the even ones, then the odd ones;
    phi_d: of each pair in the second half the elements change places.
    """
    pairs = ors(elements[0::2], elements[1::2], 4)
    c, d = picks(LINEAR_C, pairs), picks(LINEAR_D, pairs)
    moved = [0] * len(elements)
    half = len(elements) // 2
    moved[0:half:2], moved[1:half:2] = c[0::2], d[1::2]
    moved[half::2], moved[half + 1 :: 2] = c[1::2], d[0::2]
    return bytes(moved) if isinstance(elements, bytes) else moved


def group(state: Sequence[int]) -> list[int]:
    """2^8 elements of the 1024 bits of a state.

    Element 2 i has the bits i, i + 256, i + 512, i + 768, and element 2 i + 1 those at 128 places more.
    """
    rows = zip(state[:256], state[256:512], state[512:768], state[768:], strict=True)
    grouped = [a << 3 | b << 2 | c << 1 | d for a, b, c, d in rows]
    elements = [0] * 256
    elements[0::2], elements[1::2] = grouped[:128], grouped[128:]
    return elements


def degroup(elements: Sequence[int]) -> list[int]:
    """Inverse of `group`."""
    grouped = [*elements[0::2], *elements[1::2]]
    return [element >> row & 1 for row in (3, 2, 1, 0) for element in grouped]


@cache
def constants(version: str) -> tuple[bytes, ...]:
    """Round constants C_r of E_8, 256 bits each: C_r = R_6(C_{r-1}, 0), without grouping."""
    elements: Sequence[int] = bytes(int(digit, 16) for digit in FIRST_CONSTANT.hex())
    result = []
    for _ in range(SUBSTITUTIONS[version]):
        result.append(bytes.fromhex("".join(f"{element:x}" for element in elements)))
        elements = transform(substitute(elements, bytes(len(elements))))
    return tuple(result)


@cache
def all_choices(version: str) -> tuple[bytes, ...]:
    """The constants as `substitute` takes them: bit i of C_r, from the first, chooses for element i."""
    return tuple(bytes(16 * bit for bit in bits_of(constant)) for constant in constants(version))


def bits_of(data: bytes) -> list[int]:
    """The bits of bytes, the first one first."""
    return [digit & 1 for digit in f"{int.from_bytes(data, 'big'):0{8 * len(data)}b}".encode()]


def permute(version: str, state: Sequence[int]) -> list[int]:
    """The bijective function E_8."""
    elements: Sequence[int] = bytes(group(state))
    for number in range(SUBSTITUTIONS[version]):
        elements = substitute(elements, all_choices(version)[number])
        if number < ROUNDS[version]:
            elements = transform(elements)
    return degroup(elements)


def enter(state: Sequence[int], block: Sequence[int]) -> list[int]:
    """The block is added to the first half of a state."""
    return [*_xor(state[:BLOCK_BITS], block), *state[BLOCK_BITS:]]


def leave(state: Sequence[int], block: Sequence[int]) -> list[int]:
    """The block is added to the second half of a state."""
    return [*state[:BLOCK_BITS], *_xor(state[BLOCK_BITS:], block)]


def compress(version: str, state: Sequence[int], block: Sequence[int]) -> list[int]:
    """The compression function F_8: the block enters the first half, then E_8, then the second half."""
    return leave(permute(version, enter(state, block)), block)


@cache
def initial_value(version: str, digest_bits: int) -> bytes:
    """H^(0) = F_8(H^(-1), 0), H^(-1) being the digest length in 16 bits and zeros."""
    state = digest_bits.to_bytes(2, "big").ljust(STATE_BITS // 8, b"\0")
    return _packed(compress(version, bits_of(state), [0] * BLOCK_BITS))


@dataclass(frozen=True)
class Jh(Iterated[list[int]]):
    """JH of a version, `r2` or `r3`, with digests of `digest_bits` bits."""

    version: str
    digest_bits: int
    block_bits: int = BLOCK_BITS

    def initial(self, counted: int = 0) -> list[int]:
        """The bits of H^(0)."""
        return bits_of(initial_value(self.version, self.digest_bits))

    def absorb(self, chain: list[int], block: Block) -> list[int]:
        """Compression function F_8."""
        return compress(self.version, chain, bits_of(block.data))

    def finish(self, chain: list[int]) -> bytes:
        """The end of the last state."""
        return _packed(chain[-self.digest_bits :])

    def blocks(self, message: bytes, bits: int, counted: int = 0) -> list[Block]:
        """Padded blocks as the hardware's block port gets them.

        A bit 1, 383 + (-bits mod 512) zeros, and the length in 128 bits, most significant byte first.
        """
        message, bits = cut(message, bits)
        end = (counted + bits).to_bytes(LENGTH_BITS // 8, "big")
        padded = padding.strengthened(message, bits, BLOCK_BITS, end, zeros=LEAST_ZEROS)
        return padding.blocks(padded, bits, BLOCK_BITS, counted)


def _xor(a: Sequence[int], b: Sequence[int]) -> list[int]:
    return list(map(xor, a, b))


def _packed(bits: Sequence[int]) -> bytes:
    return int("".join(map(str, bits)), 2).to_bytes(len(bits) // 8, "big")


def model(function: Function) -> Jh:
    """JH of the version and the digest length in the function's name."""
    return Jh(str(function.fields["version"]), function.digest_bits)
