# SPDX-License-Identifier: Apache-2.0
"""Fugue-256 and Fugue-512 ("The Hash Function Fugue", Halevi, Hall and Jutla, the version of round 2).

The state is a matrix of 4 rows and 30 or 36 columns of bytes. Here a column is an integer of 32 bits, row 0
in its highest byte.
"""

from dataclasses import dataclass
from functools import lru_cache

from hashloom.catalogue.design import Function
from hashloom.models import Block, padding
from hashloom.models.aes import sbox, times
from hashloom.models.bits import cut, pick
from hashloom.models.iterated import Iterated

WORD_BITS = 32
LENGTH_BITS = 64

MATRIX = (1, 4, 7, 1)
"""First row of the circulant matrix M; each row is the one above it, rotated by one to the right."""


@dataclass(frozen=True)
class Variant:
    """What differs with the length of the digest.

    `columns`    of the state
    `taken`      columns into which TIX adds (place, column that is added), once column 0 went to `kept`
    `kept`       column to which TIX adds column 0 before the word takes its place
    `mixed`      first of the second three columns to which CMIX adds
    `subrounds`  ROR3, CMIX, SMIX after a word
    `first`      the same in the first part of the final rounds
    `added`      in each turn of the second part: columns to which column 0 is added, before each ROR
    `rotations`  the RORs of such a turn, SMIX behind each
    """

    columns: int
    taken: tuple[tuple[int, int], ...]
    kept: int
    mixed: int
    subrounds: int
    first: int
    added: tuple[tuple[int, ...], ...]
    rotations: tuple[int, ...]


VARIANTS = {
    256: Variant(30, ((1, 24),), 10, 15, 2, 10, ((4, 15), (4, 16)), (15, 14)),
    512: Variant(
        *(36, ((1, 24), (4, 27), (7, 30)), 22, 18, 4, 32),
        ((4, 9, 18, 27), (4, 10, 18, 27), (4, 10, 19, 27), (4, 10, 19, 28)),
        (9, 9, 9, 8),
    ),
}
LAST_TURNS = 13
"""Turns of the second part of the final rounds."""


@dataclass(frozen=True)
class Fugue(Iterated[list[int]]):
    """Fugue-256 or Fugue-512."""

    digest_bits: int
    block_bits: int = WORD_BITS

    def initial(self, counted: int = 0) -> list[int]:
        """State before the first word."""
        return initial_state(self.digest_bits)

    def absorb(self, chain: list[int], block: Block) -> list[int]:
        """Round transformation with a word."""
        return round_of(VARIANTS[self.digest_bits], chain, int.from_bytes(block.data, "big"))

    def finish(self, chain: list[int]) -> bytes:
        """Final transformation."""
        return b"".join(column.to_bytes(4, "big") for column in final(VARIANTS[self.digest_bits], chain))

    def blocks(self, message: bytes, bits: int, counted: int = 0) -> list[Block]:
        """Words as the hardware's block port gets them."""
        return padding.blocks(pad(message, bits, counted), bits, WORD_BITS, counted)


@lru_cache(maxsize=2)
def initial_value(digest_bits: int) -> tuple[int, ...]:
    """Initial value: what the length of the digest, as the only word of a message, makes of the state 0."""
    variant = VARIANTS[digest_bits]
    return tuple(final(variant, round_of(variant, [0] * variant.columns, digest_bits)))


def initial_state(digest_bits: int) -> list[int]:
    """State before a message: zeros, and the initial value in the last columns."""
    value = initial_value(digest_bits)
    return [0] * (VARIANTS[digest_bits].columns - len(value)) + list(value)


def pad(message: bytes, bits: int | None, counted: int = 0) -> bytes:
    """Message, zeros to a whole word, and the length in bits, most significant byte first.

    The length includes `counted` bits before.
    """
    message, bits = cut(message, bits)
    zeros = -len(message) % (WORD_BITS // 8)
    return message + bytes(zeros) + (counted + bits).to_bytes(LENGTH_BITS // 8, "big")


def round_of(variant: Variant, state: list[int], word: int) -> list[int]:
    """Round transformation R: TIX, then the sub-rounds."""
    state = tix(variant, state, word)
    for _ in range(variant.subrounds):
        state = smix(shift_and_mix(variant, state))
    return state


def tix(variant: Variant, state: list[int], word: int) -> list[int]:
    """TIX: a word goes into the state."""
    state = list(state)
    state[variant.kept] ^= state[0]
    state[0] = word
    state[8] ^= word
    for place, column in variant.taken:
        state[place] ^= state[column]
    return state


def shift_and_mix(variant: Variant, state: list[int]) -> list[int]:
    """What goes before SMIX in a sub-round: ROR3, CMIX."""
    state = ror(state, 3)
    for i in range(3):
        state[i] ^= state[4 + i]
        state[variant.mixed + i] ^= state[4 + i]
    return state


def add_and_shift(variant: Variant, number: int, state: list[int]) -> list[int]:
    """What goes before a SMIX of the second part of the final rounds, counted from 0: an addition and ROR."""
    place = number % len(variant.rotations)
    return ror(add_first(state, variant.added[place]), variant.rotations[place])


def final(variant: Variant, state: list[int]) -> list[int]:
    """Final transformation G; returns the columns of the digest."""
    for _ in range(variant.first):
        state = smix(shift_and_mix(variant, state))
    for number in range(LAST_TURNS * len(variant.rotations)):
        state = smix(add_and_shift(variant, number, state))
    return output(variant, state)


def output(variant: Variant, state: list[int]) -> list[int]:
    """The columns of the digest from the state behind the last SMIX."""
    state = add_first(state, variant.added[0])
    groups = (variant.added[0][0] - 3, *variant.added[0][1:])
    return [column for start in groups for column in state[start : start + 4]]


def add_first(state: list[int], places: tuple[int, ...]) -> list[int]:
    """Add column 0 to the columns of these places."""
    return [column ^ state[0] if i in places else column for i, column in enumerate(state)]


def ror(state: list[int], n: int) -> list[int]:
    """RORn: columns rotated to the right by n."""
    return state[-n:] + state[:-n]


def smix(state: list[int]) -> list[int]:
    """SMIX of the first four columns: SubBytes, then Super-Mix, by tables.

    With the four columns after SubBytes as a matrix U, Super-Mix adds M U and D M^T, where D is diagonal with
    the sum of row i of U without U_ii in place i, and then rotates row i by i to the left.
    """
    tables, mixed = smix_tables(), 0
    for j in range(4):
        column = state[j]
        for i in range(4):
            mixed ^= pick(tables[i][j], pick(sbox(), column >> 8 * (3 - i) & 0xFF))
    return [mixed >> 32 * (3 - j) & 0xFFFFFFFF for j in range(4)] + state[4:]


@lru_cache(maxsize=1)
def smix_tables() -> tuple[tuple[tuple[int, ...], ...], ...]:
    """For each row and column of U what Super-Mix makes of a byte there and of zeros elsewhere."""
    return tuple(tuple(tuple(super_mix(i, j, u) for u in range(256)) for j in range(4)) for i in range(4))


def super_mix(i: int, j: int, u: int) -> int:
    """Super-Mix of a matrix with u in row i and column j and zeros elsewhere: 16 bytes, column 0 first."""
    entries = [[0] * 4 for _ in range(4)]
    for row in range(4):
        entries[row][j] ^= times(MATRIX[(i - row) % 4], u)
    if i != j:
        for column in range(4):
            entries[i][column] ^= times(MATRIX[(i - column) % 4], u)
    rotated = [entries[row][row:] + entries[row][:row] for row in range(4)]
    return int.from_bytes(bytes(rotated[row][column] for column in range(4) for row in range(4)), "big")


def model(function: Function) -> Fugue:
    """Fugue with the digest of the function's name."""
    return Fugue(function.digest_bits)
