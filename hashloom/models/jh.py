# SPDX-License-Identifier: Apache-2.0
"""JH (H. Wu, "The Hash Function JH"), as in round 2 of the SHA-3 competition (2009) and final (2011).

The versions differ in the rounds of E_8 only: 42, or 35 and the S-boxes of
one more; the constants come from the same recurrence.
"""

from dataclasses import dataclass
from functools import cache

from hashloom.design import Function
from hashloom.models import Block, padding
from hashloom.models.bits import cut
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
"""Both S-boxes by 16 i + element, for `bytes.translate`."""

FIRST_CONSTANT = bytes.fromhex("6a09e667f3bcc908b2fb1366ea957d3e3adec17512775099da2f590b0667322a")
"""C_0: the integer part of (sqrt(2) - 1) 2^256."""


def double(element: int) -> int:
    """2 * element in GF(2^4) with x^4 + x + 1."""
    return (element << 1 ^ (0b10011 if element & 8 else 0)) & 15


LINEAR_D = bytes(pair & 15 ^ double(pair >> 4) for pair in range(256))
LINEAR_C = bytes(pair >> 4 ^ double(d) for pair, d in enumerate(LINEAR_D))
"""(C, D) = L(A, B): D = B + 2 * A, C = A + 2 * D, by 16 A + B."""


def substitute(elements: bytes, choices: bytes) -> bytes:
    """S-box layer: S_0 where the choice of an element is 0, S_1 where it is 16."""
    chosen = int.from_bytes(elements, "big") | int.from_bytes(choices, "big")
    return chosen.to_bytes(len(elements), "big").translate(S_BOXES)


def transform(elements: bytes) -> bytes:
    """L of each pair of elements, then the permutation P_d.

    P_d is pi_d: of each four elements the last two change places; P'_d: the even ones, then the odd ones;
    phi_d: of each pair in the second half the elements change places.
    """
    pairs = int.from_bytes(elements[0::2], "big") << 4 | int.from_bytes(elements[1::2], "big")
    packed = pairs.to_bytes(len(elements) // 2, "big")
    c, d = packed.translate(LINEAR_C), packed.translate(LINEAR_D)
    moved = bytearray(len(elements))
    half = len(elements) // 2
    moved[0:half:2], moved[1:half:2] = c[0::2], d[1::2]
    moved[half::2], moved[half + 1 :: 2] = c[1::2], d[0::2]
    return bytes(moved)


def group(state: bytes) -> bytes:
    """2^8 elements of the 1024 bits of a state.

    Element 2 i has the bits i, i + 256, i + 512, i + 768, and element 2 i + 1 those at 128 places more.
    """
    bits = f"{int.from_bytes(state, 'big'):0{STATE_BITS}b}"
    rows = [int(bits[start : start + 256], 16) for start in range(0, STATE_BITS, 256)]
    nibbles = f"{rows[0] << 3 | rows[1] << 2 | rows[2] << 1 | rows[3]:0256x}"
    elements = bytearray(256)
    elements[0::2] = [int(digit, 16) for digit in nibbles[:128]]
    elements[1::2] = [int(digit, 16) for digit in nibbles[128:]]
    return bytes(elements)


def degroup(elements: bytes) -> bytes:
    """Inverse of `group`."""
    bits = [f"{element:04b}" for element in elements[0::2] + elements[1::2]]
    return int("".join(bit[row] for row in range(4) for bit in bits), 2).to_bytes(STATE_BITS // 8, "big")


@cache
def constants(version: str) -> tuple[bytes, ...]:
    """Round constants C_r of E_8, 256 bits each: C_r = R_6(C_{r-1}, 0), without grouping."""
    elements = bytes(int(digit, 16) for digit in FIRST_CONSTANT.hex())
    result = []
    for _ in range(SUBSTITUTIONS[version]):
        result.append(bytes.fromhex("".join(f"{element:x}" for element in elements)))
        elements = transform(substitute(elements, bytes(len(elements))))
    return tuple(result)


@cache
def all_choices(version: str) -> tuple[bytes, ...]:
    """The constants as `substitute` takes them: bit i of C_r, from the first, chooses for element i."""
    bits = [f"{int.from_bytes(constant, 'big'):0256b}" for constant in constants(version)]
    return tuple(bytes(16 * int(bit) for bit in constant) for constant in bits)


def permute(version: str, state: bytes) -> bytes:
    """The bijective function E_8."""
    elements = group(state)
    choices = all_choices(version)
    for choice in choices[: ROUNDS[version]]:
        elements = transform(substitute(elements, choice))
    for choice in choices[ROUNDS[version] :]:
        elements = substitute(elements, choice)
    return degroup(elements)


def compress(version: str, state: bytes, block: bytes) -> bytes:
    """The compression function F_8: the block enters the first half, then E_8, then the second half."""
    half = len(block)
    worked = permute(version, _xor(state[:half], block) + state[half:])
    return worked[:half] + _xor(worked[half:], block)


@cache
def initial_value(version: str, digest_bits: int) -> bytes:
    """H^(0) = F_8(H^(-1), 0), H^(-1) being the digest length in 16 bits and zeros."""
    state = digest_bits.to_bytes(2, "big").ljust(STATE_BITS // 8, b"\0")
    return compress(version, state, bytes(BLOCK_BITS // 8))


@dataclass(frozen=True)
class Jh(Iterated[bytes]):
    """JH of a version, `r2` or `r3`, with digests of `digest_bits` bits."""

    version: str
    digest_bits: int
    block_bits: int = BLOCK_BITS

    def initial(self, counted: int = 0) -> bytes:
        """H^(0)."""
        return initial_value(self.version, self.digest_bits)

    def absorb(self, chain: bytes, block: Block) -> bytes:
        """Compression function F_8."""
        return compress(self.version, chain, block.data)

    def finish(self, chain: bytes) -> bytes:
        """The end of the last state."""
        return chain[-self.digest_bits // 8 :]

    def blocks(self, message: bytes, bits: int, counted: int = 0) -> list[Block]:
        """Padded blocks as the hardware's block port gets them.

        A bit 1, 383 + (-bits mod 512) zeros, and the length in 128 bits, most significant byte first.
        """
        message, bits = cut(message, bits)
        end = (counted + bits).to_bytes(LENGTH_BITS // 8, "big")
        padded = padding.strengthened(message, bits, BLOCK_BITS, end, zeros=LEAST_ZEROS)
        return padding.blocks(padded, bits, BLOCK_BITS, counted)


def _xor(a: bytes, b: bytes) -> bytes:
    return (int.from_bytes(a, "big") ^ int.from_bytes(b, "big")).to_bytes(len(a), "big")


def model(function: Function) -> Jh:
    """JH of the version and the digest length in the function's name."""
    return Jh(str(function.fields["version"]), function.digest_bits)
