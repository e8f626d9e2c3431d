# SPDX-License-Identifier: Apache-2.0
"""Grøstl ("Grøstl - a SHA-3 candidate": Groestl-0 of rounds 1 and 2, and the tweaked one of the final round).

The sections are those of the final document. The state is a matrix of 8 rows and v columns of bytes, filled
column by column (section 3.4.1). Here a column is an integer of 64 bits, row 0 in its highest byte.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from hashloom.catalogue.design import Function
from hashloom.models import Block, padding
from hashloom.models.aes import sbox, times
from hashloom.models.bits import cut, pick
from hashloom.models.iterated import Iterated

LENGTH_BITS = 64
ROWS = 8
ONES = (1 << 8 * ROWS) - 1
ROUNDS = {8: 10, 16: 14}
"""Rounds of P and Q, by the number of columns (section 3.4)."""

MIX = (2, 2, 3, 4, 5, 3, 5, 7)
"""First row of the circulant matrix B of MixBytes (section 3.4.5)."""

SHIFTS_P = {8: (0, 1, 2, 3, 4, 5, 6, 7), 16: (0, 1, 2, 3, 4, 5, 6, 11)}
"""Columns by which ShiftBytes moves each row to the left, by the number of columns (section 3.4.4)."""

SHIFTS_Q = {8: (1, 3, 5, 7, 0, 2, 4, 6), 16: (1, 3, 5, 11, 0, 2, 4, 6)}
"""The same for Q; Q of Groestl-0 shifts as P."""


@dataclass(frozen=True)
class Permutation:
    """P or Q: what each round adds to each column, and the shifts of the rows."""

    constants: tuple[tuple[int, ...], ...]
    shifts: tuple[int, ...]

    def __call__(self, state: Sequence[int]) -> list[int]:
        """All rounds (section 3.4)."""
        made = list(state)
        for number in range(len(self.constants)):
            made = self.round(number, made)
        return made

    def round(self, number: int, state: Sequence[int]) -> list[int]:
        """AddRoundConstant, SubBytes, ShiftBytes and MixBytes of a round (section 3.4)."""
        tables, columns = tables_of_columns(), len(state)
        x = add(state, self.constants[number])
        made = [0] * columns
        for i in range(ROWS):
            table, place, shift = tables[i], 8 * (ROWS - 1 - i), self.shifts[i]
            for j in range(columns):
                made[j] ^= pick(table, x[(j + shift) % columns] >> place & 0xFF)
        return made


@dataclass(frozen=True)
class Groestl(Iterated[list[int]]):
    """Grøstl of `version` r2 (Groestl-0) or r3 (final)."""

    version: str
    digest_bits: int

    @property
    def columns(self) -> int:
        """Columns v of the state: 8 for digests of up to 256 bits, 16 for longer ones (section 3.4.1)."""
        return 8 if self.digest_bits <= 256 else 16

    @property
    def block_bits(self) -> int:
        """Bits of the state."""
        return 8 * ROWS * self.columns

    def initial(self, counted: int = 0) -> list[int]:
        """Initial value: the length of the digest."""
        return [0] * (self.columns - 1) + [self.digest_bits]

    def absorb(self, chain: list[int], block: Block) -> list[int]:
        """Compression function f (section 3.2)."""
        p, q = permutations(self.version, self.columns)
        m = [int.from_bytes(block.data[i : i + ROWS], "big") for i in range(0, len(block.data), ROWS)]
        return add(chain, add(p(add(chain, m)), q(m)))

    def finish(self, chain: list[int]) -> bytes:
        """Output transformation (section 3.3)."""
        p, _ = permutations(self.version, self.columns)
        chain = add(chain, p(chain))
        return b"".join(column.to_bytes(ROWS, "big") for column in chain)[-self.digest_bits // 8 :]

    def blocks(self, message: bytes, bits: int, counted: int = 0) -> list[Block]:
        """Padded blocks as the hardware's block port gets them; their number ends the last (section 3.6)."""
        message, bits = cut(message, bits)
        number = -(-(bits + 1 + LENGTH_BITS) // self.block_bits)
        end = (counted // self.block_bits + number).to_bytes(LENGTH_BITS // 8, "big")
        padded = padding.strengthened(message, bits, self.block_bits, end)
        return padding.blocks(padded, bits, self.block_bits, counted)


@lru_cache(maxsize=4)
def permutations(version: str, columns: int) -> tuple[Permutation, Permutation]:
    """P and Q; AddRoundConstant is section 3.4.2."""
    rounds, last = range(ROUNDS[columns]), 8 * (ROWS - 1)
    if version == "r2":
        rest = (0,) * (columns - 1)
        p = tuple((i << last, *rest) for i in rounds)
        q = tuple((0xFF ^ i, *rest) for i in rounds)
        return Permutation(p, SHIFTS_P[columns]), Permutation(q, SHIFTS_P[columns])
    p = tuple(tuple((j << 4 ^ i) << last for j in range(columns)) for i in rounds)
    q = tuple(tuple(ONES ^ j << 4 ^ i for j in range(columns)) for i in rounds)
    return Permutation(p, SHIFTS_P[columns]), Permutation(q, SHIFTS_Q[columns])


@lru_cache(maxsize=1)
def tables_of_columns() -> tuple[tuple[int, ...], ...]:
    """For each row the column that MixBytes makes of S(x) in this row and zeros in the others."""
    return tuple(
        tuple(
            sum(times(MIX[(i - row) % ROWS], s) << 8 * (ROWS - 1 - row) for row in range(ROWS))
            for s in sbox()
        )
        for i in range(ROWS)
    )


def add(x: Sequence[int], y: Sequence[int]) -> list[int]:
    """Sum of two states."""
    return [a ^ b for a, b in zip(x, y, strict=True)]


def model(function: Function) -> Groestl:
    """Grøstl with the fields of the function's name."""
    return Groestl(str(function.fields["version"]), function.digest_bits)
