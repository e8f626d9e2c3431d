# SPDX-License-Identifier: Apache-2.0
"""Keccak of rounds 2 and 3 of the SHA-3 competition, SHA-3 and SHAKE (FIPS 202).

Sections are those of FIPS 202; the padding of round 2 is that of "Keccak specifications", version 2 (2009),
section 3. A lane A[x, y] of 64 bits stands at 5 y + x; the first bit of a byte is its lowest one.
"""

from dataclasses import dataclass

from hashloom.catalogue.design import Function
from hashloom.errors import HashloomError
from hashloom.models import Block, padding
from hashloom.models.bits import cut, from_little_endian_words, little_endian_words
from hashloom.models.iterated import Iterated

WIDTH = 1600
ROUNDS = 24
MASK = 2**64 - 1

SUFFIXES = {"keccak-r2": "1", "keccak-r3": "1", "sha3": "011", "shake128": "11111", "shake256": "11111"}
"""What follows the message, with the first 1 of pad10*1 (sections 5.1, 6.1 and 6.2)."""


@dataclass(frozen=True)
class Keccak(Iterated[list[int]]):
    """A sponge over Keccak-f[1600]; `mode` is a key of SUFFIXES."""

    mode: str
    digest_bits: int

    @property
    def block_bits(self) -> int:
        """Rate: SHAKE names half of its capacity; for the others the capacity is twice the digest."""
        strength = {"shake128": 128, "shake256": 256}.get(self.mode, self.digest_bits)
        return WIDTH - 2 * strength

    def initial(self, counted: int = 0) -> list[int]:
        """The state 0."""
        return [0] * 25

    def absorb(self, chain: list[int], block: Block) -> list[int]:
        """A block into the state, then the permutation."""
        words = little_endian_words(block.data) + [0] * 25
        return permute([lane ^ word for lane, word in zip(chain, words, strict=False)])

    def finish(self, chain: list[int]) -> bytes:
        """Squeezing: blocks from the state, the permutation between two."""
        size = self.block_bits // 8
        output = from_little_endian_words(chain)[:size]
        while 8 * len(output) < self.digest_bits:
            chain = permute(chain)
            output += from_little_endian_words(chain)[:size]
        return output[: self.digest_bits // 8]

    def pad(self, message: bytes, bits: int | None = None) -> bytes:
        """Whole blocks: the message, what follows it in this mode, zeros, and for most modes a last 1."""
        message, bits = cut(message, bits)
        size, rest = self.block_bits // 8, bits % 8
        data = bytearray(message)
        if rest:
            data[-1] >>= 8 - rest
        for place, one in enumerate(SUFFIXES[self.mode], start=bits):
            if place % 8 == 0:
                data.append(0)
            data[-1] |= int(one) << place % 8
        if self.mode == "keccak-r2":
            data += bytes([self.digest_bits // 8, size, 1])
            return bytes(data) + bytes(-len(data) % size)
        if (bits + len(SUFFIXES[self.mode])) % (8 * size) == 0:
            data += bytes(size)
        data += bytes(-len(data) % size)
        data[-1] |= 0x80
        return bytes(data)

    def blocks(self, message: bytes, bits: int, counted: int = 0) -> list[Block]:
        """Padded blocks as the hardware's block port gets them."""
        return padding.blocks(self.pad(message, bits), bits, self.block_bits, counted)


def rotate(lane: int, n: int) -> int:
    """The lane with bit z at place z + n mod 64."""
    return (lane << n | lane >> 64 - n) & MASK


def rotations() -> list[int]:
    """Offset of rho for each lane (algorithm 2): (t + 1)(t + 2) / 2 on a walk over the lanes."""
    offsets = [0] * 25
    x, y = 1, 0
    for t in range(24):
        offsets[5 * y + x] = (t + 1) * (t + 2) // 2 % 64
        x, y = y, (2 * x + 3 * y) % 5
    return offsets


def round_constants() -> list[int]:
    """RC of each round (algorithms 5 and 6): an LFSR of eight bits gives bits 2^j - 1, seven a round."""
    constants, register = [], 1
    for _ in range(ROUNDS):
        constant = 0
        for j in range(7):
            constant |= (register & 1) << 2**j - 1
            register = register << 1 ^ (register >> 7) * 0x171
        constants.append(constant)
    return constants


OFFSETS = rotations()
CONSTANTS = round_constants()


def permute(a: list[int]) -> list[int]:
    """Keccak-f[1600] (section 3.3): 24 rounds."""
    for constant in CONSTANTS:
        a = mix(spread(a, effect(a)), constant)
    return a


def effect(a: list[int]) -> list[int]:
    """What theta adds to each sheet x (section 3.2.1, steps 1 and 2)."""
    c = [a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20] for x in range(5)]
    return [c[x - 1] ^ rotate(c[(x + 1) % 5], 1) for x in range(5)]


def spread(a: list[int], d: list[int]) -> list[int]:
    """Last step of theta (section 3.2.1): d, one lane a sheet, is added to the state."""
    return [a[5 * y + x] ^ d[x] for y in range(5) for x in range(5)]


def mix(a: list[int], constant: int) -> list[int]:
    """Rest of a round behind theta: rho, pi, chi and iota (sections 3.2.2 to 3.2.5)."""
    b = [0] * 25
    for y in range(5):
        for x in range(5):
            b[5 * ((2 * x + 3 * y) % 5) + y] = rotate(a[5 * y + x], OFFSETS[5 * y + x])
    a = [b[5 * y + x] ^ ~b[5 * y + (x + 1) % 5] & b[5 * y + (x + 2) % 5] for y in range(5) for x in range(5)]
    a[0] ^= constant
    return a


def model(function: Function) -> Keccak:
    """Model of a function of the catalogue: mode and digest are in its name."""
    mode, _, _ = function.name.rpartition("-")
    if mode not in SUFFIXES:
        raise HashloomError(f"{function.name} is not a function of the family keccak")
    return Keccak(mode, function.digest_bits)
