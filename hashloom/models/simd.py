# SPDX-License-Identifier: Apache-2.0
"""SIMD-256 and SIMD-512, round 2 (G. Leurent, C. Bouillaguet, P.-A. Fouque: SIMD Is a Message Digest, 2009).

A block goes through a number-theoretic transform over the field of 257 elements. Its values, times 185 or 233
in 16 bits, are the words of 32 steps of several Feistel ladders side by side; four steps with the old
chaining value as words follow.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from hashloom.catalogue.design import Function
from hashloom.models import Block, padding
from hashloom.models.bits import cut, pick
from hashloom.models.iterated import Iterated

PRIME = 257
MASK = 0xFFFFFFFF
ROWS = 16
"""The transform as a matrix: y_k stands in row k // columns; there are twice as many columns as ladders."""

ROTATIONS = ((3, 23, 17, 27), (28, 19, 22, 7), (29, 9, 15, 5), (4, 13, 10, 25))
"""The rotations of each round; a step uses two that follow each other."""

ORDER = (4, 6, 0, 2, 7, 5, 3, 1, 15, 11, 12, 8, 9, 13, 10, 14)
"""Rows whose words the steps 0 .. 15 take; with the next one, the permutation P of the expanded words."""

LATE_ORDER = (1, 2, 7, 4, 6, 5, 0, 3, 14, 8, 9, 15, 11, 13, 12, 10)
"""P of the steps 16 .. 31, less 16: the lower ones are of even columns, the others of odd columns."""

NEIGHBOURS = {4: (1, 2, 3), 8: (1, 6, 2, 3, 5, 7, 4)}
"""By the number of ladders: what ladder j is xored with to get the one whose A step i adds, in turn."""

ROOTS = {4: 139, 8: 41}
"""By the number of ladders: the root of unity alpha of the transform, of order 128 or 256."""

INNER = {
    factor: tuple(factor * (y if y <= 128 else y - PRIME) & 0xFFFF for y in range(PRIME))
    for factor in (185, 233)
}
"""The inner code: y, taken between -128 and 128, times a factor, in 16 bits."""

EXPANDED, STEPS = 32, 36
"""Steps with words of the block, and all; the others have those of the chaining value."""

State = list[list[int]]


@dataclass(frozen=True)
class Simd(Iterated[State]):
    """SIMD with `ladders` Feistel ladders."""

    ladders: int
    block_bits: int
    digest_bits: int
    powers: list[int] = field(init=False)
    start: State = field(init=False)

    def __post_init__(self) -> None:
        """Compute the powers of alpha and the initial value, the hash of the function's name from zero."""
        size = 4 * self.ladders * 8
        powers = [pow(ROOTS[self.ladders], k, PRIME) for k in range(size)]
        object.__setattr__(self, "powers", powers)
        name = f"SIMD-{self.digest_bits} v1.1".encode().ljust(self.block_bits // 8, b"\0")
        zero = [[0] * self.ladders for _ in range(4)]
        object.__setattr__(self, "start", self.compress(zero, name, last=False))

    def initial(self, counted: int = 0) -> State:
        """The hash of the function's name from zero."""
        return self.start

    def absorb(self, chain: State, block: Block) -> State:
        """Compression, with one more term in the last block."""
        return self.compress(chain, block.data, block.last)

    def finish(self, chain: State) -> bytes:
        """The first words of the last state."""
        words = [word for row in chain for word in row]
        return b"".join(word.to_bytes(4, "little") for word in words)[: self.digest_bits // 8]

    def blocks(self, message: bytes, bits: int, counted: int = 0) -> list[Block]:
        """Padded blocks as the hardware's block port gets them."""
        return padding.blocks(self.pad(message, bits, counted), bits, self.block_bits, counted)

    def pad(self, message: bytes, bits: int | None, counted: int = 0) -> bytes:
        """Zeros to a whole block, then a block with the length in bits, least significant byte first.

        The length includes `counted` bits before.
        """
        message, bits = cut(message, bits)
        size = self.block_bits // 8
        length = (counted + bits).to_bytes(8, "little")
        return message + bytes(-len(message) % size) + length.ljust(size, b"\0")

    def compress(self, state: State, block: bytes, last: bool) -> State:
        """Return the chaining value after a block."""
        data = [int.from_bytes(block[i : i + 4], "little") for i in range(0, len(block), 4)]
        rows, y = self.begin(state, data), self.transform(block, last)
        for i in range(STEPS):
            rows = self.step(i, rows, self.words(y, i) if i < EXPANDED else state[i - EXPANDED])
        return rows

    def begin(self, state: State, data: Sequence[int]) -> State:
        """A, B, C, D before the first step: the chaining value and the words of the block."""
        return [[x ^ data[i * self.ladders + j] for j, x in enumerate(row)] for i, row in enumerate(state)]

    def step(self, i: int, rows: State, w: Sequence[int]) -> State:
        """A, B, C, D after step i, 0 .. 35, with these words."""
        a, b, c, d = rows
        r, s = (ROTATIONS[min(i // 8, 3)][(i + k) % 4] for k in (0, 1))
        majority = i < EXPANDED and i % 8 >= 4
        order = NEIGHBOURS[self.ladders]
        turned = [rotl(x, r) for x in a]
        new = []
        for j in range(self.ladders):
            f = (a[j] & b[j] | a[j] & c[j] | b[j] & c[j]) if majority else (a[j] & b[j] | ~a[j] & c[j])
            new.append(rotl(d[j] + w[j] + f & MASK, s) + turned[j ^ order[i % len(order)]] & MASK)
        return [new, turned, b, c]

    def places(self, i: int) -> list[tuple[int, int]]:
        """For each ladder the two k of which step i, 0 .. 31, takes the values y_k; the lower half first."""
        columns = 2 * self.ladders
        if i < ROWS:
            pairs = [columns * ORDER[i] + 2 * j for j in range(self.ladders)]
            return [(k, k + 1) for k in pairs]
        place = LATE_ORDER[i - ROWS]
        pairs = [columns * (place % 8) + 2 * j + place // 8 for j in range(self.ladders)]
        return [(k, k + columns * ROWS // 2) for k in pairs]

    def words(self, y: Sequence[int], i: int) -> list[int]:
        """Return the words of step i, 0 .. 31, of the values of the transform."""
        factor = 185 if i < ROWS else 233
        return [code(factor, y[low], y[high]) for low, high in self.places(i)]

    def transform(self, block: Sequence[int], last: bool) -> list[int]:
        """y_k: the polynomial of the block at alpha^k; 0 .. 256."""
        return self.evaluate(self.coefficients(block, last), 1)

    def coefficients(self, block: Sequence[int], last: bool) -> list[int]:
        """Coefficients of the polynomial of a block: its bytes and one or two more terms.

        With n the number of points, the term X^(n-1) is in each block, X^(n-3) in the last.
        """
        n = len(self.powers)
        x = [*block, *bytes(n // 2)]
        x[n - 1] = 1
        x[n - 3] = int(last)
        return x

    def evaluate(self, x: list[int], step: int) -> list[int]:
        """Values of the polynomial at the powers of alpha^step, from those of its even and its odd part."""
        if len(x) == 1:
            return x
        even, odd = self.evaluate(x[::2], 2 * step), self.evaluate(x[1::2], 2 * step)
        turned = [self.powers[step * k] * value for k, value in enumerate(odd)]
        low = [(p + q) % PRIME for p, q in zip(even, turned, strict=True)]
        return low + [(p - q) % PRIME for p, q in zip(even, turned, strict=True)]


def rotl(word: int, n: int) -> int:
    """Rotate a word of 32 bits to the left."""
    return (word << n | word >> 32 - n) & MASK


def code(factor: int, low: int, high: int) -> int:
    """Return a word: the inner code of two values."""
    word: int = pick(INNER[factor], high) << 16 | pick(INNER[factor], low)
    return word


def model(function: Function) -> Simd:
    """SIMD of the function's digest: 256 bits with four ladders, 512 with eight."""
    return Simd(4 if function.digest_bits == 256 else 8, function.block_bits, function.digest_bits)
